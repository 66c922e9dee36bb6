// Package boosting fits the models of package odds.
//
// In come examples, each with what is known about a value and whether it is right; out goes a model of boosted trees, and
// its file. No value is weighed here but to fit the next tree.
package boosting

import (
	"math"
	"sort"

	"lavra.dev/processors/extraction/odds"
)

// Example is a value whose truth is known.
type Example struct {
	Vector odds.Vector
	Right  bool
	Weight float64
	Group  int // examples of one document have one group, and are never split between fitting and trial
}

// Settings bound how closely a model follows its examples.
type Settings struct {
	Trees, Depth int
	Rate         float64 // how much of each tree counts
	Least        float64 // hessian that a leaf has at least
	Ridge        float64 // pull of a leaf's value towards zero
}

// Model is a sum of trees.
type Model struct {
	*odds.Model
	base  float32
	trees []*odds.Tree
}

// Fit makes a model by gradient boosting on the logistic loss. The same examples give the
// same model.
func Fit(examples []Example, features int, s Settings) *Model {
	right, all := 1.0, 2.0
	for _, e := range examples {
		all += e.Weight
		if e.Right {
			right += e.Weight
		}
	}
	m := &Model{base: float32(odds.LogOdds(right / all))}
	f := &fitter{settings: s, bins: binned(examples, features)}
	f.gradient, f.hessian, f.odds = make([]float64, len(examples)), make([]float64, len(examples)), make([]float64, len(examples))
	for i := range f.odds {
		f.odds[i] = float64(m.base)
	}
	for range s.Trees {
		m.trees = append(m.trees, f.tree(examples))
	}
	m.Model = odds.New(m.base, m.trees)
	return m
}

// fitter is the work on one model.
type fitter struct {
	settings                Settings
	bins                    bins
	gradient, hessian, odds []float64
}

// tree is one that takes a step towards the truth from where the trees before it have come.
func (f *fitter) tree(examples []Example) *odds.Tree {
	for i, e := range examples {
		p := odds.Probability(f.odds[i])
		var y float64
		if e.Right {
			y = 1
		}
		f.gradient[i], f.hessian[i] = e.Weight*(p-y), e.Weight*p*(1-p)
	}
	members := make([]int32, len(examples))
	for i := range members {
		members[i] = int32(i)
	}
	return f.grow(members, f.histogramOf(members), f.settings.Depth)
}

// grow makes a node of the examples, and moves their log odds by its leaves.
func (f *fitter) grow(members []int32, t histogram, depth int) *odds.Tree {
	var sumG, sumH float64
	for _, i := range members {
		sumG, sumH = sumG+f.gradient[i], sumH+f.hessian[i]
	}
	feature, bin := -1, 0
	if depth > 0 {
		feature, bin = f.bestSplit(t, sumG, sumH)
	}
	if feature < 0 {
		value := float64(float32(-f.settings.Rate * sumG / (sumH + f.settings.Ridge)))
		for _, i := range members {
			f.odds[i] += value
		}
		return &odds.Tree{Split: float32(value)}
	}
	below, above := f.divide(members, feature, bin)
	var tBelow, tAbove histogram
	switch {
	case depth == 1: // their nodes are leaves
	case len(below) < len(above):
		tBelow = f.histogramOf(below)
		tAbove = t.without(tBelow)
	default:
		tAbove = f.histogramOf(above)
		tBelow = t.without(tAbove)
	}
	left := f.grow(below, tBelow, depth-1)
	right := f.grow(above, tAbove, depth-1)
	return &odds.Tree{Feature: feature, Split: f.bins.edges[feature][bin], Below: left, Above: right}
}

func (f *fitter) divide(members []int32, feature, bin int) (below, above []int32) {
	features := len(f.bins.edges)
	for _, i := range members {
		if int(f.bins.codes[int(i)*features+feature]) <= bin {
			below = append(below, i)
		} else {
			above = append(above, i)
		}
	}
	return below, above
}

// histogram is the gradient and hessian of the examples by feature and step.
type histogram struct{ g, h []float64 }

func (f *fitter) histogramOf(members []int32) histogram {
	features := len(f.bins.edges)
	t := histogram{make([]float64, features*maxBins), make([]float64, features*maxBins)}
	for _, i := range members {
		g, h := f.gradient[i], f.hessian[i]
		for k, c := range f.bins.codes[int(i)*features : int(i+1)*features] {
			t.g[k*maxBins+int(c)] += g
			t.h[k*maxBins+int(c)] += h
		}
	}
	return t
}

// without is the histogram of the examples of t that are not in part.
func (t histogram) without(part histogram) histogram {
	out := histogram{make([]float64, len(t.g)), make([]float64, len(t.h))}
	for i := range t.g {
		out.g[i], out.h[i] = t.g[i]-part.g[i], t.h[i]-part.h[i]
	}
	return out
}

// bestSplit is the feature and the last step below the split that gain most, or -1.
func (f *fitter) bestSplit(t histogram, sumG, sumH float64) (feature, bin int) {
	feature = -1
	ridge, least := f.settings.Ridge, f.settings.Least
	best := smallestGain + sumG*sumG/(sumH+ridge)
	for k, edges := range f.bins.edges {
		var leftG, leftH float64
		for b := range edges {
			leftG, leftH = leftG+t.g[k*maxBins+b], leftH+t.h[k*maxBins+b]
			rightG, rightH := sumG-leftG, sumH-leftH
			if leftH < least || rightH < least {
				continue
			}
			if gain := leftG*leftG/(leftH+ridge) + rightG*rightG/(rightH+ridge); gain > best {
				best, feature, bin = gain, k, b
			}
		}
	}
	return feature, bin
}

const (
	maxBins      = 64
	smallestGain = 1e-6
)

// bins are the examples with each feature cut into at most 64 steps.
type bins struct {
	codes []uint8     // by example and feature
	edges [][]float32 // by feature: a value below edges[b] and not below the one before has code b
}

func binned(examples []Example, features int) bins {
	b := bins{codes: make([]uint8, features*len(examples)), edges: make([][]float32, features)}
	values := make([]float32, len(examples))
	for k := range features {
		for i := range examples {
			values[i] = examples[i].Vector[k]
		}
		edges := edgesOf(values)
		for i, v := range values {
			b.codes[i*features+k] = uint8(sort.Search(len(edges), func(e int) bool { return v < edges[e] }))
		}
		b.edges[k] = edges
	}
	return b
}

// edgesOf cuts sorted values where they change: all changes if they are few, else by
// equal shares.
func edgesOf(values []float32) []float32 {
	sorted := append([]float32(nil), values...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i] < sorted[j] })
	var changes []float32
	for i := 1; i < len(sorted); i++ {
		if sorted[i] > sorted[i-1] {
			changes = append(changes, sorted[i])
		}
	}
	if len(changes) < maxBins {
		return rounded(changes)
	}
	var edges []float32
	for b := 1; b < maxBins; b++ {
		e := sorted[b*len(sorted)/maxBins]
		if e > sorted[0] && (len(edges) == 0 || e > edges[len(edges)-1]) {
			edges = append(edges, e)
		}
	}
	return rounded(edges)
}

// rounded gives edges the digits that the file keeps.
func rounded(edges []float32) []float32 {
	out := edges[:0]
	for _, e := range edges {
		e = float32(round5(float64(e)))
		if len(out) == 0 || e > out[len(out)-1] {
			out = append(out, e)
		}
	}
	return out
}

func round5(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := math.Pow(10, 4-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}
