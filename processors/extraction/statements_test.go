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
		{"the hour before each entry of a day, and who it was with under it", `
Banco Bom Futuro S.A.
Nina Luz Prado
Agência 0001   Conta PJ 55667-8
De 01/06/2026 a 30/06/2026

Seg, 01 de junho de 2026                            Saldo do dia R$ 50,00
14:37    Pagamento de boleto                        - R$ 50,00
         Luz e Sombra Ltda

Qua, 03 de junho de 2026                            Saldo do dia R$ 40,00
08:05    Pix enviado                                - R$ 10,00
         Ana Lima`,
			`[{"data":"2026-06-01","descricao":"Pagamento de boleto Luz e Sombra Ltda","valor":-50},{"data":"2026-06-03","descricao":"Pix enviado Ana Lima","valor":-10}]`},
		{"days under a line that says what the list is of", `
CAIXA DO BOM FUTURO
Extrato de conta poupança
Correntista   Nina Luz Prado
Agência       0655
Conta         013.00041822-7

Movimentações de 01/09/2026
Recebimento Pix                      R$ 81,51 C
Movimentações do dia 04/09/2026
Saque 24h                            R$ 239,14 D
Crédito de salário                   R$ 1.515,09 C`,
			`[{"data":"2026-09-01","descricao":"Recebimento Pix","valor":81.51},{"data":"2026-09-04","descricao":"Saque 24h","valor":-239.14},` +
				`{"data":"2026-09-04","descricao":"Crédito de salário","valor":1515.09}]`},
		{"days in two figures under a line with their month", `
BANCO BOM FUTURO S.A.
Nina Luz Prado                               ag 0123   c/c 55667-8
Extrato de 01/03/2026 a 30/04/2026

Dia   Movimento               Valor          Saldo
      Saldo inicial                       1.400,00
Março de 2026
01    PAGAMENTO DE TITULO    -12,60       1.387,40
03    PIX RECEBIDO            56,83       1.444,23
Abril de 2026
01    PIX ENVIADO            -66,16       1.378,07
05    TARIFA BANCARIA         -8,00       1.370,07`,
			`[{"data":"2026-03-01","descricao":"PAGAMENTO DE TITULO","valor":-12.6,"saldo":1387.4},{"data":"2026-03-03","descricao":"PIX RECEBIDO","valor":56.83,"saldo":1444.23},` +
				`{"data":"2026-04-01","descricao":"PIX ENVIADO","valor":-66.16,"saldo":1378.07},{"data":"2026-04-05","descricao":"TARIFA BANCARIA","valor":-8,"saldo":1370.07}]`},
		{"months farther apart than their rows are", `
BANCO BOM FUTURO S.A.
Nina Luz Prado                               ag 0123   c/c 55667-8
Extrato de 01/03/2026 a 30/04/2026

Dia   Movimento               Valor          Saldo
Março de 2026
01    PAGAMENTO DE TITULO    -12,60       1.387,40
03    PIX RECEBIDO            56,83       1.444,23
05    PIX ENVIADO             -4,23       1.440,00
09    PIX ENVIADO            -40,00       1.400,00

Abril de 2026
01    PIX ENVIADO            -66,16       1.333,84
05    TARIFA BANCARIA         -8,00       1.325,84`,
			`[{"data":"2026-03-01","descricao":"PAGAMENTO DE TITULO","valor":-12.6,"saldo":1387.4},{"data":"2026-03-03","descricao":"PIX RECEBIDO","valor":56.83,"saldo":1444.23},` +
				`{"data":"2026-03-05","descricao":"PIX ENVIADO","valor":-4.23,"saldo":1440},{"data":"2026-03-09","descricao":"PIX ENVIADO","valor":-40,"saldo":1400},` +
				`{"data":"2026-04-01","descricao":"PIX ENVIADO","valor":-66.16,"saldo":1333.84},{"data":"2026-04-05","descricao":"TARIFA BANCARIA","valor":-8,"saldo":1325.84}]`},
		{"who it was with right under each entry of a day, in the same print", `
Banco Bom Futuro S.A.
Nina Luz Prado
Agência 0001   Conta 55667-8
De 01/06/2026 a 30/06/2026

01/06/2026
Pagamento de boleto                        - R$ 50,00
Luz e Sombra Ltda

Pix recebido                               + R$ 10,00
Ana Lima

03/06/2026
Pix enviado                                - R$ 10,00
Rui Sol

Emitido em 01/07/2026`,
			`[{"data":"2026-06-01","descricao":"Pagamento de boleto Luz e Sombra Ltda","valor":-50},{"data":"2026-06-01","descricao":"Pix recebido Ana Lima","valor":10},` +
				`{"data":"2026-06-03","descricao":"Pix enviado Rui Sol","valor":-10}]`},
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
		{"headings that nobody knows, over entries that go on in the next line", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO                               CPF 529.982.247-25
Período: 01/07/2025 a 31/07/2025

Zorbe         Xistu                        Nebru          Vuzire       Burli
02/07/2025    PAGAMENTO DE                 210080         423,38-      3.378,99
              BOLETO
06/07/2025    CREDITO SALARIO              783133         1.202,81     4.581,80
11/07/2025    SAQUE NO CAIXA               873345         400,00-      4.181,80
              ELETRONICO`,
			`[{"data":"2025-07-02","descricao":"PAGAMENTO DE BOLETO","documento":"210080","valor":-423.38,"saldo":3378.99},` +
				`{"data":"2025-07-06","descricao":"CREDITO SALARIO","documento":"783133","valor":1202.81,"saldo":4581.8},` +
				`{"data":"2025-07-11","descricao":"SAQUE NO CAIXA ELETRONICO","documento":"873345","valor":-400,"saldo":4181.8}]`},
		{"a balance carried forward under words that nobody knows, and balances at the ends of days", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO                               CPF 529.982.247-25
Período: 01/10/2024 a 31/10/2024

Zorbe         Xistu                        Nebru         Qaepvu       Totup       Burli
01/10/2024    TEMFU EPVISOUS                                                      1.000,00
03/10/2024    SEGURO RESIDENCIAL           210080        529,07
03/10/2024    CREDITO PROVENTOS            783133                     1.792,07    2.263,00
05/10/2024    PAGAMENTO DE BOLETO          873345        146,79                   2.116,21`,
			`[{"data":"2024-10-03","descricao":"SEGURO RESIDENCIAL","documento":"210080","valor":-529.07},` +
				`{"data":"2024-10-03","descricao":"CREDITO PROVENTOS","documento":"783133","valor":1792.07,"saldo":2263},` +
				`{"data":"2024-10-05","descricao":"PAGAMENTO DE BOLETO","documento":"873345","valor":-146.79,"saldo":2116.21}]`},
		{"kinds of expense, one of which is the word for a balance carried over", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO                               CPF 529.982.247-25
Período: 01/10/2026 a 31/10/2026

Data e hora         Categoria        Descrição              Valor
08/10/2026 10h58    Moradia          Condomínio Ipês        -R$ 21,66
09/10/2026 07h08    Transporte       Posto Trevo            -R$ 69,93
12/10/2026 22h14    Compras          Livraria do Largo      -R$ 72,72`,
			`[{"data":"2026-10-08","descricao":"Condomínio Ipês","valor":-21.66},{"data":"2026-10-09","descricao":"Posto Trevo","valor":-69.93},` +
				`{"data":"2026-10-12","descricao":"Livraria do Largo","valor":-72.72}]`},
		{"the day under each entry", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO     CPF 529.982.247-25
Ag. 0655 Conta 448120-9
de 01/07/2026 até 31/07/2026
Saldo em 30/06: R$ 401,00
Compra no débito           - R$ 55,89
03 JUL 2026
Pix enviado                - R$ 1.323,22
04 JUL 2026
Transferência recebida     + R$ 2.677,69
05 JUL 2026
Saldo em 31/07: R$ 1.699,58`,
			`[{"data":"2026-07-03","descricao":"Compra no débito","valor":-55.89},{"data":"2026-07-04","descricao":"Pix enviado","valor":-1323.22},` +
				`{"data":"2026-07-05","descricao":"Transferência recebida","valor":2677.69}]`},
		{"what came in and went out on each day over its entries", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO     CPF 529.982.247-25
01/05/2026 a 31/05/2026
Saldo inicial do período R$ 100,00
03/05/2026      Entradas R$ 0,00 Saídas R$ 38,11 Saldo R$ 61,89
Hospedagem de sites        - R$ 38,11
05/05/2026      Entradas R$ 0,00 Saídas R$ 72,00 Saldo R$ -10,11
Gráfica Três Rios          - R$ 12,00
Contabilidade Moura        - R$ 60,00`,
			`[{"data":"2026-05-03","descricao":"Hospedagem de sites","valor":-38.11},{"data":"2026-05-05","descricao":"Gráfica Três Rios","valor":-12},` +
				`{"data":"2026-05-05","descricao":"Contabilidade Moura","valor":-60}]`},
		{"a second day in each entry, on which it is settled", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO     CPF 529.982.247-25
Período de 01/01/2026 a 31/01/2026
Movimentação   Liquidação   Lançamento             Valor (R$)    Saldo (R$)
02/01/2026     04/01/2026   RETIRADA EM C/C           -136,07      4.983,93
03/01/2026     05/01/2026   RENDIMENTOS FII HGRE11   3.024,59      8.008,52`,
			`[{"data":"2026-01-02","descricao":"RETIRADA EM C/C","valor":-136.07,"saldo":4983.93},` +
				`{"data":"2026-01-03","descricao":"RENDIMENTOS FII HGRE11","valor":3024.59,"saldo":8008.52}]`},
		{"a column that nobody asks for, close before what the entries are", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO     CPF 529.982.247-25
Período de 01/08/2026 a 31/08/2026
Data        Lote  Histórico                     Documento       Valor
03/08/2026  10719 Pagamento de Boleto           155492       128,01 D
06/08/2026  13061 Pix - Enviado                 655120        18,94 D
07/08/2026  11624 Recebimento de Proventos      342814     1.713,27 C`,
			`[{"data":"2026-08-03","descricao":"Pagamento de Boleto","documento":"155492","valor":-128.01},` +
				`{"data":"2026-08-06","descricao":"Pix - Enviado","documento":"655120","valor":-18.94},` +
				`{"data":"2026-08-07","descricao":"Recebimento de Proventos","documento":"342814","valor":1713.27}]`},
		{"entries two of which end in the heading of a column", `
BANCO BOM FUTURO S.A.
NINA LUZ PRADO     CPF 529.982.247-25
PERIODO: 01/09/2026 A 30/09/2026
DATA       HISTORICO               VALOR           SALDO
           SALDO ANTERIOR                      1.382,35+
03/09/2026 TARIFA DE PACOTE       28,90-       1.353,45+
06/09/2026 COMPRA NO DÉBITO      670,79-         682,66+
09/09/2026 PIX ENVIADO         3.055,50-       2.372,84-
10/09/2026 PIX RECEBIDO          651,23+       1.721,61-
12/09/2026 COMPRA NO DÉBITO    2.052,94-       3.774,55-
15/09/2026 TED RECEBIDA        1.898,94+       1.875,61-
20/09/2026 TARIFA DE PACOTE    2.717,04-       4.592,65-`,
			`[{"data":"2026-09-03","descricao":"TARIFA DE PACOTE","valor":-28.9,"saldo":1353.45},` +
				`{"data":"2026-09-06","descricao":"COMPRA NO DÉBITO","valor":-670.79,"saldo":682.66},` +
				`{"data":"2026-09-09","descricao":"PIX ENVIADO","valor":-3055.5,"saldo":-2372.84},` +
				`{"data":"2026-09-10","descricao":"PIX RECEBIDO","valor":651.23,"saldo":-1721.61},` +
				`{"data":"2026-09-12","descricao":"COMPRA NO DÉBITO","valor":-2052.94,"saldo":-3774.55},` +
				`{"data":"2026-09-15","descricao":"TED RECEBIDA","valor":1898.94,"saldo":-1875.61},` +
				`{"data":"2026-09-20","descricao":"TARIFA DE PACOTE","valor":-2717.04,"saldo":-4592.65}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(c.page))["lancamentos"]; got != c.want {
				t.Errorf("entries\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// The balance of the last day stands under its rows, as that of each day does.
func TestBalanceOfTheLastDay(t *testing.T) {
	got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(`
BANCO BOM FUTURO S.A.                        extrato mensal
Nina Luz Prado                               ag 0123   c/c 55667-8
lançamentos do período: 01/07/2026 até 31/07/2026

Data         Lançamentos                  Créditos (R$)   Débitos (R$)   Saldo (R$)
30/06/2026   SALDO ANTERIOR                                                  100,00
02/07/2026   RECEB CARTOES                       50,00
             TAR SISPAG                                          7,00
             SALDO TOTAL DISPONÍVEL DIA                                      143,00
05/07/2026   TED RECEBIDA                       900,00
             SALDO TOTAL DISPONÍVEL DIA                                    1.043,00`))
	if want := "1043"; got["saldo_final"] != want {
		t.Errorf("the balance is %s at the end, want %s", got["saldo_final"], want)
	}
}

// What a statement says at its head of the bank and the time that it is of.
func TestHeadsOfStatements(t *testing.T) {
	for _, c := range []struct{ name, head, field, want string }{
		{"a bank whose name ends in its code", "Banco Azulejo S.A. - 536", "banco_nome", `"Banco Azulejo S.A."`},
		{"a bank alone on its line", "BANCO CAPIXABA", "banco_nome", `"BANCO CAPIXABA"`},
		{"a bank of a place", "Banco do Planalto — 070      EXTRATO DE CONTA CORRENTE", "banco_nome", `"Banco do Planalto"`},
		{"a bank before the title", "Banco Jatobá EXTRATO DE CONTA", "banco_nome", `"Banco Jatobá"`},
		{"days in words within a line", "Extrato de 1 de outubro de 2026 a 31 de outubro de 2026", "periodo_inicio", `"2026-10-01"`},
		{"the number of a house", "BANCO SAO FRANCISCO S/A    EXTRATO MENSAL\nAv. Beira Rio 200 - Petrolina PE    EMISSAO 02/11/2026", "banco_codigo", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(c.head+`
Nina Luz Prado                               ag 0123   c/c 55667-8

Data        Histórico                        Valor
02/10/2026  PIX RECEBIDO                     10,00
03/10/2026  PIX ENVIADO                     -12,00`))[c.field]
			if got != c.want {
				t.Errorf("%s is %s, want %s", c.field, got, c.want)
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
às 10:22
05/04/2025               Saldo do dia R$ 100,00
Saque                                  - R$ 20,00
`)
	const smaller = 0.8
	for _, line := range doc.Pages[0].Lines {
		if first := line.Words[0].Text; first == "Bento" || first == "Celina" || first == "às" {
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

// Dates in a column that nobody asks for, here when each payment was due, are no date of the document.
func TestDatesInAnotherColumn(t *testing.T) {
	got := read(t, "COMPROVANTE_EDUCACAO", documenttest.Typewritten(`
CENTRO EDUCACIONAL BOM FUTURO                                      11/04/2023
CNPJ: 11.222.333/0001-81                                           16:29
DEMONSTRATIVO DE PAGAMENTOS PARA IMPOSTO DE RENDA
Ano Base 2022
Aluno(a): CAIO LUZ PRADO
Responsável Financeiro: NINA LUZ PRADO CPF: 529.982.247-25

Ref.      Histórico      Vencto.       Valor       Desconto   Multa/Juros   Pagto.       Vlr. Pago
01/2022   Matrícula      05/01/2022    1.409,00    140,90     0,00          05/01/2022   1.268,10
02/2022   Mensalidade    05/02/2022    1.409,00    140,90     0,00          01/02/2022   1.268,10
03/2022   Mensalidade    05/03/2022    1.409,00    140,90     0,00          05/03/2022   1.268,10
04/2022   Mensalidade    05/04/2022    1.409,00    140,90     0,00          01/04/2022   1.268,10
TOTAL GERAL                            5.636,00                                          5.072,40`))
	if want := `"2023-04-11"`; got["data_emissao"] != want {
		t.Errorf("it is of %s, want %s", got["data_emissao"], want)
	}
}
