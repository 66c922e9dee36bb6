package recognise

import (
	"regexp"
	"strings"
)

// withSign puts the letter right that says behind a scanned sum whether it is a credit
// or a debit: OCR takes the C for a € and the D for a 0 or an O. A third decimal is
// such a D only where other sums of the page have their letters.
func withSign(r Run, at int, raw string) string {
	if !r.Token(at).OCR {
		return raw
	}
	if rest, ok := strings.CutSuffix(raw, "€"); ok && rest != "" {
		return rest + "C"
	}
	if blurredDebit.MatchString(raw) && signsSums(r, at) {
		return raw[:len(raw)-1] + "D"
	}
	return raw
}

var (
	blurredDebit = regexp.MustCompile(`^\d{1,3}(\.\d{3})*,\d\d[0OoQ]$`)
	signedSum    = regexp.MustCompile(`^\d{1,3}(\.\d{3})*,\d\d[DC€]$`)
)

// signsSums tells whether sums of the page have a letter behind them.
func signsSums(r Run, at int) bool {
	const fewest = 3
	page := &r.Sheet.Pages[r.Token(at).Page]
	n := 0
	for i := page.FirstToken; i < page.PastToken && n < fewest; i++ {
		if signedSum.MatchString(r.Sheet.Tokens[i].Text) {
			n++
		}
	}
	return n >= fewest
}
