package main

import (
	"fmt"
	"math"

	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/tools/boosting"
)

// sure is the confidence from which on a value is taken without asking.
const sure = 0.95

// report prints how well examples are judged: log loss, calibration error, and what is
// right of the sure ones.
func report(name string, examples []boosting.Example, judge func(boosting.Example) float64) {
	var loss, weights, high, highRight float64
	var sum, right [10]float64
	for _, e := range examples {
		p := odds.Probability(judge(e))
		y := 0.0
		if e.Right {
			y = 1
		}
		loss -= e.Weight * (y*math.Log(max(p, 1e-9)) + (1-y)*math.Log(max(1-p, 1e-9)))
		weights += e.Weight
		k := min(int(10*p), 9)
		sum[k], right[k] = sum[k]+e.Weight*p, right[k]+e.Weight*y
		if p >= sure {
			high, highRight = high+e.Weight, highRight+e.Weight*y
		}
	}
	off := 0.0
	for k := range sum {
		off += math.Abs(sum[k] - right[k])
	}
	fmt.Printf("%-12s %7d  log loss %.4f  calibration error %.4f  %.3f at %.2f or more, right %.4f\n",
		name, len(examples), loss/weights, off/weights, high/weights, sure, highRight/max(high, 1))
}
