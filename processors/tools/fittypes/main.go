// Command fittypes fits the weights by which the type of a document is told, and writes
// them as a table.
//
// In come folders of samples with their truths, and texts of documents by their types and
// of none; out goes the table. The same folders give the same table.
package main

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/classification/linear"
	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/tools/readings"
	"lavra.dev/processors/tools/scoring"
)

func main() {
	cache := flag.String("cache", "", "folder of kept readings")
	pages := flag.String("texts", "processors/classification/testdata/texts,processors/extraction/testdata/forms",
		"folders of typewritten pages, in one folder for each type and for "+classification.None)
	out := flag.String("out", "processors/classification/weights.tsv", "the table")
	check := flag.Bool("check", false, "fit nothing: say how often the table is right on the folders")
	flag.Parse()
	if err := run(context.Background(), *cache, *pages, *out, *check, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, cache, pages, out string, check bool, folders []string) error {
	m := classification.Untrained()
	examples, err := samples(ctx, m, cache, folders)
	if err != nil {
		return err
	}
	others, err := texts(m, pages)
	if err != nil {
		return err
	}
	examples = append(examples, others...)
	if check {
		table, err := os.ReadFile(out)
		if err != nil {
			return fmt.Errorf("reading the table: %w", err)
		}
		if m, err = linear.Read(table, m.Classes, m.Features, len(m.Evidence)); err != nil {
			return err
		}
		report(m, examples)
		return nil
	}
	fit(m, examples)
	report(m, examples)
	return os.WriteFile(out, m.Write(), 0o644)
}

// example is an observation with the class that it is of.
type example struct {
	name  string
	input linear.Input
	class int
	worth float64
}

// samples observes the documents of folders.
func samples(ctx context.Context, m *linear.Model, cache string, folders []string) ([]example, error) {
	all, err := scoring.Load(folders)
	if err != nil {
		return nil, err
	}
	kept := readings.Keeper{Folder: cache}
	defer kept.Close()
	var out []example
	for _, s := range all {
		if strings.HasSuffix(s.Path, ".xml") {
			continue
		}
		doc, _, err := kept.Read(ctx, s.Path)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", s.Name, err)
		}
		class := classOf(m, s.Truth.DocumentType)
		out = append(out, example{s.Name, classification.Observe(doc), class, 1})
	}
	return out, nil
}

// texts observes typewritten documents, each as text and as a scan would give it.
func texts(m *linear.Model, folders string) ([]example, error) {
	var out []example
	for _, folder := range strings.Split(folders, ",") {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			pages := pagesOf(data)
			class := classOf(m, strings.ToUpper(filepath.Base(filepath.Dir(path))))
			for _, doc := range []document.Document{documenttest.Typewritten(pages...), documenttest.Scanned(0.95, pages...)} {
				out = append(out, example{filepath.Base(path), classification.Observe(doc), class, 1})
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("reading texts: %w", err)
		}
	}
	return out, nil
}

// pagesOf gives the pages of a text: the parts of an archive that are pages, or all of it.
func pagesOf(data []byte) []string {
	var pages []string
	for _, f := range txtar.Parse(data).Files {
		if f.Name == "page" {
			pages = append(pages, string(f.Data))
		}
	}
	if pages == nil {
		pages = strings.Split(string(data), "\f")
	}
	return pages
}

// classOf finds the class of a type; that of none for a type without name.
func classOf(m *linear.Model, name string) int {
	for c, class := range m.Classes {
		if class == classification.Family(name) {
			return c
		}
	}
	return len(m.Classes) - 1
}

func report(m *linear.Model, examples []example) {
	right, sum := 0, 0.0
	for _, e := range examples {
		p := linear.Probabilities(m.Scores(e.input))
		best := 0
		for c := range p {
			if p[c] > p[best] {
				best = c
			}
		}
		if best == e.class {
			right++
		} else {
			fmt.Printf("%s is %s, taken for %s (%.2f against %.2f)\n", e.name, m.Classes[e.class], m.Classes[best], p[best], p[e.class])
		}
		sum += p[e.class]
	}
	n := float64(max(len(examples), 1))
	fmt.Printf("%d documents, %.4f of them right, mean probability %.4f\n", len(examples), float64(right)/n, sum/n)
}
