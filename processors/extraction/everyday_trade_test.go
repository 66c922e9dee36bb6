package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Notes, slips, bills, receipts and statements as small issuers print them every day.
func TestEverydayTrade(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a note whose descriptions wrap", "NFE", `
DANFE                                     Documento Auxiliar da Nota Fiscal Eletrônica
Chave de acesso: 3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787

EMITENTE
Ferragens Boa Vista Ltda                  CNPJ 11.222.333/0001-81     IE 244.555.666.110
DESTINATÁRIO
Nome: Oficina Boa Roda Ltda               CNPJ: 45.997.418/0001-53
Endereço: Rua do Sol, 45                  Bairro: Centro     CEP: 59010-100
Município: Natal                          UF: RN

Cód.     Descrição                 NCM        CST   CFOP   Unid   Qtde    V. Unit.   V. Total    BC ICMS    V. ICMS   Alíq.
A-100    PARAFUSO SEXTAVADO        73181500   000   5102   CX     10,00   100,00     1.000,00    1.000,00   180,00    18,00
         ZINCADO 1/2 POLEGADA
B-200    CHAVE DE FENDA            82054000   000   5102   PC     25,00   20,00      500,00      500,00     90,00     18,00
         LOTE 334

Total dos produtos: 1.500,00    Frete: 30,00    Desconto: 10,00    Total da nota: 1.520,00`,
			map[string]string{
				"emitente_nome": `"Ferragens Boa Vista Ltda"`, "destinatario_nome": `"Oficina Boa Roda Ltda"`, "valor_produtos": "1500", "valor_frete": "30", "valor_desconto": "10", "valor_total": "1520",
				"itens": `[{"codigo":"A-100","descricao":"PARAFUSO SEXTAVADO ZINCADO 1/2 POLEGADA","ncm":"73181500","cst":"000","cfop":"5102","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000,"base_icms":1000,"valor_icms":180,"aliquota_icms":18},` +
					`{"codigo":"B-200","descricao":"CHAVE DE FENDA LOTE 334","ncm":"82054000","cst":"000","cfop":"5102","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500,"base_icms":500,"valor_icms":90,"aliquota_icms":18}]`,
			}},
		{"a slip of a school's booklet", "BOLETO", `
ESCOLA DE DANÇA PASSO LEVE LTDA - CNPJ 11.222.333/0001-81
Parcela 03/12                    Vencto. 10/04/2025            Valor 350,00
Aluno(a): Mel Prado              Responsável: Nina Luz Prado

Banco do Sol   077-9                            07790.00116 01010.101014 00000.000018 1 99990000010000
Local de pagamento                                                       Vencimento
PAGÁVEL EM QUALQUER BANCO ATÉ O VENCIMENTO                               10/04/2025
Cedente                                                                  Ag./Cód. cedente
ESCOLA DE DANÇA PASSO LEVE LTDA                                          0001/123456-7
Data do documento   Nº do documento   Esp. doc.   Aceite   Data proc.    Nosso número
01/03/2025          03/12             ME          N        02/03/2025    00012345-6
Instruções                                                               (=) Valor do documento
Após o vencimento, multa de 2%.                                          350,00
Sacado: NINA LUZ PRADO - CPF 529.982.247-25
RUA DO SOL, 45
59010-100 NATAL RN`,
			map[string]string{
				"beneficiario_nome": `"ESCOLA DE DANÇA PASSO LEVE LTDA"`, "agencia_codigo_beneficiario": `"0001/123456-7"`, "data_documento": `"2025-03-01"`, "numero_documento": `"03/12"`,
				"especie_documento": `"ME"`, "aceite": `"N"`, "data_processamento": `"2025-03-02"`, "nosso_numero": `"00012345-6"`, "pagador_nome": `"NINA LUZ PRADO"`, "pagador_cpf_cnpj": `"52998224725"`,
				"pagador_endereco": `"RUA DO SOL, 45"`, "local_pagamento": `"PAGÁVEL EM QUALQUER BANCO ATÉ O VENCIMENTO"`, "data_vencimento": `"2025-04-10"`, "valor_documento": "350", "instrucoes": `"Após o vencimento, multa de 2%."`,
			}},
		{"a light bill in columns of labels over values", "COMPROVANTE_RESIDENCIA", `
ENERGISOL DISTRIBUIÇÃO S.A.    CNPJ 11.222.333/0001-81    Insc. Est. 20.055.199-0
NOTA FISCAL / CONTA DE ENERGIA ELÉTRICA

CLIENTE                                    UNIDADE CONSUMIDORA       REFERÊNCIA      VENCIMENTO      TOTAL A PAGAR
OTAVIO LUZ PRADO                           7012345678                MAR/2025        20/03/2025      R$ 187,45
RUA DO SOL, 45, APTO 12
CENTRO
59010-100 NATAL - RN
CPF: 529.982.247-25

Leitura anterior     Leitura atual     Consumo (kWh)     Emissão
04/02/2025 1.200     05/03/2025 1.382  182               05/03/2025

HISTÓRICO DE CONSUMO
FEV/25   175      JAN/25   190      DEZ/24   201`,
			map[string]string{
				"emissor_nome": `"ENERGISOL DISTRIBUIÇÃO S.A."`, "titular_nome": `"OTAVIO LUZ PRADO"`, "titular_cpf_cnpj": `"52998224725"`, "endereco": `"RUA DO SOL, 45, APTO 12"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "uf": `"RN"`, "cep": `"59010100"`,
				"codigo_cliente": `"7012345678"`, "mes_referencia": `"2025-03"`, "data_vencimento": `"2025-03-20"`, "valor_total": "187.45", "consumo": "182", "data_emissao": `"2025-03-05"`, "tipo_servico": `"energia"`,
			}},
		{"a receipt of a sale in a sentence that begins with who receives", "RECIBO", `
RECIBO

A ASSOCIAÇÃO BOA NOVA, inscrita no CNPJ sob o nº 11.222.333/0001-81, com sede em Natal/RN, declara que recebeu de
NINA LUZ PRADO, CPF nº 529.982.247-25, a importância de R$ 150,00 (cento e cinquenta reais), referente à anuidade de 2025,
paga por meio de boleto bancário.

Natal/RN, 10 de janeiro de 2025.`,
			map[string]string{
				"recebedor_nome": `"ASSOCIAÇÃO BOA NOVA"`, "recebedor_cpf_cnpj": `"11222333000181"`, "pagador_nome": `"NINA LUZ PRADO"`, "pagador_cpf_cnpj": `"52998224725"`, "valor": "150",
				"valor_por_extenso": `"cento e cinquenta reais"`, "referente_a": `"anuidade de 2025"`, "forma_pagamento": `"boleto bancário"`, "data": `"2025-01-10"`, "cidade": `"Natal"`, "uf": `"RN"`,
			}},
		{"a statement whose entries stand under their days", "EXTRATO_BANCARIO", `
Nubank
NINA LUZ PRADO
CPF 529.982.247-25     Agência 0001     Conta 123456-7
01 DE ABRIL DE 2025 a 30 DE ABRIL DE 2025

Saldo inicial                R$ 100,00
Total de entradas            +50,00
Total de saídas              -30,25
Saldo final do período       R$ 119,75

Movimentações
03 ABR 2025     Total de entradas                          + 50,00
                Transferência recebida pelo Pix BENTO PRADO  50,00
04 ABR 2025     Total de saídas                            - 30,25
                Compra no débito MERCADO BOM                 30,25`,
			map[string]string{
				"titular_nome": `"NINA LUZ PRADO"`, "agencia": `"0001"`, "conta": `"123456-7"`, "saldo_inicial": "100", "saldo_final": "119.75", "total_creditos": "50", "total_debitos": "30.25",
				"periodo_inicio": `"2025-04-01"`, "periodo_fim": `"2025-04-30"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
