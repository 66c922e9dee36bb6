package correct

import (
	"regexp"

	"lavra.dev/processors/document"
)

var (
	marked = regexp.MustCompile(`^-?[0-9.]*[0-9],[0-9]{2}[CD€]$`)
	credit = regexp.MustCompile(`^(-?[0-9.]*[0-9],[0-9]{2})€$`)
	debit  = regexp.MustCompile(`^(-?[0-9.]*[0-9],[0-9]{2})[0O]$`)
)

// withMarks reads the letters behind the amounts of a bank statement, C for a credit
// and D for a debit, where they were taken for a euro sign and for a third decimal.
// Statements without such marks are left alone.
func withMarks(lines []document.Line) {
	const few = 3
	n := 0
	for _, l := range lines {
		for _, w := range l.Words {
			if marked.MatchString(w.Text) {
				n++
			}
		}
	}
	if n < few {
		return
	}
	for _, l := range lines {
		for i := range l.Words {
			w := &l.Words[i]
			if text := debit.ReplaceAllString(credit.ReplaceAllString(w.Text, "${1}C"), "${1}D"); text != w.Text {
				w.Text, w.Mended = text, true
			}
		}
	}
}
