package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Receipts whose parties have one label for the number of both.
func TestReceipts(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"of a self-employed worker, labels over their values", `
RECIBO DE PAGAMENTO A AUTÔNOMO - RPA                    Nº DO RECIBO
                                                        945

NOME OU RAZÃO SOCIAL DA EMPRESA                         CNPJ
BOM FUTURO SERVIÇOS LTDA                                11.222.333/0001-81

RECEBI DA EMPRESA ACIMA IDENTIFICADA, PELA PRESTAÇÃO DOS SERVIÇOS DE PINTURA, A IMPORTÂNCIA DE
R$ 2.511,59 (DOIS MIL QUINHENTOS E ONZE REAIS E CINQUENTA E NOVE CENTAVOS)

NOME COMPLETO DO AUTÔNOMO                               CPF
NINA LUZ PRADO                                          529.982.247-25

LOCALIDADE                                              DATA
NATAL - RN                                              29/03/2024`,
			map[string]string{
				"numero": `"945"`, "pagador_nome": `"BOM FUTURO SERVIÇOS LTDA"`, "pagador_cpf_cnpj": `"11222333000181"`,
				"recebedor_nome": `"NINA LUZ PRADO"`, "recebedor_cpf_cnpj": `"52998224725"`, "valor": "2511.59", "referente_a": `"PINTURA"`,
				"cidade": `"NATAL"`, "uf": `"RN"`, "data": `"2024-03-29"`,
			}},
		{"of an estate agent, whose number stands under its name", `
Bom Lar Imóveis Ltda                                    RECIBO DE ALUGUEL
CNPJ 11.222.333/0001-81                                 nº 28476/2024

Locatário: Nina Luz Prado                               CPF/CNPJ: 529.982.247-25

Recebemos do locatário acima qualificado a importância de R$ 5.938,48 (cinco mil novecentos e trinta e oito
reais e quarenta e oito centavos) referente a aluguel do mês de abril.

Santos (SP), 1 de abril de 2024`,
			map[string]string{
				"numero": `"28476/2024"`, "pagador_nome": `"Nina Luz Prado"`, "pagador_cpf_cnpj": `"52998224725"`,
				"recebedor_nome": `"Bom Lar Imóveis Ltda"`, "recebedor_cpf_cnpj": `"11222333000181"`, "valor": "5938.48",
				"cidade": `"Santos"`, "uf": `"SP"`, "data": `"2024-04-01"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "RECIBO", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
