package parties

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
)

// readLetterheads proposes a line over the number of a party as its name, where the check digits are right and
// nothing else gives the name: so the heads of letters are set.
func (x *reader) readLetterheads() {
	for _, o := range x.Type.Parties {
		field, named := o.Fields["name"]
		number, numbered := o.Fields["number"]
		if !named || !numbered || x.BestOf(field) != nil {
			continue
		}
		if c := x.BestOf(number); c != nil && c.Checked {
			x.proposeOver(field, x.Sheet.Tokens[c.Tokens[0]].Cell)
		}
	}
}

// proposeOver proposes the nearest line over a cell that looks like a name.
func (x *reader) proposeOver(name int, low int32) {
	for over, n := x.OverCell(low), 0; over >= 0 && n < nameLines; over, n = x.OverCell(over), n+1 {
		cell := &x.Sheet.Cells[over]
		numbers := x.HoldsDigits(cell)
		if x.Boundary(cell.First) && !numbers || !numbers && x.proposeLine(name, over) {
			return
		}
	}
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
