package nearby

import (
	"strings"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
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
	zones
)

// How many words of a zone count: those of a label, and the next few of a sentence.
const (
	mostNear   = 2
	mostBefore = 6
	mostCell   = 10
	mostBehind = 3
	mostForm   = 6
)

// sink takes what stands in a zone: words by their letters, marks whole.
type sink interface {
	word(zone int, fold string)
	mark(zone int, text string)
}

// gather hands over what stands around the tokens first to last.
func gather(x *labels.Labels, heads *headings, first, last int, to sink) {
	sheet := x.Sheet
	at := sheet.Tokens[first].Cell
	gatherBefore(sheet, first, to)
	row := sheet.Rows[sheet.Cells[at].Row].Cells
	for i, c := range row {
		if i > 0 && c == at {
			gatherCell(sheet, beside, row[i-1], to)
		}
	}
	if c := x.OverCell(at); c >= 0 {
		gatherCell(sheet, over, c, to)
		gatherCell(sheet, head, heads.of(at), to)
	}
	for i, n := last+1, 0; i < len(sheet.Tokens) && n < mostBehind && sheet.Cells[sheet.Tokens[i].Cell].Block == sheet.Cells[at].Block; i++ {
		if fold := sheet.Tokens[i].Fold; fold != "" {
			to.word(behind, fold)
			n++
		}
	}
	for _, name := range x.SectionsOf(sheet.Cells[at].Page, sheet.Box(first, last)) {
		to.mark(part, name)
	}
	gatherForm(sheet, first, last, to)
}

// gatherBefore hands over the words before a token, over the ends of the lines of its block.
func gatherBefore(sheet *layout.Sheet, first int, to sink) {
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
			to.word(before, t.Fold)
			continue
		}
		to.word(near, t.Fold)
		word := withoutDigits(t.Fold)
		if next != "" {
			to.mark(near, word+" "+next)
		}
		next = word
	}
}

func gatherCell(sheet *layout.Sheet, zone int, c int32, to sink) {
	cell := &sheet.Cells[c]
	for i, n := cell.First, 0; i < cell.Past && n < mostCell; i++ {
		if fold := sheet.Tokens[i].Fold; fold != "" {
			to.word(zone, fold)
			n++
		}
	}
}

// gatherForm hands over how a value is written, but none of its letters: whose name it is says nothing.
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
