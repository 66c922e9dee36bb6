package portuguese

import (
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
)

var (
	units  = lexicon.Words("units of money")
	cents  = lexicon.Words("cents")
	within = lexicon.Words("within amounts")
)

// AmountInWords reads an amount of money in words, in centavos. It is false where
// a word is none of a number's: a misread word must not make a wrong amount.
func AmountInWords(text string) (cents int64, ok bool) {
	var a amount
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,.-()*\t\n#", c) }) {
		if !a.take(fold.Text(word)) {
			return 0, false
		}
	}
	return a.end()
}

// InAmount reports whether a folded word can stand within an amount in words.
func InAmount(word string) bool {
	_, number := lexicon.Number(word)
	_, scale := lexicon.Scale(word)
	return number || scale || units[word] || cents[word] || within[word]
}

// amount adds words up: the part below a thousand, then thousands and above, then
// what "reais" and "centavos" close.
type amount struct {
	below, whole int64 // since the last thousand word; since the last unit word
	cents        int64
	seen         bool // a number word since the last unit word
	reais, done  bool
}

func (a *amount) take(word string) bool {
	if within[word] {
		return true
	}
	if value, known := lexicon.Number(word); known {
		a.below, a.seen = a.below+value, true
		return !a.done
	}
	if scale, known := lexicon.Scale(word); known {
		if a.below == 0 {
			a.below = 1 // "mil reais"
		}
		a.whole, a.below, a.seen = a.whole+a.below*scale, 0, true
		return !a.done && a.whole < 1e12
	}
	switch {
	case units[word]:
		a.cents, a.reais = (a.whole+a.below)*100, true
	case cents[word]:
		a.cents, a.done = a.cents+a.whole+a.below, true
	default:
		return false
	}
	ok := a.seen
	a.whole, a.below, a.seen = 0, 0, false
	return ok
}

// end closes an amount. "Cem" without its unit counts as reais.
func (a *amount) end() (int64, bool) {
	if a.seen && !a.reais && !a.done {
		return (a.whole + a.below) * 100, true
	}
	return a.cents, (a.reais || a.done) && !a.seen
}
