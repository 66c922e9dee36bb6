package main

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"lavra.dev/processors/classification/linear"
)

const (
	rounds = 300
	rate   = 0.05 // of a step, falling to nothing
	// The prior of a weight is a normal distribution: what stands on a few documents
	// only must not settle the type of others. Ten times as narrow, and of 225 documents in words
	// that nobody looked at 14 are not told; twice as wide, and more papers of no type are believed.
	decay = 4e-5
	// Each document counts as often again with words hidden at random, as if it said
	// the same otherwise.
	copies = 4
)

// fit sets the weights by the likelihood of the examples, each class with the same worth.
func fit(m *linear.Model, examples []example) {
	all := slices.Clone(examples)
	for _, e := range examples {
		for k := range copies {
			all = append(all, hidden(e, uint64(k)))
		}
	}
	weigh(m, all)
	p := newParameters(m)
	for round := range rounds {
		p.step(m, all, rate*(1-float64(round)/rounds), round+1)
	}
}

// weigh makes the classes equal: there are more samples of one than of another.
func weigh(m *linear.Model, all []example) {
	counts := make([]float64, len(m.Classes))
	for _, e := range all {
		counts[e.class]++
	}
	for i := range all {
		all[i].worth = float64(len(all)) / float64(len(m.Classes)) / counts[all[i].class]
		if all[i].class == len(m.Classes)-1 {
			all[i].worth *= noneWorth
		}
	}
	total := 0.0
	for _, e := range all {
		total += e.worth
	}
	for i := range all {
		all[i].worth /= total
	}
}

// noneWorth is how much more the documents of none of the types count than those of one:
// there are more kinds of them.
const noneWorth = 6

// hidden is an example with some of what it shows taken away: of each feature with the
// same chance, and of the evidence, which is mostly wordings, up to all of it.
func hidden(e example, seed uint64) example {
	h := fnv.New64a()
	h.Write([]byte(e.name))
	r := rand.New(rand.NewPCG(h.Sum64(), seed))
	keep, evidence := 0.2+0.8*r.Float64(), r.Float64()
	if seed == 0 {
		evidence = 0
	}
	out := e
	pro := slices.Clone(e.input.Evidence[0])
	for c := range pro {
		pro[c] *= evidence
	}
	out.input = linear.Input{Evidence: [][]float64{pro, e.input.Evidence[1]}}
	for _, f := range e.input.Features {
		if r.Float64() < keep {
			out.input.Features = append(out.input.Features, f)
		}
	}
	return out
}

// parameters are the state of the optimiser (Adam), flat: those of the evidence, the biases, then
// the weights by feature and class.
type parameters struct {
	gradient, mean, square []float64
}

func newParameters(m *linear.Model) *parameters {
	n := len(m.Evidence) + len(m.Classes)*(1+len(m.Features))
	for f := range m.Weights {
		m.Weights[f] = make([]float64, len(m.Classes))
	}
	return &parameters{make([]float64, n), make([]float64, n), make([]float64, n)}
}

func (p *parameters) step(m *linear.Model, all []example, rate float64, round int) {
	clear(p.gradient)
	k, kinds := len(m.Classes), len(m.Evidence)
	for _, e := range all {
		d := linear.Probabilities(m.Scores(e.input))
		d[e.class]--
		for c := range d {
			d[c] *= e.worth
			p.gradient[kinds+c] += d[c]
		}
		for kind, known := range e.input.Evidence {
			for c, v := range known {
				p.gradient[kind] += d[c] * v
			}
		}
		for _, f := range e.input.Features {
			row := p.gradient[kinds+k*(1+f.Index):][:k]
			for c := range d {
				row[c] += d[c] * f.Value
			}
		}
	}
	at := 0
	update := func(w *float64, prior float64) {
		g := p.gradient[at] + prior**w
		p.mean[at] = 0.9*p.mean[at] + 0.1*g
		p.square[at] = 0.999*p.square[at] + 0.001*g*g
		mean, square := p.mean[at]/(1-math.Pow(0.9, float64(round))), p.square[at]/(1-math.Pow(0.999, float64(round)))
		*w -= rate * mean / (math.Sqrt(square) + 1e-9)
		at++
	}
	for kind := range m.Evidence {
		update(&m.Evidence[kind], 0)
	}
	for c := range m.Bias {
		update(&m.Bias[c], 0)
	}
	for f := range m.Weights {
		for c := range m.Weights[f] {
			update(&m.Weights[f][c], decay)
		}
	}
}
