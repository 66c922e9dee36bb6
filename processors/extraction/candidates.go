package extraction

import (
	"regexp"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/valuebox"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// candidate is one possible value of a field.
type candidate struct {
	field    int
	tokens   []int32 // where it stands, in reading order; empty: read from a barcode or derived
	value    string  // normal form
	key      string  // the same without regard to case and accents
	score    float64
	odds     float64 // log odds that it is right
	checked  bool
	repaired bool
	others   bool // it stands with the name of somebody else
	how      provenance
	place    catalogue.Place
}

const least = 0.3 // candidates below this are worse than nothing

func (x *extractor) propose(c candidate) {
	if f := x.plan.typ.Fields[c.field]; f.Kind == catalogue.String && len(c.tokens) == 1 && !shape.FitsMask(f.Mask, c.value) {
		if text := pattern.Masked(f.Mask, &x.sheet.Tokens[c.tokens[0]]); text != "" {
			c.value, c.repaired = text, true
		}
	}
	if f := x.plan.typ.Fields[c.field]; (f.Like == "name" || f.Like == "company") && len(c.tokens) > 0 && shape.BetweenNames(x.sheet.Tokens[c.tokens[len(c.tokens)-1]].Fold) {
		c.score *= halfName
	}
	if x.partOfHouse(c) || x.ofLaw(c) || x.plan.typ.Fields[c.field].Like == "company" && len(c.tokens) == 1 && endsCompany(&x.sheet.Tokens[c.tokens[0]]) {
		return
	}
	if x.proves(c.field, c.value) && !c.checked {
		c.checked, c.score = true, min(c.score*1.1, 1)
	}
	value, share := x.plan.vocabularies[c.field].correct(c.value, len(c.tokens) > 0 && x.sheet.Tokens[c.tokens[0]].OCR)
	c.repaired = c.repaired || value != c.value
	c.value, c.score = value, c.score*share
	if c.score >= least && c.value != "" && shape.FitsMask(x.plan.typ.Fields[c.field].Mask, c.value) {
		x.candidates = append(x.candidates, c)
	}
}

// partOfHouse reports whether a name or an address is but the end of an address: "Galpão 3".
func (x *extractor) partOfHouse(c candidate) bool {
	like := x.plan.typ.Fields[c.field].Like
	if like != "company" && like != "name" && like != "address" || len(c.tokens) != 2 {
		return false
	}
	first, second := &x.sheet.Tokens[c.tokens[0]], &x.sheet.Tokens[c.tokens[1]]
	return address.OfHouse(first.Fold) && layout.HasDigit(second.Text) && len(second.Fold) <= 4
}

// otherYear tells whether a label that names a year names the wrong one.
func (x *extractor) otherYear(s *spot, r ref) bool {
	if r.year == 0 || s.year == 0 || x.early == x.late {
		return false
	}
	return r.year < 0 && s.year != x.early || r.year > 0 && s.year != x.late
}

// strong are the kinds whose form alone tells whether a region holds the value.
func strong(k catalogue.Kind) bool {
	switch k {
	case catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ, catalogue.Date, catalogue.Money, catalogue.CEP, catalogue.Month:
		return true
	}
	return false
}

// votePlaces learns from the values that cannot be mistaken whether this document
// prints values beside or below their labels, or over them.
func (x *extractor) votePlaces() {
	right, below, above := 1.0, 1.0, 0.0
	for i := range x.spots {
		s := &x.spots[i]
		if s.quality < 0.75 || s.colon {
			continue
		}
		for _, r := range s.refs {
			if r.role != fieldLabel || !votesForCaptions(x.plan.typ.Fields[r.field].Kind) {
				continue
			}
			kind := x.plan.typ.Fields[r.field].Kind
			a, okA := x.rightOf(s)
			b, okB := x.below(s, 1)
			okA = okA && holds(kind, a.run)
			okB = okB && holds(kind, b.run)
			if okA && !okB && strong(kind) {
				right++
			} else if okB && !okA && strong(kind) {
				below++
			} else if !okA && x.overLabel(s, kind) {
				above++
			}
			break
		}
	}
	x.rightVote = right / (right + below)
	if x.captions = above >= captionVotes && above > right+below-2; x.captions {
		x.placeSections(x.captionLine)
	}
}

func holds(kind catalogue.Kind, r recognise.Run) bool {
	_, ok := recognise.First(kind, r)
	return ok
}

// readLabels proposes what stands beside, below and above each field's labels.
func (x *extractor) readLabels() {
	for i := range x.spots {
		s := &x.spots[i]
		for _, r := range s.refs {
			if r.role != fieldLabel || x.otherYear(s, r) || x.balances[s] || x.joint[s] {
				continue
			}
			f := x.plan.typ.Fields[r.field]
			if !x.labelInScope(f, s, r) || f.Kind == catalogue.List {
				continue
			}
			x.readLabel(s, r.field, f)
		}
	}
}

// labelInScope reports whether a label holds in the part of the document where it stands.
func (x *extractor) labelInScope(f catalogue.Field, s *spot, r ref) bool {
	if r.owner != "" {
		return x.ownedBy(r.owner, f, s) && !within(s.sections, f.NotIn)
	}
	return x.inScope(f, s) || x.namesOwner(s, f)
}

// namesOwner reports whether a label says itself whose attribute it is: "Nome do paciente" is his
// in the part of the clinic, too.
func (x *extractor) namesOwner(s *spot, f catalogue.Field) bool {
	owner, ok := x.plan.owners[f.Of]
	return ok && slices.ContainsFunc(x.reading.Parses(s.first, s.last, 0), func(parts []meaning.Part) bool {
		fit, _ := owner.Fit(parts)
		return fit.Owner && slices.ContainsFunc(parts, x.reading.Attribute)
	})
}

func (x *extractor) inScope(f catalogue.Field, s *spot) bool {
	if len(f.In) > 0 && !within(s.sections, f.In) {
		return false
	}
	return len(f.NotIn) == 0 || !within(s.sections, f.NotIn)
}

func (x *extractor) readLabel(s *spot, field int, f catalogue.Field) {
	typed := recognise.Typed(f.Kind)
	quality := s.quality
	if quality < 0.5 && !strong(f.Kind) {
		return
	}
	if s.boxed() && typed && !slices.ContainsFunc(x.regions(s, f), func(g region) bool { return holds(f.Kind, g.run) }) {
		free := *s
		free.in = valuebox.Set{} // a heading on a panel, or a box drawn around something else
		s = &free
	}
	quality *= 0.94 + 0.06*min(float64(len(foldedText(x.sheet, s.first, s.last)))/14, 1)
	for _, g := range x.regions(s, f) {
		if f.Kind == catalogue.Money && g.place == catalogue.Below {
			g = x.footed(s, g)
		}
		score := g.score * quality
		g.run = shape.WithoutLeaders(g.run)
		x.readShared(s, field, g, score)
		if typed {
			g.run = x.wholeNumber(g.run)
			x.proposeTyped(field, f, g, score)
			continue
		}
		x.proposeText(field, f, g, score)
	}
}

func foldedText(sheet *layout.Sheet, first, last int) string {
	var b strings.Builder
	for i := first; i <= last; i++ {
		b.WriteString(sheet.Tokens[i].Fold)
	}
	return b.String()
}

// regions are the places of a field's value around a label, weighed by what the
// entry allows and what this document does elsewhere.
func (x *extractor) regions(s *spot, f catalogue.Field) []region {
	lines := 1
	if f.Kind == catalogue.Text {
		lines = 40
	} else if f.Lines > 1 {
		lines = f.Lines
	}
	if s.paired && lines == 1 && allows(f, catalogue.Below) {
		return x.inRow(s)
	}
	out := x.besideRegions(s, f)
	if g, ok := x.below(s, lines); ok && allows(f, catalogue.Below) {
		if k := len(out) - 1; k >= 0 && s.in.Alone && s.starts && !s.colon && x.sheet.Tokens[out[k].run.Index[0]].Cell == s.cell {
			out[k].score *= labelTail
		}
		out = append(out, x.weighBelow(s, f, g, len(out) == 0))
	}
	if g, ok := x.above(s, 1); ok && allows(f, catalogue.Above) {
		out = append(out, g)
	}
	if len(f.Place) == 0 && x.captioned(s) {
		out = x.byCaptions(s, lines, out)
	}
	for i := range out {
		if lines > 1 && out[i].place == catalogue.Right {
			out[i].run = x.onward(out[i].run, lines)
			if f.Like == "name" {
				out[i].run = x.beforeFigures(out[i].run)
			}
		}
	}
	return out
}

// allows reports whether an entry has the values of a field at that place of their labels.
func allows(f catalogue.Field, p catalogue.Place) bool {
	return len(f.Place) == 0 && p != catalogue.Above || slices.Contains(f.Place, p)
}

// besideRegions are the places right of a label.
func (x *extractor) besideRegions(s *spot, f catalogue.Field) []region {
	var out []region
	g, ok := x.rightOf(s)
	if upper, whole := x.besideUpper(s); whole && (f.Lines > 1 || !ok) {
		g, ok = upper, true
	}
	if allows(f, catalogue.Right) && strong(f.Kind) && (!ok || !holds(f.Kind, g.run)) {
		if tail, ok := x.pastTail(s, f.Kind); ok {
			out = append(out, tail)
		}
	}
	if ok && allows(f, catalogue.Right) {
		switch sameCell := x.sheet.Tokens[g.run.Index[0]].Cell == s.cell; {
		case s.boxed(), s.colon: // where else the document has its values says nothing
		case sameCell:
			g.score *= 0.75 + 0.25*x.rightVote
		default:
			g.score *= 0.55 + 0.45*x.rightVote
		}
		out = append(out, g)
	}
	if upper, found := x.besideUpper(s); found && f.Kind == catalogue.Enum {
		upper.score *= 0.95
		out = append(out, upper) // the digit in the frame beside "0 - Entrada" over "1 - Saída"
	}
	return out
}

// weighBelow weighs the place under a label; only tells that nothing stands beside it.
func (x *extractor) weighBelow(s *spot, f catalogue.Field, g region, only bool) region {
	switch {
	case s.colon && s.ends && only && (f.Kind == catalogue.Text):
		g.score *= 0.85 // a question of a form, and the answer on the lines under it
	case s.boxed() && (only || s.in.Alone):
		g.score = min(g.score+0.05, 1)
	case s.colon:
		g.score *= 0.6
	default:
		g.score *= 0.55 + 0.45*(1-x.rightVote)
	}
	if f.Like == "name" || f.Like == "company" {
		g.run = x.beforeOtherBox(s, g.run)
	}
	return g
}

// labelTail is what is left of the score of words behind a label, on its line, that has a
// box of its own with more lines: they are the rest of the label.
const labelTail = 0.6

// onward goes on with the lines of the block after a run, up to the next label.
func (x *extractor) onward(r recognise.Run, lines int) recognise.Run {
	index := slices.Clone(r.Index)
	for i := int(index[len(index)-1]) + 1; i < len(x.sheet.Tokens); i++ {
		if x.sheet.BlockStart(i) || x.boundary(i) {
			break
		}
		if x.sheet.LineStart(i) {
			if lines--; lines <= 0 || x.underLabel(x.sheet.Tokens[i].Cell) {
				break
			}
		}
		index = append(index, int32(i))
	}
	return x.run(index)
}

// underLabel tells whether a label stands left of a cell on its line that has no value
// in its own cell, nor in one between: the line is that label's.
func (x *extractor) underLabel(cell int32) bool {
	waiting := false
	for _, c := range x.sheet.Rows[x.sheet.Cells[cell].Row].Cells {
		if c == cell {
			break
		}
		waiting = x.boundary(x.sheet.Cells[c].First)
	}
	return waiting
}

// proposeTyped proposes the first value of the field's kind in a region; words
// before it make it less likely.
func (x *extractor) proposeTyped(field int, f catalogue.Field, g region, score float64) {
	v, ok := recognise.First(f.Kind, g.run)
	if f.Kind == catalogue.Month {
		v, ok = shape.WholeMonth(g.run, v, ok)
	}
	if f.Kind == catalogue.Digits && len(f.Mask) > 0 && !(ok && shape.FitsMask(f.Mask, v.Text)) {
		if whole, found := grouped(g.run, f.Mask); found {
			v, ok = whole, true
		}
	}
	if ok && f.Kind == catalogue.Digits && len(f.Mask) == 0 {
		v = inThrees(g.run, v)
	}
	if ok && f.Kind == catalogue.Code && f.Like == "line" {
		v = x.wholeCode(g.run, v)
	}
	if !ok {
		return
	}
	lead := 0
	for i := range v.First {
		if t := g.run.Token(i); t.Fold != "" && t.Fold != "rs" && t.Fold != "no" {
			lead++
		}
	}
	if lead > 1 && (!strong(f.Kind) || x.saysOn(g.run, v)) {
		return
	}
	score *= v.Score * (1 - 0.12*float64(min(lead, 6)))
	if v.Checked {
		score = min(score*1.1, 1)
	}
	x.propose(candidate{field: field, tokens: slices.Clone(g.run.Index[v.First : v.Last+1]), value: shape.Form(f, v.Text), score: score,
		checked: v.Checked, repaired: v.Repaired, how: fromLabel, place: g.place})
}

// saysOn tells whether a sentence goes on behind a value: "Juros de mora de R$ 1,42 por
// dia de atraso" is no sum of interest.
func (x *extractor) saysOn(r recognise.Run, v recognise.Value) bool {
	if v.Last+1 >= r.Len() || r.Token(v.Last+1).Cell != r.Token(v.Last).Cell {
		return false
	}
	return r.Token(0).Small() && r.Token(v.Last+1).Small() && len(r.Token(v.Last+1).Fold) > 1
}

// grouped is the first number of a form that is printed in groups: "12 34 56 - 78".
func grouped(r recognise.Run, masks []string) (recognise.Value, bool) {
	for first := range r.Len() {
		digits := ""
		for last := first; last < r.Len() && strings.Trim(r.Token(last).Text, "0123456789.-–/") == ""; last++ {
			digits += r.Token(last).Fold
			ends := last+1 == r.Len() || strings.Trim(r.Token(last+1).Text, "0123456789") != ""
			if ends && r.Token(first).Fold != "" && shape.FitsMask(masks, digits) {
				return recognise.Value{First: first, Last: last, Text: digits, Score: 0.9}, true
			}
		}
	}
	return recognise.Value{}, false
}

// inThrees is a long number printed in groups of as many digits, whole: "135 250 123 456 789".
func inThrees(r recognise.Run, v recognise.Value) recognise.Value {
	const fewest = 3 // groups: fewer may be numbers of their own
	last, text := v.Last, v.Text
	for ; last+1 < r.Len(); last++ {
		t := r.Token(last + 1)
		if t.Cell != r.Token(v.Last).Cell || len(t.Text) != len(v.Text) || strings.Trim(t.Text, "0123456789") != "" {
			break
		}
		text += t.Text
	}
	if v.First != v.Last || last-v.First+1 < fewest || len(v.Text) < 3 {
		return v
	}
	v.Last, v.Text = last, text
	return v
}

// wholeCode is a code printed in several groups: all of the first cell.
func (x *extractor) wholeCode(r recognise.Run, v recognise.Value) recognise.Value {
	cell := x.firstCell(r)
	first, last := cell.Trim(0, cell.Len()-1)
	if v.Last > last {
		return v
	}
	return recognise.Value{First: first, Last: last, Text: recognise.CodeForm(shape.Clean(cell.Text(first, last))), Score: v.Score}
}

// areaCode is what a telephone number begins with.
var areaCode = regexp.MustCompile(`^\(0?\d{2}\)`)

const longNumber = 6 // words of a number with its parts, at most

// proposeText proposes the string of a region.
func (x *extractor) proposeText(field int, f catalogue.Field, g region, score float64) {
	if g.place == catalogue.Right && f.Kind == catalogue.String && f.Lines <= 1 {
		g.run = x.firstCell(g.run)
	}
	for n := 0; n < 2 && f.Like == "address" && f.Lines <= 1 && x.streetGoesOn(g.run); n++ {
		g.run = x.onward(g.run, 2) // a street line that wraps
	}
	if f.Kind == catalogue.String && f.Lines <= 1 && g.place != catalogue.Above {
		g.run = x.wholeValue(f, g.run)
	}
	if f.Kind == catalogue.Enum || f.Kind == catalogue.Bool {
		x.proposeMeaning(field, g, score)
		return
	}
	if g.place == catalogue.Right && f.Like != "" && g.run.Len() > 1 && x.conjunction(g.run) {
		return
	}
	first, last, fit := shape.Cut(f, x.plan.stops[field], g.run)
	if fit == 0 {
		return
	}
	run := x.run(g.run.Index[first : last+1])
	if (f.Like == "name" || f.Like == "company") && g.place != catalogue.Above {
		run = x.wholeName(run, false)
	}
	if f.Like == "company" && g.place != catalogue.Above {
		run = x.wholeCompany(run)
	}
	if f.Like == "name" && x.allKnown(run) {
		return // a heading, or another label
	}
	if f.Like == "number" && (money(run.Text(0, 0)) || run.Len() > longNumber) {
		return // a sum, or a sentence
	}
	if f.Like == "number" && areaCode.MatchString(run.Token(0).Text) {
		return // a telephone
	}
	run = toMask(f, run)
	value := shape.Clean(run.Text(0, run.Len()-1))
	if f.Kind != catalogue.String && f.Kind != catalogue.Text || value == "" || strings.Trim(value, "*-_. x/") == "" {
		return
	}
	x.propose(candidate{field: field, tokens: slices.Clone(run.Index), value: shape.Form(f, value), score: score * fit, how: fromLabel, place: g.place})
}

// complements are the words that tell the part of a building, which stands behind
// its street and number.
var complements = map[string]bool{"apto": true, "apt": true, "apartamento": true, "ap": true, "bloco": true, "bl": true, "casa": true, "sala": true, "sl": true, "loja": true, "lj": true, "fundos": true,
	"lote": true, "lt": true, "quadra": true, "qd": true, "andar": true, "torre": true, "conjunto": true, "conj": true, "cj": true, "sobrado": true, "galpao": true, "edificio": true, "ed": true, "box": true}

// streetGoesOn tells whether a street line goes on in the next line of its block: it
// ends with a comma, a part of a building begins there, or it lacks its number in a
// narrow box.
func (x *extractor) streetGoesOn(r recognise.Run) bool {
	last := int(r.Index[r.Len()-1])
	if strings.HasSuffix(x.sheet.Tokens[last].Text, ",") {
		return true
	}
	if last+1 == len(x.sheet.Tokens) || !x.sheet.LineStart(last+1) || x.sheet.BlockStart(last+1) {
		return false
	}
	if complements[x.sheet.Tokens[last+1].Fold] || r.Len() > 1 && complements[x.sheet.Tokens[last].Fold] && layout.HasFigure(x.sheet.Tokens[last+1].Text) {
		return true
	}
	next := x.sheet.Cells[x.sheet.Tokens[last+1].Cell]
	digits := func(from, to int) bool {
		return slices.ContainsFunc(x.sheet.Tokens[from:to], func(t layout.Token) bool { return layout.HasFigure(t.Text) })
	}
	return r.Len() <= 3 && shape.Street(r.Token(0).Fold) && !digits(int(r.Index[0]), last+1) && digits(next.First, next.Past)
}

// firstCell keeps the part of a run that stands in its first cell.
func (x *extractor) firstCell(r recognise.Run) recognise.Run {
	cell := x.sheet.Tokens[r.Index[0]].Cell
	for i, t := range r.Index {
		if x.sheet.Tokens[t].Cell != cell {
			return x.run(r.Index[:i])
		}
	}
	return r
}

// readBoxes takes values apart that hold several fields.
func (x *extractor) readBoxes() {
	for i := range x.spots {
		s := &x.spots[i]
		for _, r := range s.refs {
			if r.role != boxLabel || s.quality < 0.5 {
				continue
			}
			b := x.plan.typ.Boxes[r.box]
			if !x.inScope(catalogue.Field{In: b.In, NotIn: b.NotIn}, s) {
				continue
			}
			for _, g := range x.regions(s, catalogue.Field{Kind: catalogue.String, Lines: 3}) {
				x.readBox(r.box, g, g.score*s.quality)
			}
		}
	}
}

func (x *extractor) readBox(box int, g region, score float64) {
	g.run = shape.WithoutLeaders(g.run)
	first, last := g.run.Index[0], g.run.Index[0]
	for _, t := range g.run.Index[1:] { // patterns run over the flow, so only a contiguous piece can be matched
		if t == last+1 { // what stands beside comes elsewhere in the flow
			last = t
		}
	}
	for k, p := range x.plan.boxes[box] {
		m, ok := p.Within(x.flow(), int(first), int(last)+1)
		if !ok {
			continue
		}
		for _, slot := range m.Slots {
			x.proposeSlot(x.plan.index[slot.Name], slot, score*(1-0.02*float64(k)), fromLabel)
		}
		return
	}
}
