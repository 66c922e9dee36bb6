package quality_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/quality"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

var update = flag.Bool("update", false, "write the golden files")

var received = time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)

// values are the plain values of one document, as the client sees them.
type values map[string]any

// documents are one honest document of each type; persons and numbers are made up.
func documents(t testing.TB) map[string]values {
	t.Helper()
	data, err := os.ReadFile("testdata/documents.json")
	if err != nil {
		t.Fatal(err)
	}
	var docs map[string]values
	if err := json.Unmarshal(data, &docs); err != nil {
		t.Fatal(err)
	}
	return docs
}

func lookup(t testing.TB, name string) catalogue.Type {
	t.Helper()
	typ, ok := catalogue.Lookup(name)
	if !ok {
		t.Fatalf("no type %s", name)
	}
	return typ
}

// fieldsOf makes fields as the engine would, each value with a confidence of 0.8.
func fieldsOf(t testing.TB, typ catalogue.Type, v values) []event.Field {
	t.Helper()
	var fields []event.Field
	for _, f := range typ.Fields {
		value, given := v[f.Name]
		if !given {
			continue
		}
		field := event.Field{Name: f.Name, Value: encode(t, value), Confidence: 0.8}
		rows, isList := value.([]any)
		if !isList {
			field.Leaves = []event.Leaf{{Path: "fields." + f.Name, Value: field.Value, Confidence: 0.8}}
		}
		for i, r := range rows {
			for _, column := range f.Columns {
				if cell, given := r.(map[string]any)[column.Name]; given {
					path := fmt.Sprintf("fields.%s[%d].%s", f.Name, i, column.Name)
					field.Leaves = append(field.Leaves, event.Leaf{Path: path, Value: encode(t, cell), Confidence: 0.8})
				}
			}
		}
		fields = append(fields, field)
	}
	return fields
}

func encode(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// set changes one value; a path such as itens[1].valor reaches into a list. A nil
// takes the value away.
func (v values) set(path string, value any) {
	var list, column string
	var i int
	if n, _ := fmt.Sscanf(strings.NewReplacer("[", " ", "].", " ").Replace(path), "%s %d %s", &list, &i, &column); n == 3 {
		v = v[list].([]any)[i].(map[string]any)
		path = column
	}
	if value == nil {
		delete(v, path)
	} else {
		v[path] = value
	}
}

func leafOf(t testing.TB, fields []event.Field, path string) event.Leaf {
	t.Helper()
	for _, f := range fields {
		for _, l := range f.Leaves {
			if l.Path == path {
				return l
			}
		}
	}
	t.Fatalf("no leaf %s", path)
	return event.Leaf{}
}

var accepted = event.Detection{Accepted: true}

func TestAnHonestDocumentOfEachTypeSucceedsWithoutAWord(t *testing.T) {
	docs := documents(t)
	for _, name := range catalogue.Names() {
		t.Run(name, func(t *testing.T) {
			q, invalid, outcome := quality.Assess(lookup(t, name), fieldsOf(t, lookup(t, name), docs[name]), accepted, quality.Options{ReceivedAt: received})
			if outcome != event.Success || len(q.Inconsistencies) > 0 || len(invalid) > 0 || len(q.MissingFields) > 0 {
				t.Errorf("%s, inconsistencies %q, invalid %v, missing %v", outcome, q.Inconsistencies, invalid, q.MissingFields)
			}
			if q.ReliabilityScore < 75 || q.ReliabilityScore > 100 {
				t.Errorf("reliability %v", q.ReliabilityScore)
			}
		})
	}
}

// The golden file has each type three times: read whole, with its required fields
// only, and with one field only.
func TestSummaries(t *testing.T) {
	docs := documents(t)
	var got bytes.Buffer
	for _, name := range catalogue.Names() {
		typ := lookup(t, name)
		whole := docs[name]
		required, one := values{}, values{}
		for _, f := range typ.Fields {
			if f.Required && whole[f.Name] != nil {
				required[f.Name] = whole[f.Name]
				if len(one) == 0 {
					one[f.Name] = whole[f.Name]
				}
			}
		}
		fmt.Fprintf(&got, "%s\n", name)
		for _, v := range []values{whole, required, one} {
			q, _, _ := quality.Assess(typ, fieldsOf(t, typ, v), accepted, quality.Options{ReceivedAt: received})
			fmt.Fprintf(&got, "  %s\n", q.Summary)
			for _, wrong := range []string{"  ", " .", " ,", "..", ",.", ",,", "[", "]", "{", "}", "|", "null"} {
				if strings.Contains(q.Summary, wrong) {
					t.Errorf("%s: %q in %q", name, wrong, q.Summary)
				}
			}
		}
	}
	const golden = "testdata/summaries.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("summaries differ from %s; run with -update and read the difference:\n%s", golden, got.String())
	}
}

func TestOutcomes(t *testing.T) {
	boleto := lookup(t, "BOLETO")
	for _, c := range []struct {
		name    string
		typ     catalogue.Type
		change  func(values)
		opts    quality.Options
		want    event.Outcome
		missing []string
		says    string // in the summary and, for failures, among the inconsistencies
	}{
		{"all there", boleto, func(values) {}, quality.Options{}, event.Success, []string{}, "Boleto de R$ 725,97 com vencimento em 19/02/2025"},
		{"an optional one missing", boleto, func(v values) { v.set("banco_nome", nil) }, quality.Options{}, event.Success, []string{}, "Boleto"},
		{"an optional one invalid", boleto, func(v values) { v.set("pagador_cpf_cnpj", "87302671965") }, quality.Options{}, event.Success, []string{}, "Há 1 inconsistência a conferir."},
		{"a required one missing", boleto, func(v values) { v.set("pagador_nome", nil) }, quality.Options{}, event.PartialSuccess, []string{"pagador_nome"},
			"Não foi encontrado o campo obrigatório: nome do pagador."},
		{"two required ones missing", boleto, func(v values) { v.set("pagador_nome", nil); v.set("valor_documento", nil) }, quality.Options{}, event.PartialSuccess,
			[]string{"valor_documento", "pagador_nome"}, "Não foram encontrados os campos obrigatórios: valor do documento e nome do pagador."},
		{"a required one invalid", boleto, func(v values) { v.set("linha_digitavel", "10496110057044015524352532409704199970000072598") }, quality.Options{},
			event.PartialSuccess, []string{}, "Há"},
		{"a required one null", boleto, func(v values) { v["pagador_nome"] = json.RawMessage("null") }, quality.Options{}, event.PartialSuccess, []string{"pagador_nome"}, "Boleto"},
		{"nothing read", boleto, func(v values) { clear(v) }, quality.Options{}, event.Failed,
			[]string{"linha_digitavel", "beneficiario_nome", "data_vencimento", "valor_documento", "pagador_nome"}, "Nenhum campo foi lido no documento."},
		{"no type", catalogue.Type{}, func(v values) { clear(v) }, quality.Options{}, event.Failed, []string{}, "O tipo do documento não foi informado nem identificado."},
		{"not processed", boleto, func(v values) { clear(v) }, quality.Options{Failure: "O PDF está protegido por senha."}, event.Failed,
			[]string{"linha_digitavel", "beneficiario_nome", "data_vencimento", "valor_documento", "pagador_nome"}, "O PDF está protegido por senha."},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := documents(t)["BOLETO"]
			c.change(v)
			q, _, outcome := quality.Assess(c.typ, fieldsOf(t, c.typ, v), accepted, c.opts)
			if outcome != c.want || !slices.Equal(q.MissingFields, c.missing) {
				t.Errorf("%s, missing %q", outcome, q.MissingFields)
			}
			if !strings.Contains(q.Summary, c.says) {
				t.Errorf("summary %q lacks %q", q.Summary, c.says)
			}
			if c.want == event.Failed && (!slices.Contains(q.Inconsistencies, c.says) || q.ReliabilityScore != 0) {
				t.Errorf("a failure says %q, reliability %v", q.Inconsistencies, q.ReliabilityScore)
			}
		})
	}
}

func TestInvalidValuesAreNamed(t *testing.T) {
	v := documents(t)["IRPF"]
	v.set("cpf", "71379007632")
	v.set("dependentes[1].cpf", "9270432130")
	v.set("uf", "XX")
	typ := lookup(t, "IRPF")
	fields := fieldsOf(t, typ, v)
	q, invalid, outcome := quality.Assess(typ, fields, accepted, quality.Options{})
	wantInvalid := []event.ValidationError{
		{Field: "fields.cpf", Error: "CPF inválido: dígito verificador não confere."},
		{Field: "fields.uf", Error: "UF inválida: sigla desconhecida."},
		{Field: "fields.dependentes[1].cpf", Error: "CPF inválido: deve ter 11 dígitos."},
	}
	if !slices.Equal(invalid, wantInvalid) || outcome != event.PartialSuccess {
		t.Errorf("%v, %s", invalid, outcome)
	}
	wantSaid := []string{
		"O CPF é inválido: dígito verificador não confere.", "A UF é inválida: sigla desconhecida.",
		"O CPF (dependentes, linha 2) é inválido: deve ter 11 dígitos.",
	}
	if !slices.Equal(q.Inconsistencies, wantSaid) {
		t.Errorf("%q", q.Inconsistencies)
	}
	cpf := fields[slices.IndexFunc(fields, func(f event.Field) bool { return f.Name == "cpf" })]
	if cpf.Error == nil || *cpf.Error != wantInvalid[0].Error || cpf.Confidence >= 0.8 || cpf.Confidence != cpf.Leaves[0].Confidence {
		t.Errorf("the field says %+v", cpf)
	}
	if l := leafOf(t, fields, "fields.dependentes[1].cpf"); l.Error == nil {
		t.Error("the cell says nothing")
	}
	for _, f := range fields {
		if f.Name == "dependentes" && f.Error != nil {
			t.Error("the list says what its cell says")
		}
	}
}

func TestATableOfInvalidValuesIsSummedUp(t *testing.T) {
	v := documents(t)["INFORME_PLANO_SAUDE"]
	row := v["beneficiarios"].([]any)[0]
	var rows []any
	for range 40 {
		rows = append(rows, map[string]any{"nome": row.(map[string]any)["nome"], "cpf": "11111111111"})
	}
	v["beneficiarios"] = rows
	typ := lookup(t, "INFORME_PLANO_SAUDE")
	q, invalid, _ := quality.Assess(typ, fieldsOf(t, typ, v), accepted, quality.Options{})
	if len(invalid) != 40 || len(q.Inconsistencies) != 9 || q.Inconsistencies[8] != "Há mais 32 valores inválidos em listas do documento." {
		t.Errorf("%d invalid, %q", len(invalid), q.Inconsistencies)
	}
}

func TestWarningsAndATypeThatDiffersComeFirst(t *testing.T) {
	typ := lookup(t, "RECIBO")
	given, found, sure := "RECIBO", "DESPESA_MEDICA", 0.93
	detection := event.Detection{Source: "provided", Provided: &given, Detected: &found, Confidence: &sure}
	q, _, outcome := quality.Assess(typ, fieldsOf(t, typ, documents(t)["RECIBO"]), detection, quality.Options{
		Document: document.Document{Warnings: []string{"PDF reparado.", "PDF reparado."}}, Warnings: []string{"Outra."},
	})
	want := []string{"PDF reparado.", "Outra.", "O documento foi enviado como RECIBO, mas parece ser DESPESA_MEDICA."}
	if !slices.Equal(q.Inconsistencies, want) || outcome != event.Success {
		t.Errorf("%q, %s", q.Inconsistencies, outcome)
	}
	plain, _, _ := quality.Assess(typ, fieldsOf(t, typ, documents(t)["RECIBO"]), accepted, quality.Options{})
	if q.ReliabilityScore >= plain.ReliabilityScore {
		t.Errorf("a type in doubt gives %v, a sure one %v", q.ReliabilityScore, plain.ReliabilityScore)
	}
}

func FuzzAssess(f *testing.F) {
	f.Add(1, "valor_documento", `"12"`)
	f.Add(17, "lancamentos", `[{"valor":1,"saldo":"x"},null,{}]`)
	f.Add(0, "chave_acesso", `"35261112ABC34501DE35550010000123451123456789"`)
	names := catalogue.Names()
	docs := documents(f)
	f.Fuzz(func(t *testing.T, n int, name, value string) {
		if n < 0 || !json.Valid([]byte(value)) {
			return
		}
		typ := lookup(t, names[n%len(names)])
		fields := fieldsOf(t, typ, docs[typ.Name])
		fields = append(fields, event.Field{Name: name, Value: value, Confidence: 0.5})
		q, _, outcome := quality.Assess(typ, fields, accepted, quality.Options{ReceivedAt: received})
		if q.Summary == "" || outcome == event.Failed || q.ReliabilityScore < 0 || q.ReliabilityScore > 100 {
			t.Errorf("%s: %q %s %v", typ.Name, q.Summary, outcome, q.ReliabilityScore)
		}
		for _, field := range fields {
			for _, l := range field.Leaves {
				if l.Confidence < 0 || l.Confidence > 1 {
					t.Errorf("%s: confidence %v", l.Path, l.Confidence)
				}
			}
		}
	})
}
