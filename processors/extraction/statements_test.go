package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Bank statements as other banks print them.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"the date stands only on the first entry of a day, without its year, and a box beside sums up", `
Banco Bom Futuro S.A.                        Extrato mensal
Nina Luz Prado                               ag 0123   c/c 55667-8
período de 20/12/2024 até 19/01/2025

data    histórico                ag. orig.   valor R$    saldo R$      Resumo do período
20/12   SALDO ANTERIOR                                    100,00
23/12   PIX RECEBIDO OTÁVIO      0123         50,00                    total de créditos
        TARIFA                   0123          7,00-                           950,00
        SALDO DO DIA                                      143,00
05/01   RESGATE                  0123        900,00                    limite da conta
        SALDO DO DIA                                    1.043,00             1.000,00`,
			`[{"data":"2024-12-23","descricao":"PIX RECEBIDO OTÁVIO","valor":50},{"data":"2024-12-23","descricao":"TARIFA","valor":-7},` +
				`{"data":"2025-01-05","descricao":"RESGATE","valor":900}]`},
		{"letters behind the sums of a cooperative, dates without a year", `
COOPERATIVA DE CRÉDITO BOM FUTURO
EXTRATO DE CONTA CORRENTE
ASSOCIADO....: NINA LUZ PRADO
COOP/AGENCIA.: 5355   CONTA: 44635-7
MOVIMENTO....: 01/11/2024 A 15/11/2024

DATA     DOC.        HISTORICO                      VALOR        SALDO
01/11    6730309     CH COMPENSADO 341            772,18D      227,82C
04/11    712607      REMUNERACAO APLIC           5.250,93C   5.478,75C`,
			`[{"data":"2024-11-01","descricao":"CH COMPENSADO 341","documento":"6730309","valor":-772.18,"saldo":227.82},` +
				`{"data":"2024-11-04","descricao":"REMUNERACAO APLIC","documento":"712607","valor":5250.93,"saldo":5478.75}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(c.page))["lancamentos"]; got != c.want {
				t.Errorf("entries\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A telephone's statement says under what an entry is, in smaller print, whom it went to.
func TestSmallPrintUnderAnEntry(t *testing.T) {
	doc := documenttest.Typewritten(`
BANCO BOM FUTURO
NINA LUZ PRADO
CPF 529.982.247-25     Agência 0001     Conta 123456-7
Período: 01/04/2025 a 30/04/2025

Saldo anterior                           R$ 100,00
03/04/2025               Saldo do dia R$ 50,00
Pix enviado                            - R$ 50,00
Bento Prado
04/04/2025               Saldo do dia R$ 120,00
Transferência recebida                 + R$ 70,00
Celina Vidigal
05/04/2025               Saldo do dia R$ 100,00
Saque                                  - R$ 20,00
`)
	const smaller = 0.8
	for _, line := range doc.Pages[0].Lines {
		if first := line.Words[0].Text; first == "Bento" || first == "Celina" {
			for i := range line.Words {
				b, left := &line.Words[i].Box, line.Box.Left
				b.Left, b.Width, b.Height = left+smaller*(b.Left-left), smaller*b.Width, smaller*b.Height
			}
		}
	}
	want := `[{"data":"2025-04-03","descricao":"Pix enviado Bento Prado","valor":-50},{"data":"2025-04-04","descricao":"Transferência recebida Celina Vidigal","valor":70},` +
		`{"data":"2025-04-05","descricao":"Saque","valor":-20}]`
	if got := read(t, "EXTRATO_BANCARIO", doc)["lancamentos"]; got != want {
		t.Errorf("entries\n%s\nwant\n%s", got, want)
	}
}
