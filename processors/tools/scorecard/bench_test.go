package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lavra.dev/platform/nativelib"
	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/tools/readings"
	"lavra.dev/processors/tools/scoring"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// BenchmarkText classifies and extracts documents with text whose readings are kept: what
// the engine costs a document. READINGS keeps them; DOCUMENTS is another folder than that of
// the samples, ONLY a part of the names.
func BenchmarkText(b *testing.B) {
	b.Setenv(nativelib.Variable, filepath.Dir(nativelibtest.Path(b, "libpdfium.so")))
	folder, cache := os.Getenv("DOCUMENTS"), os.Getenv("READINGS")
	if folder == "" {
		folder = "../../../samples"
	}
	if cache == "" {
		cache = b.TempDir()
	}
	samples, err := scoring.Load([]string{folder})
	if err != nil {
		b.Fatal(err)
	}
	kept := readings.Keeper{Folder: cache}
	defer kept.Close()
	var docs []document.Document
	for _, s := range samples {
		if !strings.HasSuffix(s.Path, ".pdf") || !s.Truth.Tagged("text") || !strings.Contains(s.Name, os.Getenv("ONLY")) {
			continue
		}
		doc, _, err := kept.Read(b.Context(), s.Path)
		if err != nil {
			b.Fatal(err)
		}
		docs = append(docs, doc)
	}
	work := func(doc document.Document) {
		doc = firstOf(doc)
		d := classification.Detect(doc, nil, received, 0.6, event.Extract)
		if d.Type != nil {
			typ, _ := catalogue.Lookup(*d.Type)
			extraction.Extract(doc, typ)
		}
	}
	for _, doc := range docs {
		work(doc) // compiles the types
	}
	b.ReportAllocs()
	before := spent(b)
	for i := 0; b.Loop(); i++ {
		work(docs[i%len(docs)])
	}
	b.ReportMetric((spent(b)-before).Seconds()*1e3/float64(b.N), "cpu-ms/op") // holds on a machine with other work
}

// spent is the processor time of this process so far.
func spent(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
