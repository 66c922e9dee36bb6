package correct

import (
	"regexp"
	"slices"
	"strings"

	"lavra.dev/processors/document"
)

var (
	amount = regexp.MustCompile(`^-?[0-9.]*[0-9],[0-9]{2}$`)
	marked = regexp.MustCompile(`^-?[0-9.]*[0-9],[0-9]{2}[CD€]$`)
	credit = regexp.MustCompile(`^(-?[0-9.]*[0-9],[0-9]{2})€$`)
	debit  = regexp.MustCompile(`^(-?[0-9.]*[0-9],[0-9]{2})[0O]$`)
)

// withMarks reads the letters behind the amounts of a bank statement, C for a credit
// and D for a debit, where they were taken for a euro sign and for a third decimal.
// Statements without such marks are left alone.
func withMarks(lines []document.Line) {
	const few = 3
	joined, apart := 0, 0
	for _, l := range lines {
		for i := range l.Words {
			if marked.MatchString(l.Words[i].Text) {
				joined++
			}
			if markBehind(l.Words, i, "C", "D") {
				apart++
			}
		}
	}
	for _, l := range lines {
		for i := range l.Words {
			w := &l.Words[i]
			text := w.Text
			if joined >= few {
				text = debit.ReplaceAllString(credit.ReplaceAllString(text, "${1}C"), "${1}D")
			}
			if apart >= few && markBehind(l.Words, i, "€") {
				text = "C"
			}
			if text != w.Text {
				w.Text, w.Mended = text, true
			}
		}
	}
}

// markBehind reports whether a word stands behind an amount and is one of the given marks, but
// for a speck at its foot that was read as a sign.
func markBehind(words []document.Word, i int, marks ...string) bool {
	return i > 0 && slices.Contains(marks, strings.TrimRight(words[i].Text, ".,")) && amount.MatchString(words[i-1].Text)
}
