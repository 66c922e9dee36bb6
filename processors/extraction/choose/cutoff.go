package choose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
)

// leastShared is how many letters of a value that was cut off the whole one begins with, at least.
const leastShared = 8

// dropCutOff drops the values that a printer cut off with dots, "Importação e Exportação de Máqui...", where the
// whole stands elsewhere: before what it was cut off in, "... EIRELI - C...", or going on.
func (x *Choice) dropCutOff() {
	all := slices.Clone(x.Found)
	x.Found = slices.DeleteFunc(x.Found, func(c candidate.Value) bool {
		return x.cutOff(&c) && slices.ContainsFunc(all, func(o candidate.Value) bool {
			if o.Field != c.Field || x.cutOff(&o) {
				return false
			}
			a, b := layout.Fold(c.Text), layout.Fold(o.Text)
			n := min(len(a), len(b))
			return n >= leastShared && a[:n] == b[:n] && 2*n > len(a)
		})
	})
}

func (x *Choice) cutOff(c *candidate.Value) bool {
	if len(c.Tokens) < 2 {
		return false
	}
	text := x.Sheet.Tokens[c.Tokens[len(c.Tokens)-1]].Text
	return strings.HasSuffix(text, "...") || strings.HasSuffix(text, "…")
}
