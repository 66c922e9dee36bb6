package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// The sides of a payslip under headings that nobody knows are the columns whose totals are printed.
func TestSidesByTheirTotals(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"totals below, in words that nobody knows", `
PADARIA BOM FUTURO LTDA                      CNPJ 11.222.333/0001-81
Recibo de pagamento de salário               Competência: 05/2025
NINA LUZ PRADO                               CPF 529.982.247-25

Fetina   Sigifofub                 Mifag.      Guleredu       Bumevim
001      SALARIO                   30 dias     8.700,00
025      ADICIONAL NOTURNO 20%     48:00         379,64
998      I.N.S.S.                  10,48                      951,63
210      PLANO DE SAUDE                                       418,05
POPICI                                         9.079,64     1.369,68
Vupolo 7.709,96`,
			`[{"codigo":"001","descricao":"SALARIO","referencia":"30 dias","vencimento":8700},{"codigo":"025","descricao":"ADICIONAL NOTURNO 20%","referencia":"48:00","vencimento":379.64},` +
				`{"codigo":"998","descricao":"I.N.S.S.","referencia":"10,48","desconto":951.63},{"codigo":"210","descricao":"PLANO DE SAUDE","desconto":418.05}]`},
		{"the deductions left of what they are taken from, and a line between", `
PADARIA BOM FUTURO LTDA                      CNPJ 11.222.333/0001-81
Recibo de pagamento de salário               Competência: 05/2025
NINA LUZ PRADO                               CPF 529.982.247-25

Adatci   Dsifovut     Vizuncu      Govftufia
001                   8.700,00     SALARIO
025                     379,64     ADICIONAL NOTURNO
Burli
998        951,63                  I.N.S.S.
210        418,05                  PLANO DE SAUDE

Zemu 9.079,64     Qarpo 1.369,68     Jidoba 7.709,96`,
			`[{"codigo":"001","descricao":"SALARIO","vencimento":8700},{"codigo":"025","descricao":"ADICIONAL NOTURNO","vencimento":379.64},` +
				`{"codigo":"998","descricao":"I.N.S.S.","desconto":951.63},{"codigo":"210","descricao":"PLANO DE SAUDE","desconto":418.05}]`},
		{"the deductions below in the same column, a letter behind each", `
PADARIA BOM FUTURO LTDA                      CNPJ 11.222.333/0001-81
Recibo de pagamento de salário               Competência: 05/2025
NINA LUZ PRADO                               CPF 529.982.247-25

Fetina   Sigifofub                 Mifag.      Guleredu   T
0001     SALARIO                   30          8.700,00   P
0025     ADICIONAL NOTURNO         48:00         379,64   P
0998     I.N.S.S.                  10,48         951,63   D
0210     PLANO DE SAUDE                          418,05   D
POPICI P                                       9.079,64
POPICI D                                       1.369,68
Vupolo                                         7.709,96`,
			`[{"codigo":"0001","descricao":"SALARIO","referencia":"30","vencimento":8700},{"codigo":"0025","descricao":"ADICIONAL NOTURNO","referencia":"48:00","vencimento":379.64},` +
				`{"codigo":"0998","descricao":"I.N.S.S.","referencia":"10,48","desconto":951.63},{"codigo":"0210","descricao":"PLANO DE SAUDE","desconto":418.05}]`},
		{"a total between, and dots that lead to the amounts", `
PADARIA BOM FUTURO LTDA                      CNPJ 11.222.333/0001-81
Recibo de pagamento de salário               Competência: 05/2025
NINA LUZ PRADO                               CPF 529.982.247-25

FETINA
SALARIO ........................ R$   8.700,00
ADICIONAL NOTURNO .............. R$     379,64
POPICI ......................... R$   9.079,64

SIGIFO
INSS ........................... R$     951,63
PLANO DE SAUDE ................. R$     418,05
POPICI ......................... R$   1.369,68

Vupolo ......................... R$   7.709,96`,
			`[{"descricao":"SALARIO","vencimento":8700},{"descricao":"ADICIONAL NOTURNO","vencimento":379.64},` +
				`{"descricao":"INSS","desconto":951.63},{"descricao":"PLANO DE SAUDE","desconto":418.05}]`},
		{"the deductions beside, the total of the shorter side among the longer", `
PADARIA BOM FUTURO LTDA                      CNPJ 11.222.333/0001-81
Recibo de pagamento de salário               Competência: 05/2025
NINA LUZ PRADO                               CPF 529.982.247-25

Fetina                            Sigifofub
SALARIO             8.700,00      INSS                900,00
ADICIONAL NOTURNO     379,64      PLANO DE SAUDE       18,05
POPICI              9.079,64      CONVENIO FARMACIA    51,63
                                  ADIANTAMENTO        400,00
                                  POPICI            1.369,68

Vupolo 7.709,96`,
			`[{"descricao":"SALARIO","vencimento":8700},{"descricao":"ADICIONAL NOTURNO","vencimento":379.64},` +
				`{"descricao":"INSS","desconto":900},{"descricao":"PLANO DE SAUDE","desconto":18.05},{"descricao":"CONVENIO FARMACIA","desconto":51.63},{"descricao":"ADIANTAMENTO","desconto":400}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "HOLERITE", documenttest.Typewritten(c.page))
			if got["itens"] != c.want || got["total_vencimentos"] != "9079.64" || got["total_descontos"] != "1369.68" || got["valor_liquido"] != "7709.96" {
				t.Errorf("%s of %s and %s, items\n%s\nwant\n%s", got["valor_liquido"], got["total_vencimentos"], got["total_descontos"], got["itens"], c.want)
			}
		})
	}
}
