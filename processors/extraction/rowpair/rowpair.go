// Package rowpair matches a row of labels with the row of values printed under it, where
// nothing is drawn that would tell.
//
// In come where both stand across the page and which value can be of which label, out goes
// the value of each label. Values keep the order of their labels, each has one, and a label
// may be without. It knows no field and reads no text.
package rowpair

import "math"

// Span is where a label or a value stands across the page.
type Span struct{ Left, Right float64 }

// None is the value of a label that has none.
const None = -1

// Pair gives the index of the value of each label, and reports whether all values go to
// labels that they fit. Labels and values are sorted from left to right. Of several ways
// it is the one in which values stand nearest to their labels.
func Pair(labels, values []Span, fits func(label, value int) bool) ([]int, bool) {
	n, m := len(labels), len(values)
	if m == 0 || m > n {
		return nil, false
	}
	// cost[j] is the least distance of the first j values from the labels so far; skip[i][j]
	// says that label i is without a value then.
	cost := make([]float64, m+1)
	for j := 1; j <= m; j++ {
		cost[j] = math.Inf(1)
	}
	skip := make([][]bool, n)
	for i := range labels {
		skip[i] = make([]bool, m+1)
		for j := m; j >= 0; j-- {
			taken := math.Inf(1)
			if j > 0 && fits(i, j-1) {
				taken = cost[j-1] + distance(labels, i, values[j-1])
			}
			if skip[i][j] = cost[j] < taken; !skip[i][j] {
				cost[j] = taken
			}
		}
	}
	if math.IsInf(cost[m], 1) {
		return nil, false
	}
	out := make([]int, n)
	for i, j := n-1, m; i >= 0; i-- {
		if out[i] = None; !skip[i][j] && j > 0 {
			j--
			out[i] = j
		}
	}
	return out, true
}

// distance is how far a value stands from the strip of a label, which reaches to the next
// one. A value may be set flush left, flush right or in the middle of it.
func distance(labels []Span, i int, v Span) float64 {
	strip := labels[i]
	if i+1 < len(labels) {
		strip.Right = max(strip.Right, labels[i+1].Left)
	}
	mid := (v.Left + v.Right) / 2
	return max(strip.Left-mid, mid-strip.Right, 0)
}
