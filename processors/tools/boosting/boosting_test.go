package boosting

import (
	"bytes"
	"math"
	"testing"

	"lavra.dev/processors/extraction/odds"
)

// examples are right where the first feature is high or the second is set, but for one in
// ten; the third says nothing.
func examples() []Example {
	var out []Example
	for i := range 2000 {
		first, second, third := float32(i%100)/100, float32(i/100%2), float32(i%7)
		right := first > 0.6 || second == 1
		out = append(out, Example{Vector: odds.Vector{first, second, third}, Right: right != (i%10 == 3), Weight: 1, Group: i})
	}
	return out
}

var (
	names    = []string{"first", "second", "third"}
	settings = Settings{Trees: 20, Depth: 3, Rate: 0.3, Least: 1, Ridge: 1}
)

func TestFitFollowsItsExamples(t *testing.T) {
	m := Fit(examples(), len(names), settings)
	for _, c := range []struct {
		vector odds.Vector
		want   float64
	}{
		{odds.Vector{0.9, 0, 3}, 0.9},
		{odds.Vector{0.2, 1, 3}, 0.9},
		{odds.Vector{0.2, 0, 3}, 0.1},
	} {
		if got := odds.Probability(m.Of(c.vector)); math.Abs(got-c.want) > 0.1 {
			t.Errorf("%v: %.2f, want about %.2f", c.vector, got, c.want)
		}
	}
}

func TestTheSameExamplesGiveTheSameFile(t *testing.T) {
	var first, second bytes.Buffer
	for _, b := range []*bytes.Buffer{&first, &second} {
		if err := Fit(examples(), len(names), settings).Write(b, names); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() {
		t.Error("two fits differ")
	}
}

func TestAFileIsTheModel(t *testing.T) {
	m := Fit(examples(), len(names), settings)
	var b bytes.Buffer
	if err := m.Write(&b, names); err != nil {
		t.Fatal(err)
	}
	read, err := odds.Parse(b.String(), names)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples() {
		if got, want := read.Of(e.Vector), m.Of(e.Vector); math.Abs(got-want) > 1e-3 {
			t.Fatalf("%v: %v from the file, %v fitted", e.Vector, got, want)
		}
	}
}
