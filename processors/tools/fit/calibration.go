package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/choose"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/tools/scoring"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// fitCalibration fits how far the confidences of the models in a folder hold on documents that neither
// they nor the readers were made with. What speaks against readings stays as it is.
func fitCalibration(documents []*sample, out string) error {
	return recalibrate(documents, out, func(values, cells judgements, c *choose.Calibration) {
		values.fit("value", &c.Value)
		cells.fit("cell", &c.Cell)
	})
}

// fitDoubt fits what speaks against readings of values, to documents that OCR read. All else of the calibration stays as it
// is, that of cells too: of those that are sure it tells no wrong ones, and a hundredth of them would be sure no longer.
func fitDoubt(documents []*sample, out string) error {
	return recalibrate(documents, out, func(values, _ judgements, c *choose.Calibration) { values.fitDoubt("value", &c.Value) })
}

func recalibrate(documents []*sample, out string, fit func(values, cells judgements, c *choose.Calibration)) error {
	models, err := choose.Read(os.DirFS(out))
	if err != nil {
		return err
	}
	c := *models.Calibration
	models.Calibration = nil
	var values, cells judgements
	for _, d := range documents {
		typ, _ := catalogue.Lookup(d.Truth.DocumentType)
		r := scoring.Result{Sample: d.Sample}
		leaves := map[string]*event.Leaf{}
		for _, f := range extraction.ExtractBy(models, d.doc, typ) {
			for i := range f.Leaves {
				leaves[f.Leaves[i].Path] = &f.Leaves[i]
			}
			value := decode(f.Value)
			r.Judge(f.Name, value, f.Confidence)
			r.JudgeCells(f.Name, value, func(path string) (float64, bool) {
				l, ok := leaves[path]
				if !ok {
					return 0, false
				}
				return l.Confidence, true
			})
		}
		doubts := choose.DoubtsOf(d.doc)
		values.add(r.Calibration, leaves, doubts, d.weight)
		cells.add(r.Cells, leaves, doubts, d.weight)
	}
	fit(values, cells, &c)
	if err := os.WriteFile(filepath.Join(out, choose.CalibrationFile), []byte(c.String()), 0o644); err != nil {
		return fmt.Errorf("writing the calibration: %w", err)
	}
	return nil
}

// judgement is a value with what calibration knows of it: its log odds, the mean of the others', and what speaks against
// how it was read.
type judgement struct {
	own, others float64
	doubt       choose.Doubt
	right       float64
	weight      float64
}

type judgements []judgement

func (all *judgements) add(of []scoring.Judged, leaves map[string]*event.Leaf, doubts *choose.Doubts, weight float64) {
	var confidences []float64
	for _, j := range of {
		confidences = append(confidences, j.Confidence)
	}
	own, others := choose.Known(confidences)
	for i, j := range of {
		*all = append(*all, judgement{own[i], others[i], doubts.Of(leaves[j.Path]), float64(odds.Flag(j.Right)), weight})
	}
}

// report prints how much is given as sure, and gives how much of it is right.
func (all judgements) report(name, when string, s choose.Sureness) (rightShare float64) {
	var n, right, weights float64
	for _, j := range all {
		if weights += j.weight; odds.Probability(s.LogOdds(j.own, j.others, j.doubt)) >= sure {
			n, right = n+j.weight, right+j.weight*j.right
		}
	}
	fmt.Printf("%-6s %7d %-6s %.3f at %.2f or more, right %.4f\n", name, len(all), when, n/weights, sure, right/max(n, 1))
	if n == 0 {
		return 1 // nothing is sure, and so nothing of it wrong
	}
	return right / n
}

// Who takes what is given at 0.95 or more without a look asks for 99 in 100 to be right on any layout, and the worst kind,
// pages of issuers, stands 0.002 below the mean of all: where the regression gives fewer, all log odds are lowered in
// steps until it is so. At 0.993 nine more cells in a hundred of these pages were no longer sure.
const (
	wanted = 0.99 + 0.002
	lower  = 0.05
)

// fit is the regression of what is right on what is known, lowered to what is wanted of it.
func (all judgements) fit(name string, s *choose.Sureness) {
	all.report(name, "before", choose.Sureness{Own: 1})
	b := all.regress(3, 0, func(j judgement) (known []float64, offset float64) { return []float64{1, j.own, j.others}, 0 })
	s.Base, s.Own, s.Others = b[0], b[1], b[2]
	for all.report(name, "after", *s) < wanted {
		s.Base -= lower
	}
}

// fitDoubt is the regression of what is right, of all that would else be sure, on what speaks against a reading. How much
// likelier values are right on the documents of the fit, which the readers were made with, is found with it and dropped.
func (all judgements) fitDoubt(name string, s *choose.Sureness) {
	all.report(name, "before", *s)
	undoubted := func(j judgement) float64 { return s.LogOdds(j.own, j.others, choose.Doubt{}) }
	doubted := slices.DeleteFunc(slices.Clone(all), func(j judgement) bool { return odds.Probability(undoubted(j)) < sure })
	b := doubted.regress(6, ridge, func(j judgement) (known []float64, offset float64) {
		return []float64{1, j.doubt.Worst, j.doubt.Figures, j.doubt.Bare, j.doubt.Other, j.doubt.Sign}, undoubted(j)
	})
	s.Worst, s.Figures, s.Bare, s.Other, s.Sign = b[1], b[2], b[3], b[4], b[5]
	all.report(name, "after", *s)
}

// ridge keeps weights small that few values tell of: none is as large as a handful say that are all wrong.
const ridge = 1.0

// regress fits the weights of n things known to what is right, by Newton's method. The offset stays as it is.
func (all judgements) regress(n int, ridge float64, of func(judgement) (known []float64, offset float64)) []float64 {
	b := make([]float64, n)
	for range 30 {
		slope, bend := make([]float64, n), make([][]float64, n)
		for r := range n {
			bend[r] = make([]float64, n)
			slope[r], bend[r][r] = -ridge*b[r], ridge
		}
		for _, j := range all {
			known, offset := of(j)
			p := odds.Probability(offset + dot(b, known))
			for r := range n {
				slope[r] += j.weight * (j.right - p) * known[r]
				for c := range n {
					bend[r][c] += j.weight * p * (1 - p) * known[r] * known[c]
				}
			}
		}
		for i, by := range solve(bend, slope) {
			b[i] += by
		}
	}
	return b
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// solve finds x of a x = y by elimination.
func solve(a [][]float64, y []float64) []float64 {
	n := len(y)
	x := make([]float64, n)
	for i := range n {
		for k := i + 1; k < n; k++ {
			share := a[k][i] / math.Max(a[i][i], 1e-12)
			for c := range n {
				a[k][c] -= share * a[i][c]
			}
			y[k] -= share * y[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = y[i]
		for c := i + 1; c < n; c++ {
			x[i] -= a[i][c] * x[c]
		}
		x[i] /= math.Max(a[i][i], 1e-12)
	}
	return x
}
