package parties

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/shape"
)

// readSigner proposes the name under the place and date with which a document closes to the field of
// who signs such documents.
func (x *reader) readSigner() {
	for field, f := range x.Type.Fields {
		if !f.Signs {
			continue
		}
		for _, c := range x.Foot() {
			run := x.CellRun(c)
			first, last, fit := shape.Cut(f, x.Type.Stops[field], run)
			if x.Boundary(int(run.Index[0])) || fit < shape.Loose || first > 0 {
				continue
			}
			if whole := x.Whole(f, x.Type.Stops[field], x.Run(run.Index[:last+1])); propose.NamesSomebody(whole) {
				x.Propose(x.formed(field, whole, candidate.Fair*fit))
				break
			}
		}
	}
}
