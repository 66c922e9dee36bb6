package extraction

import (
	"slices"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/schemas/catalogue"
)

// weighLetterheads makes less likely what patterns and forms gave a party out of the letterhead
// of another: the lines from a name down to the number that is the other's. What stands between
// them, an address above all, is the other's too, though it has no field of the type. Only a party
// that must be a company is told by its number alone: of payer and payee each may have any.
func (x *extractor) weighLetterheads() {
	for _, o := range x.plan.parties {
		number, name := x.checkedNumber(&o), -1
		if i, ok := o.fields["name"]; ok {
			name = i
		}
		if number == nil || name < 0 || x.plan.typ.Fields[number.field].Kind != catalogue.CNPJ {
			continue
		}
		for _, p := range x.plan.parties {
			if own := x.checkedNumber(&p); p.name != o.name && own != nil && own.value != number.value {
				x.weighWithin(&p, x.letterhead(number, name))
			}
		}
	}
}

// checkedNumber is the likeliest number of a party, nil where none has right check digits.
func (x *extractor) checkedNumber(o *party) *candidate {
	i, ok := o.fields["number"]
	if !ok {
		return nil
	}
	if best := x.bestOf(i); best != nil && best.checked {
		kept := *best
		return &kept
	}
	return nil
}

// letterhead is the cells of a block from that of a number up to the line that could be the name,
// none where there is no such line.
func (x *extractor) letterhead(number *candidate, name int) []int32 {
	at := x.sheet.Tokens[number.tokens[0]].Cell
	out := []int32{at}
	for over := x.overCell(at); over >= 0 && len(out) <= nameLines && x.sheet.Cells[over].Block == x.sheet.Cells[at].Block; over = x.overCell(over) {
		out = append(out, over)
		cell := &x.sheet.Cells[over]
		if x.holdsDigits(cell) {
			continue
		}
		if _, _, fit := shape.Cut(x.plan.typ.Fields[name], x.plan.stops[name], x.between(cell.First, cell.Past-1)); fit >= 0.8 {
			return out
		}
	}
	return nil
}

func (x *extractor) weighWithin(p *party, cells []int32) {
	if len(cells) == 0 {
		return
	}
	for i := range x.candidates {
		c := &x.candidates[i]
		if c.how != fromProse && c.how != fromForm || len(c.tokens) == 0 || x.plan.typ.Fields[c.field].Of != p.name || x.plan.typ.Fields[c.field].Kind == catalogue.List {
			continue
		}
		if !slices.ContainsFunc(c.tokens, func(t int32) bool { return !slices.Contains(cells, x.sheet.Tokens[t].Cell) }) {
			c.score *= strangers
			c.others = true
		}
	}
}
