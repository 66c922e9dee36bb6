package labels

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/rowpair"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	fewestOfRow    = 2 // labels that a row is known by
	longestHeading = 6 // words of a label that the entry does not know
)

// pairRows gives the labels that stand in a row their values in the row under it, where no
// boxes part them and each value goes to a label that it fits.
func (x *Labels) pairRows() {
	for r := 0; r+1 < len(x.Sheet.Rows); r++ {
		upper, lower := &x.Sheet.Rows[r], &x.Sheet.Rows[r+1]
		if len(upper.Cells) < fewestOfRow || !x.valuesUnder(r) {
			continue
		}
		labels, ok := x.labelsOf(upper)
		if !ok {
			continue
		}
		under := x.rowUnder(upper, lower)
		values, ok := rowpair.Pair(x.across(upper.Cells), x.across(under), func(label, value int) bool {
			return labels[label] == nil || x.mayAnswer(labels[label], under[value])
		})
		for i := range values {
			if s := labels[i]; ok && s != nil {
				s.Paired, s.Value = true, -1
				if values[i] != rowpair.None {
					s.Value = under[values[i]]
				}
			}
		}
	}
}

// valuesUnder reports whether a row follows close under another, without a label, and no
// further one like it: then both are of a table.
func (x *Labels) valuesUnder(r int) bool {
	return x.follows(r, r+1) && !(r+2 < len(x.Sheet.Rows) && len(x.Sheet.Rows[r+2].Cells) > 1 && x.follows(r+1, r+2))
}

func (x *Labels) follows(above, below int) bool {
	upper, lower := &x.Sheet.Rows[above], &x.Sheet.Rows[below]
	top := &x.Sheet.Cells[upper.Cells[0]]
	cells := x.rowUnder(upper, lower)
	return upper.Page == lower.Page && !slices.ContainsFunc(cells, func(c int32) bool {
		cell := &x.Sheet.Cells[c]
		return cell.Top-top.Bottom > layout.NextLine*max(cell.Size, top.Size) || cell.Box != x.Sheet.Cells[cells[0]].Box || x.Boundary(cell.First) ||
			strings.HasSuffix(x.Sheet.Tokens[cell.Past-1].Text, ":")
	})
}

// rowUnder are the cells of a row but for those that end before the row over it begins, where its first label asks for
// a value of a kind that they do not hold: left of two sums a message may stand at their height.
func (x *Labels) rowUnder(upper, lower *layout.Row) []int32 {
	first := x.HeadLabel(upper.Cells[0])
	k := slices.IndexFunc(lower.Cells, func(c int32) bool {
		return first == nil || x.Sheet.Cells[c].Right > first.Box.Left || !x.AsksFor(first, func(f *catalogue.Field) bool {
			return recognise.Typed(f.Kind) && !source.Holds(f.Kind, x.CellRun(c))
		})
	})
	return lower.Cells[max(k, 0):]
}

// labelsOf are the labels of a row, nil where the entry does not know one, if the row is
// nothing but labels.
func (x *Labels) labelsOf(row *layout.Row) ([]*Label, bool) {
	labels := make([]*Label, len(row.Cells))
	known := 0
	for i, c := range row.Cells {
		cell := &x.Sheet.Cells[c]
		if on := x.HeadLabel(c); on != nil && on.Strength >= Likely && on.Ends {
			if labels[i] = on; on.Colon || !on.Starts || x.answeredAbove(on) {
				return nil, false
			}
			known++
		} else if !x.headingLike(cell) {
			return nil, false
		}
		if cell.Box != x.Sheet.Cells[row.Cells[0]].Box {
			return nil, false
		}
	}
	return labels, known >= fewestOfRow && 3*known >= 2*len(labels)
}

// answeredAbove reports whether a label of several lines has its value beside the first: "SALDO EM" and "R$ 421,91",
// over "31/12/2024".
func (x *Labels) answeredAbove(s *Label) bool {
	upper := x.Sheet.Tokens[s.First].Cell
	beside := x.CellBeside(upper)
	if upper == s.Cell || beside < 0 {
		return false
	}
	first := x.Sheet.Cells[beside].First
	return !x.Boundary(first) && layout.HasFigure(x.Sheet.Tokens[first].Text) && x.mayAnswer(s, beside)
}

// headingLike reports whether a cell may be a label that the entry does not know.
func (x *Labels) headingLike(cell *layout.Cell) bool {
	words := x.Sheet.Tokens[cell.First:cell.Past]
	return len(words) <= longestHeading && !slices.ContainsFunc(words, func(t layout.Token) bool {
		return layout.HasFigure(t.Text) || strings.HasSuffix(t.Text, ":")
	})
}

func (x *Labels) across(cells []int32) []rowpair.Span {
	out := make([]rowpair.Span, len(cells))
	for i, c := range cells {
		out[i] = rowpair.Span{Left: x.Sheet.Cells[c].Left, Right: x.Sheet.Cells[c].Right}
	}
	return out
}

// mayAnswer reports whether a cell may hold the value of a label, by its kind.
func (x *Labels) mayAnswer(s *Label, c int32) bool {
	run := x.CellRun(c)
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		if r.Role != compile.FieldLabel {
			return true
		}
		f := &x.Type.Fields[r.Field]
		if recognise.Typed(f.Kind) {
			return source.Holds(f.Kind, run)
		}
		digits := layout.HasFigure(x.Sheet.Tokens[x.Sheet.Cells[c].First].Text)
		return !digits || f.Kind != catalogue.String || !f.NamesSomebody() && f.Like != "city"
	})
}
