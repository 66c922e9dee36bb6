package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"lavra.dev/processors/extraction/scoring"
)

// set is the results of one group of samples.
type set struct {
	title   string
	results []scoring.Result
}

// writePage writes the report. The folders' names are left out: they are of
// the machine it was made on.
func writePage(path string, sets []set, at time.Time) error {
	var b strings.Builder
	b.WriteString("# Quality\n\nMade by `make quality`: every document goes through a running service without its type (XML with it), and the\n" +
		"answer is compared with its truth, leaf by leaf. F1 is over leaves; *documents* is the share with every leaf right;\n" +
		"*boxes* the share of asked bounding boxes that share half their area with the true one.\n")
	fmt.Fprintf(&b, "\n%s.\n", at.UTC().Format("2 January 2006"))
	for _, s := range sets {
		s.write(&b)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

func (s set) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s: %d documents\n", s.title, len(s.results))
	byTag, byType := map[string][]scoring.Result{}, map[string][]scoring.Result{}
	var fields []scoring.Result
	for _, r := range s.results {
		if r.Sample.Truth.DocumentType == "" {
			byType["(none of the types)"] = append(byType["(none of the types)"], r)
			continue
		}
		fields = append(fields, r)
		byType[r.Sample.Truth.DocumentType] = append(byType[r.Sample.Truth.DocumentType], r)
		for _, tag := range r.Sample.Truth.Tags {
			byTag[tag] = append(byTag[tag], r)
		}
	}
	byTag["**all**"] = fields
	table(b, "Kind", byTag)
	table(b, "Type", byType)
	calibration(b, scoring.Calibrate(fields))
	worst(b, byType)
}

func table(b *strings.Builder, title string, groups map[string][]scoring.Result) {
	fmt.Fprintf(b, "\n| %s | n | type found | precision | recall | F1 | documents | boxes |\n|---|---|---|---|---|---|---|---|\n", title)
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		var t scoring.Tally
		var found, exact, boxes, inPlace int
		for _, r := range groups[name] {
			t.Add(r.Tally)
			boxes, inPlace = boxes+r.Boxes, inPlace+r.BoxesInPlace
			if r.RightType {
				found++
			}
			if r.Exact() {
				exact++
			}
		}
		n := len(groups[name])
		p, rec, f1 := t.Score()
		fmt.Fprintf(b, "| %s | %d | %s | %.3f | %.3f | %.3f | %s | %s |\n", name, n, share(found, n), p, rec, f1, share(exact, n), share(inPlace, boxes))
	}
}

func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", float64(part)/float64(whole))
}

func calibration(b *strings.Builder, c scoring.Calibration) {
	fmt.Fprintf(b, "\nConfidence over %d single values: expected calibration error %.3f. %s of them are given with 0.95 or more; of those %s are right.\n",
		c.Fields, c.ECE, share(c.Sure, c.Fields), share(c.SureRight, c.Sure))
	b.WriteString("\n| Confidence | values | mean | right |\n|---|---|---|---|\n")
	for i, bin := range c.Bins {
		if bin.Fields > 0 {
			fmt.Fprintf(b, "| %.1f to %.1f | %d | %.3f | %.3f |\n", float64(i)/10, float64(i+1)/10, bin.Fields, bin.Mean, bin.Right)
		}
	}
}

// worst lists the fields with most wrong or missing leaves.
func worst(b *strings.Builder, byType map[string][]scoring.Result) {
	type entry struct {
		name string
		scoring.Tally
	}
	var all []entry
	for typ, results := range byType {
		for field, t := range scoring.FieldTallies(results) {
			if !t.Exact() {
				all = append(all, entry{typ + "." + field, *t})
			}
		}
	}
	lost := func(e entry) int { return e.Wanted - e.Right + e.Given - e.Right }
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(lost(b)-lost(a), strings.Compare(a.name, b.name)) })
	const shown = 25
	fmt.Fprintf(b, "\nThe fields that cost most, of %d that are not always right:\n\n| Field | on documents | given | right |\n|---|---|---|---|\n", len(all))
	for _, e := range all[:min(shown, len(all))] {
		fmt.Fprintf(b, "| `%s` | %d | %d | %d |\n", e.name, e.Wanted, e.Given, e.Right)
	}
}
