package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Invoices, bank slips and bills in layouts that the samples do not have.
func TestCommerceDocuments(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a note with instalments side by side and headings of two lines", "NFE", `
RECEBEMOS DE FERRAGENS BOA VISTA LTDA OS PRODUTOS/SERVIÇOS CONSTANTES DA NOTA FISCAL INDICADA AO LADO                           NF-e
DATA DE RECEBIMENTO            IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR                                                Nº 12345   SÉRIE 2

FERRAGENS BOA VISTA LTDA                      DANFE                         CHAVE DE ACESSO
AV. SÃO JOÃO, 500 - LOJA 2                    DOCUMENTO AUXILIAR DA         3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787
BAIRRO: CENTRO - CEP: 13010-000               NOTA FISCAL ELETRÔNICA
CAMPINAS - SP                                 0-ENTRADA    1
TEL: (19) 3232-1010                           1-SAÍDA                       PROTOCOLO DE AUTORIZAÇÃO DE USO
                                              Nº 12345 SÉRIE 2              135250012345678 10/03/2025 09:15:22
                                              FOLHA 1 DE 1

NATUREZA DA OPERAÇÃO                     INSCRIÇÃO ESTADUAL        INSC.ESTADUAL DO SUBST. TRIB.        C.N.P.J.
VENDA DE MERCADORIAS                     244.555.666.110                                                11.222.333/0001-81

DESTINATÁRIO/REMETENTE
NOME/RAZÃO SOCIAL                                        C.N.P.J./C.P.F.              DATA DE EMISSÃO
OFICINA BOA RODA LTDA                                    45.997.418/0001-53           10/03/2025
ENDEREÇO                                   BAIRRO/DISTRITO           CEP              DATA DE ENTRADA/SAÍDA
RUA DO SOL, 45 - GALPAO 3                  JARDIM DO LAGO            13050-100        11/03/2025
MUNICÍPIO                 FONE/FAX            UF       INSCRIÇÃO ESTADUAL             HORA DE ENTRADA/SAÍDA
CAMPINAS                  (19)33334444        SP       244.777.888.110                09:20

FATURA
NÚMERO      VENCIMENTO      VALOR           NÚMERO      VENCIMENTO      VALOR           NÚMERO      VENCIMENTO      VALOR
12345/1     10/04/2025      500,00          12345/2     10/05/2025      500,00          12345/3     10/06/2025      530,00

CÁLCULO DO IMPOSTO
BASE DE CÁLCULO DO ICMS     VALOR DO ICMS     BASE DE CÁLCULO DO ICMS SUBSTITUIÇÃO     VALOR DO ICMS SUBSTITUIÇÃO     VALOR TOTAL DOS PRODUTOS
1.500,00                    270,00            0,00                                     0,00                           1.500,00
VALOR DO FRETE       VALOR DO SEGURO       DESCONTO       OUTRAS DESPESAS ACESSÓRIAS       VALOR DO IPI       VALOR TOTAL DA NOTA
30,00                0,00                  0,00           0,00                             0,00               1.530,00

TRANSPORTADOR/VOLUMES TRANSPORTADOS
RAZÃO SOCIAL                         FRETE POR CONTA          CÓDIGO ANTT     PLACA DO VEÍCULO    UF      C.N.P.J./C.P.F.
TRANSPORTES VELOZ LTDA               0-EMITENTE                               ABC1D23             SP      45.997.418/0001-53
ENDEREÇO                             MUNICÍPIO                                                    UF      INSCRIÇÃO ESTADUAL
RUA DAS CARRETAS 10                  CAMPINAS                                                     SP
QUANTIDADE      ESPÉCIE      MARCA      NUMERAÇÃO      PESO BRUTO      PESO LÍQUIDO
2               CAIXA                                  15,000          14,000

DADOS DO PRODUTO/SERVIÇO
CÓD.        DESCRIÇÃO DO                      NCM/SH     CST    CFOP   UNID.   QTDE.      VALOR        VALOR        B. CÁLC.    VALOR     VALOR   ALÍQUOTAS
PROD.       PRODUTO/SERVIÇO                                                               UNITÁRIO     TOTAL        ICMS        ICMS      IPI     ICMS   IPI
A-100       PARAFUSO SEXTAVADO 1/2            73181500   000    5102   CX      10,0000    100,0000     1.000,00     1.000,00    180,00    0,00    18,00  0,00
            LOTE 5512
B-200       CHAVE DE FENDA PHILIPS            82054000   000    5102   PC      25,0000    20,0000      500,00       500,00      90,00     0,00    18,00  0,00

CÁLCULO DO ISSQN
INSCRIÇÃO MUNICIPAL          VALOR TOTAL DOS SERVIÇOS       BASE DE CÁLCULO DO ISSQN       VALOR DO ISSQN

DADOS ADICIONAIS
INFORMAÇÕES COMPLEMENTARES                                                    RESERVADO AO FISCO
PEDIDO 7788 - VENDEDOR CAIO. DOCUMENTO EMITIDO NOS TERMOS DA LEI.`,
			map[string]string{
				"tipo_operacao":      `"saida"`,
				"numero":             `"12345"`,
				"serie":              `"2"`,
				"emitente_nome":      `"FERRAGENS BOA VISTA LTDA"`,
				"emitente_endereco":  `"AV. SÃO JOÃO, 500 - LOJA 2"`,
				"emitente_municipio": `"CAMPINAS"`,
				"destinatario_nome":  `"OFICINA BOA RODA LTDA"`,
				"data_saida_entrada": `"2025-03-11"`,
				"valor_icms_st":      `0`,
				"valor_total":        `1530`,
				"modalidade_frete":   `"0-EMITENTE"`,
				"transportador_nome": `"TRANSPORTES VELOZ LTDA"`,
				"duplicatas":         `[{"numero":"12345/1","vencimento":"2025-04-10","valor":500},{"numero":"12345/2","vencimento":"2025-05-10","valor":500},{"numero":"12345/3","vencimento":"2025-06-10","valor":530}]`,
				"itens":              `[{"codigo":"A-100","descricao":"PARAFUSO SEXTAVADO 1/2 LOTE 5512","ncm":"73181500","cst":"000","cfop":"5102","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000,"base_icms":1000,"valor_icms":180,"aliquota_icms":18},{"codigo":"B-200","descricao":"CHAVE DE FENDA PHILIPS","ncm":"82054000","cst":"000","cfop":"5102","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500,"base_icms":500,"valor_icms":90,"aliquota_icms":18}]`,
			}},
		{"a note in labelled lines, the tax beside its rate", "NFE", `
DANFE - Documento Auxiliar da Nota Fiscal Eletrônica

Nota fiscal nº 12345   Série 2        Emissão: 10/03/2025        Saída: 11/03/2025
Chave de acesso: 35250311222333000181550020000123451123456787
Protocolo: 135250012345678

EMITENTE
Razão social: Ferragens Boa Vista Ltda
CNPJ: 11.222.333/0001-81           IE: 244.555.666.110
Endereço: Av. São João, 500, Loja 2
Município: Campinas                UF: SP

DESTINATÁRIO
Razão social: Oficina Boa Roda Ltda
CNPJ: 45.997.418/0001-53           IE: 244.777.888.110
Endereço: Rua do Sol, 45, Galpão 3        Bairro: Jardim do Lago
Município: Campinas        UF: SP       CEP: 13050-100

Natureza da operação: Venda de mercadorias
Tipo: Saída

ITENS
Item  Código   Produto                     NCM        CFOP   CST   Un   Qtd      Preço unit.    Total item     BC ICMS     Alíq. ICMS   ICMS
1     A-100    Parafuso sextavado 1/2      73181500   5102   000   CX   10       100,00         1.000,00       1.000,00    18%          180,00
2     B-200    Chave de fenda              82054000   5102   000   PC   25       20,00          500,00         500,00      18%          90,00

TOTAIS
Base de cálculo ICMS: 1.500,00      Valor do ICMS: 270,00      Valor do ICMS ST: 0,00
Total dos produtos: 1.500,00        Frete: 30,00               Seguro: 0,00
Desconto: 0,00                      Outras despesas: 0,00      IPI: 0,00
Total da nota: 1.530,00

COBRANÇA
Parcela 1: 10/04/2025 - R$ 500,00; Parcela 2: 10/05/2025 - R$ 500,00; Parcela 3: 10/06/2025 - R$ 530,00

TRANSPORTE
Modalidade do frete: 0 - Emitente
Transportadora: Transportes Veloz Ltda       CNPJ: 45.997.418/0001-53

OBSERVAÇÕES
Pedido 7788. Vendedor Caio.`,
			map[string]string{
				"emitente_nome":         `"Ferragens Boa Vista Ltda"`,
				"emitente_cnpj":         `"11222333000181"`,
				"emitente_municipio":    `"Campinas"`,
				"destinatario_cpf_cnpj": `"45997418000153"`,
				"data_saida_entrada":    `"2025-03-11"`,
				"valor_ipi":             `0`,
				"modalidade_frete":      `"0 - Emitente"`,
				"duplicatas":            `[{"numero":"1","vencimento":"2025-04-10","valor":500},{"numero":"2","vencimento":"2025-05-10","valor":500},{"numero":"3","vencimento":"2025-06-10","valor":530}]`,
				"itens":                 `[{"codigo":"A-100","descricao":"Parafuso sextavado 1/2","ncm":"73181500","cst":"000","cfop":"5102","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000,"base_icms":1000,"valor_icms":180,"aliquota_icms":18},{"codigo":"B-200","descricao":"Chave de fenda","ncm":"82054000","cst":"000","cfop":"5102","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500,"base_icms":500,"valor_icms":90,"aliquota_icms":18}]`,
			}},
		{"a slip whose boxes hold name, number and street", "BOLETO", `
BANCO BTG PACTUAL S.A.   | 208-1 |             20896.65174 37169.861210 43123.329211 1 14800000028138
Local de Pagamento                                                                          Vencimento
PAGAR EM QUALQUER BANCO, MESMO APÓS O VENCIMENTO                                            17/06/2026
Nome do Beneficiário / CNPJ / Endereço                                                      Agência/Código do Beneficiário
ESCOLA SOL NASCENTE LTDA   CNPJ: 11.222.333/0001-81                                         0050 / 123456-7
RUA DO SOL, 45 - CENTRO - NATAL/RN - 59010-000
Data do Documento     Nº do Documento       Espécie Doc.     Aceite      Data Processamento     Nosso Número
01/06/2026            7788-A                DM               N           02/06/2026             000061214312332
Uso do Banco          Carteira              Moeda            Quantidade  (x) Valor              (=) Valor do Documento
                      1                     R$                                                  281,38
Informações de responsabilidade do beneficiário                                                 (-) Desconto / Abatimento
Multa de 2% após o vencimento.
Juros de 1% ao mês.                                                                             (+) Juros / Multa

                                                                                                (=) Valor Cobrado

Nome do Pagador / CPF / CNPJ / Endereço
OTÁVIO LUZ PRADO   CPF: 529.982.247-25
AV. BRASIL, 10 - APTO 2 - ALECRIM - NATAL/RN - 59030-000
Sacador / Avalista:                                       Autenticação Mecânica - Ficha de Compensação`,
			map[string]string{
				"beneficiario_nome":     `"ESCOLA SOL NASCENTE LTDA"`,
				"beneficiario_cpf_cnpj": `"11222333000181"`,
				"pagador_nome":          `"OTÁVIO LUZ PRADO"`,
				"pagador_cpf_cnpj":      `"52998224725"`,
				"pagador_endereco":      `"AV. BRASIL, 10 - APTO 2 - ALECRIM"`,
				"local_pagamento":       `"PAGAR EM QUALQUER BANCO, MESMO APÓS O VENCIMENTO"`,
				"data_vencimento":       `"2026-06-17"`,
				"valor_documento":       `281.38`,
				"valor_multa":           "",
				"instrucoes":            `"Multa de 2% após o vencimento. Juros de 1% ao mês."`,
			}},
		{"a slip in labelled lines", "BOLETO", `
Boleto de pagamento

Beneficiário: Escola Sol Nascente Ltda
CNPJ: 11.222.333/0001-81
Endereço: Rua do Sol, 45 - Natal/RN

Pagador: Otávio Luz Prado
CPF: 529.982.247-25
Endereço: Av. Brasil, 10 - Natal/RN

Banco: BTG Pactual
Agência/código do beneficiário: 0050/123456-7
Nosso número: 000061214312332
Número do documento: 7788-A
Espécie do documento: DM      Aceite: Não
Carteira: 1
Data do documento: 01/06/2026
Data do processamento: 02/06/2026
Vencimento: 17/06/2026
Valor do documento: R$ 281,38

Linha digitável
20896651743716986121043123329211114800000028138

Local de pagamento: Qualquer banco até o vencimento
Instruções: Multa de 2% após o vencimento. Não receber após 30 dias.`,
			map[string]string{
				"banco_nome":            `"BTG Pactual"`,
				"beneficiario_cpf_cnpj": `"11222333000181"`,
				"beneficiario_endereco": `"Rua do Sol, 45"`,
				"pagador_cpf_cnpj":      `"52998224725"`,
				"pagador_endereco":      `"Av. Brasil, 10"`,
				"nosso_numero":          `"000061214312332"`,
				"aceite":                `"Não"`,
			}},
		{"a water bill with the whole address beside its label", "COMPROVANTE_RESIDENCIA", `
COMPANHIA ESTADUAL DE ÁGUAS E ESGOTOS DO RIO GRANDE - CAERG             FATURA DE ÁGUA E ESGOTO
AV. SENADOR SALGADO FILHO, 1555 - TIROL - NATAL/RN - CEP 59015-000
CNPJ: 11.222.333/0001-81        Inscrição Estadual: 20.111.222-3

Matrícula: 0123456-7                 Referência: 03/2025             Vencimento: 20/03/2025

Nome do usuário: OTAVIO LUZ PRADO                      CPF: 529.982.247-25
Endereço do imóvel: RUA DO SOL, 45, APTO 12 - CENTRO - NATAL/RN - CEP: 59010-100

Hidrômetro: A12B345678    Leitura anterior: 1200    Leitura atual: 1215    Consumo (m³): 15
Data de emissão: 05/03/2025

Água                  60,00
Esgoto                42,00
TOTAL A PAGAR R$      102,00

83890000008-0 10860074707-9 86574349909-9 35770459830-5`,
			map[string]string{
				"titular_nome":   `"OTAVIO LUZ PRADO"`,
				"endereco":       `"RUA DO SOL, 45, APTO 12"`,
				"bairro":         `"CENTRO"`,
				"cidade":         `"NATAL"`,
				"cep":            `"59010100"`,
				"codigo_cliente": `"0123456-7"`,
				"consumo":        `15`,
				"valor_total":    `102`,
			}},
		{"an internet bill with district and town on a line", "COMPROVANTE_RESIDENCIA", `
Vento Norte Telecom S.A.
Rua das Antenas, 100 - São Paulo - SP
CNPJ: 11.222.333/0001-81

Fatura de serviços de telecomunicações - Internet banda larga fibra 500 Mega

OTAVIO LUZ PRADO
RUA DO SOL, 45 APTO 12
CENTRO - NATAL - RN
CEP 59010-100

Nº da conta                Mês de referência         Vencimento           Valor da fatura
8877665544                 março/2025                20/03/2025           R$ 119,90

Emissão: 05/03/2025
CPF do titular: 529.982.247-25`,
			map[string]string{
				"emissor_nome":   `"Vento Norte Telecom S.A."`,
				"tipo_servico":   `"internet"`,
				"titular_nome":   `"OTAVIO LUZ PRADO"`,
				"endereco":       `"RUA DO SOL, 45 APTO 12"`,
				"bairro":         `"CENTRO"`,
				"cidade":         `"NATAL"`,
				"cep":            `"59010100"`,
				"mes_referencia": `"2025-03"`,
			}},
		{"a property tax of a town", "COMPROVANTE_RESIDENCIA", `
PREFEITURA MUNICIPAL DE NATAL
SECRETARIA MUNICIPAL DE TRIBUTAÇÃO                              CNPJ 11.222.333/0001-81
IPTU 2025 - IMPOSTO PREDIAL E TERRITORIAL URBANO

Contribuinte                                     CPF/CNPJ                     Inscrição imobiliária
OTAVIO LUZ PRADO                                 529.982.247-25               1.234.567-8
Endereço do imóvel                               Bairro                       CEP
RUA DO SOL, 45, APTO 12                          CENTRO                       59010-100
Cidade                        UF                 Emissão                      Vencimento
NATAL                         RN                 05/01/2025                   10/02/2025

Valor venal          Alíquota        IPTU          Taxa de coleta de lixo      Total a pagar
200.000,00           0,6%            1.200,00      300,00                      1.500,00`,
			map[string]string{
				"emissor_nome":   `"PREFEITURA MUNICIPAL DE NATAL"`,
				"tipo_servico":   `"outro"`,
				"titular_nome":   `"OTAVIO LUZ PRADO"`,
				"bairro":         `"CENTRO"`,
				"codigo_cliente": `"1.234.567-8"`,
				"valor_total":    `1500`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
