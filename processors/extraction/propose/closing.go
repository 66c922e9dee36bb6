package propose

// BeforeLabel is the last of the tokens first to last before a line that begins with a
// label and its colon: the words of a pattern ran on over it.
func (x *Reader) BeforeLabel(first, last int) int {
	for i := first + 1; i <= last; i++ {
		if x.Sheet.LineStart(i) && x.Boundary(i) && x.LabelOn(i) != nil && x.LabelOn(i).Colon {
			return i - 1
		}
	}
	return last
}
