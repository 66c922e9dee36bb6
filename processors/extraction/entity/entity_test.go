package entity

import (
	"os"
	"strings"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// sheet lays lines of text out one below the other.
func sheet(text string) *layout.Sheet {
	page := document.Page{Width: 842, Height: 1190}
	for n, text := range strings.Split(strings.TrimSpace(text), "\n") {
		var line document.Line
		left := 40.0
		for _, word := range strings.Fields(text) {
			width := 5 * float64(len([]rune(word)))
			line.Words = append(line.Words, document.Word{Text: word, Confidence: 1, Box: document.Box{Left: left / 842, Top: float64(100+14*n) / 1190, Width: width / 842, Height: 10.0 / 1190}})
			left += width + 4
		}
		page.Lines = append(page.Lines, line)
	}
	return layout.Of(document.Document{Pages: []document.Page{page}})
}

func readAll(s *layout.Sheet) []string {
	all := func(int) bool { return true }
	none := func(int) bool { return false }
	var out []string
	for _, e := range Over(s, Page{Wraps: all, GoesOn: func(int, int) bool { return true }, Label: none}).In(0, len(s.Tokens)) {
		var values []string
		for a := range attributes {
			if v, ok := e.Value(a); ok {
				values = append(values, nameOf(a)+"="+printed(s, v))
			}
		}
		line := strings.Join(values, "; ")
		if e.For {
			line = "for it: " + line
		}
		out = append(out, line)
	}
	return out
}

func nameOf(a Attribute) string {
	for name, b := range names {
		if a == b {
			return name
		}
	}
	return "?"
}

func printed(s *layout.Sheet, v Value) string {
	if v.Text != "" {
		return v.Text
	}
	r := recognise.Run{Sheet: s}
	for i := v.First; i <= v.Last; i++ {
		r.Index = append(r.Index, int32(i))
	}
	text := strings.TrimRight(r.Text(0, r.Len()-1), ",;")
	if strings.Count(text, ".") == 1 {
		text = strings.TrimRight(text, ".")
	}
	return text
}

func TestATextSaysWhoItSpeaksOf(t *testing.T) {
	data, err := os.ReadFile("testdata/parties.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(data), "===\n") {
		title, rest, _ := strings.Cut(part, "\n")
		text, want, _ := strings.Cut(rest, "---\n")
		t.Run(title, func(t *testing.T) {
			if got := strings.Join(readAll(sheet(text)), "\n"); got != strings.TrimSpace(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestTheLexiconNamesConceptsOnly(t *testing.T) {
	if _, err := read("nonsense\tword"); err == nil {
		t.Error("a concept that nobody knows is taken")
	}
}

func FuzzIn(f *testing.F) {
	data, err := os.ReadFile("testdata/parties.txt")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(data))
	f.Add("filho de")
	f.Add("NASCIDO em Natal doravante")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		s := sheet(text)
		for _, e := range Over(s, Page{Wraps: func(int) bool { return true }, GoesOn: func(int, int) bool { return true }, Label: func(int) bool { return false }}).In(0, len(s.Tokens)) {
			for _, v := range e.Values {
				if v.First < 0 || v.Last >= len(s.Tokens) || v.Last < v.First {
					t.Fatalf("a value at %d to %d of %d words", v.First, v.Last, len(s.Tokens))
				}
			}
		}
	})
}
