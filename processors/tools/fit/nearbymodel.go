package main

import (
	"math"
	"math/rand/v2"

	"lavra.dev/processors/extraction/nearby"
)

// nearbyExample is what stands around a value, and which of the classes of its type it is.
type nearbyExample struct {
	Type    string
	Class   int
	Context *nearby.Context
}

// nearbySettings are how a model is fitted.
type nearbySettings struct {
	Epochs int
	Rate   float64
	Drop   float64 // the share of the pieces of a context that an example is shown without
}

// nearbyModel fits a model to examples, classes being how many each type has. The same examples give the same model.
func nearbyModel(examples []nearbyExample, classes map[string]int, s nearbySettings) *nearby.Model {
	f := nearbyFitter{model: &nearby.Model{Pieces: make([]nearby.Vector, nearby.Buckets), Fields: map[string][]nearby.Field{}}, pieces: make([]float32, nearby.Buckets), fields: map[string][][nearby.Zones + 1]float32{}, random: rand.New(rand.NewPCG(1, 2))}
	for i := range f.model.Pieces {
		f.small(&f.model.Pieces[i])
	}
	for _, e := range examples {
		if f.fields[e.Type] == nil {
			f.fields[e.Type], f.model.Fields[e.Type] = make([][nearby.Zones + 1]float32, classes[e.Type]+1), make([]nearby.Field, classes[e.Type]+1)
			for k := range f.model.Fields[e.Type] {
				for z := range nearby.Zones {
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
			f.model.Pieces[i] = nearby.Vector{} // no example has it
		}
	}
	return f.model
}

// nearbyFitter is a model with the sums of the squared slopes of each of its vectors.
type nearbyFitter struct {
	model  *nearby.Model
	pieces []float32
	fields map[string][][nearby.Zones + 1]float32
	random *rand.Rand
	rate   float32
}

func (f *nearbyFitter) small(v *nearby.Vector) {
	for j := range v {
		v[j] = (f.random.Float32() - 0.5) / nearby.Dims
	}
}

// learn takes a step for one example, shown without some of its pieces.
func (f *nearbyFitter) learn(e *nearbyExample, drop float64) {
	var kept nearby.Context
	var s, slope nearby.Sums
	for z := range kept {
		for _, p := range e.Context[z] {
			if f.random.Float64() >= drop {
				kept[z] = append(kept[z], p)
				s.Of[z].Add(&f.model.Pieces[p])
			}
		}
		s.N[z] = len(kept[z])
	}
	s.Mean()
	weights, steps := f.model.Fields[e.Type], f.fields[e.Type]
	for k, log := range nearby.LogProbabilities(weights, &s) {
		wrong := float32(math.Exp(float64(log)))
		if k == e.Class {
			wrong--
		}
		if math.Abs(float64(wrong)) < leastWrong {
			continue
		}
		for z := range kept {
			if s.N[z] == 0 {
				continue
			}
			w := &weights[k].Zones[z]
			by := f.stride(&steps[k][z], wrong, &s.Of[z])
			for j := range w {
				slope.Of[z][j] += wrong * w[j]
				w[j] -= by * wrong * s.Of[z][j]
			}
		}
		weights[k].Base -= f.stride(&steps[k][nearby.Zones], wrong, &one) * wrong
	}
	for z := range kept {
		by := nearby.RootOf(s.N[z])
		for _, p := range kept[z] {
			step := by * f.stride(&f.pieces[p], by, &slope.Of[z])
			for j := range nearby.Dims {
				f.model.Pieces[p][j] -= step * slope.Of[z][j]
			}
		}
	}
}

// leastWrong is how wrong an answer is at least that anything is learned from.
const leastWrong = 1e-3

// one is the slope of a number that stands alone.
var one = nearby.Vector{1}

// stride is how far a vector moves against a slope, the less the further it has moved.
func (f *nearbyFitter) stride(squares *float32, times float32, slope *nearby.Vector) float32 {
	var sum float32
	for _, x := range slope {
		sum += x * x
	}
	*squares += times * times * sum / nearby.Dims
	return f.rate / (float32(math.Sqrt(float64(*squares))) + leastWrong)
}
