package compile

import (
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/fold"
	"lavra.dev/schemas/catalogue"
)

const (
	foreignWord = shape.Loose // what a value gets that is not in the vocabulary of its field
	MendedWord  = shape.Whole // what one gets that is but for a letter or two
)

// vocabularies are the closed lists of words of the fields that have one, by their
// folded form.
type Vocabulary map[string]string

func vocabularyOf(words []string) Vocabulary {
	if len(words) == 0 {
		return nil
	}
	out := Vocabulary{}
	for _, w := range words {
		out[fold.Text(w)] = w
	}
	return out
}

// Correct weighs a value by the vocabulary of its field: it gives the value, and what is left of
// its score. What OCR read is put right where one word of the vocabulary alone is nearly that. A
// code of a few letters is as it stands there, or none.
func (v Vocabulary) Correct(value string, ocr bool) (corrected string, share float64) {
	text := fold.Text(value)
	if word, ok := v[text]; v == nil || ok && (len(text) >= shortestWord || word == value) || v.shortens(text) {
		return value, 1
	}
	if len(text) < shortestWord {
		return value, 0
	}
	if word := v.nearest(text); ocr && word != "" {
		return casedAs(word, value), MendedWord
	}
	return value, foreignWord
}

// shortestWord is how many letters a word has at least that may be misread, or cut short.
const shortestWord = 4

// shortens reports whether a text is the beginning of a word: forms cut their words short.
func (v Vocabulary) shortens(text string) bool {
	for folded := range v {
		if len(text) >= shortestWord && strings.HasPrefix(folded, text) {
			return true
		}
	}
	return false
}

// nearest is the word of the vocabulary that a text nearly is: one letter wrong of
// four and more, two of eight and more. Two words that are as near are none.
func (v Vocabulary) nearest(text string) string {
	best, least, tie := "", 3, false
	for folded, word := range v {
		most := 0
		if len(folded) >= 8 {
			most = 2
		} else if len(folded) >= shortestWord {
			most = 1
		}
		if most == 0 || len(text) > len(folded)+most || len(folded) > len(text)+most {
			continue
		}
		switch d := levenshtein.ComputeDistance(text, folded); {
		case d > most || d > least:
		case d == least:
			tie = true
		default:
			best, least, tie = word, d, false
		}
	}
	if tie {
		return ""
	}
	return best
}

// casedAs gives a word the letters of the text that it stands for: small ones where
// that has more of them.
func casedAs(word, text string) string {
	small := 0
	for _, r := range text {
		if unicode.IsLower(r) {
			small++
		} else if unicode.IsUpper(r) {
			small--
		}
	}
	if small <= 0 {
		return word
	}
	lower := strings.ToLower(word)
	return strings.ToUpper(lower[:1]) + lower[1:]
}

func SameVocabulary(a, b Vocabulary) bool {
	for k := range a {
		if _, ok := b[k]; !ok {
			return false
		}
	}
	return len(a) == len(b)
}

// vocabularies are those of the fields, nil for fields that may hold any word.
func vocabularies(t catalogue.Type) []Vocabulary {
	out := make([]Vocabulary, len(t.Fields))
	for i, f := range t.Fields {
		out[i] = vocabularyOf(f.Vocabulary)
	}
	return out
}
