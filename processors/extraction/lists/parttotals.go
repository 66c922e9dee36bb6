package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/schemas/catalogue"
)

// dropPartTotals drops totals of a list that sum up only some of its rows, those of one table of several:
// "Total" under the exempt products is not that of all.
func (x *reader) dropPartTotals() {
	x.Found = slices.DeleteFunc(x.Found, func(c candidate.Value) bool {
		if c.How != candidate.FromTotal {
			return false
		}
		list, name, ok := strings.Cut(x.Type.Fields[c.Field].Total, ".")
		i := x.Type.Index[list]
		if table := x.Type.Fields[i].Table; !ok || x.Type.Fields[i].Kind != catalogue.List || table != nil && len(table.Balance) > 0 {
			return false // a balance is no sum of those before it
		}
		column := compile.ColumnIndex(x.Type.Fields[i], name) // none of a total that is bound to a part
		total, ok := check.Cents(c.Text)
		return ok && column >= 0 && sumsPart(x.lists[i], column, total)
	})
}

// sumsPart reports whether a total is the sum of neighbouring rows while others have amounts as well.
func sumsPart(rows []candidate.Row, column int, total int64) bool {
	var amounts []int64
	all := int64(0)
	for _, r := range rows {
		if c := r.Cell(column); c != nil {
			if a, ok := check.Cents(c.Text); ok && a != 0 {
				amounts, all = append(amounts, a), all+a
			}
		}
	}
	if total == all || total == 0 || len(amounts) < 3 && !slices.Contains(amounts, total) {
		return false
	}
	for first := range amounts {
		sum := int64(0)
		for past := first; past < len(amounts); past++ {
			if sum += amounts[past]; sum != total {
				continue
			}
			rest := slices.Concat(amounts[:first], amounts[past+1:])
			return len(rest) > 0 && !slices.Contains(rest, total)
		}
	}
	return false
}
