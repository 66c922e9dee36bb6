package table

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
)

// saidUnder are the values of columns without a heading that the line under a row tells in small print: each part
// of the line, between dashes and the like, is a word that the entry lists or a number that proves its kind, with or
// without its label ("Cônjuge | nascido em 03/05/1980", "CPF 529.982.247-25 – TITULAR" below a name).
func (r *reader) saidUnder(named [][]strip, all []int32) (row candidate.Cells) {
	for k, column := range r.List.Columns {
		if anyHeads(named, k) || len(column.Known) == 0 && !proving(column.Kind) {
			continue
		}
		if c, ok := r.saidIn(k, all); ok {
			row = append(row, c)
		}
	}
	return row
}

// saidIn is the value of a column that begins a part of some words.
func (r *reader) saidIn(k int, all []int32) (candidate.Cell, bool) {
	for first := range all {
		if first > 0 && !r.parted(all[first-1], all[first]) && !r.endsLabel(all[first-1], k) {
			continue
		}
		if c, ok := r.saidAt(k, all, first); ok {
			return c, true
		}
	}
	return candidate.Cell{}, false
}

// parted reports whether a mark, a bracket or the space between two cells stands between two words, or the first is a
// number and the other none.
func (r *reader) parted(before, word int32) bool {
	a, b := &r.Sheet.Tokens[before], &r.Sheet.Tokens[word]
	return a.Cell != b.Cell || a.Fold == "" || r.pauses(before) || strings.HasPrefix(b.Text, "(") || layout.HasDigit(a.Text) && !layout.HasDigit(b.Text)
}

// knownOf gives rows the words that the entry lists of a free column, where they are a part of their item: "Ana Luz
// (Cônjuge), CPF 529.982.247-25".
func (r *reader) knownOf(items []item, slots []slot, rows []candidate.Cells) {
	for k, c := range r.List.Columns {
		if len(c.Known) == 0 || slices.ContainsFunc(slots, func(s slot) bool { return s.column == k }) {
			continue
		}
		parts, within := make([]candidate.Cells, len(items)), make([]candidate.Cells, len(items))
		for i := range items {
			if cell, ok := r.saidIn(k, items[i].words); ok {
				parts[i] = append(parts[i], cell)
			}
			for first := range items[i].words {
				if cell, ok := r.saidAt(k, items[i].words, first); ok {
					within[i] = append(within[i], cell)
					break
				}
			}
		}
		said := func(row candidate.Cells) bool { return len(row) > 0 }
		if count(parts, said) == 0 && count(within, said) == len(items) {
			parts = within // a word of each sentence: "PETR4 pagou dividendo de 753,03"
		}
		for i := range items {
			rows[i] = append(rows[i], parts[i]...)
		}
	}
}

// endsLabel reports whether a word ends a label of a column.
func (r *reader) endsLabel(word int32, column int) bool {
	at, ok := r.labelAt[word]
	return ok && r.Labels[at].Last == word && slices.Contains(r.Labels[at].Names, Name{Column: column})
}

// saidAt is the value of a column that begins a part of a line.
func (r *reader) saidAt(k int, words []int32, first int) (c candidate.Cell, ok bool) {
	column := r.List.Columns[k]
	if proving(column.Kind) {
		c, ok = r.Value(k, words[first:])
		return c, ok && c.Checked && len(c.Tokens) > 0 && c.Tokens[0] == words[first]
	}
	for n := len(words); n > first; n-- {
		if text := r.folded(words[first:n]); slices.ContainsFunc(column.Known, func(v string) bool { return fold.Text(v) == text }) {
			return r.Value(k, words[first:n])
		}
	}
	return c, false
}
