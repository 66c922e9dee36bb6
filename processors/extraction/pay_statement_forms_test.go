package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Statements of pay beyond the usual payslip: benefits, households, holidays, shares of owners, scholarships, soldiers.
func TestPayStatementForms(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"a benefit of social security", `
INSTITUTO NACIONAL DO SEGURO SOCIAL                          HISCRE - HISTÓRICO DE CRÉDITOS
CNPJ: 29.979.036/0001-40                                     DEMONSTRATIVO DE PAGAMENTO DE BENEFÍCIO

Nome: NINA PRADO LUZ                                         CPF: 529.982.247-25
NB: 123.456.789-0                                            Competência: 03/2025
Espécie: 41 - APOSENTADORIA POR IDADE                        DIB: 10/05/2015

Rubrica   Descrição da rubrica                                Créditos        Débitos
101       VALOR TOTAL DE MR DO PERIODO                        3.400,00
104       COMPLEMENTO POSITIVO                                  120,00
201       IMPOSTO DE RENDA NO BENEFICIO                                         85,30
216       CONSIGNACAO EMPRESTIMO BANCARIO                                      410,25

Total de créditos: 3.520,00        Total de débitos: 495,55        Valor líquido: 3.024,45`,
			map[string]string{
				"empregador_cnpj":       `"29979036000140"`,
				"funcionario_nome":      `"NINA PRADO LUZ"`,
				"funcionario_matricula": `"123.456.789-0"`,
				"competencia":           `"2025-03"`,
				"itens":                 `[{"codigo":"101","descricao":"VALOR TOTAL DE MR DO PERIODO","vencimento":3400},{"codigo":"104","descricao":"COMPLEMENTO POSITIVO","vencimento":120},{"codigo":"201","descricao":"IMPOSTO DE RENDA NO BENEFICIO","desconto":85.3},{"codigo":"216","descricao":"CONSIGNACAO EMPRESTIMO BANCARIO","desconto":410.25}]`,
				"total_vencimentos":     "3520",
				"total_descontos":       "495.55",
				"valor_liquido":         "3024.45",
			}},
		{"a soldier of the navy, marks of D and C", `
MARINHA DO BRASIL                                            BILHETE DE PAGAMENTO
CNPJ 11.222.333/0001-81                                      MÊS/ANO: ABR/2025
PAGADORIA DE PESSOAL DA MARINHA

NIP                NOME                                      POSTO/GRAD.           CPF
12.3456.78         BENTO ALVES PRADO                         TERCEIRO SARGENTO     529.982.247-25
OM                                 DATA DE INCORPORAÇÃO      BANCO/AG/CONTA
CAPITANIA DOS PORTOS               01/02/2012                001/1234/56789

CÓD    DISCRIMINAÇÃO                    PRAZO      VALOR         R/D
001    SOLDO                                       3.825,00      R
015    ADICIONAL MILITAR                16%          612,00      R
101    PENSAO MILITAR                   10,5%        465,89      D
105    FUSMA                                         132,60      D
310    EMPRESTIMO CONSIGNADO            012/096      502,11      D

TOTAL DE RECEITAS      TOTAL DE DESPESAS      LÍQUIDO A RECEBER
4.437,00               1.100,60               3.336,40`,
			map[string]string{
				"funcionario_nome":      `"BENTO ALVES PRADO"`,
				"funcionario_matricula": `"12.3456.78"`,
				"cargo":                 `"TERCEIRO SARGENTO"`,
				"departamento":          `"CAPITANIA DOS PORTOS"`,
				"data_admissao":         `"2012-02-01"`,
				"competencia":           `"2025-04"`,
				"itens":                 `[{"codigo":"001","descricao":"SOLDO","vencimento":3825},{"codigo":"015","descricao":"ADICIONAL MILITAR","referencia":"16%","vencimento":612},{"codigo":"101","descricao":"PENSAO MILITAR","referencia":"10,5%","desconto":465.89},{"codigo":"105","descricao":"FUSMA","desconto":132.6},{"codigo":"310","descricao":"EMPRESTIMO CONSIGNADO","referencia":"012/096","desconto":502.11}]`,
				"total_vencimentos":     "4437",
				"total_descontos":       "1100.6",
				"valor_liquido":         "3336.4",
			}},
		{"of a household", `
eSocial - Simplificado Pessoa Física
Recibo de Pagamento de Salário

Empregador: OLGA BRAGA LIMA                                  CPF: 111.444.777-35
Trabalhador: NINA PRADO LUZ                                  CPF: 529.982.247-25
Cargo: Empregado doméstico nos serviços gerais               CBO: 5121-05
Data de Admissão: 02/05/2019                                 Competência: 03/2025

Rubrica                                       Vencimentos (R$)      Descontos (R$)
Salário                                               1.800,00
Horas extras 50%                                        120,00
INSS - contribuição do segurado                                             153,51
Vale transporte                                                             108,00
Totais                                                1.920,00              261,51
Líquido a receber                                                         1.658,49

Base INSS: 1.920,00        Base FGTS: 1.920,00        FGTS do mês: 153,60        Base IRRF: 1.766,49`,
			map[string]string{
				"empregador_nome":   `"OLGA BRAGA LIMA"`,
				"funcionario_nome":  `"NINA PRADO LUZ"`,
				"cargo":             `"Empregado doméstico nos serviços gerais"`,
				"cbo":               `"512105"`,
				"data_admissao":     `"2019-05-02"`,
				"competencia":       `"2025-03"`,
				"itens":             `[{"descricao":"Salário","vencimento":1800},{"descricao":"Horas extras 50%","vencimento":120},{"descricao":"INSS - contribuição do segurado","desconto":153.51},{"descricao":"Vale transporte","desconto":108}]`,
				"total_vencimentos": "1920",
				"total_descontos":   "261.51",
				"valor_liquido":     "1658.49",
				"base_inss":         "1920",
				"fgts_mes":          "153.6",
			}},
		{"of an owner", `
ALFA TRANSPORTES LTDA
CNPJ: 11.222.333/0001-81
RECIBO DE PAGAMENTO DE PRÓ-LABORE                            Referente a: Março/2025

Sócio administrador: BENTO ALVES PRADO                       CPF: 529.982.247-25

Cód   Descrição                  Referência      Proventos     Descontos
11    PRO-LABORE                      30,00       5.000,00
843   INSS PRO-LABORE                 11,00                       550,00
804   IRRF                            22,50                       335,15

Total de proventos: 5.000,00
Total de descontos: 885,15
Líquido a receber: 4.114,85`,
			map[string]string{
				"empregador_nome":   `"ALFA TRANSPORTES LTDA"`,
				"funcionario_nome":  `"BENTO ALVES PRADO"`,
				"competencia":       `"2025-03"`,
				"itens":             `[{"codigo":"11","descricao":"PRO-LABORE","referencia":"30,00","vencimento":5000},{"codigo":"843","descricao":"INSS PRO-LABORE","referencia":"11,00","desconto":550},{"codigo":"804","descricao":"IRRF","referencia":"22,50","desconto":335.15}]`,
				"total_vencimentos": "5000",
				"total_descontos":   "885.15",
				"valor_liquido":     "4114.85",
			}},
		{"of a trainee, from a page of an app", `
Meu holerite
Março 2025
BOM FUTURO SERVIÇOS LTDA - CNPJ 11.222.333/0001-81

NINA PRADO LUZ
Matrícula 40417
Cargo Estagiária
Início do estágio 03/02/2025

Você recebeu
R$ 1.380,00

Ganhos
Bolsa-auxílio                    R$ 1.200,00
Auxílio-transporte                 R$ 220,00
Total de ganhos                  R$ 1.420,00

Descontos
Faltas                              R$ 40,00
Total de descontos                  R$ 40,00`,
			map[string]string{
				"empregador_nome":       `"BOM FUTURO SERVIÇOS LTDA"`,
				"funcionario_nome":      `"NINA PRADO LUZ"`,
				"funcionario_matricula": `"40417"`,
				"cargo":                 `"Estagiária"`,
				"data_admissao":         `"2025-02-03"`,
				"competencia":           `"2025-03"`,
				"itens":                 `[{"descricao":"Bolsa-auxílio","vencimento":1200},{"descricao":"Auxílio-transporte","vencimento":220},{"descricao":"Faltas","desconto":40}]`,
				"total_vencimentos":     "1420",
				"total_descontos":       "40",
				"valor_liquido":         "1380",
			}},
		{"of holidays", `
GRANJA BOA VISTA LTDA                                        RECIBO DE FÉRIAS
CNPJ 11.222.333/0001-81                                      Competência: 07/2025

Empregado: BENTO ALVES PRADO                                 Registro: 218
Função: TRATADOR DE AVES                                     Admissão: 10/06/2021
Período aquisitivo: 10/06/2023 a 09/06/2024                  Período de gozo: 01/07/2025 a 30/07/2025

Verba  Histórico                    Qtde.      Provento      Desconto
0021   FÉRIAS                       30         2.100,00
0029   1/3 DE FÉRIAS                             700,00
0901   INSS SOBRE FÉRIAS            9%                         229,23

Total bruto          Total descontos          Líquido de férias
2.800,00             229,23                   2.570,77`,
			map[string]string{
				"empregador_nome":       `"GRANJA BOA VISTA LTDA"`,
				"funcionario_nome":      `"BENTO ALVES PRADO"`,
				"funcionario_matricula": `"218"`,
				"cargo":                 `"TRATADOR DE AVES"`,
				"data_admissao":         `"2021-06-10"`,
				"competencia":           `"2025-07"`,
				"itens":                 `[{"codigo":"0021","descricao":"FÉRIAS","referencia":"30","vencimento":2100},{"codigo":"0029","descricao":"1/3 DE FÉRIAS","vencimento":700},{"codigo":"0901","descricao":"INSS SOBRE FÉRIAS","referencia":"9%","desconto":229.23}]`,
				"total_vencimentos":     "2800",
				"total_descontos":       "229.23",
				"valor_liquido":         "2570.77",
			}},
		{"of a thirteenth salary, deductions first", `
PREFEITURA MUNICIPAL DE ALTO LINDO
CNPJ: 11.222.333/0001-81
CONTRACHEQUE - 13º SALÁRIO                                   Folha: 12/2025

Servidora            Matrícula/DV     Cargo efetivo            Lotação               Posse
NINA PRADO LUZ       10.334-2         AGENTE DE SAÚDE          POSTO DO CENTRO       01/08/2013

Descontos      Vantagens      Ref.      Rubrica                              Cód.
               3.200,00       12/12     GRATIFICACAO NATALINA                0130
448,00                        14%       CONTRIBUICAO PREVIDENCIARIA          0501
96,12                                   IRRF 13 SALARIO                      0502
544,12         3.200,00                 TOTAIS
Líquido        2.655,88`,
			map[string]string{
				"empregador_nome":       `"PREFEITURA MUNICIPAL DE ALTO LINDO"`,
				"funcionario_nome":      `"NINA PRADO LUZ"`,
				"funcionario_matricula": `"10.334-2"`,
				"cargo":                 `"AGENTE DE SAÚDE"`,
				"departamento":          `"POSTO DO CENTRO"`,
				"data_admissao":         `"2013-08-01"`,
				"competencia":           `"2025-12"`,
				"itens":                 `[{"codigo":"0130","descricao":"GRATIFICACAO NATALINA","referencia":"12/12","vencimento":3200},{"codigo":"0501","descricao":"CONTRIBUICAO PREVIDENCIARIA","referencia":"14%","desconto":448},{"codigo":"0502","descricao":"IRRF 13 SALARIO","desconto":96.12}]`,
				"total_vencimentos":     "3200",
				"total_descontos":       "544.12",
				"valor_liquido":         "2655.88",
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "HOLERITE", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
