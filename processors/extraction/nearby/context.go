package nearby

import (
	"strings"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
)

// The zones around a value. A word means another thing in each of them.
const (
	near   = iota // the words right before it
	before        // those before them
	beside        // the cell on its left
	over          // the cell over it
	head          // the cell over its column
	behind        // the words behind it
	part          // the parts of the document that it stands in
	form          // how it is written itself
	own           // its own words
	means         // from here on what the words of the zones near to behind name
	Zones  = means + behind + 1
)

// How many words of a zone count: those of a label, and the next few of a sentence.
const (
	mostNear   = 2
	mostBefore = 6
	mostCell   = 10
	mostBehind = 3
	mostForm   = 6
	mostOwn    = 12
)

// sink takes what stands in a zone: words by their letters, marks whole.
type sink interface {
	word(zone int, fold string)
	concept(zone int, c meaning.Concept)
	mark(zone int, text string)
}

// gather hands over what stands around the tokens first to last.
func gather(x *labels.Labels, heads *headings, first, last int, to sink) {
	sheet := x.Sheet
	at := sheet.Tokens[first].Cell
	gatherBefore(x, first, to)
	if c := x.CellBefore(at); c >= 0 {
		gatherCell(x, beside, c, to)
	}
	if c := x.OverCell(at); c >= 0 {
		gatherCell(x, over, c, to)
		gatherCell(x, head, heads.of(at), to)
	}
	for i, n := last+1, 0; i < len(sheet.Tokens) && n < mostBehind && sheet.Cells[sheet.Tokens[i].Cell].Block == sheet.Cells[at].Block; i++ {
		if gatherWord(x, behind, i, to) {
			n++
		}
	}
	for _, name := range x.SectionsOf(sheet.Cells[at].Page, sheet.Box(first, last)) {
		to.mark(part, name)
	}
	gatherForm(sheet, first, last, to)
	for i := first; i <= min(last, first+mostOwn-1); i++ {
		if fold := sheet.Tokens[i].Fold; fold != "" && !layout.HasDigit(sheet.Tokens[i].Text) {
			to.word(own, fold)
		}
	}
}

// gatherBefore hands over the words before a token, over the ends of the lines of its block.
func gatherBefore(x *labels.Labels, first int, to sink) {
	sheet := x.Sheet
	here, next := &sheet.Tokens[first], ""
	for i, n := first-1, 0; i >= 0 && n < mostNear+mostBefore; i-- {
		t := &sheet.Tokens[i]
		if t.Page != here.Page || sheet.Cells[t.Cell].Block != sheet.Cells[here.Cell].Block {
			return
		}
		if t.Fold == "" {
			continue
		}
		if n++; n > mostNear {
			gatherWord(x, before, i, to)
			continue
		}
		gatherWord(x, near, i, to)
		word := withoutDigits(t.Fold)
		if next != "" {
			to.mark(near, word+" "+next)
		}
		next = word
	}
}

// gatherWord hands over a word and what the lexicon knows of it; a mark is none.
func gatherWord(x *labels.Labels, zone, token int, to sink) bool {
	fold := x.Sheet.Tokens[token].Fold
	if fold == "" {
		return false
	}
	to.word(zone, fold)
	x.Reading.Names(token, func(c meaning.Concept) { to.concept(zone, c) })
	return true
}

func gatherCell(x *labels.Labels, zone int, c int32, to sink) {
	cell := &x.Sheet.Cells[c]
	for i, n := cell.First, 0; i < cell.Past && n < mostCell; i++ {
		if gatherWord(x, zone, i, to) {
			n++
		}
	}
}

// gatherForm hands over how a value is written.
func gatherForm(sheet *layout.Sheet, first, last int, to sink) {
	var all strings.Builder
	for i := first; i <= min(last, first+mostForm-1); i++ {
		s := outline(sheet.Tokens[i].Text)
		to.mark(form, "one "+s)
		all.WriteString(s)
		all.WriteByte(' ')
	}
	to.mark(form, "all "+all.String())
	cell := &sheet.Cells[sheet.Tokens[first].Cell]
	if first == cell.First {
		to.mark(form, "starts")
	}
	if last == cell.Past-1 {
		to.mark(form, "ends")
	}
}

// outline writes a word as its runs of capitals and small letters, its digits and its marks: "R$" as "A$", "12/05" as "00/00".
func outline(text string) string {
	b := make([]byte, 0, len(text))
	for _, r := range text {
		k := byte('a')
		switch {
		case r >= '0' && r <= '9':
			b = append(b, '0')
			continue
		case strings.ContainsRune(".,/-:()$%", r):
			k = byte(r)
		case r >= 'A' && r <= 'Z' || r >= 'À' && r <= 'Þ':
			k = 'A'
		}
		if len(b) == 0 || b[len(b)-1] != k {
			b = append(b, k)
		}
	}
	return string(b)
}

// withoutDigits makes all numbers of a length one word.
func withoutDigits(fold string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '0'
		}
		return r
	}, fold)
}
