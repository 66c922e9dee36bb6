// Package strange makes documents in words that nobody knows: what a reader makes of them tells how it
// fares where its lexicon ends.
//
// In comes a document with its truth; out goes the same one with other words for some of its labels, and all of its values.
package strange

import (
	"hash/crc32"
	"strings"
	"unicode"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
)

// Share is how many of the words of a document nobody knows, for the fit: one in so many.
const Share = 5

// Document is a document in which one word in share is another that nobody knows, the same wherever it
// stands: none of a true value, none with a digit, no small word. Another seed gives other such words.
func Document(doc document.Document, truth map[string]any, seed string, share uint32) document.Document {
	kept := map[string]bool{}
	keep(kept, truth)
	out := doc
	out.Pages = append([]document.Page(nil), doc.Pages...)
	for p := range out.Pages {
		page := &out.Pages[p]
		page.Lines = append([]document.Line(nil), page.Lines...)
		for l := range page.Lines {
			line := &page.Lines[l]
			line.Words = append([]document.Word(nil), line.Words...)
			for w := range line.Words {
				word := &line.Words[w]
				fold := fold.Text(word.Text)
				if len(fold) < 3 || kept[fold] || layout.HasDigit(word.Text) {
					continue
				}
				if sum := crc32.ChecksumIEEE([]byte(seed + fold)); sum%share == 0 {
					word.Text = otherLetters(word.Text, rune(1+sum/share%4))
				}
			}
		}
	}
	return out
}

// keep notes the words of values.
func keep(kept map[string]bool, value any) {
	switch v := value.(type) {
	case string:
		for _, word := range strings.FieldsFunc(v, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/-.,()", r) }) {
			kept[fold.Text(word)] = true
		}
		for word := range strings.FieldsSeq(v) {
			kept[fold.Text(word)] = true
		}
	case []any:
		for _, o := range v {
			keep(kept, o)
		}
	case map[string]any:
		for _, o := range v {
			keep(kept, o)
		}
	}
}

// otherLetters is a word with other vowels and consonants in their places.
func otherLetters(text string, by rune) string {
	const vowels, consonants = "aeiou", "bcdfgjlmnprstvz"
	next := func(set string, r rune) rune {
		return rune(set[(strings.IndexRune(set, r)+int(by))%len(set)])
	}
	return strings.Map(func(r rune) rune {
		lower := unicode.ToLower(r)
		if plain := fold.Text(string(lower)); len(plain) == 1 {
			lower = rune(plain[0])
		}
		switch {
		case strings.ContainsRune(vowels, lower):
			lower = next(vowels, lower)
		case strings.ContainsRune(consonants, lower):
			lower = next(consonants, lower)
		default:
			return r
		}
		if unicode.IsUpper(r) {
			return unicode.ToUpper(lower)
		}
		return lower
	}, text)
}
