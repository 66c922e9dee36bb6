package nearby

import (
	"math"
	"math/rand/v2"
)

// Example is what stands around a value, and which of the classes of its type it is.
type Example struct {
	Type    string
	Class   int
	Context *Context
}

// Settings are how a model is fitted.
type Settings struct {
	Epochs int
	Rate   float64
	Drop   float64 // the share of the pieces of a context that an example is shown without
}

// Fit fits a model to examples, classes being how many each type has. The same examples give the same model.
func Fit(examples []Example, classes map[string]int, s Settings) *Model {
	f := fitter{model: &Model{Pieces: make([]vector, Buckets), Fields: map[string][]Field{}}, pieces: make([]float32, Buckets), fields: map[string][][zones + 1]float32{}, random: rand.New(rand.NewPCG(1, 2))}
	for i := range f.model.Pieces {
		f.small(&f.model.Pieces[i])
	}
	for _, e := range examples {
		if f.fields[e.Type] == nil {
			f.fields[e.Type], f.model.Fields[e.Type] = make([][zones + 1]float32, classes[e.Type]+1), make([]Field, classes[e.Type]+1)
			for k := range f.model.Fields[e.Type] {
				for z := range zones {
					f.small(&f.model.Fields[e.Type][k].Zones[z])
				}
			}
		}
	}
	for epoch := range s.Epochs {
		f.rate = float32(s.Rate * (1 - float64(epoch)/float64(s.Epochs)))
		for _, i := range f.random.Perm(len(examples)) {
			f.learn(&examples[i], s.Drop)
		}
	}
	for i := range f.pieces {
		if f.pieces[i] == 0 {
			f.model.Pieces[i] = vector{} // no example has it
		}
	}
	return f.model
}

// fitter is a model with the sums of the squared slopes of each of its vectors.
type fitter struct {
	model  *Model
	pieces []float32
	fields map[string][][zones + 1]float32
	random *rand.Rand
	rate   float32
}

func (f *fitter) small(v *vector) {
	for j := range v {
		v[j] = (f.random.Float32() - 0.5) / dims
	}
}

// learn takes a step for one example, shown without some of its pieces.
func (f *fitter) learn(e *Example, drop float64) {
	var kept Context
	var s, slope sums
	for z := range kept {
		for _, p := range e.Context[z] {
			if f.random.Float64() >= drop {
				kept[z] = append(kept[z], p)
				s.of[z].add(&f.model.Pieces[p])
			}
		}
		s.n[z] = len(kept[z])
	}
	s.mean()
	weights, steps := f.model.Fields[e.Type], f.fields[e.Type]
	for k, log := range logProbabilities(weights, &s) {
		wrong := float32(math.Exp(float64(log)))
		if k == e.Class {
			wrong--
		}
		if math.Abs(float64(wrong)) < leastWrong {
			continue
		}
		for z := range kept {
			if s.n[z] == 0 {
				continue
			}
			w := &weights[k].Zones[z]
			by := f.stride(&steps[k][z], wrong, &s.of[z])
			for j := range w {
				slope.of[z][j] += wrong * w[j]
				w[j] -= by * wrong * s.of[z][j]
			}
		}
		weights[k].Base -= f.stride(&steps[k][zones], wrong, &one) * wrong
	}
	for z := range kept {
		by := rootOf(s.n[z])
		for _, p := range kept[z] {
			step := by * f.stride(&f.pieces[p], by, &slope.of[z])
			for j := range dims {
				f.model.Pieces[p][j] -= step * slope.of[z][j]
			}
		}
	}
}

// leastWrong is how wrong an answer is at least that anything is learned from.
const leastWrong = 1e-3

// one is the slope of a number that stands alone.
var one = vector{1}

// stride is how far a vector moves against a slope, the less the further it has moved.
func (f *fitter) stride(squares *float32, times float32, slope *vector) float32 {
	var sum float32
	for _, x := range slope {
		sum += x * x
	}
	*squares += times * times * sum / dims
	return f.rate / (float32(math.Sqrt(float64(*squares))) + leastWrong)
}

// Probabilities are what a model says of an example: the log probability of each field, and last that of none.
func (m *Model) Probabilities(e Example) []float32 {
	var s sums
	for z := range e.Context {
		for _, p := range e.Context[z] {
			s.of[z].add(&m.Pieces[p])
		}
		s.n[z] = len(e.Context[z])
	}
	s.mean()
	return logProbabilities(m.Fields[e.Type], &s)
}
