package classification_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/processors/classification"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/ocr/reader"
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
		{"a page that goes on", []string{statement, statementGoesOn}, 2, ""},
		{"a letter behind it", []string{payslip, letter}, 2, ""},
		{"a letter before it", []string{letter, payslip}, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, note := classification.First(documenttest.Typewritten(c.pages...), received)
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
		{"boleto-02", "boleto-02", 0},
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
			first, note := classification.First(doc, received)
			if c.read == 0 {
				c.read = len(doc.Pages)
			}
			if len(first.Pages) != c.read || (note == "") != (c.read == len(doc.Pages)) {
				t.Errorf("%d of %d pages are read, and the note is %q", len(first.Pages), len(doc.Pages), note)
			}
		})
	}
}
