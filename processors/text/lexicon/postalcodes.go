package lexicon

import (
	_ "embed"
	"sort"
	"strings"
)

//go:embed postalcodes.txt
var postalCodesFile string

// stretch is a stretch of postal codes that belongs to one state.
type stretch struct{ state, from, to string }

var stretches = func() []stretch {
	var all []stretch
	for _, line := range entries(postalCodesFile) {
		parts := strings.Fields(line)
		all = append(all, stretch{parts[0], parts[1], parts[2]})
	}
	return all
}()

// StateOfPostalCode is the code of the state that a postal code of eight digits belongs
// to; empty if to none.
func StateOfPostalCode(code string) string {
	if len(code) != 8 {
		return ""
	}
	i := sort.Search(len(stretches), func(i int) bool { return stretches[i].to >= code[:5] })
	if i == len(stretches) || code[:5] < stretches[i].from {
		return ""
	}
	return stretches[i].state
}
