package lexicon

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed words.txt
var wordsFile string

var classes = classesOf(wordsFile)

// classesOf are the lines of a file, each a class and its words.
func classesOf(file string) map[string][]string {
	all := map[string][]string{}
	for _, line := range entries(file) {
		class, words, _ := strings.Cut(line, ":")
		all[class] = strings.Fields(words)
	}
	return all
}

// Listed are the words of a class. It panics where the file, which is part of the program, has no
// such class.
func Listed(class string) []string {
	words, ok := classes[class]
	if !ok {
		panic(fmt.Sprintf("no words are %q", class))
	}
	return words
}

// Words are the words of a class, to look one up.
func Words(class string) map[string]bool {
	set := map[string]bool{}
	for _, word := range Listed(class) {
		set[word] = true
	}
	return set
}

//go:embed spellings.txt
var spellingsFile string

// Spellings are the words that each shortened one may stand for.
func Spellings() map[string][]string { return classesOf(spellingsFile) }
