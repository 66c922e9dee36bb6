// Package record takes apart lists that are printed as a line of text an entry, such as
// "ITSA4: 400 units, position before 0,00, position now 4.120,00".
//
// In comes a laid-out document; out go the lists, their entries and the pieces of each: values
// by the kinds that are asked for, with the words that stand before and behind each, and other
// words. What the words mean, and which value is of which column, is the caller's.
package record

import (
	"regexp"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Piece is a value or some words of an entry: tokens First to Last.
type Piece struct {
	First, Last int
	Kind        catalogue.Kind // of a value; String for words
	Value       recognise.Value
	Opened      bool // it stands in brackets, or behind a value without a mark between
	Leads       bool // words that the next value follows, at most a colon between
}

// Entry is the pieces of one entry.
type Entry []Piece

const (
	fewestTokens  = 3
	fewestEntries = 2
	mostTokens    = 60 // of an entry
)

// Find lists the lists of a document. goesOn reports whether the words at the start of a line
// go on with those of the line before.
func Find(sheet *layout.Sheet, kinds []catalogue.Kind, goesOn func(token int) bool) [][]Entry {
	var out [][]Entry
	var list []Entry
	end := func() {
		if len(list) >= fewestEntries {
			out = append(out, list)
		}
		list = nil
	}
	block, marked := int32(-1), false
	for c := 0; c < len(sheet.Cells); {
		cell := &sheet.Cells[c]
		past := entryPast(sheet, c, goesOn)
		first, mark := pastMark(sheet, cell.First, sheet.Cells[past-1].Past)
		e := cut(sheet, first, sheet.Cells[past-1].Past, kinds)
		if cell.Block != block && !(marked && mark) || len(sheet.Rows[cell.Row].Cells) > 1 || values(e) == 0 || len(list) > 0 && marked != mark {
			end()
		}
		block, marked = cell.Block, mark
		if values(e) > 0 && len(sheet.Rows[cell.Row].Cells) == 1 && sheet.Cells[past-1].Past-first >= fewestTokens && sheet.Cells[past-1].Past-first <= mostTokens {
			list = append(list, e)
		}
		c = past
	}
	end()
	return out
}

// entryPast is behind the last line of the entry that begins with a cell.
func entryPast(sheet *layout.Sheet, c int, goesOn func(int) bool) int {
	past := c + 1
	for past < len(sheet.Cells) && sheet.Cells[past].Block == sheet.Cells[c].Block && len(sheet.Rows[sheet.Cells[past].Row].Cells) == 1 && goesOn(sheet.Cells[past].First) {
		if _, mark := pastMark(sheet, sheet.Cells[past].First, sheet.Cells[past].Past); mark {
			break
		}
		if last := sheet.Tokens[sheet.Cells[past].First-1].Text; strings.HasSuffix(last, ";") {
			break
		}
		past++
	}
	return past
}

// number is what entries are numbered with.
var number = regexp.MustCompile(`^(\d{1,2}[.):ºª]+|[IVX]{1,5}[.):]*|[a-z][.)])$`)

// pastMark is the token behind the bullet or number of an entry.
func pastMark(sheet *layout.Sheet, first, past int) (int, bool) {
	i := first
	if number.MatchString(sheet.Tokens[i].Text) {
		i++
	}
	for i < past-1 && sheet.Tokens[i].Fold == "" {
		i++
	}
	return i, i > first
}

func values(e Entry) int {
	n := 0
	for _, p := range e {
		if p.Kind != catalogue.String {
			n++
		}
	}
	return n
}

// cut takes the tokens of an entry apart.
func cut(sheet *layout.Sheet, first, past int, kinds []catalogue.Kind) Entry {
	var e Entry
	words := -1 // the first token of the words that are open
	flush := func(last int, leads bool) {
		if words >= 0 && last >= words {
			e = append(e, Piece{First: words, Last: last, Kind: catalogue.String, Leads: leads, Opened: strings.HasPrefix(sheet.Tokens[words].Text, "(") || words > first && len(e) > 0 && e[len(e)-1].Kind != catalogue.String && e[len(e)-1].Last == words-1 && !endsPiece(sheet.Tokens[words-1].Text)})
		}
		words = -1
	}
	for i := first; i < past; i++ {
		if v, kind, ok := valueAt(sheet, i, past, kinds); ok {
			flush(i-1, true)
			e = append(e, Piece{First: i, Last: i + v.Last, Kind: kind, Value: v})
			i += v.Last
			continue
		}
		text := sheet.Tokens[i].Text
		if sheet.Tokens[i].Fold == "" {
			if strings.Trim(text, "-–—•·|/") == "" {
				flush(i-1, false)
			}
			continue
		}
		if strings.HasPrefix(text, "(") {
			flush(i-1, false)
		}
		if words < 0 {
			words = i
		}
		if endsPiece(text) {
			flush(i, strings.HasSuffix(text, ":") && beginsValue(sheet, i+1, past, kinds))
		}
	}
	flush(past-1, false)
	return e
}

func beginsValue(sheet *layout.Sheet, i, past int, kinds []catalogue.Kind) bool {
	if i >= past {
		return false
	}
	_, _, ok := valueAt(sheet, i, past, kinds)
	return ok
}

// endsPiece reports whether a word ends the words of a piece.
func endsPiece(text string) bool { return strings.ContainsAny(text[len(text)-1:], ",;:)") }

const longestCount = 9 // digits and marks of a number of things; longer ones number something

// valueAt reads the value of one of the kinds that begins at a token.
func valueAt(sheet *layout.Sheet, i, past int, kinds []catalogue.Kind) (recognise.Value, catalogue.Kind, bool) {
	const most = 12
	r := recognise.Run{Sheet: sheet}
	for k := i; k < min(past, i+most); k++ {
		r.Index = append(r.Index, int32(k))
	}
	for _, kind := range kinds {
		if kind == catalogue.Percent && !strings.Contains(sheet.Tokens[i].Text, "%") && (i+1 >= past || sheet.Tokens[i+1].Text != "%") {
			continue
		}
		if v, ok := recognise.At(kind, r, 0); ok && (v.Score > 0.5 || v.Checked) && (kind != catalogue.Decimal && kind != catalogue.Integer || len(v.Text) <= longestCount) {
			return v, kind, true
		}
	}
	return recognise.Value{}, "", false
}
