// Package propose makes candidates of words: what a run of them is as the value of a field, how
// far it reaches, and how sure its form makes it.
//
// In come a field and the words found for it, by whatever reader; out go candidates with their
// score. What cannot be a value of the field, by its form, its check digits or its vocabulary, is
// never proposed.
package propose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/schemas/catalogue"
)

// Reader gathers candidates of one document.
type Reader struct {
	*region.Regions
	Found []candidate.Value
}

// To is a reader that adds to what was found before it.
func To(found []candidate.Value, r *region.Regions) *Reader {
	return &Reader{Regions: r, Found: found}
}

// BestOf is the likeliest of what was found so far for a field, of several alike the first, nil where nothing was.
func (x *Reader) BestOf(field int) *candidate.Value {
	var best *candidate.Value
	for i := range x.Found {
		if c := &x.Found[i]; c.Field == field && len(c.Tokens) > 0 && (best == nil || c.Score > best.Score) {
			best = c
		}
	}
	return best
}

// Persons is the text made ready for entities.
func (x *Reader) Persons() *entity.Text { return x.Labels.Persons(x.nameGoesOn) }

var personName = catalogue.Field{Kind: catalogue.String, Like: "name"}

// nameGoesOn asks the model of wrapped values where the line is the one under the end of the name,
// and whether that end had no room for it elsewhere.
func (x *Reader) nameGoesOn(name, line int) bool {
	last := int32(line - 1)
	if x.Wraps.Under(last) != x.Sheet.Tokens[line].Cell {
		return x.Flow().Wraps(line)
	}
	return x.Wraps.Odds(personName, int32(name), last, x.Sheet.Tokens[line].Cell) > 0
}
