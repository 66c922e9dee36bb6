package choose

import (
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/derive"
)

// derivationOf is that of a field; empty where nothing sure follows.
func (x *Choice) derivationOf(field int) derive.Value {
	rule, argument, ok := strings.Cut(strings.TrimSuffix(x.Type.Fields[field].From, ")"), "(")
	source, known := x.Type.Index[argument]
	if !ok || !known {
		return derive.Value{}
	}
	best := x.BestOf(source)
	if best == nil || !best.Checked || best.Repaired {
		return derive.Value{}
	}
	return derive.Of(rule, best.Text)
}

// sureYears is the log odds of a year that labels of two years name.
const sureYears = 2

// derive fills the fields that follow from another one where the page does not
// print them in words that anybody understands.
func (x *Choice) derive() {
	for i, f := range x.Type.Fields {
		rule, argument, ok := strings.Cut(strings.TrimSuffix(f.From, ")"), "(")
		if f.From == "years" && x.chosen[i] == nil && x.Late > 0 && x.Late == x.Early+1 {
			x.chosen[i] = &candidate.Value{Field: i, Text: strconv.Itoa(x.Late), Score: candidate.Unlabelled, Odds: sureYears, How: candidate.FromOther}
		}
		if !ok || x.chosen[i] != nil && x.chosen[i].How != candidate.FromGuess {
			continue
		}
		source, known := x.Type.Index[argument]
		if !known || x.chosen[source] == nil {
			continue
		}
		c := x.chosen[source]
		if value := derive.From(rule, c.Text); value != "" {
			x.chosen[i] = &candidate.Value{Field: i, Tokens: c.Tokens, Text: value, Score: c.Score, Odds: c.Odds, Checked: c.Checked, How: candidate.FromOther}
		}
	}
}

// dropUnfit drops the values of fields that documents have only where another field says
// something else: a notary that certifies a signature did not draw up a private mandate.
func (x *Choice) dropUnfit() {
	for i, f := range x.Type.Fields {
		for name, value := range f.When {
			if source, known := x.Type.Index[name]; known && x.chosen[source] != nil && x.chosen[source].Text != value {
				x.chosen[i] = nil
			}
		}
	}
}
