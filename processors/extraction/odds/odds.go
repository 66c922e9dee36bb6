// Package odds says how likely a value is right, from what is known about it.
//
// In comes a vector of features of one candidate, of one chosen value or of one cell
// of a list; out go the log odds that it is right. The models are boosted trees, fitted by
// tools/fit to documents whose truth is known, and are data files of this package. Nothing
// is learned here, no document is read, and no field or type has a name here: what is
// learned of one layout must hold for those that nobody has seen.
package odds

import "math"

// Vector is what is known about one value, by feature.
type Vector []float32

// Flag is a feature that is there or not.
func Flag(there bool) float32 {
	if there {
		return 1
	}
	return 0
}

// Model is a sum of regression trees.
type Model struct {
	base  float32
	nodes []node
	roots []int32
}

// Always is a model that gives everything the same log odds.
func Always(logOdds float32) *Model { return &Model{base: logOdds} }

// node splits by a feature, or ends a tree.
type node struct {
	feature     int32 // -1: a leaf
	split       float32
	left, right int32   // of values below the split, and of the others
	value       float32 // of a leaf: log odds
}

// Of gives the log odds that a value with these features is right.
func (m *Model) Of(v Vector) float64 {
	sum := float64(m.base)
	for _, at := range m.roots {
		n := &m.nodes[at]
		for n.feature >= 0 {
			at = n.right
			if v[n.feature] < n.split {
				at = n.left
			}
			n = &m.nodes[at]
		}
		sum += float64(n.value)
	}
	return sum
}

// Probability is the share of values with these log odds that are right.
func Probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// LogOdds is the inverse of Probability.
func LogOdds(p float64) float64 { return math.Log(p / (1 - p)) }
