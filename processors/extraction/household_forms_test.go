package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Bills of a household, and receipts and statements with tables.
func TestHouseholdForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a bill of a condominium", "COMPROVANTE_RESIDENCIA", `
CONDOMÍNIO EDIFÍCIO SOLAR DO LAGO
CNPJ 11.222.333/0001-81
Demonstrativo da cota condominial

Condômino: Otavio Luz Prado                 CPF: 529.982.247-25
Unidade: Bloco A - 1203                     Competência: 04/2025
Endereço: Rua do Sol, 45, Apto 1203         Bairro: Centro
Cidade/UF: Natal/RN                         CEP: 59010-100

Taxa ordinária          540,00
Fundo de reserva        54,00
Total a pagar: R$ 594,00         Vencimento: 10/05/2025         Emissão: 20/04/2025`,
			map[string]string{
				"emissor_nome": `"CONDOMÍNIO EDIFÍCIO SOLAR DO LAGO"`, "emissor_cnpj": `"11222333000181"`, "titular_nome": `"Otavio Luz Prado"`, "titular_cpf_cnpj": `"52998224725"`,
				"endereco": `"Rua do Sol, 45, Apto 1203"`, "bairro": `"Centro"`, "cidade": `"Natal"`, "uf": `"RN"`, "cep": `"59010100"`, "mes_referencia": `"2025-04"`,
				"valor_total": "594", "data_vencimento": `"2025-05-10"`, "data_emissao": `"2025-04-20"`, "tipo_servico": `"outro"`,
			}},
		{"a bill of a card", "COMPROVANTE_RESIDENCIA", `
Banco do Sol S.A. - CNPJ 11.222.333/0001-81
Fatura do cartão de crédito

OTAVIO LUZ PRADO
RUA DO SOL, 45, APTO 12
CENTRO
59010-100 NATAL RN

Cartão final 1234              Vencimento            Total desta fatura        Pagamento mínimo
                               10/05/2025            R$ 1.234,56               R$ 185,18
Emissão: 28/04/2025            Limite total de crédito R$ 5.000,00`,
			map[string]string{
				"emissor_nome": `"Banco do Sol S.A."`, "titular_nome": `"OTAVIO LUZ PRADO"`, "endereco": `"RUA DO SOL, 45, APTO 12"`, "bairro": `"CENTRO"`, "cidade": `"NATAL"`, "uf": `"RN"`, "cep": `"59010100"`,
				"data_vencimento": `"2025-05-10"`, "valor_total": "1234.56", "data_emissao": `"2025-04-28"`, "tipo_servico": `"outro"`,
			}},
		{"a bill of internet that calls its customer by name", "COMPROVANTE_RESIDENCIA", `
Conecta Norte Internet Ltda                                   CNPJ: 11.222.333/0001-81
Av. das Dunas, 1000 - Natal/RN

Olá, Nina Luz Prado!
Sua fatura de maio/2025 chegou.

Código do cliente        Vencimento        Valor
40123                    10/05/2025        R$ 99,90

Endereço de instalação: Rua do Sol, 45 - Centro - Natal/RN - CEP 59010-100
CPF: 529.982.247-25
Plano Fibra 300 Mega - internet banda larga         R$ 99,90
Emitida em 01/05/2025`,
			map[string]string{
				"emissor_nome": `"Conecta Norte Internet Ltda"`, "titular_nome": `"Nina Luz Prado"`, "titular_cpf_cnpj": `"52998224725"`, "codigo_cliente": `"40123"`, "mes_referencia": `"2025-05"`,
				"data_vencimento": `"2025-05-10"`, "valor_total": "99.9", "endereco": `"Rua do Sol, 45"`, "bairro": `"Centro"`, "cidade": `"Natal"`, "uf": `"RN"`, "cep": `"59010100"`, "data_emissao": `"2025-05-01"`, "tipo_servico": `"internet"`,
			}},
		{"a statement in two columns of sums, dates without years", "EXTRATO_BANCARIO", `
COOPERATIVA DE CRÉDITO DO VALE - SICOOB
EXTRATO DE CONTA CORRENTE
Cooperativa: 3012      Conta: 45.678-9      Associado: FERRAGENS BOA VISTA LTDA
Período: 01/03/2025 a 31/03/2025
DATA    HISTÓRICO                     DOCUMENTO     DÉBITO        CRÉDITO       SALDO
        SALDO ANTERIOR                                                          1.000,00C
05/03   PIX RECEBIDO                  000123                      500,00        1.500,00C
        BENTO PRADO
10/03   TARIFA                        000124        30,25                       1.469,75C
        SALDO EM 31/03/2025                                                     1.469,75C`,
			map[string]string{
				"agencia": `"3012"`, "conta": `"45.678-9"`, "titular_nome": `"FERRAGENS BOA VISTA LTDA"`, "saldo_inicial": "1000", "saldo_final": "1469.75",
				"lancamentos": `[{"data":"2025-03-05","descricao":"PIX RECEBIDO BENTO PRADO","documento":"000123","valor":500,"saldo":1500},{"data":"2025-03-10","descricao":"TARIFA","documento":"000124","valor":-30.25,"saldo":1469.75}]`,
			}},
		{"a receipt of a deposit with a table", "RECIBO", `
IMOBILIÁRIA BOA CHAVE LTDA - CNPJ 11.222.333/0001-81                    RECIBO Nº 2025/0456
Locatário: BENTO ALVES PRADO             CPF: 111.444.777-35
Imóvel: Rua do Sol, 45                   Competência: 05/2025

Descrição                Valor
Aluguel                  1.200,00
Condomínio               300,00
IPTU                     90,00
TOTAL                    1.590,00

Recebemos a importância acima de R$ 1.590,00 (um mil quinhentos e noventa reais), referente ao aluguel de 05/2025.
Natal/RN, 10/05/2025`,
			map[string]string{
				"numero": `"2025/0456"`, "recebedor_nome": `"IMOBILIÁRIA BOA CHAVE LTDA"`, "recebedor_cpf_cnpj": `"11222333000181"`, "pagador_nome": `"BENTO ALVES PRADO"`, "pagador_cpf_cnpj": `"11144477735"`,
				"valor": "1590", "valor_por_extenso": `"um mil quinhentos e noventa reais"`, "data": `"2025-05-10"`, "cidade": `"Natal"`, "uf": `"RN"`, "referente_a": `"aluguel de 05/2025."`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
