// Package linerows reads lists whose rows are printed lines that are no table: by the patterns of
// the type over single lines, under the lines of a day, month by month, or by what the words of
// each line mean.
//
// In come the lines of a document; out go rows.
package linerows

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// Reader reads lines as rows.
type Reader struct{ *listrow.Reader }

// Over is a reader of lines.
func Over(r *listrow.Reader) *Reader { return &Reader{r} }

// readLines reads rows by patterns over printed lines: what is left of a table
// whose headings cannot be read, or that never had any.
func (x *Reader) readLines(field int, f catalogue.Field) []candidate.Row {
	patterns := x.Type.Lists[field].Lines
	if len(patterns) == 0 {
		return nil
	}
	lines := x.Lines().Cells
	var rows []candidate.Row
	last := int32(-1) // the printed line on which the last row ends
	for k := 0; k < len(lines); k++ {
		cell := lines[k]
		in := x.SectionsOf(cell.Page, x.Sheet.Cells[x.Sheet.Rows[cell.Row].Cells[0]].Rect)
		if len(f.Table.In) > 0 && !labels.Within(in, f.Table.In) || labels.Within(in, f.NotIn) {
			continue
		}
		switch x.RowRole(&x.Sheet.Rows[cell.Row], field) {
		case compile.TableEnd:
			if len(rows) > 0 && x.EndsAlone(int(cell.Row), field) {
				return rows
			}
			continue
		case compile.TableSkip:
			continue
		}
		m, ok := x.oneLine(patterns, cell)
		if !ok {
			if m, ok = x.twoLines(patterns, lines[k:]); !ok {
				on := x.HeadLabel(x.Sheet.Rows[cell.Row].Cells[0])
				if labelled := on != nil && on.Colon; !labelled && x.wraps(rows, last, cell.Row, f) {
					last = cell.Row
				}
				continue
			}
			k++
		}
		if row := x.LineRow(f, m); x.Begins(row, f) {
			rows, last = append(rows, row), lines[k].Row
		}
	}
	return rows
}

// ReadUnder reads the rows that stand under lines which give what they share, by the patterns of the entry: the company
// and its number over its dividends.
func (x *Reader) ReadUnder(field int, f catalogue.Field) (rows []candidate.Row) {
	var shared []candidate.Cell
	for _, line := range x.Lines().Cells {
		if m, ok := x.oneLine(x.Type.Lists[field].Over, line); ok {
			shared = x.LineRow(f, m).Cells
		} else if m, ok := x.oneLine(x.Type.Lists[field].Under, line); ok && shared != nil {
			row := x.LineRow(f, m)
			row.Add(shared...)
			rows = append(rows, row)
		}
	}
	return rows
}

// LinesBeyond reads rows by their words alone where that finds more of them than the
// headings did: columns tell better what a number is than the order of words.
func (x *Reader) LinesBeyond(table []candidate.Row, field int, f catalogue.Field) []candidate.Row {
	rows := x.withoutRefused(x.readLines(field, f), table)
	more := len(rows) > len(table) || len(rows) == len(table) && tellsMore(rows, table)
	if more {
		return rows
	}
	return nil
}

// withoutRefused drops the rows that stand among those of a table or right under them and are none of them:
// its headings told that they are something else.
func (x *Reader) withoutRefused(rows, table []candidate.Row) []candidate.Row {
	taken, first, last := candidate.Words(table), len(x.Sheet.Rows), -1
	for t := range taken {
		first, last = min(first, x.Sheet.RowOf(t)), max(last, x.Sheet.RowOf(t))
	}
	return slices.DeleteFunc(rows, func(r candidate.Row) bool {
		line := x.Sheet.RowOf(r.Cells[0].Tokens[0])
		return line >= first && line <= last+1 && !slices.ContainsFunc(r.Cells, func(c candidate.Cell) bool { return taken[c.Tokens[0]] })
	})
}

// tellsMore reports whether most rows have a cell that those of a table lack: OCR lost a heading, or a word of
// another column stands in its place.
func tellsMore(rows, table []candidate.Row) bool {
	more := 0
	for i := range rows {
		more += len(rows[i].Cells)
	}
	for i := range table {
		more -= len(table[i].Cells)
	}
	return 2*more > len(rows)
}

// oneLine is the match of the first pattern that fits a line.
func (x *Reader) oneLine(patterns []*pattern.Pattern, line layout.Cell) (pattern.Match, bool) {
	for _, p := range patterns {
		if m, ok := p.Within(x.Lines().Text, line.First, line.Past); ok && m.Last >= line.First {
			return m, true
		}
	}
	return pattern.Match{}, false
}

// twoLines is the match over a line and the one under it, of a pattern that says where the
// first ends.
func (x *Reader) twoLines(patterns []*pattern.Pattern, lines []layout.Cell) (pattern.Match, bool) {
	if len(lines) < 2 || lines[1].Page != lines[0].Page || lines[1].Top-lines[0].Bottom > max(lines[0].Height(), 6) {
		return pattern.Match{}, false
	}
	for _, p := range patterns {
		if p.Lines() != 2 {
			continue
		}
		if m, ok := p.Within(x.Lines().Text, lines[0].First, lines[1].Past); ok && m.Last >= lines[1].First {
			return m, true
		}
	}
	return pattern.Match{}, false
}
