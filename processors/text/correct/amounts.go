package correct

import (
	"regexp"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
)

var (
	// thousands opens an amount whose next dot was not seen, since faint dots are lost first, or stands apart.
	thousands = regexp.MustCompile(`^(?:R\$|[(-])?[1-9][0-9]{0,2}(?:\.[0-9]{3})*\.?$`)
	// whole are the thousands, or the words with the sign of money, whose comma was seen and whose cents stand apart.
	whole = regexp.MustCompile(`^(?:R\$[0-9]{1,3}|(?:R\$|[(-])?[1-9][0-9]{0,2}(?:\.[0-9]{3})+|[0-9]{3}),$`)
	// hundreds goes on with it to its end, which may be the mark of a credit or debit.
	hundreds = regexp.MustCompile(`^(?:[0-9]{3}\.)*[0-9]{3}[.,][0-9]{2}[CD]?$`)
	// triple is a group in the midst of it.
	triple = regexp.MustCompile(`^[0-9]{3}[.,]?$`)
	// cents end an amount of two faint signs, or after its comma.
	cents = regexp.MustCompile(`^[0-9]{2}[CD]?$`)
	// small is an amount below a thousand up to its comma, decimals what may follow.
	small    = regexp.MustCompile(`^[(-]?[0-9]{1,3},$`)
	decimals = regexp.MustCompile(`^[0-9]{2}(?:[0-9]{2})?[)CD-]?$`)
	// plain is one below a thousand with a dot, which may be a number of anything else.
	plain = regexp.MustCompile(`^[0-9]{1,3}\.[0-9]{2}$`)
	// dotted is an amount whose comma was read as a dot.
	dotted = regexp.MustCompile(`^(?:R\$|[(-])?(?:[1-9][0-9]{0,2}(?:\.[0-9]{3})+|0)\.[0-9]{2}$`)
	// strange is an amount above a thousand, or with the sign of money, of any signs; oddSign is one that none has, and
	// none has two commas.
	strange = regexp.MustCompile(`^(?:(?:R\$|[(-])?[1-9][0-9]{0,2}(?:[.,;:']{1,2}[0-9]{3})+|R\$[0-9]{1,3})[.,;:']{1,2}[0-9]{2}[)-]?$`)
	oddSign = regexp.MustCompile(`[;:']|[.,]{2}|,.*,`)
	signs   = regexp.MustCompile(`[.,;:']+`)
)

const (
	// dotGap is the widest gap that a dot leaves between figures, in their heights.
	dotGap = 0.75
	// cellGap is how many times as wide as that the gap between two cells is at least.
	cellGap = 2
	// surelyDot is the confidence of a word, from which its dot is no comma.
	surelyDot = 0.93
)

// withDots puts amounts together that fell apart where the dot between thousands
// was too faint to be read, and sets their signs right: an amount has the one form
// only. Height is that of a page as wide as one.
func withDots(words []document.Word, height float64) []document.Word {
	out := words[:0]
	for i := 0; i < len(words); i++ {
		w := words[i]
		past := max(amountEnd(words, i, height), alone(words, i, height), i+1)
		for _, next := range words[i+1 : past] {
			if !strings.HasSuffix(w.Text, ",") {
				w.Text += "."
			}
			w.Text += next.Text
			w.Box = w.Box.Union(next.Box)
			w.Confidence, w.Mended = min(w.Confidence, next.Confidence), w.Mended || next.Mended
		}
		money := i > 0 && words[i-1].Text == "R$" && plain.MatchString(w.Text)
		if money || strange.MatchString(w.Text) && oddSign.MatchString(w.Text) ||
			dotted.MatchString(w.Text) && (w.Confidence < surelyDot || past > i+1) {
			w.Text, w.Mended = withSigns(w.Text), true
		}
		out, i = append(out, w), past-1
	}
	return out
}

// withSigns is an amount with a comma for its last sign and a dot for each other.
func withSigns(amount string) string {
	all := signs.FindAllStringIndex(amount, -1)
	last := all[len(all)-1]
	return signs.ReplaceAllString(amount[:last[0]], ".") + "," + amount[last[1]:]
}

// alone is the end of the words that are an amount below a thousand and nothing else in its
// cell, set in type as wide as its comma: "656, 08". Among other words it is an enumeration.
func alone(words []document.Word, from int, height float64) int {
	past := from + 2
	if past > len(words) || !small.MatchString(words[from].Text) || !decimals.MatchString(words[from+1].Text) || !adjacent(words[from:past], height) {
		return from
	}
	if from > 0 && words[from-1].Text != "R$" && adjacent(words[from-1:from+1], cellGap*height) || past < len(words) && adjacent(words[from+1:past+1], cellGap*height) {
		return from
	}
	return past
}

// amountEnd is the end of the words that are one amount from a word on; the word
// itself if it is none.
func amountEnd(words []document.Word, from int, height float64) int {
	opens := thousands.MatchString(words[from].Text) || whole.MatchString(words[from].Text) && len(words[from].Text) > len("000,")
	if !opens || from > 0 && layout.HasDigit(words[from-1].Text) && adjacent(words[from-1:from+1], height) {
		return from
	}
	for i := from + 1; i < len(words); i++ {
		if !adjacent(words[i-1:i+1], height) {
			break
		}
		if hundreds.MatchString(words[i].Text) || cents.MatchString(words[i].Text) && (i == from+2 || whole.MatchString(words[i-1].Text)) {
			return i + 1
		}
		if !triple.MatchString(words[i].Text) {
			break
		}
	}
	return from
}
