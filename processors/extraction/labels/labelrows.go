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

// pairRows gives the labels that stand in a row their values in the row under it, or over it where labels caption
// their values, where no boxes part them and each value goes to a label that it fits.
func (x *Labels) pairRows() {
	x.headings = map[int32]bool{}
	for r := range x.Sheet.Rows {
		row, of := &x.Sheet.Rows[r], r+1
		labels, ok := x.labelsOf(row)
		if !ok {
			continue
		}
		if x.captions(r) {
			of = r - 1
		} else if !x.valuesUnder(r) {
			continue
		}
		cells := x.rowUnder(row, &x.Sheet.Rows[of])
		values, ok := x.pair(labels, row.Cells, cells)
		for i := range values {
			if ok && labels[i] == nil && values[i] != rowpair.None {
				x.headings[row.Cells[i]] = true
			}
			if s := labels[i]; ok && s != nil {
				s.Paired, s.Value = true, -1
				if values[i] != rowpair.None {
					s.Value = cells[values[i]]
				}
			}
		}
	}
}

func (x *Labels) pair(labels []*Label, heads, values []int32) ([]int, bool) {
	return rowpair.Pair(x.across(heads), x.across(values), func(label, value int) bool {
		return labels[label] == nil || x.mayAnswer(labels[label], values[value])
	})
}

// captions reports whether a row is of labels that stand under their values: of the rows of values and of labels by
// turns of which it is one the uppermost are values and the lowest labels.
func (x *Labels) captions(r int) bool {
	top, low := r, r
	for r-top < mostTurns && x.answered(top, top-1) && x.answered(top-2, top-1) {
		top -= 2
	}
	for low-r < mostTurns && x.answered(low, low+1) && x.answered(low+2, low+1) {
		low += 2
	}
	return x.answered(top, top-1) && !x.answered(low, low+1)
}

// mostTurns is over how many printed lines rows of values and of labels are followed, up and down: more than a page of sums
// has, so that each row asks at most 2 x 40 others whatever the page.
const mostTurns = 40

// answered reports whether a row close to a row of labels may hold the values of them all, one of them a sum or the like.
func (x *Labels) answered(of, values int) bool {
	if min(of, values) < 0 || max(of, values) >= len(x.Sheet.Rows) || len(x.Sheet.Rows[of].Cells) != len(x.Sheet.Rows[values].Cells) {
		return false
	}
	heads, cells := x.Sheet.Rows[of].Cells, x.Sheet.Rows[values].Cells
	upper, lower := &x.Sheet.Cells[x.Sheet.Rows[min(of, values)].Cells[0]], &x.Sheet.Cells[x.Sheet.Rows[max(of, values)].Cells[0]]
	labels, ok := x.labelsOf(&x.Sheet.Rows[of])
	if !ok || upper.Page != lower.Page || lower.Top-upper.Bottom > layout.NextLine*max(lower.Size, upper.Size) {
		return false
	}
	typed := slices.ContainsFunc(labels, func(s *Label) bool {
		return s != nil && x.asksFor(s, func(f *catalogue.Field) bool { return recognise.Typed(f.Kind) })
	})
	_, ok = x.pair(labels, heads, cells)
	return typed && ok && !slices.ContainsFunc(cells, func(c int32) bool { return x.Boundary(x.Sheet.Cells[c].First) })
}

// valuesUnder reports whether a row follows close under another, without a label, and no
// further one like it: then both are of a table.
func (x *Labels) valuesUnder(r int) bool {
	return r+1 < len(x.Sheet.Rows) && x.follows(r, r+1) && !(r+2 < len(x.Sheet.Rows) && len(x.Sheet.Rows[r+2].Cells) > 1 && x.follows(r+1, r+2))
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
		return first == nil || x.Sheet.Cells[c].Right > first.Box.Left || !x.asksFor(first, func(f *catalogue.Field) bool {
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
			if labels[i] = on; on.Colon || !on.Starts {
				return nil, false
			}
			known++
		} else if !x.headingLike(c) {
			return nil, false
		}
		if cell.Box != x.Sheet.Cells[row.Cells[0]].Box {
			return nil, false
		}
	}
	return labels, known >= fewestOfRow && 3*known >= 2*len(labels)
}

// headingLike reports whether a cell, behind the number of a form, may be a label that the entry does not know.
func (x *Labels) headingLike(c int32) bool {
	cell := &x.Sheet.Cells[c]
	words := x.Sheet.Tokens[x.HeadOf(c, cell.Past-1):cell.Past]
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
		f := &x.Type.Fields[r.Field]
		switch r.Role {
		case compile.ColumnLabel:
			f = &f.Columns[r.Column]
		case compile.FieldLabel:
		default:
			return true
		}
		if recognise.Typed(f.Kind) {
			return source.Holds(f.Kind, run)
		}
		digits := layout.HasFigure(x.Sheet.Tokens[x.Sheet.Cells[c].First].Text)
		return !digits || f.Kind != catalogue.String || !f.NamesSomebody() && f.Like != "city"
	})
}
