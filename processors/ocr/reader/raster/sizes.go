package raster

// ofOneSize parts the pieces in which large print stands before or behind small print, as a
// name in a letterhead beside the lines of its address: recognition takes a line for type of
// one size. Letters that stand alone, as bars left of rules, are none.
func ofOneSize(pieces []*piece) (out []*piece) {
	for _, p := range pieces {
		if p.bar() {
			continue
		}
		i := p.sizeChanges()
		sign := i == 0 && p.beginsWithSign()
		if sign {
			i = 1
		}
		if i == 0 {
			out = append(out, p)
			continue
		}
		for _, letters := range [][]Component{p.letters[:i], p.letters[i:]} {
			part := newPiece(letters[0])
			for _, c := range letters[1:] {
				part.add(c, false)
			}
			out = append(out, part)
		}
		out[len(out)-2].sign = sign
	}
	return out
}

// beginsWithSign reports whether the first of a piece is no letter but the sign of a firm before its
// name: much higher than all print behind it, as wide as high, and apart.
func (p *piece) beginsWithSign() bool {
	const wide, apart, fewest = 0.8, 0.3, 3
	if len(p.letters) <= fewest {
		return false
	}
	first, high := p.letters[0], float64(heightOf(p.letters[1:], 0.75))
	return float64(first.Height()) >= otherSize*high && float64(first.Width()) >= wide*float64(first.Height()) && float64(p.letters[1].Left-first.Right) >= apart*high
}

// otherSize is how much higher print of another size is at least: capitals are 1.4 times as high as small letters.
const otherSize = 1.7

// bar reports whether a piece is one upright stroke and no letter.
func (p *piece) bar() bool {
	return len(p.letters) == 1 && 6*p.letter.Width() <= p.letter.Height()
}

// sizeChanges is the letter before which the size of the print changes most, 0 for none.
func (p *piece) sizeChanges() (at int) {
	const (
		fewest = 3   // letters of each size
		space  = 0.5 // of the height of the smaller print
		// Where one letter in four is as high as a capital, or as b and l.
		capitals = 0.75
	)
	most := otherSize
	right := 0 // end of the letters so far
	for i := 1; i+fewest <= len(p.letters); i++ {
		right = max(right, p.letters[i-1].Right)
		gap := float64(p.letters[i].Left - right)
		if i < fewest || gap <= space*float64(min(p.letters[i-1].Height(), p.letters[i].Height()))/2 {
			continue // no space between words, by the small letters at it
		}
		before, behind := heightOf(p.letters[:i], capitals), heightOf(p.letters[i:], capitals)
		low, high := min(before, behind), max(before, behind)
		if ratio := float64(high) / float64(low); ratio > most && gap > space*float64(low) {
			at, most = i, ratio
		}
	}
	return at
}
