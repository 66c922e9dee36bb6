package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Papers of trade in the forms of other programs: printed from a portal, on narrow paper,
// in an app, with words cut short.
func TestTradeForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a note as the portal shows it, with headings under each of the goods", "NFE", `
Portal da Nota Fiscal Eletrônica                                    Consulta NF-e Completa

Chave de Acesso                                                     Número         Versão XML
3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787              12345          4.00

Dados do Emitente
Nome / Razão Social                         CNPJ                    Inscrição Estadual
FERRAGENS BOA VISTA LTDA                    11.222.333/0001-81      244.555.666.110
Município                                   UF                      Telefone
3509502 - CAMPINAS                          SP                      (19) 3232-1010

Dados do Destinatário
Nome / Razão Social                         CNPJ                    Inscrição Estadual
OFICINA BOA RODA LTDA                       45.997.418/0001-53      244.777.888.110
Município                                   UF                      Telefone
2408102 - NATAL                             RN                      (84) 3333-4444

Dados dos Produtos e Serviços
Num.     Descrição                      Qtd.          Unid. Comercial      Valor(R$)
1        PARAFUSO SEXTAVADO             10,0000       CX                   1.000,00
Código do Produto     Código NCM     CFOP      Origem e CST     Valor unitário de comercialização
A-100                 73181500       5102      000              100,0000
Base de Cálculo do ICMS Normal     Alíquota do ICMS Normal     Valor do ICMS Normal
1.000,00                           18,0000                     180,00
2        CHAVE DE FENDA                 25,0000       PC                   500,00
Código do Produto     Código NCM     CFOP      Origem e CST     Valor unitário de comercialização
B-200                 82054000       5102      000              20,0000
Base de Cálculo do ICMS Normal     Alíquota do ICMS Normal     Valor do ICMS Normal
500,00                             18,0000                     90,00

Totais - ICMS
Base de Cálculo ICMS     Valor do ICMS     Valor Total dos Produtos     Valor Total dos Descontos     Valor Total da Nota Fiscal
1.500,00                 270,00            1.500,00                     10,00                         1.490,00`,
			map[string]string{
				"emitente_municipio": `"CAMPINAS"`, "destinatario_municipio": `"NATAL"`, "valor_desconto": "10", "valor_total": "1490",
				"itens": `[{"codigo":"A-100","descricao":"PARAFUSO SEXTAVADO","ncm":"73181500","cst":"000","cfop":"5102","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000,"base_icms":1000,"valor_icms":180,"aliquota_icms":18},` +
					`{"codigo":"B-200","descricao":"CHAVE DE FENDA","ncm":"82054000","cst":"000","cfop":"5102","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500,"base_icms":500,"valor_icms":90,"aliquota_icms":18}]`,
			}},
		{"a note with the sums in a panel beside the goods", "NFE", `
DANFE - DOCUMENTO AUXILIAR DA NOTA FISCAL ELETRÔNICA           SAÍDA [X] ENTRADA [ ]
CHAVE DE ACESSO 3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787

COD.      DESCRICAO               NCM         CST    CFOP    UN    QTDE     VL UNIT     VL TOTAL      BASE DE CALC. DO ICMS
A-100     PARAFUSO SEXTAVADO      73181500    000    5102    CX    10,00    100,00      1.000,00      1.500,00
B-200     CHAVE DE FENDA          82054000    000    5102    PC    25,00    20,00       500,00        VALOR DO ICMS
C-300     LIMA CHATA              82031000    000    5102    PC    1,00     30,00       30,00         270,00
D-400     SERRA                   82021000    000    5102    PC    1,00     20,00       20,00         VALOR DO FRETE
E-500     PREGO                   73170000    000    5102    KG    2,00     10,00       20,00         30,00
F-600     ARAME                   72171000    000    5102    KG    3,00     10,00       30,00         TOTAL DOS PRODUTOS
G-700     CADEADO                 83011000    000    5102    PC    1,00     50,00       50,00         1.650,00`,
			map[string]string{
				"base_calculo_icms": "1500", "valor_icms": "270", "valor_frete": "30", "valor_produtos": "1650", "tipo_operacao": `"saida"`,
				"itens": `[{"codigo":"A-100","descricao":"PARAFUSO SEXTAVADO","ncm":"73181500","cst":"000","cfop":"5102","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000},` +
					`{"codigo":"B-200","descricao":"CHAVE DE FENDA","ncm":"82054000","cst":"000","cfop":"5102","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500},` +
					`{"codigo":"C-300","descricao":"LIMA CHATA","ncm":"82031000","cst":"000","cfop":"5102","unidade":"PC","quantidade":1,"valor_unitario":30,"valor_total":30},` +
					`{"codigo":"D-400","descricao":"SERRA","ncm":"82021000","cst":"000","cfop":"5102","unidade":"PC","quantidade":1,"valor_unitario":20,"valor_total":20},` +
					`{"codigo":"E-500","descricao":"PREGO","ncm":"73170000","cst":"000","cfop":"5102","unidade":"KG","quantidade":2,"valor_unitario":10,"valor_total":20},` +
					`{"codigo":"F-600","descricao":"ARAME","ncm":"72171000","cst":"000","cfop":"5102","unidade":"KG","quantidade":3,"valor_unitario":10,"valor_total":30},` +
					`{"codigo":"G-700","descricao":"CADEADO","ncm":"83011000","cst":"000","cfop":"5102","unidade":"PC","quantidade":1,"valor_unitario":50,"valor_total":50}]`,
			}},
		{"a slip with its labels cut short", "BOLETO", `
BANCO DO SOL | 077-9 |                                        07790.00116 01010.101014 00000.000018 1 99990000010000

LOCAL PAGTO.                                                                   VCTO.
QUALQUER AGENCIA ATE O VENCIMENTO                                              10/04/2025
BENEF.                                                                         AG./COD. BENEF.
FERRAGENS BOA VISTA LTDA - 11.222.333/0001-81                                  0001/123456-7
DT. DOCTO.       NRO. DOCTO.      ESP. DOC.     ACEITE     DT. PROC.           NOSSO NRO.
10/03/2025       12345/1          DM            N          11/03/2025          109/00012345-6
USO BCO.         CART.            MOEDA         QTDE.      X VLR.              (=) VLR. DOCTO.
                 109              R$                                           100,00`,
			map[string]string{
				"local_pagamento": `"QUALQUER AGENCIA ATE O VENCIMENTO"`, "beneficiario_nome": `"FERRAGENS BOA VISTA LTDA"`, "beneficiario_cpf_cnpj": `"11222333000181"`,
				"agencia_codigo_beneficiario": `"0001/123456-7"`, "data_documento": `"2025-03-10"`, "numero_documento": `"12345/1"`, "especie_documento": `"DM"`, "aceite": `"N"`,
				"data_processamento": `"2025-03-11"`, "nosso_numero": `"109/00012345-6"`, "carteira": `"109"`, "valor_documento": "100", "data_vencimento": `"2025-04-10"`,
			}},
		{"a charge as an app shows it", "BOLETO", `
Cobrança de Escola de Dança Passo Leve

Valor
R$ 350,00
Vence em
10/04/2025

Pagador
Nina Luz Prado
CPF 529.982.247-25
Rua do Sol, 45

Beneficiário
Escola de Dança Passo Leve Ltda
CNPJ 11.222.333/0001-81

Nosso nº                 Nº doc.            Emitido em
00012345-6               MENS-04            10/03/2025

Mensagem do beneficiário
Após o vencimento multa de 2%.
Juros de mora de R$ 0,11 por dia de atraso.`,
			map[string]string{
				"pagador_nome": `"Nina Luz Prado"`, "pagador_cpf_cnpj": `"52998224725"`, "pagador_endereco": `"Rua do Sol, 45"`, "beneficiario_nome": `"Escola de Dança Passo Leve Ltda"`,
				"beneficiario_cpf_cnpj": `"11222333000181"`, "nosso_numero": `"00012345-6"`, "numero_documento": `"MENS-04"`, "data_documento": `"2025-03-10"`, "valor_documento": "350", "data_vencimento": `"2025-04-10"`,
				"instrucoes": `"Após o vencimento multa de 2%. Juros de mora de R$ 0,11 por dia de atraso."`,
			}},
		{"a receipt on narrow paper", "RECIBO", `
SINDICATO DOS BARBEIROS DE NATAL
CNPJ: 11.222.333/0001-81
RUA DO SOL, 45
NATAL-RN

RECIBO DE PAGTO.
NRO: 473029
DATA: 25/06/2025 17:59

RECEBEMOS DE:
NINA LUZ PRADO
CPF: 529.982.247-25
REF.:
ALUGUEL DO SALAO DE FESTAS

VALOR            R$ 580,00
FORMA PAGTO:     DINHEIRO
TROCO R$         20,00`,
			map[string]string{
				"numero": `"473029"`, "data": `"2025-06-25"`, "recebedor_nome": `"SINDICATO DOS BARBEIROS DE NATAL"`, "recebedor_cpf_cnpj": `"11222333000181"`, "pagador_nome": `"NINA LUZ PRADO"`,
				"pagador_cpf_cnpj": `"52998224725"`, "referente_a": `"ALUGUEL DO SALAO DE FESTAS"`, "valor": "580", "forma_pagamento": `"DINHEIRO"`, "cidade": `"NATAL"`, "uf": `"RN"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
