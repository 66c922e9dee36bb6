package lists

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// withoutLeavers drops the rows that have no share where the others share the whole: who
// leaves a company is named on its papers, and is none of its partners.
func withoutLeavers(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	for _, name := range f.Shares {
		k := compile.ColumnIndex(f, name)
		var holders []candidate.Row
		for _, r := range rows {
			if c := r.Cell(k); c != nil && len(c.Tokens) > 0 && shareable(c.Text) {
				holders = append(holders, r)
			}
		}
		if len(holders) > 0 && len(holders) < len(rows) && whole(holders, k) {
			slices.SortStableFunc(holders, func(a, b candidate.Row) int { return int(a.Cell(k).Tokens[0] - b.Cell(k).Tokens[0]) })
			return holders // in the order in which the shares are given
		}
	}
	return rows
}

// withoutProxies drops the rows of who acts for a party: the role says so, and nobody among the others has the role
// that answers it, as "Representada" does "Representante".
func withoutProxies(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	role := compile.ColumnIs(f, "role")
	all := slices.Clone(rows)
	return slices.DeleteFunc(rows, func(r candidate.Row) bool {
		own := layout.Fold(r.Text(role))
		return len(all) > 2 && proxies[own] && !slices.ContainsFunc(all, func(o candidate.Row) bool {
			other := layout.Fold(o.Text(role))
			return other != own && strings.HasPrefix(other, own[:len(own)/2+1])
		})
	})
}

var proxies = lexicon.Words("proxies")

// shareable reports whether a percentage may be somebody's share: no part is more than the whole.
func shareable(value string) bool {
	n, err := strconv.ParseFloat(value, 64)
	return err == nil && n > 0 && n <= 100
}

// whole reports whether the shares in a column make the whole: 100 percent.
func whole(rows []candidate.Row, column int) bool {
	var sum float64
	for _, r := range rows {
		n, _ := strconv.ParseFloat(r.Cell(column).Text, 64) // a number, or it is no holder's
		sum += n
	}
	return math.Abs(sum-100) < rounded
}

const rounded = 0.05 // percent that the shares of a few partners miss of the whole
