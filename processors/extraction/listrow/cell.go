package listrow

import (
	"slices"
	"strconv"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// LineRow is the row of a match in the printed lines.
func (x *Reader) LineRow(f catalogue.Field, m pattern.Match) candidate.Row {
	return rowOf(candidate.FromTable, f, m, func(column int, s pattern.Slot) (candidate.Cell, bool) {
		return x.CellOf(column, f.Columns[column], x.Run(x.Lines().Origin[s.First:s.Last+1]), candidate.Placed)
	})
}

// FlowRow is the row of a match in the running text.
func (x *Reader) FlowRow(f catalogue.Field, m pattern.Match) candidate.Row {
	return rowOf(candidate.FromProse, f, m, func(column int, s pattern.Slot) (candidate.Cell, bool) {
		return x.SlotCell(column, f.Columns[column], s)
	})
}

// rowOf is the row whose cells are read of the slots of a match, of the first of each column.
func rowOf(how candidate.Provenance, f catalogue.Field, m pattern.Match, read func(column int, s pattern.Slot) (candidate.Cell, bool)) candidate.Row {
	row := candidate.Row{How: how}
	for _, s := range m.Slots {
		column := f.ColumnIndex(s.Name)
		if column < 0 || row.Cell(column) != nil {
			continue
		}
		if c, ok := read(column, s); ok {
			row.Cells = append(row.Cells, c)
		}
	}
	row.Sort()
	return row
}

// CellOf reads a run as the value of a column.
func (x *Reader) CellOf(column int, c catalogue.Field, r recognise.Run, score float64) (candidate.Cell, bool) {
	if r.Len() == 0 {
		return candidate.Cell{}, false
	}
	if recognise.Typed(c.Kind) {
		v, ok := recognise.First(c.Kind, r)
		switch {
		case ok:
		case c.Kind == catalogue.Money:
			v, ok = recognise.Unpointed(r)
		case c.Kind == catalogue.Date:
			if v, ok = recognise.First(recognise.Day, r); !ok && c.Form == "day" && r.Len() == 1 { // the list completes it
				v, ok = recognise.At(recognise.DayOfMonth, r, 0)
			}
		case c.Kind == catalogue.Month:
			if v, ok = recognise.First(recognise.MonthName, r); !ok { // the list completes this, too
				v, ok = x.shortMonth(r)
			}
		}
		if !ok || c.Kind == catalogue.Percent && pastWhole(v) {
			return candidate.Cell{}, false
		}
		return candidate.Cell{Column: column, Text: shape.Form(c, v.Text), Tokens: slices.Clone(r.Index[v.First : v.Last+1]), Score: score, Checked: v.Checked, Repaired: v.Repaired}, true
	}
	first, last, fit := shape.CutCell(c, r)
	if _, day := recognise.Whole(catalogue.Date, x.Run(r.Index[first:last+1])); fit == 0 || day && c.Like == "number" {
		return candidate.Cell{}, false
	}
	value := shape.Clean(r.Text(first, last))
	if value == "" || first == last && r.Token(first).Small() && shape.BetweenNames(r.Token(first).Fold) {
		return candidate.Cell{}, false // nothing, or "e" between two labels
	}
	return candidate.Cell{Column: column, Text: shape.Form(c, value), Tokens: slices.Clone(r.Index[first : last+1]), Score: score, Checked: false, Repaired: false}, true
}

// pastWhole reports whether a number is more than the whole and no sign says that it is a percentage.
func pastWhole(v recognise.Value) bool {
	n, err := strconv.ParseFloat(v.Text, 64)
	return v.Score < 1 && (err != nil || n > 100)
}

// SlotCell reads a slot of the running text as the value of a column.
func (x *Reader) SlotCell(column int, c catalogue.Field, s pattern.Slot) (candidate.Cell, bool) {
	if s.Typed && (recognise.Typed(c.Kind) || s.Form == "mask") {
		return candidate.Cell{Column: column, Text: shape.Form(c, s.Value.Text), Tokens: x.Between(s.First, s.Last).Index, Score: candidate.Placed, Checked: s.Value.Checked, Repaired: s.Value.Repaired}, true
	}
	first := x.pastHeadings(s)
	run := x.Between(first, x.BeforeLabel(first, s.Last))
	return x.CellOf(column, c, run, candidate.Placed)
}

// pastHeadings is where the words of a slot begin that ran over headings: behind
// the last line that is a label and nothing else.
func (x *Reader) pastHeadings(s pattern.Slot) int {
	first := s.First
	for i := s.First; i < s.Last; i++ {
		on := x.LabelOn(i)
		if on != nil && on.Last == i && on.Strength == labels.Plain && on.Ends && on.Bounds() && x.Sheet.LineStart(i+1) {
			first = i + 1
		}
	}
	return first
}

// shortMonth is the first month in figures whose year has two, "01/24", of the year that the document is
// about or one beside it: "01/06" of 2025 is the first of six.
func (x *Reader) shortMonth(r recognise.Run) (recognise.Value, bool) {
	v, ok := recognise.First(recognise.ShortMonth, r)
	if !ok {
		return v, false
	}
	about, err := strconv.Atoi(x.YearOf())
	short, other := strconv.Atoi(v.Text[1:3])
	if short += 2000; err != nil || other != nil || short < about-1 || short > about+1 {
		return v, false
	}
	v.Text = strconv.Itoa(short) + v.Text[3:]
	return v, true
}

// YearOf is the year that the document is about: the likeliest value of its year.
func (x *Reader) YearOf() string {
	for i, f := range x.Type.Fields {
		if best := x.BestOf(i); f.Kind == catalogue.Year && best != nil {
			return best.Text
		}
	}
	return ""
}
