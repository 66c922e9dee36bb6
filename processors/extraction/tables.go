package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readTables reads a list by the tables of the document.
func (x *extractor) readTables(in table.Input) []rowValue {
	if in.List.Table == nil && len(in.List.Columns) == 1 {
		return nil // one heading makes no table
	}
	return x.listRows(table.Read(in))
}

// readItems reads a list by the lines of one shape.
func (x *extractor) readItems(in table.Input) []rowValue {
	if in.List.Passages != nil {
		return nil // of persons, each with attributes of their own
	}
	return x.listRows(slices.DeleteFunc(table.ReadItems(in), func(r table.Row) bool { return !x.mayStand(in.List, r[0].Words[0]) }))
}

// readForms reads a list by a form for each row.
func (x *extractor) readForms(in table.Input) []rowValue {
	if in.List.Passages != nil || in.List.Table == nil || len(in.List.Table.Row) == 0 {
		return nil // nothing would tell a row from labels of something else
	}
	return x.listRows(table.ReadCards(in))
}

// readSideways reads a list by a table on its side, without the sums of the others.
func (x *extractor) readSideways(field int, in table.Input) []rowValue {
	title := titleColumn(in.List)
	return slices.DeleteFunc(x.listRows(table.ReadSideways(in)), func(r rowValue) bool {
		return title >= 0 && x.totalsCard(r, title, field, in.List)
	})
}

// tableInput is what the tables of a list are read from.
func (x *extractor) tableInput(field int, f catalogue.Field) table.Input {
	in := table.Input{Sheet: x.sheet, List: f, Labels: x.tableLabels(field, f), Years: [2]int{x.early, x.late}}
	names := x.plan.columns[field]
	in.Names = func(words string) []table.Name {
		if k, ok := names[strings.TrimSuffix(words, "%")]; ok {
			return []table.Name{{Column: k}}
		}
		return nil
	}
	in.Meant = func(words []int32) []table.Name { return x.columnsMeant(field, words) }
	in.Side = func(row int) int { return x.sideOver(row, f) }
	in.Mark = func(row int) table.Mark {
		if _, side := x.sideTitle(row, f); side {
			return table.Skip
		}
		if title, same := x.partTitle(row, field); title && same {
			return table.Skip
		} else if title {
			return table.Part
		}
		switch x.rowRole(&x.sheet.Rows[row], field) {
		case tableEnd:
			if x.endsAlone(row, field) {
				return table.Close
			}
			return table.End
		case tableSkip:
			return table.Skip
		}
		if f.Table != nil && len(f.Table.Remarks) > 0 {
			run := x.run(x.rowTokens(&x.sheet.Rows[row]))
			if slices.ContainsFunc(f.Table.Remarks, func(text string) bool { return run.Begins(0, layout.Fold(text)) }) {
				return table.Remark
			}
		}
		return table.Plain
	}
	in.Value = func(column int, words []int32) (table.Cell, bool) {
		c, ok := x.cellOf(column, f.Columns[column], x.run(words), 0.93)
		return table.Cell{Column: column, Text: c.value, Words: c.tokens, Checked: c.checked, Repaired: c.repaired}, ok
	}
	in.Joined = func(column int, words []int32) (table.Cell, bool) {
		c, ok := x.cellOf(column, f.Columns[column], x.oneWord(words), 0.93)
		return table.Cell{Column: column, Text: c.value, Words: words, Checked: c.checked, Repaired: c.repaired}, ok
	}
	return in
}

// columnsMeant are the columns of a list that words of several lines mean together.
func (x *extractor) columnsMeant(field int, words []int32) []table.Name {
	sheet := layout.Sheet{Cells: []layout.Cell{{Past: len(words), Box: layout.NoBox}}, Rows: []layout.Row{{Cells: []int32{0}}}, Pages: x.sheet.Pages}
	for _, t := range words {
		sheet.Tokens = append(sheet.Tokens, x.sheet.Tokens[t])
		sheet.Tokens[len(sheet.Tokens)-1].Cell = 0
	}
	var out []table.Name
	for _, id := range x.plan.wanted.meanings.Of(&sheet, meaning.Shared().Read(&sheet), 0, len(words)-1) {
		if id == label.Unwanted {
			continue
		}
		if r := x.plan.refs[id]; r.role == columnLabel && r.field == field {
			out = append(out, table.Name{Column: r.column, Minus: r.minus})
		}
	}
	return out
}

// summed are the columns of a list whose sums a label names.
func (x *extractor) summed(s *spot, f catalogue.Field) []table.Name {
	var out []table.Name
	for _, r := range s.refs {
		if r.role != fieldLabel {
			continue
		}
		for _, c := range x.plan.typ.Checks {
			list, column, _ := strings.Cut(c.Of, ".")
			if c.Sum != x.plan.typ.Fields[r.field].Name || list != f.Name {
				continue
			}
			if k := columnIndex(f, column); k >= 0 {
				out = append(out, table.Name{Column: k, Minus: c.Only == "negative"})
			}
		}
	}
	return out
}

// scopeLost reports whether no part of the document is known to be the one that a list of sums is
// in: then its headings tell by themselves.
func (x *extractor) scopeLost(f catalogue.Field) bool {
	return f.Passages == nil && len(f.Columns) >= enoughScanned && x.untitled(f.In)
}

// partTitle reports whether a line is the title of a part of the document, and whether that is the
// part that the line above is in: "Fundos" among the papers in custody.
func (x *extractor) partTitle(row, field int) (title, same bool) {
	first := x.sheet.Rows[row].Cells[0]
	at := x.headOf(first, x.sheet.Cells[first].Past-1)
	if _, ends := x.ends[[2]int{at, field}]; ends || x.spotAt[at] == 0 {
		return false, false
	}
	s := &x.spots[x.spotAt[at]-1]
	if s.quality < 0.85 || !s.opensPart() || !s.ends {
		return false, false
	}
	above := &x.sheet.Cells[x.sheet.Rows[max(row-1, 0)].Cells[0]]
	here := x.sectionsOf(above.Page, above.Rect)
	return true, slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == sectionLabel && slices.Contains(here, r.section) })
}

// sideOver is the column that the last title of a side of the account above a line names, or -1.
func (x *extractor) sideOver(row int, f catalogue.Field) int {
	if f.Table == nil || len(f.Table.Either) != 2 {
		return -1
	}
	for r := row - 1; r >= 0; r-- {
		if column, ok := x.sideTitle(r, f); ok {
			return column
		}
	}
	return -1
}

// oneWord is a run of a word that was broken in several.
func (x *extractor) oneWord(words []int32) recognise.Run {
	whole := x.sheet.Tokens[words[0]]
	for _, t := range words[1:] {
		whole.Text += x.sheet.Tokens[t].Text
		whole.Fold += x.sheet.Tokens[t].Fold
	}
	sheet := layout.Sheet{Tokens: []layout.Token{whole}, Cells: []layout.Cell{{Past: 1, Rect: whole.Rect, Box: layout.NoBox}}, Rows: []layout.Row{{Cells: []int32{0}}}, Pages: x.sheet.Pages}
	sheet.Tokens[0].Cell = 0
	return recognise.Run{Sheet: &sheet, Index: []int32{0}}
}

// Scores of a cell whose column a heading names, and of one whose values alone tell what it is: of
// two lists that may have the rows of a table, that of its headings has them.
const (
	headedScore   = 0.93
	unheadedScore = 0.8
)

func (x *extractor) listRows(all []table.Row) []rowValue {
	var rows []rowValue
	for _, r := range all {
		row := rowValue{how: fromTable}
		for _, c := range r {
			score := headedScore
			if c.Unheaded {
				score = unheadedScore
			}
			row.cells = append(row.cells, cellValue{c.Column, c.Text, c.Words, score, c.Checked, c.Repaired})
		}
		rows = append(rows, row)
	}
	return rows
}

// tableLabels are the labels of a document as a table of the list sees them.
func (x *extractor) tableLabels(field int, f catalogue.Field) []table.Label {
	var out []table.Label
	lost := x.partLost(f) || x.scopeLost(f)
	for i := range x.spots {
		s := &x.spots[i]
		l := table.Label{First: int32(s.first), Last: int32(s.last), Colon: s.colon}
		scope := x.inScope(f, s) && (f.Table == nil || len(f.Table.In) == 0 || within(s.sections, f.Table.In)) || lost
		for _, r := range s.refs {
			if scope && r.role == columnLabel && r.field == field && !x.otherYear(s, r) {
				if n := (table.Name{Column: r.column, Minus: r.minus}); !slices.Contains(l.Names, n) {
					l.Names = append(l.Names, n)
				}
			}
		}
		l.Sums = x.summed(s, f)
		if len(l.Names) == 0 && (s.quality < 0.75 || s.opensPart() && !s.ends) {
			continue
		}
		out = append(out, l)
	}
	return out
}
