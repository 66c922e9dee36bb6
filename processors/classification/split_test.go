package classification_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/ocr/reader"
	"lavra.dev/processors/tools/scoring"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

const payslip = `
PADARIA ESTRELA LTDA   CNPJ 11.222.333/0001-81          RECIBO DE PAGAMENTO DE SALÁRIO
Funcionário: Ana Luz      CPF: 529.982.247-25           Referência: maio de 2025
Cargo: Padeira            Admissão: 01/02/2020
Cód.  Descrição           Referência   Vencimentos    Descontos
001   Salário base        30,00        3.000,00
998   INSS                9,00                        270,00
Total de vencimentos 3.000,00   Total de descontos 270,00   Valor líquido 2.730,00
Base INSS 3.000,00   Base FGTS 3.000,00   FGTS do mês 240,00   Base IRRF 2.730,00`

const otherPayslip = `
PADARIA ESTRELA LTDA   CNPJ 11.222.333/0001-81          RECIBO DE PAGAMENTO DE SALÁRIO
Funcionário: Nina Reis    CPF: 111.444.777-35           Referência: maio de 2025
Cargo: Caixa              Admissão: 01/02/2021
Cód.  Descrição           Referência   Vencimentos    Descontos
001   Salário base        30,00        2.000,00
998   INSS                9,00                        180,00
Total de vencimentos 2.000,00   Total de descontos 180,00   Valor líquido 1.820,00
Base INSS 2.000,00   Base FGTS 2.000,00   FGTS do mês 160,00   Base IRRF 1.820,00`

const statementGoesOn = `
Banco Bom Futuro S.A.                            Extrato de conta corrente
Agência: 0123-4   Conta: 55.667-8                Página 2 de 2
Data        Histórico                     Valor        Saldo
04/03/2025  PIX ENVIADO A ANA           10,00 D       109,75
            SALDO FINAL                               109,75`

const visit = `
                         RECIBO                        Nº 0117
Recebi de Ana Luz, CPF 529.982.247-25, a quantia de R$ 300,00 (trezentos reais), referente a consulta médica
da paciente Ana Luz.
Natal/RN, 12 de maio de 2025.
Dr. Caio Brito Nunes
CRM/RN 4321
CPF 111.444.777-35`

const otherVisit = `
                         RECIBO                        Nº 58
Recebi de Ana Luz, CPF 529.982.247-25, a quantia de R$ 180,00 (cento e oitenta reais), referente a sessão de
psicoterapia da paciente Ana Luz.
Natal/RN, 20 de maio de 2025.
Nina Prado Reis
CRP 17/9876
CPF 987.654.321-00`

const visitOfNextMonth = `
                         RECIBO                        Nº 0131
Recebi de Ana Luz, CPF 529.982.247-25, a quantia de R$ 300,00 (trezentos reais), referente a consulta médica
da paciente Ana Luz.
Natal/RN, 16 de junho de 2025.
Dr. Caio Brito Nunes
CRM/RN 4321
CPF 111.444.777-35`

const statementOfNextMonth = `
Banco Bom Futuro S.A.                            Extrato de conta corrente
Agência: 0123-4   Conta: 55.667-8                Cliente: ANA LUZ
Período: 01/04/2025 a 30/04/2025
Data        Histórico                     Valor        Saldo
            SALDO ANTERIOR                             109,75
03/04/2025  COMPRA CARTÃO MERCADO       40,00 D         69,75
            SALDO FINAL                                 69,75`

// Pages of one statement, each with the whole head, the balance it begins with and the one it ends with.
const statementHead = `
BANCO BOM FUTURO S.A.                            Extrato de conta corrente
Agência 0123-4  Conta 55.667-8                   Período 01/04/2025 a 30/04/2025
ANA LUZ PRADO   CPF 529.982.247-25
Data        Histórico                   Nr.doc.     Valor        Saldo
`

const statementCarries = statementHead + `            SALDO ANTERIOR                                       109,75
03/04/2025  COMPRA CARTÃO MERCADO       001122      40,00 D       69,75
04/04/2025  PIX RECEBIDO                001123     100,00 C      169,75
            SALDO A TRANSPORTAR                                  169,75`

const statementCarried = statementHead + `            SALDO ANTERIOR                                       169,75
20/04/2025  PAGTO BOLETO                001124      60,00 D      109,75
21/04/2025  PIX ENVIADO                 001125       9,75 D      100,00
            SALDO ATUAL                                          100,00`

func TestFirst(t *testing.T) {
	for _, c := range []struct {
		name  string
		pages []string
		read  int
		note  string
	}{
		{"one page", []string{statement}, 1, ""},
		{"a statement and a payslip", []string{statement, payslip}, 1, "O arquivo contém mais de um documento; foi lido o primeiro (página 1)."},
		{"a statement of two pages and a payslip", []string{statement, statementGoesOn, payslip}, 2,
			"O arquivo contém mais de um documento; foi lido o primeiro (páginas 1 a 2)."},
		{"payslips of two people", []string{payslip, otherPayslip}, 1, "O arquivo contém mais de um documento; foi lido o primeiro (página 1)."},
		{"two copies", []string{payslip, payslip}, 2, ""},
		{"receipts of two providers to one payer", []string{visit, otherVisit}, 1, "O arquivo contém mais de um documento; foi lido o primeiro (página 1)."},
		{"receipts of one provider in two months", []string{visit, visitOfNextMonth}, 1, "O arquivo contém mais de um documento; foi lido o primeiro (página 1)."},
		{"two copies of a receipt", []string{visit, visit}, 2, ""},
		{"statements of two months", []string{statement, statementGoesOn, statementOfNextMonth}, 2, "O arquivo contém mais de um documento; foi lido o primeiro (páginas 1 a 2)."},
		{"a statement with its head on each page", []string{statementCarries, statementCarried}, 2, ""},
		{"a page that goes on", []string{statement, statementGoesOn}, 2, ""},
		{"a letter behind it", []string{payslip, letter}, 2, ""},
		{"a letter before it", []string{letter, payslip}, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, note := first(documenttest.Typewritten(c.pages...))
			if len(first.Pages) != c.read || note != c.note {
				t.Errorf("%d pages are read, and the note is %q", len(first.Pages), note)
			}
		})
	}
}

// Files that were joined from two, as a client scans them into one.
func TestFirstOfJoinedFiles(t *testing.T) {
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		t.Skip("qpdf is not installed")
	}
	engine, err := reader.New(reader.Config{NativeDir: filepath.Dir(nativelibtest.Path(t, "libpdfium.so"))})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for _, c := range []struct {
		first, second string
		read          int // pages of the first; 0: all of them, both are one document
	}{
		{"boleto-02", "holerite-02", 1},
		{"holerite-02", "nfe-03", 1},
		{"documento-juridico-01", "nfe-03", 2},
		{"boleto-02", "boleto-04", 1},
		{"certidao-obito-03", "cnh-01", 1},
		{"extrato-bancario-01", "irpf-01", 1},
		{"despesa-medica-01", "recibo-01", 1},
		{"boleto-02", "boleto-02", 0},
		{"despesa-medica-01", "despesa-medica-01", 0},
		{"holerite-02", "holerite-02", 0},
	} {
		t.Run(c.first+" and "+c.second, func(t *testing.T) {
			joined := filepath.Join(t.TempDir(), "joined.pdf")
			sample := func(name string) string { return filepath.Join("..", "..", "samples", name+".pdf") }
			if out, err := exec.Command(qpdf, "--empty", "--pages", sample(c.first), sample(c.second), "--", joined).CombinedOutput(); err != nil {
				t.Fatalf("joining: %v: %s", err, out)
			}
			doc, err := engine.Read(t.Context(), joined, reader.Options{})
			if err != nil {
				t.Fatal(err)
			}
			first, note := first(doc)
			if c.read == 0 {
				c.read = len(doc.Pages)
			}
			if len(first.Pages) != c.read || (note == "") != (c.read == len(doc.Pages)) {
				t.Errorf("%d of %d pages are read, and the note is %q", len(first.Pages), len(doc.Pages), note)
			}
		})
	}
}

// Documents of one type by two issuers in one file: nearly all are noticed, and no single
// document or its copy is taken apart. The layouts are those of other issuers than the
// samples'.
func TestFirstOfTwoOfOneType(t *testing.T) {
	engine, err := reader.New(reader.Config{NativeDir: filepath.Dir(nativelibtest.Path(t, "libpdfium.so"))})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	samples, err := scoring.Load([]string{filepath.Join("..", "tools", "scorecard", "testdata", "layouts")})
	if err != nil {
		t.Fatal(err)
	}
	byType := map[string][]document.Document{}
	for _, s := range samples {
		doc, err := engine.Read(t.Context(), s.Path, reader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, note := first(doc); note != "" {
			t.Errorf("%s alone: %q", s.Name, note)
		}
		byType[s.Truth.DocumentType] = append(byType[s.Truth.DocumentType], doc)
	}
	delete(byType, "")
	joins, noticed := 0, 0
	for typ, docs := range byType {
		if _, note := first(joined(docs[0], docs[0])); note != "" {
			t.Errorf("%s and its copy: %q", typ, note)
		}
		for i, a := range docs {
			for k, b := range docs {
				if i == k || typ != "DESPESA_MEDICA" && k != i+1 {
					continue
				}
				joins++
				if first, note := first(joined(a, b)); note != "" && len(first.Pages) == len(a.Pages) {
					noticed++
				} else if typ == "DESPESA_MEDICA" {
					t.Errorf("%s: documents %d and %d are read as one", typ, i+1, k+1)
				}
			}
		}
	}
	if joins < 50 || float64(noticed) < 0.95*float64(joins) {
		t.Errorf("%d of %d second documents are noticed", noticed, joins)
	}
	t.Logf("%d of %d second documents are noticed", noticed, joins)
}

func joined(a, b document.Document) document.Document {
	a.Pages = slices.Concat(a.Pages, b.Pages)
	return a
}

// first gives the first document of a file, and the note that there are others.
func first(doc document.Document) (document.Document, string) {
	n := classification.First(doc, received, func(doc document.Document, typ catalogue.Type) []event.Field {
		return extraction.Extract(doc, typ)
	})
	note := ""
	if n < len(doc.Pages) {
		note = classification.FirstNote(n)
	}
	doc.Pages = doc.Pages[:n:n]
	return doc, note
}
