package scoring

import (
	"fmt"
	"io"
	"math"
	"sort"
)

// PrintMisses prints every field of a document that is not as it should be.
func PrintMisses(w io.Writer, r Result) {
	fmt.Fprintf(w, "%s %v is %s, read as %s (%.2f)\n", r.Sample.Name, r.Sample.Truth.Tags, r.Sample.Truth.DocumentType, r.Detected, r.Confidence)
	for _, m := range r.Misses {
		fmt.Fprintf(w, "    %s: %s\n", m.Field, m.What)
	}
}

// Report prints a line per type and tag, with fields a line per field that is not
// always right, and the calibration.
func Report(w io.Writer, results []Result, fields bool) {
	byType, byTag := map[string][]Result{}, map[string][]Result{}
	for _, r := range results {
		name := r.Sample.Truth.DocumentType
		if name == "" {
			name = "(none of them)"
		}
		byType[name] = append(byType[name], r)
		for _, t := range r.Sample.Truth.Tags {
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
	printCalibration(w, "calibration over %d fields", Calibrate(results))
	printCalibration(w, "lists: calibration over %d cells", CalibrateCells(results))
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func line(w io.Writer, title string, results []Result) {
	s := Summarize(results)
	fmt.Fprintf(w, "%-38s %4d %7.3f %6.3f %6.3f %6.3f %6.3f %7.2f\n", title, s.Documents, s.TypeFound, s.Precision, s.Recall, s.F1, s.Exact, s.Milliseconds)
}

// Summary is how a group of documents fared, as shares.
type Summary struct {
	Documents             int
	TypeFound             float64
	Precision, Recall, F1 float64 // over leaves
	Exact                 float64 // documents with every leaf right
	Milliseconds          float64 // a document
}

// Summarize counts a group of documents.
func Summarize(results []Result) Summary {
	var t Tally
	found, exact, seconds := 0, 0, 0.0
	for _, r := range results {
		t.Add(r.Tally)
		seconds += r.Seconds
		if r.RightType {
			found++
		}
		if r.Exact() {
			exact++
		}
	}
	n := len(results)
	s := Summary{Documents: n, TypeFound: share(found, n), Exact: share(exact, n), Milliseconds: 1000 * seconds / float64(max(n, 1))}
	s.Precision, s.Recall, s.F1 = t.Score()
	return s
}

// Exact reports whether everything on the document was read, and nothing else.
func (t Tally) Exact() bool { return t.Right == t.Wanted && t.Right == t.Given }

// Score is precision, recall and their harmonic mean.
func (t Tally) Score() (precision, recall, f1 float64) {
	precision, recall = share(t.Right, t.Given), share(t.Right, t.Wanted)
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

func fieldLines(w io.Writer, results []Result) {
	sum := FieldTallies(results)
	for _, name := range keys(sum) {
		t := sum[name]
		if t.Exact() {
			continue
		}
		p, r, f1 := t.Score()
		fmt.Fprintf(w, "      %-36s %4d %13.3f %6.3f %6.3f\n", name, t.Wanted, p, r, f1)
	}
}

// FieldTallies sums the counts of each field.
func FieldTallies(results []Result) map[string]*Tally {
	sum := map[string]*Tally{}
	for _, r := range results {
		for name, t := range r.ByField {
			if sum[name] == nil {
				sum[name] = &Tally{}
			}
			sum[name].Add(*t)
		}
	}
	return sum
}

// Calibration says how far confidence is from being right.
type Calibration struct {
	Fields          int
	ECE             float64 // expected calibration error over ten bins
	Sure, SureRight int     // given with 0.95 or more, and right of those
	Bins            [10]Bin
}

// SureShare is how much is given with 0.95 or more.
func (c Calibration) SureShare() float64 { return share(c.Sure, c.Fields) }

// SureRightShare is how much of what is given with 0.95 or more is right.
func (c Calibration) SureRightShare() float64 { return share(c.SureRight, c.Sure) }

// Bin is a tenth of the scale.
type Bin struct {
	Fields      int
	Mean, Right float64 // mean confidence, and share that is right
}

// Calibrate counts single values: a list has no one confidence that is right or wrong.
func Calibrate(results []Result) Calibration {
	return calibrate(results, func(r Result) []Judged { return r.Calibration })
}

// CalibrateCells counts the cells of lists.
func CalibrateCells(results []Result) Calibration {
	return calibrate(results, func(r Result) []Judged { return r.Cells })
}

func calibrate(results []Result, of func(Result) []Judged) Calibration {
	var c Calibration
	for _, r := range results {
		for _, j := range of(r) {
			c.add(j)
		}
	}
	for i := range c.Bins {
		b := &c.Bins[i]
		if b.Fields > 0 {
			c.ECE += math.Abs(b.Mean-b.Right) / float64(c.Fields)
			b.Mean, b.Right = b.Mean/float64(b.Fields), b.Right/float64(b.Fields)
		}
	}
	return c
}

func (c *Calibration) add(j Judged) {
	right := 0
	if j.Right {
		right = 1
	}
	b := &c.Bins[min(int(j.Confidence*10), 9)]
	c.Fields++
	b.Fields++
	b.Mean += j.Confidence
	b.Right += float64(right)
	if j.Confidence >= 0.95 {
		c.Sure, c.SureRight = c.Sure+1, c.SureRight+right
	}
}

func printCalibration(w io.Writer, title string, c Calibration) {
	if c.Fields == 0 {
		return
	}
	fmt.Fprintf(w, title+": ECE %.3f; %.2f of them given with confidence >= 0.95, of which %.4f are right\n", c.Fields, c.ECE, c.SureShare(), c.SureRightShare())
	for i, b := range c.Bins {
		if b.Fields > 0 {
			fmt.Fprintf(w, "    %.1f to %.1f: %5d, mean %.3f, right %.3f\n", float64(i)/10, float64(i+1)/10, b.Fields, b.Mean, b.Right)
		}
	}
}
