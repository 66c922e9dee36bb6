package quality

import (
	"math"

	"lavra.dev/schemas/event"
)

// A required value counts three times as much as another one, since success hangs
// on it. Each doubt takes 4 % of the score, at most six of them count.
const (
	requiredWeight = 3
	afterDoubt     = 0.96
	doubtsCounted  = 6
)

// reliability is the expected share of right values, weighted, from 0 to 100: the
// confidences of what was read, nothing for a required value that is missing, less
// for every contradiction and for an uncertain type.
func (a *assessment) reliability(d event.Detection) float64 {
	var sum, weights float64
	for _, f := range a.typ.Fields {
		weight := 1.0
		if f.Required {
			weight = requiredWeight
		}
		if a.has(f.Name) {
			sum += weight * a.byName[f.Name].Confidence
		}
		if a.has(f.Name) || f.Required {
			weights += weight
		}
	}
	if weights == 0 {
		return 0
	}
	score := sum / weights * math.Pow(afterDoubt, float64(min(a.doubts(), doubtsCounted))) * typeShare(d)
	return math.Round(score*1000) / 10
}

func (a *assessment) doubts() int {
	n := 0
	for _, f := range a.findings {
		if f.doubt {
			n++
		}
	}
	return n
}

// typeShare is how much of the score stays with a type that may be the wrong one:
// its fields may still be read right, under other names.
func typeShare(d event.Detection) float64 {
	switch {
	case d.Provided != nil && !d.Accepted && d.Detected != nil:
		return 0.7
	case d.Provided == nil && d.Confidence != nil:
		return 0.7 + 0.3**d.Confidence
	}
	return 1
}
