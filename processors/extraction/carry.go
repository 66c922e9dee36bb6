package extraction

import (
	"slices"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// carried is what the lines above printed in columns that are filled only on the
// first of several rows, as the date of a day's entries.
type carried []cellValue

// pass keeps what a line has in such columns, and gives the line what it lacks. A
// line that goes on with a row not yet complete gets nothing.
func (c *carried) pass(line *rowValue, rows []rowValue, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Carry) == 0 {
		return
	}
	for _, name := range f.Table.Carry {
		k := columnIndex(f, name)
		at := slices.IndexFunc(*c, func(v cellValue) bool { return v.column == k })
		switch here := line.cell(k); {
		case here != nil && at >= 0:
			(*c)[at] = *here
		case here != nil:
			*c = append(*c, *here)
		case at >= 0 && complete(*line, f) && (len(rows) == 0 || complete(rows[len(rows)-1], f)):
			line.cells = append(line.cells, (*c)[at])
			sortCells(line.cells)
		}
	}
}

// complete tells whether a row has what a row must hold, but for what is carried.
func complete(row rowValue, f catalogue.Field) bool {
	lacks := func(name string) bool { return row.cell(columnIndex(f, name)) == nil }
	for _, name := range f.Table.Row {
		if lacks(name) && !slices.Contains(f.Table.Carry, name) {
			return false
		}
	}
	return len(f.Table.Each) == 0 || slices.ContainsFunc(f.Table.Each, func(name string) bool { return !lacks(name) })
}

// completeDays gives the dates of a list that are printed without their year the one
// that the document tells; without it they are no values.
func (x *extractor) completeDays(rows []rowValue, f catalogue.Field) {
	for k, c := range f.Columns {
		if c.Kind != catalogue.Date {
			continue
		}
		until := ""
		for i := range rows {
			cell := rows[i].cell(k)
			if cell == nil || cell.value[0] != '-' {
				continue
			}
			if until == "" {
				until = x.until(f)
			}
			date, ok := recognise.InYear(cell.value, until)
			if !ok {
				rows[i].cells = slices.DeleteFunc(rows[i].cells, func(c cellValue) bool { return c.column == k })
				continue
			}
			cell.value = date
		}
	}
}

// until is the date up to which the rows of a list go: that of the field which the
// entry names, or else the latest one on the document.
func (x *extractor) until(f catalogue.Field) string {
	if f.Table == nil {
		return ""
	}
	for _, name := range f.Table.Until {
		best := -1
		for i, c := range x.candidates {
			if c.field == x.plan.index[name] && (best < 0 || c.score > x.candidates[best].score) {
				best = i
			}
		}
		if best >= 0 {
			return x.candidates[best].value
		}
	}
	if len(f.Table.Until) == 0 {
		return ""
	}
	latest := ""
	for r := range x.sheet.Rows {
		run := x.rowRun(r)
		for _, v := range recognise.All(catalogue.Date, run) {
			latest = max(latest, v.Text)
		}
		for _, v := range recognise.All(catalogue.Month, run) {
			latest = max(latest, recognise.LastDay(v.Text))
		}
	}
	return latest
}
