package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Receipts, reports, payslips and bills of health as pads, agencies and systems print
// them: sums far under the last row, questions with the answer below, lines filled up.
func TestHealthAndPayForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a pad whose lines are filled up", "RECIBO", `
RECIBO                        Nº 0871                                R$ 1.250,00

Recebi(emos) do(a) Sr.(a) Padaria Flor do Campo Ltda
CNPJ 11.222.333/0001-81
a importância de um mil duzentos e cinquenta reais xxxxxxxxxx
proveniente de conserto de forno industrial
Pago em cheque
Para maior clareza firmo(amos) o presente.

                              Cuiabá / MT, 4 de junho de 2025

                              Emitente Caio Brito Nunes
                              CPF 529.982.247-25
`, map[string]string{
			"numero":             `"0871"`,
			"valor":              "1250",
			"valor_por_extenso":  `"um mil duzentos e cinquenta reais"`,
			"pagador_nome":       `"Padaria Flor do Campo Ltda"`,
			"pagador_cpf_cnpj":   `"11222333000181"`,
			"recebedor_nome":     `"Caio Brito Nunes"`,
			"recebedor_cpf_cnpj": `"52998224725"`,
			"referente_a":        `"conserto de forno industrial"`,
			"forma_pagamento":    `"cheque"`,
			"data":               `"2025-06-04"`,
			"cidade":             `"Cuiabá"`,
			"uf":                 `"MT"`,
		}},
		{"a parish confirms a gift", "RECIBO", `
                    Paróquia Nossa Senhora das Dores
       Entidade sem fins lucrativos - Utilidade Pública Municipal
          CNPJ 11.222.333/0001-81 | Praça da Matriz, 10, Cidade Nova

                      RECIBO DE DOAÇÃO Nº 55-C

Confirmamos o recebimento de Otávio Luz Prado, inscrito(a) no CPF sob nº 529.982.247-25, da
contribuição abaixo, sem qualquer contraprestação.

Valor                    R$ 80,00
Por extenso              oitenta reais
Referente a              reforma do telhado
Meio de pagamento        dinheiro
Data do recebimento      3 de maio de 2025

Passos, MG                                   Nina Luz Prado
                                             Secretária
`, map[string]string{
			"numero":             `"55-C"`,
			"valor":              "80",
			"valor_por_extenso":  `"oitenta reais"`,
			"pagador_nome":       `"Otávio Luz Prado"`,
			"pagador_cpf_cnpj":   `"52998224725"`,
			"recebedor_nome":     `"Paróquia Nossa Senhora das Dores"`,
			"recebedor_cpf_cnpj": `"11222333000181"`,
			"referente_a":        `"reforma do telhado"`,
			"data":               `"2025-05-03"`,
			"cidade":             `"Passos"`,
			"uf":                 `"MG"`,
		}},
		{"questions of an agency, answered below", "LAUDO_MEDICO", `
                     RELATÓRIO MÉDICO CIRCUNSTANCIADO

Periciado(a): NINA LUZ PRADO                         CPF: 529.982.247-25
Nascimento: 03/07/1988     Sexo: F

1. CID-10:
M54.5 - Dor lombar baixa

2. Descrição do quadro clínico atual:
Dor lombar crônica com irradiação para o membro inferior direito, sem melhora com o
tratamento conservador.

3. Data do início da doença:
março de 2023

4. Prazo estimado de recuperação:
90 dias

5. Conclusão do médico assistente:
Incapacidade total e temporária para o trabalho habitual.

MÉDICO ASSISTENTE
Nome: OTÁVIO LUZ PRADO                               CRM nº: 12345 / RN
Especialidade: Ortopedia
Município: Natal   UF: RN                            Data: 12/06/2025
`, map[string]string{
			"paciente_nome":            `"NINA LUZ PRADO"`,
			"paciente_cpf":             `"52998224725"`,
			"paciente_data_nascimento": `"1988-07-03"`,
			"medico_nome":              `"OTÁVIO LUZ PRADO"`,
			"medico_crm":               `"12345"`,
			"medico_crm_uf":            `"RN"`,
			"especialidade":            `"Ortopedia"`,
			"diagnostico":              `"Dor lombar crônica com irradiação para o membro inferior direito, sem melhora com o tratamento conservador."`,
			"conclusao":                `"Incapacidade total e temporária para o trabalho habitual."`,
			"dias_afastamento":         "90",
			"data_emissao":             `"2025-06-12"`,
			"cidade":                   `"Natal"`,
			"uf":                       `"RN"`,
		}},
		{"a report of images, signed over a specialty of one word", "LAUDO_MEDICO", `
Hospital São Lucas Ltda
Avenida Central, 900
Natal - RN

Pac.     NINA LUZ PRADO                 Prontuário   778899
Nasc.    03/07/1988                     Laudo em     12/06/2025 10:20

Radiografia de tórax

Análise
Campos pulmonares limpos. Área cardíaca normal.

Impressão radiológica
Exame dentro dos limites da normalidade.

Laudado e assinado por:
Otávio Luz Prado
Radiologia
CRM RN 4827
Médica residente: Bella Nunes
`, map[string]string{
			"paciente_nome":            `"NINA LUZ PRADO"`,
			"paciente_data_nascimento": `"1988-07-03"`,
			"medico_nome":              `"Otávio Luz Prado"`,
			"medico_crm":               `"4827"`,
			"especialidade":            `"Radiologia"`,
			"exame":                    `"Radiografia de tórax"`,
			"diagnostico":              `"Campos pulmonares limpos. Área cardíaca normal."`,
			"conclusao":                `"Exame dentro dos limites da normalidade."`,
			"estabelecimento_nome":     `"Hospital São Lucas Ltda"`,
			"data_emissao":             `"2025-06-12"`,
			"cidade":                   `"Natal"`,
			"uf":                       `"RN"`,
		}},
		{"sums at the foot of a form, far under the last row", "HOLERITE", `
Oficina Boa Roda Ltda
CNPJ 11.222.333/0001-81
Demonstrativo de Pagamento Mensal - Agosto/2025

Cadastro 4241          Colaborador Nina Luz Prado
Cargo TORNEIRO         Local LOJA 04          CPF 529.982.247-25

Cód   Descrição do evento        Quant.     Vantagens     Descontos
1     SALARIO CONTRATUAL         220,00      3.000,00
998   INSS FOLHA                   9,00                      270,00





                                 Totais      3.000,00        270,00
                                 Valor líquido a receber   2.730,00
Sal. Base     Base INSS     Base FGTS    FGTS do mês   Base IRRF
3.000,00      3.000,00      3.000,00     240,00        2.730,00
`, map[string]string{
			"empregador_nome":       `"Oficina Boa Roda Ltda"`,
			"funcionario_nome":      `"Nina Luz Prado"`,
			"funcionario_matricula": `"4241"`,
			"cargo":                 `"TORNEIRO"`,
			"departamento":          `"LOJA 04"`,
			"competencia":           `"2025-08"`,
			"salario_base":          "3000",
			"total_vencimentos":     "3000",
			"total_descontos":       "270",
			"valor_liquido":         "2730",
			"base_inss":             "3000",
			"fgts_mes":              "240",
		}},
		{"a private hospital's bill, with its town over the postal code", "DESPESA_MEDICA", `
HOSPITAL E MATERNIDADE SANTA RITA S.A.
CNPJ 11.222.333/0001-81   CNES 8840106
Avenida das Flores, 3390, Santa Mônica
Blumenau - SC - CEP 89045-901 - PABX (47) 3690-5320

RECIBO DE PAGAMENTO DE CONTA PARTICULAR - Nº 4012606

Recebemos de  OTÁVIO LUZ PRADO                      CPF          529.982.247-25
Paciente      NINA LUZ PRADO                        Prontuário   7934686
Dt. atend.    05/04/2025                            Dt. emissão  07/04/2025
Referente a   Atendimento em pronto-socorro         Conta nº     709082

Item                                     Qtd     Vl. unit.    Vl. total
Consulta em pronto atendimento           1       470,54       470,54
                                         TOTAL RECEBIDO R$    470,54
`, map[string]string{
			"prestador_nome":     `"HOSPITAL E MATERNIDADE SANTA RITA S.A."`,
			"prestador_cpf_cnpj": `"11222333000181"`,
			"numero_documento":   `"4012606"`,
			"pagador_nome":       `"OTÁVIO LUZ PRADO"`,
			"pagador_cpf":        `"52998224725"`,
			"paciente_nome":      `"NINA LUZ PRADO"`,
			"descricao_servico":  `"Atendimento em pronto-socorro"`,
			"data_atendimento":   `"2025-04-05"`,
			"data_emissao":       `"2025-04-07"`,
			"valor":              "470.54",
			"cidade":             `"Blumenau"`,
			"uf":                 `"SC"`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
