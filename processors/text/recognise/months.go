package recognise

import (
	"fmt"

	"lavra.dev/schemas/catalogue"
)

// MonthName is the kind of a month named without its year, as lists of a year print
// it: "Janeiro", "JAN". Its normal form is --01, that of ISO 8601:2000 for a month of
// any year.
const MonthName catalogue.Kind = "month_name"

func readMonthName(r Run, i int) (Value, bool) {
	if i > 0 && !r.Token(i).Space && r.Index[i] == r.Index[i-1]+1 {
		return Value{}, false // the end of a date
	}
	m, ok := monthByName[r.Token(i).Fold]
	return Value{Last: i, Text: fmt.Sprintf("--%02d", m), Score: 0.9}, ok
}
