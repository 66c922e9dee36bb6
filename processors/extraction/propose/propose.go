package propose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

func (x *Reader) Propose(c candidate.Value) {
	if f := x.Type.Fields[c.Field]; f.NamesSomebody() && len(c.Tokens) > 0 && shape.BetweenNames(x.Sheet.Tokens[c.Tokens[len(c.Tokens)-1]].Fold) {
		c.Score *= halfName
	}
	if len(c.Tokens) > 0 && x.Unticked(c.Tokens[0]) || x.partOfHouse(c) || x.ofLaw(c) || x.otherNumber(c) || x.Type.Fields[c.Field].Like == "company" && len(c.Tokens) == 1 && endsCompany(&x.Sheet.Tokens[c.Tokens[0]]) {
		return
	}
	if x.Proves(c.Field, c.Text) && !c.Checked {
		c.Checked = true
	}
	ocr := len(c.Tokens) > 0 && x.Sheet.Tokens[c.Tokens[0]].OCR
	value, share := x.Type.Vocabularies[c.Field].Correct(c.Text, ocr)
	if ocr && strings.HasPrefix(x.Type.Fields[c.Field].From, "bank_name(") {
		value = lexicon.SpacedBank(value)
	}
	c.Repaired = c.Repaired || value != c.Text
	c.Text, c.Score = value, c.Score*share
	if masks := x.Type.Fields[c.Field].Mask; ocr && !shape.FitsMask(masks, c.Text) && layout.HasDigit(c.Text) {
		if mended := pattern.ToMask(masks, c.Text); mended != "" { // "0sP" is 05P
			c.Text, c.Repaired = mended, true
		}
	}
	if c.Score >= candidate.Least && c.Text != "" && shape.FitsMask(x.Type.Fields[c.Field].Mask, c.Text) {
		x.Found = append(x.Found, c)
	}
}

// ProposeRegion proposes what a region holds of a field.
func (x *Reader) ProposeRegion(field int, g region.Region, score float64) {
	if f := x.Type.Fields[field]; recognise.Typed(f.Kind) {
		x.proposeTyped(field, f, g, score)
	} else {
		x.proposeText(field, f, g, score)
	}
}

// proposeTyped proposes the first value of the field's kind in a region; words
// before it make it less likely.
func (x *Reader) proposeTyped(field int, f catalogue.Field, g region.Region, score float64) {
	v, ok := recognise.First(f.Kind, g.Run)
	if !ok && source.TaxNumber(f.Kind) {
		g.Run = x.overLineEnd(g.Run)
		if v, ok = recognise.First(f.Kind, g.Run); !v.Checked {
			return
		}
	}
	if f.Kind == catalogue.Month {
		v, ok = shape.WholeMonth(g.Run, v, ok)
	}
	if f.Kind == catalogue.Digits && len(f.Mask) > 0 && !(ok && shape.FitsMask(f.Mask, v.Text)) {
		if whole, found := grouped(g.Run, f.Mask); found {
			v, ok = whole, true
		}
	}
	if ok && f.Kind == catalogue.Digits && len(f.Mask) == 0 {
		v = inThrees(g.Run, v)
	}
	if ok && f.Kind == catalogue.Code && f.Like == "line" {
		v = x.wholeCode(g.Run, v)
	}
	if !ok {
		return
	}
	lead := 0
	for i := range v.First {
		if t := g.Run.Token(i); t.Fold != "" && !lexicon.Currency(t.Fold) && !ordinalSigns[t.Fold] {
			lead++
		}
	}
	if lead > 1 && (!source.Strong(f.Kind) || x.SaysOn(g.Run, v)) {
		return
	}
	score *= v.Score * float64(10-min(lead, 6)) / 10
	x.Propose(candidate.Value{Field: field, Tokens: slices.Clone(g.Run.Index[v.First : v.Last+1]), Text: shape.Form(f, v.Text), Score: score,
		Checked: v.Checked, Repaired: v.Repaired, How: candidate.FromLabel, Place: g.Place})
}

// upToSentence ends a value of a few words within running text with its sentence: "Do que se trata: verbas rescisórias. Quem está
// no processo: Ana Lima".
func (x *Reader) upToSentence(f catalogue.Field, r recognise.Run) recognise.Run {
	if f.Kind != catalogue.String || f.NamesSomebody() || f.IsAddress() || r.Len() == 0 || !x.OfText(x.Sheet.Tokens[r.Index[0]].Cell) {
		return r
	}
	return r.Before(1, func(i int) bool {
		last := int(r.Index[i-1])
		return int(r.Index[i]) == last+1 && len(r.Token(i-1).Fold) > longestShort && x.Flow().SentenceEnd(last, len(x.Sheet.Tokens))
	})
}

const longestShort = 4 // letters of a word that may be cut short

// overLineEnd goes on with a number that a narrow column broke at its dash: "65.326.365/0001-" over "56".
func (x *Reader) overLineEnd(r recognise.Run) recognise.Run {
	last := r.Token(r.Len() - 1)
	under := x.CellUnder(last.Cell)
	if !strings.HasSuffix(last.Text, "-") || under < 0 || x.Boundary(x.Sheet.Cells[under].First) {
		return r
	}
	return x.Run(append(slices.Clone(r.Index), int32(x.Sheet.Cells[under].First)))
}

// wholeCode is a code printed in several groups: all of the first cell.
func (x *Reader) wholeCode(r recognise.Run, v recognise.Value) recognise.Value {
	cell := x.FirstCell(r)
	first, last := cell.Trim(0, cell.Len()-1)
	if v.Last > last {
		return v
	}
	return recognise.Value{First: first, Last: last, Text: recognise.CodeForm(shape.Clean(cell.Text(first, last))), Score: v.Score}
}

const longNumber = 6 // words of a number with its parts, at most

// proposeText proposes the string of a region.
func (x *Reader) proposeText(field int, f catalogue.Field, g region.Region, score float64) {
	if g.Place == catalogue.Right {
		g.Run = x.upToSentence(f, g.Run)
	}
	if run, options := x.Ticked(x.AllOptions(g.Run)); options && f.Kind == catalogue.String {
		if g.Run = run; run.Len() == 0 {
			return
		}
	}
	if g.Place == catalogue.Right && f.Kind == catalogue.String && f.Lines <= 1 {
		g.Run = x.FirstCell(g.Run)
	}
	if f.Kind == catalogue.Enum || f.Kind == catalogue.Bool {
		x.proposeMeaning(field, g, score)
		return
	}
	if f.Kind == catalogue.String && g.Place == catalogue.Above {
		g.Run = x.FromAbove(f, g.Run)
	}
	first, last, fit := shape.Cut(f, x.Type.Stops[field], g.Run)
	if fit == 0 {
		return
	}
	run := x.Run(g.Run.Index[first : last+1])
	if f.Kind == catalogue.String && g.Place != catalogue.Above {
		run = x.Whole(f, x.Type.Stops[field], run)
	}
	if f.Like == "name" && x.allKnown(run) {
		return // a heading, or another label
	}
	if f.Like == "number" && (source.Money(run.Text(0, 0)) || run.Len() > longNumber) {
		return // a sum, or a sentence
	}
	if _, day := recognise.Whole(catalogue.Date, run); day && f.Like == "number" {
		return
	}
	run = toMask(f, x.beforeClosing(f, x.withinQuotes(f, run)))
	value := shape.Clean(run.Text(0, run.Len()-1))
	if f.Kind != catalogue.String && f.Kind != catalogue.Text || value == "" || strings.Trim(value, "*-_. x/") == "" {
		return
	}
	x.Propose(candidate.Value{Field: field, Tokens: slices.Clone(run.Index), Text: shape.Form(f, value), Score: score * fit, How: candidate.FromLabel, Place: g.Place})
}

// Proves reports whether a number has right check digits by the rule that its field names.
func (x *Reader) Proves(field int, value string) bool {
	rule := x.Type.Fields[field].Check
	if rule == "" {
		return false
	}
	right, _ := checkdigit.Verify(rule, value)
	return right
}

// toMask cuts what OCR made of the rule behind a value where the rest has one of the forms
// that the value may have.
func toMask(f catalogue.Field, r recognise.Run) recognise.Run {
	if f.Kind != catalogue.String || len(f.Mask) == 0 || !r.Token(0).OCR {
		return r
	}
	for n := r.Len(); n > 0; n-- {
		if shape.FitsMask(f.Mask, shape.Clean(r.Text(0, n-1))) {
			return recognise.Run{Sheet: r.Sheet, Index: r.Index[:n]}
		}
	}
	return r
}

// grouped is the first number of a form that is printed in groups: "12 34 56 - 78".
func grouped(r recognise.Run, masks []string) (recognise.Value, bool) {
	for first := range r.Len() {
		digits := ""
		for last := first; last < r.Len() && strings.Trim(r.Token(last).Text, "0123456789.-–/") == ""; last++ {
			digits += r.Token(last).Fold
			ends := last+1 == r.Len() || !layout.OnlyDigits(r.Token(last+1).Text)
			if ends && r.Token(first).Fold != "" && shape.FitsMask(masks, digits) {
				return recognise.Value{First: first, Last: last, Text: digits, Score: candidate.Placed}, true
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
		if t.Cell != r.Token(v.Last).Cell || len(t.Text) != len(v.Text) || !layout.OnlyDigits(t.Text) {
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
