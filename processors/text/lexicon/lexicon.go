// Package lexicon knows what can be looked up of Brazil: its towns with their states,
// the banks by their code, given names, and what Portuguese words say where they stand.
//
// In come folded words and codes; out goes what is known of them. The lists are data
// files. It reads no document, and what it does not know may exist all the same.
package lexicon

import "strings"

// entries are the lines of a data file, without its remarks.
func entries(file string) []string {
	var all []string
	for line := range strings.Lines(file) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, line)
		}
	}
	return all
}
