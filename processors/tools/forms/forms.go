// Package forms reads documents that stand as text files with what must be read of them.
//
// In come the files under extraction/testdata/forms; out go documents with the values that
// are wanted. The tests of extraction compare with them, and tools/fit learns from them:
// they are printed in more ways than the generator of samples knows.
package forms

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
)

// Form is a document with what must be read of it.
type Form struct {
	Type     string
	Document document.Document
	Want     map[string]string // JSON by field; "" where none may be read. Other fields are not told
}

// Read reads a file, which stands in the folder of its type. Its first line says what a user would
// notice; `scan: 0.95` under it makes the pages a scan whose words are that sure, `drawn` makes lines of what
// looks so. Then come the pages as a typewriter sets them, and what must be read: a field and
// its value as JSON on each line, a list with a row on each line, a field alone where none may be read.
func Read(path string) (Form, error) {
	form := Form{Type: strings.ToUpper(filepath.Base(filepath.Dir(path))), Want: map[string]string{}}
	data, err := os.ReadFile(path)
	if err != nil {
		return form, fmt.Errorf("reading a form: %w", err)
	}
	archive := txtar.Parse(data)
	var pages []string
	for _, f := range archive.Files {
		switch f.Name {
		case "page":
			pages = append(pages, string(f.Data))
		case "want":
			form.Want = wanted(string(f.Data))
		default:
			return form, fmt.Errorf("reading %s: a part named %q", path, f.Name)
		}
	}
	if len(pages) == 0 || len(form.Want) == 0 {
		return form, fmt.Errorf("reading %s: no page, or nothing that is wanted", path)
	}
	_, sure, scan := strings.Cut(string(archive.Comment), "\nscan: ")
	switch {
	case strings.HasSuffix(string(archive.Comment), "\ndrawn\n"):
		form.Document = documenttest.Drawn(pages...)
	case !scan:
		form.Document = documenttest.Typewritten(pages...)
	default:
		confidence, err := strconv.ParseFloat(strings.TrimSpace(sure), 64)
		if err != nil {
			return form, fmt.Errorf("reading %s: %w", path, err)
		}
		form.Document = documenttest.Scanned(confidence, pages...)
	}
	return form, nil
}

// wanted reads the lines `field value`; a list may have its rows on lines of their own, indented.
func wanted(text string) map[string]string {
	want := map[string]string{}
	list, rows := "", []string(nil)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		name, value, _ := strings.Cut(line, " ")
		switch {
		case list != "" && line == "]":
			want[list], list, rows = "["+strings.Join(rows, ",")+"]", "", nil
		case list != "":
			rows = append(rows, strings.TrimSpace(line))
		case value == "[":
			list = name
		case name != "":
			want[name] = value
		}
	}
	return want
}
