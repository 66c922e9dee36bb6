package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Bills of services as other companies, towns and banks print them.
func TestBillForms(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"a light bill with the holder in a block and values over boxes", `
LUZ DO SERTÃO DISTRIBUIDORA DE ENERGIA S.A.
Av. das Dunas, 1000 - Natal/RN - CEP 59000-000
CNPJ 11.222.333/0001-81   Insc. Estadual 20.055.199-0
DOCUMENTO AUXILIAR DA NOTA FISCAL DE ENERGIA ELÉTRICA ELETRÔNICA

OTAVIO LUZ PRADO                                          CÓDIGO DA UNIDADE CONSUMIDORA
RUA DO SOL, 45, APTO 12                                   7012345678
CENTRO                                                    CLASSIFICAÇÃO: RESIDENCIAL - MONOFÁSICO
59010-100 NATAL RN
CPF: 529.982.247-25

REF:MÊS/ANO          TOTAL A PAGAR          VENCIMENTO
03/2025              R$ 187,45              20/03/2025

NOTA FISCAL Nº 123456 - SÉRIE 001 / DATA DE EMISSÃO: 05/03/2025
Itens da fatura            Unid.    Quant.     Preço unit.    Valor
Consumo - TUSD             kWh      182        0,4567         83,12
Consumo - TE               kWh      182        0,3987         72,56
Ilum. pública municipal                                       31,77
TOTAL                                                         187,45`,
			map[string]string{
				"emissor_nome": `"LUZ DO SERTÃO DISTRIBUIDORA DE ENERGIA S.A."`, "emissor_cnpj": `"11222333000181"`, "tipo_servico": `"energia"`, "titular_nome": `"OTAVIO LUZ PRADO"`,
				"titular_cpf_cnpj": `"52998224725"`, "endereco": `"RUA DO SOL, 45, APTO 12"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "uf": `"RN"`, "cep": `"59010100"`,
				"codigo_cliente": `"7012345678"`, "mes_referencia": `"2025-03"`, "data_emissao": `"2025-03-05"`, "data_vencimento": `"2025-03-20"`, "valor_total": "187.45", "consumo": "182",
			}},
		{"a gas bill in labelled lines, the town behind the district", `
Companhia de Gás do Litoral - GASLITO
CNPJ: 11.222.333/0001-81
Conta de gás natural canalizado

Nome do cliente: OTAVIO LUZ PRADO                      CPF: 529.982.247-25
Endereço de fornecimento: RUA DO SOL 45 AP 12 CENTRO NATAL RN
CEP: 59010-100
Código do usuário: 0012345-6                           Medidor: B12F003344
Período de leitura: 03/02/2025 a 05/03/2025            Mês de referência: MAR/2025
Emissão: 06/03/2025                                    Vencimento: 20/03/2025
Leitura anterior: 1.234     Leitura atual: 1.249       Consumo (m³): 15
Valor a pagar: R$ 98,70`,
			map[string]string{
				"emissor_nome": `"Companhia de Gás do Litoral - GASLITO"`, "tipo_servico": `"gas"`, "titular_nome": `"OTAVIO LUZ PRADO"`, "endereco": `"RUA DO SOL 45 AP 12 CENTRO"`, "cep": `"59010100"`,
				"codigo_cliente": `"0012345-6"`, "mes_referencia": `"2025-03"`, "data_emissao": `"2025-03-06"`, "data_vencimento": `"2025-03-20"`, "consumo": "15", "valor_total": "98.7",
			}},
		{"a telephone bill that tells its month in a heading", `
VENTO NORTE CELULAR S.A.
Rua das Antenas, 100 - Centro - São Paulo/SP - CNPJ/MF 11.222.333/0001-81

Otavio Luz Prado
Rua do Sol, 45, Apto 12
Centro
Natal - RN
59010-100

Sua fatura de março de 2025
Número do cliente: 8877665544           Vencimento: 20/03/2025          Valor: R$ 59,90
Emitida em 05/03/2025
Serviços de telefonia móvel - Plano Controle 20 GB                      59,90
Total a pagar                                                           59,90`,
			map[string]string{
				"emissor_nome": `"VENTO NORTE CELULAR S.A."`, "emissor_cnpj": `"11222333000181"`, "tipo_servico": `"telefone"`, "titular_nome": `"Otavio Luz Prado"`, "endereco": `"Rua do Sol, 45, Apto 12"`,
				"bairro": `"Centro"`, "cidade": `"Natal"`, "uf": `"RN"`, "cep": `"59010100"`, "codigo_cliente": `"8877665544"`, "mes_referencia": `"2025-03"`, "data_vencimento": `"2025-03-20"`, "valor_total": "59.9",
			}},
		{"a water bill on paper of a town's own works, labels under another", `
SAAE - SERVIÇO AUTÔNOMO DE ÁGUA E ESGOTO DE NATAL          CNPJ 11.222.333/0001-81
CONTA DE ÁGUA E ESGOTO - 2ª VIA

Matrícula: 12345-6       Consumidor: OTAVIO LUZ PRADO
Logradouro: RUA DO SOL            Número: 45       Complemento: APTO 12
Bairro: CENTRO           Cidade: NATAL    UF: RN      CEP: 59010-100

Referência      Leitura anterior     Leitura atual     Consumo (m³)      Vencimento       Valor (R$)
03/2025         345                  360               15                20/03/2025       102,00`,
			map[string]string{
				"emissor_nome": `"SAAE - SERVIÇO AUTÔNOMO DE ÁGUA E ESGOTO DE NATAL"`, "tipo_servico": `"agua"`, "titular_nome": `"OTAVIO LUZ PRADO"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "cep": `"59010100"`,
				"codigo_cliente": `"12345-6"`, "mes_referencia": `"2025-03"`, "consumo": "15", "data_vencimento": `"2025-03-20"`, "valor_total": "102",
			}},
		{"a bill of a credit card", `
Banco Bom Futuro S.A.                                     CNPJ 11.222.333/0001-81
Fatura do cartão de crédito

NINA LUZ PRADO                                            Cartão final 1234
RUA DO SOL, 45, APTO 12
CENTRO
59010-100 - NATAL - RN

Vencimento              Total desta fatura             Pagamento mínimo
20/03/2025              R$ 1.234,56                    R$ 185,18

Data de emissão: 08/03/2025        Melhor dia de compra: 11
Limite total de crédito: R$ 5.000,00`,
			map[string]string{
				"emissor_nome": `"Banco Bom Futuro S.A."`, "tipo_servico": `"outro"`, "titular_nome": `"NINA LUZ PRADO"`, "endereco": `"RUA DO SOL, 45, APTO 12"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "uf": `"RN"`,
				"cep": `"59010100"`, "data_emissao": `"2025-03-08"`, "data_vencimento": `"2025-03-20"`, "valor_total": "1234.56",
			}},
		{"the share of a condominium", `
CONDOMÍNIO EDIFÍCIO SOL NASCENTE
CNPJ 11.222.333/0001-81
DEMONSTRATIVO DE COTA CONDOMINIAL - REFERENTE A 03/2025

Condômino: NINA LUZ PRADO                 Unidade: BL A - AP 302
Endereço: RUA DO SOL, 45 - CENTRO - NATAL/RN - CEP 59010-100
Vencimento: 10/03/2025                    Emissão: 25/02/2025

Taxa condominial                          450,00
Fundo de reserva                           45,00
Água                                       38,20
Total a pagar                             533,20`,
			map[string]string{
				"emissor_nome": `"CONDOMÍNIO EDIFÍCIO SOL NASCENTE"`, "tipo_servico": `"outro"`, "titular_nome": `"NINA LUZ PRADO"`, "endereco": `"RUA DO SOL, 45"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "uf": `"RN"`,
				"cep": `"59010100"`, "codigo_cliente": `"BL A - AP 302"`, "mes_referencia": `"2025-03"`, "data_emissao": `"2025-02-25"`, "data_vencimento": `"2025-03-10"`, "valor_total": "533.2",
			}},
		{"a bill of television and internet whose boxes say what they hold below", `
TELEVISÃO A CABO BOA VISTA LTDA - CNPJ 11.222.333/0001-81
NOTA FISCAL FATURA DE SERVIÇOS DE COMUNICAÇÃO - MODELO 62
Rua das Antenas, 100 - São Paulo - SP

DADOS DO ASSINANTE
Nome: NINA LUZ PRADO                      CPF/CNPJ: 529.982.247-25
Endereço: RUA DO SOL                      Nº: 45           Compl.: APTO 12
Bairro: CENTRO       Município: NATAL     UF: RN           CEP: 59010-100
Código do assinante: 123/456789-0         Período de referência: 01/02/2025 a 28/02/2025

Mês de referência: Fev/2025      Data de emissão: 01/03/2025      Data de vencimento: 10/03/2025      Valor total: R$ 199,80

Banda larga 500 Mega             120,00
TV por assinatura                 79,80`,
			map[string]string{
				"emissor_nome": `"TELEVISÃO A CABO BOA VISTA LTDA"`, "emissor_cnpj": `"11222333000181"`, "titular_nome": `"NINA LUZ PRADO"`, "titular_cpf_cnpj": `"52998224725"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`,
				"codigo_cliente": `"123/456789-0"`, "mes_referencia": `"2025-02"`, "data_emissao": `"2025-03-01"`, "data_vencimento": `"2025-03-10"`, "valor_total": "199.8",
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "COMPROVANTE_RESIDENCIA", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
