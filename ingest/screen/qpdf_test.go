package screen

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// active is what the screen blocks, in the plain form that qpdf writes.
var active = regexp.MustCompile(`/(JavaScript|JS|Launch|SubmitForm|ImportData|EmbeddedFiles?|XFA|RichMedia)[ \n(<\[/]`)

// TestQPDFAgrees compares with a reader that knows the format by heart: what it
// finds in its unpacked form of a file, and how many pages it counts.
func TestQPDFAgrees(t *testing.T) {
	if _, err := exec.LookPath("qpdf"); err != nil {
		t.Skip("qpdf is not installed")
	}
	files, err := filepath.Glob("testdata/*.pdf")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := filepath.Glob("../../samples/*.pdf")
	if err != nil || len(samples) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, name := range append(files, samples...) {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v := Examine(file)
		if v.Blocked { // what matters is what was let through
			continue
		}
		plain, err := exec.CommandContext(t.Context(), "qpdf", "--qdf", "--object-streams=disable", name, "-").Output()
		if err != nil {
			continue // not a PDF at all, or one that needs a password
		}
		if found := active.Find(withoutStreams(plain)); found != nil {
			t.Errorf("%s: qpdf shows %s, the screen says %+v", name, found, v)
		}
		pages, err := exec.CommandContext(t.Context(), "qpdf", "--show-npages", name).Output()
		if err != nil {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSpace(string(pages))); err == nil && n != v.Pages {
			t.Errorf("%s: qpdf counts %d pages, the screen %d", name, n, v.Pages)
		}
	}
}

// withoutStreams leaves the objects: the text of a page may hold any word.
func withoutStreams(pdf []byte) []byte {
	var objects []byte
	for {
		before, rest, found := bytes.Cut(pdf, []byte("\nstream\n"))
		objects = append(objects, before...)
		if !found {
			return objects
		}
		_, pdf, _ = bytes.Cut(rest, []byte("endstream"))
	}
}
