package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Court papers, and receipts of health and schooling, in forms of everyday use.
func TestCourtAndReceiptForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a judgment of a labour court", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO
JUSTIÇA DO TRABALHO
TRIBUNAL REGIONAL DO TRABALHO DA 21ª REGIÃO
4ª VARA DO TRABALHO DE NATAL
ATSum 0000123-45.2024.5.21.0004
RECLAMANTE: ANA LUZ MELO
RECLAMADO: FERRAGENS BOA VISTA LTDA

SENTENÇA

Dispensado o relatório, nos termos do art. 852-I da CLT.

III - DISPOSITIVO
Ante o exposto, nos autos da reclamação trabalhista ajuizada por ANA LUZ MELO em face de FERRAGENS BOA VISTA LTDA, decido JULGAR
PROCEDENTES EM PARTE os pedidos, para condenar a reclamada ao pagamento de horas extras e reflexos, nos termos da fundamentação.
Custas de R$ 200,00, calculadas sobre o valor da condenação. Intimem-se as partes.

NATAL/RN, 14 de março de 2024.

NINA PRADO REIS
Juíza do Trabalho Substituta`,
			map[string]string{
				"numero_processo": `"00001234520245210004"`,
				"tipo_documento":  `"sentenca"`,
				"vara":            `"4ª VARA DO TRABALHO DE NATAL"`,
				"uf":              `"RN"`,
				"partes":          `[{"papel":"RECLAMANTE","nome":"ANA LUZ MELO"},{"papel":"RECLAMADO","nome":"FERRAGENS BOA VISTA LTDA"}]`,
				"magistrado_nome": `"NINA PRADO REIS"`,
				"data_documento":  `"2024-03-14"`,
				"dispositivo":     `"nos autos da reclamação trabalhista ajuizada por ANA LUZ MELO em face de FERRAGENS BOA VISTA LTDA, decido JULGAR PROCEDENTES EM PARTE os pedidos, para condenar a reclamada ao pagamento de horas extras e reflexos, nos termos da fundamentação."`,
			}},
		{"a petition in a running case", "DOCUMENTO_JURIDICO", `
EXCELENTÍSSIMO SENHOR DOUTOR JUIZ DE DIREITO DA 2ª VARA CÍVEL DA COMARCA DE CAMPINAS - SP

Processo nº 1001234-56.2024.8.26.0114

OTÁVIO LUZ PRADO, já qualificado nos autos da AÇÃO DE COBRANÇA que move em face de LUZ CONTABILIDADE S/S, vem, respeitosamente, à presença
de Vossa Excelência, por seu advogado que esta subscreve, requerer a juntada do comprovante de recolhimento das custas.

Termos em que,
Pede deferimento.

Campinas, 22 de abril de 2024.

CAIO BRITO NUNES
OAB/SP 123.456`,
			map[string]string{
				"numero_processo":   `"10012345620248260114"`,
				"tipo_documento":    `"peticao"`,
				"vara":              `"2ª VARA CÍVEL"`,
				"comarca":           `"CAMPINAS"`,
				"uf":                `"SP"`,
				"classe_processual": `"AÇÃO DE COBRANÇA"`,
				"partes":            `[{"nome":"OTÁVIO LUZ PRADO"},{"nome":"LUZ CONTABILIDADE S/S"}]`,
				"advogados":         `[{"nome":"CAIO BRITO NUNES","oab":"OAB/SP 123.456"}]`,
				"data_documento":    `"2024-04-22"`,
				"dispositivo":       `"a juntada do comprovante de recolhimento das custas."`,
			}},
		{"an order with a box of the case", "DOCUMENTO_JURIDICO", `
TRIBUNAL DE JUSTIÇA DO ESTADO DE SÃO PAULO
COMARCA DE SANTOS
FORO DE SANTOS
5ª VARA CÍVEL
Rua Bittencourt, 144, Sala 52, Centro - CEP 11013-300, Fone: (13) 3333-4444, Santos-SP - E-mail: santos5cv@tjsp.example
Horário de Atendimento ao Público: das 13h00min às 17h00min

DESPACHO

Processo Digital nº:     1009876-54.2023.8.26.0562
Classe - Assunto         Procedimento Comum Cível - Indenização por Dano Material
Requerente:              Nina Prado Reis
Requerido:               Banco Bom Futuro S.A.
Justiça Gratuita

Juiz(a) de Direito: Dr(a). Ana Luz Melo

Vistos.
Manifeste-se a parte autora sobre a contestação, no prazo de 15 dias.
Intime-se.

Santos, 02 de setembro de 2024.

DOCUMENTO ASSINADO DIGITALMENTE NOS TERMOS DA LEI 11.419/2006, CONFORME IMPRESSÃO À MARGEM DIREITA`,
			map[string]string{
				"numero_processo":   `"10098765420238260562"`,
				"tipo_documento":    `"despacho"`,
				"tribunal":          `"TRIBUNAL DE JUSTIÇA DO ESTADO DE SÃO PAULO"`,
				"vara":              `"5ª VARA CÍVEL"`,
				"comarca":           `"SANTOS"`,
				"uf":                `"SP"`,
				"classe_processual": `"Procedimento Comum Cível"`,
				"assunto":           `"Indenização por Dano Material"`,
				"partes":            `[{"papel":"Requerente","nome":"Nina Prado Reis"},{"papel":"Requerido","nome":"Banco Bom Futuro S.A."}]`,
				"magistrado_nome":   `"Ana Luz Melo"`,
				"data_documento":    `"2024-09-02"`,
				"dispositivo":       `"Manifeste-se a parte autora sobre a contestação, no prazo de 15 dias."`,
			}},
		{"an appeal decided by a panel", "DOCUMENTO_JURIDICO", `
Tribunal de Justiça de Minas Gerais

Número do 1.0000.23.123456-7/001       Numeração 5012345-67.2022.8.13.0024
Relator:               Des.(a) Otávio Luz Prado
Relator do Acordão:    Des.(a) Otávio Luz Prado
Data do Julgamento:    12/06/2024
Data da Publicação:    14/06/2024

EMENTA: APELAÇÃO CÍVEL - AÇÃO DE INDENIZAÇÃO - NEGATIVAÇÃO INDEVIDA - DANO MORAL CONFIGURADO - RECURSO NÃO PROVIDO.

APELAÇÃO CÍVEL Nº 1.0000.23.123456-7/001 - COMARCA DE BELO HORIZONTE - APELANTE(S): BANCO BOM FUTURO S.A. - APELADO(A)(S): NINA PRADO REIS

A C Ó R D Ã O

Vistos etc., acorda, em Turma, a 12ª CÂMARA CÍVEL do Tribunal de Justiça do Estado de Minas Gerais, na conformidade da ata dos
julgamentos, em NEGAR PROVIMENTO AO RECURSO.

DES. OTÁVIO LUZ PRADO
RELATOR`,
			map[string]string{
				"numero_processo":   `"50123456720228130024"`,
				"tipo_documento":    `"acordao"`,
				"tribunal":          `"Tribunal de Justiça de Minas Gerais"`,
				"vara":              `"12ª CÂMARA CÍVEL"`,
				"comarca":           `"BELO HORIZONTE"`,
				"uf":                `"MG"`,
				"classe_processual": `"APELAÇÃO CÍVEL"`,
				"partes":            `[{"papel":"APELANTE(S)","nome":"BANCO BOM FUTURO S.A."},{"papel":"APELADO(A)(S)","nome":"NINA PRADO REIS"}]`,
				"magistrado_nome":   `"Otávio Luz Prado"`,
				"data_documento":    `"2024-06-12"`,
				"dispositivo":       `"NEGAR PROVIMENTO AO RECURSO."`,
			}},
		{"a warrant of a federal court", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO
JUSTIÇA FEDERAL
Seção Judiciária do Rio Grande do Norte
3ª Vara Federal

MANDADO DE INTIMAÇÃO Nº 0003.000456-7/2024

PROCESSO: 0801234-56.2023.4.05.8400 - MANDADO DE SEGURANÇA CÍVEL
IMPETRANTE: FERRAGENS BOA VISTA LTDA
ADVOGADO: Caio Brito Nunes (OAB/RN 9876)
IMPETRADO: DELEGADO DA RECEITA FEDERAL EM NATAL

FINALIDADE: INTIMAR o impetrado da sentença proferida, para que dê cumprimento no prazo de 10 (dez) dias.

Expedido nesta cidade de Natal, em 7 de maio de 2024. Eu, Nina Reis, Diretora de Secretaria, o digitei.

ANA LUZ MELO
Juíza Federal`,
			map[string]string{
				"numero_processo": `"08012345620234058400"`,
				"tipo_documento":  `"mandado"`,
				"vara":            `"3ª Vara Federal"`,
				"uf":              `"RN"`,
				"partes":          `[{"papel":"IMPETRANTE","nome":"FERRAGENS BOA VISTA LTDA"},{"papel":"IMPETRADO","nome":"DELEGADO DA RECEITA FEDERAL EM NATAL"}]`,
				"advogados":       `[{"nome":"Caio Brito Nunes","oab":"OAB/RN 9876"}]`,
				"magistrado_nome": `"ANA LUZ MELO"`,
				"data_documento":  `"2024-05-07"`,
				"dispositivo":     `"INTIMAR o impetrado da sentença proferida, para que dê cumprimento no prazo de 10 (dez) dias."`,
			}},
		{"a receipt of a clinic signed by a therapist", "DESPESA_MEDICA", `
CLÍNICA MOVIMENTO FISIOTERAPIA LTDA
CNPJ 11.222.333/0001-81     CREFITO-5 RN-1234
Rua da Praia, 77 - Centro - Natal/RN

                 RECIBO Nº 000345                    Valor: R$ 1.200,00

Recebemos do Sr. CAIO BRITO NUNES, inscrito no CPF sob o nº 111.444.777-35, a importância de R$ 1.200,00 (um mil e duzentos reais),
correspondente a 10 (dez) sessões de fisioterapia motora realizadas no período de 02/09/2024 a 30/09/2024.
Paciente: Ana Luz Melo, CPF 390.533.447-05.

Natal, 30 de setembro de 2024.

_____________________________
Nina Prado Reis
Fisioterapeuta - CREFITO 12345-F`,
			map[string]string{
				"tipo":               `"recibo"`,
				"numero_documento":   `"000345"`,
				"prestador_nome":     `"CLÍNICA MOVIMENTO FISIOTERAPIA LTDA"`,
				"prestador_cpf_cnpj": `"11222333000181"`,
				"pagador_nome":       `"CAIO BRITO NUNES"`,
				"pagador_cpf":        `"11144477735"`,
				"paciente_nome":      `"Ana Luz Melo"`,
				"paciente_cpf":       `"39053344705"`,
				"descricao_servico":  `"10 (dez) sessões de fisioterapia motora"`,
				"data_emissao":       `"2024-09-30"`,
				"valor":              `1200`,
				"cidade":             `"Natal"`,
				"uf":                 `"RN"`,
			}},
		{"a receipt with procedures in rows", "DESPESA_MEDICA", `
Dr. OTÁVIO LUZ PRADO
Cirurgião-Dentista
CRO-PE 9876       CPF 529.982.247-25
Av. Norte, 2500, sala 301 - Recife - PE

RECIBO DE HONORÁRIOS PROFISSIONAIS

Paciente: NINA PRADO REIS
CPF: 987.654.321-00
Responsável pelo pagamento: o próprio

Data        Procedimento                       Valor (R$)
05/08/2024  Restauração em resina              350,00
12/08/2024  Profilaxia                         200,00
Total recebido                                 550,00

Forma de pagamento: PIX

Recife, 12/08/2024`,
			map[string]string{
				"tipo":               `"recibo"`,
				"prestador_nome":     `"OTÁVIO LUZ PRADO"`,
				"prestador_cpf_cnpj": `"52998224725"`,
				"prestador_conselho": `"CRO"`,
				"prestador_registro": `"9876"`,
				"paciente_nome":      `"NINA PRADO REIS"`,
				"paciente_cpf":       `"98765432100"`,
				"data_emissao":       `"2024-08-12"`,
				"valor":              `550`,
				"cidade":             `"Recife"`,
				"uf":                 `"PE"`,
			}},
		{"a statement with instalments without months", "COMPROVANTE_EDUCACAO", `
COLÉGIO BOM SABER                                              Emissão: 15/02/2025
CNPJ: 11.222.333/0001-81
DEMONSTRATIVO DE VALORES PAGOS - EXERCÍCIO 2024

Aluno.........: 10234 - NINA LUZ PRADO              CPF: 390.533.447-05
Turma.........: 8º ANO B - ENSINO FUNDAMENTAL II
Responsável...: ANA PRADO LUZ                       CPF: 529.982.247-25

Parcela   Vencimento    Pagamento     Valor Original   Desconto   Valor Pago
01/12     05/01/2024    04/01/2024    1.000,00         50,00      950,00
02/12     05/02/2024    05/02/2024    1.000,00         50,00      950,00
03/12     05/03/2024    08/03/2024    1.000,00         0,00       1.000,00
TOTAL                                 3.000,00         100,00     2.900,00`,
			map[string]string{
				"instituicao_nome": `"COLÉGIO BOM SABER"`,
				"instituicao_cnpj": `"11222333000181"`,
				"aluno_nome":       `"NINA LUZ PRADO"`,
				"aluno_cpf":        `"39053344705"`,
				"responsavel_nome": `"ANA PRADO LUZ"`,
				"responsavel_cpf":  `"52998224725"`,
				"ano_calendario":   `2024`,
				"valor_total":      `2900`,
				"data_emissao":     `"2025-02-15"`,
				"mensalidades":     `[{"data_pagamento":"2024-01-04","valor":950},{"data_pagamento":"2024-02-05","valor":950},{"data_pagamento":"2024-03-08","valor":1000}]`,
			}},
		{"a declaration of a university with a calendar", "COMPROVANTE_EDUCACAO", `
FACULDADE DO VALE
Mantida pela Sociedade Educacional do Vale Ltda - CNPJ 11.222.333/0001-81

DECLARAÇÃO

Declaramos, para fins de comprovação junto à Receita Federal (Imposto de Renda), que o(a) acadêmico(a) CAIO BRITO NUNES, CPF nº
111.444.777-35, RA 2021004567, regularmente matriculado(a) no curso de Bacharelado em Direito, efetuou o pagamento das mensalidades
referentes ao ano-base 2024, no valor total de R$ 14.400,00 (quatorze mil e quatrocentos reais), conforme abaixo:

jan/2024  R$ 1.200,00     fev/2024  R$ 1.200,00     mar/2024  R$ 1.200,00
abr/2024  R$ 1.200,00     mai/2024  R$ 1.200,00     jun/2024  R$ 1.200,00
jul/2024  R$ 1.200,00     ago/2024  R$ 1.200,00     set/2024  R$ 1.200,00
out/2024  R$ 1.200,00     nov/2024  R$ 1.200,00     dez/2024  R$ 1.200,00

Natal/RN, 20 de janeiro de 2025.`,
			map[string]string{
				"instituicao_cnpj": `"11222333000181"`,
				"aluno_nome":       `"CAIO BRITO NUNES"`,
				"aluno_cpf":        `"11144477735"`,
				"matricula":        `"2021004567"`,
				"curso":            `"Bacharelado em Direito"`,
				"nivel_ensino":     `"superior"`,
				"ano_calendario":   `2024`,
				"valor_total":      `14400`,
				"data_emissao":     `"2025-01-20"`,
				"mensalidades": `[{"competencia":"2024-01","valor":1200},` +
					`{"competencia":"2024-02","valor":1200},` +
					`{"competencia":"2024-03","valor":1200},` +
					`{"competencia":"2024-04","valor":1200},` +
					`{"competencia":"2024-05","valor":1200},` +
					`{"competencia":"2024-06","valor":1200},` +
					`{"competencia":"2024-07","valor":1200},` +
					`{"competencia":"2024-08","valor":1200},` +
					`{"competencia":"2024-09","valor":1200},` +
					`{"competencia":"2024-10","valor":1200},` +
					`{"competencia":"2024-11","valor":1200},` +
					`{"competencia":"2024-12","valor":1200}]`,
			}},
		{"a notice of the registry", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO DO ESTADO DO RIO DE JANEIRO
Tribunal de Justiça
Comarca de Niterói
Cartório da 4ª Vara Cível
Rua Visconde de Sepetiba, 519 4º andar CEP: 24020-206 - Centro - Niterói - RJ

Processo: 0012345-67.2023.8.19.0002
Classe/Assunto: Procedimento Comum - Responsabilidade Civil
Autor: CAIO BRITO NUNES
Réu: BANCO BOM FUTURO S.A.

                                    Ato Ordinatório

Às partes sobre o laudo pericial, no prazo comum de 15 dias.

Niterói, 18/09/2024.
Nina Prado Reis - Analista Judiciário - Matr. 01/23456`,
			map[string]string{
				"numero_processo":   `"00123456720238190002"`,
				"tipo_documento":    `"intimacao"`,
				"vara":              `"4ª Vara Cível"`,
				"comarca":           `"Niterói"`,
				"uf":                `"RJ"`,
				"classe_processual": `"Procedimento Comum"`,
				"assunto":           `"Responsabilidade Civil"`,
				"partes":            `[{"papel":"Autor","nome":"CAIO BRITO NUNES"},{"papel":"Réu","nome":"BANCO BOM FUTURO S.A."}]`,
				"data_documento":    `"2024-09-18"`,
			}},
		{"a first petition", "DOCUMENTO_JURIDICO", `
AO JUÍZO DA ___ VARA DE FAMÍLIA DA COMARCA DE NATAL/RN

NINA PRADO REIS, brasileira, divorciada, professora, inscrita no CPF sob o nº 987.654.321-00, residente na Rua das Flores, 120, Tirol, Natal/RN,
vem, por intermédio de sua advogada, propor a presente

AÇÃO DE ALIMENTOS

em face de OTÁVIO LUZ PRADO, brasileiro, casado, comerciante, inscrito no CPF sob o nº 529.982.247-25, residente na Rua da Praia, 77, Natal/RN,
pelos fatos e fundamentos a seguir expostos.

I - DOS FATOS
As partes mantiveram união estável por dez anos.

III - DOS PEDIDOS
Diante do exposto, requer a citação do réu e a procedência do pedido, com a fixação de alimentos em 30% dos rendimentos.

Dá-se à causa o valor de R$ 18.000,00.

Nestes termos, pede deferimento.
Natal/RN, 6 de junho de 2024.

ANA LUZ MELO
OAB/RN nº 5.678`,
			map[string]string{
				"tipo_documento":    `"peticao"`,
				"comarca":           `"NATAL"`,
				"uf":                `"RN"`,
				"classe_processual": `"AÇÃO DE ALIMENTOS"`,
				"partes":            `[{"nome":"NINA PRADO REIS","cpf_cnpj":"98765432100"},{"nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725"}]`,
				"advogados":         `[{"nome":"ANA LUZ MELO","oab":"OAB/RN nº 5.678"}]`,
				"valor_causa":       `18000`,
				"data_documento":    `"2024-06-06"`,
				"dispositivo":       `"a citação do réu e a procedência do pedido, com a fixação de alimentos em 30% dos rendimentos."`,
			}},
		{"the record of a hearing", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO FEDERAL
Tribunal Regional do Trabalho da 6ª Região
1ª Vara do Trabalho do Recife

TERMO DE AUDIÊNCIA

Processo nº 0000456-78.2023.5.06.0001
Autor: CAIO BRITO NUNES
Réu: ALFA ENGENHARIA E REFORMAS LTDA

Em 10 de outubro de 2023, às 09h20, na sala de audiências, sob a direção da Exma. Juíza do Trabalho NINA PRADO REIS, foram apregoadas as partes.
Presente o autor, acompanhado do advogado Dr. OTÁVIO LUZ PRADO, OAB/PE 12345. Presente o réu, acompanhado da advogada Dra. ANA LUZ MELO, OAB/PE 23456.
CONCILIAÇÃO: o réu pagará ao autor a quantia líquida de R$ 8.000,00, em duas parcelas. HOMOLOGO o acordo para que produza seus efeitos legais.`,
			map[string]string{
				"numero_processo": `"00004567820235060001"`,
				"vara":            `"1ª Vara do Trabalho do Recife"`,
				"partes":          `[{"papel":"Autor","nome":"CAIO BRITO NUNES"},{"papel":"Réu","nome":"ALFA ENGENHARIA E REFORMAS LTDA"}]`,
				"advogados":       `[{"nome":"OTÁVIO LUZ PRADO","oab":"OAB/PE 12345"},{"nome":"ANA LUZ MELO","oab":"OAB/PE 23456"}]`,
				"data_documento":  `"2023-10-10"`,
				"dispositivo":     `"HOMOLOGO o acordo para que produza seus efeitos legais."`,
			}},
		{"a service invoice of a clinic", "DESPESA_MEDICA", `
PREFEITURA MUNICIPAL DE CAMPINAS
SECRETARIA MUNICIPAL DE FINANÇAS
NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e

Número da Nota: 00004521          Data e Hora de Emissão: 12/03/2025 09:41          Código de Verificação: AB12-CD34

PRESTADOR DE SERVIÇOS
CPF/CNPJ: 11.222.333/0001-81      Inscrição Municipal: 123456-7
Nome/Razão Social: INSTITUTO DE OLHOS BOA VISTA LTDA
Endereço: Av. São João, 500 - Centro
Município: Campinas      UF: SP

TOMADOR DE SERVIÇOS
Nome/Razão Social: NINA PRADO REIS
CPF/CNPJ: 987.654.321-00
Endereço: Rua das Flores, 120 - Cambuí      Município: Campinas     UF: SP

DISCRIMINAÇÃO DOS SERVIÇOS
Consulta oftalmológica e mapeamento de retina. Paciente: Nina Prado Reis.

VALOR TOTAL DA NOTA = R$ 620,00`,
			map[string]string{
				"tipo":               `"nota_fiscal"`,
				"numero_documento":   `"00004521"`,
				"prestador_nome":     `"INSTITUTO DE OLHOS BOA VISTA LTDA"`,
				"prestador_cpf_cnpj": `"11222333000181"`,
				"pagador_nome":       `"NINA PRADO REIS"`,
				"pagador_cpf":        `"98765432100"`,
				"paciente_nome":      `"Nina Prado Reis"`,
				"descricao_servico":  `"Consulta oftalmológica e mapeamento de retina."`,
				"data_emissao":       `"2025-03-12"`,
				"valor":              `620`,
				"cidade":             `"Campinas"`,
				"uf":                 `"SP"`,
			}},
		{"a yearly receipt of a nursery", "COMPROVANTE_EDUCACAO", `
ESCOLA INFANTIL PASSO A PASSO LTDA - ME
CNPJ: 11.222.333/0001-81
Rua da Lua, 80 - Tirol - Natal/RN

                 RECIBO ANUAL PARA IMPOSTO DE RENDA - 2024

Recebemos de NINA PRADO REIS, CPF 987.654.321-00, responsável pela aluna LARA REIS LUZ, CPF 390.533.447-05, matriculada no Maternal II
(Educação Infantil), a importância total de R$ 9.600,00 (nove mil e seiscentos reais), referente às mensalidades de janeiro a dezembro de 2024.

Natal, 31 de janeiro de 2025.`,
			map[string]string{
				"instituicao_nome": `"ESCOLA INFANTIL PASSO A PASSO LTDA - ME"`,
				"instituicao_cnpj": `"11222333000181"`,
				"aluno_nome":       `"LARA REIS LUZ"`,
				"aluno_cpf":        `"39053344705"`,
				"responsavel_nome": `"NINA PRADO REIS"`,
				"responsavel_cpf":  `"98765432100"`,
				"curso":            `"Maternal II"`,
				"nivel_ensino":     `"infantil"`,
				"ano_calendario":   `2024`,
				"valor_total":      `9600`,
				"data_emissao":     `"2025-01-31"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
