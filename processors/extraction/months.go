package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const leastMonths = 3 // months with a sum each that make a list

// readMonths reads a list of sums by month that is no table: each month stands before
// its sum, several on a line, or over it, as in a calendar.
func (x *extractor) readMonths(f catalogue.Field) []rowValue {
	month := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Month })
	sum := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Money })
	if month < 0 || sum < 0 {
		return nil
	}
	var before, over []rowValue
	for r := range x.sheet.Rows {
		run := x.rowRun(r)
		for i := range run.Len() {
			name, ok := x.monthAt(run, i)
			if !ok {
				continue
			}
			cell := cellValue{column: month, value: name.Text, tokens: run.Index[i : name.Last+1], score: 0.9}
			if row, ok := x.sumBehind(run, name.Last+1, cell, sum, f); ok {
				before = append(before, row)
			} else if row, ok := x.sumUnder(cell, sum, f); ok {
				over = append(over, row)
			}
		}
	}
	rows := before
	if len(over) > len(before) {
		rows = over
	}
	if len(rows) < leastMonths {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b rowValue) int { return strings.Compare(a.cell(month).value, b.cell(month).value) })
	for i := range rows {
		sortCells(rows[i].cells)
	}
	return rows
}

// monthAt reads a month, with or without its year, that begins a cell or stands
// behind a value.
func (x *extractor) monthAt(run recognise.Run, i int) (recognise.Value, bool) {
	if !x.sheet.LineStart(int(run.Index[i])) && (i == 0 || !layout.HasFigure(run.Token(i-1).Text)) {
		return recognise.Value{}, false
	}
	if v, ok := recognise.At(catalogue.Month, run, i); ok {
		return v, true
	}
	return recognise.At(recognise.MonthName, run, i)
}

// sumBehind reads the sum behind a month, and the date between them or behind it.
func (x *extractor) sumBehind(run recognise.Run, from int, month cellValue, sum int, f catalogue.Field) (rowValue, bool) {
	row := rowValue{how: fromLabel, cells: []cellValue{month}}
	day := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Date })
	for i := from; i < run.Len(); i++ {
		if _, next := x.monthAt(run, i); next {
			break
		}
		if v, ok := recognise.At(catalogue.Date, run, i); ok {
			if day >= 0 && row.cell(day) == nil {
				row.cells = append(row.cells, cellValue{column: day, value: v.Text, tokens: run.Index[i : v.Last+1], score: 0.9})
			}
			i = v.Last
			continue
		}
		if v, ok := recognise.At(catalogue.Money, run, i); ok && row.cell(sum) == nil {
			row.cells = append(row.cells, cellValue{column: sum, value: v.Text, tokens: run.Index[i : v.Last+1], score: 0.9})
			i = v.Last
			continue
		}
		if strings.Trim(run.Token(i).Fold, "0123456789") != "" && run.Token(i).Fold != "rs" {
			break // words: the sum is not this month's
		}
	}
	return row, row.cell(sum) != nil
}

// sumUnder reads the sum, and perhaps the date, that stand right under a month which
// has its cell for itself.
func (x *extractor) sumUnder(month cellValue, sum int, f catalogue.Field) (rowValue, bool) {
	row := rowValue{how: fromLabel, cells: []cellValue{month}}
	k := x.sheet.Tokens[month.tokens[0]].Cell
	if x.sheet.Cells[k].Past-x.sheet.Cells[k].First > len(month.tokens) {
		return row, false
	}
	day := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Date })
	for range 2 {
		if k = x.cellUnder(k); k < 0 {
			break
		}
		cell := &x.sheet.Cells[k]
		run := x.between(cell.First, cell.Past-1)
		if v, ok := recognise.At(catalogue.Money, run, 0); ok && row.cell(sum) == nil && v.Last == run.Len()-1 {
			row.cells = append(row.cells, cellValue{column: sum, value: v.Text, tokens: run.Index, score: 0.9})
		} else if v, ok := recognise.First(catalogue.Date, run); ok && day >= 0 && row.cell(day) == nil {
			row.cells = append(row.cells, cellValue{column: day, value: v.Text, tokens: run.Index[v.First : v.Last+1], score: 0.9})
		} else {
			break
		}
	}
	return row, row.cell(sum) != nil
}

// cellUnder is the nearest cell right under another one, or -1.
func (x *extractor) cellUnder(k int32) int32 {
	head, under := &x.sheet.Cells[k], int32(-1)
	for _, c := range x.byTop[head.Page] {
		cell := &x.sheet.Cells[c]
		gap := cell.Top - head.Bottom
		if c != k && gap > -0.3*head.Size && gap < 1.5*head.Size && cell.Overlap(head.Rect) > 0 && (under < 0 || cell.Top < x.sheet.Cells[under].Top) {
			under = c
		}
	}
	return under
}

// completeMonths gives the months of a list that are named without their year the one
// that the document is about; without it they are no values.
func (x *extractor) completeMonths(rows []rowValue, f catalogue.Field) {
	for k, c := range f.Columns {
		if c.Kind != catalogue.Month {
			continue
		}
		year := x.yearOf()
		for i := range rows {
			cell := rows[i].cell(k)
			if cell == nil || cell.value[0] != '-' {
				continue
			}
			if year == "" {
				rows[i].cells = slices.DeleteFunc(rows[i].cells, func(c cellValue) bool { return c.column == k })
				continue
			}
			cell.value = year + strings.TrimPrefix(cell.value, "-")
		}
	}
}

// yearOf is the year that the document is about: the likeliest value of its year.
func (x *extractor) yearOf() string {
	for i, f := range x.plan.typ.Fields {
		if best := x.bestOf(i); f.Kind == catalogue.Year && best != nil {
			return best.value
		}
	}
	return ""
}
