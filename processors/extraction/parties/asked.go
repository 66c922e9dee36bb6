package parties

import (
	"slices"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// weighAsking makes less likely what is said of somebody who is no party: the entry at a council behind
// the name at a label that no field asks for, "Solicitante: Dr. Tal - CRM 123", or behind that of who asked for
// what the document is about, "conforme pedido do Dr. Tal, CRM 123", or behind that of who heads the house.
func (x *reader) weighAsking() {
	var said []int32
	for i := range x.Placed {
		if s := &x.Placed[i]; s.Unwanted() && s.Strength >= labels.Likely {
			said = append(said, x.saidOfPerson(s)...)
		}
	}
	for _, v := range x.Persons().Aside() {
		said = append(said, x.Between(v.First, v.Last).Index...)
	}
	for i := range x.Found {
		c := &x.Found[i]
		switch f := &x.Type.Fields[c.Field]; f.Kind {
		case catalogue.Digits, catalogue.Code, catalogue.String, catalogue.UF:
			if (f.Of == "" || f.Is == "name") && (f.Kind != catalogue.String || len(f.Mask) > 0 || f.Is == "name") && len(c.Tokens) > 0 && slices.Contains(said, c.Tokens[0]) {
				c.Score *= withOther
			}
		}
	}
}

// saidOfPerson is a person's name in the value of a label with what stands behind it.
func (x *reader) saidOfPerson(s *labels.Label) []int32 {
	for _, g := range x.Around(s, catalogue.Field{Kind: catalogue.String}) {
		if g.Place != catalogue.Below && !(g.Place == catalogue.Right && s.Colon) {
			continue
		}
		first := int(g.Run.Index[0])
		run := x.Between(first, x.Sheet.Cells[x.Sheet.Tokens[first].Cell].Past-1) // the label of what is said of him included
		if _, last, ok := personAt(run); ok && last+1 < run.Len() {
			return run.Index
		}
	}
	return nil
}

// personAt finds the name with which a run begins.
func personAt(r recognise.Run) (first, last int, ok bool) {
	for first < r.Len() && shape.FormOfAddress(r.Token(first).Fold) {
		first++
	}
	if first >= r.Len()-1 {
		return 0, 0, false
	}
	run := recognise.Run{Sheet: r.Sheet, Index: r.Index[first:]}
	from, last, fit := shape.Cut(catalogue.Field{Kind: catalogue.String, Like: "name"}, nil, run)
	return first, first + last, from == 0 && last > 0 && fit >= shape.Loose
}
