package address

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
)

// Place is an address on a page: the run of its words and its parts within it.
type Place struct {
	Run recognise.Run
	Address
}

const (
	moreLines = 3   // of an address, below its first one
	lineGap   = 1.1 // font sizes between two lines of one address, at most
)

// Find lists the addresses that begin a cell of the page or stand behind a label in it. stops
// reports whether a token begins something else, such as a label; labelled whether it ends a
// label, so that an address may begin behind it.
func Find(sheet *layout.Sheet, stops, labelled func(token int) bool) []Place {
	var out []Place
	for c := range sheet.Cells {
		cell := &sheet.Cells[c]
		for i := cell.First; i < cell.Past; i++ {
			if i > cell.First && !labelled(i-1) && sheet.Tokens[i-1].Fold != "" {
				continue
			}
			r := recognise.Run{Sheet: sheet, Index: line(sheet, i, cell.Past, stops)}
			if r.Len() < 2 || !Begins(r, 0) {
				continue
			}
			r.Index = append(r.Index, below(sheet, c, stops)...)
			if p := (Place{r, Parse(r)}); p.numbered() {
				out = append(out, p)
			}
			break
		}
	}
	return out
}

// numbered reports whether the street has a number, or says that it has none.
func (p *Place) numbered() bool {
	for i := p.Street.First; i <= p.Street.Last; i++ {
		if Numbers(p.Run, i) {
			return true
		}
	}
	return false
}

// withoutNumber reports whether a word says that the house has no number.
func withoutNumber(r recognise.Run, i int) bool {
	return leads.numberless[r.Token(i).Fold] || r.Token(i).Fold == "s" && i+1 < r.Len() && (r.Token(i+1).Fold == "n" || r.Token(i+1).Fold == "no")
}

// line is the tokens from first on up to a stop.
func line(sheet *layout.Sheet, first, past int, stops func(int) bool) []int32 {
	var out []int32
	for i := first; i < past && (i == first || !stops(i)); i++ {
		out = append(out, int32(i))
	}
	return out
}

// below is the tokens of the lines on which an address goes on under a cell: of its block,
// at its left edge, and no street, label or other number.
func below(sheet *layout.Sheet, c int, stops func(int) bool) []int32 {
	var out []int32
	for n := 1; n <= moreLines && c+n < len(sheet.Cells); n++ {
		cell, above := &sheet.Cells[c+n], &sheet.Cells[c+n-1]
		if cell.Block != above.Block || cell.Top-above.Bottom > lineGap*above.Size || stops(cell.First) || !ofAddress(sheet, cell) {
			break
		}
		past := phone(sheet, cell)
		more := line(sheet, cell.First, past, stops)
		out = append(out, more...)
		if len(more) < past-cell.First {
			break
		}
	}
	return out
}

// ofAddress reports whether a line may be one of an address: it names no street, no label
// with a colon, no mail and no number but those of houses and postal codes.
func ofAddress(sheet *layout.Sheet, cell *layout.Cell) bool {
	r := recognise.Run{Sheet: sheet}
	for i := cell.First; i < phone(sheet, cell); i++ {
		r.Index = append(r.Index, int32(i))
	}
	if r.Len() == 0 {
		return false
	}
	if r.Len() > 1 && Begins(r, 0) && !leads.area[r.Token(0).Fold] && !leads.house[r.Token(0).Fold] {
		return false
	}
	words := 0
	for i := range r.Len() {
		t := r.Token(i)
		if strings.HasSuffix(t.Text, ":") && !lexicon.PostalCode(t.Fold) || strings.ContainsAny(t.Text, "@$%") {
			return false
		}
		if layout.HasDigit(t.Text) && len(t.Fold) > 5 {
			if _, ok := postalCode(r, i); !ok {
				return false
			}
		}
		if small(t.Text) && len(t.Fold) > 3 && !leads.house[t.Fold] {
			words++
		}
	}
	return words < 3
}

// phone is where a telephone is told in a line behind what is of the address, or its end.
func phone(sheet *layout.Sheet, cell *layout.Cell) int {
	for i := cell.First; i < cell.Past; i++ {
		if leads.phone[sheet.Tokens[i].Fold] {
			return i
		}
	}
	return cell.Past
}
