package choose

import (
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/derive"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/schemas/catalogue"
)

// follows is by what rule a field follows from which other one.
func (x *Choice) follows(field int) (rule string, source int, ok bool) {
	rule, argument, _ := strings.Cut(strings.TrimSuffix(x.Type.Fields[field].From, ")"), "(")
	source, ok = x.Type.Index[argument]
	return rule, source, ok
}

// derivationOf is that of a field; empty where nothing sure follows.
func (x *Choice) derivationOf(field int) derive.Value {
	if rule, source, ok := x.follows(field); ok {
		if best := x.BestOf(source); best != nil && best.Checked && !best.Repaired {
			return derive.Of(rule, best.Text)
		}
	}
	return derive.Value{}
}

// sureYears is the log odds of a year that labels of two years name.
const sureYears = 2

// derive fills the fields that follow from another one where the page does not
// print them in words that anybody understands.
func (x *Choice) derive() {
	for i, f := range x.Type.Fields {
		if f.From == "years" && x.chosen[i] == nil && x.Late > 0 && x.Late == x.Early+1 {
			x.chosen[i] = &candidate.Value{Field: i, Text: strconv.Itoa(x.Late), Score: candidate.Unlabelled, Odds: sureYears, How: candidate.FromOther}
		}
		rule, source, ok := x.follows(i)
		if !ok || x.chosen[source] == nil || x.chosen[i] != nil && x.chosen[i].How != candidate.FromGuess {
			continue
		}
		c := x.chosen[source]
		if value := derive.From(rule, c.Text); value != "" {
			x.chosen[i] = &candidate.Value{Field: i, Tokens: c.Tokens, Text: value, Score: c.Score, Odds: c.Odds, Checked: c.Checked, How: candidate.FromOther}
			x.takeBack(i)
		}
	}
}

// takeBack takes a derived sum from another field that has it by its label, where it is printed nowhere else: the
// words of the label are another name of the field, "Você deve pagar" of what the bars say.
func (x *Choice) takeBack(field int) {
	for other, c := range x.chosen {
		if c == nil || other == field || x.Type.Fields[other].Kind != catalogue.Money || c.How != candidate.FromLabel || c.Text != x.chosen[field].Text {
			continue
		}
		if x.allOf(other, c.Text) {
			x.chosen[field].Tokens, x.chosen[other] = c.Tokens, nil
		}
	}
}

// allOf reports whether all sums of an amount that the page prints are candidates of a field.
func (x *Choice) allOf(field int, amount string) bool {
	return !slices.ContainsFunc(x.Printed(catalogue.Money), func(v source.Printed) bool {
		return v.Text == amount && !slices.ContainsFunc(x.Found, func(c candidate.Value) bool {
			return c.Field == field && slices.Contains(c.Tokens, v.Words[0])
		})
	})
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
