package linerows

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const leastMonths = 3 // months with a sum each that make a list

// ReadMonths reads a list of sums by month that is no table: each month stands before
// its sum, several on a line, or over it, as in a calendar.
func (x *Reader) ReadMonths(f catalogue.Field) []candidate.Row {
	month := f.ColumnOfKind(catalogue.Month)
	sum := f.ColumnOfKind(catalogue.Money)
	if month < 0 || sum < 0 {
		return nil
	}
	var before, over []candidate.Row
	for r := range x.Sheet.Rows {
		run := x.RowRun(r)
		for i := range run.Len() {
			name, ok := x.monthAt(run, i)
			if !ok {
				continue
			}
			cell := candidate.Cell{Column: month, Text: name.Text, Tokens: run.Index[i : name.Last+1], Score: candidate.Placed}
			if row, ok := x.sumBehind(run, name.Last+1, cell, sum, f); ok {
				before = append(before, x.withDayUnder(row, cell, f))
			} else if row, ok := x.sumUnder(cell, sum, f); ok {
				over = append(over, row)
			}
		}
	}
	rows := before
	if len(over) > len(before) {
		rows = over
	}
	rows = candidate.Once(rows) // before both copies' months are put in order
	if len(rows) < leastMonths {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b candidate.Row) int { return strings.Compare(a.Cell(month).Text, b.Cell(month).Text) })
	for i := range rows {
		rows[i].Sort()
	}
	return rows
}

// monthAt reads a month, with or without its year, that begins a cell or stands
// behind a value.
func (x *Reader) monthAt(run recognise.Run, i int) (recognise.Value, bool) {
	if !x.Sheet.LineStart(int(run.Index[i])) && (i == 0 || !layout.HasFigure(run.Token(i-1).Text)) {
		return recognise.Value{}, false
	}
	if v, ok := recognise.At(catalogue.Month, run, i); ok {
		return v, true
	}
	return recognise.At(recognise.MonthName, run, i)
}

// sumBehind reads the sum behind a month, and the date between them or behind it.
func (x *Reader) sumBehind(run recognise.Run, from int, month candidate.Cell, sum int, f catalogue.Field) (candidate.Row, bool) {
	row := candidate.Row{How: candidate.FromLabel, Cells: []candidate.Cell{month}}
	day := f.ColumnOfKind(catalogue.Date)
	for i := from; i < run.Len(); i++ {
		if _, next := x.monthAt(run, i); next {
			break
		}
		if v, ok := recognise.At(catalogue.Date, run, i); ok {
			if day >= 0 && row.Cell(day) == nil {
				row.Cells = append(row.Cells, candidate.Cell{Column: day, Text: v.Text, Tokens: run.Index[i : v.Last+1], Score: candidate.Placed})
			}
			i = v.Last
			continue
		}
		if v, ok := recognise.At(catalogue.Money, run, i); ok && row.Cell(sum) == nil {
			row.Cells = append(row.Cells, candidate.Cell{Column: sum, Text: v.Text, Tokens: run.Index[i : v.Last+1], Score: candidate.Placed})
			i = v.Last
			continue
		}
		if !layout.OnlyDigits(run.Token(i).Fold) && !lexicon.Currency(run.Token(i).Fold) {
			break // words: the sum is not this month's
		}
	}
	return row, row.Cell(sum) != nil
}

// withDayUnder adds to a row without a date the one that stands under its month, in words that tell of it: "pago em
// 08/01/2025".
func (x *Reader) withDayUnder(row candidate.Row, month candidate.Cell, f catalogue.Field) candidate.Row {
	day, under := f.ColumnOfKind(catalogue.Date), x.CellUnder(x.Sheet.Tokens[month.Tokens[0]].Cell)
	if day < 0 || under < 0 || row.Cell(day) != nil {
		return row
	}
	run := x.CellRun(under)
	if v, ok := recognise.First(catalogue.Date, run); ok && v.Last == run.Len()-1 {
		row.Cells = append(row.Cells, candidate.Cell{Column: day, Text: v.Text, Tokens: run.Index[v.First : v.Last+1], Score: candidate.Placed})
	}
	return row
}

// sumUnder reads the sum, and perhaps the date, that stand right under a month which
// has its cell for itself.
func (x *Reader) sumUnder(month candidate.Cell, sum int, f catalogue.Field) (candidate.Row, bool) {
	row := candidate.Row{How: candidate.FromLabel, Cells: []candidate.Cell{month}}
	k := x.Sheet.Tokens[month.Tokens[0]].Cell
	if x.Sheet.Cells[k].Past-x.Sheet.Cells[k].First > len(month.Tokens) {
		return row, false
	}
	day := f.ColumnOfKind(catalogue.Date)
	for range 2 {
		if k = x.CellUnder(k); k < 0 {
			break
		}
		run := x.CellRun(k)
		if v, ok := recognise.Whole(catalogue.Money, run); ok && row.Cell(sum) == nil {
			row.Cells = append(row.Cells, candidate.Cell{Column: sum, Text: v.Text, Tokens: run.Index, Score: candidate.Placed})
		} else if v, ok := recognise.First(catalogue.Date, run); ok && day >= 0 && row.Cell(day) == nil {
			row.Cells = append(row.Cells, candidate.Cell{Column: day, Text: v.Text, Tokens: run.Index[v.First : v.Last+1], Score: candidate.Placed})
		} else {
			break
		}
	}
	return row, row.Cell(sum) != nil
}
