package classification

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/layout"
	"lavra.dev/processors/phrase"
	"lavra.dev/schemas/catalogue"
)

const (
	// A field whose label stands on the document, and that no other type has,
	// speaks for its type with this many log odds; a label of all types with none.
	labelWeight = 0.4
	// What labels may add up to: a form full of them, but with no word that names
	// the document, stays near one half.
	mostLabels = 3.2
	// Shorter labels ("Nº", "UF", "Data") stand everywhere.
	leastLabel = 5
)

// term is a label of a field of a type.
type term struct {
	typ, field int
	weight     float64
}

// years are the marks for years in a label, which are any digits here.
var years = strings.NewReplacer("{prev}", "####", "{curr}", "####", "{year}", "####")

// vocabulary is the labels of all types' fields, and what each says by its number.
func vocabulary(names []string) (*phrase.Set, []term) {
	var all []term
	users := map[string][]term{} // of a label
	var labels []string          // in the order of the catalogue
	for i, name := range names {
		t, _ := catalogue.Lookup(name)
		for k, f := range t.Fields {
			for _, text := range labelsOf(f) {
				if users[text] == nil {
					labels = append(labels, text)
				}
				users[text] = append(users[text], term{typ: i, field: k})
			}
		}
	}
	var b phrase.Builder
	for _, text := range labels {
		types := map[int]bool{}
		for _, u := range users[text] {
			types[u.typ] = true
		}
		weight := labelWeight * (1 - math.Log(float64(len(types)))/math.Log(float64(len(names))))
		for _, u := range users[text] {
			b.Add(text, len(all))
			all = append(all, term{u.typ, u.field, weight})
		}
	}
	return b.Set(), all
}

func labelsOf(f catalogue.Field) []string {
	labels := slices.Clone(f.Labels)
	for _, c := range f.Columns {
		labels = append(labels, c.Labels...)
	}
	for i := range labels {
		labels[i] = years.Replace(labels[i])
	}
	return slices.DeleteFunc(labels, func(text string) bool { return len(layout.Fold(text)) < leastLabel })
}

// weighLabels adds to the weights of the types what the labels on a sheet say: of each
// field the most telling one.
func (m *model) weighLabels(weights []float64, sheet *layout.Sheet) {
	told := make([][]float64, len(weights)) // by type and field
	for _, h := range m.labels.Find(sheet) {
		if !leads(sheet, h) {
			continue
		}
		t := m.terms[h.ID]
		for len(told[t.typ]) <= t.field {
			told[t.typ] = append(told[t.typ], 0)
		}
		told[t.typ][t.field] = max(told[t.typ][t.field], t.weight)
	}
	for i, fields := range told {
		sum := 0.0
		for _, w := range fields {
			sum += w
		}
		weights[i] += min(sum, mostLabels)
	}
}

// leads tells whether a phrase stands as a label does: at the head of its cell, or
// before a colon.
func leads(sheet *layout.Sheet, h phrase.Hit) bool {
	return sheet.Cells[sheet.Tokens[h.First].Cell].First == h.First || strings.HasSuffix(sheet.Tokens[h.Last].Text, ":")
}
