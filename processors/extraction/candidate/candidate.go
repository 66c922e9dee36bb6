// Package candidate is what readers of a document find: values of fields, rows of lists, and how
// each was found.
//
// It holds and compares them. Where they stand on the page and which of them is right others know.
package candidate

import (
	"lavra.dev/schemas/catalogue"
)

// How well a value is known by what found it, before its kind and its surroundings are weighed.
const (
	Placed     = 0.93 // its label, its heading, its row or the words around it say what it is
	Fair       = 0.85 // so does the place where it stands
	Unlabelled = 0.72 // it stands with its name and has no label of its own
	Weak       = 0.55 // it is of the kind, and no other is in sight
)

// Value is one possible value of a field.
type Value struct {
	Field    int
	Tokens   []int32 // where it stands, in reading order; empty: read from a barcode or derived
	Text     string  // normal form
	Key      string  // the same without regard to case and accents
	Score    float64
	Odds     float64 // log odds that it is right
	Checked  bool
	Repaired bool
	How      Provenance
	Place    catalogue.Place
}

const Least = 0.3 // candidates below this are worse than nothing

// Span is the words from the first to the last of a candidate.
func (c *Value) Span() (first, last int32) { return c.Tokens[0], c.Tokens[len(c.Tokens)-1] }

// Provenance is how a value was found. Its name is the first of the public witnesses.
type Provenance uint8

const (
	FromLabel   Provenance = iota // beside, under or over its label
	FromProse                     // by a pattern over the running text
	FromForm                      // by what it looks like, without a label
	FromWords                     // by words that are known
	FromTotal                     // as the sum of a table
	FromTable                     // in a table
	FromBarcode                   // read from bars
	FromOther                     // derived from another value
	FromGuess                     // beside a label that nobody understands or anywhere, by what stands around it and what else is on the document
	provenances
)

var provenanceNames = [provenances]string{"label", "prose", "form", "words", "total", "table", "barcode", "derived", "elimination"}

func (p Provenance) String() string { return provenanceNames[p] }
