package reader

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lavra.dev/processors/document"
)

// pdf writes a file of one page that shows what the content says, in Helvetica.
func pdf(page, content string) []byte { return pdfIn("", page, content) }

// pdfIn is the same with a description of the font.
func pdfIn(font, page, content string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var at []int
	object := func(body string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), body)
	}
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
	object("<< /Type /Page /Parent 2 0 R " + page + " /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>")
	object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	// Three characters that no test needs name ligatures, as word processors embed them.
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R " + font + " >>")
	object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(ligatures), ligatures))
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, xref)
	return b.Bytes()
}

const ligatures = `/CIDInit /ProcSet findresource begin begincmap
1 begincodespacerange <00> <ff> endcodespacerange
3 beginbfchar <7b> <00740069> <7c> <74006900> <7d> <fb01> endbfchar
endcmap end`

func readPage(t *testing.T, file []byte) document.Page {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.pdf")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	doc, err := engine(t, Config{}).Read(context.Background(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return doc.Pages[0]
}

func text(p document.Page) string {
	var lines []string
	for _, l := range p.Lines {
		lines = append(lines, l.String())
	}
	return strings.Join(lines, " / ")
}

const portrait = "/MediaBox [0 0 600 800]"

func TestWordsOfATextLayer(t *testing.T) {
	for name, c := range map[string]struct{ page, content, want string }{
		"cells of a row are one line": {portrait,
			"BT /F 10 Tf 50 700 Td (Vencimento) Tj 300 0 Td (31/03/2026) Tj -300 -20 Td (Valor do documento 129,43) Tj ET",
			"Vencimento 31/03/2026 / Valor do documento 129,43"},
		"letters set apart are one word": {portrait,
			"BT /F 12 Tf 4 Tc 50 700 Td (CERTIDAO DE NASCIMENTO) Tj ET",
			"CERTIDAO DE NASCIMENTO"},
		"a label beside letters that overlap, as a script has them": {portrait,
			"BT /F 10 Tf 50 700 Td (Recebi de) Tj -1.3 Tc 12 Tw 50 0 Td (Panificadora Trigo de Ouro) Tj ET",
			"Recebi de Panificadora Trigo de Ouro"},
		"a value close behind a smaller caption": {portrait,
			"BT /F 5 Tf 50 700 Td (DATA DE EXPEDICAO) Tj /F 8 Tf 52.99 0 Td (12/MAI/2008) Tj ET",
			"DATA DE EXPEDICAO 12/MAI/2008"},
		"bold by printing twice": {portrait,
			"BT /F 12 Tf 50 700 Td (Total a pagar) Tj ET BT /F 12 Tf 50.4 700 Td (Total a pagar) Tj ET",
			"Total a pagar"},
		"a number over the end of another": {portrait,
			"BT /F 8 Tf 50 700 Td (2,0000) Tj 17 0 Td (23.918,7415) Tj ET",
			"2,0000 23.918,7415"},
		"a heading over the end of another": {portrait,
			"BT /F 8 Tf 50 700 Td (VALOR IPI) Tj 37.2 0 Td (ALIQ.) Tj ET",
			"VALOR IPI ALIQ."},
		"letters of a ligature are in one word": {portrait,
			"BT /F 10 Tf 50 700 Td (Conclusao: a{vidade que exija esforco repe{{vo) Tj ET",
			"Conclusao: atividade que exija esforco repetitivo"},
		"letters of a ligature whose bytes stand in the wrong order": {portrait,
			"BT /F 10 Tf 50 700 Td (Discopa|a degenera|va) Tj ET",
			"Discopatia degenerativa"},
		"letters of a ligature that has a character are in one word": {portrait,
			"BT /F 10 Tf 50 700 Td (Santa E}genia, plano }bra) Tj ET",
			"Santa Efigenia, plano fibra"},
		"what is drawn without ink is not there": {portrait,
			"BT /F 12 Tf 50 700 Td (Total a pagar em reais) Tj 0 -30 Td 3 Tr (nada disto se ve) Tj ET",
			"Total a pagar em reais"},
		"what is off the page is not there": {portrait + " /CropBox [0 400 600 800]",
			"BT /F 12 Tf 50 700 Td (Total a pagar em reais) Tj 0 -500 Td (fora da folha) Tj ET",
			"Total a pagar em reais"},
		"writing up the side stands apart": {portrait,
			"BT /F 12 Tf 100 700 Td (Recibo do pagador) Tj 0 -14 Td (Numero do documento 468312) Tj ET BT 0 1 -1 0 30 650 Tm (via do cliente) Tj ET",
			"Recibo do pagador / Numero do documento 468312 / via do cliente"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := text(readPage(t, pdf(c.page, c.content))); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// A font that does not tell how high its line is has boxes as high as the ink: a full stop stands low then.
func TestMarksKeepTheirWordsWhereBoxesAreInk(t *testing.T) {
	font := "/FontDescriptor << /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontBBox [-166 -225 1000 931] /ItalicAngle 0 /Ascent 5 /Descent 5 /CapHeight 0 /StemV 80 >>"
	page := readPage(t, pdfIn(font, "/MediaBox [0 0 600 200]", "BT /F 12 Tf 50 100 Td (RG 4.228.447 SSP/SC, LIMA, CPF 529.982.247-25.) Tj ET"))
	if got, want := text(page), "RG 4.228.447 SSP/SC, LIMA, CPF 529.982.247-25."; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

func TestALetterWithATailKeepsItsWord(t *testing.T) {
	s := &speller{layer: &layer{width: 600, height: 800}}
	box := func(left, right, bottom float64) document.Box {
		return document.Box{Left: left / 600, Top: 100.0 / 800, Width: (right - left) / 600, Height: (bottom - 100) / 800}
	}
	for _, g := range []glyph{
		{r: 'E', box: box(111.7, 118.6, 108.2)},
		{r: 'Q', box: box(118.6, 136.8, 111.1)}, // EB Garamond at 9.5 points
		{r: 'U', box: box(127.2, 134.8, 108.2)},
		{r: 'E', box: box(134.6, 141.4, 108.2)},
	} {
		if len(s.run) > 0 && !s.follows(&g) {
			t.Fatalf("%c begins another word", g.r)
		}
		s.run = append(s.run, g)
	}
}

func TestBoxesOfTurnedPages(t *testing.T) {
	const content = "BT /F 12 Tf 60 740 Td (Comprovante de pagamento) Tj ET"
	// A page written sideways and not marked as turned.
	const sideways = "BT /F 12 Tf 0 1 -1 0 60 60 Tm (Comprovante de pagamento) Tj ET"
	for name, c := range map[string]struct {
		page, content string
		width         float64    // of the upright page
		sent          [2]float64 // where the first letter stands on the page as displayed
	}{
		"as it is":            {portrait, content, 600, [2]float64{0.1, 0.075}},
		"marked as turned":    {portrait + " /Rotate 90", content, 600, [2]float64{0.925, 0.1}},
		"marked upside down":  {portrait + " /Rotate 180", content, 600, [2]float64{0.9, 0.925}},
		"written sideways":    {portrait, sideways, 800, [2]float64{0.1, 0.925}},
		"cropped":             {portrait + " /CropBox [30 0 630 800]", content, 570, [2]float64{30. / 570, 0.075}},
		"marked to be turned": {portrait + " /Rotate 90", sideways, 800, [2]float64{0.075, 0.1}},
	} {
		t.Run(name, func(t *testing.T) {
			p := readPage(t, pdf(c.page, c.content))
			if got := text(p); got != "Comprovante de pagamento" {
				t.Fatalf("read %q", got)
			}
			if math.Abs(p.Width-c.width) > 0.5 {
				t.Errorf("upright width %.1f, want %.1f", p.Width, c.width)
			}
			box := p.Lines[0].Words[0].Box
			if box.Width < 2*box.Height*p.Height/p.Width {
				t.Errorf("the word is not level on the upright page: %+v", box)
			}
			x, y := p.ToSent.Apply(box.Left, box.Bottom())
			if math.Abs(x-c.sent[0]) > 0.02 || math.Abs(y-c.sent[1]) > 0.02 {
				t.Errorf("the word starts at %.3f, %.3f of the page as sent, want %.3f, %.3f", x, y, c.sent[0], c.sent[1])
			}
		})
	}
}

func TestAHugePageIsDrawnSmall(t *testing.T) {
	e := &Engine{}
	for _, side := range []float64{10, 600, 14_400, 2e6} {
		w, h, dpi := e.renderSize(side, side, renderDPI)
		if w*h > renderPixels*1.01 || w < 1 || h < 1 || dpi < 0 {
			t.Errorf("a page of %.0f points is drawn at %d x %d", side, w, h)
		}
	}
}
