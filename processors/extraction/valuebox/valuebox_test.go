package valuebox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// Each drawing has under it what may be the value of each label: all that stands in its
// boxes and is none of the labels, or "anything" where no box says where.
func TestValuesOfLabels(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no drawings: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			drawing, expected, _ := strings.Cut(string(text), "\nvalues\n")
			sheet := layout.Of(documenttest.Drawn(drawing))
			var names, values []string
			for line := range strings.Lines(expected) {
				name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
				names, values = append(names, name), append(values, value)
			}
			labels := find(sheet, names)
			if len(labels) < len(names) {
				t.Fatalf("%d labels are drawn, want %d", len(labels), len(names))
			}
			sets := Of(sheet, labels)
			for i, l := range labels {
				name := textOf(sheet, l.First, l.Last)
				for k := range names {
					if got := valueOf(sheet, sets[i], labels); names[k] == name && got != values[k] {
						t.Errorf("%s: %q, want %q", name, got, values[k])
					}
				}
			}
		})
	}
}

// find lists the labels of those names, in reading order.
func find(sheet *layout.Sheet, names []string) []Label {
	var out []Label
	for i := 0; i < len(sheet.Tokens); i++ {
		for _, name := range names {
			last := i + len(strings.Fields(name)) - 1
			if last < len(sheet.Tokens) && textOf(sheet, i, last) == name {
				out = append(out, Label{i, last})
				i = last
				break
			}
		}
	}
	return out
}

func textOf(sheet *layout.Sheet, first, last int) string {
	var words []string
	for i := first; i <= last; i++ {
		words = append(words, sheet.Tokens[i].Text)
	}
	return strings.Join(words, " ")
}

func valueOf(sheet *layout.Sheet, set Set, labels []Label) string {
	if len(set.Boxes) == 0 {
		return "anything"
	}
	var words []string
	for i := range sheet.Tokens {
		in := set.Admits(sheet.Cells[sheet.Tokens[i].Cell].Box)
		for _, l := range labels {
			in = in && (i < l.First || i > l.Last)
		}
		if in {
			words = append(words, sheet.Tokens[i].Text)
		}
	}
	return strings.Join(words, " ")
}
