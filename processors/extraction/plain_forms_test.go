package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Contracts, mandates, court papers and receipts as people write them.
func TestPlainForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a summary before general terms", "CONTRATO", `
CONTRATO DE FORNECIMENTO DE SOFTWARE COMO SERVIÇO

QUADRO RESUMO
CONTRATANTE: FERRAGENS BOA VISTA LTDA             CNPJ: 11.222.333/0001-81
Endereço: Av. São João, 500, Centro, Campinas/SP
CONTRATADA: ALFA TECNOLOGIA LTDA                  CNPJ: 45.997.418/0001-53
Endereço: Rua das Flores, 120, Boa Vista, São Paulo/SP
OBJETO: licença de uso do sistema de gestão Aurora, módulos fiscal e estoque
VALOR MENSAL: R$ 890,00            VENCIMENTO: dia 15
VIGÊNCIA: 12 meses, de 01/04/2025 a 31/03/2026
FORO: Campinas/SP

As partes acima identificadas celebram o presente contrato, regido pelas condições gerais anexas.

Campinas, 25 de março de 2025.`,
			map[string]string{
				"titulo": `"CONTRATO DE FORNECIMENTO DE SOFTWARE COMO SERVIÇO"`,
				"objeto": `"licença de uso do sistema de gestão Aurora, módulos fiscal e estoque"`,
				"partes": `[{"papel":"CONTRATANTE","nome":"FERRAGENS BOA VISTA LTDA","cpf_cnpj":"11222333000181","endereco":"Av. São João, 500, Centro, Campinas/SP"},` +
					`{"papel":"CONTRATADA","nome":"ALFA TECNOLOGIA LTDA","cpf_cnpj":"45997418000153","endereco":"Rua das Flores, 120, Boa Vista, São Paulo/SP"}]`,
				"valor_mensal":    `890`,
				"prazo":           `"12 meses"`,
				"data_inicio":     `"2025-04-01"`,
				"data_termino":    `"2026-03-31"`,
				"data_assinatura": `"2025-03-25"`,
				"cidade":          `"Campinas"`,
				"foro":            `"Campinas/SP"`,
			}},
		{"a loan for use", "CONTRATO", `
CONTRATO DE COMODATO

Pelo presente instrumento particular de comodato, de um lado, como COMODANTE, OTÁVIO LUZ PRADO, brasileiro, casado, empresário, portador da
cédula de identidade RG nº 1.111.222 SSP/RN e inscrito no CPF/MF sob nº 529.982.247-25, residente e domiciliado em Natal/RN, na Rua da Praia,
nº 77, e de outro lado, como COMODATÁRIA, ASSOCIAÇÃO DOS MORADORES DO TIROL, inscrita no CNPJ sob nº 11.222.333/0001-81, com sede na Rua do
Sol, nº 7, Tirol, Natal/RN, têm entre si justo e avençado o seguinte:

PRIMEIRA - O COMODANTE cede gratuitamente à COMODATÁRIA um imóvel situado na Rua da Lua, nº 80, nesta cidade.
SEGUNDA - O prazo do comodato é de 2 (dois) anos, a partir de 1º de julho de 2024.
TERCEIRA - As partes elegem o foro desta Capital, Natal/RN.

Natal (RN), 28 de junho de 2024.

Testemunhas:
1ª) Nina Prado Reis - CPF 987.654.321-00
2ª) Ana Luz Melo - CPF 390.533.447-05`,
			map[string]string{
				"partes": `[{"papel":"COMODANTE","nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725","endereco":"Rua da Praia, nº 77"},` +
					`{"papel":"COMODATÁRIA","nome":"ASSOCIAÇÃO DOS MORADORES DO TIROL","cpf_cnpj":"11222333000181","endereco":"Rua do Sol, nº 7, Tirol, Natal/RN"}]`,
				"prazo":           `"2 (dois) anos"`,
				"data_inicio":     `"2024-07-01"`,
				"data_assinatura": `"2024-06-28"`,
				"cidade":          `"Natal"`,
				"uf":              `"RN"`,
				"testemunhas":     `[{"nome":"Nina Prado Reis","cpf":"98765432100"},{"nome":"Ana Luz Melo","cpf":"39053344705"}]`,
			}},
		{"a debt that is acknowledged", "CONTRATO", `
TERMO DE CONFISSÃO E PARCELAMENTO DE DÍVIDA

CREDORA: BANCO BOM FUTURO S.A., CNPJ 11.222.333/0001-81, com sede na Av. Paulista, 1000, São Paulo/SP
DEVEDOR: CAIO BRITO NUNES, CPF 111.444.777-35, residente na Rua do Sol, 7, Natal/RN

1. O DEVEDOR reconhece e confessa dever à CREDORA a importância de R$ 24.000,00 (vinte e quatro mil reais), oriunda do contrato nº 998877.
2. A dívida será paga em 24 (vinte e quatro) parcelas mensais de R$ 1.000,00, com vencimento todo dia 20, mediante boleto bancário.
3. O atraso superior a 30 dias acarreta o vencimento antecipado.
4. Fica eleito o foro de Natal/RN.

Natal, 10 de janeiro de 2025`,
			map[string]string{
				"titulo": `"TERMO DE CONFISSÃO E PARCELAMENTO DE DÍVIDA"`,
				"partes": `[{"papel":"CREDORA","nome":"BANCO BOM FUTURO S.A.","cpf_cnpj":"11222333000181","endereco":"Av. Paulista, 1000, São Paulo/SP"},` +
					`{"papel":"DEVEDOR","nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","endereco":"Rua do Sol, 7, Natal/RN"}]`,
				"valor_total":     `24000`,
				"forma_pagamento": `"em 24 (vinte e quatro) parcelas mensais de R$ 1.000,00, com vencimento todo dia 20, mediante boleto bancário."`,
				"data_assinatura": `"2025-01-10"`,
				"cidade":          `"Natal"`,
				"foro":            `"Natal/RN"`,
			}},
		{"a mandate of a company", "PROCURACAO", `
PROCURAÇÃO

Por este instrumento particular, FERRAGENS BOA VISTA LTDA, pessoa jurídica de direito privado, inscrita no CNPJ sob o nº 11.222.333/0001-81,
com sede na Av. São João, 500, Centro, Campinas/SP, neste ato representada por seu sócio OTÁVIO LUZ PRADO, CPF 529.982.247-25, nomeia e
constitui sua procuradora ANA LUZ MELO, brasileira, solteira, contadora, RG 2.222.333 SSP/SP, CPF 390.533.447-05, residente na Rua da Lua, 8,
Campinas/SP, a quem confere poderes para representá-la perante a Receita Federal do Brasil, requerer certidões e assinar documentos.

Validade: 31/12/2025.

Campinas, 6 de janeiro de 2025.`,
			map[string]string{
				"tipo":            `"particular"`,
				"outorgantes":     `[{"nome":"FERRAGENS BOA VISTA LTDA","cpf_cnpj":"11222333000181","endereco":"Av. São João, 500, Centro, Campinas/SP"}]`,
				"outorgados":      `[{"nome":"ANA LUZ MELO","cpf_cnpj":"39053344705","rg":"2222333","nacionalidade":"brasileira","estado_civil":"solteira","profissao":"contadora","endereco":"Rua da Lua, 8, Campinas/SP"}]`,
				"poderes":         `"poderes para representá-la perante a Receita Federal do Brasil, requerer certidões e assinar documentos."`,
				"data_assinatura": `"2025-01-06"`,
				"data_validade":   `"2025-12-31"`,
				"cidade":          `"Campinas"`,
			}},
		{"both parties side by side", "PROCURACAO", `
                          PROCURAÇÃO PARTICULAR

OUTORGANTE                                         OUTORGADO
Nome: NINA PRADO REIS                              Nome: CAIO BRITO NUNES
CPF: 987.654.321-00                                CPF: 111.444.777-35
RG: 4.555.666 SSP/PE                               RG: 3.333.444 SSP/RN
Estado civil: Viúva                                Estado civil: Solteiro
Profissão: Aposentada                              Profissão: Despachante
Endereço: Rua das Flores, 120, Recife/PE           Endereço: Rua do Sol, 7, Recife/PE

PODERES: representar o outorgante perante o DETRAN/PE, podendo requerer, assinar e retirar documentos do veículo placa QGK1D23.

Local e data: Recife/PE, 15/05/2025`,
			map[string]string{
				"tipo":            `"particular"`,
				"outorgantes":     `[{"nome":"NINA PRADO REIS","cpf_cnpj":"98765432100","rg":"4555666","estado_civil":"Viúva","profissao":"Aposentada","endereco":"Rua das Flores, 120, Recife/PE"}]`,
				"outorgados":      `[{"nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","rg":"3333444","estado_civil":"Solteiro","profissao":"Despachante","endereco":"Rua do Sol, 7, Recife/PE"}]`,
				"poderes":         `"representar o outorgante perante o DETRAN/PE, podendo requerer, assinar e retirar documentos do veículo placa QGK1D23."`,
				"data_assinatura": `"2025-05-15"`,
				"cidade":          `"Recife"`,
				"uf":              `"PE"`,
			}},
		{"a decision with its operative words in the middle", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO DO ESTADO DO RIO GRANDE DO NORTE
2ª VARA CÍVEL DA COMARCA DE NATAL
Praça Sete de Setembro, s/n, Natal/RN

Processo: 0801234-55.2023.8.20.5001
Ação: PROCEDIMENTO COMUM CÍVEL (7)
Polo ativo: NINA PRADO REIS
Polo passivo: BANCO BOM FUTURO S.A.

DECISÃO

Trata-se de ação com pedido de tutela de urgência.
Isto posto, DEFIRO a tutela de urgência para determinar que o réu suspenda os descontos no benefício da autora, no prazo de 5 dias.
Cite-se. Intimem-se.

Natal/RN, 8 de fevereiro de 2024.

ANA LUZ MELO
Juíza de Direito
(documento assinado digitalmente na forma da Lei nº 11.419/06)`,
			map[string]string{
				"numero_processo": `"08012345520238205001"`,
				"tipo_documento":  `"decisao"`,
				"vara":            `"2ª VARA CÍVEL"`,
				"comarca":         `"NATAL"`,
				"uf":              `"RN"`,
				"partes":          `[{"papel":"Polo ativo","nome":"NINA PRADO REIS"},{"papel":"Polo passivo","nome":"BANCO BOM FUTURO S.A."}]`,
				"magistrado_nome": `"ANA LUZ MELO"`,
				"data_documento":  `"2024-02-08"`,
				"dispositivo":     `"DEFIRO a tutela de urgência para determinar que o réu suspenda os descontos no benefício da autora, no prazo de 5 dias."`,
			}},
		{"a notice in the gazette", "DOCUMENTO_JURIDICO", `
Diário de Justiça Eletrônico Nacional de 03/06/2024
Tribunal de Justiça do Estado de Santa Catarina
INTIMAÇÃO
PROCEDIMENTO COMUM CÍVEL Nº 5001234-56.2023.8.24.0008/SC
AUTOR: CAIO BRITO NUNES
ADVOGADO(A): NINA PRADO REIS (OAB SC012345)
RÉU: FERRAGENS BOA VISTA LTDA
ADVOGADO(A): OTÁVIO LUZ PRADO (OAB SC054321)

DESPACHO/DECISÃO
Intimem-se as partes para que especifiquem as provas que pretendem produzir, no prazo de 15 dias.`,
			map[string]string{
				"numero_processo":   `"50012345620238240008"`,
				"tipo_documento":    `"intimacao"`,
				"uf":                `"SC"`,
				"classe_processual": `"PROCEDIMENTO COMUM CÍVEL"`,
				"partes":            `[{"papel":"AUTOR","nome":"CAIO BRITO NUNES"},{"papel":"RÉU","nome":"FERRAGENS BOA VISTA LTDA"}]`,
				"advogados":         `[{"nome":"NINA PRADO REIS","oab":"OAB SC012345"},{"nome":"OTÁVIO LUZ PRADO","oab":"OAB SC054321"}]`,
				"dispositivo":       `"Intimem-se as partes para que especifiquem as provas que pretendem produzir, no prazo de 15 dias."`,
			}},
		{"a yearly declaration under a law", "COMPROVANTE_EDUCACAO", `
COLÉGIO SANTA LUZIA LTDA                      CNPJ 11.222.333/0001-81

DECLARAÇÃO DE QUITAÇÃO ANUAL - LEI Nº 12.007/2009

Declaramos que o contratante OTÁVIO LUZ PRADO, CPF 529.982.247-25, responsável pelo aluno CAIO LUZ PRADO (matrícula 4567), do 2º ano do Ensino
Médio, encontra-se quite com as mensalidades do ano de 2024:

MÊS            PAGAMENTO       VALOR (R$)
Janeiro        08/01/2024      1.450,00
Fevereiro      07/02/2024      1.450,00
Março          11/03/2024      1.450,00
TOTAL                          4.350,00

Campinas/SP, 10 de março de 2025.`,
			map[string]string{
				"instituicao_nome": `"COLÉGIO SANTA LUZIA LTDA"`,
				"instituicao_cnpj": `"11222333000181"`,
				"aluno_nome":       `"CAIO LUZ PRADO"`,
				"responsavel_nome": `"OTÁVIO LUZ PRADO"`,
				"responsavel_cpf":  `"52998224725"`,
				"matricula":        `"4567"`,
				"nivel_ensino":     `"medio"`,
				"ano_calendario":   `2024`,
				"valor_total":      `4350`,
				"data_emissao":     `"2025-03-10"`,
				"mensalidades": `[{"competencia":"2024-01","data_pagamento":"2024-01-08","valor":1450},` +
					`{"competencia":"2024-02","data_pagamento":"2024-02-07","valor":1450},` +
					`{"competencia":"2024-03","data_pagamento":"2024-03-11","valor":1450}]`,
			}},
		{"a receipt of a hospital", "DESPESA_MEDICA", `
SANTA CASA DE MISERICÓRDIA DE CAMPINAS
CNPJ 11.222.333/0001-81 - Rua da Lua, 80, Centro - Campinas/SP

RECIBO Nº 8841/2025

Recebemos de Nina Prado Reis (CPF 987.654.321-00) o valor de R$ 3.480,00 referente à internação hospitalar da paciente Lara Reis Luz
(CPF 390.533.447-05), no período de 02/03/2025 a 05/03/2025.

Campinas, 5 de março de 2025.`,
			map[string]string{
				"tipo":               `"recibo"`,
				"numero_documento":   `"8841/2025"`,
				"prestador_nome":     `"SANTA CASA DE MISERICÓRDIA DE CAMPINAS"`,
				"prestador_cpf_cnpj": `"11222333000181"`,
				"pagador_nome":       `"Nina Prado Reis"`,
				"pagador_cpf":        `"98765432100"`,
				"paciente_nome":      `"Lara Reis Luz"`,
				"paciente_cpf":       `"39053344705"`,
				"descricao_servico":  `"internação hospitalar"`,
				"data_emissao":       `"2025-03-05"`,
				"valor":              `3480`,
				"cidade":             `"Campinas"`,
				"uf":                 `"SP"`,
			}},
		{"an employment contract", "CONTRATO", `
CONTRATO INDIVIDUAL DE TRABALHO POR PRAZO DETERMINADO

EMPREGADOR: PADARIA ESTRELA LTDA, com sede à Rua da Lua, nº 80, Centro, na cidade de Natal/RN, CNPJ 11.222.333/0001-81.
EMPREGADA: NINA PRADO REIS, portadora da CTPS nº 12345 série 001, CPF 987.654.321-00, residente à Rua das Flores, nº 120, Tirol, na cidade de Natal/RN.

Celebram as partes o presente contrato, que se regerá pelas seguintes condições:
1) A EMPREGADA exercerá a função de auxiliar de padaria.
2) A remuneração mensal será de R$ 1.620,00 (um mil seiscentos e vinte reais), paga até o 5º dia útil do mês seguinte.
3) O prazo deste contrato é de 90 (noventa) dias, com início em 03/02/2025 e término em 03/05/2025.

Natal, 3 de fevereiro de 2025.`,
			map[string]string{
				"titulo": `"CONTRATO INDIVIDUAL DE TRABALHO POR PRAZO DETERMINADO"`,
				"partes": `[{"papel":"EMPREGADOR","nome":"PADARIA ESTRELA LTDA","cpf_cnpj":"11222333000181","endereco":"Rua da Lua, nº 80, Centro"},` +
					`{"papel":"EMPREGADA","nome":"NINA PRADO REIS","cpf_cnpj":"98765432100","endereco":"Rua das Flores, nº 120, Tirol"}]`,
				"valor_mensal":    `1620`,
				"forma_pagamento": `"até o 5º dia útil do mês seguinte."`,
				"prazo":           `"90 (noventa) dias"`,
				"data_inicio":     `"2025-02-03"`,
				"data_termino":    `"2025-05-03"`,
				"data_assinatura": `"2025-02-03"`,
				"cidade":          `"Natal"`,
			}},
		{"a promise of sale", "CONTRATO", `
COMPROMISSO PARTICULAR DE COMPRA E VENDA DE IMÓVEL

Promitente Vendedor: OTÁVIO LUZ PRADO
CPF: 529.982.247-25
Endereço: Rua da Praia, 77, Natal/RN
Promissária Compradora: ANA LUZ MELO
CPF: 390.533.447-05
Endereço: Rua do Sol, 7, Natal/RN

O Promitente Vendedor é senhor e legítimo possuidor do apartamento nº 302 do Edifício Atlântico, situado na Av. Brasil, 900, Natal/RN.
O preço total da venda é de R$ 320.000,00 (trezentos e vinte mil reais), a ser pago da seguinte forma: R$ 60.000,00 de sinal nesta data e
R$ 260.000,00 por financiamento bancário, em até 60 dias.
Fica eleito o foro da situação do imóvel, Comarca de Natal/RN.

Natal/RN, 17 de julho de 2024`,
			map[string]string{
				"titulo": `"COMPROMISSO PARTICULAR DE COMPRA E VENDA DE IMÓVEL"`,
				"objeto": `"apartamento nº 302 do Edifício Atlântico, situado na Av. Brasil, 900, Natal/RN."`,
				"partes": `[{"papel":"Promitente Vendedor","nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"52998224725","endereco":"Rua da Praia, 77, Natal/RN"},` +
					`{"papel":"Promissária Compradora","nome":"ANA LUZ MELO","cpf_cnpj":"39053344705","endereco":"Rua do Sol, 7, Natal/RN"}]`,
				"valor_total":     `320000`,
				"data_assinatura": `"2024-07-17"`,
				"cidade":          `"Natal"`,
				"uf":              `"RN"`,
			}},
		{"parties under headings with other endings", "PROCURACAO", `
PROCURAÇÃO AD JUDICIA ET EXTRA

Outorgante(s):
Nina Prado Reis, brasileira, viúva, aposentada, RG 4.555.666 SSP/PE, CPF 987.654.321-00, residente na Rua das Flores, 120, Boa Vista, Recife/PE.

Outorgado(s):
Dr. Otávio Luz Prado, brasileiro, casado, advogado, OAB/PE 12.345, com escritório na Av. Norte, 2500, Recife/PE.

Pelo presente instrumento, o(a) outorgante confere ao(s) outorgado(s) poderes para o foro em geral e os especiais de transigir, desistir,
renunciar, receber e dar quitação, em especial para requerer benefício previdenciário perante o INSS.

Recife, 3 de abril de 2025.`,
			map[string]string{
				"tipo":            `"particular"`,
				"outorgantes":     `[{"nome":"Nina Prado Reis","cpf_cnpj":"98765432100","rg":"4555666","nacionalidade":"brasileira","estado_civil":"viúva","profissao":"aposentada","endereco":"Rua das Flores, 120, Boa Vista, Recife/PE"}]`,
				"outorgados":      `[{"nome":"Otávio Luz Prado","oab":"OAB/PE 12.345","nacionalidade":"brasileiro","estado_civil":"casado","profissao":"advogado"}]`,
				"poderes":         `"poderes para o foro em geral e os especiais de transigir, desistir, renunciar, receber e dar quitação, em especial para requerer benefício previdenciário perante o INSS."`,
				"data_assinatura": `"2025-04-03"`,
				"cidade":          `"Recife"`,
			}},
		{"a mandate for a meeting", "PROCURACAO", `
PROCURAÇÃO PARA ASSEMBLEIA

Eu, Caio Brito Nunes, CPF 111.444.777-35, proprietário da unidade 302 do Condomínio Edifício Sol Nascente, nomeio meu procurador o(a) Sr(a).
Ana Luz Melo, CPF 390.533.447-05, para me representar na Assembleia Geral Ordinária de 12/03/2025, com poderes para votar todas as matérias da pauta.

Recife, 10 de março de 2025.`,
			map[string]string{
				"tipo":            `"particular"`,
				"outorgantes":     `[{"nome":"Caio Brito Nunes","cpf_cnpj":"11144477735"}]`,
				"outorgados":      `[{"nome":"Ana Luz Melo","cpf_cnpj":"39053344705"}]`,
				"poderes":         `"poderes para votar todas as matérias da pauta."`,
				"data_assinatura": `"2025-03-10"`,
				"cidade":          `"Recife"`,
			}},
		{"a judgment of a criminal court", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO
TRIBUNAL DE JUSTIÇA DO ESTADO DE PERNAMBUCO
COMARCA DE OLINDA
1ª VARA CRIMINAL

SENTENÇA

Processo nº 0001234-56.2022.8.17.0990
Autor: MINISTÉRIO PÚBLICO DO ESTADO DE PERNAMBUCO
Réu: CAIO BRITO NUNES
Advogado: NINA PRADO REIS - OAB/PE 34.567

Vistos, etc.
Face ao exposto, JULGO IMPROCEDENTE a denúncia para ABSOLVER o réu, com fundamento no art. 386, VII, do CPP.
Publique-se. Registre-se. Intimem-se.

Olinda, 19 de junho de 2024.
OTÁVIO LUZ PRADO
Juiz de Direito`,
			map[string]string{
				"numero_processo": `"00012345620228170990"`,
				"tipo_documento":  `"sentenca"`,
				"tribunal":        `"TRIBUNAL DE JUSTIÇA DO ESTADO DE PERNAMBUCO"`,
				"vara":            `"1ª VARA CRIMINAL"`,
				"comarca":         `"OLINDA"`,
				"uf":              `"PE"`,
				"partes":          `[{"papel":"Autor","nome":"MINISTÉRIO PÚBLICO DO ESTADO DE PERNAMBUCO"},{"papel":"Réu","nome":"CAIO BRITO NUNES"}]`,
				"advogados":       `[{"nome":"NINA PRADO REIS","oab":"OAB/PE 34.567"}]`,
				"magistrado_nome": `"OTÁVIO LUZ PRADO"`,
				"data_documento":  `"2024-06-19"`,
				"dispositivo":     `"JULGO IMPROCEDENTE a denúncia para ABSOLVER o réu, com fundamento no art. 386, VII, do CPP."`,
			}},
		{"a warrant to withdraw", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO
TRIBUNAL DE JUSTIÇA DO CEARÁ
3ª VARA DE FAMÍLIA DA COMARCA DE FORTALEZA

ALVARÁ JUDICIAL Nº 123/2024

Processo: 0201234-55.2024.8.06.0001
Requerente: ANA LUZ MELO

O Dr. Otávio Luz Prado, Juiz de Direito desta Vara, AUTORIZA a requerente a levantar os valores depositados em nome do falecido.

Fortaleza, 30 de agosto de 2024.`,
			map[string]string{
				"numero_processo": `"02012345520248060001"`,
				"tipo_documento":  `"outro"`,
				"tribunal":        `"TRIBUNAL DE JUSTIÇA DO CEARÁ"`,
				"vara":            `"3ª VARA DE FAMÍLIA"`,
				"comarca":         `"FORTALEZA"`,
				"uf":              `"CE"`,
				"partes":          `[{"papel":"Requerente","nome":"ANA LUZ MELO"}]`,
				"magistrado_nome": `"Otávio Luz Prado"`,
				"data_documento":  `"2024-08-30"`,
			}},
		{"articles whose clauses are labels", "CONTRATO_SOCIAL", `
INSTRUMENTO PARTICULAR DE CONSTITUIÇÃO
SOCIEDADE LIMITADA UNIPESSOAL
NINA REIS ARQUITETURA LTDA

NINA PRADO REIS, brasileira, viúva, arquiteta, nascida em 10/10/1980, RG 4.555.666 SSP/PE, CPF 987.654.321-00, residente na Rua das Flores, 120, Boa
Vista, Recife/PE, CEP 50050-000, constitui uma sociedade limitada unipessoal:

CLÁUSULA 1ª - DO NOME EMPRESARIAL: NINA REIS ARQUITETURA LTDA. Nome fantasia: TRAÇO LIVRE.
CLÁUSULA 2ª - DA SEDE: Av. Norte, 2500, sala 301, Casa Amarela, Recife/PE, CEP 52070-000.
CLÁUSULA 3ª - DO OBJETO: serviços de arquitetura e design de interiores.
CLÁUSULA 4ª - DO CAPITAL: R$ 30.000,00 (trinta mil reais), dividido em 30.000 quotas de R$ 1,00, totalmente integralizado pela sócia.
CLÁUSULA 5ª - DA ADMINISTRAÇÃO: exercida pela sócia NINA PRADO REIS.
CLÁUSULA 6ª - DO PRAZO: indeterminado.
CLÁUSULA 7ª - DO FORO: Comarca do Recife/PE.

Recife, 22 de fevereiro de 2024.`,
			map[string]string{
				"objeto_social":     `"serviços de arquitetura e design de interiores."`,
				"endereco_sede":     `"Av. Norte, 2500, sala 301, Casa Amarela"`,
				"cidade":            `"Recife"`,
				"uf":                `"PE"`,
				"cep":               `"52070000"`,
				"capital_social":    `30000`,
				"quantidade_quotas": `30000`,
				"prazo_duracao":     `"indeterminado"`,
				"socios":            `[{"nome":"NINA PRADO REIS","cpf":"98765432100"}]`,
				"administradores":   `[{"nome":"NINA PRADO REIS"}]`,
				"data_assinatura":   `"2024-02-22"`,
				"foro":              `"Comarca do Recife/PE"`,
			}},
		{"payments between bars", "COMPROVANTE_EDUCACAO", `
INSTITUTO TÉCNICO SANTA FÉ LTDA
CNPJ 11.222.333/0001-81

COMPROVANTE DE PAGAMENTOS - ANO LETIVO 2024
Nome do aluno: LARA REIS LUZ
Nº de matrícula: 2024-0099
Curso: Técnico em Enfermagem
Responsável: NINA PRADO REIS - CPF: 987.654.321-00

Competência | Data pagto. | Valor pago
01/2024     | 10/01/2024  | 480,00
02/2024     | 09/02/2024  | 480,00
03/2024     | 11/03/2024  | 480,00
Total: R$ 1.440,00

Data de emissão: 05/02/2025`,
			map[string]string{
				"instituicao_nome": `"INSTITUTO TÉCNICO SANTA FÉ LTDA"`,
				"instituicao_cnpj": `"11222333000181"`,
				"aluno_nome":       `"LARA REIS LUZ"`,
				"responsavel_nome": `"NINA PRADO REIS"`,
				"responsavel_cpf":  `"98765432100"`,
				"matricula":        `"2024-0099"`,
				"curso":            `"Técnico em Enfermagem"`,
				"nivel_ensino":     `"tecnico"`,
				"ano_calendario":   `2024`,
				"valor_total":      `1440`,
				"data_emissao":     `"2025-02-05"`,
				"mensalidades": `[{"competencia":"2024-01","data_pagamento":"2024-01-10","valor":480},` +
					`{"competencia":"2024-02","data_pagamento":"2024-02-09","valor":480},` +
					`{"competencia":"2024-03","data_pagamento":"2024-03-11","valor":480}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
