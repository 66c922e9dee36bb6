package main

import (
	"fmt"
	"io"
	"math"
	"sort"
)

func printMisses(w io.Writer, r result) {
	fmt.Fprintf(w, "%s %v is %s, read as %s (%.2f)\n", r.sample.name, r.sample.truth.Tags, r.sample.truth.DocumentType, r.detected, r.confidence)
	for _, m := range r.misses {
		fmt.Fprintf(w, "    %s: %s\n", m.field, m.what)
	}
}

func report(w io.Writer, results []result, fields bool) {
	byType, byTag := map[string][]result{}, map[string][]result{}
	for _, r := range results {
		name := r.sample.truth.DocumentType
		if name == "" {
			name = "(none of them)"
		}
		byType[name] = append(byType[name], r)
		for _, t := range r.sample.truth.Tags {
			byTag[t] = append(byTag[t], r)
		}
	}
	fmt.Fprintf(w, "%-38s %4s %7s %6s %6s %6s %6s %7s\n", "", "n", "detect", "prec", "rec", "f1", "docs", "ms/doc")
	for _, name := range keys(byType) {
		line(w, name, byType[name])
		if fields {
			fieldLines(w, byType[name])
		}
	}
	fmt.Fprintln(w)
	for _, name := range keys(byTag) {
		line(w, "  "+name, byTag[name])
	}
	fmt.Fprintln(w)
	line(w, "all", results)
	calibration(w, results)
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func line(w io.Writer, title string, results []result) {
	var t tally
	detect, exact, seconds := 0, 0, 0.0
	for _, r := range results {
		t.right, t.wanted, t.given = t.right+r.right, t.wanted+r.wanted, t.given+r.given
		seconds += r.seconds
		if r.rightType {
			detect++
		}
		if r.right == r.wanted && r.right == r.given {
			exact++
		}
	}
	p, rec, f1 := t.score()
	n := float64(max(len(results), 1))
	fmt.Fprintf(w, "%-38s %4d %7.3f %6.3f %6.3f %6.3f %6.3f %7.2f\n", title, len(results), float64(detect)/n, p, rec, f1, float64(exact)/n, 1000*seconds/n)
}

func (t tally) score() (precision, recall, f1 float64) {
	precision, recall = share(t.right, t.given), share(t.right, t.wanted)
	if precision+recall > 0 {
		f1 = 2 * precision * recall / (precision + recall)
	}
	return precision, recall, f1
}

func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func fieldLines(w io.Writer, results []result) {
	sum := map[string]*tally{}
	for _, r := range results {
		for name, t := range r.byField {
			if sum[name] == nil {
				sum[name] = &tally{}
			}
			sum[name].right += t.right
			sum[name].wanted += t.wanted
			sum[name].given += t.given
		}
	}
	for _, name := range keys(sum) {
		t := sum[name]
		if t.right == t.wanted && t.right == t.given {
			continue
		}
		p, r, f1 := t.score()
		fmt.Fprintf(w, "      %-36s %4d %13.3f %6.3f %6.3f\n", name, t.wanted, p, r, f1)
	}
}

// calibration is the expected calibration error in ten bins, and what is right of
// the values given as sure.
func calibration(w io.Writer, results []result) {
	var bins [10]struct {
		n           int
		sum, rights float64
	}
	n, sure, sureRight := 0, 0, 0
	for _, r := range results {
		for _, j := range r.calibration {
			b := &bins[min(int(j.confidence*10), 9)]
			n++
			b.n++
			b.sum += j.confidence
			if j.right {
				b.rights++
			}
			if j.confidence >= 0.95 {
				sure++
				if j.right {
					sureRight++
				}
			}
		}
	}
	ece := 0.0
	for _, b := range bins {
		ece += math.Abs(b.sum-b.rights) / float64(max(n, 1))
	}
	fmt.Fprintf(w, "calibration over %d fields: ECE %.3f; %.2f of them given with confidence >= 0.95, of which %.4f are right\n", n, ece, share(sure, n), share(sureRight, sure))
	for i, b := range bins {
		if b.n > 0 {
			fmt.Fprintf(w, "    %.1f to %.1f: %5d fields, mean %.3f, right %.3f\n", float64(i)/10, float64(i+1)/10, b.n, b.sum/float64(b.n), b.rights/float64(b.n))
		}
	}
}
