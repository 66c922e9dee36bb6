package extraction

import (
	"compress/gzip"
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"
)

// observation is a value of the documents that the weights were fitted to.
type observation struct {
	fold     int // layouts of one fold are judged by weights of the others
	weight   float64
	right    float64
	evidence Evidence
}

// The weights are those of the observations, and confidence is honest: by layouts
// that the fit has not seen.
func TestConfidenceIsFittedAndHonest(t *testing.T) {
	all := observations(t)
	for i, w := range fit(all) {
		if math.Abs(w-weights[i]) > 0.01 {
			t.Errorf("the weight of %s is %.3f, the observations give %.3f", EvidenceNames[i], weights[i], w)
		}
	}
	var high, highRight, errors, values float64
	for fold := range 5 {
		var others, here []observation
		for _, o := range all {
			if o.fold == fold {
				here = append(here, o)
			} else {
				others = append(others, o)
			}
		}
		w := fit(others)
		var sum, right, n [10]float64
		for _, o := range here {
			p := odds(w, o.evidence)
			k := min(int(10*p), 9)
			sum[k], right[k], n[k] = sum[k]+p, right[k]+o.right, n[k]+1
			if p >= 0.95 {
				high, highRight = high+1, highRight+o.right
			}
		}
		for k := range n {
			errors, values = errors+math.Abs(sum[k]-right[k]), values+n[k]
		}
	}
	t.Logf("expected calibration error %.3f; %.3f of the values have 0.95 or more, of which %.4f are right", errors/values, high/values, highRight/high)
	if errors/values > 0.05 || high/values < 0.6 || highRight/high < 0.98 {
		t.Error("confidence is not honest")
	}
}

func odds(weights, e Evidence) float64 {
	sum := 0.0
	for i := range e {
		sum += weights[i] * e[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// fit is logistic regression by Newton's method, with a ridge of 1 on all weights but
// the constant.
func fit(all []observation) (w Evidence) {
	for range 30 {
		var gradient Evidence
		var hessian [evidences][evidences]float64
		for i := 1; i < evidences; i++ {
			gradient[i], hessian[i][i] = w[i], 1
		}
		for _, o := range all {
			p := odds(w, o.evidence)
			for i, e := range o.evidence {
				gradient[i] += o.weight * (p - o.right) * e
				for j, f := range o.evidence {
					hessian[i][j] += o.weight * p * (1 - p) * e * f
				}
			}
		}
		for i, step := range solve(hessian, gradient) {
			w[i] -= step
		}
	}
	return w
}

// solve is Gauss's elimination; the matrix is positive definite.
func solve(a [evidences][evidences]float64, b Evidence) Evidence {
	for i := range a {
		for k := i + 1; k < evidences; k++ {
			f := a[k][i] / a[i][i]
			for j := i; j < evidences; j++ {
				a[k][j] -= f * a[i][j]
			}
			b[k] -= f * b[i]
		}
	}
	for i := evidences - 1; i >= 0; i-- {
		for j := i + 1; j < evidences; j++ {
			b[i] -= a[i][j] * b[j]
		}
		b[i] /= a[i][i]
	}
	return b
}

func observations(t *testing.T) []observation {
	t.Helper()
	file, err := os.Open("testdata/evidence.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(plain).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []observation
	for _, row := range rows[1:] {
		o := observation{fold: int(number(row[0])), weight: number(row[1]), right: number(row[2]), evidence: Evidence{1}}
		for i, cell := range row[3:] {
			if o.evidence[i+1], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, o)
	}
	return out
}
