// Command fit makes the models that weigh candidates, values and cells of lists.
//
//	go run ./tools/fit -out extraction/models FOLDER[@WEIGHT][#WORDING]...
//
// In come folders of samples with their truth; out go the files of the models, and on
// standard output how well they judge documents that they were not fitted to. Each document
// is also read with a part of the catalogue's labels and patterns hidden, and in words of which one
// in five is known to nobody, since the documents that matter are worded in ways that nobody has read. Folders of one
// WORDING are in the words of the same people.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"lavra.dev/processors/extraction/choose"
	"lavra.dev/processors/tools/boosting"
)

func main() {
	cache := flag.String("cache", os.TempDir()+"/lavra-readings", "`folder` of kept readings")
	out := flag.String("out", "", "`folder` to write the models to; none: only report")
	ways := flag.Int("ways", 3, "how many ways each document is read: as it is, with a part of the catalogue hidden, in unknown words")
	only := flag.String("only", "", "fit only nearby, the model of what stands around values, which the others need first; wraps, that of values that go on in the next line; calibration, how far the confidences of the models in -out hold on folders that they were not fitted to; or doubt, what speaks against the words that OCR read")
	strangers := flag.String("strangers", filepath.Join(os.TempDir(), "lavra-strangers"), "`folder` of the models that -only nearby fits without some of the wordings: each document is weighed by one that has not read its words")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "fit: name at least one folder of samples")
		os.Exit(2)
	}
	if err := run(context.Background(), settings{*cache, *out, *strangers, *only, *ways}, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

// folds is how many parts the wordings are dealt out to, or for wraps the layouts: each is judged by models that were
// fitted to the others.
const folds = 3

// What is fitted. Of candidates 110 trees have a log loss of 0.0719 on documents held back, where 60 had 0.0760 (ADR 062).
var (
	ofCandidates = boosting.Settings{Trees: 110, Depth: 5, Rate: 0.15, Least: 8, Ridge: 5}
	ofValues     = boosting.Settings{Trees: 90, Depth: 4, Rate: 0.12, Least: 12, Ridge: 10}
	ofGuesses    = boosting.Settings{Trees: 140, Depth: 5, Rate: 0.12, Least: 8, Ridge: 5}
	ofCells      = boosting.Settings{Trees: 90, Depth: 4, Rate: 0.12, Least: 12, Ridge: 10}
)

// settings are the flags.
type settings struct {
	cache, out, strangers, only string
	ways                        int
}

func run(ctx context.Context, set settings, folders []string) error {
	if set.out != "" { // hours of fitting are not lost for want of a folder
		if err := os.MkdirAll(set.out, 0o755); err != nil {
			return fmt.Errorf("making the folder of the models: %w", err)
		}
	}
	documents, err := load(ctx, set.cache, folders)
	if err != nil {
		return err
	}
	if set.only == "calibration" {
		return fitCalibration(documents, set.out)
	}
	if set.only == "doubt" {
		return fitDoubt(documents, set.out)
	}
	var work []reading
	for _, d := range documents {
		for variant := range set.ways {
			work = append(work, reading{document: d, variant: variant})
		}
	}
	byVariant(work)
	switch set.only {
	case "nearby":
		return fitNearby(work, set.out, set.strangers)
	case "wraps":
		return fitWraps(work, set.out)
	}
	around, err := readStrangers(set.strangers)
	if err != nil {
		return err
	}
	return fitChoice(work, len(documents), set.out, around)
}

// fitChoice fits the models of candidates, and by what those choose the models of chosen values, of cells and of guesses.
func fitChoice(work []reading, documents int, out string, around strangers) error {
	candidates := candidateExamples(work, around)
	fmt.Printf("%d documents, %d readings, %d candidates\n", documents, len(work), len(candidates))
	chosen := chosenExamples(work, try("candidate", candidates, len(choose.CandidateFeatures), ofCandidates), around)
	models := map[string]*boosting.Model{"candidate": boosting.Fit(candidates, len(choose.CandidateFeatures), ofCandidates)}
	for _, m := range []struct {
		name     string
		examples []boosting.Example
		settings boosting.Settings
	}{{"value", chosen.values, ofValues}, {"cell", chosen.cells, ofCells}, {"guess", chosen.guesses, ofGuesses}} {
		features := len(choose.ModelFiles[m.name])
		try(m.name, m.examples, features, m.settings)
		models[m.name] = boosting.Fit(m.examples, features, m.settings)
	}
	if out == "" {
		return nil
	}
	for name, m := range models {
		if err := write(filepath.Join(out, name+".txt"), m, choose.ModelFiles[name]); err != nil {
			return err
		}
	}
	return nil
}

func write(path string, m *boosting.Model, features []string) error {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("writing a model: %w", err)
	}
	if err := m.Write(file, features); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return file.Close()
}

// try fits a model to all folds but one, for each, and reports how well those judge the examples that they
// were not fitted to.
func try(name string, examples []boosting.Example, features int, settings boosting.Settings) (perFold []*boosting.Model) {
	for k := range folds {
		perFold = append(perFold, boosting.Fit(outside(examples, k), features, settings))
	}
	report(name, examples, func(e boosting.Example) float64 { return perFold[e.Group%folds].Of(e.Vector) })
	return perFold
}

// outside are the examples of all folds but one.
func outside(all []boosting.Example, fold int) []boosting.Example {
	var out []boosting.Example
	for _, e := range all {
		if e.Group%folds != fold {
			out = append(out, e)
		}
	}
	return out
}
