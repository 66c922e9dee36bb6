package processors_test

import (
	"path/filepath"
	"sync"
	"testing"
	"time"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/tools/forms"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Documents of all types that come at once are read as each of them alone. The race detector
// looks here for all rooms that classify and extract: by themselves they start nothing, and are tested without it.
func TestDocumentsAreReadAtOnce(t *testing.T) {
	files, err := filepath.Glob("extraction/testdata/forms/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var reading sync.WaitGroup
	for _, file := range files {
		form, err := forms.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		typ, ok := catalogue.Lookup(form.Type)
		if !ok || seen[form.Type] {
			continue
		}
		seen[form.Type] = true
		reading.Go(func() {
			classification.Detect(form.Document, nil, time.Now(), 0.5, event.Extract)
			got := map[string]string{}
			for _, f := range extraction.Extract(form.Document, typ) {
				got[f.Name] = f.Value
			}
			for name, value := range form.Want {
				if got[name] != value {
					t.Errorf("%s: %s is %s, want %s", file, name, got[name], value)
				}
			}
		})
	}
	reading.Wait()
	if len(seen) != len(catalogue.Names()) {
		t.Errorf("forms of %d types", len(seen))
	}
}
