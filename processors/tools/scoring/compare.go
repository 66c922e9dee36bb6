package scoring

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Result is how one document fared.
type Result struct {
	Sample     Sample
	Detected   string // in brackets: a guess that was not accepted
	Confidence float64
	RightType  bool
	Tally
	Misses      []Miss
	ByField     map[string]*Tally
	Calibration []Judged // of single values
	Cells       []Judged // of the cells of lists
	Seconds     float64

	Boxes, BoxesInPlace int // asked for, and over the true place
}

// Miss is a field that is not as it should be.
type Miss struct{ Field, What string }

// Tally counts leaves: right, on the document, and given.
type Tally struct{ Right, Wanted, Given int }

// Add sums.
func (t *Tally) Add(o Tally) {
	t.Right, t.Wanted, t.Given = t.Right+o.Right, t.Wanted+o.Wanted, t.Given+o.Given
}

// Judged is a value's confidence and whether it was right.
type Judged struct {
	Path       string // fields.nome, fields.itens[2].ncm
	Confidence float64
	Right      bool
}

// Judge records the confidence of a single value, and tells it with the value where that is a miss.
func (r *Result) Judge(name string, value any, confidence float64) {
	if _, list := value.([]any); !list && value != nil {
		if i := slices.IndexFunc(r.Misses, func(m Miss) bool { return m.Field == name }); i >= 0 {
			r.Misses[i].What += fmt.Sprintf(" (%.2f)", confidence)
		}
		r.Calibration = append(r.Calibration, Judged{"fields." + name, confidence, Same(r.Sample.Truth.Fields[name], value)})
	}
}

// Compare counts the leaves that are right.
func (r *Result) Compare(got map[string]any) {
	r.ByField = map[string]*Tally{}
	for _, name := range names(r.Sample.Truth.Fields, got) {
		want, inTruth := r.Sample.Truth.Fields[name]
		value, inGot := got[name]
		t := &Tally{}
		r.ByField[name] = t
		switch list, isList := want.([]any); {
		case !inTruth:
			t.Given = leaves(value)
			if t.Given > 0 {
				r.Misses = append(r.Misses, Miss{name, fmt.Sprintf("not on the document, read as %s", short(value))})
			}
		case isList:
			rows, _ := value.([]any)
			t.Right, t.Wanted, t.Given = compareRows(list, rows)
			if t.Right < t.Wanted || t.Right < t.Given {
				r.Misses = append(r.Misses, Miss{name, fmt.Sprintf("%d of %d leaves right, %d given\n        true %s\n        read %s", t.Right, t.Wanted, t.Given, short(without(list, rows)), short(without(rows, list)))})
			}
		default:
			t.Wanted = 1
			if inGot {
				t.Given = 1
			}
			if Same(want, value) {
				t.Right = 1
			} else {
				r.Misses = append(r.Misses, Miss{name, fmt.Sprintf("%s read as %s", short(want), short(value))})
			}
		}
		r.Add(*t)
	}
}

// without are the rows of a that do not stand in b: the ones worth looking at.
func without(a, b []any) []any {
	out := []any{}
	for _, row := range a {
		found := false
		for _, other := range b {
			n := leaves(row)
			found = found || n == leaves(other) && rowScore(row, other) == n
		}
		if !found {
			out = append(out, row)
		}
	}
	return out
}

func names(a, b map[string]any) []string {
	var out []string
	for k := range a {
		out = append(out, k)
	}
	for k := range b {
		if _, ok := a[k]; !ok {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}

func short(v any) string {
	s := fmt.Sprintf("%#v", v)
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string:
		s = fmt.Sprintf("%q", v)
	case float64:
		s = fmt.Sprint(v)
	case []any:
		var b strings.Builder
		for _, row := range v {
			b.WriteString("\n          ")
			m, _ := row.(map[string]any)
			for _, k := range names(m, nil) {
				fmt.Fprintf(&b, "%s=%v; ", k, m[k])
			}
		}
		return b.String()
	}
	if len(s) > 400 {
		s = s[:400] + "…"
	}
	return s
}

func leaves(v any) int {
	switch v := v.(type) {
	case nil:
		return 0
	case []any:
		n := 0
		for _, e := range v {
			n += leaves(e)
		}
		return n
	case map[string]any:
		n := 0
		for _, e := range v {
			n += leaves(e)
		}
		return n
	}
	return 1
}

func compareRows(want, got []any) (right, wanted, given int) {
	return bestRows(want, got)[0][0], leaves(want), leaves(got)
}

// bestRows says how many leaves are right at most from row i of the truth and row j of the answer on, the rows in order.
func bestRows(want, got []any) [][]int {
	n, m := len(want), len(got)
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1], rowScore(want[i], got[j])+best[i+1][j+1])
		}
	}
	return best
}

func rowScore(want, got any) int {
	w, _ := want.(map[string]any)
	g, _ := got.(map[string]any)
	n := 0
	for k, v := range w {
		if Same(v, g[k]) {
			n++
		}
	}
	return n
}

// Same reports whether a value is the true one. Case, white space and outer
// punctuation do not count, accents do; of long prose nine words in ten must be
// there, in order.
func Same(want, got any) bool {
	if got == nil {
		return false
	}
	if a, ok := want.(bool); ok {
		b, ok := got.(bool)
		return ok && a == b
	}
	if a, ok := want.(float64); ok {
		b, ok := got.(float64)
		return ok && math.Abs(a-b) < 0.005
	}
	if _, ok := got.(float64); ok {
		return false
	}
	a, b := foldText(fmt.Sprint(want)), foldText(fmt.Sprint(got))
	if a == b {
		return true
	}
	la, lb := len([]rune(a)), len([]rune(b))
	if la <= 60 || float64(min(la, lb)) < 0.85*float64(max(la, lb)) {
		return false
	}
	return wordRatio(strings.Fields(a), strings.Fields(b)) >= 0.9
}

// foldText: case, white space and outer punctuation do not count; accents do.
func foldText(s string) string {
	s = strings.ToLower(norm.NFC.String(s))
	s = strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " ")
	return strings.Trim(s, " .,;:-–—'\"")
}

// wordRatio is about difflib's: twice the longest common subsequence over all words.
func wordRatio(a, b []string) float64 {
	best := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			keep := best[j+1]
			if a[i] == b[j] {
				best[j+1] = diagonal + 1
			} else {
				best[j+1] = max(best[j+1], best[j])
			}
			diagonal = keep
		}
	}
	return 2 * float64(best[len(b)]) / float64(max(len(a)+len(b), 1))
}
