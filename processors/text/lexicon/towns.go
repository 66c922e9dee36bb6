package lexicon

import (
	_ "embed"
	"maps"
	"strings"
	"sync"
)

//go:embed towns.txt
var townsFile string

//go:embed states.txt
var statesFile string

// states are the codes of the states by their folded names.
var states = func() map[string]string {
	all := make(map[string]string, 27)
	for _, line := range entries(statesFile) {
		code, name, _ := strings.Cut(line, " ")
		all[name] = code
	}
	return all
}()

var stateCodes = func() map[string]bool {
	all := make(map[string]bool, len(states))
	for _, code := range states {
		all[code] = true
	}
	return all
}()

// State reports whether a code is that of a state.
func State(code string) bool { return stateCodes[code] }

// StateNamed is the code of the state of a folded name.
func StateNamed(name string) (code string, ok bool) {
	code, ok = states[name]
	return code, ok
}

// townsOf are the folded names of the towns of each state, made when first asked for.
var townsOf = sync.OnceValue(func() map[string]map[string]bool {
	all := make(map[string]map[string]bool, 27)
	for _, line := range entries(townsFile) {
		names := strings.Fields(line)
		towns := make(map[string]bool, len(names))
		for _, name := range names[1:] {
			towns[name] = true
		}
		all[names[0]] = towns
	}
	return all
})

// LongestTown is the most words that the name of a town has, dashes included: "São José
// do Vale do Rio Preto".
const LongestTown = 7

// allTowns are the folded names of the towns of all states.
var allTowns = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, towns := range townsOf() {
		maps.Copy(all, towns)
	}
	return all
})

// TownAnywhere reports whether a town of any state has a name, folded.
func TownAnywhere(name string) bool { return allTowns()[name] }

// Town reports whether a folded name is that of a town in the state of that code.
func Town(name, state string) bool { return townsOf()[state][name] }
