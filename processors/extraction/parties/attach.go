package parties

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
)

const (
	elsewhere = candidate.Unlabelled // what a label gives apart from the name, where something stands with it
	told      = candidate.Placed     // what a pattern gives apart from it: it may well say whose it is
	withOther = 0.5                  // what stands with the name of somebody else
	soon      = 14                   // words from a name to its number in a sentence: "brasileiro, solteiro, portador do CPF nº"
)

// weighByNames weighs numbers by the name that they stand with. Labels such as "CPF/CNPJ"
// come once for each party: whose number it is only its place tells.
func (x *reader) weighByNames() {
	anchors := make([]*candidate.Value, len(x.Type.Fields))
	for i, f := range x.Type.Fields {
		if f.With == "" {
			continue
		}
		if best := x.BestOf(x.Type.Index[f.With]); best != nil {
			kept := *best // proposals move what best points to
			anchors[i] = &kept
		}
	}
	for i, a := range anchors {
		if a != nil {
			for _, name := range x.copies(a) {
				x.proposeBeside(i, &name)
			}
		}
	}
	for i, a := range anchors {
		if a != nil {
			x.weighPlaces(i, a, anchors)
		}
	}
}

const besideLines = 3 // that of a name and those under it on which its number may stand

// proposeBeside proposes the values of the field's kind that stand with its name.
func (x *reader) proposeBeside(field int, a *candidate.Value) {
	f := x.Type.Fields[field]
	if !source.Strong(f.Kind) {
		return
	}
	at := x.Sheet.RowOf(a.Tokens[len(a.Tokens)-1])
	for _, v := range x.Printed(f.Kind) {
		if v.Row < at || v.Row >= at+besideLines || !x.standsWith(a, v.Words) || slices.ContainsFunc(x.Found, func(c candidate.Value) bool { return c.Field == field && slices.Equal(c.Tokens, v.Words) }) {
			continue
		}
		x.Propose(candidate.Value{Field: field, Tokens: v.Words, Text: shape.Form(f, v.Text), Score: candidate.Unlabelled * v.Score, Checked: v.Checked, Repaired: v.Repaired, How: candidate.FromForm})
	}
}

// weighPlaces makes what stands apart from the name of a field less likely.
func (x *reader) weighPlaces(field int, a *candidate.Value, anchors []*candidate.Value) {
	var here []int
	attached := false
	for i := range x.Found {
		if c := &x.Found[i]; c.Field == field && len(c.Tokens) > 0 {
			here = append(here, i)
			attached = attached || x.standsWithCopy(a, c.Tokens)
		}
	}
	for _, i := range here {
		c := &x.Found[i]
		switch {
		case x.standsWithCopy(a, c.Tokens):
		case slices.ContainsFunc(anchors, func(o *candidate.Value) bool {
			return o != nil && o.Field != a.Field && x.standsWithCopy(o, c.Tokens)
		}):
			c.Score *= withOther
		case attached && (c.How == candidate.FromLabel || c.How == candidate.FromForm):
			c.Score *= elsewhere
		case attached && c.How == candidate.FromProse:
			c.Score *= told
		}
	}
}

// copies are the places at which a name is printed: receipts and slips come in two copies on one page, one of
// which may say more, and a letterhead that looks like the issuer's may be of who pays.
func (x *reader) copies(name *candidate.Value) []candidate.Value {
	out := []candidate.Value{*name}
	for i := range x.Found {
		c := &x.Found[i]
		if c.Text == name.Text && (c.Field == name.Field || c.How == candidate.FromProse && x.BestOf(c.Field).Text != name.Text) && len(c.Tokens) > 0 && !slices.ContainsFunc(out, func(o candidate.Value) bool { return o.Tokens[0] == c.Tokens[0] }) {
			out = append(out, *c)
		}
	}
	return out
}

// standsWithCopy reports whether a value stands with a name wherever that is printed.
func (x *reader) standsWithCopy(name *candidate.Value, value []int32) bool {
	return slices.ContainsFunc(x.copies(name), func(c candidate.Value) bool { return x.standsWith(&c, value) })
}

// standsWith reports whether a value stands right of a name or under it, or follows it
// in a sentence. What stands under a cell beside the name is that one's.
func (x *reader) standsWith(name *candidate.Value, value []int32) bool {
	last, first := int(name.Tokens[len(name.Tokens)-1]), int(value[0])
	a, v := x.Sheet.Box(int(name.Tokens[0]), last), x.Sheet.Box(first, int(value[len(value)-1]))
	if x.Sheet.Tokens[last].Page != x.Sheet.Tokens[first].Page {
		return false
	}
	if d := first - last; d > 0 && d <= soon && x.Sheet.Cells[x.Sheet.Tokens[last].Cell].Block == x.Sheet.Cells[x.Sheet.Tokens[first].Cell].Block {
		return true
	}
	line := x.Sheet.Box(last, last)
	size := line.Height()
	right := source.Beside(line, v) && v.Left >= line.Right-1
	over := x.OverCell(x.Sheet.Tokens[first].Cell)
	neighbour := over >= 0 && over != x.Sheet.Tokens[last].Cell && x.Sheet.Cells[over].Row == x.Sheet.Cells[x.Sheet.Tokens[last].Cell].Row
	under := !neighbour && source.RightUnder(v.Top-a.Bottom, size, 1) && v.Left < a.Right+4*size
	return right || under
}
