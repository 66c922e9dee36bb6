package shape

import (
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// WholeMonth is the month that a run names: by itself, or by its first day and its last,
// "01.05.2025 a 31.05.2025".
func WholeMonth(r recognise.Run, v recognise.Value, ok bool) (recognise.Value, bool) {
	days := recognise.All(catalogue.Date, r)
	if len(days) != 2 {
		return v, ok
	}
	first, last := days[0].Text, days[1].Text
	month, opens := strings.CutSuffix(first, "-01")
	if !opens || !strings.HasPrefix(last, month) {
		return v, ok
	}
	return recognise.Value{First: days[0].First, Last: days[1].Last, Text: month, Score: days[0].Score}, true
}
