package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
)

// mendMasked brings the codes of a column of a scanned table to one of their forms: as they are printed
// elsewhere in the document, or else by their letters that look like digits.
func (x *reader) mendMasked(rows []candidate.Row, column int, masks []string) {
	if len(rows) == 0 || len(masks) == 0 || !x.Scanned(rows[0]) {
		return
	}
	for i := range rows {
		c := rows[i].Cell(column)
		if c == nil {
			continue
		}
		fits := shape.FitsMask(masks, c.Text)
		if fits && !slices.ContainsFunc(c.Tokens, func(t int32) bool { return x.Sheet.Tokens[t].Conf < doubtedCode }) {
			continue
		}
		mended := x.codeElsewhere(masks, c.Text)
		if mended == "" && !fits {
			mended = pattern.CodeToMask(masks, c.Text)
		}
		if mended != "" && mended != c.Text {
			c.Text, c.Repaired = mended, true
		}
	}
}

// doubtedCode is the confidence of a code below which its digits may be others.
const doubtedCode = 0.8

// codeElsewhere is the one code of a form that words of the document surely are, and that a
// code misread differs from in its digits alone: MGLU3 for MGLUS. None if there are several.
func (x *reader) codeElsewhere(masks []string, code string) string {
	found := ""
	for i := range x.Sheet.Tokens {
		t := &x.Sheet.Tokens[i]
		word := recognise.Bare(t.Text)
		if len(word) != len(code) || t.Conf < doubtedCode || !shape.FitsMask(masks, word) {
			continue
		}
		if letters := strings.TrimRight(word, "0123456789"); !strings.HasPrefix(strings.ToUpper(code), letters) || word == found {
			continue
		}
		if found != "" {
			return ""
		}
		found = word
	}
	return found
}
