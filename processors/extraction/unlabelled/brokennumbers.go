package unlabelled

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const brokenLines = 3 // lines over which a long number may go in a narrow column, at most

// readBroken proposes self-evident values that go on over the end of their line, such
// as an access key in a narrow column. Their check digits must be right: what stands
// below a number may be another one.
func (x *reader) readBroken(field int, f catalogue.Field) {
	cells := x.Sheet.Cells
	for c := range cells {
		past := c + 1
		for past < len(cells) && past < c+brokenLines && cells[past].Block == cells[c].Block {
			past++
		}
		if past == c+1 {
			continue
		}
		run := x.Between(cells[c].First, cells[past-1].Past-1)
		for i := range cells[c].Past - cells[c].First {
			v, ok := recognise.At(f.Kind, run, i)
			if !ok || !v.Checked || v.Repaired || v.Last < cells[c].Past-cells[c].First {
				continue
			}
			x.Propose(candidate.Value{Field: field, Tokens: run.Index[v.First : v.Last+1], Text: v.Text, Score: candidate.Fair * v.Score, Checked: true, How: candidate.FromForm})
		}
	}
}
