package lexicon

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed numbers.txt
var numbersFile string

//go:embed ordinals.txt
var ordinalsFile string

// numbers and ordinals are what folded words count.
var numbers, ordinals = countsOf(numbersFile), countsOf(ordinalsFile)

// countsOf are the words of a file by the number that begins their line.
func countsOf(file string) map[string]int64 {
	all := map[string]int64{}
	for _, line := range entries(file) {
		digits, words, _ := strings.Cut(line, ":")
		number, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			panic(err) // the file is part of the program
		}
		for word := range strings.FieldsSeq(words) {
			all[word] = number
		}
	}
	return all
}

// Ordinal is the place in a row that a folded word tells.
func Ordinal(word string) (int64, bool) {
	n, ok := ordinals[word]
	return n, ok
}

// Number is what a folded word below a thousand counts.
func Number(word string) (int64, bool) {
	n, ok := numbers[word]
	return n, ok && n < 1000
}

// NumberWord reports whether a folded word is a number below a thousand.
func NumberWord(word string) bool {
	_, ok := Number(word)
	return ok
}

// Scale is how many times the number before it a folded word means: "dois mil".
func Scale(word string) (int64, bool) {
	n, ok := numbers[word]
	return n, ok && n >= 1000
}
