package recognise

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/checkdigit"
)

// LastOfStreet is the position at which a street line ends that goes on with the town
// and its state and no mark between them: "RUA DO SOL, 45 CENTRO SÃO PAULO SP". first to
// last are the line; last where it ends otherwise or the town is not one of the known.
func LastOfStreet(r Run, first, last int) int {
	state := Bare(strings.Trim(r.Token(last).Text, "-/"))
	if last-first < 3 || !checkdigit.UF(state) {
		return last
	}
	folded, best := "", last
	for i := last - 1; i > first && i > last-1-lexicon.LongestTown; i-- {
		folded = r.Token(i).Fold + folded
		if lexicon.Town(folded, state) && numbered(r, first, i) {
			best = i - 1
		}
	}
	return best
}

// numbered reports whether the number of a house stands before position i: what stands
// before it is the street, which may be called by a town.
func numbered(r Run, first, i int) bool {
	for ; first < i; first++ {
		if layout.HasDigit(r.Token(first).Text) || r.Token(first).Fold == "sn" {
			return true
		}
	}
	return false
}
