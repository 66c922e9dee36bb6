package table

import "slices"

// Headings are the first words of the headings in the tables of a list that name its columns.
func Headings(in Input) []int32 {
	r := newReader(in)
	var words []int32
	for _, row := range r.heads {
		first, last := r.reach(row)
		var named []piece
		for ; first <= last; first++ {
			pieces, _ := r.headingLine(first)
			named = append(named, slices.DeleteFunc(pieces, func(p piece) bool { return len(p.names) == 0 })...)
		}
		if slices.ContainsFunc(r.need, func(k int) bool {
			return !slices.ContainsFunc(named, func(p piece) bool { return slices.ContainsFunc(p.names, func(n Name) bool { return n.Column == k }) })
		}) {
			continue
		}
		for _, p := range named {
			words = append(words, p.words[0])
		}
	}
	return words
}
