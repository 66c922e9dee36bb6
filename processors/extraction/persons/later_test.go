package persons

import (
	"testing"

	"lavra.dev/processors/extraction/candidate"
)

// The name that somebody has since a marriage has a word of the one before.
func TestLaterNamesGoToWhomTheyName(t *testing.T) {
	for _, c := range []struct {
		name         string
		before, read [2]string
		want         [2]string
	}{
		{"the other's, and a heading for it", [2]string{"Caio Brito Nunes", "Nina Prado"}, [2]string{"Nina Prado", "DADOS DO CASAMENTO"}, [2]string{"", "Nina Prado"}},
		{"a letter of a scan lost", [2]string{"Caio Brito Nunes", "Helena Prado"}, [2]string{"Caio Brito Nunes", "Helema Brito"}, [2]string{"Caio Brito Nunes", "Helema Brito"}},
		{"a given name lost", [2]string{"Caio Brito Nunes", "Nina Prado"}, [2]string{"Brito Nunes", ""}, [2]string{"Brito Nunes", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var rows []candidate.Row
			for i := range c.before {
				r := candidate.Row{Cells: []candidate.Cell{{Column: 0, Text: c.before[i]}}}
				if c.read[i] != "" {
					r.Cells = append(r.Cells, candidate.Cell{Column: 1, Text: c.read[i]})
				}
				rows = append(rows, r)
			}
			partLater(rows, 0, 1)
			for i := range rows {
				if got := rows[i].Text(1); got != c.want[i] {
					t.Errorf("%s is called %q, want %q", c.before[i], got, c.want[i])
				}
			}
		})
	}
}
