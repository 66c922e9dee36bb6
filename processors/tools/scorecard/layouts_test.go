package main

import (
	"path/filepath"
	"testing"

	"lavra.dev/platform/nativelib"
	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/processors/tools/readings"
	"lavra.dev/processors/tools/scoring"
)

// layouts are documents of other issuers than those of the samples, imitated from
// banks, courts, registries, software houses: most types in four layouts.
const layouts = "testdata/layouts"

// Every layout is told by its type, and nearly all of its values are read right.
func TestLayoutsOfOtherIssuers(t *testing.T) {
	t.Setenv(nativelib.Variable, filepath.Dir(nativelibtest.Path(t, "libpdfium.so")))
	samples, err := scoring.Load([]string{layouts})
	if err != nil || len(samples) < 50 {
		t.Fatalf("%d samples, %v", len(samples), err)
	}
	kept := readings.Keeper{Folder: filepath.Join(t.TempDir(), "readings")}
	defer kept.Close()
	byType := map[string]*scoring.Tally{}
	all := &scoring.Tally{}
	for _, s := range samples {
		doc, _, err := kept.Read(t.Context(), s.Path)
		if err != nil {
			t.Fatal(err)
		}
		r, _ := judge(s, doc, false)
		if !r.RightType {
			t.Errorf("%s is read as %q", s.Name, r.Detected)
		}
		for _, tally := range r.ByField {
			if byType[s.Truth.DocumentType] == nil {
				byType[s.Truth.DocumentType] = &scoring.Tally{}
			}
			byType[s.Truth.DocumentType].Add(*tally)
			all.Add(*tally)
		}
	}
	for name, tally := range byType {
		if _, _, f1 := tally.Score(); f1 < 0.88 {
			t.Errorf("%s: F1 %.3f", name, f1)
		}
	}
	precision, recall, f1 := all.Score()
	t.Logf("precision %.3f, recall %.3f, F1 %.3f", precision, recall, f1)
	if f1 < 0.97 {
		t.Errorf("F1 %.3f over all", f1)
	}
}

// The samples that are text, which a user sees first, are read right but for a leaf or two.
func TestTheSamples(t *testing.T) {
	t.Setenv(nativelib.Variable, filepath.Dir(nativelibtest.Path(t, "libpdfium.so")))
	samples, err := scoring.Load([]string{"../../../samples"})
	if err != nil {
		t.Fatal(err)
	}
	kept := readings.Keeper{Folder: filepath.Join(t.TempDir(), "readings")}
	defer kept.Close()
	count := 0
	for _, s := range samples {
		if !s.Truth.Tagged("text") {
			continue
		}
		count++
		doc, _, err := kept.Read(t.Context(), s.Path)
		if err != nil {
			t.Fatal(err)
		}
		r, _ := judge(s, doc, false)
		all := &scoring.Tally{}
		for _, tally := range r.ByField {
			all.Add(*tally)
		}
		if _, _, f1 := all.Score(); !r.RightType || f1 < 0.95 {
			t.Errorf("%s, read as %q: F1 %.3f", s.Name, r.Detected, f1)
		}
	}
	if count < 20 {
		t.Errorf("%d samples are text", count)
	}
}
