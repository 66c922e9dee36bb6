package lists

import (
	"testing"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/table"
)

func TestATotalOfSomeRows(t *testing.T) {
	for name, c := range map[string]struct {
		rows  []string
		total string
		some  bool
	}{
		"all":             {[]string{"10.10", "20.20", "5.00"}, "35.30", false},
		"the first two":   {[]string{"10.10", "20.20", "5.00"}, "30.30", true},
		"the last two":    {[]string{"10.10", "20.20", "5.00"}, "25.20", true},
		"not in a row":    {[]string{"10.10", "20.20", "5.00"}, "15.10", false},
		"nothing of them": {[]string{"10.10", "20.20", "5.00"}, "99.00", false},
		"nought":          {[]string{"10.10", "0.00"}, "0.00", false},
	} {
		var rows []candidate.Row
		for _, text := range c.rows {
			rows = append(rows, candidate.Row{Cells: []candidate.Cell{{Column: 1, Text: text}}})
		}
		if got := ofSome(rows, table.Sum{Name: table.Name{Column: 1}, Cell: candidate.Cell{Column: 1, Text: c.total}}); got != c.some {
			t.Errorf("%s: %v", name, got)
		}
	}
}
