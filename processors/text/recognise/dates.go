package recognise

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"lavra.dev/processors/text/correct"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

var monthByName = func() map[string]int {
	m := map[string]int{}
	for i, name := range lexicon.Listed("months") {
		m[name], m[name[:3]] = i+1, i+1
	}
	return m
}()

// MonthNamed is the month that a folded word names in full or by three letters, 0 for none.
func MonthNamed(fold string) int { return monthByName[fold] }

// wordsNumber reads a number below a million in words from position i.
func wordsNumber(r Run, i int) (value, n int) {
	total, part := 0, 0
	for j := i; j < r.Len(); j++ {
		w := r.Token(j).Fold
		switch v, ok := lexicon.Number(w); {
		case ok:
			part += int(v)
			n = j - i + 1
		case thousand(w), r.Token(j).OCR && thousand(strings.TrimSuffix(w, "e")): // "dois mile vinte": the space is lost
			total += max(part, 1) * 1000
			part = 0
			n = j - i + 1
		case lexicon.And(w) && n > 0:
		default:
			return total + part, n
		}
		if strings.HasSuffix(r.Token(j).Text, ",") {
			break
		}
	}
	return total + part, n
}

func thousand(word string) bool {
	n, ok := lexicon.Scale(word)
	return ok && n == 1000
}

func readDate(r Run, i int) (Value, bool) {
	if v, ok := figuresDate(r, i); ok {
		return v, true
	}
	if v, ok := longDate(r, i); ok {
		return repeatedDate(r, v), true
	}
	return currentDate(r, i)
}

// repeatedDate goes on with a date over the same in figures and brackets: "três de maio de 2021 (03/05/2021)".
func repeatedDate(r Run, v Value) Value {
	next := v.Last + 1
	if next >= r.Len() || !strings.HasPrefix(r.Token(next).Text, "(") {
		return v
	}
	if same, ok := figuresDate(r, next); ok && same.Text == v.Text {
		v.Last = same.Last
	}
	return v
}

// figuresDate reads 20/03/2026, 20.03.26, 20-mar-2026, 2026-03-20 and the same
// with white space that OCR put between.
func figuresDate(r Run, i int) (Value, bool) {
	if i > 0 && !r.Token(i).Space && r.Index[i] == r.Index[i-1]+1 && isJoined(r.Token(i-1).Text) {
		return Value{}, false // inside a word
	}
	if f := r.Token(i).Fold; f != "" && !isDigit(f[0]) && !r.Token(i).OCR {
		return Value{}, false
	}
	text := ""
	for j := i; j < r.Len() && j < i+5; j++ {
		if j > i && r.Index[j] != r.Index[j-1]+1 {
			break
		}
		text += r.Token(j).Text
		if len(text) > 16 {
			break
		}
		if j+1 < r.Len() && !r.Token(j+1).Space && r.Index[j+1] == r.Index[j]+1 && !strings.HasPrefix(r.Token(j+1).Text, "(") {
			continue
		}
		if d, ok := parseDate(Bare(text)); ok {
			score := 1.0
			if j > i && strings.Contains(r.Text(i, j), " ") {
				score = 0.8
			}
			return Value{Last: j, Text: d, Score: score}, true
		}
		if d, ok := partedDate(r, i, j); ok {
			return Value{Last: j, Text: d, Score: 0.55, Repaired: true}, true
		}
		if d, ok := blurredDate(Bare(strings.ReplaceAll(text, "$", "5"))); ok && r.Token(i).OCR {
			return Value{Last: j, Text: d, Score: 0.6, Repaired: true}, true
		}
	}
	return Value{}, false
}

// partedDate reads a scanned date whose separators are lost and their places left: 28 07
// 2025, 2807 2025.
func partedDate(r Run, i, j int) (string, bool) {
	if j == i || !r.Token(i).OCR || r.Token(i).Cell != r.Token(j).Cell {
		return "", false
	}
	day, month, year := r.Token(i).Text, r.Token(i+1).Text, Bare(r.Token(j).Text)
	if j == i+1 && len(day) == 4 {
		day, month = day[:2], day[2:]
	}
	if len(day) != 2 || len(month) != 2 || len(year) != 4 || !allDigits(day+month+year) {
		return "", false
	}
	return dateOf(day, month, year)
}

// blurredDate reads a date of which OCR took the strokes for digits or letters, or
// lost one: 2710912028, 12/0212005, 1202/2005.
func blurredDate(s string) (string, bool) {
	const strokes, separators = "/1lI|7!i", "/.-"
	switch {
	case len(s) == 10 && strings.IndexByte(strokes, s[2]) >= 0 && strings.IndexByte(strokes, s[5]) >= 0:
		s = s[:2] + s[3:5] + s[6:]
	case len(s) == 9 && strings.IndexByte(separators, s[4]) >= 0:
		s = s[:4] + s[5:]
	case len(s) == 9 && strings.IndexByte(separators, s[2]) >= 0:
		s = s[:2] + s[3:]
	default:
		return "", false
	}
	s = correct.Digits(s)
	if !allDigits(s) || s[4:6] != "19" && s[4:6] != "20" {
		return "", false
	}
	return dateOf(s[:2], s[2:4], s[4:])
}

func isJoined(s string) bool {
	return s != "" && (layout.HasDigit(s[len(s)-1:]) || strings.HasSuffix(s, "/"))
}

func parseDate(s string) (string, bool) {
	if len(s) < len("1/1/26") {
		return "", false
	}
	parts := strings.FieldsFunc(s, func(c rune) bool { return c == '/' || c == '.' || c == '-' || c == '–' })
	if len(parts) != 3 {
		return "", false
	}
	if len(parts[0]) == 4 && allDigits(s[:4]) {
		return dateOf(parts[2], parts[1], parts[0])
	}
	if len(parts[0]) > 2 {
		return "", false
	}
	return dateOf(parts[0], parts[1], parts[2])
}

func dateOf(day, month, year string) (string, bool) {
	d, err := strconv.Atoi(day)
	m, known := monthByName[foldWord(month)]
	if !known {
		var err error
		if m, err = strconv.Atoi(month); err != nil || len(month) > 2 {
			return "", false
		}
	}
	y, ok := fullYear(year)
	if err != nil || !ok {
		return "", false
	}
	return isoDate(y, m, d)
}

// fullYear completes two digits: up to ten years ahead of the turn that the
// documents come from, else the century before.
func fullYear(s string) (int, bool) {
	y, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return 0, false
	case len(s) == 4 && y >= 1850 && y <= 2150:
		return y, true
	case len(s) == 2 && y <= 45:
		return 2000 + y, true
	case len(s) == 2:
		return 1900 + y, true
	}
	return 0, false
}

func isoDate(y, m, d int) (string, bool) {
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if m < 1 || m > 12 || d < 1 || t.Day() != d {
		return "", false
	}
	return t.Format(time.DateOnly), true
}

// longDate reads "20 de março de 2026", "1º de maio de 2026", "vinte dias do mês
// de março do ano de dois mil e vinte e seis".
func longDate(r Run, i int) (Value, bool) {
	day, n := dayAt(r, i)
	if n == 0 {
		return Value{}, false
	}
	j := again(r, i+n, day)
	j = skip(r, skip(r, j, wordDay), wordOf)
	j = skip(r, skip(r, j, wordMonth), wordOf)
	if j >= r.Len() {
		return Value{}, false
	}
	month, ok := monthByName[r.Token(j).Fold]
	if !ok {
		return Value{}, false
	}
	behind := again(r, j+1, month)
	j = skip(r, skip(r, skip(r, behind, wordOf), wordYear), wordOf)
	year, m := 0, 0
	if j < r.Len() {
		year, m = yearAt(r, j)
	}
	if m > 0 {
		j = again(r, j+m, year)
	} else if year, ok = yearBefore(r, i); !ok {
		return Value{}, false
	} else {
		j = behind
	}
	date, ok := isoDate(year, month, day)
	return Value{Last: j - 1, Text: date, Score: 1}, ok
}

// yearBefore is the year said right before a day: "no ano de dois mil e vinte (2020), aos nove dias do mês de maio".
func yearBefore(r Run, i int) (int, bool) {
	at := int(r.Index[i])
	for at > 0 && (r.Sheet.Tokens[at-1].Fold == "" || ofDay[r.Sheet.Tokens[at-1].Fold]) {
		at--
	}
	for first := at - 1; first > max(0, at-longestYear); first-- {
		if !wordOf[r.Sheet.Tokens[first-1].Fold] {
			continue
		}
		words := Run{Sheet: r.Sheet}
		for k := first; k < at; k++ {
			words.Index = append(words.Index, int32(k))
		}
		if year, m := yearAt(words, 0); m > 0 {
			return year, again(words, m, year) == words.Len()
		}
	}
	return 0, false
}

const longestYear = 14 // words: "mil novecentos e oitenta e quatro (mil ...)"

// ofDay are the words between a year and the day in it.
var ofDay = lexicon.Words("before days")

// again passes over a number said twice: "vinte (20) de março (03) de 2026 (dois mil e vinte e seis)".
func again(r Run, i, number int) int {
	if i >= r.Len() || !strings.HasPrefix(r.Token(i).Text, "(") {
		return i
	}
	if v, err := strconv.Atoi(Bare(r.Token(i).Text)); err == nil && v == number {
		return i + 1
	}
	if v, n := wordsNumber(r, i); n > 0 && v == number {
		return i + n
	}
	return i
}

func dayAt(r Run, i int) (day, n int) {
	if f := r.Token(i).Fold; f != "" && isDigit(f[0]) {
		text := strings.TrimRight(Bare(r.Token(i).Text), "ºo°ª")
		if len(text) <= 2 {
			if d, err := strconv.Atoi(text); err == nil && d >= 1 && d <= 31 {
				return d, 1
			}
		}
	}
	if lexicon.NumberWord(r.Token(i).Fold) {
		if v, m := wordsNumber(r, i); v >= 1 && v <= 31 {
			return v, m
		}
	}
	return 0, 0
}

func yearAt(r Run, i int) (year, n int) {
	text := Bare(r.Token(i).Text)
	if len(text) == 5 && text[1] == '.' {
		text = text[:1] + text[2:]
	}
	if len(text) == 4 && r.Token(i).OCR {
		text = blurredYear(text)
	}
	if y, ok := filledYear(r, i); ok {
		return y, 2
	}
	if len(text) == 4 || len(text) == 2 && allDigits(text) {
		if y, ok := fullYear(text); ok {
			return y, 1
		}
	}
	if v, m := wordsNumber(r, i); v >= 1850 && v <= 2150 {
		return v, m
	}
	return 0, 0
}

// filledYear is a year whose century a form prints and leaves the rest to be filled in: "20 26", "202 6".
func filledYear(r Run, i int) (int, bool) {
	if i+1 >= r.Len() || r.Index[i+1] != r.Index[i]+1 || r.Token(i).Line != r.Token(i+1).Line {
		return 0, false
	}
	printed, filled := r.Token(i).Text, Bare(r.Token(i+1).Text)
	century := strings.HasPrefix(printed, "19") || strings.HasPrefix(printed, "20")
	if !century || len(printed) == 4 || !allDigits(printed+filled) {
		return 0, false
	}
	return fullYear(printed + filled)
}

// blurredYear puts right the one letter of a year of this or the last century that OCR read
// for a digit: "200s".
func blurredYear(text string) string {
	at := strings.IndexFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	if at < 2 || !strings.HasPrefix(text, "19") && !strings.HasPrefix(text, "20") || !allDigits(text[:at]+text[at+1:]) {
		return text
	}
	if digit, ok := yearDigits[text[at]]; ok {
		return text[:at] + string(digit) + text[at+1:]
	}
	return text
}

// yearDigits are the letters that OCR reads in place of digits of small print.
var yearDigits = map[byte]byte{'s': '5', 'S': '5', 'o': '0', 'O': '0', 'l': '1', 'I': '1', 'B': '8', 'Z': '2', 'z': '2', 'g': '9', 'q': '9', 'b': '6'}

// currentDate reads a date by one that stands before it in the text: "dois de fevereiro
// do corrente ano", "dia dois do corrente mês e ano".
func currentDate(r Run, i int) (Value, bool) {
	day, n := dayAt(r, i)
	if n == 0 {
		return Value{}, false
	}
	j := skip(r, again(r, i+n, day), wordDay)
	j = skip(r, j, wordOfThis)
	month := 0
	if j < r.Len() {
		if month = monthByName[r.Token(j).Fold]; month > 0 {
			j = skip(r, again(r, j+1, month), wordOfThis)
		}
	}
	end := j
	for end < r.Len() && ofNow[r.Token(end).Fold] {
		end++
	}
	for end > j && lexicon.And(r.Token(end-1).Fold) {
		end--
	}
	if end == j || end == j+1 && wordMonth[r.Token(j).Fold] {
		return Value{}, false
	}
	before, ok := dateBefore(r, i)
	if !ok {
		return Value{}, false
	}
	if month == 0 {
		month = atoi(before[5:7])
	}
	date, ok := isoDate(atoi(before[:4]), month, day)
	return Value{Last: end - 1, Text: date, Score: 0.8}, ok
}

// ofNow are the words that say that a month or a year is that of the document.
var ofNow = lexicon.Words("turning to the date of the document")

// reachBack is how many words a date may stand before one that refers to it.
const reachBack = 120

// dateBefore is the nearest full date that stands before position i of a run.
func dateBefore(r Run, i int) (string, bool) {
	at := int(r.Index[i])
	for j := at - 1; j >= max(0, at-reachBack); j-- {
		run := Run{Sheet: r.Sheet, Index: make([]int32, 0, at-j)}
		for k := j; k < min(at, j+24); k++ {
			run.Index = append(run.Index, int32(k))
		}
		if v, ok := figuresDate(run, 0); ok {
			return v.Text, true
		}
		if v, ok := longDate(run, 0); ok && (j == 0 || !lexicon.NumberWord(r.Sheet.Tokens[j-1].Fold)) {
			return v.Text, true
		}
	}
	return "", false
}

func skip(r Run, i int, words map[string]bool) int {
	if i < r.Len() && words[r.Token(i).Fold] {
		return i + 1
	}
	return i
}

// The words between the numbers of a date.
var (
	wordDay    = lexicon.Words("days")
	wordMonth  = lexicon.Words("month")
	wordYear   = lexicon.Words("year")
	wordOf     = lexicon.Words("of")
	wordOfThis = lexicon.Words("of this")
)

// readMonth reads 03/2026, 2026-03, mar/26, MARÇO DE 2026.
func readMonth(r Run, i int) (Value, bool) {
	if v, ok := figuresMonth(r, i); ok {
		return v, true
	}
	m, ok := monthByName[r.Token(i).Fold]
	if !ok {
		return Value{}, false
	}
	j := skip(r, i+1, wordOf)
	if j < r.Len() && strings.Trim(r.Token(j).Text, "/-. ") == "" {
		j++
	}
	if j >= r.Len() {
		return Value{}, false
	}
	y, n := yearAt(r, j)
	if n == 0 {
		return Value{}, false
	}
	return Value{Last: j + n - 1, Text: fmt.Sprintf("%04d-%02d", y, m), Score: 1}, true
}

func figuresMonth(r Run, i int) (Value, bool) {
	if i > 0 && !r.Token(i).Space && r.Index[i] == r.Index[i-1]+1 && isJoined(r.Token(i-1).Text) {
		return Value{}, false
	}
	text := ""
	for j := i; j < r.Len() && j < i+3; j++ {
		if j > i && r.Index[j] != r.Index[j-1]+1 {
			break
		}
		text += r.Token(j).Text
		if j+1 < r.Len() && !r.Token(j+1).Space && r.Index[j+1] == r.Index[j]+1 {
			continue
		}
		parts := strings.FieldsFunc(Bare(text), func(c rune) bool { return c == '/' || c == '-' || c == '.' })
		if len(parts) != 2 {
			continue
		}
		if len(parts[0]) == 4 {
			parts[0], parts[1] = parts[1], parts[0]
		}
		m, known := monthByName[foldWord(parts[0])]
		if !known {
			var err error
			if m, err = strconv.Atoi(parts[0]); err != nil || len(parts[0]) > 2 || len(parts[1]) != 4 {
				continue
			}
		}
		if y, ok := fullYear(parts[1]); ok && m >= 1 && m <= 12 {
			return Value{Last: j, Text: fmt.Sprintf("%04d-%02d", y, m), Score: 1}, true
		}
	}
	return Value{}, false
}

func readYear(r Run, i int) (Value, bool) {
	text := Bare(r.Token(i).Text)
	text = strings.TrimRight(strings.TrimLeft(text, "-/"), "-/")
	if len(text) == 4 && allDigits(text) && (text[:2] == "19" || text[:2] == "20") {
		return Value{Last: i, Text: text, Score: 0.9}, true
	}
	return Value{}, false
}

func foldWord(s string) string {
	return noCedilla.Replace(strings.ToLower(s))
}
