package parties

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// closing is whose fields are read only where a document says at its end where and when it was done.
const closing = "closing"

// issue is whose date may also be told by a sentence: "Emitido em".
const issue = "issue"

// readDatelines proposes where and when a deed was done.
func (x *reader) readDatelines() {
	for _, o := range x.Type.Parties {
		date, ok := o.Fields["date"]
		if !ok {
			continue
		}
		if o.Name == issue {
			for _, d := range x.Persons().Issues() {
				x.Propose(candidate.Value{Field: date, Tokens: x.Between(d.First, d.Last).Index, Text: d.Text, Score: candidate.Fair, How: candidate.FromProse, Place: catalogue.Right})
			}
		}
		for _, d := range x.Persons().Datelines() {
			if o.Name == closing && !d.Closes {
				continue
			}
			x.Propose(candidate.Value{Field: date, Tokens: x.Between(d.Date.First, d.Date.Last).Index, Text: d.Date.Text, Score: candidate.Placed, How: candidate.FromProse, Place: catalogue.Right})
			if i, ok := o.Fields["city"]; ok {
				run := x.Between(d.City.First, d.City.Last)
				x.Propose(candidate.Value{Field: i, Tokens: run.Index, Text: shape.Words(x.Type.Fields[i], run), Score: candidate.Placed, How: candidate.FromProse, Place: catalogue.Right})
			}
			if i, ok := o.Fields["state"]; ok && d.State.Last >= d.State.First {
				run := x.Between(d.State.First, d.State.Last)
				if v, ok := recognise.At(catalogue.UF, run, 0); ok {
					x.Propose(candidate.Value{Field: i, Tokens: run.Index, Text: v.Text, Score: candidate.Placed, How: candidate.FromProse, Place: catalogue.Right})
				}
			}
		}
	}
}
