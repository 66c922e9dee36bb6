package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Payslips of other makers: two tables side by side under the same headings, two copies beside each other.
func TestPayslipForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"of a federal servant, earnings beside deductions", "HOLERITE", `
MINISTÉRIO DA GESTÃO E DA INOVAÇÃO EM SERVIÇOS PÚBLICOS
SISTEMA INTEGRADO DE ADMINISTRAÇÃO DE RECURSOS HUMANOS - SIAPE
COMPROVANTE DE RENDIMENTOS                                        MÊS/ANO: MAR/2025
ÓRGÃO                                                             UPAG
26248 - UNIVERSIDADE FEDERAL RURAL                                000000012
CNPJ: 11.222.333/0001-81
NOME DO SERVIDOR                                  MATRÍCULA SIAPE      CPF
NINA PRADO LUZ                                    1234567              529.982.247-25
CARGO/EMPREGO                                     CLASSE/REF/PADRÃO    REGIME JURÍDICO
PROFESSOR DO MAGISTÉRIO SUPERIOR                  C  604               EST
LOTAÇÃO                                           DATA DE INGRESSO     BANCO   AGÊNCIA   CONTA
DEPARTAMENTO DE QUÍMICA                           01/03/2010           001     1234-5    98765-X
RENDIMENTOS                                                            DESCONTOS
DISCRIMINAÇÃO                     PRAZO   VALOR       DISCRIMINAÇÃO                        PRAZO   VALOR
00001 VENCIMENTO BASICO                   8.000,00    98019 CONT.PLANO SEGURIDADE SOCIAL           1.100,00
00136 AUXILIO ALIMENTACAO                 1.000,00    99001 IMPOSTO DE RENDA                         950,00
82374 RETRIBUICAO POR TITULACAO           4.500,00    34105 EMPREST BCO OFICIAL              072     500,00
TOTAL BRUTO                    TOTAL DE DESCONTOS                TOTAL LÍQUIDO
13.500,00                      2.550,00                          10.950,00`,
			map[string]string{
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"NINA PRADO LUZ"`,
				"funcionario_cpf":       `"52998224725"`,
				"funcionario_matricula": `"1234567"`,
				"itens": `[{"descricao":"00001 VENCIMENTO BASICO","vencimento":8000},{"descricao":"00136 AUXILIO ALIMENTACAO","vencimento":1000},` +
					`{"descricao":"82374 RETRIBUICAO POR TITULACAO","vencimento":4500},{"descricao":"98019 CONT.PLANO SEGURIDADE SOCIAL","desconto":1100},` +
					`{"descricao":"99001 IMPOSTO DE RENDA","desconto":950},{"descricao":"34105 EMPREST BCO OFICIAL","referencia":"072","desconto":500}]`,
				"cargo":             `"PROFESSOR DO MAGISTÉRIO SUPERIOR"`,
				"departamento":      `"DEPARTAMENTO DE QUÍMICA"`,
				"data_admissao":     `"2010-03-01"`,
				"competencia":       `"2025-03"`,
				"total_vencimentos": "13500",
				"total_descontos":   "2550",
				"valor_liquido":     "10950",
			}},
		{"a page across with two copies", "HOLERITE", `
BOM FUTURO SERVIÇOS LTDA                 Recibo de Pagamento de Salário        BOM FUTURO SERVIÇOS LTDA                 Recibo de Pagamento de Salário
CNPJ: 11.222.333/0001-81                 Referente ao Mês: Março/2025          CNPJ: 11.222.333/0001-81                 Referente ao Mês: Março/2025
Código  Nome do Funcionário        CBO     Emp.  Local  Depto                  Código  Nome do Funcionário        CBO     Emp.  Local  Depto
00123   NINA PRADO LUZ             411010  1     1      1                      00123   NINA PRADO LUZ             411010  1     1      1
        AUXILIAR ADMINISTRATIVO            Admissão: 01/03/2020                        AUXILIAR ADMINISTRATIVO            Admissão: 01/03/2020
Cód.  Descrição              Referência   Vencimentos   Descontos              Cód.  Descrição              Referência   Vencimentos   Descontos
001   SALARIO MENSAL             30,00       2.500,00                          001   SALARIO MENSAL             30,00       2.500,00
903   I.N.S.S.                    9,00                     202,23              903   I.N.S.S.                    9,00                     202,23
                              Total de Vencimentos   Total de Descontos                                      Total de Vencimentos   Total de Descontos
                                        2.500,00               202,23                                                  2.500,00               202,23
                              Valor Líquido ->               2.297,77                                        Valor Líquido ->               2.297,77
Salário Base   Sal. Contr. INSS   Base Cálc. FGTS   F.G.T.S. do Mês   Base Cálc. IRRF   Faixa IRRF      Salário Base   Sal. Contr. INSS   Base Cálc. FGTS   F.G.T.S. do Mês   Base Cálc. IRRF   Faixa IRRF
2.500,00       2.500,00           2.500,00          200,00            2.297,77          0               2.500,00       2.500,00           2.500,00          200,00            2.297,77          0`,
			map[string]string{
				"empregador_nome":   `"BOM FUTURO SERVIÇOS LTDA"`,
				"empregador_cnpj":   `"11222333000181"`,
				"funcionario_nome":  `"NINA PRADO LUZ"`,
				"competencia":       `"2025-03"`,
				"total_vencimentos": "2500",
				"total_descontos":   "202.23",
				"valor_liquido":     "2297.77",
				"base_fgts":         "2500",
				"base_irrf":         "2297.77",
			}},
		{"a number of the company without label under its address", "HOLERITE", `
ALFA TRANSPORTES S.A.                                             Demonstrativo de Pagamento de Salário
Rua do Sol, 45 - Natal - RN                                       Mensal - Março de 2025
11.222.333/0001-81
Cadastro   Nome                         Local                 Cargo                        Admissão
4567       BENTO ALVES PRADO            1.02 FROTA            MOTORISTA DE CAMINHAO        15/08/2018
Cód  Descrição                      Ref.        Proventos     Descontos
1    Horas Normais                  220:00       3.000,00
35   Adicional Periculosidade       30,00          900,00
220  Hora Extra 50%                 10:30          214,77
510  INSS                           12,00                        329,18
520  IRRF                           15,00                        112,40
600  Vale Transporte                 6,00                        180,00
                                    Totais       4.114,77        621,58
                                    Líquido a Receber          3.493,19
Salário Base     Base INSS     Base FGTS     FGTS Mês     Base IRRF     Dep. IRRF
3.000,00         4.114,77      4.114,77      329,18       3.785,59      1`,
			map[string]string{
				"empregador_nome":       `"ALFA TRANSPORTES S.A."`,
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"BENTO ALVES PRADO"`,
				"funcionario_matricula": `"4567"`,
				"competencia":           `"2025-03"`,
				"salario_base":          "3000",
				"itens":                 `[{"codigo":"1","descricao":"Horas Normais","referencia":"220:00","vencimento":3000},{"codigo":"35","descricao":"Adicional Periculosidade","referencia":"30,00","vencimento":900},{"codigo":"220","descricao":"Hora Extra 50%","referencia":"10:30","vencimento":214.77},{"codigo":"510","descricao":"INSS","referencia":"12,00","desconto":329.18},{"codigo":"520","descricao":"IRRF","referencia":"15,00","desconto":112.4},{"codigo":"600","descricao":"Vale Transporte","referencia":"6,00","desconto":180}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
