package extraction

import (
	"slices"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// unlabelled is the score of a value that stands with its name and has no label of its own.
const unlabelled = 0.72

const (
	elsewhere = 0.7  // what a label gives apart from the name, where something stands with it
	told      = 0.93 // what a pattern gives apart from it: it may well say whose it is
	withOther = 0.45 // what stands with the name of somebody else
	soon      = 14   // words from a name to its number in a sentence: "brasileiro, solteiro, portador do CPF nº"
)

// attach weighs numbers by the name that they stand with. Labels such as "CPF/CNPJ"
// come once for each party: whose number it is only its place tells.
func (x *extractor) attach() {
	anchors := make([]*candidate, len(x.plan.typ.Fields))
	for i, f := range x.plan.typ.Fields {
		if f.With == "" {
			continue
		}
		x.proposeOver(i, x.plan.index[f.With])
		if best := x.bestOf(x.plan.index[f.With]); best != nil {
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

func (x *extractor) bestOf(field int) *candidate {
	var best *candidate
	for i := range x.candidates {
		if c := &x.candidates[i]; c.field == field && len(c.tokens) > 0 && (best == nil || x.better(c, best)) {
			best = c
		}
	}
	return best
}

// proposeBeside proposes the values of the field's kind that stand with its name.
func (x *extractor) proposeBeside(field int, a *candidate) {
	f := x.plan.typ.Fields[field]
	if !strong(f.Kind) {
		return
	}
	at := int(x.sheet.Cells[x.sheet.Tokens[a.tokens[len(a.tokens)-1]].Cell].Row)
	for r := at; r < min(at+3, len(x.sheet.Rows)); r++ {
		run := x.rowRun(r)
		for _, v := range recognise.All(f.Kind, run) {
			tokens := slices.Clone(run.Index[v.First : v.Last+1])
			if x.standsWith(a, tokens) && !slices.ContainsFunc(x.candidates, func(c candidate) bool { return c.field == field && slices.Equal(c.tokens, tokens) }) {
				x.propose(candidate{field: field, tokens: tokens, value: shape.Form(f, v.Text), score: unlabelled * v.Score, checked: v.Checked, repaired: v.Repaired, how: fromForm})
			}
		}
	}
}

// proposeOver proposes the line over a number whose check digits are right as the name
// of who has it, or the words left of it, where nothing else gives that: so the heads of
// letters are set.
func (x *extractor) proposeOver(number, name int) {
	c := x.bestOf(number)
	best := x.bestOf(name)
	if c == nil || !c.checked || best != nil && best.score > fallbackScore {
		return
	}
	if best != nil && !x.inLine(best.tokens[0], c.tokens[0]) {
		best.score *= strangers // the text runs from box to box: what stands before the number there is beside it
		best = nil
	}
	for over, n := x.overCell(x.sheet.Tokens[c.tokens[0]].Cell), 0; best == nil && over >= 0 && n < nameLines; over, n = x.overCell(over), n+1 {
		if cell := &x.sheet.Cells[over]; x.boundary(cell.First) && !x.holdsDigits(cell) {
			break
		} else if !x.holdsDigits(cell) && x.proposeLine(name, over) {
			return
		}
	}
	if left := x.leftOf(c.tokens[0]); left >= 0 {
		x.proposeLine(name, left)
	}
}

// inLine reports whether two words stand in one row, or their cells over each other.
func (x *extractor) inLine(a, b int32) bool {
	p, q := &x.sheet.Cells[x.sheet.Tokens[a].Cell], &x.sheet.Cells[x.sheet.Tokens[b].Cell]
	return p.Row == q.Row || p.Page == q.Page && p.Overlap(q.Rect) > 0
}

// overCell is the cell right over another one, or -1.
func (x *extractor) overCell(low int32) int32 {
	here, over := &x.sheet.Cells[low], int32(-1)
	for _, k := range x.byTop[here.Page] {
		cell := &x.sheet.Cells[k]
		if cell.Top > here.Top {
			break
		}
		if cell.Bottom <= here.Top+0.4*here.Height() && here.Top-cell.Bottom < aboveReach*max(cell.Size, here.Size) && cell.Overlap(here.Rect) > 0 {
			over = k
		}
	}
	return over
}

func (x *extractor) holdsDigits(cell *layout.Cell) bool {
	return slices.ContainsFunc(x.sheet.Tokens[cell.First:cell.Past], func(t layout.Token) bool { return layout.HasFigure(t.Text) })
}

// readLetterheads proposes the line over the number of a party as its name, where no label gives
// one.
func (x *extractor) readLetterheads() {
	for _, o := range x.plan.parties {
		number, hasNumber := o.fields["number"]
		name, hasName := o.fields["name"]
		if hasNumber && hasName {
			x.proposeOver(number, name)
		}
	}
}

// proposeLine proposes a cell as a name, where it looks like one.
func (x *extractor) proposeLine(name int, c int32) bool {
	f := x.plan.typ.Fields[name]
	run := x.between(x.sheet.Cells[c].First, x.sheet.Cells[c].Past-1)
	for _, kind := range [...]catalogue.Kind{catalogue.CEP, catalogue.Month, catalogue.Date} {
		if _, other := recognise.At(kind, run, 0); other {
			return false // the foot of an address, or the month of a statement
		}
	}
	first, last, fit := shape.Cut(f, x.plan.stops[name], run)
	if fit < 0.8 {
		return false
	}
	whole := x.run(run.Index[first : last+1])
	if f.Like == "company" {
		whole = x.wholeCompany(whole)
	}
	x.propose(candidate{field: name, tokens: slices.Clone(whole.Index), value: shape.Form(f, shape.Clean(whole.Text(0, whole.Len()-1))), score: unlabelled * fit, how: fromForm, place: catalogue.Above})
	return true
}

// leftOf is the cell of several words left of a number and of its label, or -1.
func (x *extractor) leftOf(number int32) int32 {
	here := x.sheet.Tokens[number].Cell
	row := x.sheet.Rows[x.sheet.Cells[here].Row].Cells
	at := slices.Index(row, here)
	if at > 0 && x.labelCell(row[at-1]) {
		at--
	}
	if at <= 0 || !x.labelCell(row[at]) && x.spotAt[x.sheet.Cells[row[at]].First] == 0 {
		return -1
	}
	if c := x.sheet.Cells[row[at-1]]; c.Past-c.First < 2 || x.boundary(c.First) {
		return -1
	}
	return row[at-1]
}

// weighPlaces makes what stands apart from the name of a field less likely.
func (x *extractor) weighPlaces(field int, a *candidate, anchors []*candidate) {
	var here []int
	attached := false
	for i := range x.candidates {
		if c := &x.candidates[i]; c.field == field && len(c.tokens) > 0 {
			here = append(here, i)
			attached = attached || x.standsWithCopy(a, c.tokens)
		}
	}
	for _, i := range here {
		c := &x.candidates[i]
		switch {
		case x.standsWithCopy(a, c.tokens):
		case slices.ContainsFunc(anchors, func(o *candidate) bool {
			return o != nil && o.field != a.field && x.standsWithCopy(o, c.tokens)
		}):
			c.score *= withOther
			c.others = true
		case attached && (c.how == fromLabel || c.how == fromForm):
			c.score *= elsewhere
		case attached && c.how == fromProse:
			c.score *= told
		}
	}
}

// copies are the places at which a name is printed: receipts and slips come in two
// copies on one page, and one of them may say more.
func (x *extractor) copies(name *candidate) []candidate {
	out := []candidate{*name}
	for i := range x.candidates {
		c := &x.candidates[i]
		if c.field == name.field && c.value == name.value && len(c.tokens) > 0 && !slices.ContainsFunc(out, func(o candidate) bool { return o.tokens[0] == c.tokens[0] }) {
			out = append(out, *c)
		}
	}
	return out
}

// standsWithCopy tells whether a value stands with a name wherever that is printed.
func (x *extractor) standsWithCopy(name *candidate, value []int32) bool {
	return slices.ContainsFunc(x.copies(name), func(c candidate) bool { return x.standsWith(&c, value) })
}

// standsWith tells whether a value stands right of a name or under it, or follows it
// in a sentence.
func (x *extractor) standsWith(name *candidate, value []int32) bool {
	last, first := int(name.tokens[len(name.tokens)-1]), int(value[0])
	a, v := x.sheet.Box(int(name.tokens[0]), last), x.sheet.Box(first, int(value[len(value)-1]))
	if x.sheet.Tokens[last].Page != x.sheet.Tokens[first].Page {
		return false
	}
	if d := first - last; d > 0 && d <= soon && x.sameBlock(last, first) {
		return true
	}
	line := x.sheet.Box(last, last)
	size := line.Height()
	right := beside(line, v) && v.Left >= line.Right-1
	under := v.Top >= a.Bottom-0.3*size && v.Top-a.Bottom < 1.8*size && v.Left < a.Right+4*size && v.Right > a.Left-4*size
	return right || under
}

func (x *extractor) sameBlock(a, b int) bool {
	return x.sheet.Cells[x.sheet.Tokens[a].Cell].Block == x.sheet.Cells[x.sheet.Tokens[b].Cell].Block
}
