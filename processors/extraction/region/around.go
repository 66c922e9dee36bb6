package region

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// votePlaces learns from the values that cannot be mistaken whether this document
// prints values beside or below their labels, or over them. Those of lists tell the latter alone.
func (x *Regions) votePlaces() {
	right, below, above, inLists, brackets := 1.0, 1.0, 0.0, 0.0, 0
	for i := range x.Placed {
		s := &x.Placed[i]
		if x.bracketed(s) {
			brackets++
			continue
		}
		if s.Strength < labels.Likely || s.Colon {
			continue
		}
		for _, r := range s.Refs {
			single := r.Role == compile.FieldLabel
			if !single && r.Role != compile.ColumnLabel {
				continue
			}
			kind := x.Type.Fields[r.Field].Kind
			if !single {
				kind = x.Type.Fields[r.Field].Columns[r.Column].Kind
			}
			if !votesForCaptions(kind) {
				continue
			}
			beside, here := x.rightOf(s)
			here = here && source.Holds(kind, beside.Run)
			next, there := x.Below(s, 1)
			there = there && source.Holds(kind, next.Run)
			switch {
			case here != there && source.Strong(kind) && !single:
				inLists++
			case here && !there && source.Strong(kind):
				right++
			case there && !here && source.Strong(kind):
				below++
			case !here && x.overLabel(s, kind):
				above++
			}
			break
		}
	}
	x.RightVote, x.brackets = right/(right+below), brackets >= captionVotes
	x.captions = above >= captionVotes && above > right+below+inLists-2
}

// Around are the places of a field's value around a label, weighed by what the
// entry allows and what this document does elsewhere.
func (x *Regions) Around(s *labels.Label, f catalogue.Field) []Region {
	lines := 1
	if f.Kind == catalogue.Text {
		lines = 40
	} else if f.Lines > 1 && f.Like != "company" { // whether the name of a company goes on says the model of wrapped values
		lines = f.Lines
	}
	if s.Paired && lines == 1 && allows(f, catalogue.Below) && !(x.brackets && x.bracketed(s)) {
		return x.inRow(s)
	}
	out := x.besideRegions(s, f)
	if g, ok := x.Below(s, lines); ok && allows(f, catalogue.Below) {
		if k := len(out) - 1; k >= 0 && s.In.Alone && s.Starts && !s.Colon && x.Sheet.Tokens[out[k].Run.Index[0]].Cell == s.Cell {
			out[k].Score *= candidate.Weak // the rest of a label that has a box of its own
		}
		out = append(out, x.weighBelow(s, f, g, out))
	}
	if g, ok := x.above(s); ok && allows(f, catalogue.Above) {
		out = append(out, g)
	}
	if len(f.Place) == 0 && x.captioned(s) {
		out = x.byCaptions(s, lines, out)
	}
	for i := range out {
		if lines > 1 && out[i].Place == catalogue.Right {
			out[i].Run = x.beforeLabelled(s, x.Onward(out[i].Run, lines))
			if f.Like == "name" {
				out[i].Run = x.beforeFigures(out[i].Run)
			}
		}
	}
	return out
}

// allows reports whether an entry has the values of a field at that place of their labels.
func allows(f catalogue.Field, p catalogue.Place) bool {
	return len(f.Place) == 0 && p != catalogue.Above || slices.Contains(f.Place, p)
}

// JointValues are the values of labels that share a box, which stand in the same order and are parted by the same mark:
// "Brasileiro / Casado" under "Nacionalidade / Estado civil". There are as many or none.
func (x *Regions) JointValues(group []*labels.Label) (values []Region) {
	for _, g := range x.Around(x.AsOne(group), catalogue.Field{Kind: catalogue.String}) {
		for _, run := range shape.Parts(x.FirstCell(g.Run), len(group)) {
			values = append(values, Region{Place: g.Place, Run: run, Score: g.Score})
		}
		if values != nil {
			return values
		}
	}
	return nil
}

// besideRegions are the places right of a label.
func (x *Regions) besideRegions(s *labels.Label, f catalogue.Field) []Region {
	var out []Region
	g, ok := x.rightOf(s)
	if upper, whole := x.besideUpper(s); whole && (f.Kind == catalogue.Text || f.Lines > 1 || !ok || x.goesOnUnder(upper, g)) {
		g, ok = upper, true
	}
	if allows(f, catalogue.Right) && source.Strong(f.Kind) && (!ok || !source.Holds(f.Kind, g.Run)) {
		if tail, ok := x.pastTail(s, f.Kind); ok {
			out = append(out, tail)
		}
	}
	if ok && allows(f, catalogue.Right) {
		switch sameCell := x.Sheet.Tokens[g.Run.Index[0]].Cell == s.Cell; {
		case s.Boxed(), s.Colon: // where else the document has its values says nothing
		case sameCell:
			g.Score *= habit(againstBehind, x.RightVote)
		default:
			g.Score *= habit(againstPlace, x.RightVote)
		}
		out = append(out, g)
	}
	if upper, found := x.besideUpper(s); found && f.Kind == catalogue.Enum {
		upper.Score *= candidate.Placed
		out = append(out, upper) // the digit in the frame beside "0 - Entrada" over "1 - Saída"
	}
	return out
}

// goesOnUnder reports whether what stands beside the lower line of a label is the rest of what stands beside the
// upper one: both lines of "Nome | completo" have one of the value beside them.
func (x *Regions) goesOnUnder(upper, lower Region) bool {
	a, b := &x.Sheet.Cells[upper.Run.Token(0).Cell], &x.Sheet.Cells[lower.Run.Token(0).Cell]
	return a.Block == b.Block && a.Row < b.Row && math.Abs(a.Left-b.Left) < a.Char
}

// weighBelow weighs the place under a label, which has others beside it.
func (x *Regions) weighBelow(s *labels.Label, f catalogue.Field, g Region, beside []Region) Region {
	only := len(beside) == 0
	switch {
	case s.Paired && s.Value == x.Sheet.Tokens[g.Run.Index[0]].Cell:
		g.Score = max(g.Score, candidate.Placed) // its row says so, whatever the others do
	case s.Colon && s.Ends && only && (f.Kind == catalogue.Text):
		g.Score *= candidate.Fair // a question of a form, and the answer on the lines under it
	case s.Boxed() && (only || s.In.Alone):
	case s.Colon:
		g.Score *= candidate.Weak
	default:
		g.Score *= habit(againstPlace, 1-x.RightVote)
	}
	return g
}

// mostLabelWords is how many words with a colon behind the last of them begin a line as a label does, at most.
const mostLabelWords = 3

// beforeLabelled ends a text beside a label with a colon before a line that begins as the label does, at the same left
// with a capital and a colon behind a few words: nobody knows "Vaga:", but it is of the next line.
func (x *Regions) beforeLabelled(s *labels.Label, r recognise.Run) recognise.Run {
	if !s.Colon || !s.Starts {
		return r
	}
	label := &x.Sheet.Tokens[s.First]
	return r.Before(1, func(i int) bool {
		t := r.Token(i)
		begins := x.Sheet.LineStart(int(r.Index[i])) && layout.HasCapital(t.Text) && math.Abs(t.Left-label.Left) <= t.Height()/4
		return begins && slices.ContainsFunc(r.Index[i:min(i+mostLabelWords, r.Len()-1)], func(k int32) bool { return strings.HasSuffix(x.Sheet.Tokens[k].Text, ":") })
	})
}

// Onward goes on with the lines of the block after a run, up to the next label.
func (x *Regions) Onward(r recognise.Run, lines int) recognise.Run {
	index := slices.Clone(r.Index)
	for i := int(index[len(index)-1]) + 1; i < len(x.Sheet.Tokens); i++ {
		if x.Sheet.BlockStart(i) || x.Boundary(i) {
			break
		}
		if x.Sheet.LineStart(i) {
			if lines--; lines <= 0 || x.UnderLabel(x.Sheet.Tokens[i].Cell) || x.leadsToLabel(i) || x.Flow().Clause(i) || x.Option(int32(i)) && !x.Option(index[0]) {
				break
			}
		}
		index = append(index, int32(i))
	}
	return x.Run(index)
}

// RunsOver reports whether a label begins a line within the words of a slot, or stands left
// of one.
func (x *Regions) RunsOver(s pattern.Slot) bool {
	for i := s.First + 1; i <= s.Last; i++ {
		if x.Sheet.LineStart(i) && (x.Boundary(i) || x.UnderLabel(x.Sheet.Tokens[i].Cell)) {
			return true
		}
	}
	return false
}

// beforeFigures ends a name that may wrap before a line with digits: it is another field's
// whose label was not found.
func (x *Regions) beforeFigures(r recognise.Run) recognise.Run {
	return r.Before(1, func(i int) bool {
		cell := &x.Sheet.Cells[r.Token(i).Cell]
		return int(r.Index[i]) == cell.First && x.HoldsDigits(cell)
	})
}

// leadsToLabel reports whether a line begins with nothing but a small word before a label: "DA CONTRATANTE".
func (x *Regions) leadsToLabel(i int) bool {
	return shape.BetweenNames(x.Sheet.Tokens[i].Fold) && i+1 < x.Sheet.Cells[x.Sheet.Tokens[i].Cell].Past && x.Boundary(i+1)
}
