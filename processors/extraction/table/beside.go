package table

import (
	"cmp"
	"slices"

	"lavra.dev/processors/text/layout"
)

// withOther is the table under a heading line and the one beside it, where they are two halves of one list, each
// under headings of its own: earnings at the left, deductions at the right. The titles of both may stand over those.
func (r *reader) withOther(row int, best part) part {
	past := best.past
	for _, head := range r.heads {
		if head < row || head >= past {
			continue
		}
		from, cuts := r.cuts(head)
		for _, cut := range cuts {
			left, right := r.readHalf(from, cut, false), r.readHalf(from, cut, true)
			if len(left.rows) > 0 && len(right.rows) > 0 && r.worthOf(left.rows)+r.worthOf(right.rows) > r.worthOf(best.rows) {
				best = part{rows: slices.Concat(left.rows, right.rows), totals: slices.Concat(left.totals, right.totals), past: max(left.past, right.past)}
			}
		}
	}
	return best
}

// cuts are the places at which a line of headings may fall into those of two tables: each half names
// what a row must hold, and no column twice. The headings may be of several printed lines, then the table begins with the
// first of those; and of a list with two sides of the account, the other half may have its own on another line.
func (r *reader) cuts(row int) (from int, out []float64) {
	first, last := row, row
	if r.sides != nil {
		first, last = r.reach(row)
	}
	for from = row; from >= first; from-- {
		for to := row; to <= last; to++ {
			if out = r.cutsOf(r.headingLines(from, to)); len(out) > 0 {
				return from, out
			}
		}
	}
	pieces, _ := r.headingLine(row)
	if r.sides != nil && r.heading(pieces) {
		first, last := pieces[0].Rect, pieces[len(pieces)-1].Rect
		out = append(out, first.Left-first.Height(), last.Right+last.Height())
	}
	return row, out
}

// headingLines are the pieces of several lines of headings, from left to right.
func (r *reader) headingLines(from, to int) []piece {
	var all []piece
	for row := from; row <= to; row++ {
		pieces, _ := r.headingLine(row)
		all = append(all, pieces...)
	}
	slices.SortStableFunc(all, func(a, b piece) int { return cmp.Compare(a.Left, b.Left) })
	return all
}

// cutsOf are the places between headings, from left to right, on both sides of which those of a table stand.
func (r *reader) cutsOf(pieces []piece) (out []float64) {
	for i := 1; i < len(pieces); i++ {
		if r.heading(pieces[:i]) && r.heading(pieces[i:]) && r.halvesAlike(pieces[:i], pieces[i:]) {
			out = append(out, r.between(&pieces[i-1], &pieces[i]))
		}
	}
	return out
}

// halvesAlike reports whether the headings of two halves tell the same of a row, if the list has no two sides of an account:
// "Vencimento | Valor" and "Pagamento | Valor pago" behind it are two sums of one row.
func (r *reader) halvesAlike(left, right []piece) bool {
	if r.sides != nil {
		return true
	}
	a, _ := r.named(left)
	b, _ := r.named(right)
	return !slices.ContainsFunc(r.each, func(k int) bool { return a[k] != b[k] })
}

// between is the place between two headings side by side: the line drawn there, or the middle, since a code may
// begin left of its heading.
func (r *reader) between(left, right *piece) float64 {
	box := r.Sheet.Cells[r.Sheet.Tokens[left.words[0]].Cell].Box
	if box == layout.NoBox || box == r.Sheet.Cells[r.Sheet.Tokens[right.words[0]].Cell].Box {
		return (left.Right + right.Left) / 2
	}
	return r.Sheet.Boxes[box].Right
}

// heading reports whether pieces name what a row must hold, alone or with another column ("COD DESCRICAO"), and no
// column twice.
func (r *reader) heading(pieces []piece) bool {
	named, ok := r.named(pieces)
	return ok && len(r.lead) > 0 && !slices.ContainsFunc(r.lead, func(k int) bool { return !named[k] }) && slices.ContainsFunc(r.each, func(k int) bool { return named[k] })
}

// named are the columns that headings side by side may name; ok where each has one that no other has. The words of one
// cell or label are one heading.
func (r *reader) named(pieces []piece) (columns map[int]bool, ok bool) {
	columns = map[int]bool{}
	var taken []int
	for _, sure := range [2]bool{true, false} {
		for i, p := range pieces {
			if len(p.names) == 0 || (len(p.names) == 1) != sure || slices.ContainsFunc(pieces[:i], func(o piece) bool { return r.sameHeading(o, p) }) {
				continue
			}
			free := slices.IndexFunc(p.names, func(n Name) bool { return !slices.Contains(taken, n.Column) })
			if free < 0 {
				return nil, false
			}
			taken = append(taken, p.names[free].Column)
			for _, n := range p.names {
				columns[n.Column] = true
			}
		}
	}
	return columns, true
}

// sameHeading reports whether two pieces name the same, in the same label or cell.
func (r *reader) sameHeading(a, b piece) bool {
	return slices.Equal(a.names, b.names) && (r.labelAt[a.words[0]] == r.labelAt[b.words[0]] || r.Sheet.Tokens[a.words[0]].Cell == r.Sheet.Tokens[b.words[0]].Cell)
}

// readHalf is the first table left or right of a place, from a printed line on.
func (r *reader) readHalf(from int, cut float64, right bool) part {
	in, origin := r.Input.half(from, cut, right)
	if side := r.sideOver(from, cut, right); side >= 0 {
		in.Side = func(int) int { return side }
	}
	half := newReader(in)
	half.counted = r.counted
	if len(half.heads) == 0 {
		return part{}
	}
	p := half.best(half.heads[0])
	p.past = append(origin, len(r.Sheet.Rows))[p.past]
	return p
}

// sideOver is the column of sums whose name alone stands over one of two headings side by side, or -1:
// "VENCIMENTOS" here, "DESCONTOS" there, and "Valor" under both.
func (r *reader) sideOver(row int, cut float64, right bool) int {
	if row == 0 {
		return -1
	}
	side := -1
	pieces, _ := r.headingLine(row - 1)
	for _, p := range pieces {
		if (p.MidX() >= cut) != right || r.folded(p.words) == "" {
			continue
		}
		if side >= 0 || len(p.names) == 0 || !slices.Contains(r.sides, p.names[0].Column) {
			return -1
		}
		side = p.names[0].Column
	}
	return side
}

// half is what stands left or right of a place, from a printed line on down the page.
func (in Input) half(from int, cut float64, right bool) (half Input, origin []int) {
	sheet := *in.Sheet
	sheet.Cells, sheet.Rows = slices.Clone(in.Sheet.Cells), nil
	for row := from; row < len(in.Sheet.Rows) && in.Sheet.Rows[row].Page == in.Sheet.Rows[from].Page; row++ {
		kept := layout.Row{Page: in.Sheet.Rows[row].Page}
		for _, c := range in.Sheet.Rows[row].Cells {
			rule := right && len(kept.Cells) == 0 && in.folded(in.Sheet.Cells[c].Words()) == "" // a bar between the halves
			if (sheet.Cells[c].MidX() >= cut) == right && !rule {
				kept.Cells = append(kept.Cells, c)
				sheet.Cells[c].Row = int32(len(sheet.Rows))
			}
		}
		if len(kept.Cells) > 0 {
			sheet.Rows, origin = append(sheet.Rows, kept), append(origin, row)
		}
	}
	marked, side, listed := in.Marked, in.Side, in.Listed
	in.Sheet = &sheet
	in.Mark = func(row int) Mark { return marked(&sheet.Rows[row]) }
	in.Listed = func(row int) int32 { return listed(origin[row]) }
	in.Side = func(row int) int { return side(origin[row]) }
	return in, origin
}
