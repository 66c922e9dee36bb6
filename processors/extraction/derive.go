package extraction

import (
	"strings"

	"lavra.dev/schemas/checkdigit"
)

// derive fills the fields that follow from another one where the page does not
// print them in words.
func (x *extractor) derive() {
	for i, f := range x.plan.typ.Fields {
		rule, argument, ok := strings.Cut(strings.TrimSuffix(f.From, ")"), "(")
		if !ok || x.chosen[i] != nil {
			continue
		}
		source, known := x.plan.index[argument]
		if !known || x.chosen[source] == nil {
			continue
		}
		c := x.chosen[source]
		if value := derived(rule, c.value); value != "" {
			x.chosen[i] = &candidate{field: i, tokens: c.tokens, value: value, score: c.score, checked: c.checked, how: "derived"}
		}
	}
}

func derived(rule, value string) string {
	switch rule {
	case "barcode": // of a payment line
		code, _ := checkdigit.LineToBarcode(value)
		return code
	case "bank": // of a payment line or barcode
		if len(value) == 48 || strings.HasPrefix(value, "8") {
			return ""
		}
		return value[:min(3, len(value))]
	}
	return ""
}
