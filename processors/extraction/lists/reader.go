// Package lists reads the lists of a type, and what their rows tell of its single values.
//
// In comes a document with its labels; out go for each list the rows of the reading that gives
// most, completed and corrected by what their sums say, and the totals as candidates. No words are
// in the rows of two readings at once.
package lists

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/cards"
	"lavra.dev/processors/extraction/linerows"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/persons"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
)

type reader struct {
	*listrow.Reader
	lines   *linerows.Reader
	persons *persons.Reader
	cards   *cards.Reader
	near    *nearby.Reader
	lists   [][]candidate.Row
	inTable []float64
}

// Lists are the rows of a document.
type Lists struct {
	Rows    [][]candidate.Row // by field
	InTable []float64         // of each token: what the row of a list weighs that holds it
}

// Read reads the lists, near telling what stands around words, and adds to found what they tell of single values.
func Read(found []candidate.Value, r *region.Regions, near *nearby.Reader) (Lists, []candidate.Value) {
	x := over(found, r)
	x.near, x.lists, x.inTable = near, make([][]candidate.Row, len(r.Type.Fields)), make([]float64, len(r.Sheet.Tokens))
	x.readLists()
	return Lists{x.lists, x.inTable}, x.Found
}

func over(found []candidate.Value, r *region.Regions) *reader {
	rows := listrow.Over(propose.To(found, r))
	return &reader{Reader: rows, lines: linerows.Over(rows), persons: persons.Over(rows), cards: cards.Over(rows)}
}
