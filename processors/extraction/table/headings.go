package table

// Headings are the first words of the headings in the tables of a list that name its columns.
func (t *Tables) Headings() []int32 {
	r := t.found
	var words []int32
	for _, row := range r.heads {
		first, last := r.reach(row)
		for ; first <= last; first++ {
			pieces, _ := r.headingLine(first)
			for _, p := range pieces {
				if len(p.names) > 0 {
					words = append(words, p.words[0])
				}
			}
		}
	}
	return words
}
