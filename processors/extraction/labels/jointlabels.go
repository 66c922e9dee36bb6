package labels

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
)

// joinParties gives the label of a box with a party all labels of what stands in it:
// "Pagador/CPF/CNPJ/Endereço".
func (x *Labels) joinParties() {
	out := x.Placed[:0]
	for _, s := range x.Placed {
		if n := len(out) - 1; n >= 0 && out[n].Starts && !out[n].Colon && out[n].Cell == s.Cell && x.Joined(out[n].Last, s.First) && out[n].opensBox() && s.ofField() {
			out[n].Last, out[n].Ends, out[n].Colon = s.Last, s.Ends, s.Colon
			out[n].Box = x.Sheet.Box(out[n].First, s.Last)
			continue
		}
		out = append(out, s)
	}
	x.Placed = out
}

func (s *Label) opensBox() bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.BoxLabel }) && slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.SectionLabel })
}

func (s *Label) ofField() bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.FieldLabel || r.Role == compile.BoxLabel })
}

// Joined reports whether nothing but a mark or "e" stands between two words.
func (x *Labels) Joined(a, b int) bool {
	switch between := x.Sheet.Tokens[a+1 : b]; len(between) {
	case 0:
		return strings.HasSuffix(x.Sheet.Tokens[a].Text, "/") || strings.HasSuffix(x.Sheet.Tokens[a].Text, ",")
	case 1:
		return between[0].Text == "/" || between[0].Text == "e" || between[0].Text == "," || between[0].Dash()
	}
	return false
}
