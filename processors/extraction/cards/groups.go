package cards

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// ReadGroups makes rows of labelled values that stand together: a list printed
// as boxes and not as a table. The first column's label begins a new row.
func (x *Reader) ReadGroups(field int, f catalogue.Field) []candidate.Row {
	if !f.Group {
		return nil
	}
	type head struct {
		s      *labels.Label
		row    candidate.Row
		bottom float64 // of the last label that joined
	}
	var heads []head
	begin := x.groupHeads(field, f)
	for k, s := range begin {
		if k+1 == len(begin) || !x.titles(s, begin[k+1], field, f) {
			heads = append(heads, head{s: s})
		}
	}
	for i := range x.Placed {
		s := &x.Placed[i]
		column, ok := x.groupColumn(s, field, f)
		if !ok {
			continue
		}
		best, least := -1, math.Inf(1)
		for k := range heads {
			if d, ok := groupDistance(heads[k].s, s, max(heads[k].bottom, heads[k].s.Box.Bottom)); ok && d < least && heads[k].row.Cell(column) == nil {
				best, least = k, d
			}
		}
		if best < 0 {
			continue
		}
		if _, ok := listrow.PrintedLabel(f.Columns[column]); ok {
			continue
		}
		if c, ok := x.labelledCell(s, column, f.Columns[column]); ok {
			heads[best].row.Cells = append(heads[best].row.Cells, c)
			heads[best].bottom = s.Box.Bottom
		}
	}
	var rows []candidate.Row
	for _, h := range heads {
		x.addPrinted(&h.row, h.s, f)
		if lead := f.ColumnIndex(f.Lead); lead >= 0 && f.Join == "" && h.row.Cell(lead) == nil {
			continue // the label was a word of the text
		}
		if len(h.row.Cells) > 0 && !signature(rows, h.row, h.s, f) {
			h.row.Sort()
			h.row.How = candidate.FromLabel
			rows = append(rows, h.row)
		}
	}
	return candidate.WithoutParts(rows)
}

// groupHeads are the labels that begin a row each, in reading order: those of the
// first column, or the one that the entry names. Rows that join others need not have
// it: then those of the first column that has several.
func (x *Reader) groupHeads(field int, f catalogue.Field) []*labels.Label {
	byColumn := make([][]*labels.Label, len(f.Columns))
	for i := range x.Placed {
		if column, ok := x.groupColumn(&x.Placed[i], field, f); ok && !x.endsName(&x.Placed[i]) {
			byColumn[column] = append(byColumn[column], &x.Placed[i])
		}
	}
	heads := byColumn[max(f.ColumnIndex(f.Lead), 0)]
	for _, of := range byColumn {
		if len(heads) == 0 && f.Join != "" && len(of) > 1 {
			heads = of
		}
	}
	slices.SortStableFunc(heads, labels.InReadingOrder)
	return heads
}

// titles reports whether a label that could begin a row is but the title of the card that another one begins: it
// has no value but that of the other, which stands close under it, "Nubente (1)" over "Nome completo:".
func (x *Reader) titles(s, begins *labels.Label, field int, f catalogue.Field) bool {
	column, _ := x.groupColumn(s, field, f)
	under := begins.Box.Top - s.Box.Bottom
	if s.Page != begins.Page || under < 0 || under > layout.Reach*s.Box.Height() {
		return false
	}
	value, ok := x.labelledCell(s, column, f.Columns[column])
	if !ok {
		return true
	}
	own, ok := x.labelledCell(begins, column, f.Columns[column])
	return ok && own.Tokens[0] == value.Tokens[0]
}

// endsName reports whether a label is but the end of a longer one that nobody knows: "Central do Assinante:".
func (x *Reader) endsName(s *labels.Label) bool {
	return !s.Starts && x.Sheet.Tokens[s.First-1].Small() && x.Reading.Filler(s.First-1) && layout.HasCapital(x.Sheet.Tokens[s.First].Text)
}

// addPrinted fills the column that holds the label itself, such as the role of a
// party; what stands beside the label is the value of the column it names.
func (x *Reader) addPrinted(row *candidate.Row, s *labels.Label, f catalogue.Field) {
	for k, c := range f.Columns {
		name, ok := listrow.PrintedLabel(c)
		if !ok {
			continue
		}
		of := f.ColumnIndex(name)
		if of >= 0 && row.Cell(of) == nil {
			if v, ok := x.labelledCell(s, of, f.Columns[of]); ok {
				row.Cells = append(row.Cells, v)
			}
		}
		if r := x.printedOf(s); len(row.Cells) > 0 {
			row.Cells = append(row.Cells, candidate.Cell{Column: k, Text: shape.Clean(r.Text(0, r.Len()-1)), Tokens: r.Index, Score: candidate.Placed})
		}
	}
}

// printedOf are the words of a label that are a value: of "CONTRATANTE (ALUNO)" the first, for the others explain it.
func (x *Reader) printedOf(s *labels.Label) recognise.Run {
	on := x.LabelOn(max(s.First-1, 0))
	if on != nil && on.Cell == s.Cell && on.Last == s.First-1 && strings.HasPrefix(x.Sheet.Tokens[s.First].Text, "(") && slices.ContainsFunc(on.Refs, func(r compile.Ref) bool { return slices.Contains(s.Refs, r) }) {
		s = on
	}
	return x.Between(s.First, s.Last)
}

// signature reports whether a row says again, at a signature, what an earlier one
// has said with more: the same label without a colon, or hardly anything else.
func signature(rows []candidate.Row, row candidate.Row, s *labels.Label, f catalogue.Field) bool {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { _, ok := listrow.PrintedLabel(c); return ok })
	if k < 0 || row.Cell(k) == nil || s.Colon && len(row.Cells) > 2 {
		return false
	}
	return slices.ContainsFunc(rows, func(o candidate.Row) bool {
		return o.Cell(k) != nil && fold.Text(o.Cell(k).Text) == fold.Text(row.Cell(k).Text)
	})
}

func (x *Reader) groupColumn(s *labels.Label, field int, f catalogue.Field) (int, bool) {
	if s.Strength < labels.Likely || !x.InScope(f, s) {
		return 0, false
	}
	for _, r := range s.Refs {
		if r.Role == compile.ColumnLabel && r.Field == field && !x.OtherYear(s, r) {
			return r.Column, true
		}
	}
	return 0, false
}

const (
	groupReach = 90 // points from the first label of a row of boxes to its last one
	groupGap   = 6  // heights of a label under the one before, beyond that: one that no column asks for may stand between, with its value
)

// groupDistance is how far a label stands from the head of a row: it must not
// stand before it, nor far away but for lines set solid down to bottom.
func groupDistance(head, s *labels.Label, bottom float64) (float64, bool) {
	if head.Page != s.Page {
		return 0, false
	}
	down := s.Box.Top - head.Box.Top
	across := s.Box.Left - head.Box.Left
	if down < -2 || down < 2 && across < -2 || down > groupReach && s.Box.Top-bottom > groupGap*s.Box.Height() {
		return 0, false
	}
	if across < 0 {
		across = -2 * across
	}
	return 3*down + across, true
}

func (x *Reader) labelledCell(s *labels.Label, column int, c catalogue.Field) (candidate.Cell, bool) {
	best := candidate.Cell{}
	for _, g := range x.Around(s, c) {
		run := g.Run
		if on := x.LabelOn(int(run.Index[0])); on != nil && on.Strength >= labels.Likely && g.Place != catalogue.Right && !on.Ends {
			continue // "Venc. 09/06/2026" under "Num. 001"
		}
		if first := x.FirstCell(run); g.Place == catalogue.Right && c.Lines <= 1 && (!recognise.Typed(c.Kind) || source.Holds(c.Kind, first)) {
			run = first
		}
		if !recognise.Typed(c.Kind) {
			run = x.Whole(c, nil, run)
		}
		if v, ok := x.CellOf(column, c, run, g.Score); ok && v.Score > best.Score {
			best = v
		}
	}
	return best, best.Score > 0
}
