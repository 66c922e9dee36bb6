// Package recognise knows the written forms of values: dates, sums, identity
// numbers and the like, as Brazilian documents print them.
//
// In comes a run of tokens and a kind of the catalogue; out go the values that
// stand in it, in normal form. It does not know labels, places or fields, and
// never invents: a digit that OCR got wrong is put right only where the check
// digits leave one possibility.
package recognise

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// Run is a sequence of tokens to be read from left to right.
type Run struct {
	Sheet *layout.Sheet
	Index []int32
}

// Value is a value found: run positions First to Last, inclusive.
type Value struct {
	First, Last int
	Text        string  // in the normal form of the kind
	Score       float64 // how sure the form itself is, 0 to 1
	Checked     bool    // its check digits are right
	Repaired    bool    // a letter or digit was put right by them
}

// Between is the run of the words first to last of a sheet.
func Between(sheet *layout.Sheet, first, last int) Run {
	index := make([]int32, 0, max(last-first+1, 0))
	for i := first; i <= last; i++ {
		index = append(index, int32(i))
	}
	return Run{sheet, index}
}

// Line is the run of a printed line, from left to right.
func Line(sheet *layout.Sheet, row int) Run {
	r := Run{Sheet: sheet}
	for _, c := range sheet.Rows[row].Cells {
		r.Index = append(r.Index, sheet.Cells[c].Words()...)
	}
	return r
}

// Words are those that a value stands on.
func (r Run) Words(v Value) []int32 { return r.Index[v.First : v.Last+1 : v.Last+1] }

// Before is a run up to the first position from one on that is so, all of it where none is.
func (r Run) Before(from int, is func(i int) bool) Run {
	for i := from; i < r.Len(); i++ {
		if is(i) {
			return Run{r.Sheet, r.Index[:i]}
		}
	}
	return r
}

// Len is the number of tokens.
func (r Run) Len() int { return len(r.Index) }

// Token is the one at position i.
func (r Run) Token(i int) *layout.Token { return &r.Sheet.Tokens[r.Index[i]] }

// Begins reports whether the folded text stands at position i.
func (r Run) Begins(i int, folded string) bool {
	for ; i < r.Len() && folded != ""; i++ {
		f := r.Token(i).Fold
		if !strings.HasPrefix(folded, f) {
			return false
		}
		folded = folded[len(f):]
	}
	return folded == ""
}

// Trim drops punctuation and rules at both ends, but the unit of a number: "15,00 %".
func (r Run) Trim(first, last int) (int, int) {
	for first <= last && r.Token(first).Fold == "" {
		first++
	}
	for last >= first && r.Token(last).Fold == "" {
		if r.Token(last).Text == "%" && last > first && layout.HasDigit(r.Token(last-1).Text) {
			break
		}
		last--
	}
	return first, last
}

// Text joins positions first to last as printed, white space collapsed.
func (r Run) Text(first, last int) string {
	if first == last {
		return r.Token(first).Text
	}
	var b strings.Builder
	for i := first; i <= last; i++ {
		t := r.Token(i)
		if i > first && (t.Space && !slashed(r.Token(i-1), t) || r.Index[i] != r.Index[i-1]+1) && !hyphened(r.Token(i-1), t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// hyphened reports whether a word goes on over the end of its line, or a number in groups
// such as a CPF or the number of a slip: "26/380065-" over "6". Printers also break words behind a slash: "s/" over "n".
func hyphened(a, b *layout.Token) bool {
	if a.Cell == b.Cell || a.Line == b.Line || a.Fold == "" || b.Fold == "" {
		return false
	}
	return strings.HasSuffix(a.Text, "/") || strings.HasSuffix(a.Text, "-") && (!layout.HasDigit(a.Text) || strings.ContainsAny(a.Text, "./") && layout.HasDigit(b.Text))
}

// slashed reports whether OCR set a slash apart from the word that it belongs to:
// between words, since numbers are printed so.
func slashed(a, t *layout.Token) bool {
	return t.OCR && len(t.Text) > 1 && t.Text[0] == '/' && !layout.HasDigit(a.Text)
}

// At reads a value of the kind that begins at position i.
func At(kind catalogue.Kind, r Run, i int) (Value, bool) {
	if i >= r.Len() {
		return Value{}, false
	}
	return readers[kind].at(r, i)
}

// Whole reads a run as a value of the kind that takes all of it.
func Whole(kind catalogue.Kind, r Run) (Value, bool) {
	v, ok := At(kind, r, 0)
	return v, ok && v.Last == r.Len()-1
}

// First is the first value of the kind in the run.
func First(kind catalogue.Kind, r Run) (Value, bool) {
	read := readers[kind]
	for i := range r.Len() {
		if v, ok := read.at(r, i); ok {
			return v, true
		}
	}
	return Value{}, false
}

// All lists the values of the kind, none overlapping. A number that check digits prove
// begins within no other that they do not.
func All(kind catalogue.Kind, r Run) []Value {
	var out []Value
	read := readers[kind]
	for i := 0; i < r.Len(); i++ {
		if v, ok := read.at(r, i); ok {
			if !v.Checked && provedWithin(kind, r, i+1, v.Last) {
				continue
			}
			out = append(out, v)
			i = v.Last
		}
	}
	return out
}

// provedWithin reports whether a number with right check digits begins between two positions.
func provedWithin(kind catalogue.Kind, r Run, from, to int) bool {
	for i := from; i <= to; i++ {
		if v, ok := At(kind, r, i); ok && v.Checked && !v.Repaired {
			return true
		}
	}
	return false
}

// Typed reports whether the kind has a form of its own, as names and prose have not.
func Typed(kind catalogue.Kind) bool {
	_, ok := readers[kind]
	return ok
}

// reader reads a value of a kind that begins at a position; nil reads none.
type reader func(Run, int) (Value, bool)

func (read reader) at(r Run, i int) (Value, bool) {
	if read == nil {
		return Value{}, false
	}
	v, ok := read(r, i)
	if !ok {
		return Value{}, false
	}
	v.First = i
	return v, true
}

var readers map[catalogue.Kind]reader

func init() {
	readers = map[catalogue.Kind]reader{
		catalogue.CPF:         readCPF,
		catalogue.CNPJ:        readCNPJ,
		catalogue.CPFCNPJ:     readCPFOrCNPJ,
		catalogue.PIS:         numbers{kind: "pis", lengths: []int{11}}.read,
		catalogue.RENAVAM:     readRENAVAM,
		catalogue.NFeKey:      numbers{kind: "nfe_key", lengths: []int{44}, strict: true}.read,
		catalogue.Barcode:     numbers{kind: "barcode", lengths: []int{44}, strict: true}.read,
		catalogue.PaymentLine: numbers{kind: "payment_line", lengths: []int{47, 48}, strict: true}.read,
		catalogue.Registry:    numbers{kind: "registry", lengths: []int{32}, strict: true}.read,
		catalogue.Lawsuit:     numbers{kind: "lawsuit", lengths: []int{20}, strict: true}.read,
		catalogue.CEP:         readCEP,
		catalogue.UF:          readUF,
		catalogue.Phone:       readPhone,
		catalogue.Email:       readEmail,
		catalogue.Plate:       readPlate,
		catalogue.VIN:         readVIN,
		catalogue.Date:        readDate,
		Day:                   readDay,
		DayOfMonth:            readDayOfMonth,
		catalogue.Month:       readMonth,
		MonthName:             readMonthName,
		ShortMonth:            readShortMonth,
		catalogue.Year:        readYear,
		catalogue.Time:        readTime,
		catalogue.Money:       readMoney,
		catalogue.Decimal:     readDecimal,
		catalogue.Percent:     readPercent,
		catalogue.Integer:     readInteger,
		catalogue.Digits:      readDigits,
		catalogue.Code:        readCode,
	}
}

// word joins the tokens from i on that no white space parts, without the
// punctuation around them. n is how many there are.
func (r Run) word(i int) (text string, n int) {
	n = 1
	for i+n < r.Len() && !r.Token(i+n).Space && r.Index[i+n] == r.Index[i+n-1]+1 {
		n++
	}
	return Bare(r.Text(i, i+n-1)), n
}

// Bare drops the punctuation around a word.
func Bare(s string) string {
	if s != "" && letterOrDigit(s[0]) && letterOrDigit(s[len(s)-1]) {
		return s // as nearly all words
	}
	return strings.Trim(s, " .,;:()[]{}\"'“”‘’*_|·•")
}

func letterOrDigit(c byte) bool { return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// onlyDigits keeps the digits of s.
func onlyDigits(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if isDigit(s[i]) {
			out = append(out, s[i])
		}
	}
	return string(out)
}
