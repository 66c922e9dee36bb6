package recognise

import (
	"strings"
	"unicode/utf8"

	"lavra.dev/processors/text/correct"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/checkdigit"
)

// numbers reads identity numbers of fixed lengths, printed whole or in groups.
type numbers struct {
	kind    string
	lengths []int
	strict  bool // only as long digit runs: without right check digits the length alone must fit the whole run
}

// digitGroup adds the digits of a token to those of a number, as read or, as guess says, with letters taken
// for the digits that they look like. Separators are free; letters only on pages read by OCR, and fewer than half.
func digitGroup(digits []byte, t *layout.Token) (all []byte, guess, ok bool) {
	if t.Fold != "" && !isDigit(t.Fold[0]) && !t.OCR {
		return digits, false, false // a word, as most are
	}
	text := t.Text
	if n := len(text); n > 0 && !(letterOrDigit(text[0]) && letterOrDigit(text[n-1])) {
		text = strings.Trim(text, ".,;:()[]{}\"'*_ ")
	}
	all = digits
	guessed := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case isDigit(c):
			all = append(all, c)
		case c == '.' || c == '-' || c == '/', c == ',' && t.OCR && (strings.Contains(text, "-") || len(text)-i > paymentGroup):
		case t.OCR && correct.Digit(c) != 0:
			all = append(all, correct.Digit(c))
			guessed++
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			if r != '–' && r != '—' && r != '·' {
				return digits, false, false
			}
			i += n - 1
		}
	}
	if guessed > 0 && guessed*2 > len(all)-len(digits) {
		return digits, false, false
	}
	return all, guessed > 0, true
}

// paymentGroup is how many digits a payment line has behind each of its dots, at least: more than any amount has decimals.
const paymentGroup = 5

const mostDigits = 64 // of a number, without more memory

const mostGroups = 16 // a key of 44 digits has 11 groups, a payment line up to 8

func (k numbers) read(r Run, i int) (Value, bool) {
	var kept [mostDigits]byte
	all, guess := kept[:0], false
	inside := i > 0 && k.strict && continues(r, i)
	best := Value{}
	for j := i; j < r.Len() && j < i+mostGroups; j++ {
		longer, guessed, ok := digitGroup(all, r.Token(j))
		if !ok || len(longer) == 0 || len(longer) > k.longest() {
			break
		}
		all, guess = longer, guess || guessed
		if v, ok := k.judge(all, guess, r, i, j); ok && v.Score > best.Score && (!inside || v.Checked && !v.Repaired) {
			best = v
		}
	}
	return best, best.Score > 0
}

// continues reports whether position i goes on with a digit run that began before.
func continues(r Run, i int) bool {
	digits, guess, ok := digitGroup(nil, r.Token(i-1))
	return ok && len(digits) > 0 && !guess && r.Token(i).Cell == r.Token(i-1).Cell
}

func (k numbers) longest() int { return k.lengths[len(k.lengths)-1] }

func (k numbers) judge(read []byte, guess bool, r Run, i, j int) (Value, bool) {
	for _, n := range k.lengths {
		if len(read) != n {
			continue
		}
		digits := string(read)
		valid, _ := checkdigit.Verify(k.kind, digits)
		v := Value{Last: j, Text: digits, Checked: valid, Repaired: guess}
		switch {
		case valid && !guess:
			v.Score = 1
		case valid:
			v.Score = 0.85
		case guess || tollFree(digits):
			return Value{}, false
		default:
			v.Score = k.unproved(r, i, j)
		}
		return v, v.Score > 0
	}
	return Value{}, false
}

// tollFree reports whether digits whose check fails are the number of a telephone that
// every bank and carrier prints.
func tollFree(digits string) bool { return len(digits) == 11 && strings.HasPrefix(digits, "0800") }

// unproved scores a number whose check digits are wrong: it may be printed so.
func (k numbers) unproved(r Run, i, j int) float64 {
	if k.strict {
		if j+1 < r.Len() {
			if digits, _, ok := digitGroup(nil, r.Token(j+1)); ok && len(digits) > 1 {
				return 0 // part of something longer
			}
		}
		return 0.6
	}
	if strings.ContainsAny(r.Text(i, j), ".-") {
		return 0.6
	}
	return 0.3
}

var plainCPF = numbers{kind: "cpf", lengths: []int{11}}

func readCPF(r Run, i int) (Value, bool) {
	if continuesWord(r, i) {
		return Value{}, false
	}
	return plainCPF.read(r, i)
}

// continuesWord reports whether position i is the inner part of a word of digits.
func continuesWord(r Run, i int) bool {
	return i > 0 && !r.Token(i).Space && r.Index[i] == r.Index[i-1]+1 && layout.HasDigit(r.Token(i-1).Text)
}

var plainCNPJ = numbers{kind: "cnpj", lengths: []int{14}}

// readCNPJ reads both forms; the one with letters only in its printed shape or
// with right check digits.
func readCNPJ(r Run, i int) (Value, bool) {
	if continuesWord(r, i) {
		return Value{}, false
	}
	if v, ok := plainCNPJ.read(r, i); ok {
		return v, true
	}
	word, n := r.word(i)
	if r.Token(i).OCR {
		if value, ok := slashMisread(word); ok {
			return Value{Last: i + n - 1, Text: value, Checked: true, Repaired: true, Score: 0.8}, true
		}
	}
	if len(word) < 14 {
		return Value{}, false
	}
	value := noSeparators.Replace(word)
	if len(value) != 14 || !layout.HasDigit(value[12:]) || !allDigits(value[12:]) {
		return Value{}, false
	}
	for j := 0; j < 12; j++ {
		if c := value[j]; !isDigit(c) && (c < 'A' || c > 'Z') {
			return Value{}, false
		}
	}
	shaped := strings.Contains(word, "/") && strings.HasSuffix(word, "-"+value[12:])
	valid := checkdigit.CNPJ(value)
	switch {
	case valid:
		return Value{Last: i + n - 1, Text: value, Checked: true, Score: 1}, true
	case shaped:
		return Value{Last: i + n - 1, Text: value, Score: 0.6}, true
	}
	return Value{}, false
}

// slashMisread reads a CNPJ whose slash was taken for a digit: 21.690.59010001-00
// is 21.690.590/0001-00.
func slashMisread(word string) (string, bool) {
	digits := onlyDigits(word)
	if len(digits) != 15 || !strings.HasSuffix(word, "-"+digits[13:]) || !strings.Contains("147", digits[8:9]) {
		return "", false
	}
	value := digits[:8] + digits[9:]
	return value, checkdigit.CNPJ(value)
}

func readCPFOrCNPJ(r Run, i int) (Value, bool) {
	a, okA := readCNPJ(r, i)
	b, okB := readCPF(r, i)
	if okA && (!okB || a.Score >= b.Score) {
		return a, true
	}
	return b, okB
}

// readRENAVAM pads the nine digits of old registrations.
func readRENAVAM(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	if len(word) < 9 || !isDigit(word[0]) {
		return Value{}, false
	}
	digits := onlyDigits(word)
	if len(digits) < 9 || len(digits) > 11 || len(digits) != len(noSeparators.Replace(word)) {
		return Value{}, false
	}
	digits = strings.Repeat("0", 11-len(digits)) + digits
	if checkdigit.RENAVAM(digits) {
		return Value{Last: i + n - 1, Text: digits, Score: 1, Checked: true}, true
	}
	return Value{Last: i + n - 1, Text: digits, Score: 0.4}, true
}

func readCEP(r Run, i int) (Value, bool) {
	if f := r.Token(i).Fold; f != "" && !isDigit(f[0]) {
		return Value{}, false
	}
	word, n := r.word(i)
	digits := onlyDigits(word)
	if len(digits) != 8 || !checkdigit.CEP(digits) {
		return splitCEP(r, i)
	}
	switch {
	case len(word) == 9 && word[5] == '-', len(word) == 10 && word[2] == '.' && word[6] == '-':
		return Value{Last: i + n - 1, Text: digits, Score: 1}, true
	case len(word) == 8:
		return Value{Last: i + n - 1, Text: digits, Score: 0.5}, true
	}
	return Value{}, false
}

// splitCEP reads 87015 - 230 and 87015- 230.
func splitCEP(r Run, i int) (Value, bool) {
	text := ""
	for j := i; j < r.Len() && j < i+3; j++ {
		text += r.Token(j).Text
		bare := Bare(text)
		if len(bare) == 9 && bare[5] == '-' && allDigits(bare[:5]) && allDigits(bare[6:]) {
			return Value{Last: j, Text: bare[:5] + bare[6:], Score: 0.9}, true
		}
	}
	return Value{}, false
}
