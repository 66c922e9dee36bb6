package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"

	"lavra.dev/processors/tools/scoring"
)

// tolerated is how much of its F1 a set may lose: a value or two of a set of a hundred documents.
const tolerated = 0.003

// gate scores each set on a line of its own and compares it with the baseline, where there is one. Nothing of a
// document is printed: sets that nobody may look at are scored like the others.
func gate(ctx context.Context, o options, w io.Writer) error {
	file, err := os.Open(o.sets)
	if err != nil {
		return fmt.Errorf("reading the sets: %w", err)
	}
	defer file.Close()
	sets, err := scoring.ReadSets(file)
	if err != nil {
		return err
	}
	before, err := readBaseline(o.baseline)
	if err != nil {
		return err
	}
	after, fallen := map[string]float64{}, []string{}
	for _, s := range sets {
		o.tag = s.Tag
		results, err := score(ctx, o, s.Folders, io.Discard)
		if err != nil {
			return fmt.Errorf("scoring %s: %w", s.Name, err)
		}
		f1, change := merit(results), ""
		after[s.Name] = f1
		if old, known := before[s.Name]; known {
			change = fmt.Sprintf("  %+.3f", f1-old)
			if f1 < old-tolerated {
				fallen = append(fallen, fmt.Sprintf("%s %.3f -> %.3f", s.Name, old, f1))
			}
		}
		printSet(w, s.Name, results, change)
	}
	if len(fallen) > 0 {
		return fmt.Errorf("fallen: %s", strings.Join(fallen, ", "))
	}
	if o.keep {
		return writeBaseline(o.baseline, after)
	}
	return nil
}

// merit is the F1 of a set; of documents that are none of the types, the share that is refused.
func merit(results []scoring.Result) float64 {
	s := scoring.Summarize(results)
	if refusals(results) {
		return s.TypeFound
	}
	return s.F1
}

// refusals reports whether all documents of a set are none of the types.
func refusals(results []scoring.Result) bool {
	return !slices.ContainsFunc(results, func(r scoring.Result) bool { return r.Sample.Truth.DocumentType != "" })
}

func printSet(w io.Writer, name string, results []scoring.Result, change string) {
	s, single, cells := scoring.Summarize(results), scoring.Calibrate(results), scoring.CalibrateCells(results)
	if refusals(results) {
		fmt.Fprintf(w, "%-22s n=%-4d refused=%.3f%s\n", name, s.Documents, s.TypeFound, change)
		return
	}
	fmt.Fprintf(w, "%-22s n=%-4d type=%.3f F1=%.3f exact=%.3f  fields: ECE %.3f, %.2f sure, right %.4f  cells: ECE %.3f, %.2f sure, right %.4f%s\n",
		name, s.Documents, s.TypeFound, s.F1, s.Exact,
		single.ECE, single.SureShare(), single.SureRightShare(), cells.ECE, cells.SureShare(), cells.SureRightShare(), change)
}

func readBaseline(path string) (map[string]float64, error) {
	kept := map[string]float64{}
	if path == "" {
		return kept, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return kept, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the baseline: %w", err)
	}
	if err := json.Unmarshal(data, &kept); err != nil {
		return nil, fmt.Errorf("reading the baseline: %w", err)
	}
	return kept, nil
}

func writeBaseline(path string, after map[string]float64) error {
	for name, f1 := range after {
		after[name] = math.Round(f1*1e4) / 1e4
	}
	data, err := json.MarshalIndent(after, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
		return fmt.Errorf("keeping the baseline: %w", err)
	}
	return nil
}
