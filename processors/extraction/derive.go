package extraction

import (
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/derive"
)

// derivationOf is that of a field; empty where nothing sure follows.
func (x *extractor) derivationOf(field int) derive.Value {
	rule, argument, ok := strings.Cut(strings.TrimSuffix(x.plan.typ.Fields[field].From, ")"), "(")
	source, known := x.plan.index[argument]
	if !ok || !known {
		return derive.Value{}
	}
	best := x.bestOf(source)
	if best == nil || !best.checked || best.repaired {
		return derive.Value{}
	}
	return derive.Of(rule, best.value)
}

// sureYears is the log odds of a year that labels of two years name.
const sureYears = 2

// derive fills the fields that follow from another one where the page does not
// print them in words.
func (x *extractor) derive() {
	for i, f := range x.plan.typ.Fields {
		rule, argument, ok := strings.Cut(strings.TrimSuffix(f.From, ")"), "(")
		if f.From == "years" && x.chosen[i] == nil && x.late > 0 && x.late == x.early+1 {
			x.chosen[i] = &candidate{field: i, value: strconv.Itoa(x.late), score: unlabelled, odds: sureYears, how: fromOther}
		}
		if !ok || x.chosen[i] != nil {
			continue
		}
		source, known := x.plan.index[argument]
		if !known || x.chosen[source] == nil {
			continue
		}
		c := x.chosen[source]
		if value := derive.From(rule, c.value); value != "" {
			x.chosen[i] = &candidate{field: i, tokens: c.tokens, value: value, score: c.score, odds: c.odds, checked: c.checked, how: fromOther}
		}
	}
}

// dropUnfit drops the values of fields that documents have only where another field says
// something else: a notary that certifies a signature did not draw up a private mandate.
func (x *extractor) dropUnfit() {
	for i, f := range x.plan.typ.Fields {
		for name, value := range f.When {
			if source, known := x.plan.index[name]; known && x.chosen[source] != nil && x.chosen[source].value != value {
				x.chosen[i] = nil
			}
		}
	}
}
