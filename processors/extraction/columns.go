package extraction

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"

	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// mendColumns puts right what OCR got wrong in the rows of a scanned table, where
// the other rows or the arithmetic of the row tell: the number of decimals, the
// value that nearly all rows share, the form that a code has, the product of
// quantity and price.
func (x *extractor) mendColumns(rows []rowValue, f catalogue.Field) {
	if len(rows) == 0 || !x.scanned(rows[0]) {
		return
	}
	for k, c := range f.Columns {
		switch c.Kind {
		case catalogue.Decimal, catalogue.Percent:
			x.mendDecimals(rows, k)
			if c.Kind == catalogue.Percent {
				mendPercents(rows, k)
			}
		case catalogue.Digits:
			mendShared(rows, k)
		case catalogue.String:
			x.mendMasked(rows, k, c.Mask)
		}
	}
	if f.Table != nil && len(f.Table.Products) > 0 {
		names := f.Table.Products[0]
		p := product{columnIndex(f, names[0]), columnIndex(f, names[1]), columnIndex(f, names[2])}
		for i := range rows {
			p.mend(&rows[i])
		}
	}
}

// mendMasked brings the codes of a column to one of their forms: as they are printed
// elsewhere in the document, or else by their letters that look like digits.
func (x *extractor) mendMasked(rows []rowValue, column int, masks []string) {
	for i := range rows {
		c := rows[i].cell(column)
		if c == nil || len(masks) == 0 {
			continue
		}
		fits := fitsMask(masks, c.value)
		if fits && !slices.ContainsFunc(c.tokens, func(t int32) bool { return x.sheet.Tokens[t].Conf < doubtedCode }) {
			continue
		}
		mended := x.codeElsewhere(masks, c.value)
		if mended == "" && !fits {
			mended = pattern.ToMask(masks, c.value)
		}
		if mended != "" && mended != c.value {
			c.value, c.repaired = mended, true
		}
	}
}

// doubtedCode is the confidence of a code below which its digits may be others.
const doubtedCode = 0.8

// codeElsewhere is the one code of a form that words of the document surely are, and that a
// code misread differs from in its digits alone: MGLU3 for MGLUS. None if there are several.
func (x *extractor) codeElsewhere(masks []string, code string) string {
	found := ""
	for i := range x.sheet.Tokens {
		t := &x.sheet.Tokens[i]
		word := recognise.Bare(t.Text)
		if len(word) != len(code) || t.Conf < doubtedCode || !fitsMask(masks, word) {
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

// mendDecimals gives numbers without a comma the decimals that most of the others have.
func (x *extractor) mendDecimals(rows []rowValue, column int) {
	count := map[int]int{}
	for i := range rows {
		if c := rows[i].cell(column); c != nil {
			count[x.decimals(c)]++
		}
	}
	usual, most := 0, 0
	for _, n := range []int{2, 3, 4} {
		if count[n] > most {
			usual, most = n, count[n]
		}
	}
	if most*2 < len(rows) {
		return
	}
	for i := range rows {
		c := rows[i].cell(column)
		if c == nil || x.decimals(c) != 0 || len(c.value) <= usual || strings.Trim(c.value, "0123456789") != "" {
			continue
		}
		c.value, c.repaired = pointed(c.value, usual), true
	}
}

// mendPercents sets the point in shares of more than a hundred: 700 is 7,00.
func mendPercents(rows []rowValue, column int) {
	for i := range rows {
		c := rows[i].cell(column)
		if c != nil && number(c.value) > 100 && len(c.value) <= 4 && strings.Trim(c.value, "0123456789") == "" {
			c.value, c.repaired = pointed(c.value, 2), true
		}
	}
}

// decimals is how many digits follow the comma as printed.
func (x *extractor) decimals(c *cellValue) int {
	text := ""
	for _, t := range c.tokens {
		text += x.sheet.Tokens[t].Text
	}
	text = recognise.Bare(strings.TrimRight(text, "%"))
	at := strings.LastIndexAny(text, ",.")
	if at < 0 {
		return 0
	}
	return len(text) - at - 1
}

// pointed sets the point n digits from the end.
func pointed(digits string, n int) string {
	v, err := strconv.ParseFloat(digits[:len(digits)-n]+"."+digits[len(digits)-n:], 64)
	if err != nil {
		return digits
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// mendShared replaces a code of the wrong length by the one that more than half of
// the rows have, where one letter makes the difference.
func mendShared(rows []rowValue, column int) {
	count := map[string]int{}
	shared, most := "", 0
	for i := range rows {
		if c := rows[i].cell(column); c != nil {
			count[c.value]++
			if n := count[c.value]; n > most || n == most && c.value > shared {
				shared, most = c.value, n
			}
		}
	}
	if most < 2 || most*5 < 2*len(rows) {
		return
	}
	for i := range rows {
		c := rows[i].cell(column)
		if c != nil && len(c.value) != len(shared) && levenshtein.ComputeDistance(c.value, shared) == 1 {
			c.value, c.repaired = shared, true
		}
	}
}

// product is the columns of quantity, price and what they make.
type product struct{ quantity, price, total int }

func (p product) mend(row *rowValue) {
	q, u, t := row.cell(p.quantity), row.cell(p.price), row.cell(p.total)
	if q == nil || u == nil || t == nil || even(q.value, u.value, t.value) {
		return
	}
	type reading struct {
		cell  *cellValue
		value string
	}
	var fits []reading
	for _, c := range []*cellValue{q, u, t} {
		was := c.value
		for _, v := range otherPoints(was) {
			c.value = v
			if even(q.value, u.value, t.value) {
				fits = append(fits, reading{c, v})
			}
		}
		c.value = was
	}
	if len(fits) == 0 {
		if v := recognise.Cents(number(q.value) * number(u.value)); levenshtein.ComputeDistance(digitsOf(v), digitsOf(t.value)) <= 2 && number(v) > 0 {
			fits = append(fits, reading{t, v})
		}
		if v := recognise.Cents(number(t.value) / max(number(q.value), 0.01)); levenshtein.ComputeDistance(digitsOf(v), digitsOf(u.value)) <= 1 && even(q.value, v, t.value) {
			fits = append(fits, reading{u, v})
		}
	}
	if len(fits) == 1 {
		fits[0].cell.value, fits[0].cell.repaired = fits[0].value, true
	}
}

// otherPoints are the numbers that the same digits may stand for.
func otherPoints(value string) []string {
	digits := strings.ReplaceAll(value, ".", "")
	var out []string
	for n := 1; n <= 4 && n < len(digits); n++ {
		if v := pointed(digits, n); v != value {
			out = append(out, v)
		}
	}
	return out
}

// even tells whether the product comes out to the cent.
func even(quantity, price, total string) bool {
	t := number(total)
	return t > 0 && math.Abs(number(quantity)*number(price)-t) < 0.011
}

func number(s string) float64 {
	v, _ := recognise.Float(s)
	return v
}

func digitsOf(s string) string { return strings.Trim(strings.ReplaceAll(s, ".", ""), "-") }
