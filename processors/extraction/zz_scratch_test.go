package extraction_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction"
	"lavra.dev/schemas/catalogue"
)

func TestScratch(t *testing.T) {
	files, _ := filepath.Glob("/tmp/r4tax/forms/" + os.Getenv("ONLY") + "*.txt")
	for _, p := range files {
		data, _ := os.ReadFile(p)
		doc := documenttest.Typewritten(string(data))
		name := strings.Split(filepath.Base(p), ".")[1]
		typ, _ := catalogue.Lookup(name)
		d := classification.Detect(doc, nil, time.Now(), 0.5, "")
		fmt.Printf("== %s %s\n", filepath.Base(p), deref(d.Detected))
		for _, f := range extraction.Extract(doc, typ, extraction.Options{ReceivedAt: time.Now()}) {
			fmt.Printf("  %s = %s (%.2f)\n", f.Name, f.Value, f.Confidence)
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}
