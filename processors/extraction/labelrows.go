package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/rowpair"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	rowScore       = 0.93 // of a value that its row gives to a label
	underLabels    = 1.6  // font sizes from a row of labels down to their values
	fewestOfRow    = 2    // labels that a row is known by
	longestHeading = 6    // words of a label that the entry does not know
)

// pairRows gives the labels that stand in a row their values in the row under it, where no
// boxes part them and each value goes to a label that it fits.
func (x *extractor) pairRows() {
	for r := 0; r+1 < len(x.sheet.Rows); r++ {
		upper, lower := &x.sheet.Rows[r], &x.sheet.Rows[r+1]
		if len(upper.Cells) < fewestOfRow || !x.valuesUnder(r) {
			continue
		}
		labels, ok := x.labelsOf(upper)
		if !ok {
			continue
		}
		values, ok := rowpair.Pair(x.across(upper), x.across(lower), func(label, value int) bool {
			return labels[label] == nil || x.mayAnswer(labels[label], lower.Cells[value])
		})
		for i := range values {
			if s := labels[i]; ok && s != nil {
				s.paired, s.value = true, -1
				if values[i] != rowpair.None {
					s.value = lower.Cells[values[i]]
				}
			}
		}
	}
}

// valuesUnder reports whether a row follows close under another, without a label, and no
// further one like it: then both are of a table.
func (x *extractor) valuesUnder(r int) bool {
	return x.follows(r, r+1) && !(r+2 < len(x.sheet.Rows) && len(x.sheet.Rows[r+2].Cells) > 1 && x.follows(r+1, r+2))
}

func (x *extractor) follows(above, below int) bool {
	upper, lower := &x.sheet.Rows[above], &x.sheet.Rows[below]
	top := &x.sheet.Cells[upper.Cells[0]]
	return upper.Page == lower.Page && !slices.ContainsFunc(lower.Cells, func(c int32) bool {
		cell := &x.sheet.Cells[c]
		return cell.Top-top.Bottom > underLabels*max(cell.Size, top.Size) || cell.Box != x.sheet.Cells[lower.Cells[0]].Box || x.boundary(cell.First) ||
			strings.HasSuffix(x.sheet.Tokens[cell.Past-1].Text, ":")
	})
}

// labelsOf are the labels of a row, nil where the entry does not know one, if the row is
// nothing but labels.
func (x *extractor) labelsOf(row *layout.Row) ([]*spot, bool) {
	labels := make([]*spot, len(row.Cells))
	known := 0
	for i, c := range row.Cells {
		cell := &x.sheet.Cells[c]
		if at := x.spotAt[x.headOf(c, cell.Past-1)]; at > 0 && x.spots[at-1].quality >= 0.75 && x.spots[at-1].ends {
			if labels[i] = &x.spots[at-1]; labels[i].colon || !labels[i].starts {
				return nil, false
			}
			known++
		} else if !x.headingLike(cell) {
			return nil, false
		}
		if cell.Box != x.sheet.Cells[row.Cells[0]].Box {
			return nil, false
		}
	}
	return labels, known >= fewestOfRow && 3*known >= 2*len(labels)
}

// headingLike reports whether a cell may be a label that the entry does not know.
func (x *extractor) headingLike(cell *layout.Cell) bool {
	words := x.sheet.Tokens[cell.First:cell.Past]
	return len(words) <= longestHeading && !slices.ContainsFunc(words, func(t layout.Token) bool {
		return layout.HasFigure(t.Text) || strings.HasSuffix(t.Text, ":")
	})
}

func (x *extractor) across(row *layout.Row) []rowpair.Span {
	out := make([]rowpair.Span, len(row.Cells))
	for i, c := range row.Cells {
		out[i] = rowpair.Span{Left: x.sheet.Cells[c].Left, Right: x.sheet.Cells[c].Right}
	}
	return out
}

// mayAnswer reports whether a cell may hold the value of a label, by its kind.
func (x *extractor) mayAnswer(s *spot, c int32) bool {
	cell := &x.sheet.Cells[c]
	run := x.between(cell.First, cell.Past-1)
	return slices.ContainsFunc(s.refs, func(r ref) bool {
		if r.role != fieldLabel {
			return true
		}
		f := &x.plan.typ.Fields[r.field]
		if recognise.Typed(f.Kind) {
			return holds(f.Kind, run)
		}
		digits := layout.HasFigure(x.sheet.Tokens[cell.First].Text)
		return !digits || f.Kind != catalogue.String || f.Like != "name" && f.Like != "city" && f.Like != "company"
	})
}

// inRow is the value that the row under a label's gives to it.
func (x *extractor) inRow(s *spot) []region {
	if s.value < 0 {
		return nil
	}
	cell := &x.sheet.Cells[s.value]
	return []region{{catalogue.Below, x.between(cell.First, cell.Past-1), rowScore, true}}
}
