package parties

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// closing is whose fields are read only where a document says at its end where and when it was done.
const closing = "closing"

// office is the party that closes the documents of its books.
const office = "oficio"

// readDatelines proposes where and when a deed was done.
func (x *reader) readDatelines() {
	for _, o := range x.Type.Parties {
		date, ok := o.Fields["date"]
		if !ok {
			continue
		}
		for _, d := range x.Persons().Datelines() {
			if o.Name == closing && !d.Closes {
				continue
			}
			x.proposeSaid(date, x.Between(d.Date.First, d.Date.Last), d.Date.Text, candidate.Placed)
			x.proposeTown(o, d, candidate.Placed)
			if o.Name == closing {
				x.proposeOfficeTown(d)
			}
		}
	}
}

// proposeTown proposes the town and the state of a dateline for those of a party.
func (x *reader) proposeTown(o compile.Party, d entity.Dateline, score float64) {
	if i, ok := o.Fields["city"]; ok {
		run := x.Between(d.City.First, d.City.Last)
		x.proposeSaid(i, run, shape.Words(x.Type.Fields[i], run), score)
	}
	if i, ok := o.Fields["state"]; ok && d.State.Last >= d.State.First {
		run := x.Between(d.State.First, d.State.Last)
		if v, ok := recognise.At(catalogue.UF, run, 0); ok {
			x.proposeSaid(i, run, v.Text, score)
		}
	}
}

// proposeOfficeTown proposes where a document closes for the town of the office whose it is: an office signs at home.
func (x *reader) proposeOfficeTown(d entity.Dateline) {
	for _, o := range x.Type.Parties {
		if o.Name == office {
			x.proposeTown(o, d, candidate.Weak)
		}
	}
}

func (x *reader) proposeSaid(field int, words recognise.Run, text string, score float64) {
	x.Propose(candidate.Value{Field: field, Tokens: words.Index, Text: text, Score: score, How: candidate.FromProse, Place: catalogue.Right})
}
