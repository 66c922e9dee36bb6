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

// rewrites are what qpdf can make of a file without changing what it means.
var rewrites = map[string][]string{
	"object streams":                   {"--object-streams=generate"},
	"object streams, not packed":       {"--object-streams=generate", "--stream-data=uncompress"},
	"object streams, encrypted by 256": {"--object-streams=generate", "--encrypt", "", "owner", "256", "--"},
	"object streams, encrypted by 128": {"--object-streams=generate", "--encrypt", "", "owner", "128", "--use-aes=y", "--"},
	"object streams, encrypted by 40":  {"--object-streams=generate", "--allow-weak-crypto", "--encrypt", "", "owner", "40", "--"},
	"one object after another":         {"--object-streams=disable", "--qdf"},
	"for the web":                      {"--linearize", "--object-streams=generate"},
	"packed again":                     {"--recompress-flate", "--compression-level=9", "--newline-before-endstream"},
}

// breaks are what may be wrong with a file that readers mend.
var breaks = map[string]func([]byte) []byte{
	"nothing":               func(file []byte) []byte { return file },
	"no place of the table": func(file []byte) []byte { return bytes.ReplaceAll(file, []byte("startxref"), []byte("startxxxx")) },
	"the end cut off":       func(file []byte) []byte { return file[:len(file)-40] },
	"lengths of all streams": func(file []byte) []byte {
		return regexp.MustCompile(`/Length \d`).ReplaceAll(file, []byte("/Length 0"))
	},
	"another revision behind": func(file []byte) []byte {
		return append(file, "9999 0 obj\n<</X 1>>\nendobj\nstartxref\n0\n%%EOF\n"...)
	},
	"lines before the header": func(file []byte) []byte { return append([]byte("\n\n\n\n"), file...) },
	"a wrong place of a table": func(file []byte) []byte {
		return regexp.MustCompile(`startxref\n\d`).ReplaceAll(file, []byte("startxref\n9"))
	},
}

// However qpdf writes a file, and whatever is then wrong with it, the screen
// says the same of it.
func TestTheScreenSeesThroughRewrites(t *testing.T) {
	if _, err := exec.LookPath("qpdf"); err != nil {
		t.Skip("qpdf is not installed")
	}
	for _, name := range []string{
		"testdata/javascript-open.pdf", "testdata/javascript-names.pdf", "testdata/javascript-escaped.pdf", "testdata/launch.pdf",
		"testdata/embedded-file.pdf", "testdata/javascript-object-stream.pdf", "../../samples/recibo-01.pdf", "../../samples/laudo-medico-01.pdf",
	} {
		original, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := Examine(original)
		for how, options := range rewrites {
			out := filepath.Join(t.TempDir(), "out.pdf")
			if text, err := exec.CommandContext(t.Context(), "qpdf", append(options, name, out)...).CombinedOutput(); err != nil && !bytes.Contains(text, []byte("succeeded with warnings")) {
				t.Fatalf("%s, %s: %v: %s", name, how, err, text)
			}
			rewritten, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			for wrong, damage := range breaks {
				got := Examine(damage(bytes.Clone(rewritten)))
				if got.Blocked != want.Blocked && !(wrong != "nothing" && got.Reason == "secured_unreadable") {
					t.Errorf("%s, %s, wrong: %s: got %+v, the original is %+v", name, how, wrong, got, want)
				}
				if wrong == "nothing" && !want.Blocked && got.Pages != want.Pages {
					t.Errorf("%s, %s: %d pages, want %d", name, how, got.Pages, want.Pages)
				}
			}
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
