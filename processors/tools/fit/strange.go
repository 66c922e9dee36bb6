package main

import (
	"fmt"
	"hash/crc32"
	"strings"
	"unicode"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

// strangeShare is how many of the words of a document nobody knows: one in so many.
const strangeShare = 5

// strange is a document in which some words are others that nobody knows, the same wherever they
// stand: none of a true value, none with a digit, no small word.
func strange(s *sample, variant int) document.Document {
	kept := map[string]bool{}
	keep(kept, s.Truth.Fields)
	out := s.doc
	out.Pages = append([]document.Page(nil), s.doc.Pages...)
	for p := range out.Pages {
		page := &out.Pages[p]
		page.Lines = append([]document.Line(nil), page.Lines...)
		for l := range page.Lines {
			line := &page.Lines[l]
			line.Words = append([]document.Word(nil), line.Words...)
			for w := range line.Words {
				word := &line.Words[w]
				fold := layout.Fold(word.Text)
				if len(fold) < 3 || kept[fold] || layout.HasDigit(word.Text) {
					continue
				}
				if sum := crc32.ChecksumIEEE([]byte(fmt.Sprint(s.Name, variant, fold))); sum%strangeShare == 0 {
					word.Text = otherLetters(word.Text, rune(1+sum/strangeShare%4))
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
			kept[layout.Fold(word)] = true
		}
		for word := range strings.FieldsSeq(v) {
			kept[layout.Fold(word)] = true
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
		if plain := layout.Fold(string(lower)); len(plain) == 1 {
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
