package parties

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
)

const headReach = 4 // font sizes between a name in a head and the address under it, at most

// readIssuer takes an address that nobody claims for that of who issues the document, where it
// stands before the parts of all others under lines that can be a name.
func (x *reader) readIssuer(p *address.Place) {
	o := x.Type.Issuer
	if o == nil {
		return
	}
	first := int(p.Run.Index[0])
	if in := x.SectionsOf(x.Sheet.Tokens[first].Page, x.Sheet.Box(first, first)); len(in) > 0 && !labels.Within(in, []string{o.Name}) {
		return
	}
	if name, ok := x.nameInHead(o.Fields["name"], x.Sheet.Tokens[first].Cell); ok {
		x.Propose(name)
		x.proposeAddress(o, p, candidate.Fair)
	}
}

// nameInHead is the name that the lines over an address say: those nearest to it that are set
// alike, as far as they are within reach and of the same box.
func (x *reader) nameInHead(field int, low int32) (candidate.Value, bool) {
	var lines []int32
	for over := x.CellOver(low, headReach); over >= 0 && x.Sheet.Cells[over].Box == x.Sheet.Cells[low].Box; over = x.CellOver(over, headReach) {
		cell := &x.Sheet.Cells[over]
		numbers := x.Boundary(cell.First) || x.HoldsDigits(cell)
		if numbers && len(lines) == 0 && cell.Block == x.Sheet.Cells[low].Block && !x.legal(over) {
			continue // the numbers of the issuer stand between the name and the address
		}
		if numbers || len(lines) > 0 && math.Abs(cell.Size-x.Sheet.Cells[lines[0]].Size) > layout.OtherSize*cell.Size {
			break
		}
		if lines = append([]int32{over}, lines...); len(lines) == nameLines {
			break
		}
	}
	return x.nameOf(field, lines)
}

// nameOf is the name that lines say, if they say nothing else.
func (x *reader) nameOf(field int, lines []int32) (candidate.Value, bool) {
	f := x.Type.Fields[field]
	if len(lines) == 0 || x.Boundary(x.Sheet.Cells[lines[0]].First) || x.HoldsDigits(&x.Sheet.Cells[lines[0]]) {
		return candidate.Value{}, false
	}
	run := recognise.Run{Sheet: x.Sheet}
	for _, c := range lines {
		run.Index = append(run.Index, x.Sheet.Cells[c].Words()...)
	}
	from, to, fit := shape.Cut(f, x.Type.Stops[field], run)
	if fit < shape.Loose || from > 0 || to < run.Len()-1 {
		return candidate.Value{}, false
	}
	return x.formed(field, run, candidate.Fair*fit), true
}

// legal reports whether a line says of what form a company is: "Alfa Comércio Ltda - CNPJ 11.222.333/0001-81".
func (x *reader) legal(c int32) bool {
	return slices.ContainsFunc(x.Sheet.Tokens[x.Sheet.Cells[c].First+1:x.Sheet.Cells[c].Past], func(t layout.Token) bool { return pattern.EndsCompany(t.Fold) })
}
