package table

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Total is the line that ends a table, with what stands in it under each heading.
type Total struct {
	Head  int32   // the first word of the heading
	Cells []int32 // of the line
	Sums  []Sum
}

// Sum is a value of the last line of a table, and what the heading over it names.
type Sum struct {
	Name
	candidate.Cell
}

// totalOf is what the line behind a table says of its columns, none where that is none of totals. Of several such
// lines it is the last that has no less in the same columns: the sum of the last group stands over that of all.
func (r *reader) totalOf(p *part) []Total {
	if len(p.rows) == 0 {
		return nil
	}
	var last []Total
	for row := p.past; row < len(r.Sheet.Rows) && r.Marked(&r.Sheet.Rows[row]) == End; row++ {
		t := r.totalIn(p, row)
		if last != nil && !atLeast(t.Sums, last[0].Sums) {
			break
		}
		last = []Total{t}
	}
	if last == nil {
		return r.closing(p)
	}
	return last
}

// closing is the balance with which the last day of a table closes, on a line of its own under the rows of that day.
func (r *reader) closing(p *part) []Total {
	if row := p.past - 1; len(r.List.Table.Balance) > 1 && r.Marked(&r.Sheet.Rows[row]) == Skip {
		t, balance := r.totalIn(p, row), r.columns(r.List.Table.Balance)[1]
		t.Sums = slices.DeleteFunc(t.Sums, func(s Sum) bool { return s.Name.Column != balance })
		return []Total{t}
	}
	return nil
}

func (r *reader) totalIn(p *part, row int) Total {
	line := r.readLine(row, p.heads)
	strips := p.heads[line.under]
	t := r.totalLine(row)
	if head := strips[len(strips)-1].words; len(head) > 0 {
		t.Head = head[0]
	}
	for k, s := range strips {
		if s.name == nobody || r.text(s.name.Column) || len(line.words[k]) == 0 {
			continue
		}
		if c, ok := r.Value(s.name.Column, line.words[k]); ok {
			t.Sums = append(t.Sums, Sum{s.name, c})
		}
	}
	return t
}

// comeTo are the amounts of a line with what columns they are the sums of, nil where one is none or the line has a value
// of another kind: such a line is one of totals, whatever its words are, "Somando". A sum may stand under another heading.
func (r *reader) comeTo(rows []candidate.Cells, line []candidate.Cell) (sums []Sum) {
	for _, c := range line {
		kind := r.List.Columns[c.Column].Kind
		if v, _ := recognise.Float(c.Text); kind == catalogue.Money && v != 0 {
			k := r.sumColumn(rows, c)
			if k < 0 {
				return nil
			}
			c.Column = k
			sums = append(sums, Sum{Name{Column: k}, c})
		} else if kind != catalogue.Money && recognise.Typed(kind) {
			return nil
		}
	}
	if len(rows) < 2 && len(sums) < 2 {
		return nil // the only row once more
	}
	return sums
}

// sumColumn is the column of some rows that comes to a sum, its own before others; -1 where none does.
func (r *reader) sumColumn(rows []candidate.Cells, c candidate.Cell) int {
	if comesToSum(rows, Sum{Name{Column: c.Column}, c}) {
		return c.Column
	}
	for k, f := range r.List.Columns {
		if f.Kind == catalogue.Money && comesToSum(rows, Sum{Name{Column: k}, c}) {
			return k
		}
	}
	return -1
}

// totalFrom is the line of totals that some sums stand on.
func (r *reader) totalFrom(sums []Sum) Total {
	t := r.totalLine(r.Sheet.RowOf(sums[0].Tokens[0]))
	t.Sums = sums
	return t
}

// totalLine is a printed line as one of totals whose sums are not known yet.
func (r *reader) totalLine(row int) Total {
	cells := r.Sheet.Rows[row].Cells
	return Total{Head: int32(r.Sheet.Cells[cells[0]].First), Cells: cells}
}

// allCome reports whether each of some sums is what its column comes to.
func allCome(rows []candidate.Cells, sums []Sum) bool {
	return len(sums) > 0 && len(rows) > 1 && !slices.ContainsFunc(sums, func(s Sum) bool { return !comesToSum(rows, s) })
}

// atLeast reports whether sums are of the same columns as others, and none is less.
func atLeast(sums, others []Sum) bool {
	return len(sums) > 0 && slices.EqualFunc(sums, others, func(a, b Sum) bool {
		x, number := recognise.Float(a.Text)
		y, also := recognise.Float(b.Text)
		return a.Name == b.Name && number && also && x >= y
	})
}

// comesToSum reports whether the values of a column in some rows come to a sum.
func comesToSum(rows []candidate.Cells, s Sum) bool {
	whole, _ := recognise.Float(s.Text)
	for _, row := range rows {
		if c := row.Cell(s.Name.Column); c != nil {
			v, _ := recognise.Float(c.Text)
			whole -= v
		}
	}
	return recognise.Same(whole, 0)
}
