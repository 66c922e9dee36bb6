package recognise

import (
	"fmt"
	"strconv"
	"strings"

	"lavra.dev/processors/text/lexicon"
)

// readTime reads 17:09, 17:09:33, 17h09, 17h, 17.09 hs, "17 horas e 9 minutos" and
// the hour in words.
func readTime(r Run, i int) (Value, bool) {
	text, n := r.word(i)
	folded := strings.ToLower(text)
	if h, rest, ok := strings.Cut(folded, "h"); ok && allDigits(h) {
		minute := strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(rest, "s"), ":"), "minhs")
		if minute == "" {
			minute = "00"
			if i+n < r.Len() {
				next := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(Bare(r.Token(i+n).Text)), "min"), "m")
				if len(next) == 2 && allDigits(next) && (next != strings.ToLower(Bare(r.Token(i+n).Text)) || i+n+1 < r.Len() && strings.HasPrefix(r.Token(i+n+1).Fold, "min")) {
					minute, n = next, n+1
				}
			}
		}
		return clock(h, minute, i+n-1)
	}
	if parts := strings.Split(strings.TrimRight(folded, "hs"), ":"); len(parts) == 2 || len(parts) == 3 {
		return clock(parts[0], parts[1], i+n-1)
	}
	if h, minute, ok := strings.Cut(strings.ReplaceAll(folded, ",", "."), "."); ok && i+n < r.Len() && hourWord[r.Token(i+n).Fold] {
		return clock(h, minute, i+n) // "10.30 hs", but no other number with a point
	}
	return spokenTime(r, i)
}

// What is said of an hour.
var (
	hourWord = lexicon.Words("hours")
	halfHour = lexicon.Words("half an hour")
	midnight = lexicon.Words("midnight")
	noon     = lexicon.Words("noon")
	ofTheDay = lexicon.Words("of the day")
	morning  = lexicon.Words("morning")
	evening  = lexicon.Words("evening")
)

// spokenTime reads "dez (10) horas e cinco minutos", "sete horas e meia da noite",
// "meia-noite".
func spokenTime(r Run, i int) (Value, bool) {
	h, n := hourAt(r, i)
	if n == 0 {
		return Value{}, false
	}
	j := i + n
	behind := j
	if j < r.Len() && lexicon.And(r.Token(j).Fold) {
		behind++
	}
	minute, m := minutesAt(r, behind)
	if m > 0 {
		j = behind + m
	}
	if part := skip(r, j, ofTheDay); part > j && part < r.Len() {
		switch word := r.Token(part).Fold; {
		case evening[word]:
			if j = part + 1; h < 12 {
				h += 12
			}
		case morning[word]:
			j = part + 1
		}
	}
	return clock(strconv.Itoa(h), fmt.Sprintf("%02d", minute), j-1)
}

// hourAt reads the hour and the word behind it.
func hourAt(r Run, i int) (hour, n int) {
	next := ""
	if i+1 < r.Len() {
		next = r.Token(i + 1).Fold
	}
	switch first := r.Token(i).Fold; {
	case midnight[first]:
		return 0, 1
	case noon[first]:
		return 12, 1
	case midnight[first+next]:
		return 0, 2
	case noon[first+next]:
		return 12, 2
	}
	h, n := countAt(r, i)
	if n == 0 {
		return 0, 0
	}
	j := again(r, i+n, h)
	if j >= r.Len() || !hourWord[r.Token(j).Fold] {
		return 0, 0
	}
	return h, j + 1 - i
}

// minutesAt reads "cinco minutos", "30 min", "meia", and a number without the word
// that ends its clause.
func minutesAt(r Run, i int) (minute, n int) {
	if i >= r.Len() {
		return 0, 0
	}
	if halfHour[r.Token(i).Fold] {
		return 30, 1
	}
	m, n := countAt(r, i)
	if n == 0 || m > 59 {
		return 0, 0
	}
	j := again(r, i+n, m)
	switch {
	case j < r.Len() && strings.HasPrefix(r.Token(j).Fold, "min"):
		return m, j + 1 - i
	case lexicon.And(r.Token(i-1).Fold) && (j >= r.Len() || strings.ContainsAny(lastByte(r.Token(j-1).Text), ",;")):
		return m, j - i
	}
	return 0, 0
}

func lastByte(s string) string { return s[len(s)-1:] }

func countAt(r Run, i int) (v, n int) {
	if d, err := strconv.Atoi(Bare(r.Token(i).Text)); err == nil {
		return d, 1
	}
	if lexicon.NumberWord(r.Token(i).Fold) {
		return wordsNumber(r, i)
	}
	return 0, 0
}

func clock(hour, minute string, last int) (Value, bool) {
	h, err1 := strconv.Atoi(hour)
	m, err2 := strconv.Atoi(minute)
	if err1 != nil || err2 != nil || len(hour) > 2 || len(minute) != 2 || h > 23 || m > 59 {
		return Value{}, false
	}
	return Value{Last: last, Text: fmt.Sprintf("%02d:%02d", h, m), Score: 1}, true
}
