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
// they nor the readers were made with.
func fitCalibration(documents []*sample, out string) error {
	models, err := choose.Read(os.DirFS(out))
	if err != nil {
		return err
	}
	models.Calibration = nil
	var values, cells judgements
	for _, d := range documents {
		typ, _ := catalogue.Lookup(d.Truth.DocumentType)
		r := scoring.Result{Sample: d.Sample}
		for _, f := range extraction.ExtractBy(models, d.doc, typ) {
			value := decode(f.Value)
			r.Judge(f.Name, value, f.Confidence)
			r.JudgeCells(f.Name, value, func(path string) (float64, bool) {
				i := slices.IndexFunc(f.Leaves, func(l event.Leaf) bool { return l.Path == path })
				return f.Leaves[max(i, 0)].Confidence, i >= 0
			})
		}
		values.add(r.Calibration, d.weight)
		cells.add(r.Cells, d.weight)
	}
	c := choose.Calibration{Value: values.fit("value"), Cell: cells.fit("cell")}
	if err := os.WriteFile(filepath.Join(out, choose.CalibrationFile), []byte(c.String()), 0o644); err != nil {
		return fmt.Errorf("writing the calibration: %w", err)
	}
	return nil
}

// judgement is a value with what calibration knows of it: one, its log odds, the mean of the others'.
type judgement struct {
	known  [3]float64
	right  float64
	weight float64
}

type judgements []judgement

func (all *judgements) add(of []scoring.Judged, weight float64) {
	var confidences []float64
	for _, j := range of {
		confidences = append(confidences, j.Confidence)
	}
	own, others := choose.Known(confidences)
	for i, j := range of {
		*all = append(*all, judgement{[3]float64{1, own[i], others[i]}, float64(odds.Flag(j.Right)), weight})
	}
}

// Who takes what is given at 0.95 or more without a look asks for 99 in 100 to be right on any layout, and the worst kind,
// pages of issuers, stands 0.002 below the mean of all: where the regression gives fewer, all log odds are lowered in
// steps until it is so. At 0.993 nine more cells in a hundred of these pages were no longer sure.
const (
	wanted = 0.99 + 0.002
	lower  = 0.05
)

// fit is the regression of what is right on what is known, by Newton's method, lowered to what is wanted of it.
func (all judgements) fit(name string) choose.Sureness {
	b := [3]float64{0, 1, 0}
	report := func(when string) (rightShare float64) {
		var n, right, weights float64
		for _, j := range all {
			if weights += j.weight; odds.Probability(dot(b, j.known)) >= sure {
				n, right = n+j.weight, right+j.weight*j.right
			}
		}
		fmt.Printf("%-6s %7d %-6s %.3f at %.2f or more, right %.4f\n", name, len(all), when, n/weights, sure, right/max(n, 1))
		if n == 0 {
			return 1 // nothing is sure, and so nothing of it wrong
		}
		return right / n
	}
	report("before")
	for range 30 {
		var slope [3]float64
		var bend [3][3]float64
		for _, j := range all {
			p := odds.Probability(dot(b, j.known))
			for r := range 3 {
				slope[r] += j.weight * (j.right - p) * j.known[r]
				for c := range 3 {
					bend[r][c] += j.weight * p * (1 - p) * j.known[r] * j.known[c]
				}
			}
		}
		step := solve(bend, slope)
		for i := range b {
			b[i] += step[i]
		}
	}
	for report("after") < wanted {
		b[0] -= lower
	}
	return choose.Sureness{Base: b[0], Own: b[1], Others: b[2]}
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// solve finds x of a x = y by elimination.
func solve(a [3][3]float64, y [3]float64) (x [3]float64) {
	for i := range 3 {
		for k := i + 1; k < 3; k++ {
			share := a[k][i] / math.Max(a[i][i], 1e-12)
			for c := range 3 {
				a[k][c] -= share * a[i][c]
			}
			y[k] -= share * y[i]
		}
	}
	for i := 2; i >= 0; i-- {
		x[i] = y[i]
		for c := i + 1; c < 3; c++ {
			x[i] -= a[i][c] * x[c]
		}
		x[i] /= math.Max(a[i][i], 1e-12)
	}
	return x
}
