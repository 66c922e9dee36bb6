package parties

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/shape"
)

// readLetterheads proposes the line over the number of a party as its name, where no label gives
// one.
func (x *reader) readLetterheads() {
	for _, o := range x.Type.Parties {
		number, hasNumber := o.Fields["number"]
		name, hasName := o.Fields["name"]
		if hasNumber && hasName {
			x.proposeOver(number, name)
		}
	}
}

// proposeOver proposes the line over a number whose check digits are right as the name
// of who has it, or the words left of it, where nothing else gives that: so the heads of
// letters are set.
func (x *reader) proposeOver(number, name int) {
	c := x.BestOf(number)
	best := x.BestOf(name)
	if c == nil || !c.Checked || best != nil && best.Score > propose.FallbackScore {
		return
	}
	if best != nil && !x.inLine(best.Tokens[0], c.Tokens[0]) {
		best.Score *= withOther // the text runs from box to box: what stands before the number there is beside it
		best = nil
	}
	for over, n := x.OverCell(x.Sheet.Tokens[c.Tokens[0]].Cell), 0; best == nil && over >= 0 && n < nameLines; over, n = x.OverCell(over), n+1 {
		if cell := &x.Sheet.Cells[over]; x.Boundary(cell.First) && !x.HoldsDigits(cell) {
			break
		} else if !x.HoldsDigits(cell) && x.proposeLine(name, over) {
			return
		}
	}
	if left := x.leftOf(c.Tokens[0]); left >= 0 {
		x.proposeLine(name, left)
	}
}

// inLine reports whether two words stand in one row, or their cells over each other.
func (x *reader) inLine(a, b int32) bool {
	p, q := &x.Sheet.Cells[x.Sheet.Tokens[a].Cell], &x.Sheet.Cells[x.Sheet.Tokens[b].Cell]
	return p.Row == q.Row || p.Page == q.Page && p.Overlap(q.Rect) > 0
}

// proposeLine proposes a cell as a name, where it looks like one.
func (x *reader) proposeLine(name int, c int32) bool {
	f := x.Type.Fields[name]
	run := x.CellRun(c)
	first, last, fit := shape.Cut(f, x.Type.Stops[name], run)
	if fit < shape.Loose {
		return false
	}
	whole := x.Run(run.Index[first : last+1])
	if f.Like == "company" {
		whole = x.Whole(f, x.Type.Stops[name], whole)
		if first == 0 {
			whole = x.FromAbove(f, whole)
		}
	}
	x.Propose(x.formed(name, whole, candidate.Unlabelled*fit))
	return true
}

// leftOf is the cell of several words left of a number and of its label, or -1.
func (x *reader) leftOf(number int32) int32 {
	here := x.Sheet.Tokens[number].Cell
	row := x.Sheet.LineOf(here)
	at := slices.Index(row, here)
	if at > 0 && x.LabelCell(row[at-1]) {
		at--
	}
	if at <= 0 || !x.LabelCell(row[at]) && x.LabelOn(x.Sheet.Cells[row[at]].First) == nil {
		return -1
	}
	if c := x.Sheet.Cells[row[at-1]]; c.Past-c.First < 2 || x.Boundary(c.First) {
		return -1
	}
	return row[at-1]
}
