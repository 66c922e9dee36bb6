package parties

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/schemas/catalogue"
)

// weighLetterheads makes less likely what patterns and forms gave a party out of the letterhead
// of another: the lines from a name down to the number that is the other's. What stands between
// them, an address above all, is the other's too, though it has no field of the type. Only a party
// that must be a company is told by its number alone: of payer and payee each may have any.
func (x *reader) weighLetterheads() {
	for _, o := range x.Type.Parties {
		number, name := x.checkedNumber(&o), -1
		if i, ok := o.Fields["name"]; ok {
			name = i
		}
		if number == nil || name < 0 || x.Type.Fields[number.Field].Kind != catalogue.CNPJ {
			continue
		}
		for _, p := range x.Type.Parties {
			if own := x.checkedNumber(&p); p.Name != o.Name && own != nil && own.Text != number.Text {
				x.weighWithin(&p, x.letterhead(number, name))
			}
		}
	}
}

// checkedNumber is the likeliest number of a party, nil where none has right check digits.
func (x *reader) checkedNumber(o *compile.Party) *candidate.Value {
	i, ok := o.Fields["number"]
	if !ok {
		return nil
	}
	if best := x.BestOf(i); best != nil && best.Checked {
		kept := *best
		return &kept
	}
	return nil
}

// letterhead is the cells of a block from that of a number up to the line that could be the name,
// none where there is no such line.
func (x *reader) letterhead(number *candidate.Value, name int) []int32 {
	at := x.Sheet.Tokens[number.Tokens[0]].Cell
	out := []int32{at}
	for over := x.OverCell(at); over >= 0 && len(out) <= nameLines && x.Sheet.Cells[over].Block == x.Sheet.Cells[at].Block; over = x.OverCell(over) {
		out = append(out, over)
		cell := &x.Sheet.Cells[over]
		if x.HoldsDigits(cell) {
			continue
		}
		if _, _, fit := shape.Cut(x.Type.Fields[name], x.Type.Stops[name], x.Between(cell.First, cell.Past-1)); fit >= shape.Loose {
			return out
		}
	}
	return nil
}

func (x *reader) weighWithin(p *compile.Party, cells []int32) {
	if len(cells) == 0 {
		return
	}
	for i := range x.Found {
		c := &x.Found[i]
		if c.How != candidate.FromProse && c.How != candidate.FromForm || len(c.Tokens) == 0 || x.Type.Fields[c.Field].Of != p.Name || x.Type.Fields[c.Field].Kind == catalogue.List {
			continue
		}
		if !slices.ContainsFunc(c.Tokens, func(t int32) bool { return !slices.Contains(cells, x.Sheet.Tokens[t].Cell) }) {
			c.Score *= withOther
		}
	}
}
