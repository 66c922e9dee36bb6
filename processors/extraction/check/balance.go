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
	var before, moved int64
	known, complete, first := false, true, 0
	if len(names) > 2 {
		before, known = opening.cents(d.Index[names[2]])
	}
	out := make([]Verdict, len(amounts))
	for i := range amounts {
		amount, ok := Cents(amounts[i])
		moved, complete = moved+amount, complete && ok
		after, ok := Cents(balances[i])
		if !ok {
			continue
		}
		if known && complete && before+moved == after {
			for k := first; k <= i; k++ {
				out[k] = Agrees
			}
		}
		before, moved, known, complete, first = after, 0, true, true, i+1
	}
	return out
}
