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

// A minus as long as a dash, of which OCR is unsure, is what is left of a rule as well, but for its place.
func TestMinusBeforeAmounts(t *testing.T) {
	for name, c := range map[string]struct {
		left, top float64 // of the dash
		amount    string
		want      string
	}{
		"close before the sign of money": {0.47, 0.305, "R$", "Pix - R$"},
		"close before an amount":         {0.47, 0.305, "1.078,09", "Pix - 1.078,09"},
		"before a name":                  {0.47, 0.305, "Pipa", "Pix Pipa"},
		"apart":                          {0.40, 0.305, "R$", "Pix R$"},
		"under the line":                 {0.47, 0.315, "R$", "Pix R$"},
	} {
		word := func(text string, left, top, width, height, confidence float64) document.Word {
			return document.Word{Text: text, Confidence: confidence, Box: document.Box{Left: left, Top: top, Width: width, Height: height}}
		}
		page := document.Page{Width: 600, Height: 800, Source: document.OCR, Lines: []document.Line{{Words: []document.Word{
			word("Pix", 0.1, 0.3, 0.05, 0.012, 0.97), word("—", c.left, c.top, 0.02, 0.002, 0.6), word(c.amount, 0.5, 0.3, 0.1, 0.012, 0.97)}}}}
		var got []string
		for _, w := range readLines(page)[0] {
			got = append(got, w.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("a dash %s: %q, want %q", name, strings.Join(got, " "), c.want)
		}
	}
}
