package quality

import (
	"cmp"
	"fmt"
	"strings"

	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
	"lavra.dev/schemas/event"
)

// faultsNamed bounds what is said about a table of which every row fails.
const faultsNamed = 8

// validate checks every value by the rule of its kind. A failing value is kept, its
// error set and its confidence lowered; a check digit that holds is a witness.
func (a *assessment) validate() {
	faults := 0
	for _, f := range a.typ.Fields {
		if !a.has(f.Name) {
			continue
		}
		if f.Kind != catalogue.List {
			faults += a.check(a.label(f.Name), single(f.Name), a.kind(f), a.text(f.Name), "")
			continue
		}
		for i, r := range a.list(f.Name) {
			for _, column := range f.Columns {
				where := fmt.Sprintf(" (%s, linha %d)", a.label(f.Name).bare(), i+1)
				name := label(catalogue.Words().Kinds[string(column.Kind)])
				faults += a.check(name, cell(f.Name, i, column.Name), string(column.Kind), r.text(column.Name), where)
			}
		}
	}
	if more := faults - faultsNamed; more > 0 {
		a.doubt("Há mais " + portuguese.Count(more, "valor inválido", "valores inválidos") + " em listas do documento.")
	}
}

// kind is the rule that a field is checked by.
func (a *assessment) kind(f catalogue.Field) string {
	if a.typ.Name == "NFE" && f.Name == "emitente_cnpj" {
		return string(catalogue.CPFCNPJ) // a farmer issues invoices under a CPF, where others have their CNPJ
	}
	return cmp.Or(f.Check, string(f.Kind))
}

// check returns the number of faults: 0 or 1.
func (a *assessment) check(name label, path, kind, value, where string) int {
	if value == "" {
		return 0
	}
	fault := checkdigit.Fault(specific(kind, value), value)
	if fault == "" {
		a.mark(path, nil)
		if checkdigit.HasDigit(kind) {
			a.support(path, WitnessCheckDigit)
		}
		return 0
	}
	a.mark(path, &fault)
	a.invalid[fieldOf(path)] = true
	a.errors = append(a.errors, event.ValidationError{Field: path, Error: fault})
	if len(a.errors) <= faultsNamed {
		_, why, _ := strings.Cut(fault, ": ")
		a.doubt(fmt.Sprintf("%s%s é %s: %s", name.opening(), where, name.adjective("inválido"), why))
	}
	return 1
}

// mark sets or clears the error of a value. A fault that is new lowers its
// confidence; one that the engine has marked is in the confidence already.
func (a *assessment) mark(path string, fault *string) {
	leaf := a.leaves[path]
	if fault != nil && leaf != nil && leaf.Error == nil {
		a.contradict(path, afterFaultOnScan, afterFaultInText)
	}
	if leaf != nil {
		leaf.Error = fault
	}
	if f := a.byName[fieldOf(path)]; f != nil && path == single(f.Name) {
		f.Error = fault
	}
}

// specific says which of the two numbers a value of kind cpf_cnpj is meant to be,
// so that its error can name it.
func specific(kind, value string) string {
	switch {
	case kind == "cpf_cnpj" && len(value) == 11:
		return "cpf"
	case kind == "cpf_cnpj" && len(value) == 14:
		return "cnpj"
	}
	return kind
}
