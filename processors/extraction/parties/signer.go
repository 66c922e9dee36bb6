package parties

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/schemas/catalogue"
)

// readSigner proposes the name under the place and date with which a document closes to the field of
// who signs such documents.
func (x *reader) readSigner() {
	for field, f := range x.Type.Fields {
		if !f.Signs {
			continue
		}
		for _, c := range x.Foot() {
			cell := &x.Sheet.Cells[c]
			run := x.Between(cell.First, cell.Past-1)
			first, last, fit := shape.Cut(f, x.Type.Stops[field], run)
			if x.Boundary(cell.First) || fit < shape.Loose || first > 0 {
				continue
			}
			whole := x.Whole(f, x.Type.Stops[field], x.Run(slices.Clone(run.Index[:last+1])))
			if !propose.NamesSomebody(whole) {
				continue
			}
			x.Propose(candidate.Value{Field: field, Tokens: whole.Index, Text: shape.Form(f, shape.Clean(whole.Text(0, whole.Len()-1))), Score: candidate.Fair * fit, How: candidate.FromForm, Place: catalogue.Above})
			break
		}
	}
}
