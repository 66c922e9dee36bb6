package recognise

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"lavra.dev/processors/text/correct"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/checkdigit"
)

func readUF(r Run, i int) (Value, bool) {
	text := Bare(strings.Trim(r.Token(i).Text, "-/–"))
	if r.Token(i).OCR && text == "R$" { // the S of RS between small print
		return Value{Last: i, Text: "RS", Score: 0.6, Repaired: true}, true
	}
	if len(text) == 2 && text == strings.ToUpper(text) && checkdigit.UF(text) {
		return Value{Last: i, Text: text, Score: 1}, true
	}
	if upper := strings.ToUpper(text); len(text) == 2 && r.Token(i).OCR && (text[0] == upper[0] || alone(r, i) || endsBehindDash(r, i)) && checkdigit.UF(upper) {
		return Value{Last: i, Text: upper, Score: 0.8, Repaired: true}, true // "Rj", "sc": small capitals are misread
	}
	if len(text) == 1 && i+1 < r.Len() && spaced(r, i) && checkdigit.UF(text+r.Token(i+1).Text) {
		return Value{Last: i + 1, Text: text + r.Token(i+1).Text, Score: 0.9}, true
	}
	return stateName(r, i)
}

// spaced reports whether the two letters from i on are all of their cell, set apart as in "S P".
func spaced(r Run, i int) bool {
	c := r.Sheet.Cells[r.Token(i).Cell]
	return int(r.Index[i]) == c.First && c.Past == c.First+2 && len(r.Token(i+1).Text) == 1
}

// alone reports whether nothing else stands in the cell of the word at i.
func alone(r Run, i int) bool {
	c := r.Sheet.Cells[r.Token(i).Cell]
	return c.Past == c.First+1
}

// endsBehindDash reports whether the word at i is the last of its cell, a dash before it.
func endsBehindDash(r Run, i int) bool {
	at := int(r.Index[i])
	cell := r.Sheet.Cells[r.Token(i).Cell]
	if at == cell.First || at+1 != cell.Past {
		return false
	}
	before := r.Sheet.Tokens[at-1]
	return before.Fold == "" && strings.Trim(before.Text, "-–—") == ""
}

// stateName reads a state written out; the longest name wins. What is mostly a preposition
// needs its capital and accent: "Pará".
func stateName(r Run, i int) (Value, bool) {
	folded := ""
	best := Value{}
	for j := i; j < r.Len() && j < i+5; j++ {
		folded += r.Token(j).Fold
		code, ok := lexicon.StateNamed(folded)
		if ok && (!smallStates[folded] || layout.HasCapital(r.Token(j).Text) && len(strings.Trim(r.Token(j).Text, ".,;:()")) > len(folded)) {
			best = Value{Last: j, Text: code, Score: 0.8}
		}
	}
	return best, best.Score > 0
}

// smallStates are called as a small word is but for its accent, which takes two bytes.
var smallStates = lexicon.Words("states like small words")

func readPhone(r Run, i int) (Value, bool) {
	text := ""
	for j := i; j < r.Len() && j < i+4; j++ {
		text += r.Token(j).Text
		digits := onlyDigits(text)
		if strings.Trim(text, "0123456789()-+. ,;") != "" || len(digits) > 13 {
			break
		}
		if (len(digits) == 10 || len(digits) == 11) && digits[0] != '0' && (strings.Contains(text, ")") || strings.Contains(text, "-")) {
			return Value{Last: j, Text: digits, Score: 0.9}, true
		}
	}
	return Value{}, false
}

func readEmail(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	at := strings.IndexByte(word, '@')
	if at < 1 || !strings.Contains(word[at:], ".") {
		return Value{}, false
	}
	return Value{Last: i + n - 1, Text: strings.ToLower(word), Score: 1}, true
}

func readPlate(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	text := strings.ToUpper(noSeparators.Replace(strings.Trim(word, rules)))
	last := i + n - 1
	if len(text) == 3 && last+1 < r.Len() {
		next, m := r.word(last + 1)
		text, last = text+strings.ToUpper(strings.Trim(next, "-")), last+m
	}
	if checkdigit.Plate(text) {
		return Value{Last: last, Text: text, Score: 1, Checked: true}, true
	}
	if mended, ok := mendedPlate(text); ok && r.Token(i).OCR {
		return Value{Last: last, Text: mended, Score: 0.6, Repaired: true}, true
	}
	return Value{}, false
}

// blurredVIN is how sure the form of a chassis number is that OCR read: it tells nothing
// of a B read for an 8.
const blurredVIN = 0.8

func readVIN(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	text := strings.ToUpper(noStars.Replace(word))
	if len(text) != 17 || !layout.HasDigit(text) {
		return Value{}, false
	}
	if checkdigit.VIN(text) && (!r.Token(i).OCR || serialDigits(text) == text) {
		score := 1.0
		if r.Token(i).OCR {
			score = blurredVIN
		}
		return Value{Last: i + n - 1, Text: text, Score: score, Checked: true}, true
	}
	if r.Token(i).OCR {
		fixed := serialDigits(chassisLooks.Replace(text))
		if checkdigit.VIN(fixed) {
			return Value{Last: i + n - 1, Text: fixed, Score: blurredVIN, Checked: true, Repaired: true}, true
		}
	}
	for _, c := range text {
		if c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return Value{}, false
		}
	}
	return Value{Last: i + n - 1, Text: text, Score: 0.5}, true
}

// serialDigits sets right the letters that OCR read in the last four places of a chassis
// number, which are digits; I, O and Q occur in none of its places.
func serialDigits(vin string) string {
	mended := []byte(vin)
	for i := max(len(mended)-4, 0); i < len(mended); i++ {
		if digit := correct.Capital(mended[i]); digit != 0 {
			mended[i] = digit
		}
	}
	return string(mended)
}

// readDigits reads one printed number and keeps its digits. A sum or a date is none.
func readDigits(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	if before, after, ok := strings.Cut(word, "/"); ok && checkdigit.UF(after) { // "45813/SP"
		word, n = before, max(n-1, 1)
	}
	if before, after, ok := strings.Cut(word, "-"); ok && category(after) { // "148892-F"
		word = before
	}
	if tail, ok := spacedCheck(r, i+n); ok && strings.Count(word, ".") > 1 { // "12.34.56.78.90 - 12"
		word, n = word+tail, n+2
	}
	digits := onlyDigits(word)
	if digits == "" || strings.ContainsRune(word, ',') {
		return Value{}, false
	}
	other := 0
	for _, c := range word {
		if unicode.IsLetter(c) {
			other++
		}
	}
	if other > 0 {
		return Value{}, false
	}
	score := 0.9
	if v, ok := readDate(r, i); ok && v.Repaired {
		return Value{}, false
	} else if ok {
		score = 0.3
	}
	return Value{Last: i + n - 1, Text: digits, Score: score}, true
}

// category reports whether what stands behind a number at its dash is the category of an entry, and no
// check digit, which may be an X.
func category(text string) bool {
	return (len(text) == 1 || len(text) == 2) && text != "X" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// spacedCheck reads the check digits that stand behind a dash of their own.
func spacedCheck(r Run, i int) (string, bool) {
	if i+1 >= r.Len() || strings.Trim(r.Token(i).Text, "-–—") != "" {
		return "", false
	}
	tail := Bare(r.Token(i + 1).Text)
	return tail, len(tail) <= 2 && allDigits(tail)
}

// readCode reads an identifier with digits, and the ISENTO that stands in place
// of a state registration.
// issuer is who issued an identity card, or a council, printed right behind its number: "1.111.222-SSP/PR".
var issuer = regexp.MustCompile(`^([\d.]{4,}(?:-[\dXx])?)[-–/]?(?:` +
	strings.ToUpper(strings.Join(slices.Concat(lexicon.Listed("councils"), lexicon.Listed("issuers of cards")), "|")) + `)(?:[-–/]?[A-Z]{2})?[,.;]?$`)

// exempt stands in place of a registration.
var exempt = lexicon.Words("exempt")

// pointed is a number with a check digit and groups of three, where a comma is a point
// that OCR misread: "12,345.678-9".
var pointed = regexp.MustCompile(`^\d{1,3}(?:[.,]\d{3}){2}-[\dXx]$`)

func readCode(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	word = issuer.ReplaceAllString(word, "$1")
	if r.Token(i).OCR && pointed.MatchString(word) {
		word = strings.ReplaceAll(word, ",", ".")
	}
	text := CodeForm(word)
	if !layout.HasDigit(text) {
		if exempt[fold.Text(word)] {
			return Value{Last: i + n - 1, Text: text, Score: 0.8}, true
		}
		return Value{}, false
	}
	if strings.ContainsAny(word, ",()") {
		return Value{}, false
	}
	score := 0.9
	if _, ok := readDate(r, i); ok {
		score = 0.3
	}
	return Value{Last: i + n - 1, Text: text, Score: score}, true
}

// CodeForm is the normal form of a code: no spaces, dots, dashes or slashes, upper case.
func CodeForm(s string) string {
	return strings.ToUpper(noSeparators.Replace(s))
}
