// Package odds says how likely a value is right, from what is known about it.
//
// In comes a vector of features of one candidate, of one chosen value or of one cell
// of a list; out go the log odds that it is right. The models are boosted trees, fitted by
// tools/fit to documents whose truth is known, and are data files of extraction. Nothing
// is learned here, no document is read, and no field or type has a name here: what is
// learned of one layout must hold for those that nobody has seen.
package odds

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"unsafe"
)

// Vector is what is known about one value, by feature.
type Vector []float32

// Flag is a feature that is there or not.
func Flag(there bool) float32 {
	if there {
		return 1
	}
	return 0
}

// A struct of features has a float32 for each of them and nothing else: its fields are their names and their order.

// Names are the names of the features of a struct, "row_filled" for a field rowFilled.
func Names[T any]() []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if !f.Anonymous {
			names = append(names, capitals.ReplaceAllStringFunc(f.Name, func(c string) string { return "_" + strings.ToLower(c) }))
		}
	}
	if len(VectorOf(new(T))) != len(names) {
		panic(fmt.Sprintf("%v holds more than features", reflect.TypeFor[T]())) // at start
	}
	return names
}

var capitals = regexp.MustCompile(`[A-Z]`)

// VectorOf is a struct of features as the models read it, without a copy.
func VectorOf[T any](features *T) Vector {
	return unsafe.Slice((*float32)(unsafe.Pointer(features)), unsafe.Sizeof(*features)/unsafe.Sizeof(Vector{}[0]))
}

// Model is a sum of regression trees.
type Model struct {
	base  float32
	nodes []node
	roots []int32
	depth int // of the deepest tree
}

// Tree splits by a feature, or is a leaf: then nothing is below it or above, and its split is the log odds.
type Tree struct {
	Feature      int
	Split        float32
	Below, Above *Tree // for values below the split, and from it on
}

// New is a model that adds trees to a base.
func New(base float32, trees []*Tree) *Model {
	m := &Model{base: base}
	for _, t := range trees {
		m.roots = append(m.roots, m.add(t, 0))
	}
	return m
}

func (m *Model) add(t *Tree, depth int) int32 {
	at := int32(len(m.nodes))
	m.depth = max(m.depth, depth)
	m.nodes = append(m.nodes, node{feature: int32(t.Feature), split: t.Split, next: [2]int32{at, at}})
	if t.Below != nil {
		below := m.add(t.Below, depth+1)
		m.nodes[at].next = [2]int32{m.add(t.Above, depth+1), below}
	}
	return at
}

// node splits by a feature, or ends a tree: then it leads to itself.
type node struct {
	feature int32
	split   float32  // of a leaf: log odds
	next    [2]int32 // of the values from the split on, and of those below it
}

// abreast is how many trees are gone down together: none waits for what another one reads.
const abreast = 8

// Of gives the log odds that a value with these features is right.
func (m *Model) Of(v Vector) float64 {
	sum, nodes := float64(m.base), m.nodes
	var at [abreast]int32
	for trees := m.roots; len(trees) > 0; {
		n := copy(at[:], trees)
		trees = trees[n:]
		for range m.depth {
			for k := range at {
				to := &nodes[at[k]]
				at[k] = to.next[below(v[to.feature], to.split)&1]
			}
		}
		for _, leaf := range at[:n] {
			sum += float64(nodes[leaf].split)
		}
	}
	return sum
}

// below is 1 for a value below a split, without a branch to guess.
func below(v, split float32) int {
	if v < split {
		return 1
	}
	return 0
}

// Probability is the share of values with these log odds that are right.
func Probability(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// LogOdds is the inverse of Probability.
func LogOdds(p float64) float64 { return math.Log(p / (1 - p)) }
