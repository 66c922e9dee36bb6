package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

func ColumnRef(s *Label, field int) (compile.Ref, bool) {
	for _, r := range s.Refs {
		if r.Role == compile.ColumnLabel && r.Field == field {
			return r, true
		}
	}
	return compile.Ref{}, false
}

// Mark is a phrase that ends a table or is passed over in one.
type Mark struct {
	Role   compile.Role
	length int
}

// findEnds lists where the phrases stand that end the tables of each list. They count
// within longer labels too: "Total" in "Total dos rendimentos isentos".
func (x *Labels) findEnds(hits []phrase.Hit) {
	x.Ends = map[[2]int]Mark{}
	for _, h := range hits {
		r := x.Type.Refs[h.ID]
		if r.Role != compile.TableEnd && r.Role != compile.TableSkip {
			continue
		}
		at := [2]int{h.First, r.Field}
		if was, ok := x.Ends[at]; !ok || h.Length > was.length {
			x.Ends[at] = Mark{r.Role, h.Length}
		}
	}
}

// RowRole reports whether a line ends the table or is to be passed over.
func (x *Labels) RowRole(row *layout.Row, field int) compile.Role {
	role, _ := x.RowMark(row, field)
	return role
}

// RowMark is the role of a line, and the word at which a listed phrase says that it ends tables or is passed
// over, -1 where none does: else its words open another part of the document, or may say what kind of thing a row is.
func (x *Labels) RowMark(row *layout.Row, field int) (role compile.Role, listed int) {
	for k, c := range row.Cells {
		first := x.HeadOf(c, x.Sheet.Cells[c].Past-1)
		first = x.markedEntry(first, x.Sheet.Cells[c].Past, field)
		s := x.LabelOn(first)
		if s != nil && x.opensBalance(s, field) {
			return compile.TableSkip, first
		}
		if mark, ok := x.Ends[[2]int{first, field}]; ok && (s == nil || s.marksTable(field) || k == 0 && !s.HeadsColumn(field)) {
			return mark.Role, first
		}
		if s != nil && s.Strength >= Leading && s.OpensPart() && (len(row.Cells) == 1 || !s.HeadsColumn(field)) && !x.listedValue(c, field) {
			return compile.TableEnd, -1
		}
	}
	return compile.FieldLabel, -1
}

// listedValue reports whether a cell is a word that a column of the list lists as its value: "Titular" beside who is
// insured is no title of a part.
func (x *Labels) listedValue(c int32, field int) bool {
	words := x.Sheet.FoldedText(x.Sheet.Cells[c].First, x.Sheet.Cells[c].Past-1)
	return c != x.Sheet.Rows[x.Sheet.Cells[c].Row].Cells[0] && slices.ContainsFunc(x.Type.Fields[field].Columns, func(f catalogue.Field) bool {
		return slices.ContainsFunc(f.Known, func(known string) bool { return fold.Text(known) == words })
	})
}

// opensBalance reports whether a label is that of the balance from which those of a list's rows go on.
func (x *Labels) opensBalance(s *Label, field int) bool {
	balance := x.Type.Fields[field].Table.Balance
	return len(balance) > 2 && s.Of(x.Type.Index[balance[2]])
}

// markedEntry is the phrase behind the day and the numbers with which an entry opens, as of
// "31/01 0000 999 Saldo do dia"; the word itself where none stands there.
func (x *Labels) markedEntry(first, past, field int) int {
	for i := first; i < min(past, first+entryNumbers+1); i++ {
		if _, marked := x.Ends[[2]int{i, field}]; marked {
			return i
		}
		_, day := recognise.At(catalogue.Date, x.Between(i, i), 0)
		if !day && !layout.OnlyDigits(x.Sheet.Tokens[i].Text) {
			break
		}
	}
	return first
}

const entryNumbers = 4 // the day, the branch, the batch and the number of the kind of entry

// EndsAlone reports whether a line is words that end the table, and nothing else: what
// stands under them is another table, as that of entries to come.
func (x *Labels) EndsAlone(r, field int) bool {
	row := x.Sheet.Rows[r].Cells
	cell := x.Sheet.Cells[row[0]]
	mark, ok := x.Ends[[2]int{cell.First, field}]
	return ok && mark.Role == compile.TableEnd && len(row) == 1 && mark.length >= len(x.Sheet.FoldedText(cell.First, cell.Past-1))
}

func (s *Label) marksTable(field int) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		return r.Field == field && (r.Role == compile.TableEnd || r.Role == compile.TableSkip)
	})
}

// HeadsColumn reports whether a label is one of a column of a list.
func (s *Label) HeadsColumn(field int) bool {
	_, heads := ColumnRef(s, field)
	return heads
}

// Opens reports whether a label is the title of one of some parts of the document.
func (s *Label) Opens(parts []string) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.SectionLabel && slices.Contains(parts, r.Section) })
}

// OpensPart reports whether a label is the title of a part of the document: what stands under it is the first box of that
// part, with its number, and no answer.
func (s *Label) OpensPart() bool {
	return s.Names(compile.SectionLabel)
}
