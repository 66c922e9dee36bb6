package classification_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/schemas/event"
)

var received = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const threshold = 0.6

func detect(doc document.Document, provided string, op event.Operation) event.Detection {
	var p *string
	if provided != "" {
		p = &provided
	}
	return classification.Detect(doc, p, received, threshold, op)
}

func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

const receipt = `
RECIBO Nº 12                                        R$ 1.200,00

Recebi de Ana Luz, CPF 529.982.247-25, a quantia de R$ 1.200,00 (mil e duzentos reais), referente a aluguel,
pelo que dou plena quitação.

Natal/RN, 5 de maio de 2025.`

const statement = `
Banco Bom Futuro S.A.                            Extrato de conta corrente
Agência: 0123-4   Conta: 55.667-8                Período: 01/03/2025 a 31/03/2025
Data        Histórico                     Valor        Saldo
            SALDO ANTERIOR                            100,00
03/03/2025  PIX RECEBIDO DE NINA        50,00 C       150,00
04/03/2025  TARIFA PACOTE DE SERVIÇOS   30,25 D       119,75
            SALDO FINAL                               119,75`

// A bill that hardly says what it is for: the line that pays it does.
const bill = `
VENTO NORTE S.A.                                  Sua fatura chegou
Otavio Luz Prado
Rua do Sol, 45                                    Pague até 19/02/2025
59010-100 Natal - RN                              R$ 545,70

84810000005 9 45700221199 7 13629907788 5 35131944010 2`

const letter = `
Natal, 5 de maio de 2025.

Prezados senhores,

venho por meio desta convidá-los para a festa de aniversário da nossa escola, que será no próximo sábado,
às oito da noite, com música e comida para todos. Tragam a família.

Um abraço, Nina`

func TestDetect(t *testing.T) {
	for _, c := range []struct{ name, page, provided, detected, typ, reason, source string }{
		{"a receipt", receipt, "", "RECIBO", "RECIBO", "detected_above_threshold", "detected"},
		{"a statement", statement, "", "EXTRATO_BANCARIO", "EXTRATO_BANCARIO", "detected_above_threshold", "detected"},
		{"a bill of the telephone", bill, "", "COMPROVANTE_RESIDENCIA", "COMPROVANTE_RESIDENCIA", "detected_above_threshold", "detected"},
		{"a letter is none of the types", letter, "", "", "", "no_type_detected", "detected"},
		{"the given type is confirmed", receipt, "RECIBO", "RECIBO", "RECIBO", "provided_type_matches_detected", "provided"},
		{"a wrong one is kept all the same", receipt, "BOLETO", "RECIBO", "BOLETO", "provided_type_differs_from_detected", "provided"},
		{"one that nothing speaks for or against", letter, "BOLETO", "", "BOLETO", "provided_type_not_verifiable", "provided"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := detect(documenttest.Typewritten(c.page), c.provided, event.Extract)
			if text(d.Detected) != c.detected || text(d.Type) != c.typ || text(d.Reason) != c.reason || d.Source != c.source {
				t.Errorf("detected %q, type %q, because %q, by %q", text(d.Detected), text(d.Type), text(d.Reason), d.Source)
			}
			if d.Accepted != strings.Contains("detected_above_threshold provided_type_matches_detected provided_type_not_verifiable", c.reason) {
				t.Errorf("accepted is %v", d.Accepted)
			}
		})
	}
}

// A scan loses letters and headings; a document of a type is known all the same.
func TestDetectOnScan(t *testing.T) {
	worn := strings.NewReplacer("Extrato de conta corrente", "Exlralo dc coma corrcnlc", "Agência", "Agàncla", "ANTERIOR", "ANTER1OR").Replace(statement)
	if d := detect(documenttest.Scanned(0.7, worn), "", event.Extract); text(d.Type) != "EXTRATO_BANCARIO" {
		t.Errorf("type is %q, detected %q with %.2f", text(d.Type), text(d.Detected), *d.Confidence)
	}
	if d := detect(documenttest.Scanned(0.7, letter), "", event.Extract); d.Accepted {
		t.Errorf("a letter was taken for %q", text(d.Type))
	}
}

// Of an income tax declaration the year decides which of two types it is, wherever its
// layout has it: on the label's line, in boxes, only in the dates of what somebody has, or by itself
// behind words that nobody knows.
func TestDetectByYear(t *testing.T) {
	assets := strings.Repeat("\nLote na Rua Dois, 20     100.000,00     100.000,00", 6)
	for _, layout := range []string{"line", "boxes", "balances", "plain-words", "unknown-words", "far-apart", "one-balance"} {
		page, err := os.ReadFile("testdata/years/" + layout + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ year, base, want string }{{"2026", "2025", "IRPF"}, {"2024", "2023", "DECLARACAO_IR_ANTERIOR"}} {
			doc := documenttest.Typewritten(strings.NewReplacer("YEAR", c.year, "BASE", c.base).Replace(string(page) + assets))
			if d := detect(doc, "", event.Extract); text(d.Type) != c.want {
				t.Errorf("%s of %s: type is %q, want %q", layout, c.year, text(d.Type), c.want)
			}
		}
	}
}

// The receipt of a declaration is one of its type in any year, however long its title, and whatever it calls itself.
func TestReceiptOfAnyYear(t *testing.T) {
	page, err := os.ReadFile("testdata/years/receipt.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, title := range []string{"RECIBO DE ENTREGA", "PAPEL QUE PROVA A CHEGADA"} {
		page := strings.Replace(string(page), "RECIBO DE ENTREGA", title, 1)
		if d := detect(documenttest.Typewritten(page), "", event.Extract); text(d.Type) != "IRPF" {
			t.Errorf("%s: type is %q", title, text(d.Type))
		}
	}
}

func TestDetectNothing(t *testing.T) {
	d := detect(document.Document{}, "", event.Classify)
	if d.Accepted || d.Detected != nil || d.Confidence == nil || *d.Confidence != 0 || d.Source != "model" {
		t.Errorf("detection of nothing is %+v", d)
	}
}

// Whatever stands on a page, the probability is one.
func FuzzDetect(f *testing.F) {
	f.Add(receipt, true)
	f.Add(letter, false)
	f.Fuzz(func(t *testing.T, page string, ocr bool) {
		if len(page) > 500 {
			return
		}
		doc := documenttest.Typewritten(strings.ToValidUTF8(page, "?"))
		if ocr {
			doc = documenttest.Scanned(0.5, strings.ToValidUTF8(page, "?"))
		}
		d := detect(doc, "", event.Extract)
		if d.Confidence == nil || *d.Confidence < 0 || *d.Confidence > 1 || d.Accepted != (d.Detected != nil && *d.Confidence >= threshold) {
			t.Fatalf("detection is %+v", d)
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	doc := documenttest.Typewritten(statement)
	for b.Loop() {
		detect(doc, "", event.Extract)
	}
}
