package odds

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// examples are right where the first feature is high or the second is set, but for one in
// ten; the third says nothing.
func examples() []Example {
	var out []Example
	for i := range 2000 {
		first, second, third := float32(i%100)/100, float32(i/100%2), float32(i%7)
		right := first > 0.6 || second == 1
		out = append(out, Example{Vector: Vector{first, second, third}, Right: right != (i%10 == 3), Weight: 1, Group: i})
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
		vector Vector
		want   float64
	}{
		{Vector{0.9, 0, 3}, 0.9},
		{Vector{0.2, 1, 3}, 0.9},
		{Vector{0.2, 0, 3}, 0.1},
	} {
		if got := Probability(m.Of(c.vector)); math.Abs(got-c.want) > 0.1 {
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
	read, err := Parse(b.String(), names)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range examples() {
		if got, want := read.Of(e.Vector), m.Of(e.Vector); math.Abs(got-want) > 1e-3 {
			t.Fatalf("%v: %v from the file, %v fitted", e.Vector, got, want)
		}
	}
}

func TestWrongFilesAreRefused(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"nothing", ""},
		{"other features", "first second\n0\n=1"},
		{"no base", "first second third\nx\n=1"},
		{"a feature that there is not", "first second third\n0\n3<1 =1 =2"},
		{"half a tree", "first second third\n0\n0<1 =1"},
		{"more than a tree", "first second third\n0\n=1 =2"},
		{"no end", "first second third\n0\n" + strings.Repeat("0<1 ", 100)},
	} {
		if _, err := Parse(c.text, names); err == nil {
			t.Errorf("%s is taken for a model", c.name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("first second third\n0.5\n0<0.5 =1 1<1 =0 =-1")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := Parse(text, names); err == nil {
			m.Of(Vector{1, 0, 0.5})
		}
	})
}
