// Package nearby tells by what stands around a value which field of its type it is.
//
// In come a document with its labels and the place of a value; out go the log probabilities of each
// field and of none. A fitted model weighs the pieces of the words before, beside, over and behind the value, what the lexicon
// says that they name, the parts of the document that the value stands in, how it is written and its own words. It knows no grammar: labels
// that are understood others know better, and it is asked beside them. It proposes no value and chooses none.
package nearby

import (
	"math"

	"lavra.dev/schemas/catalogue"
)

// Dims is the length of the vector of a piece: each field weighs fifteen zones of so many numbers at each place.
const Dims = 24

// Vector is what a model knows of a piece of a word, or of a field in a zone.
type Vector [Dims]float32

// Add adds another vector.
func (v *Vector) Add(o *Vector) {
	for j := range v {
		v[j] += o[j]
	}
}

// dot is the product of two vectors, in four sums that do not wait for each other.
func dot(a, b *Vector) float32 {
	var sum [4]float32
	for j := 0; j < Dims; j += len(sum) {
		sum[0] += a[j] * b[j]
		sum[1] += a[j+1] * b[j+1]
		sum[2] += a[j+2] * b[j+2]
		sum[3] += a[j+3] * b[j+3]
	}
	return sum[0] + sum[1] + sum[2] + sum[3]
}

// Model is a vector for each piece of a word, and one for each field of each type by zone.
type Model struct {
	Pieces []Vector           // by number of a piece
	Fields map[string][]Field // by type: its fields in the order of the catalogue, and last none of them
}

// Field weighs what stands around a value.
type Field struct {
	Zones [Zones]Vector
	Base  float32
}

// Sums are the vectors of what stands in each zone, and how many pieces they are.
type Sums struct {
	Of [Zones]Vector
	N  [Zones]int
}

// Mean divides by the root of how many pieces there are: many say more than one, and not so many times more.
func (s *Sums) Mean() {
	for z := range s.Of {
		by := RootOf(s.N[z])
		for j := range s.Of[z] {
			s.Of[z][j] *= by
		}
	}
}

// RootOf is what a sum of so many pieces is multiplied by.
func RootOf(n int) float32 { return float32(1 / math.Sqrt(float64(max(n, 1)))) }

// LogProbabilities are those of each field.
func LogProbabilities(fields []Field, s *Sums) []float32 {
	out := make([]float32, len(fields))
	for k := range fields {
		f := &fields[k]
		sum := f.Base
		for z := range f.Zones {
			if s.N[z] > 0 {
				sum += dot(&f.Zones[z], &s.Of[z])
			}
		}
		out[k] = sum
	}
	best, all := out[0], 0.0
	for _, v := range out {
		best = max(best, v)
	}
	for _, v := range out {
		all += math.Exp(float64(v - best))
	}
	best += float32(math.Log(all))
	for k := range out {
		out[k] -= best
	}
	return out
}

// Probabilities are what a model says of a context in a type: the log probability of each field, and last that of none.
func (m *Model) Probabilities(typ string, c *Context) []float32 {
	var s Sums
	for z := range c {
		for _, p := range c[z] {
			s.Of[z].Add(&m.Pieces[p])
		}
		s.N[z] = len(c[z])
	}
	s.Mean()
	return LogProbabilities(m.Fields[typ], &s)
}

// Classes is how many fields and columns of lists a type has: the fields come first, in the order of the catalogue, then the
// columns of each list. The number behind the last is that of none of them.
func Classes(t catalogue.Type) int { return Column(t, len(t.Fields), 0) }

// Column is the number of a column of a list.
func Column(t catalogue.Type, list, column int) int {
	n := len(t.Fields)
	for _, f := range t.Fields[:list] {
		n += len(f.Columns)
	}
	return n + column
}
