package table

// Total is the line that ends a table, with what stands in it under each heading.
type Total struct {
	Head  int32   // the first word of the heading
	Cells []int32 // of the line
	Sums  []Sum
}

// Sum is a value of the last line of a table, and what the heading over it names.
type Sum struct {
	Name
	Cell
}

// totalOf is what the line behind a table says of its columns, nil where that is none of totals.
func (r *reader) totalOf(p *part) *Total {
	if len(p.rows) == 0 || p.past >= len(r.Sheet.Rows) || r.Marked(&r.Sheet.Rows[p.past]) != End {
		return nil
	}
	line := r.readLine(p.past, p.heads)
	strips := p.heads[line.under]
	t := Total{Head: strips[len(strips)-1].words[0], Cells: r.Sheet.Rows[p.past].Cells}
	for k, s := range strips {
		if s.name == nobody || len(line.words[k]) == 0 {
			continue
		}
		if c, ok := r.Value(s.name.Column, line.words[k]); ok {
			t.Sums = append(t.Sums, Sum{s.name, c})
		}
	}
	return &t
}
