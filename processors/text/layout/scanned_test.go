package layout

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

func TestSealMarks(t *testing.T) {
	for text, want := range map[string]bool{
		"(o)": true, "o)": true, "(O": true, "<s": true, "[al": true, "a)": false, "(a)": false, "(x)": false, "[x]": false, "1)": false, "(R$)": false, "Luz": false,
	} {
		if got := sealMarks.MatchString(text); got != want {
			t.Errorf("%s is taken for the mark of a seal: %t, want %t", text, got, want)
		}
	}
}

// A stub's words up the side of a page stand at the height of many lines, and belong to none of them.
func TestPrintUpTheSideComesLast(t *testing.T) {
	line := func(left, top, width, height float64, words ...string) document.Line {
		var l document.Line
		for i, text := range words {
			l.Words = append(l.Words, document.Word{Text: text, Confidence: 0.9, Box: document.Box{Left: left + float64(i)*1.2*width, Top: top, Width: width, Height: height}})
		}
		return l
	}
	page := document.Page{Width: 800, Height: 600, Source: document.OCR, Lines: []document.Line{
		line(0.2, 0.30, 0.1, 0.02, "PARAFUSO", "843,00"), line(0.05, 0.2, 0.02, 0.22, "ASSINATURA"), line(0.2, 0.33, 0.1, 0.02, "PORCA", "769,20"),
	}}
	var got []string
	for _, l := range readLines(page) {
		var words []string
		for _, w := range l {
			words = append(words, w.Text)
		}
		got = append(got, strings.Join(words, " "))
	}
	if want := "PARAFUSO 843,00|PORCA 769,20|ASSINATURA"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}
