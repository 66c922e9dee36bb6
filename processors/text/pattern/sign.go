package pattern

// minus reports whether the sign of a sum stands at token i of a printed line, set apart
// from the words before it: a dash between words and a sum is none.
func (m *matcher) minus(i int) bool {
	if !m.region || i <= m.first || i+1 >= m.to {
		return false
	}
	switch t := &m.sheet.Tokens[i]; t.Text {
	case "-", "–", "−":
		before := t.Left - m.sheet.Tokens[i-1].Right
		return before > 0.8*t.Height() && before > 1.5*(m.sheet.Tokens[i+1].Left-t.Right)
	}
	return false
}
