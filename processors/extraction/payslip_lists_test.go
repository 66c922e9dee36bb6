package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Payslips whose earnings and deductions stand one below the other, or have their code and name in one column.
func TestPayslipLists(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"one column of sums under the name of each side", "HOLERITE", `
CONSTRUTORA HORIZONTE LTDA - CNPJ 11.222.333/0001-81
Rua das Palmeiras, 100 - Recife/PE

RECIBO DE PAGAMENTO                                   MAIO DE 2025

Empregado: 000321 - OTAVIO LUZ PRADO                  CPF 529.982.247-25
Cargo: PEDREIRO                                       Data de admissão 01/02/2019
C.B.O. 7152-10          Setor OBRA BOA VIAGEM

CÓD    DESCRIÇÃO                              QTDE          VALOR
PROVENTOS
0010   SALARIO HORA NORMAL                   220:00        2.640,00
0055   HORAS EXTRAS 50%                       10:00          180,00
       Total de proventos                                  2.820,00
DESCONTOS
0901   INSS                                    9,00          232,80
0910   VALE TRANSPORTE                         6,00          158,40
       Total de descontos                                    391,20

LÍQUIDO A RECEBER                                          2.428,80

Salário-base 2.640,00   Base INSS 2.820,00   Base FGTS 2.820,00   FGTS do mês 225,60   Base IRRF 2.019,16
`,
			map[string]string{
				"empregador_nome":       `"CONSTRUTORA HORIZONTE LTDA"`,
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"OTAVIO LUZ PRADO"`,
				"funcionario_cpf":       `"52998224725"`,
				"funcionario_matricula": `"000321"`,
				"cargo":                 `"PEDREIRO"`,
				"cbo":                   `"715210"`,
				"data_admissao":         `"2019-02-01"`,
				"competencia":           `"2025-05"`,
				"salario_base":          "2640",
				"total_vencimentos":     "2820",
				"total_descontos":       "391.2",
				"valor_liquido":         "2428.8",
				"base_inss":             "2820",
				"base_fgts":             "2820",
				"fgts_mes":              "225.6",
				"base_irrf":             "2019.16",
				"itens": `[{"codigo":"0010","descricao":"SALARIO HORA NORMAL","referencia":"220:00","vencimento":2640},` +
					`{"codigo":"0055","descricao":"HORAS EXTRAS 50%","referencia":"10:00","vencimento":180},` +
					`{"codigo":"0901","descricao":"INSS","referencia":"9,00","desconto":232.8},` +
					`{"codigo":"0910","descricao":"VALE TRANSPORTE","referencia":"6,00","desconto":158.4}]`,
			}},
		{"of a town, with code and name in one column", "HOLERITE", `
                     PREFEITURA MUNICIPAL DE BOA ESPERANÇA
                     SECRETARIA DE ADMINISTRAÇÃO - RECURSOS HUMANOS
                     CNPJ: 11.222.333/0001-81
                          CONTRACHEQUE - 04/2025

Matrícula: 4455-1     Servidor: NINA PRADO LUZ                 CPF: 529.982.247-25
Cargo: PROFESSORA II                 Vínculo: EFETIVO          Admissão: 10/02/2012
Lotação: ESCOLA MUNICIPAL DO SOL     Banco: 001  Agência: 1234  Conta: 5678-9

Evento                                 Ref.      Vantagens      Descontos
101 - VENCIMENTO                        30       3.500,00
120 - QUINQUENIO                        10         350,00
501 - PREVIDENCIA PROPRIA               14                         539,00
510 - IRRF                              15                         120,33

                                     Totais      3.850,00          659,33
                                                 Líquido         3.190,67
`,
			map[string]string{
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"NINA PRADO LUZ"`,
				"funcionario_cpf":       `"52998224725"`,
				"funcionario_matricula": `"4455-1"`,
				"cargo":                 `"PROFESSORA II"`,
				"departamento":          `"ESCOLA MUNICIPAL DO SOL"`,
				"data_admissao":         `"2012-02-10"`,
				"competencia":           `"2025-04"`,
				"total_vencimentos":     "3850",
				"total_descontos":       "659.33",
				"valor_liquido":         "3190.67",
				"itens": `[{"codigo":"101","descricao":"VENCIMENTO","referencia":"30","vencimento":3500},` +
					`{"codigo":"120","descricao":"QUINQUENIO","referencia":"10","vencimento":350},` +
					`{"codigo":"501","descricao":"PREVIDENCIA PROPRIA","referencia":"14","desconto":539},` +
					`{"codigo":"510","descricao":"IRRF","referencia":"15","desconto":120.33}]`,
			}},
		{"of an application, without headings", "HOLERITE", `
Boreal Tecnologia S.A.
CNPJ 11.222.333/0001-81

Olá, Otávio! Aqui está o seu demonstrativo de março/2025

Nome                      CPF                  Matrícula
Otávio Luz Prado          529.982.247-25       9981
Cargo                     Departamento         Na empresa desde
Analista de sistemas      Produtos             03/05/2021

Ganhos
Salário                                   R$ 8.000,00
Ajuda de custo home office                R$ 150,00

Descontos
INSS                                      R$ 908,86
Imposto de renda                          R$ 1.015,21
Plano de saúde                            R$ 210,00

Total de ganhos                           R$ 8.150,00
Total de descontos                        R$ 2.134,07
Você recebe                               R$ 6.015,93

Bases de cálculo
Base do INSS R$ 8.000,00   Base do FGTS R$ 8.000,00   FGTS depositado R$ 640,00   Base do IR R$ 7.091,14
`,
			map[string]string{
				"empregador_nome":       `"Boreal Tecnologia S.A."`,
				"empregador_cnpj":       `"11222333000181"`,
				"funcionario_nome":      `"Otávio Luz Prado"`,
				"funcionario_cpf":       `"52998224725"`,
				"funcionario_matricula": `"9981"`,
				"cargo":                 `"Analista de sistemas"`,
				"departamento":          `"Produtos"`,
				"data_admissao":         `"2021-05-03"`,
				"competencia":           `"2025-03"`,
				"total_vencimentos":     "8150",
				"total_descontos":       "2134.07",
				"valor_liquido":         "6015.93",
				"base_inss":             "8000",
				"base_fgts":             "8000",
				"fgts_mes":              "640",
				"base_irrf":             "7091.14",
				"itens": `[{"descricao":"Salário","vencimento":8000},` +
					`{"descricao":"Ajuda de custo home office","vencimento":150},` +
					`{"descricao":"INSS","desconto":908.86},` +
					`{"descricao":"Imposto de renda","desconto":1015.21},` +
					`{"descricao":"Plano de saúde","desconto":210}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
