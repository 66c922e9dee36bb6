package sink

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"lavra.dev/schemas/event"
)

// layoutKey is the same for documents of a type whose single fields stand on
// the pages in the same order: what a template prints. Cells of lists are left
// out, since their number is the document's own. Empty where nothing was placed.
func layoutKey(c event.Completed) string {
	type spot struct {
		name      string
		page      int32
		left, top float64
	}
	spots := make([]spot, 0, len(c.Places))
	for _, p := range c.Places {
		if len(p.Segments) == 0 || len(p.Segments[0].Box) != 4 || strings.Contains(p.Path, "[") {
			continue
		}
		s := p.Segments[0]
		spots = append(spots, spot{p.Path, s.Page, s.Box[0], s.Box[1]})
	}
	if len(spots) == 0 {
		return ""
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.top, b.top)) })
	for i := range spots { // words of one printed line get one top
		if i > 0 && spots[i].page == spots[i-1].page && spots[i].top-spots[i-1].top < sameLine {
			spots[i].top = spots[i-1].top
		}
	}
	slices.SortStableFunc(spots, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.top, b.top), cmp.Compare(a.left, b.left), cmp.Compare(a.name, b.name))
	})
	order := []byte(text(c.Detection.Type))
	for _, s := range spots {
		order = append(append(order, '\n'), s.name...)
	}
	hash := sha256.Sum256(order)
	return hex.EncodeToString(hash[:8])
}

// sameLine is how far apart, in fractions of the page, the tops of words on one
// line may be: half the height of small print on A4.
const sameLine = 0.005
