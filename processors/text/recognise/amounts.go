package recognise

import (
	"regexp"
	"strconv"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// readMoney reads a sum in reais with two decimals. A minus before or after it, a
// D or DB after it and brackets around it make it negative.
func readMoney(r Run, i int) (Value, bool) {
	if f := r.Token(i).Fold; f != "" && f[0] >= 'a' && f[0] != 'r' && f[0] != 'b' && !r.Token(i).OCR {
		return Value{}, false // a word, and not the currency
	}
	at, negative := i, false
	text, n := r.word(at)
	for step := 0; step < 2 && at+n < r.Len(); step++ { // the sign and the currency stand before, in any order
		switch strings.Trim(plainSign.Replace(text), " ") {
		case "-", "-R$", "R$-":
			negative = true
		case "+", "+R$", "R$", "RS", "BRL":
		default:
			step = 2
			continue
		}
		at += n
		text, n = r.word(at)
	}
	raw := plainSign.Replace(r.Text(at, at+n-1))
	for _, p := range []string{"-R$", "R$-", "+R$", "R$", "RS"} {
		if rest, ok := strings.CutPrefix(raw, p); ok && rest != "" {
			negative = negative || strings.Contains(p, "-")
			raw = rest
			break
		}
	}
	amount, minus, ok := parseSum(raw, r.Token(at).OCR)
	score := 0.95
	if !ok && strings.Contains(raw, ".") && pointedSum.MatchString(raw) {
		amount, minus, ok = parseSum(raw, true)
		score = 0.6
	}
	if !ok {
		return spacedSum(r, i, at, negative)
	}
	last := at + n - 1
	negative = negative || minus
	if last+1 < r.Len() && closeBehind(r.Token(last), r.Token(last+1)) {
		switch strings.Trim(r.Token(last+1).Text, "()") {
		case "-":
			if !partsWords(r, last+1) {
				negative, last = true, last+1
			}
		case "D", "DB":
			negative, last = true, last+1
		case "C", "CR", "+":
			last++
		}
	}
	return Value{Last: last, Text: signed(amount, negative), Score: score}, true
}

// plainSign writes the minus and the dashes that stand for it as the one on a keyboard.
var plainSign = strings.NewReplacer("−", "-", "–", "-")

// pointedSum is a sum as programs keep it, which some print so: "14183.32", "14,183.32".
var pointedSum = regexp.MustCompile(`^(\d+|\d{1,3}(,\d{3})+)\.\d{2}$`)

// closeBehind reports whether a word stands behind another on its line: a dash under it begins
// an item.
func closeBehind(a, b *layout.Token) bool {
	gap := b.Rect.Left - a.Rect.Right
	return gap < markGap && gap > -markGap
}

const markGap = 12 // points between a sum and its sign

// partsWords reports whether a dash after a sum stands before more words of its cell, in the run
// or behind it: "R$ 10,00 - Quantidade" is no debit, nor is "R$ 10,00 - 70%".
func partsWords(r Run, i int) bool {
	dash := int(r.Index[i])
	if dash+1 >= len(r.Sheet.Tokens) {
		return false
	}
	next := &r.Sheet.Tokens[dash+1]
	return next.Cell == r.Token(i).Cell && r.Token(i).Space && (!layout.HasDigit(next.Text) || strings.Contains(next.Text, "%"))
}

// spacedSum reads 1 234,56 and 1. 234,56.
func spacedSum(r Run, first, at int, negative bool) (Value, bool) {
	text, n := r.word(at)
	if at+n >= r.Len() || len(text) > 7 || !allDigits(strings.ReplaceAll(text, ".", "")) {
		return Value{}, false
	}
	next, m := r.word(at + n)
	if a, b := r.Token(at+n-1), r.Token(at+n); b.Left-a.Right > b.Height() {
		return Value{}, false // the end of another column
	}
	if len(next) != 6 && len(next) != 10 || strings.HasSuffix(r.Token(at).Text, ",") {
		return Value{}, false
	}
	point := next[len(next)-3] == '.' && r.Token(at).OCR && r.Token(at).Cell == r.Token(at+n).Cell // which OCR took the comma for
	if next[len(next)-3] != ',' && !point {
		return Value{}, false
	}
	amount, minus, ok := parseSum(strings.TrimSuffix(text, ".")+"."+next, point)
	if !ok || len(onlyDigits(text)) > 3 {
		return Value{}, false
	}
	return Value{Last: at + n + m - 1, Text: signed(amount, negative || minus), Score: 0.6}, true
}

func signed(amount string, negative bool) string {
	if negative && strings.Trim(amount, "0.") != "" {
		return "-" + amount
	}
	return amount
}

// sumMarks stand behind sums: of a debit, or of a credit.
var sumMarks = []struct {
	text  string
	minus bool
}{{"D", true}, {"DB", true}, {"C", false}, {"CR", false}, {"-", true}, {"+", false}}

// cutMark takes such a mark off the end of a sum; where it is all there is, nothing is left.
func cutMark(s string) (sum string, debit, found bool) {
	for _, mark := range sumMarks {
		rest, found := strings.CutSuffix(s, mark.text)
		if rest = strings.TrimSuffix(rest, "("); found && (rest == "" || isDigit(rest[len(rest)-1])) { // "7.134,40(C)"
			return rest, mark.minus, true
		}
	}
	return s, false, false
}

// parseSum reads the pt-BR grammar: groups of three after dots, two decimals after
// a comma. OCR may have the comma as a dot.
func parseSum(raw string, ocr bool) (amount string, negative, ok bool) {
	s := strings.Trim(raw, " ;:*#=|\"'")
	if ocr {
		s = strings.Trim(s, "![]") // what is left of the sides of its cell
	}
	if inner, found := strings.CutPrefix(s, "("); found && strings.HasSuffix(inner, ")") {
		s, negative = strings.TrimSuffix(inner, ")"), true
	}
	s = strings.Trim(s, "()")
	if rest, debit, found := cutMark(s); found && rest != "" {
		s, negative = rest, negative || debit
	}
	if rest, found := strings.CutPrefix(s, "-"); found {
		s, negative = rest, true
	}
	s = strings.TrimPrefix(s, "+")
	s = strings.TrimRight(s, ".,")
	n := len(s)
	if n < 4 || !isDigit(s[0]) {
		return "", false, false
	}
	if s[n-3] != ',' && !(ocr && s[n-3] == '.') {
		return "", false, false
	}
	whole, cents := s[:n-3], s[n-2:]
	groups := strings.FieldsFunc(whole, func(c rune) bool { return c == '.' || ocr && c == ',' })
	if !allDigits(cents) || len(groups) == 0 || strings.ContainsAny(whole, ",") && !ocr {
		return "", false, false
	}
	for k, g := range groups {
		if !allDigits(g) || k > 0 && len(g) != 3 || k == 0 && len(groups) > 1 && len(g) > 3 {
			return "", false, false
		}
	}
	whole = strings.TrimLeft(strings.Join(groups, ""), "0")
	if whole == "" {
		whole = "0"
	}
	return normalNumber(whole + "." + cents), negative, true
}

// ofMonth reports whether a number is the year of a month before it: "MAI/25".
func ofMonth(r Run, i int) bool {
	if i == 0 || !strings.HasSuffix(r.Token(i-1).Text, "/") || layout.HasDigit(r.Token(i-1).Text) {
		return false
	}
	m, ok := At(catalogue.Month, r, i-1)
	return ok && m.Last >= i
}

// ofDays reports whether the word behind a number says that it counts time: "30 dias" beside the
// "17" of "Consumo m³".
func ofDays(r Run, i int) bool {
	return i < r.Len() && r.Token(i).Cell == r.Token(i-1).Cell && unitsOfTime[r.Token(i).Fold]
}

var unitsOfTime = lexicon.Words("units of time")

// readDecimal reads a number with any count of decimals, or none.
func readDecimal(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	if ofMonth(r, i) || ofDays(r, i+n) {
		return Value{}, false
	}
	text, ok := parseNumber(strings.TrimSuffix(word, "%"))
	if !ok {
		if strings.HasPrefix(word, "R$") {
			text, ok = parseNumber(strings.TrimPrefix(word, "R$"))
		}
		if word == "R$" && i+n < r.Len() {
			if v, found := readDecimal(r, i+n); found {
				return v, true
			}
		}
		if !ok {
			return Value{}, false
		}
	}
	return Value{Last: i + n - 1, Text: text, Score: 0.8}, true
}

// perCent is the sign in words.
var perCent = lexicon.Listed("per cent")

func readPercent(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	last := i + n - 1
	bare, marked := strings.CutSuffix(word, "%")
	if !marked && last+1 < r.Len() && r.Token(last+1).Text == "%" {
		marked, last = true, last+1
	} else if !marked && last+2 < r.Len() && r.Token(last+1).Fold == perCent[0] && r.Token(last+2).Fold == perCent[1] {
		marked, last = true, last+2
	}
	text, ok := parseNumber(bare)
	if !ok {
		return Value{}, false
	}
	score := 0.6
	if marked {
		score = 1
	}
	return Value{Last: last, Text: text, Score: score}, true
}

func readInteger(r Run, i int) (Value, bool) {
	word, n := r.word(i)
	digits := strings.ReplaceAll(word, ".", "")
	digits = strings.TrimSuffix(strings.TrimSuffix(digits, "ª"), "º")
	if n, ok := lexicon.Ordinal(r.Token(i).Fold); ok { // of an amendment
		return Value{Last: i, Text: strconv.FormatInt(n, 10), Score: 0.7}, true
	}
	if !allDigits(digits) || len(digits) > 12 {
		return spokenInteger(r, i)
	}
	return Value{Last: i + n - 1, Text: normalNumber(digits), Score: 0.8}, true
}

// spokenInteger reads "sessenta e três". One is an article too, and no number by
// itself but in brackets.
func spokenInteger(r Run, i int) (Value, bool) {
	if !lexicon.NumberWord(r.Token(i).Fold) {
		return Value{}, false
	}
	v, n := wordsNumber(r, i)
	if n == 0 || v < 2 && !strings.HasPrefix(r.Token(i).Text, "(") {
		return Value{}, false
	}
	return Value{Last: again(r, i+n, v) - 1, Text: strconv.Itoa(v), Score: 0.7}, true
}

// parseNumber reads 1.234,5678 and 1234 and 12.5: a dot parts thousands where
// three digits follow it, and decimals otherwise.
func parseNumber(s string) (string, bool) {
	s = strings.TrimSpace(s)
	negative := false
	if rest, ok := strings.CutPrefix(s, "-"); ok {
		s, negative = rest, true
	}
	if s == "" || !isDigit(s[0]) || !isDigit(s[len(s)-1]) || strings.Trim(s, "0123456789.,") != "" {
		return "", false
	}
	whole, decimals, comma := strings.Cut(s, ",")
	if strings.ContainsAny(decimals, ",.") {
		return "", false
	}
	if !comma {
		if at := strings.LastIndexByte(s, '.'); at >= 0 && len(s)-at-1 != 3 {
			whole, decimals = s[:at], s[at+1:]
		}
	}
	whole = strings.ReplaceAll(whole, ".", "")
	if !allDigits(whole) || decimals != "" && !allDigits(decimals) {
		return "", false
	}
	text := normalNumber(whole)
	if decimals != "" {
		text = normalNumber(whole + "." + decimals)
	}
	return signed(text, negative), true
}

// normalNumber is the shortest JSON form of a number.
func normalNumber(s string) string {
	whole, decimals, _ := strings.Cut(s, ".")
	whole = strings.TrimLeft(whole, "0")
	decimals = strings.TrimRight(decimals, "0")
	if whole == "" {
		whole = "0"
	}
	if decimals == "" {
		return whole
	}
	return whole + "." + decimals
}

// Float is the number that a normal form stands for.
func Float(text string) (float64, bool) {
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}
