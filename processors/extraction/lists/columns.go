package lists

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
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
		switch c.Kind {
		case catalogue.String:
			x.mendMasked(rows, k, c.Mask)
		case catalogue.Digits:
			x.mendFigures(rows, k)
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
		var cells [3]*candidate.Cell
		var amounts [3]float64
		for k, name := range product.OfColumns {
			if cells[k] = rows[i].Cell(compile.ColumnIndex(f, name)); cells[k] != nil {
				amounts[k], _ = recognise.Float(cells[k].Text)
			}
		}
		whole := 1000.0
		if product.Percent {
			whole *= 100
		}
		if off := amounts[0] * amounts[1] / (whole * amounts[2]); !(math.Abs(off-1) < nearly) {
			continue
		}
		for k, c := range cells[:2] {
			if n := len(c.Tokens); n > 0 && thousandsEnd.MatchString(x.Sheet.Tokens[c.Tokens[n-1]].Text) {
				c.Text, c.Repaired = recognise.Decimal(amounts[k]/1000), true
				break
			}
		}
	}
}

// nearly is the share by which a product may be off whose factors are rounded.
const nearly = 0.01

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
