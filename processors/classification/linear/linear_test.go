package linear

import (
	"math"
	"strings"
	"testing"
)

var (
	classes  = []string{"bill", "letter"}
	features = []string{"sum", "greeting"}
)

const table = "feature\tbill\tletter\nevidence\t0.50\nbias\t\t0.25\nsum\t2.00\t\n"

func TestModelWeighsAndComesBackAsItWasWritten(t *testing.T) {
	m, err := Read([]byte(table), classes, features, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(m.Write()); got != table {
		t.Errorf("written as %q", got)
	}
	z := m.Scores(Input{Evidence: [][]float64{{3, 0}}, Features: []Feature{{Index: 0, Value: 0.5}, {Index: 1, Value: 1}}})
	if z[0] != 2.5 || z[1] != 0.25 {
		t.Errorf("scores are %v", z)
	}
	p := Probabilities(z)
	if want := 1 / (1 + math.Exp(-2.25)); math.Abs(p[0]-want) > 1e-12 || math.Abs(p[0]+p[1]-1) > 1e-12 {
		t.Errorf("probabilities are %v", p)
	}
}

func TestReadNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, from, to, fault string }{
		{"another class", "letter", "novel", `line 1 of the weights: the classes are`},
		{"an unknown feature", "sum", "total", `no feature "total"`},
		{"a weight too many", "2.00\t", "2.00\t\t", "3 weights in place of 2"},
		{"no number", "2.00", "two", "reading a weight"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Read([]byte(strings.Replace(table, c.from, c.to, 1)), classes, features, 1); err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("fault is %v", err)
			}
		})
	}
}
