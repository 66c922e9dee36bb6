package labels

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/phrase"
)

const tailWords = 5 // words between what is known of a label and its colon, at most

// withTails lets a label that begins its cell have the words behind it that are no value: those that the
// lexicon has, up to a colon, "Secretaria ou órgão:", and those that say nothing up to the end, "Nacionalidade declarada",
// or only which year it is of, "Imposto retido em 2025". One that ends its cell has the words before it that but ask:
// "Qual CPF".
func (x *Labels) withTails(hits []phrase.Hit) []phrase.Hit {
	out := slices.Clone(hits)
	for i, h := range hits {
		cell := x.Sheet.Tokens[h.First].Cell
		head := x.HeadOf(cell, h.First)
		if head < h.First && h.Last+1 == x.Sheet.Cells[cell].Past && x.asks(head, h.First) {
			out[i].First = head
		}
		if x.Sheet.Tokens[h.Last].Cell != cell || h.First != head || endsInColon(x.Sheet.Tokens[h.Last].Text) {
			continue
		}
		last := x.tail(hits, h)
		if last > h.Last && !slices.ContainsFunc(hits, func(o phrase.Hit) bool { return o.First == h.First && o.Last > h.Last }) {
			out[i].Last = last
		}
	}
	return out
}

// asks reports whether tokens only ask for what stands behind them.
func (x *Labels) asks(first, past int) (asks bool) {
	for i := first; i < past; i++ {
		if !x.Reading.Idle(i) {
			return false
		}
		asks = asks || x.Reading.Asks(i)
	}
	return asks
}

// tail is the last word of a label with its tail; its own last word where it has none.
func (x *Labels) tail(hits []phrase.Hit, h phrase.Hit) int {
	past := x.Sheet.Cells[x.Sheet.Tokens[h.First].Cell].Past
	capitals, idle := layout.InCapitals(x.Sheet.Tokens[h.First:h.Last+1]), true
	for k := h.Last + 1; k < past && k <= h.Last+tailWords; k++ {
		t := &x.Sheet.Tokens[k]
		if k+1 == past && x.Reading.Filler(k-1) && x.bareYear(phrase.Hit{First: k, Last: k, Length: len(t.Fold)}) {
			return k
		}
		if strings.HasPrefix(t.Text, ":") || layout.HasFigure(t.Text) || t.Fold == "" && t.Text != "/" {
			break
		}
		if !x.Reading.Filler(k) && !x.Reading.Covered(k) || layout.HasCapital(t.Text) && !(capitals && layout.InCapitals(x.Sheet.Tokens[k:k+1])) || slices.ContainsFunc(hits, func(o phrase.Hit) bool { return o.First == k }) {
			break
		}
		idle = idle && x.Reading.Idle(k)
		if endsInColon(t.Text) || k+1 < past && strings.HasPrefix(x.Sheet.Tokens[k+1].Text, ":") || idle && k+1 == past && x.closes(k, h.Last) {
			return k
		}
	}
	return h.Last
}

// closes reports whether a word may be the last of a label that ends behind token last: no small word, behind which
// a value follows, but for the other ending of a word, "Nacionalidade dele(a)".
func (x *Labels) closes(k, last int) bool {
	if t := &x.Sheet.Tokens[k]; k-1 > last && !t.Space && strings.HasPrefix(t.Text, "(") && lexicon.Ending(t.Fold) {
		k--
	}
	return !x.Reading.Filler(k) && !strings.HasSuffix(x.Sheet.Tokens[k].Text, ")")
}

func endsInColon(text string) bool { return strings.HasSuffix(text, ":") }
