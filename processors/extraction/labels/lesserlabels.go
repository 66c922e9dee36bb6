package labels

import (
	"lavra.dev/processors/extraction/compile"
)

// dropLesserLabels makes labels of the lesser sort into words that nobody wants on a
// document that has one of the field's better labels: a bill that prints "Nº do cliente"
// and "Código da instalação" gives the customer's number by the first. Such a word still
// bounds its neighbours' values.
func (x *Labels) dropLesserLabels() {
	type of struct {
		role       compile.Role
		field, box int
	}
	better := map[of]bool{}
	for i := range x.Placed {
		s := &x.Placed[i]
		for _, r := range s.Refs {
			if !r.Lesser && s.Strength >= Likely {
				better[of{r.Role, r.Field, r.Box}] = true
			}
		}
	}
	for i := range x.Placed {
		s := &x.Placed[i]
		for k, r := range s.Refs {
			if r.Lesser && better[of{r.Role, r.Field, r.Box}] {
				s.Refs[k] = compile.Ref{Role: compile.NoiseLabel}
			}
		}
	}
}
