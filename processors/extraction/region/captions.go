package region

import (
	"math"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

const (
	captionLines = 3 // of a value that wraps over its label: no other value ends there
	captionVotes = 2 // labels whose value can but stand over them, at least
)

// overLabel reports whether a value of a label's kind stands right over it.
func (x *Regions) overLabel(s *labels.Label, kind catalogue.Kind) bool {
	g, ok := x.overCaption(s, 1)
	return ok && s.Starts && source.Holds(kind, g.Run)
}

// votesForCaptions reports whether a kind's form is sure enough to tell, where it stands over
// its label, that the document captions its values.
func votesForCaptions(k catalogue.Kind) bool {
	return source.Strong(k) || k == catalogue.Time || k == catalogue.Registry
}

// overCaption is what stands over a label: right over it, or where nothing does at the
// beginning of the rule whose middle the label stands under.
func (x *Regions) overCaption(s *labels.Label, lines int) (Region, bool) {
	c := x.overRule(s)
	if right := x.OverCell(s.Cell); right >= 0 && (c < 0 || x.Sheet.Cells[c].Top < x.Sheet.Cells[right].MidY()) {
		c = right
	}
	if c < 0 || x.Boundary(x.Sheet.Cells[c].First) {
		return Region{}, false
	}
	return x.upFrom(c, lines), true
}

// overRule is the cell of the line over a label that begins left of it, behind the label
// before, or -1: a short value at the left end of a long rule.
func (x *Regions) overRule(s *labels.Label) int32 {
	var left float64
	if before := x.CellBefore(s.Cell); before >= 0 {
		left = x.Sheet.Cells[before].Right
	}
	best := int32(-1)
	for _, c := range x.ByTop[s.Page] {
		cell := &x.Sheet.Cells[c]
		if cell.Top > s.Box.Top {
			break
		}
		if x.CloseOver(cell, s.Box) && cell.Left > left-cell.Char && cell.Right <= s.Box.Left {
			best = c
		}
	}
	return best
}

// captioned reports whether a label is a caption under the rule that its value is written on, as old forms have
// it: those of this document are, or it stands in brackets.
func (x *Regions) captioned(s *labels.Label) bool {
	return !s.Colon && s.Starts && (x.captions || x.brackets && x.bracketed(s))
}

// bracketed reports whether a label begins a cell that is all in brackets, with words right over it: "(estado civil)".
// One alone may be a remark.
func (x *Regions) bracketed(s *labels.Label) bool {
	cell := &x.Sheet.Cells[s.Cell]
	if !s.Starts || !strings.HasPrefix(x.Sheet.Tokens[cell.First].Text, "(") || !strings.HasSuffix(x.Sheet.Tokens[cell.Past-1].Text, ")") {
		return false
	}
	_, ok := x.overCaption(s, 1)
	return ok
}

// byCaptions weighs the regions of a label on a document that captions its values. The one
// at the head of a box, with nothing over it, may have its value below.
func (x *Regions) byCaptions(s *labels.Label, lines int, out []Region) []Region {
	over, captioned := x.overCaption(s, max(lines, captionLines))
	for i := range out {
		first := x.Sheet.Tokens[out[i].Run.Index[0]].Cell
		if out[i].Place != catalogue.Above && first != s.Cell && (captioned || out[i].Place != catalogue.Below) {
			out[i].Score *= candidate.Weak // a caption stands under its value
		}
	}
	if captioned {
		over.Score = candidate.Placed
		out = append(out, over)
	}
	return out
}

// higher lists the cells of the lines over a cell that belong to it, the uppermost
// first: they stand close, begin where it does, and no label stands among them.
func (x *Regions) higher(cell int32, lines int) []int32 {
	out := []int32{cell}
	for ; lines > 1; lines-- {
		low := &x.Sheet.Cells[out[0]]
		next := x.CellOver(out[0], layout.Solid)
		if next < 0 || x.Boundary(x.Sheet.Cells[next].First) || math.Abs(x.Sheet.Cells[next].Left-low.Left) > low.Char {
			break
		}
		out = append([]int32{next}, out...)
	}
	return out
}
