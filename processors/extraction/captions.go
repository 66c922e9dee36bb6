package extraction

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

const (
	captionScore = 0.93 // what stands over its label, where the document captions its values
	notCaptioned = 0.5  // what stands below or beside a label there
	captionLines = 3    // of a value that wraps over its label: no other value ends there
	captionVotes = 2    // labels whose value can but stand over them, at least
)

// overLabel tells whether a value of a label's kind stands right over it.
func (x *extractor) overLabel(s *spot, kind catalogue.Kind) bool {
	g, ok := x.overCaption(s, 1)
	return ok && s.starts && holds(kind, g.run)
}

// votesForCaptions tells whether a kind's form is sure enough to tell, where it stands over
// its label, that the document captions its values.
func votesForCaptions(k catalogue.Kind) bool {
	return strong(k) || k == catalogue.Time || k == catalogue.Registry
}

// overCaption is what stands over a label: right over it, or where nothing does at the
// beginning of the rule whose middle the label stands under.
func (x *extractor) overCaption(s *spot, lines int) (region, bool) {
	c := x.overRule(s)
	if right := x.rightAbove(s); right >= 0 && (c < 0 || x.sheet.Cells[c].Top < x.sheet.Cells[right].MidY()) {
		c = right
	}
	if c < 0 || x.boundary(x.sheet.Cells[c].First) {
		return region{}, false
	}
	return x.upFrom(c, lines), true
}

// captionsValue tells whether a label is a caption with its value over it: it heads no column.
func (x *extractor) captionsValue(s *spot) bool {
	if !x.captioned(s) {
		return false
	}
	_, over := x.overCaption(s, 1)
	return over
}

// captionLine cuts the part that a caption names down to its line and the values over it:
// what stands under it is of the next caption.
func (x *extractor) captionLine(head, area section) section {
	for i := range x.spots {
		s := &x.spots[i]
		if s.page != head.page || s.box != head.Rect || !x.captioned(s) {
			continue
		}
		if over, ok := x.overCaption(s, 1); ok {
			area.Top, area.Bottom = x.sheet.Tokens[over.run.Index[0]].Top, s.box.Bottom
		}
	}
	return area
}

// overRule is the cell of the line over a label that begins left of it, behind the label
// before, or -1: a short value at the left end of a long rule.
func (x *extractor) overRule(s *spot) int32 {
	left := 0.0
	for _, c := range x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells {
		if c == s.cell {
			break
		}
		left = x.sheet.Cells[c].Right
	}
	best := int32(-1)
	for _, c := range x.byTop[s.page] {
		cell := &x.sheet.Cells[c]
		if cell.Top > s.box.Top {
			break
		}
		if x.closeOver(cell, s.box) && cell.Left > left-cell.Char && cell.Right <= s.box.Left {
			best = c
		}
	}
	return best
}

// captioned tells whether a label of this document is a caption under the rule that its
// value is written on, as old forms have it.
func (x *extractor) captioned(s *spot) bool { return x.captions && !s.colon && s.starts }

// underOther tells whether a line begins at token i under the label of another value
// than the field's, where its form alone would make it this one's, or under a caption:
// no text goes on there.
func (x *extractor) underOther(field, i int, typed bool) bool {
	if i == 0 || !x.sheet.LineStart(i) || x.spotAt[i-1] == 0 {
		return false
	}
	s := &x.spots[x.spotAt[i-1]-1]
	if s.quality < 0.95 || !s.starts || s.colon {
		return false
	}
	own := slices.ContainsFunc(s.refs, func(r ref) bool { return x.answeredFirst(r, field) })
	return typed && !own || x.captioned(s)
}

// answeredFirst tells whether what stands under a label may begin with a field's value.
func (x *extractor) answeredFirst(r ref, field int) bool {
	switch r.role {
	case fieldLabel:
		return r.field == field
	case boxLabel:
		patterns := x.plan.boxes[r.box]
		if len(patterns) == 0 || len(patterns[0].Slots()) == 0 {
			return false
		}
		return x.plan.index[patterns[0].Slots()[0]] == field
	}
	return true
}

// byCaptions weighs the regions of a label on a document that captions its values. The one
// at the head of a box, with nothing over it, may have its value below.
func (x *extractor) byCaptions(s *spot, lines int, out []region) []region {
	over, captioned := x.overCaption(s, max(lines, captionLines))
	for i := range out {
		first := x.sheet.Tokens[out[i].run.Index[0]].Cell
		if out[i].place != catalogue.Above && first != s.cell && (captioned || out[i].place != catalogue.Below) {
			out[i].score *= notCaptioned
		}
	}
	if captioned {
		over.score = captionScore
		out = append(out, over)
	}
	return out
}

// higher lists the cells of the lines over a cell that belong to it, the uppermost
// first: they stand close, begin where it does, and no label stands among them.
func (x *extractor) higher(cell int32, lines int) []int32 {
	out := []int32{cell}
	for ; lines > 1; lines-- {
		low := x.sheet.Cells[out[0]]
		next := x.rightOver(low)
		if next < 0 || x.boundary(x.sheet.Cells[next].First) {
			break
		}
		out = append([]int32{next}, out...)
	}
	return out
}

// rightOver is the cell of the line over another one that begins where it does, or -1.
func (x *extractor) rightOver(low layout.Cell) int32 {
	for _, c := range x.byTop[low.Page] {
		cell := &x.sheet.Cells[c]
		gap := low.Top - cell.Bottom
		if gap > -0.3*cell.Size && gap < 0.6*cell.Size && cell.Left-low.Left < cell.Char && low.Left-cell.Left < cell.Char {
			return c
		}
	}
	return -1
}
