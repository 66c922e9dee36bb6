package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// result is how one document fared.
type result struct {
	sample               sample
	detected             string
	confidence           float64
	rightType            bool
	right, wanted, given int
	misses               []miss
	byField              map[string]*tally
	calibration          []judged
	seconds              float64
}

type miss struct{ field, what string }

type tally struct{ right, wanted, given int }

// judged is a value's confidence and whether it was right.
type judged struct {
	confidence float64
	right      bool
}

// compare counts the leaves that are right, as the scorer over HTTP does.
func (r *result) compare(got map[string]any) {
	r.byField = map[string]*tally{}
	for _, name := range names(r.sample.truth.Fields, got) {
		want, inTruth := r.sample.truth.Fields[name]
		value, inGot := got[name]
		t := &tally{}
		r.byField[name] = t
		switch list, isList := want.([]any); {
		case !inTruth:
			t.given = leaves(value)
			if t.given > 0 {
				r.misses = append(r.misses, miss{name, fmt.Sprintf("not on the document, read as %s", short(value))})
			}
		case isList:
			rows, _ := value.([]any)
			t.right, t.wanted, t.given = compareRows(list, rows)
			if t.right < t.wanted || t.right < t.given {
				r.misses = append(r.misses, miss{name, fmt.Sprintf("%d of %d leaves right, %d given\n        true %s\n        read %s", t.right, t.wanted, t.given, short(without(list, rows)), short(without(rows, list)))})
			}
		default:
			t.wanted = 1
			if inGot {
				t.given = 1
			}
			if same(want, value) {
				t.right = 1
			} else {
				r.misses = append(r.misses, miss{name, fmt.Sprintf("%s read as %s", short(want), short(value))})
			}
		}
		r.right, r.wanted, r.given = r.right+t.right, r.wanted+t.wanted, r.given+t.given
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
	return best[0][0], leaves(want), leaves(got)
}

func rowScore(want, got any) int {
	w, _ := want.(map[string]any)
	g, _ := got.(map[string]any)
	n := 0
	for k, v := range w {
		if same(v, g[k]) {
			n++
		}
	}
	return n
}

func same(want, got any) bool {
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
