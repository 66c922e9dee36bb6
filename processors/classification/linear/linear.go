// Package linear weighs named features for classes, by a table of fitted weights.
//
// In come the table and what was observed; out go probabilities of the classes. What
// the features and classes are is the caller's business, and fitting is done elsewhere.
package linear

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Model is the weights of features for classes.
type Model struct {
	Classes  []string
	Features []string
	Evidence []float64   // the worth of each kind of evidence, the same for all classes
	Bias     []float64   // by class
	Weights  [][]float64 // by feature and class; nil: it says nothing
}

// Input is an observation.
type Input struct {
	Evidence [][]float64 // by kind and class: what is known of each beforehand, as log odds
	Features []Feature
}

// Feature is one that was observed, by its place in Model.Features.
type Feature struct {
	Index int
	Value float64
}

// New is a model that knows nothing yet.
func New(classes, features []string, evidence int) *Model {
	return &Model{Classes: classes, Features: features, Evidence: make([]float64, evidence),
		Bias: make([]float64, len(classes)), Weights: make([][]float64, len(features))}
}

// Scores gives the log odds of the classes, but for what is the same for all.
func (m *Model) Scores(in Input) []float64 {
	z := slices.Clone(m.Bias)
	for kind, known := range in.Evidence {
		for c, e := range known {
			z[c] += m.Evidence[kind] * e
		}
	}
	for _, f := range in.Features {
		for c, w := range m.Weights[f.Index] {
			z[c] += w * f.Value
		}
	}
	return z
}

// Probabilities gives those of classes with such scores.
func Probabilities(scores []float64) []float64 {
	p := make([]float64, len(scores))
	top, sum := slices.Max(scores), 0.0
	for c := range p {
		p[c] = math.Exp(scores[c] - top)
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
	return p
}

// leastWritten is what a weight must be to change anything: smaller ones are left out.
const leastWritten = 0.02

// Write gives the model as a table: a line for each feature with its weights by class.
func (m *Model) Write() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "feature\t%s\n", strings.Join(m.Classes, "\t"))
	m.writeLine(&b, "evidence", m.Evidence)
	m.writeLine(&b, "bias", m.Bias)
	for i, name := range m.Features {
		if slices.ContainsFunc(m.Weights[i], func(w float64) bool { return math.Abs(w) >= leastWritten }) {
			m.writeLine(&b, name, m.Weights[i])
		}
	}
	return b.Bytes()
}

func (m *Model) writeLine(b *bytes.Buffer, name string, weights []float64) {
	b.WriteString(name)
	for _, w := range weights {
		b.WriteByte('\t')
		if math.Abs(w) >= leastWritten {
			b.WriteString(strconv.FormatFloat(w, 'f', 2, 64))
		}
	}
	b.WriteByte('\n')
}

// Read takes what Write gave. A feature that is not in the table says nothing; a line for
// a feature or class that is not known is an error.
func Read(table []byte, classes, features []string, evidence int) (*Model, error) {
	m := New(classes, features, evidence)
	index := make(map[string]int, len(features))
	for i, name := range features {
		index[name] = i
	}
	for n, line := range strings.Split(strings.TrimRight(string(table), "\n"), "\n") {
		if err := m.readLine(n, strings.Split(line, "\t"), index); err != nil {
			return nil, fmt.Errorf("reading line %d of the weights: %w", n+1, err)
		}
	}
	return m, nil
}

func (m *Model) readLine(n int, cells []string, index map[string]int) (err error) {
	switch i, known := index[cells[0]]; {
	case n == 0 && !slices.Equal(cells[1:], m.Classes):
		return fmt.Errorf("the classes are %q", cells[1:])
	case n == 0:
	case n == 1:
		m.Evidence, err = readWeights(cells[1:], len(m.Evidence))
	case cells[0] == "bias":
		m.Bias, err = readWeights(cells[1:], len(m.Classes))
	case known:
		m.Weights[i], err = readWeights(cells[1:], len(m.Classes))
	default:
		return fmt.Errorf("no feature %q", cells[0])
	}
	return err
}

func readWeights(cells []string, n int) ([]float64, error) {
	if len(cells) != n {
		return nil, fmt.Errorf("%d weights in place of %d", len(cells), n)
	}
	out := make([]float64, n)
	for i, text := range cells {
		if text == "" {
			continue
		}
		w, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("reading a weight: %w", err)
		}
		out[i] = w
	}
	return out, nil
}
