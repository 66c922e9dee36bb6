// Package label finds the words on a document that look like labels and say what is wanted,
// in whatever words they say it.
//
// In come a laid-out document, what its words may mean, and the meanings that are wanted,
// each under a number; out go the runs of words that have one of them, with what speaks for
// it. It does not look at values but for where they begin, and does not choose among labels
// that share words.
package label

import (
	"math/bits"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
)

// Match is a run of words that says what is wanted: tokens First to Last, in flow order.
type Match struct {
	First, Last int
	ID          int // of the meaning; Unwanted for a label that has none of them
	Form        Form
	Fit         meaning.Fit
	Nearly      bool // it has words that its meaning does not explain
}

// Unwanted is the number of labels that mean something which nobody wants.
const Unwanted = -1

// Form is how a run of words stands on the page.
type Form int

// The forms of a label.
const (
	BeforeColon Form = iota
	WholeCell
	BeforeValue // it begins its cell, and digits or a name follow
	InCell      // the same within a cell, behind a mark or a value
	Tight       // one of two in a cell
	InText      // in a sentence
)

// Set is the meanings that are wanted. It is immutable once made.
type Set struct {
	meanings  []meaning.Meaning
	ids       []int
	byConcept map[meaning.Concept][]int32
}

// Add enters a meaning under a number. Several may have the same.
func (s *Set) Add(m meaning.Meaning, id int) {
	if s.byConcept == nil {
		s.byConcept = map[meaning.Concept][]int32{}
	}
	at := int32(len(s.meanings))
	s.meanings, s.ids = append(s.meanings, m), append(s.ids, id)
	for _, c := range m.Concepts() {
		if !slices.Contains(s.byConcept[c], at) {
			s.byConcept[c] = append(s.byConcept[c], at)
		}
	}
}

// Find lists the labels on a sheet, cell by cell.
func (s *Set) Find(sheet *layout.Sheet, reading *meaning.Reading) []Match {
	f := finder{set: s, sheet: sheet, reading: reading}
	for c := 0; c < len(sheet.Cells); c++ {
		from := f.head(&sheet.Cells[c])
		if last, ok := f.twoLines(c); ok {
			c, from = c+1, last+1
		}
		f.cell(&sheet.Cells[c], from)
	}
	return f.found
}

type finder struct {
	set     *Set
	sheet   *layout.Sheet
	reading *meaning.Reading
	found   []Match
}

const mostWords = 12 // of a label, small words too

// cell adds the labels of a cell, from token i on.
func (f *finder) cell(cell *layout.Cell, i int) {
	for i < cell.Past {
		if !f.mayBegin(cell, i) {
			i++
			continue
		}
		if last, ok := f.labelAt(cell, i); ok {
			i = last + 1
			continue
		}
		i++
	}
}

// labelAt adds the label that begins with token i, if one does, and is its last token.
func (f *finder) labelAt(cell *layout.Cell, i int) (int, bool) {
	for _, run := range f.runs(cell, i) {
		if f.alternatives(i, run.last, run.form) || f.joint(cell, i, run.last, run.form) || f.match(cell, i, run.last, run.form) || run.form == WholeCell && f.tight(cell, i, run.last) {
			return run.last, true
		}
		if run.form <= WholeCell && i == f.head(cell) && f.nearly(i, run.last, run.form) {
			return run.last, true
		}
	}
	return 0, false
}

type run struct {
	last int
	form Form
}

// runs are the ways in which a label that begins with token i may end, the surest first.
func (f *finder) runs(cell *layout.Cell, i int) []run {
	past := min(cell.Past, i+mostWords)
	for k := i; k < past; k++ {
		if f.colon(cell, k) {
			return []run{{k, BeforeColon}}
		}
		if f.nameBegins(i, k) {
			return []run{{k - 1, f.within(cell, i)}, {past - 1, WholeCell}}
		}
		if layout.HasFigure(f.sheet.Tokens[k].Text) && !f.reading.Covered(k) {
			if k == i || f.sentence(cell) {
				return nil
			}
			return []run{{k - 1, f.within(cell, i)}}
		}
	}
	if past < cell.Past || i > f.head(cell) {
		return nil
	}
	return []run{{past - 1, WholeCell}}
}

// nameBegins reports whether a name begins at token k behind a label from token i on: the label's
// words end in small letters, "Nome ou denominação Boreal Ltda".
func (f *finder) nameBegins(i, k int) bool {
	return k > i+1 && layout.HasCapital(f.sheet.Tokens[i].Text) && f.reading.Covered(k-1) && !layout.HasCapital(f.sheet.Tokens[k-1].Text) && !f.reading.Filler(k-1) && layout.HasCapital(f.sheet.Tokens[k].Text) && !f.reading.Covered(k)
}

func (f *finder) within(cell *layout.Cell, i int) Form {
	if i == f.head(cell) {
		return BeforeValue
	}
	return InCell
}

// match adds what a run of words means: the meanings of which it names most, and Unwanted
// where it is one of something else.
func (f *finder) match(cell *layout.Cell, first, last int, form Form) bool {
	if f.dates(first, last) > 1 {
		return false // "Saldo em 31/12/2023 Saldo em 31/12/2024" are two labels
	}
	parses := f.reading.Parses(first, last, 0)
	from := len(f.found)
	f.named(parses, first, last, form)
	if len(f.found) == from && form <= WholeCell && first == f.head(cell) {
		f.named(f.reading.Parses(first, last, 1), first, last, form) // with a word that the lexicon does not have
	}
	if len(f.found) == from {
		f.both(first, last, form, parses)
	}
	return len(f.found) > from
}

// dates counts the words of a run that end with a year.
func (f *finder) dates(first, last int) int {
	n := 0
	for i := first; i <= last; i++ {
		if t := f.sheet.Tokens[i].Text; layout.HasDigit(t) && year.MatchString(t) {
			n++
		}
	}
	return n
}

// named adds the meanings of which the parts of a run of words name most.
func (f *finder) named(parses [][]meaning.Part, first, last int, form Form) bool {
	return f.best(parses, Match{First: first, Last: last, Form: form})
}

// best adds what a run of words means, the meanings of which its parts name most: all its words, or, where it means
// something but nearly, all but some that stand beside it.
func (f *finder) best(parses [][]meaning.Part, m Match) bool {
	best, from := 0, len(f.found)
	for _, parts := range parses {
		for _, k := range f.wanted(parts) {
			fit, ok := f.set.meanings[k].Fit(parts)
			if !ok || (fit.Extra != 0) != m.Nearly || fit.Terms == 0 && (m.Nearly || m.Form == InCell || fit.Unknown > 0) || !f.besides(fit, parts) {
				continue
			}
			n := weight(fit, parts) - mostParts*2*bits.OnesCount16(fit.Extra)
			if len(f.found) > from && n < best {
				continue
			}
			if len(f.found) == from || n > best {
				best, f.found = n, f.found[:from]
			}
			if m.ID, m.Fit = f.set.ids[k], fit; !slices.ContainsFunc(f.found[from:], func(o Match) bool { return o.ID == m.ID }) {
				f.found = append(f.found, m)
			}
		}
	}
	return len(f.found) > from
}

// joint adds the labels that share a box, where marks part the run into such as mean
// different things: "Cidade / UF".
func (f *finder) joint(cell *layout.Cell, first, last int, form Form) bool {
	from, start := len(f.found), first
	for k := first; k <= last+1; k++ {
		if k <= last && !partsLabels(&f.sheet.Tokens[k]) {
			continue
		}
		end := k
		if k <= last && f.sheet.Tokens[k].Fold != "" {
			end++ // a mark set close to the word before
		}
		if start == first && k > last || start >= end || !f.match(cell, start, end-1, form) || f.found[len(f.found)-1].ID == Unwanted {
			f.found = f.found[:from]
			return false
		}
		start = k + 1
	}
	return true
}

// alternatives adds the label that says one thing in two ways, parted by a mark: "Nome / Razão
// social".
func (f *finder) alternatives(first, last int, form Form) bool {
	parted := slices.ContainsFunc(f.sheet.Tokens[first:last], func(t layout.Token) bool { return partsLabels(&t) })
	return parted && f.named(f.reading.Parses(first, last, 0), first, last, form)
}

// tight adds the two labels of a cell whose words were taken for one label: headings of
// narrow columns, set close together.
func (f *finder) tight(cell *layout.Cell, first, last int) bool {
	from := len(f.found)
	for k := first; k < last; k++ {
		if f.reading.Known(k+1) && f.match(cell, first, k, Tight) && f.match(cell, k+1, last, Tight) {
			return true
		}
		f.found = f.found[:from]
	}
	return false
}

// both adds the two meanings of a run of words that share some of them, those that name
// most: "Local e UF da emissão".
func (f *finder) both(first, last int, form Form, parses [][]meaning.Part) {
	if !f.jointed(first, last) {
		return
	}
	best, from := 0, len(f.found)
	for _, parts := range parses {
		wanted := f.wanted(parts)
		for i, a := range wanted {
			fitA, ok := f.set.meanings[a].Fit(parts)
			if !ok || fitA.Terms == 0 || fitA.Extra == 0 {
				continue
			}
			for _, b := range wanted[i+1:] {
				fitB, ok := f.set.meanings[b].Fit(parts)
				n := weight(fitA, parts) + weight(fitB, parts)
				if !ok || fitB.Terms == 0 || n <= best || f.set.ids[a] == f.set.ids[b] || fitA.Extra&^fitB.Named != 0 || fitB.Extra&^fitA.Named != 0 {
					continue
				}
				best = n
				f.found = append(f.found[:from], Match{First: first, Last: last, ID: f.set.ids[a], Form: form, Fit: fitA}, Match{First: first, Last: last, ID: f.set.ids[b], Form: form, Fit: fitB})
			}
		}
	}
}

// jointed reports whether a run of words tells of two things together.
func (f *finder) jointed(first, last int) bool {
	for k := first; k < last; k++ {
		if f.reading.Joint(k) {
			return true
		}
	}
	return false
}

// attribute reports whether a run of words names an attribute of somebody or something.
func (f *finder) attribute(parses [][]meaning.Part) bool {
	return slices.ContainsFunc(parses, func(parts []meaning.Part) bool { return slices.ContainsFunc(parts, f.reading.Attribute) })
}

// weight orders the meanings of a run: the more of its words they name, the better, and
// the fewer the wordings that have them: "quem estuda" is rather the student than who studies.
func weight(fit meaning.Fit, parts []meaning.Part) int {
	words := 0
	for k, p := range parts {
		if fit.Named&(1<<k) != 0 {
			words += p.Last - p.First + 1
		}
	}
	return mostParts*(2*words-fit.Absorbed) - bits.OnesCount16(fit.Named)
}

const mostParts = 16 // of a run, more than any has

// wanted are the meanings that have a concept of one of the parts.
func (f *finder) wanted(parts []meaning.Part) []int32 {
	var out []int32
	for _, p := range parts {
		for _, c := range p.Concepts {
			for _, k := range f.set.byConcept[c] {
				if !slices.Contains(out, k) {
					out = append(out, k)
				}
			}
		}
	}
	return out
}
