package parties

import (
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
)

// behindCaption is a line without the caption and its colon with which it begins: "Nome completo: Ana" over "Lima Paz".
func (x *reader) behindCaption(r recognise.Run) recognise.Run {
	for i := range min(longestCaption, r.Len()-1) {
		if strings.HasSuffix(r.Token(i).Text, ":") {
			return x.Run(r.Index[i+1:])
		}
	}
	return r
}

const longestCaption = 6 // words

// readSigner proposes the name under the place and date with which a document closes to the field of
// who signs such documents.
func (x *reader) readSigner() {
	for field, f := range x.Type.Fields {
		if !f.Signs {
			continue
		}
		for _, c := range x.Foot() {
			run := x.behindCaption(x.CellRun(c))
			if x.Boundary(int(run.Index[0])) {
				continue
			}
			whole := x.Whole(f, x.Type.Stops[field], run)
			first, last, fit := shape.Cut(f, x.Type.Stops[field], whole)
			if fit < shape.Loose || first > 0 {
				continue
			}
			if whole = x.Run(whole.Index[:last+1]); propose.NamesSomebody(whole) {
				x.Propose(x.formed(field, whole, candidate.Fair*fit))
				break
			}
		}
	}
}
