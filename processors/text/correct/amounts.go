package correct

import (
	"regexp"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

var (
	// thousands opens an amount whose next dot was not seen: faint dots are lost first.
	thousands = regexp.MustCompile(`^(?:R\$|[(-])?[1-9][0-9]{0,2}(?:\.[0-9]{3})*$`)
	// hundreds goes on with it to its end.
	hundreds = regexp.MustCompile(`^(?:[0-9]{3}\.)*[0-9]{3}[.,][0-9]{2}$`)
	// triple is a group in the midst of it.
	triple = regexp.MustCompile(`^[0-9]{3}$`)
	// cents end an amount of two faint signs.
	cents = regexp.MustCompile(`^[0-9]{2}$`)
	// plain is one below a thousand with a dot, which may be a number of anything else.
	plain = regexp.MustCompile(`^[0-9]{1,3}\.[0-9]{2}$`)
	// dotted is an amount whose comma was read as a dot.
	dotted = regexp.MustCompile(`^(?:R\$|[(-])?(?:[1-9][0-9]{0,2}(?:\.[0-9]{3})+|0)\.[0-9]{2}$`)
)

const (
	// dotGap is the widest gap that a dot leaves between figures, in their heights.
	dotGap = 0.75
	// surelyDot is the confidence of a word, from which its dot is no comma.
	surelyDot = 0.93
)

// withDots puts amounts together that fell apart where the dot between thousands
// was too faint to be read, and makes a comma of the dot before their cents: an
// amount has the one form only. Height is that of a page as wide as one.
func withDots(words []document.Word, height float64) []document.Word {
	out := words[:0]
	for i := 0; i < len(words); i++ {
		w := words[i]
		past := max(amountEnd(words, i, height), i+1)
		for _, next := range words[i+1 : past] {
			w.Text += "." + next.Text
			w.Box = w.Box.Union(next.Box)
			w.Confidence, w.Mended = min(w.Confidence, next.Confidence), w.Mended || next.Mended
		}
		money := i > 0 && words[i-1].Text == "R$" && plain.MatchString(w.Text)
		if money || dotted.MatchString(w.Text) && (w.Confidence < surelyDot || past > i+1) {
			at := len(w.Text) - len(".00")
			w.Text, w.Mended = w.Text[:at]+","+w.Text[at+1:], true
		}
		out, i = append(out, w), past-1
	}
	return out
}

// amountEnd is the end of the words that are one amount from a word on; the word
// itself if it is none.
func amountEnd(words []document.Word, from int, height float64) int {
	if !thousands.MatchString(words[from].Text) || from > 0 && layout.HasDigit(words[from-1].Text) && adjacent(words[from-1:from+1], height) {
		return from
	}
	for i := from + 1; i < len(words); i++ {
		if !adjacent(words[i-1:i+1], height) {
			break
		}
		if hundreds.MatchString(words[i].Text) || i == from+2 && cents.MatchString(words[i].Text) {
			return i + 1
		}
		if !triple.MatchString(words[i].Text) {
			break
		}
	}
	return from
}
