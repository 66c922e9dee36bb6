// Package wrap reports whether a value goes on in the line under the one in which it ends.
//
// In come two lines of a page with the labels on it, and what kind of words the value is; out go
// the log odds that the lower one is the rest of the value: that there was no room for its first word,
// that both are set alike, that one ends or the other begins as only the middle of a value does, and
// that no label says otherwise. The weights are fitted by tools/fit; only towns, what persons work as and words that stand together are
// known without weighing. It cuts no value and chooses none.
package wrap

import (
	_ "embed"
	"fmt"
	"sync"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/schemas/catalogue"
)

//go:embed model.txt
var modelFile string

var fitted = sync.OnceValue(func() *odds.Model {
	m, err := odds.Parse(modelFile, Features)
	if err != nil {
		panic(fmt.Errorf("reading the model of wrapped values: %w", err)) // a test reads it
	}
	return m
})

// Lines are the lines of one document, each with what is known of it and of the one under it, once.
type Lines struct {
	labels *labels.Labels
	pairs  map[[2]int32]*pair
}

// Over makes a document ready.
func Over(x *labels.Labels) *Lines { return &Lines{x, map[[2]int32]*pair{}} }

// Under is the line that may be the rest of a value that ends with token last, -1 where the value ends
// within its line or nothing stands under it.
func (l *Lines) Under(last int32) int32 {
	x := l.labels
	cell := x.Sheet.Tokens[last].Cell
	if int(last)+1 != x.Sheet.Cells[cell].Past {
		return -1
	}
	return x.CellUnder(cell)
}

// Odds are the log odds that the value of a field which begins with one token and ends with another,
// the last of its line, goes on in the line under.
func (l *Lines) Odds(f catalogue.Field, first, last, under int32) float64 {
	p := l.pairOf(last, under)
	switch {
	case p.place && !f.IsAddress():
		return -sure
	case f.Like == "name" && shape.Practises(p.next.Fold):
		return -sure
	case p.joined:
		return sure
	}
	return fitted().Of(l.Vector(f, first, last, under))
}

// sure is the log odds of what needs no weighing: one of twenty is wrong.
const sure = 3
