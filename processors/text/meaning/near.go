package meaning

// Nearness is how near a run of words is to a meaning: terms that it names and that it misses, parts
// that say something else, words that the lexicon does not have.
type Nearness struct {
	Named, Missing, Extra, Unknown int
	Owner                          bool
}

// Rating orders nearness: what is named for it, what is missing or said besides against it.
func (n Nearness) Rating() int {
	r := 2*n.Named - 2*n.Missing - n.Extra
	if n.Owner {
		r++
	}
	return r
}

// Near reports how near the parts of a run are to a meaning.
func (m *Meaning) Near(parts []Part) Nearness {
	var n Nearness
	named := uint16(0)
	for _, t := range m.terms {
		found := false
		for k, p := range parts {
			if overlap(p.Concepts, t.any) {
				named |= 1 << k
				found = true
			}
		}
		switch {
		case found:
			n.Named++
		case !t.optional:
			n.Missing++
		}
	}
	for k, p := range parts {
		switch {
		case named&(1<<k) != 0:
		case len(p.Concepts) == 0:
			n.Unknown++
		case overlap(p.Concepts, m.owner):
			n.Owner = true
		case overlap(p.Concepts, m.aside), overlap(p.Concepts, m.doc), m.absorbed(p, parts, named):
		default:
			n.Extra++
		}
	}
	return n
}
