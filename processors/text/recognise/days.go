package recognise

import (
	"strconv"
	"strings"
	"time"

	"lavra.dev/schemas/catalogue"
)

// Day is the kind of a date without its year, as lists print it: 05/03, 5 MAR,
// "5 de março". Its normal form is --03-05, that of ISO 8601:2000 for a day of any year.
const Day catalogue.Kind = "day"

// DayOfMonth is the kind of a date of which a list prints the day alone, in two figures. Its normal
// form is ---05, that of ISO 8601:2000 for a day of any month.
const DayOfMonth catalogue.Kind = "day of month"

func readDayOfMonth(r Run, i int) (Value, bool) {
	text, n := r.word(i)
	if day := atoi(text); len(text) != 2 || day < 1 || day > 31 {
		return Value{}, false
	}
	return Value{Text: "---" + text, Last: i + n - 1, Score: 0.9}, true
}

func readDay(r Run, i int) (Value, bool) {
	text, n := r.word(i)
	if day, month, ok := strings.Cut(text, "/"); ok && !strings.Contains(month, "/") {
		v, ok := dayOf(day, month)
		v.Last = i + n - 1
		return v, ok
	}
	day, n := dayAt(r, i)
	if n == 0 {
		return Value{}, false
	}
	j := skip(r, again(r, i+n, day), wordOf)
	if j >= r.Len() {
		return Value{}, false
	}
	if _, known := monthByName[r.Token(j).Fold]; !known {
		return Value{}, false
	}
	v, ok := dayOf(strconv.Itoa(day), r.Token(j).Fold)
	v.Last = j
	return v, ok
}

func dayOf(day, month string) (Value, bool) {
	const leap = "2000" // has every day that a year may have
	date, ok := dateOf(day, month, leap)
	if !ok {
		return Value{}, false
	}
	return Value{Text: "-" + strings.TrimPrefix(date, leap), Score: 0.9}, true
}

// UpTo completes a day by the year, or by month and year, for which it is the last one up to
// a date; a 29th of February needs a leap year.
func UpTo(day, until string) (string, bool) {
	rest, ok := strings.CutPrefix(day, "--")
	if !ok || len(until) != len("2006-01-02") {
		return "", false
	}
	if number, alone := strings.CutPrefix(rest, "-"); alone {
		return inMonth(atoi(number), until)
	}
	year, err := strconv.Atoi(until[:4])
	if err != nil {
		return "", false
	}
	for y := year; y > year-8; y-- {
		date, ok := isoDate(y, atoi(rest[:2]), atoi(rest[3:]))
		if ok && date <= until {
			return date, true
		}
	}
	return "", false
}

// inMonth is the last day of that number up to a date.
func inMonth(day int, until string) (string, bool) {
	end, err := time.Parse(time.DateOnly, until)
	if err != nil {
		return "", false
	}
	first := end.AddDate(0, 0, 1-end.Day())
	for range 3 { // of three months in a row one has 31 days before its end
		if date, ok := isoDate(first.Year(), int(first.Month()), day); ok && date <= until {
			return date, true
		}
		first = first.AddDate(0, -1, 0)
	}
	return "", false
}

// LastDay is the last date of a month, or nothing where it is none.
func LastDay(month string) string {
	first, err := time.Parse("2006-01", month)
	if err != nil {
		return ""
	}
	return first.AddDate(0, 1, -1).Format(time.DateOnly)
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
