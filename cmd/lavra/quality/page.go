package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lavra.dev/processors/tools/scoring"
)

// scoredSet is the results of one group of documents.
type scoredSet struct {
	name    string
	results []scoring.Result
}

const none = "(none of the types)"

// writePage writes the report. The folders' paths are left out: they are of
// the machine it was made on.
func writePage(path string, sets []scoredSet, at time.Time) error {
	var b strings.Builder
	b.WriteString("# Quality\n\nMade by `make quality`: every document goes through a running service without its type (XML with it), and the\n" +
		"answer is compared with its truth, leaf by leaf. F1 is over leaves; *exact* is the share of documents with every leaf right;\n" +
		"*boxes* the share of asked bounding boxes that share half their area with the true one. How the sets are made, and which of them\n" +
		"anyone may look at: [development.md](development.md#quality).\n")
	fmt.Fprintf(&b, "\n%s.\n", at.UTC().Format("2 January 2006"))
	summary(&b, sets)
	weakest(&b, sets)
	for _, s := range sets {
		s.write(&b)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// summary has one line for each set: what to look at first.
func summary(b *strings.Builder, sets []scoredSet) {
	b.WriteString("\n| Set | n | type found or refused | F1 text | F1 scan | F1 photo | exact | values at 0.95 or more that are right | cells |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, s := range sets {
		all := scoring.Summarize(s.results)
		values, cells := scoring.Calibrate(s.results), scoring.CalibrateCells(s.results)
		fmt.Fprintf(b, "| %s | %d | %.3f | %s | %s | %s | %.3f | %s | %s |\n", s.title(), all.Documents, all.TypeFound, s.f1("text"), s.f1("scan"), s.f1("photo"), all.Exact,
			share(values.SureRight, values.Sure), share(cells.SureRight, cells.Sure))
	}
}

// weakest says what is still weak: of each set the types that lose most.
func weakest(b *strings.Builder, sets []scoredSet) {
	const shown = 5
	b.WriteString("\n| Set | weakest types, by F1 |\n|---|---|\n")
	for _, s := range sets {
		byType := map[string][]scoring.Result{}
		for _, r := range s.results {
			if typ := r.Sample.Truth.DocumentType; typ != "" {
				byType[typ] = append(byType[typ], r)
			}
		}
		f1 := func(typ string) float64 { return scoring.Summarize(byType[typ]).F1 }
		types := slices.SortedFunc(maps.Keys(byType), func(a, b string) int { return cmp.Or(cmp.Compare(f1(a), f1(b)), strings.Compare(a, b)) })
		for i, typ := range types {
			types[i] = fmt.Sprintf("%s %.2f", typ, f1(typ))
		}
		if len(types) > 0 {
			fmt.Fprintf(b, "| %s | %s |\n", s.title(), strings.Join(types[:min(shown, len(types))], ", "))
		}
	}
}

func (s scoredSet) title() string { return strings.ReplaceAll(s.name, "-", " ") }

// f1 is that of the documents with a tag.
func (s scoredSet) f1(tag string) string {
	var tagged []scoring.Result
	for _, r := range s.results {
		if r.Sample.Truth.Tagged(tag) && r.Sample.Truth.DocumentType != "" {
			tagged = append(tagged, r)
		}
	}
	if len(tagged) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", scoring.Summarize(tagged).F1)
}

func (s scoredSet) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s: %d documents\n", strings.ToUpper(s.title()[:1])+s.title()[1:], len(s.results))
	byTag, byType, byFolder := map[string][]scoring.Result{}, map[string][]scoring.Result{}, map[string][]scoring.Result{}
	var fields []scoring.Result
	for _, r := range s.results {
		folder := filepath.Base(filepath.Dir(r.Sample.Path))
		byFolder[folder] = append(byFolder[folder], r)
		if r.Sample.Truth.DocumentType == "" {
			byType[none] = append(byType[none], r)
			continue
		}
		fields = append(fields, r)
		byType[r.Sample.Truth.DocumentType] = append(byType[r.Sample.Truth.DocumentType], r)
		for _, tag := range r.Sample.Truth.Tags {
			byTag[tag] = append(byTag[tag], r)
		}
	}
	if len(fields) == 0 {
		fmt.Fprintf(b, "\n%.3f of them are refused.\n", scoring.Summarize(s.results).TypeFound)
		return
	}
	byTag["**all**"] = fields
	table(b, "Kind", byTag)
	table(b, "Type", byType)
	if len(byFolder) > 1 {
		programs(b, byFolder)
	}
	calibration(b, "single values", scoring.Calibrate(fields))
	calibration(b, "cells of lists", scoring.CalibrateCells(fields))
	worst(b, byType)
}

// programs says of each folder what matters most of invoices and slips: the sum to pay, and the items.
func programs(b *strings.Builder, byFolder map[string][]scoring.Result) {
	b.WriteString("\n| From | n | F1 | exact | sum to pay right | leaves of lists right |\n|---|---|---|---|---|---|\n")
	for _, folder := range slices.Sorted(maps.Keys(byFolder)) {
		var sum, lists scoring.Tally
		for _, r := range byFolder[folder] {
			for name, t := range r.ByField {
				switch _, list := r.Sample.Truth.Fields[name].([]any); {
				case list:
					lists.Add(*t)
				case name == "valor_total" || name == "valor_documento":
					sum.Add(*t)
				}
			}
		}
		all := scoring.Summarize(byFolder[folder])
		fmt.Fprintf(b, "| %s | %d | %.3f | %.3f | %s | %s |\n", folder, all.Documents, all.F1, all.Exact, share(sum.Right, sum.Wanted), share(lists.Right, lists.Wanted))
	}
}

func table(b *strings.Builder, title string, groups map[string][]scoring.Result) {
	fmt.Fprintf(b, "\n| %s | n | type found | precision | recall | F1 | exact | boxes |\n|---|---|---|---|---|---|---|---|\n", title)
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

func calibration(b *strings.Builder, of string, c scoring.Calibration) {
	if c.Fields == 0 {
		return
	}
	fmt.Fprintf(b, "\nConfidence over %d %s: expected calibration error %.3f. %s of them are given with 0.95 or more; of those %s are right.\n",
		c.Fields, of, c.ECE, share(c.Sure, c.Fields), share(c.SureRight, c.Sure))
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
