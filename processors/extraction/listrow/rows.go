// Package listrow is what all readers of lists have in common: words read as a cell of a column,
// and lines read as rows.
//
// In come words of a document and the columns of a list; out go cells and rows. Which rows a list
// has is for its readers to say.
package listrow

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/schemas/catalogue"
)

// Reader reads rows of the lists of one document.
type Reader struct{ *propose.Reader }

// Over is a reader of rows which proposes to r what it finds beside them.
func Over(r *propose.Reader) *Reader { return &Reader{r} }

// PrintedLabel is the column whose label a column holds as its value.
func PrintedLabel(c catalogue.Field) (of string, ok bool) {
	of, ok = strings.CutPrefix(strings.TrimSuffix(c.From, ")"), "label(")
	return of, ok
}

// Nameless reports whether what a row takes for a name is one word: a street, a
// heading, the rest of a line.
func Nameless(row candidate.Row, f catalogue.Field) bool {
	return slices.ContainsFunc(row.Cells, func(c candidate.Cell) bool {
		return f.Columns[c.Column].NamesSomebody() && !strings.Contains(c.Text, " ")
	})
}

// SideTitle is the side of the account that a line names, where it does nothing else.
func (x *Reader) SideTitle(r int, f catalogue.Field) (column int, ok bool) {
	if len(f.Table.Either) != 2 || r >= len(x.Sheet.Rows) || len(x.Sheet.Rows[r].Cells) != 1 {
		return 0, false
	}
	on := x.HeadLabel(x.Sheet.Rows[r].Cells[0])
	if on == nil || !on.Ends {
		return 0, false
	}
	ref, found := labels.ColumnRef(on, x.Type.Index[f.Name])
	return ref.Column, found && slices.Contains(f.Table.Either, f.Columns[ref.Column].Name)
}

// Begins reports whether a line begins a row.
func (x *Reader) Begins(line candidate.Row, f catalogue.Field) bool {
	lead := f.Table.Row
	if len(lead) == 0 {
		return len(line.Cells) > 1
	}
	missing := 0
	for _, name := range lead {
		if i := f.ColumnIndex(name); i >= 0 && line.Cell(i) == nil {
			missing++
		}
	}
	// Of a scanned row one may be illegible; a full line is a row all the same.
	return missing == 0 || missing < len(lead) && 2*len(line.Cells) > len(f.Columns) && x.Scanned(line)
}
