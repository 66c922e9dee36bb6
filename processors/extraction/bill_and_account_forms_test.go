package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Bills, receipts and statements in further forms: of condominiums, of television, of
// schools and clubs, of accounts kept in apps.
func TestBillAndAccountForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a bill of television with the sum in a box", "COMPROVANTE_RESIDENCIA", `
VISTA ALTA TV POR ASSINATURA LTDA                         FATURA MENSAL
Av. das Dunas, 1000 - Natal/RN                            Nº DO ASSINANTE
CNPJ: 11.222.333/0001-81                                  00123456-7

Assinante: OTAVIO LUZ PRADO                               VENCIMENTO         TOTAL DA FATURA
CPF: 529.982.247-25                                       20/03/2025         R$ 159,90
Endereço de instalação: RUA DO SOL, 45, APTO 12
Bairro: CENTRO   Cidade: NATAL   UF: RN   CEP: 59010-100

Emissão: 05/03/2025      Mês de referência: 03/2025

Serviço                                  Período                      Valor
Plano Família HD - 120 canais            01/03/2025 a 31/03/2025      129,90
Ponto adicional                          01/03/2025 a 31/03/2025      30,00`,
			map[string]string{
				"emissor_nome": `"VISTA ALTA TV POR ASSINATURA LTDA"`, "emissor_cnpj": `"11222333000181"`, "titular_nome": `"OTAVIO LUZ PRADO"`, "titular_cpf_cnpj": `"52998224725"`,
				"endereco": `"RUA DO SOL, 45, APTO 12"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "uf": `"RN"`, "cep": `"59010100"`, "codigo_cliente": `"00123456-7"`,
				"mes_referencia": `"2025-03"`, "data_emissao": `"2025-03-05"`, "data_vencimento": `"2025-03-20"`, "valor_total": "159.9", "tipo_servico": `"outro"`,
			}},
		{"a mobile bill that greets, with its number in small print", "COMPROVANTE_RESIDENCIA", `
MARÉ CELULAR S.A.
CNPJ 11.222.333/0001-81

Otavio Luz Prado                              Sua conta de março/2025
Rua do Sol, 45, Apto 12                       Cliente nº 8877665544
Centro                                        Número da linha (84) 99999-0000
59010-100 Natal - RN                          Emitida em 05/03/2025

Vencimento            Valor a pagar
20/03/2025            R$ 59,90

Plano Controle 20 GB - telefonia celular      59,90
CPF do titular: 529.982.247-25`,
			map[string]string{
				"emissor_nome": `"MARÉ CELULAR S.A."`, "titular_nome": `"Otavio Luz Prado"`, "titular_cpf_cnpj": `"52998224725"`, "endereco": `"Rua do Sol, 45, Apto 12"`, "bairro": `"Centro"`,
				"cidade": `"Natal"`, "uf": `"RN"`, "cep": `"59010100"`, "codigo_cliente": `"8877665544"`, "mes_referencia": `"2025-03"`, "data_emissao": `"2025-03-05"`, "data_vencimento": `"2025-03-20"`,
				"valor_total": "59.9", "tipo_servico": `"telefone"`,
			}},
		{"a bill of water that cuts its words", "COMPROVANTE_RESIDENCIA", `
SAAE - SERVICO AUTONOMO DE AGUA E ESGOTO
CNPJ 11.222.333/0001-81
CONTA DE AGUA/ESGOTO

OTAVIO LUZ PRADO
RUA DO SOL, 45
BR: CENTRO
NATAL/RN CEP 59010-100
CPF/CNPJ        529.982.247-25

INSCRICAO (CDC)         5072866-0
REF.                    07/2025
DT. LEITURA/EMISSAO     07/07/2025
LEIT. ANT.              3167
LEIT. ATUAL             3178
CONS. M3                11
VENCTO 20/07/2025
TOTAL R$                111,06`,
			map[string]string{
				"titular_nome": `"OTAVIO LUZ PRADO"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "cep": `"59010100"`, "codigo_cliente": `"5072866-0"`, "mes_referencia": `"2025-07"`,
				"data_emissao": `"2025-07-07"`, "data_vencimento": `"2025-07-20"`, "consumo": "11", "valor_total": "111.06", "tipo_servico": `"agua"`,
			}},
		{"a receipt of a notary, of the acts in a table", "RECIBO", `
3º OFÍCIO DE NOTAS DE NATAL
CNPJ 11.222.333/0001-81
RECIBO DE EMOLUMENTOS                              Recibo nº 14741/2025

Apresentante: NINA LUZ PRADO
CPF/CNPJ: 529.982.247-25

Qtd.    Ato praticado              Emolumentos     ISS         Subtotal
2       Ata notarial               841,00          42,05       883,05
Total recebido: R$ 883,05

Recebemos a importância de oitocentos e oitenta e três reais e cinco centavos, relativa a emolumentos.
Meio de pagamento: Pix

Natal - RN, 1 de julho de 2025.`,
			map[string]string{
				"numero": `"14741/2025"`, "pagador_nome": `"NINA LUZ PRADO"`, "pagador_cpf_cnpj": `"52998224725"`, "recebedor_nome": `"3º OFÍCIO DE NOTAS DE NATAL"`, "recebedor_cpf_cnpj": `"11222333000181"`,
				"valor": "883.05", "valor_por_extenso": `"oitocentos e oitenta e três reais e cinco centavos"`, "forma_pagamento": `"Pix"`, "data": `"2025-07-01"`, "cidade": `"Natal"`, "uf": `"RN"`,
			}},
		{"a receipt that a system prints, all in labels", "RECIBO", `
RECIBO DE PAGAMENTO
Nº do recibo: 000123                        Data do pagamento: 05/05/2025

Dados do pagador
Nome: Bento Alves Prado                     CPF: 111.444.777-35

Dados do recebedor
Nome: Escola de Dança Passo Leve Ltda       CNPJ: 11.222.333/0001-81

Valor pago: R$ 350,00
Valor por extenso: trezentos e cinquenta reais
Forma de pgto.: Cartão de crédito
Referente a: Mensalidade de maio de 2025`,
			map[string]string{
				"numero": `"000123"`, "data": `"2025-05-05"`, "pagador_nome": `"Bento Alves Prado"`, "pagador_cpf_cnpj": `"11144477735"`, "recebedor_nome": `"Escola de Dança Passo Leve Ltda"`,
				"recebedor_cpf_cnpj": `"11222333000181"`, "valor": "350", "valor_por_extenso": `"trezentos e cinquenta reais"`, "forma_pagamento": `"Cartão de crédito"`,
				"referente_a": `"Mensalidade de maio de 2025"`,
			}},
		{"a statement of an app with the number of each operation beside long words", "EXTRATO_BANCARIO", `
Cora Sociedade de Crédito Direto S.A.                          CNPJ 37.880.206/0001-63
EXTRATO DE CONTA

Nina Luz Prado                                 Saldo inicial:      R$ 100,00
CPF: 529.982.247-25 Instituição: 403           Entradas:           R$ 50,00
Agência: 1 Conta: 4774660294-9                 Saídas:             R$ 30,25
Período: De 01-08-2025 a 31-08-2025            Saldo final:        R$ 119,75

Data         Descrição                               ID da operação     Valor            Saldo
06-08-2025   Transferência Pix recebida Mel Prado Alves 197519502032    R$ 50,00         R$ 150,00
07-08-2025   Pagamento de conta                      916180127508       R$ -30,25        R$ 119,75`,
			map[string]string{
				"banco_codigo": `"403"`, "agencia": `"1"`, "conta": `"4774660294-9"`, "titular_nome": `"Nina Luz Prado"`, "titular_cpf_cnpj": `"52998224725"`,
				"saldo_inicial": "100", "saldo_final": "119.75", "total_creditos": "50", "total_debitos": "30.25",
				"lancamentos": `[{"data":"2025-08-06","descricao":"Transferência Pix recebida Mel Prado Alves","documento":"197519502032","valor":50,"saldo":150},{"data":"2025-08-07","descricao":"Pagamento de conta","documento":"916180127508","valor":-30.25,"saldo":119.75}]`,
			}},
		{"a statement with branch, batch and code before the words", "EXTRATO_BANCARIO", `
BANCO DO SOL S.A.                                         14/11/2025 - AUTOATENDIMENTO - 13:56:44
Consultas - Extrato de conta corrente

Cliente                    NINA LUZ PRADO
Agência (prefixo/dv)       5279-1
Conta corrente             88473-7
CPF/CNPJ                   529.982.247-25
Período                    01/10/2025 até 31/10/2025

Dia           Histórico                                    Documento           Valor R$          Saldo
30/09/2025    Saldo Anterior                                                                     100,00 C
01/10/2025    Cobrança de I.O.F.                           292.843             34,61 D           65,39 C
03/10/2025    Pix - Recebido 03/10 12:08 BENTO PRADO       115.278.214         539,93 C          605,32 C`,
			map[string]string{
				"titular_nome": `"NINA LUZ PRADO"`, "agencia": `"5279-1"`, "conta": `"88473-7"`, "data_emissao": `"2025-11-14"`, "periodo_inicio": `"2025-10-01"`, "periodo_fim": `"2025-10-31"`,
				"lancamentos": `[{"data":"2025-10-01","descricao":"Cobrança de I.O.F.","documento":"292.843","valor":-34.61,"saldo":65.39},{"data":"2025-10-03","descricao":"Pix - Recebido 03/10 12:08 BENTO PRADO","documento":"115.278.214","valor":539.93,"saldo":605.32}]`,
			}},
		{"a note whose taxes each span three columns", "NFE", `
DANFE - Documento Auxiliar da Nota Fiscal Eletrônica        1 - SAÍDA
CHAVE DE ACESSO 3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787

CÓD.      DESCRIÇÃO DA MERCADORIA     NCM         CST    CFOP    UND    QTDE     P. UNIT.    P. TOTAL                ICMS                      IPI
                                                                                                            %       BASE        VALOR       %      VALOR
A-100     PARAFUSO SEXTAVADO          73181500    000    5102    CX     10,00    100,00      1.000,00       18,00   1.000,00    180,00      0,00   0,00
B-200     CHAVE DE FENDA              82054000    000    5102    PC     25,00    20,00       500,00         18,00   500,00      90,00       0,00   0,00

TRANSPORTADOR                 MODALIDADE                 CNPJ/CPF
TRANSPORTES VELOZ LTDA        1-FOB (Destinatário)       45.997.418/0001-53`,
			map[string]string{
				"transportador_nome": `"TRANSPORTES VELOZ LTDA"`, "modalidade_frete": `"1-FOB (Destinatário)"`,
				"itens": `[{"codigo":"A-100","descricao":"PARAFUSO SEXTAVADO","ncm":"73181500","cst":"000","cfop":"5102","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000,"base_icms":1000,"valor_icms":180,"aliquota_icms":18},` +
					`{"codigo":"B-200","descricao":"CHAVE DE FENDA","ncm":"82054000","cst":"000","cfop":"5102","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500,"base_icms":500,"valor_icms":90,"aliquota_icms":18}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
