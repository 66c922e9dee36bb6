package table

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// wordsOf gives rows the words that differ from item to item, between what all items say:
// the first such words are of the first column of words that is free.
func (r *reader) wordsOf(items []item, slots []slot, rows []candidate.Cells) {
	for k, c := range r.List.Columns {
		taken := slices.ContainsFunc(slots, func(s slot) bool { return s.column == k }) || slices.ContainsFunc(rows, func(row candidate.Cells) bool { return row.Cell(k) != nil })
		if taken || recognise.Typed(c.Kind) {
			continue
		}
		for gap := range maxGaps {
			spans := r.spansOf(items, slots, gap)
			if spans == nil {
				continue
			}
			given := false
			for i := range items {
				if len(spans[i]) == 0 || slices.ContainsFunc(rows[i], func(o candidate.Cell) bool { return slices.Contains(o.Tokens, spans[i][0]) }) {
					continue
				}
				if cell, ok := r.Value(k, spans[i]); ok {
					rows[i], given = append(rows[i], cell), true
				}
			}
			if given {
				break
			}
		}
	}
}

const maxGaps = 4 // places before values that are looked at for words

// spansOf are the words of each item before its value of a place, or behind its last value where gap is past the
// places, without those that all items begin or end with there; nil where there is no such place.
func (r *reader) spansOf(items []item, slots []slot, gap int) [][]int32 {
	if gap > len(slots) {
		return nil
	}
	spans := make([][]int32, len(items))
	for i, it := range items {
		from, past := 0, len(it.words)
		at := len(it.values)
		if gap < len(slots) {
			at = it.at(slots, gap)
		}
		if at < 0 {
			continue
		}
		if at > 0 {
			from = it.values[at-1].past
		}
		if at < len(it.values) {
			past = it.values[at].first
		}
		spans[i] = it.words[from:past]
	}
	for r.dropShared(spans, false) {
	}
	for r.dropShared(spans, true) {
	}
	return spans
}

// at is which of its values an item has in a place, -1 for none.
func (it *item) at(slots []slot, place int) int {
	for k := range it.values {
		if slotOf(slots, it.values, k) == &slots[place] {
			return k
		}
	}
	return -1
}

// dropShared drops the word at one end of spans that most of them have there, and reports
// whether there was one.
func (r *reader) dropShared(spans [][]int32, last bool) bool {
	end := func(s []int32) int {
		if last {
			return len(s) - 1
		}
		return 0
	}
	count, usual, all, proper := map[string]int{}, "", 0, false
	for _, s := range spans {
		if len(s) == 0 {
			continue
		}
		all++
		word := r.Sheet.Tokens[s[end(s)]].Fold
		if count[word]++; count[word] > count[usual] {
			usual, proper = word, layout.HasCapital(r.Sheet.Tokens[s[end(s)]].Text)
		}
	}
	if all == 0 || 5*count[usual] < 3*all || proper && (count[usual] < all || last) {
		return false // words of the values, not of the text between them
	}
	for i, s := range spans {
		if len(s) > 0 && r.Sheet.Tokens[s[end(s)]].Fold == usual {
			spans[i] = slices.Delete(slices.Clone(s), end(s), end(s)+1)
		}
	}
	return true
}
