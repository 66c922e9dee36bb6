package labels

import (
	"strings"

	"lavra.dev/processors/text/lexicon"
)

// JointFrom lists the labels from label i on that share a cell and that nothing but a mark parts: "Sexo / Cor".
func (x *Labels) JointFrom(i int) []*Label {
	group := []*Label{&x.Placed[i]}
	for k := i + 1; k < len(x.Placed); k++ {
		before, next := group[len(group)-1], &x.Placed[k]
		if before.Colon || next.Cell != before.Cell || !x.Joined(before.Last, next.First) {
			break
		}
		group = append(group, next)
	}
	return group
}

// AsOne is the label that several of one cell make together.
func (x *Labels) AsOne(group []*Label) *Label {
	whole, last := *group[0], group[len(group)-1]
	whole.Last, whole.Box, whole.Ends, whole.Colon = last.Last, x.Sheet.Box(whole.First, last.Last), last.Ends, last.Colon
	return &whole
}

// Joined reports whether nothing but a mark or "e" stands between two words.
func (x *Labels) Joined(a, b int) bool {
	switch between := x.Sheet.Tokens[a+1 : b]; len(between) {
	case 0:
		return strings.HasSuffix(x.Sheet.Tokens[a].Text, "/") || strings.HasSuffix(x.Sheet.Tokens[a].Text, ",")
	case 1:
		return between[0].Text == "/" || lexicon.And(between[0].Text) || between[0].Text == "," || between[0].Dash()
	}
	return false
}
