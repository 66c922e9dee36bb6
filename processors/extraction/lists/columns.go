package lists

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// mendColumns brings the codes in the rows of a scanned table to the forms of their columns, by their letters that
// look like digits, and its quantities by the sums they make.
func (x *reader) mendColumns(rows []candidate.Row, f catalogue.Field) {
	if len(rows) == 0 || !x.Scanned(rows[0]) {
		return
	}
	for k, c := range f.Columns {
		if c.Kind == catalogue.String {
			x.mendMasked(rows, k, c.Mask)
		}
	}
	for _, c := range x.Type.Checks {
		if c.Product == f.Name {
			x.mendDecimals(rows, c, f)
		}
	}
}

// mendDecimals reads the mark of thousands as the decimal sign that recognition took it for where the product of a row
// comes out with it: "6.000" at 72,90 makes 437,40.
func (x *reader) mendDecimals(rows []candidate.Row, product catalogue.Check, f catalogue.Field) {
	for i := range rows {
		row := &rows[i]
		cell := func(name string) *candidate.Cell { return row.Cell(compile.ColumnIndex(f, name)) }
		text := func(name string) string {
			if c := cell(name); c != nil {
				return c.Text
			}
			return ""
		}
		if check.Product(product, text) != check.Differs {
			continue
		}
		for _, name := range product.OfColumns {
			c := cell(name)
			if len(c.Tokens) == 0 || !thousandsEnd.MatchString(x.Sheet.Tokens[c.Tokens[len(c.Tokens)-1]].Text) {
				continue
			}
			read := *c
			if amount, ok := recognise.Float(c.Text); ok {
				c.Text, c.Repaired = strconv.FormatFloat(amount/1000, 'f', -1, 64), true
			}
			if check.Product(product, text) == check.Agrees {
				break
			}
			*c = read
		}
	}
}

var thousandsEnd = regexp.MustCompile(`[0-9]\.[0-9]{3}$`)

// mendMasked brings the codes of a column to one of their forms: as they are printed
// elsewhere in the document, or else by their letters that look like digits.
func (x *reader) mendMasked(rows []candidate.Row, column int, masks []string) {
	for i := range rows {
		c := rows[i].Cell(column)
		if c == nil || len(masks) == 0 {
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
