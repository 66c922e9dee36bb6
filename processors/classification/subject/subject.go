// Package subject finds what a document speaks of: payers, wages, quotas, a marriage.
//
// In comes a laid-out document; out go the subjects that its words name, whatever the
// wording, and where each stands: in a heading, as a label or anywhere. The words are
// data, in subjects.yaml. What a subject says about a type of document is not known here.
package subject

import (
	"strings"

	"lavra.dev/processors/text/layout"
)

// Mention is how a document speaks of one subject.
type Mention struct {
	Words   int  // times that it is named
	Label   bool // at the head of a cell, or before a colon
	Heading bool // in a heading at the top of the document
}

// Of tells how a document speaks of each subject, in the order of Names.
func Of(sheet *layout.Sheet) []Mention {
	l := theLexicon()
	out := make([]Mention, len(l.names))
	head := Headings(sheet)
	for i := range sheet.Tokens {
		fold := sheet.Tokens[i].Fold
		if fold == "" {
			continue
		}
		l.starting(fold, func(e *entry) {
			last, ok := e.matches(l, sheet, i)
			if !ok {
				return
			}
			m := &out[e.subject]
			m.Words++
			cell := &sheet.Cells[sheet.Tokens[i].Cell]
			m.Label = m.Label || cell.First == i || strings.HasSuffix(sheet.Tokens[last].Text, ":")
			m.Heading = m.Heading || head(cell)
		})
	}
	return out
}

// Names lists the subjects in a fixed order.
func Names() []string { return theLexicon().names }

// matches gives the last token of an entry whose first word stands at token i.
func (e *entry) matches(l *lexicon, sheet *layout.Sheet, i int) (last int, ok bool) {
	block := sheet.Cells[sheet.Tokens[i].Cell].Block
	for _, w := range e.rest {
		for skipped := 0; ; skipped++ {
			i++
			if i == len(sheet.Tokens) || sheet.Cells[sheet.Tokens[i].Cell].Block != block || skipped > mostSkipped {
				return 0, false
			}
			fold := sheet.Tokens[i].Fold
			if w.fits(fold) {
				break
			}
			if fold != "" && !l.small[fold] {
				return 0, false
			}
		}
	}
	return i, true
}

const (
	// Small words and marks that may stand between two words of an entry, as in
	// "imposto sobre a renda".
	mostSkipped = 2
	// Headings stand in the upper third of the first page and have few words: the
	// letterhead over them counts, what it says is of the issuer's trade.
	headingShare = 1.0 / 3
	headingWords = 14
	// Type this much larger than that of most words is a heading further down too.
	headingSize = 1.25
)

// Headings reports which cells are headings at the top of the document.
func Headings(sheet *layout.Sheet) func(*layout.Cell) bool {
	usual := usualSize(sheet)
	return func(c *layout.Cell) bool {
		if c.Page != 0 || c.Past-c.First > headingWords || len(sheet.Pages) == 0 {
			return false
		}
		large := c.Size > headingSize*usual
		return c.Top < headingShare*sheet.Pages[0].Height && (large || c.Row < firstRows) || large
	}
}

// firstRows is how many lines count as the head of a document in type of any size.
const firstRows = 4

// usualSize is the size of type of the middle word of the first page.
func usualSize(sheet *layout.Sheet) float64 {
	var counts [64]int
	words := 0
	for i := range sheet.Cells {
		if c := &sheet.Cells[i]; c.Page == 0 {
			counts[min(max(int(c.Size*2), 0), len(counts)-1)] += c.Past - c.First
			words += c.Past - c.First
		}
	}
	for size, n := range counts {
		if words -= 2 * n; words <= 0 {
			return (float64(size) + 0.5) / 2
		}
	}
	return float64(len(counts)) / 2
}
