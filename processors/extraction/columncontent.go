package extraction

import (
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// proves tells whether a cell is a value that hardly another column could have.
func proves(c catalogue.Field, r recognise.Run) bool {
	switch {
	case c.Kind == catalogue.CPF || c.Kind == catalogue.CNPJ || c.Kind == catalogue.CPFCNPJ:
		v, ok := recognise.At(c.Kind, r, 0)
		return ok && v.Checked && v.Last == r.Len()-1
	case c.Like == "name":
		words := 0
		for i := range r.Len() {
			t := r.Token(i)
			if strings.ContainsAny(t.Text, "0123456789:$") || inSmallLetters(t) && !betweenNames[t.Fold] {
				return false
			}
			if len(t.Fold) > 2 {
				words++
			}
		}
		return words > 1
	}
	return false
}
