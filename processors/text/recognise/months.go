package recognise

import (
	"fmt"
	"strings"

	"lavra.dev/schemas/catalogue"
)

// MonthName is the kind of a month named without its year, as lists of a year print
// it: "Janeiro", "JAN". Its normal form is --01, that of ISO 8601:2000 for a month of
// any year.
const MonthName catalogue.Kind = "month_name"

// ShortMonth is the kind of a month in figures with the year in two, "01/24", which may be other things:
// the first of 24, the first day of December. Its normal form is -24-01, that of ISO 8601:2000 for a year of any
// century.
const ShortMonth catalogue.Kind = "short_month"

func readShortMonth(r Run, i int) (Value, bool) {
	text := ""
	j := i
	for ; j < r.Len() && j < i+3 && (j == i || !r.Token(j).Space && r.Index[j] == r.Index[j-1]+1); j++ {
		text += r.Token(j).Text
	}
	month, year, ok := strings.Cut(Bare(text), "/")
	if !ok || len(month) != 2 || len(year) != 2 || !allDigits(month+year) || month < "01" || month > "12" {
		return Value{}, false
	}
	return Value{Last: j - 1, Text: "-" + year + "-" + month, Score: 0.9}, true
}

func readMonthName(r Run, i int) (Value, bool) {
	if i > 0 && !r.Token(i).Space && r.Index[i] == r.Index[i-1]+1 {
		return Value{}, false // the end of a date
	}
	m, ok := monthByName[r.Token(i).Fold]
	return Value{Last: i, Text: fmt.Sprintf("--%02d", m), Score: 0.9}, ok
}
