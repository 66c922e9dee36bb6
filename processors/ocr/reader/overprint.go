package reader

import "lavra.dev/processors/document"

// withoutOverprint drops words printed again over themselves, which is how some
// programs make bold or shadowed text.
func withoutOverprint(words []document.Word) []document.Word {
	seen := make(map[string][]document.Box, len(words))
	out := words[:0]
	for _, w := range words {
		again := false
		for _, b := range seen[w.Text] {
			if overlaps(b, w.Box, 0.6) {
				again = true
				break
			}
		}
		if again {
			continue
		}
		seen[w.Text] = append(seen[w.Text], w.Box)
		out = append(out, w)
	}
	return out
}

// overlaps reports whether two boxes share that part of the smaller one.
func overlaps(a, b document.Box, share float64) bool {
	w := min(a.Right(), b.Right()) - max(a.Left, b.Left)
	h := min(a.Bottom(), b.Bottom()) - max(a.Top, b.Top)
	return w > 0 && h > 0 && w*h >= share*min(a.Width*a.Height, b.Width*b.Height)
}
