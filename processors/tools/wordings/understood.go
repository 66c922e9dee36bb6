package main

import (
	"fmt"
	"slices"
	"strings"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/tools/pools"
)

// cause is how a label is understood, or why it is not.
type cause int

const (
	alone cause = iota
	among
	another
	unknownWord
	notComposed
	ofCauses
)

var causes = [ofCauses]string{"alone", "among others", "another", "unknown word", "not composed"}

// result is how a label is understood, with the fields that it names.
type result struct {
	cause cause
	named []string
}

// understood is what the words of a label name in a type: listed phrases of all its words, else what they mean.
func understood(t *compile.Type, w pools.Label) result {
	sheet := layout.Of(documenttest.Typewritten(strings.TrimSuffix(w.Text, ":") + ":"))
	reading := meaning.Shared().Read(sheet)
	named := listed(t, sheet, reading)
	if len(named) == 0 {
		for _, m := range t.Meant.Set.Find(sheet, reading) {
			if m.ID == label.Unwanted || m.Last+1 < len(sheet.Tokens) && !filler(reading, m.Last+1, len(sheet.Tokens)) {
				continue
			}
			id := m.ID
			if !m.Fit.Owner {
				id++
			}
			if name, ok := nameOf(t, t.Refs[id]); ok && t.Refs[id].Owner != compile.MustBeNamed && !slices.Contains(named, name) {
				named = append(named, name)
			}
		}
	}
	switch {
	case slices.Contains(named, w.Key) && len(named) == 1:
		return result{alone, named}
	case slices.Contains(named, w.Key):
		return result{among, named}
	case len(named) > 0:
		return result{another, named}
	case !allKnown(sheet, reading):
		return result{unknownWord, nil}
	}
	return result{notComposed, nil}
}

// listed are the fields of the phrases that have all words of a sheet.
func listed(t *compile.Type, sheet *layout.Sheet, reading *meaning.Reading) []string {
	var named []string
	for _, h := range t.Labels.Find(sheet) {
		if !filler(reading, 0, h.First) || !filler(reading, h.Last+1, len(sheet.Tokens)) {
			continue
		}
		if name, ok := nameOf(t, t.Refs[h.ID]); ok && !slices.Contains(named, name) {
			named = append(named, name)
		}
	}
	return named
}

func filler(reading *meaning.Reading, first, past int) bool {
	for i := first; i < past; i++ {
		if !reading.Idle(i) {
			return false
		}
	}
	return true
}

func allKnown(sheet *layout.Sheet, reading *meaning.Reading) bool {
	for i := range sheet.Tokens {
		if !reading.Covered(i) && !reading.Idle(i) {
			return false
		}
	}
	return true
}

// nameOf is the field or column that a ref labels.
func nameOf(t *compile.Type, r compile.Ref) (string, bool) {
	switch r.Role {
	case compile.FieldLabel:
		return t.Fields[r.Field].Name, true
	case compile.ColumnLabel:
		return t.Fields[r.Field].Name + "." + t.Fields[r.Field].Columns[r.Column].Name, true
	}
	return "", false
}

// shares counts labels by how they are understood.
type shares struct {
	total int
	count [ofCauses]int
}

func (s *shares) add(r result) {
	s.total++
	s.count[r.cause]++
}

func (s *shares) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "n=%-5d", s.total)
	for k, name := range causes {
		fmt.Fprintf(&b, " %s %.3f ", name, float64(s.count[k])/float64(max(s.total, 1)))
	}
	return strings.TrimSpace(b.String())
}
