package choose

import (
	"os"
	"strings"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

// readPage is a page of lines that OCR read, each word as sure as usual but those that end with "?".
func readPage(lines ...string) document.Document {
	var page document.Page
	for _, text := range lines {
		var line document.Line
		for word := range strings.FieldsSeq(text) {
			w := document.Word{Text: strings.TrimSuffix(word, "?"), Confidence: 0.96}
			if w.Text != word {
				w.Confidence = 0.5
			}
			line.Words = append(line.Words, w)
		}
		page.Lines = append(page.Lines, line)
	}
	return document.Document{Pages: []document.Page{page}}
}

// valueOn is a value that is the whole of a line, as sure as if nothing spoke against its reading.
func valueOn(doc document.Document, line int, witnesses ...string) event.Leaf {
	words := int32(len(doc.Pages[0].Lines[line].Words))
	return event.Leaf{Path: "fields.valor", Confidence: 0.995, Witnesses: witnesses, Spans: []event.Span{{Page: 1, Line: int32(line), Last: words - 1}}}
}

func TestAValueIsLessSureForHowItsWordsWereRead(t *testing.T) {
	calibration := models(t).Calibration
	sureness := func(doc document.Document, line int, witnesses ...string) float64 {
		fields := []event.Field{{Leaves: []event.Leaf{valueOn(doc, line, witnesses...)}}}
		calibration.apply(fields, DoubtsOf(doc))
		return fields[0].Confidence
	}
	plain := sureness(readPage("Marcos Teixeira", "Certidão de nascimento"), 0)
	for name, c := range map[string]struct {
		doc       document.Document
		witnesses []string
		lower     bool
	}{
		"a word read badly":               {doc: readPage("Marcos? Teixeira", "Certidão de nascimento"), lower: true},
		"a figure read badly":             {doc: readPage("782516?", "Certidão de nascimento"), lower: true},
		"an accent lost":                  {doc: readPage("JOAO TEIXEIRA", "CERTIDÃO DE CÂMARA", "OCUPAÇÃO"), lower: true},
		"an accent mistaken":              {doc: readPage("Joáo Teixeira", "Certidão de nascimento"), lower: true},
		"a dash that may be a longer one": {doc: readPage("Teixeira - Comércio", "Certidão de nascimento"), lower: true},
		"accents as they are written":     {doc: readPage("João Câmara", "Certidão de nascimento")},
	} {
		if got := sureness(c.doc, 0, c.witnesses...); got < plain != c.lower {
			t.Errorf("%s: %.3f, where %.3f is as sure as can be", name, got, plain)
		}
	}
	if a, b := sureness(readPage("JOAO"), 0), sureness(readPage("JOAO", "SAO GONCALO", "CERTIDAO DE OBITO"), 0); a >= b {
		t.Errorf("%.3f on a page of no other capitals, %.3f where all capitals are without accents", a, b)
	}
	if a, b := sureness(readPage("782516?", "Rua A"), 0), sureness(readPage("782516?", "Rua A"), 0, provenByDigit); a >= b {
		t.Errorf("%.3f of figures read badly, %.3f where check digits prove them", a, b)
	}
}

// Nothing speaks against the words of a text layer.
func TestTextIsNotDoubted(t *testing.T) {
	doc := readPage("JOAO 782516? -", "CÂMARA")
	for i := range doc.Pages[0].Lines[0].Words {
		doc.Pages[0].Lines[0].Words[i].Confidence = 1
	}
	leaf := valueOn(doc, 0)
	if got := DoubtsOf(doc).Of(&leaf); got != (Doubt{}) {
		t.Errorf("%+v speaks against text", got)
	}
}

func TestCalibrationIsReadAsWritten(t *testing.T) {
	want := Calibration{Value: Sureness{Base: -1, Own: 2, Others: 3, Worst: -4, Figures: -5, Bare: -6, Other: -7, Sign: -8}, Cell: Sureness{Own: 1}}
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/"+CalibrationFile, []byte(want.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := readCalibration(os.DirFS(dir)); err != nil || *got != want {
		t.Errorf("%+v, %v", got, err)
	}
}
