package candidate

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// Row is one row of a list by its columns; a column without value is absent.
type Row struct {
	Cells
	How Provenance
}

// Cells are those of a row.
type Cells []Cell

// Cell is one cell of a list.
type Cell struct {
	Column   int
	Text     string
	Tokens   []int32
	Score    float64
	Checked  bool
	Repaired bool
	Unheaded bool // it stands in a table, and no heading names its column
}

// Cell is the cell of a column, or nil.
func (all Cells) Cell(column int) *Cell {
	for i := range all {
		if all[i].Column == column {
			return &all[i]
		}
	}
	return nil
}

// Text is the value of a column, "" for none.
func (all Cells) Text(column int) string {
	if c := all.Cell(column); c != nil {
		return c.Text
	}
	return ""
}

// With adds the cells of others of columns that it lacks.
func (all Cells) With(others Cells) Cells {
	all = slices.Clip(all)
	for _, c := range others {
		if all.Cell(c.Column) == nil {
			all = append(all, c)
		}
	}
	return all
}

// Sort puts cells in the order of their columns.
func (all Cells) Sort() {
	slices.SortStableFunc(all, func(a, b Cell) int { return a.Column - b.Column })
}

// Add gives a row more cells.
func (r *Row) Add(cells ...Cell) {
	r.Cells = slices.Concat(r.Cells, cells)
	r.Sort()
}

// Drop takes the cell of a column from a row.
func (r *Row) Drop(column int) {
	r.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c Cell) bool { return c.Column == column })
}

// Fill adds the cells of columns that a row lacks.
func (r *Row) Fill(from Row) {
	r.Cells = r.With(from.Cells)
	r.Sort()
}

// WithoutFragments drops rows that are but a number where all others say more.
func WithoutFragments(rows []Row) []Row {
	alone := func(r Row) bool { return len(r.Cells) == 1 && layout.OnlyDigits(r.Cells[0].Text) }
	if !slices.ContainsFunc(rows, func(r Row) bool { return len(r.Cells) > 1 }) {
		return rows
	}
	return slices.DeleteFunc(rows, alone)
}

func Weight(rows []Row) float64 {
	var sum float64
	for _, r := range rows {
		for _, c := range r.Cells {
			sum += c.Score
		}
	}
	return sum
}

// Leaderless is what rows weigh less without the column that rows of the list begin
// with, such as the role of a party, where others of them have it.
func Leaderless(rows []Row, f catalogue.Field) float64 {
	lead, without := f.ColumnIndex(f.Lead), 0
	for i := range rows {
		if lead >= 0 && rows[i].Cell(lead) == nil {
			without++
		}
	}
	if without == len(rows) {
		return 0
	}
	return float64(without)
}

// Once drops the second copy of a document printed twice: the same rows again.
func Once(rows []Row) []Row {
	n := len(rows) / 2
	if n > 0 && len(rows) == 2*n && slices.EqualFunc(rows[:n], rows[n:], sameRow) {
		return rows[:n]
	}
	return rows
}

func sameRow(a, b Row) bool {
	return slices.EqualFunc(a.Cells, b.Cells, func(p, q Cell) bool { return p.Column == q.Column && p.Text == q.Text })
}

// WithoutParts drops the rows that are but a part of another one: two labels over the same
// words begin a row each.
func WithoutParts(rows []Row) []Row {
	whole := slices.Clone(rows)
	return slices.DeleteFunc(rows, func(r Row) bool {
		return slices.ContainsFunc(whole, func(o Row) bool {
			return len(o.Cells) > len(r.Cells) && !slices.ContainsFunc(r.Cells, func(c Cell) bool {
				same := o.Cell(c.Column)
				return same == nil || !slices.Equal(same.Tokens, c.Tokens)
			})
		})
	})
}

// Words are those of rows.
func Words(rows []Row) map[int32]bool {
	own := map[int32]bool{}
	for _, r := range rows {
		for _, c := range r.Cells {
			for _, t := range c.Tokens {
				own[t] = true
			}
		}
	}
	return own
}
