// Package labels finds where the labels of a type stand in a document, and which of the words
// that look like one are none.
//
// In comes the document; out go its labels in reading order, each with what it may be the label
// of, how much it looks like one, and the boxes and parts of the document it stands in. Values
// are read by others, which change no label but to doubt it.
package labels

import (
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/source"
)

// Labels is a document with its labels.
type Labels struct {
	*source.Document
	Placed      []Label
	labelOn     []int32         // of each token: 1 + the number of the label on it
	Ends        map[[2]int]Mark // by the token and the list
	Early, Late int             // the earlier and the later year that labels with years name
	lone        int             // of the only one: +1 it is the later year, -1 the earlier
	sections    []Section
	guessed     map[int]bool   // first tokens of labels that have an unknown word
	headings    map[int32]bool // cells that stand in a row of labels over their values, of which no label is known
	told        []Told         // labels that others know
	entities    *entity.Text
}

// LabelOn is the label that a word is of, nil for none.
func (x *Labels) LabelOn(token int) *Label {
	if at := x.labelOn[token]; at > 0 {
		return &x.Placed[at-1]
	}
	return nil
}

// HeadLabel is the label that a cell begins with, behind what numbers it, nil for none.
func (x *Labels) HeadLabel(cell int32) *Label {
	return x.LabelOn(x.HeadOf(cell, x.Sheet.Cells[cell].Past-1))
}

// Told is a label that another tells of: its words, and the number of what it means among those of the type.
type Told struct{ First, Last, Meaning int }

// Of finds the labels of a document, with those that others tell of.
func Of(d *source.Document, told ...Told) *Labels {
	x := &Labels{Document: d, told: told}
	x.find()
	x.dropLesserLabels()
	x.findYears()
	return x
}
