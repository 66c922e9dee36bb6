package extraction_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"lavra.dev/processors/tools/forms"
)

// formsFolder holds a file for each document, in a folder for each type; package forms says how
// one is written.
const formsFolder = "testdata/forms"

func TestForms(t *testing.T) {
	count := 0
	err := filepath.WalkDir(formsFolder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		count++
		form, err := forms.Read(path)
		if err != nil {
			return err
		}
		t.Run(form.Type+"/"+strings.TrimSuffix(d.Name(), ".txtar"), func(t *testing.T) {
			compare(t, read(t, form.Type, form.Document), form.Want)
		})
		return nil
	})
	if err != nil || count == 0 {
		t.Fatalf("%d forms, %v", count, err)
	}
}
