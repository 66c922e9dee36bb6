// Package table reads the tables of a list: what their columns are, and which words
// make a row.
//
// In come a page layout, the labels that stand on it, what the printed lines say
// (a row, words to pass over, the end of the table) and the list with its
// columns; out go rows of cells with their words. Headings only name columns: what
// is a column is told by where its values stand, what a row is by the kinds of
// its values. Nothing here knows a document type or a word of a language, and
// nothing is chosen between tables and other ways to print a list.
package table

import (
	"encoding/binary"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Name is what a heading may name: a column of the list.
type Name struct {
	Column int
	Minus  bool // the column holds debits
}

// Label is a place where a label stands; without names it is one of something else.
type Label struct {
	First, Last int32 // tokens
	Names       []Name
	Sums        []Name // columns whose sum it names elsewhere: "Ganhos do mês"
	Colon       bool
}

// Mark is what a printed line says of itself by its first words.
type Mark int

// Marks of lines.
const (
	Plain  Mark = iota
	Skip        // no row, but the table goes on
	End         // the table ends before it, or a group of its rows
	Part        // the title of another part of the document
	Remark      // words under a row that are no part of it, nor what follows up to the next row
	Close       // nothing but words that end a table: what stands under it is another list
)

// Input is what a list is read from.
type Input struct {
	Sheet  *layout.Sheet
	List   catalogue.Field
	Labels []Label // by their first words

	Head   func(cell int32) int                                        // the token at which the words of a cell begin, behind what numbers it
	Mark   func(row int) Mark                                          // of a printed line
	Listed func(row int) int32                                         // the word at which a listed phrase marks it, whatever else the line holds, or -1
	Marked func(row *layout.Row) Mark                                  // of the part of a line that a table beside another one has
	Side   func(row int) int                                           // the column of sums that a title above a printed line names, or -1
	Names  func(words string) []Name                                   // what headings of several pieces name, folded
	Meant  func(words []int32) []Name                                  // what those mean, in whatever words
	Near   func(column int, words []int32) float64                     // the log probability of a column by what stands around words; nil: nothing tells
	Joined func(column int, words []int32) (c candidate.Cell, ok bool) // the same of one word that was broken in two
	Value  func(column int, words []int32) (c candidate.Cell, ok bool) // the words as a value of the column
}

// Tables reads a list in each of the ways in which a table may be printed. What the headings of its columns are is
// found once; a way to read them changes none of it.
type Tables struct{ found *reader }

// Over finds the headings of a list.
func Over(in Input) *Tables {
	known := map[string][]Name{}
	meant := in.Meant
	in.Meant = func(words []int32) []Name { // the same words are asked for under many headings
		var key []byte
		for _, t := range words {
			key = binary.AppendVarint(key, int64(t))
		}
		names, ok := known[string(key)]
		if !ok {
			names = meant(words)
			known[string(key)] = names
		}
		return slices.Clone(names)
	}
	return &Tables{newReader(in)}
}

// Rows lists the rows of every table of the list, in the order of the document, and the last line of
// each that has one of totals.
func (t *Tables) Rows() (rows []candidate.Cells, totals []Total) {
	r := t.found.again()
	var parts []part
	for at := 0; at < len(r.Sheet.Rows); {
		next := r.nextHead(at)
		if next < 0 {
			break
		}
		p := r.withOther(next, r.besidePanel(next, r.best(next)))
		parts = append(parts, p)
		if at = next + 1; len(p.rows) > 0 {
			at = max(p.past, at) // a heading over no rows takes nothing from the next: the sums of a period over its entries
		}
	}
	for _, p := range r.ofList(parts) {
		rows, totals = append(rows, p.rows...), append(totals, p.totals...)
		if last := len(rows) - 1; last > 0 {
			if sums := r.comeTo(rows[:last], rows[last]); sums != nil {
				rows, totals = rows[:last], append(totals, r.totalFrom(sums))
			}
		}
		if p.totals == nil && p.past < len(r.Sheet.Rows) && len(p.heads) > 0 {
			if t := r.totalIn(&p, p.past); allCome(rows, t.Sums) {
				totals = append(totals, t)
			}
		}
	}
	return rows, totals
}

// count is how many of some things are so.
func count[T any](all []T, is func(T) bool) (n int) {
	for _, v := range all {
		if is(v) {
			n++
		}
	}
	return n
}

// TitleColumn is the column of words that names the rows of a list: the title of its cards, or what a row of its
// table begins with; -1 for none.
func TitleColumn(f catalogue.Field) int {
	name := f.Title
	if name == "" && len(f.Table.Row) > 0 {
		name = f.Table.Row[0]
	}
	return slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == name && !recognise.Typed(c.Kind) })
}
