package lists

import (
	"cmp"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// completeDates gives the days and months of a list that are printed without their year, or as the
// day alone, those that the document tells; without them they are no values.
func (x *reader) completeDates(rows []candidate.Row, f catalogue.Field) {
	for k, c := range f.Columns {
		var whole func(cell *candidate.Cell) (string, bool)
		switch c.Kind {
		case catalogue.Date:
			whole = x.dayOf(f)
		case catalogue.Month:
			whole = x.monthOf
		default:
			continue
		}
		for i := range rows {
			cell := rows[i].Cell(k)
			if cell == nil || cell.Text[0] != '-' {
				continue
			}
			if text, ok := whole(cell); ok {
				cell.Text = text
				continue
			}
			rows[i].Drop(k)
		}
	}
}

// monthOf is a month in the year that the document is about.
func (x *reader) monthOf(cell *candidate.Cell) (string, bool) {
	year := x.YearOf()
	return year + strings.TrimPrefix(cell.Text, "-"), year != ""
}

// dayOf gives days the last date before the end of the list that they may be, or of the month over them.
func (x *reader) dayOf(f catalogue.Field) func(cell *candidate.Cell) (string, bool) {
	until := ""
	var months []string
	return func(cell *candidate.Cell) (string, bool) {
		alone := strings.HasPrefix(cell.Text, "---")
		if alone && months == nil {
			months = x.monthsOver()
		}
		if line := x.Sheet.RowOf(cell.Tokens[0]); alone && months[line] != "" {
			return recognise.UpTo(cell.Text, recognise.LastDay(months[line]))
		}
		if until == "" {
			until = x.until(f)
			if alone && len(f.Table.Until) > 0 {
				until = cmp.Or(x.said(f.Table.Until[0]), x.lastMonth(), until)
			}
		}
		return recognise.UpTo(cell.Text, until)
	}
}

// monthsOver is for each line the month that the nearest line above it says and nothing else, "" where none does.
func (x *reader) monthsOver() []string {
	months, month := make([]string, len(x.Sheet.Rows)), ""
	for row := range months {
		months[row] = month
		if v, ok := recognise.Whole(catalogue.Month, x.RowRun(row)); ok {
			month = v.Text
		}
	}
	return months
}

// until is the date up to which the rows of a list go: that of the field which the
// entry names, or else the latest one on the document.
func (x *reader) until(f catalogue.Field) string {
	for _, name := range f.Table.Until {
		if date := x.said(name); date != "" {
			return date
		}
	}
	if len(f.Table.Until) == 0 {
		return ""
	}
	latest := ""
	for _, v := range x.Printed(catalogue.Date) {
		latest = max(latest, v.Text)
	}
	return max(latest, x.lastMonth())
}

// said is what a field is likeliest to be, or nothing where nothing was found for it.
func (x *reader) said(name string) string {
	if c := x.BestOf(x.Type.Index[name]); c != nil {
		return c.Text
	}
	return ""
}

// lastMonth is the end of the latest month that the document names: "MÊS: SETEMBRO/2026".
func (x *reader) lastMonth() string {
	latest := ""
	for _, v := range x.Printed(catalogue.Month) {
		latest = max(latest, recognise.LastDay(v.Text))
	}
	return latest
}
