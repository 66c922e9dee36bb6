package odds

import (
	"slices"
	"strings"
	"testing"
)

var names = []string{"first", "second", "third"}

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

func TestAFeatureIsNamedByItsField(t *testing.T) {
	type whole struct {
		score, rowFilled float32
	}
	v := struct {
		whole
		odds float32
	}{whole{1, 2}, 3}
	if got, want := VectorOf(&v), (Vector{1, 2, 3}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := Names[struct {
		whole
		odds float32
	}](), []string{"score", "row_filled", "odds"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
