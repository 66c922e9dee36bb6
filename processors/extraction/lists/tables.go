package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readTables reads a list by the tables of the document, and the lines of totals that end them.
func (x *reader) readTables(field int, t *table.Tables, f catalogue.Field) ([]candidate.Row, []table.Total) {
	if len(f.Table.Row) == 0 && len(f.Columns) == 1 {
		return nil, nil // one heading makes no table
	}
	rows, totals := t.Rows()
	if len(rows) == 0 && len(f.In) > 0 && f.Passages != nil {
		rows, totals = x.readHeadedRows(field, x.tableInput(field, f))
	}
	out := slices.DeleteFunc(x.listRows(rows), func(r candidate.Row) bool { return x.namesLabel(r, field, f) })
	return out, totals
}

// namesLabel reports whether what a row has for the name of somebody is the label of another column, alone in its
// cell: "Endereço completo" under "Nome", the lines of boxes between them.
func (x *reader) namesLabel(r candidate.Row, field int, f catalogue.Field) bool {
	title := table.TitleColumn(f)
	c := r.Cell(title)
	if c == nil || len(c.Tokens) == 0 || !compile.NamesAttributes(f) {
		return false
	}
	s := x.LabelOn(int(c.Tokens[0]))
	if s == nil || s.Strength < labels.Plain || !s.Ends || s.Last != int(c.Tokens[len(c.Tokens)-1]) {
		return false
	}
	of, ok := labels.ColumnRef(s, field)
	return ok && of.Column != title
}

// readHeadedRows reads a table whose rows each begin with the heading of a part of the document, under headings of
// them all: "Outorgante | Ana Lima | 529.982.247-25". The rows of other parts are another list's.
func (x *reader) readHeadedRows(field int, in table.Input) ([]candidate.Cells, []table.Total) {
	head := func(word int32) (part, own bool) {
		row := &x.Sheet.Rows[x.Sheet.Cells[x.Sheet.Tokens[word].Cell].Row]
		if len(row.Cells) < 2 || x.Sheet.Tokens[word].Cell != row.Cells[0] {
			return false, false
		}
		return x.headsPart(row.Cells[0], in.List)
	}
	first := func(row int) int32 { return int32(x.Sheet.Cells[x.Sheet.Rows[row].Cells[0]].First) }
	heads := func(word int32) bool { part, _ := head(word); return part }
	in.Labels = slices.DeleteFunc(x.tableLabels(field, in.List, true), func(l table.Label) bool { return heads(l.First) })
	value, mark := in.Value, in.Mark
	in.Value = func(column int, words []int32) (candidate.Cell, bool) {
		if words = slices.DeleteFunc(slices.Clone(words), heads); len(words) == 0 {
			return candidate.Cell{}, false
		}
		return value(column, words)
	}
	in.Mark = func(row int) table.Mark {
		switch part, own := head(first(row)); {
		case own:
			return table.Plain
		case part:
			return table.Skip
		}
		return mark(row)
	}
	rows, totals := table.Over(in).Rows()
	return slices.DeleteFunc(rows, func(r candidate.Cells) bool {
		_, own := head(first(x.Sheet.RowOf(r[0].Tokens[0])))
		return !own
	}), totals
}

// readItems reads a list by the lines of one shape.
func (x *reader) readItems(t *table.Tables, f catalogue.Field) []candidate.Row {
	if f.Join != "" {
		return nil // of persons, of each of whom sentences tell in several places
	}
	return x.listRows(slices.DeleteFunc(t.Items(), func(r candidate.Cells) bool { return !x.MayStand(f, r[0].Tokens[0]) }))
}

// readForms reads a list by a form for each row.
func (x *reader) readForms(t *table.Tables, f catalogue.Field) []candidate.Row {
	if f.Passages != nil || len(f.Table.Row) == 0 {
		return nil // nothing would tell a row from labels of something else
	}
	return x.listRows(t.Forms())
}

// readSideways reads a list by a table on its side, without the sums of the others.
func (x *reader) readSideways(t *table.Tables, field int, f catalogue.Field) []candidate.Row {
	title := table.TitleColumn(f)
	rows := t.Sideways()
	if len(rows) == 0 && len(f.In) > 0 {
		in := x.tableInput(field, f)
		in.Labels = x.tableLabels(field, f, true)
		rows = table.Over(in).Sideways()
	}
	return slices.DeleteFunc(x.listRows(rows), func(r candidate.Row) bool {
		return title >= 0 && x.cards.TotalsCard(r, title, field)
	})
}

// tableInput is what the tables of a list are read from.
func (x *reader) tableInput(field int, f catalogue.Field) table.Input {
	in := table.Input{Sheet: x.Sheet, List: f, Labels: x.tableLabels(field, f, x.PartLost(f) || x.scopeLost(f))}
	names := x.Type.Lists[field].Columns
	in.Names = func(words string) []table.Name {
		if k, ok := names[strings.TrimSuffix(words, "%")]; ok {
			return []table.Name{{Column: k}}
		}
		return nil
	}
	in.Meant = func(words []int32) []table.Name { return x.columnsMeant(field, words) }
	in.Side = func(row int) int { return x.sideOver(row, f) }
	in.Head = func(cell int32) int { return x.HeadOf(cell, x.Sheet.Cells[cell].Past-1) }
	in.Marked = func(row *layout.Row) table.Mark { return x.marked(row, field) }
	in.Listed = func(row int) int32 {
		_, listed := x.RowMark(&x.Sheet.Rows[row], field)
		return int32(listed)
	}
	in.Mark = func(row int) table.Mark {
		if _, side := x.SideTitle(row, f); side {
			return table.Skip
		}
		if title, same := x.partTitle(row, field); title && same {
			return table.Skip
		} else if title {
			return table.Part
		}
		if _, month := recognise.Whole(catalogue.Month, x.RowRun(row)); month && len(f.Table.Carry) > 0 {
			return table.Skip // over the days of it
		}
		switch mark := in.Marked(&x.Sheet.Rows[row]); {
		case mark == table.End && x.EndsAlone(row, field):
			return table.Close
		case mark != table.Plain:
			return mark
		}
		if slices.ContainsFunc(f.Table.Remarks, func(text string) bool {
			return x.Run(x.RowTokens(&x.Sheet.Rows[row])).Begins(0, fold.Text(text))
		}) {
			return table.Remark
		}
		return table.Plain
	}
	in.Value = func(column int, words []int32) (candidate.Cell, bool) {
		return x.CellOf(column, f.Columns[column], x.Run(words), candidate.Placed)
	}
	if x.near != nil {
		in.Near = func(column int, words []int32) float64 {
			return float64(x.near.Says(words, nearby.Column(x.Type.Type, field, column)).Own)
		}
	}
	in.Joined = func(column int, words []int32) (candidate.Cell, bool) {
		c, ok := x.CellOf(column, f.Columns[column], x.oneWord(words), candidate.Placed)
		c.Tokens = words
		return c, ok
	}
	return in
}

// marked is what a printed line, or a part of it, says of itself.
func (x *reader) marked(row *layout.Row, field int) table.Mark {
	switch x.RowRole(row, field) {
	case compile.TableEnd:
		return table.End
	case compile.TableSkip:
		return table.Skip
	}
	return table.Plain
}

// columnsMeant are the columns of a list that words of several lines mean together.
func (x *reader) columnsMeant(field int, words []int32) []table.Name {
	sheet := layout.Sheet{Cells: []layout.Cell{{Past: len(words), Box: layout.NoBox}}, Rows: []layout.Row{{Cells: []int32{0}}}, Pages: x.Sheet.Pages}
	for _, t := range words {
		sheet.Tokens = append(sheet.Tokens, x.Sheet.Tokens[t])
		sheet.Tokens[len(sheet.Tokens)-1].Cell = 0
	}
	var out []table.Name
	for _, id := range x.Type.Meant.Set.Of(&sheet, meaning.Shared().Read(&sheet), 0, len(words)-1) {
		if id == label.Unwanted {
			continue
		}
		if r := x.Type.Refs[id]; r.Role == compile.ColumnLabel && r.Field == field {
			out = append(out, table.Name{Column: r.Column, Minus: r.Minus})
		}
	}
	return out
}

// summed are the columns of a list whose sums a label names.
func (x *reader) summed(s *labels.Label, f catalogue.Field) []table.Name {
	var out []table.Name
	for _, r := range s.Refs {
		if r.Role != compile.FieldLabel {
			continue
		}
		for _, c := range x.Type.Checks {
			list, column, _ := strings.Cut(c.Of, ".")
			if c.Sum != x.Type.Fields[r.Field].Name || list != f.Name {
				continue
			}
			if k := f.ColumnIndex(column); k >= 0 {
				out = append(out, table.Name{Column: k, Minus: c.Only == "negative"})
			}
		}
	}
	return out
}

// enoughColumns is how many columns tell a table without the title of its part, at least.
const enoughColumns = 3

// scopeLost reports whether no part of the document is known to be the one that a list of sums is
// in: then its headings tell by themselves.
func (x *reader) scopeLost(f catalogue.Field) bool {
	return f.Passages == nil && len(f.Columns) >= enoughColumns && x.Untitled(f.In)
}

// partTitle reports whether a line is the title of a part of the document, and whether that is the
// part that the line above is in: "Fundos" among the papers in custody.
func (x *reader) partTitle(row, field int) (title, same bool) {
	first := x.Sheet.Rows[row].Cells[0]
	at := x.HeadOf(first, x.Sheet.Cells[first].Past-1)
	s := x.LabelOn(at)
	if _, ends := x.Ends[[2]int{at, field}]; ends || s == nil {
		return false, false
	}
	if s.Strength < labels.Leading || !s.OpensPart() || !s.Ends {
		return false, false
	}
	above := &x.Sheet.Cells[x.Sheet.Rows[max(row-1, 0)].Cells[0]]
	here := x.SectionsOf(above.Page, above.Rect)
	return true, s.Opens(here)
}

// sideOver is the column that the last title of a side of the account above a line names, or -1.
func (x *reader) sideOver(row int, f catalogue.Field) int {
	if len(f.Table.Either) != 2 {
		return -1
	}
	for r := row - 1; r >= 0; r-- {
		if column, ok := x.SideTitle(r, f); ok {
			return column
		}
	}
	return -1
}

// oneWord is a run of a word that was broken in several.
func (x *reader) oneWord(words []int32) recognise.Run {
	whole := x.Sheet.Tokens[words[0]]
	for _, t := range words[1:] {
		whole.Text += x.Sheet.Tokens[t].Text
		whole.Fold += x.Sheet.Tokens[t].Fold
	}
	sheet := layout.Sheet{Tokens: []layout.Token{whole}, Cells: []layout.Cell{{Past: 1, Rect: whole.Rect, Box: layout.NoBox}}, Rows: []layout.Row{{Cells: []int32{0}}}, Pages: x.Sheet.Pages}
	sheet.Tokens[0].Cell = 0
	return recognise.Run{Sheet: &sheet, Index: []int32{0}}
}

// listRows are the rows of a table. Of two lists that may have them, that of their headings does.
func (x *reader) listRows(all []candidate.Cells) []candidate.Row {
	var rows []candidate.Row
	for _, cells := range all {
		for i := range cells {
			if cells[i].Unheaded {
				cells[i].Score = candidate.Fair
			}
		}
		rows = append(rows, candidate.Row{How: candidate.FromTable, Cells: cells})
	}
	return rows
}

// headsPart reports whether a cell is the heading of a part of the document, and whether that is the one of a list.
func (x *reader) headsPart(cell int32, f catalogue.Field) (part, own bool) {
	s := x.HeadLabel(cell)
	if s == nil || !s.Ends {
		return false, false
	}
	return s.OpensPart(), s.Opens(f.In)
}

// tableLabels are the labels of a document as a table of the list sees them; lost tells that its part is not known.
func (x *reader) tableLabels(field int, f catalogue.Field, lost bool) []table.Label {
	var out []table.Label
	for i := range x.Placed {
		s := &x.Placed[i]
		l := table.Label{First: int32(s.First), Last: int32(s.Last), Colon: s.Colon}
		scope := x.InScope(f, s) && (len(f.Table.In) == 0 || labels.Within(s.Sections, f.Table.In)) || lost && !labels.Within(s.Sections, f.NotIn)
		for _, r := range s.Refs {
			if scope && r.Role == compile.ColumnLabel && r.Field == field && !x.OtherYear(s, r) {
				if n := (table.Name{Column: r.Column, Minus: r.Minus}); !slices.Contains(l.Names, n) {
					l.Names = append(l.Names, n)
				}
			}
		}
		l.Sums = x.summed(s, f)
		if len(l.Names) == 0 && (s.Strength < labels.Likely || s.OpensPart() && !s.Ends) {
			continue
		}
		out = append(out, l)
	}
	return out
}
