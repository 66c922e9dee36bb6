package check

import (
	"slices"

	"lavra.dev/schemas/catalogue"
)

// Balances are what the running balance of a list says of each of its rows: it agrees where what moved since the
// balance before, that of an earlier row or the one that the list begins with, makes the one behind.
func (d Document) Balances(list int, opening Values) []Verdict {
	names := d.Type.Fields[list].Table.Balance
	if len(names) < 2 {
		return nil
	}
	cells := func(name string) []string {
		return d.Cells(Column{list, slices.IndexFunc(d.Type.Fields[list].Columns, func(f catalogue.Field) bool { return f.Name == name })})
	}
	amounts, balances := cells(names[0]), cells(names[1])
	var before int64
	known := false
	if len(names) > 2 {
		before, known = opening.cents(d.Index[names[2]])
	}
	out := make([]Verdict, len(amounts))
	for _, s := range Steps(before, known, amounts, balances) {
		for i := s.First; i <= s.Last && s.Verdict == Agrees; i++ {
			out[i] = Agrees
		}
	}
	return out
}

// Step is the rows of a list behind one balance up to that with the next, and whether what they moved makes it.
type Step struct {
	First, Last  int
	Sum, Printed int64
	Verdict      Verdict // silent where the balance before is not known, or an amount is missing
}

// Steps goes through a list with a running balance, from the one that it begins with on where that is known.
func Steps(before int64, known bool, amounts, balances []string) (steps []Step) {
	moved, complete, first := int64(0), true, 0
	for i := range amounts {
		amount, ok := Cents(amounts[i])
		moved, complete = moved+amount, complete && ok
		after, ok := Cents(balances[i])
		if !ok {
			continue
		}
		s := Step{First: first, Last: i, Sum: before + moved, Printed: after}
		switch {
		case !known || !complete:
		case s.Sum == after:
			s.Verdict = Agrees
		default:
			s.Verdict = Differs
		}
		steps = append(steps, s)
		before, moved, known, complete, first = after, 0, true, true, i+1
	}
	return steps
}
