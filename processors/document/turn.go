package document

// QuarterTurns maps an upright page to the same page turned clockwise by that
// many quarter turns, both in fractions.
func QuarterTurns(clockwise int) Homography {
	switch clockwise & 3 {
	case 1:
		return Homography{0, -1, 1, 1, 0, 0, 0, 0, 1}
	case 2:
		return Homography{-1, 0, 1, 0, -1, 1, 0, 0, 1}
	case 3:
		return Homography{0, 1, 0, -1, 0, 1, 0, 0, 1}
	}
	return Homography{}
}

// Inverse undoes the map. A map that cannot be undone gives the identity.
func (h Homography) Inverse() Homography {
	if h == (Homography{}) {
		return h
	}
	a, b, c, d, e, f, g, i, j := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8]
	det := a*(e*j-f*i) - b*(d*j-f*g) + c*(d*i-e*g)
	if det == 0 {
		return Homography{}
	}
	m := Homography{
		e*j - f*i, c*i - b*j, b*f - c*e,
		f*g - d*j, a*j - c*g, c*d - a*f,
		d*i - e*g, b*g - a*i, a*e - b*d,
	}
	for k := range m {
		m[k] /= det
	}
	return m
}
