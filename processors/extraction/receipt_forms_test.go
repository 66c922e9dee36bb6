package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Receipts of pads, associations, landlords and sellers.
func TestReceiptForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a pad with its stub and lines to write on", "RECIBO", `
  Nº 0231            |   RECIBO                        Nº 0231              R$  1.850,00
  R$ 1.850,00        |
                     |   Recebi(emos) de ....... Bento Alves Prado .................................
  Recebemos de       |   a quantia de ........... Um mil oitocentos e cinquenta reais ..............
  Bento A. Prado     |   correspondente a ....... Serviço de pintura residencial ...................
                     |   e para clareza firmamos o presente.
  Ref. pintura       |                                   Recife, 08 de abril de 2025
  Data 08/04/25      |
                     |   Assinatura ....................................................
                     |   Nome  Caio Brito Nunes            CPF/CNPJ  529.982.247-25`,
			map[string]string{
				"numero":             `"0231"`,
				"valor":              "1850",
				"valor_por_extenso":  `"Um mil oitocentos e cinquenta reais"`,
				"referente_a":        `"Serviço de pintura residencial"`,
				"data":               `"2025-04-08"`,
				"recebedor_nome":     `"Caio Brito Nunes"`,
				"recebedor_cpf_cnpj": `"52998224725"`,
			}},
		{"of a donation", "RECIBO", `
                 INSTITUTO MÃOS DADAS
      Organização da Sociedade Civil - CNPJ 11.222.333/0001-81
      Rua do Sol, 45 - Natal/RN - www.maosdadas.org.br

                RECIBO DE DOAÇÃO Nº 2025/0457

Doador(a): Nina Luz Prado
CPF: 529.982.247-25
Valor da doação: R$ 350,00 (trezentos e cinquenta reais)
Data da doação: 05/08/2025
Forma: Pix
Finalidade: Projeto Sementes - campanha de inverno

Declaramos, para os devidos fins, que recebemos a doação acima descrita, que será integralmente aplicada nos
objetivos institucionais da entidade, sem qualquer contrapartida ao doador.

Natal, 6 de agosto de 2025

_________________________________
Otávio Luz Prado
Tesoureiro`,
			map[string]string{
				"numero":             `"2025/0457"`,
				"valor":              "350",
				"valor_por_extenso":  `"trezentos e cinquenta reais"`,
				"pagador_nome":       `"Nina Luz Prado"`,
				"pagador_cpf_cnpj":   `"52998224725"`,
				"recebedor_nome":     `"INSTITUTO MÃOS DADAS"`,
				"recebedor_cpf_cnpj": `"11222333000181"`,
				"referente_a":        `"Projeto Sementes - campanha de inverno"`,
				"forma_pagamento":    `"Pix"`,
				"data":               `"2025-08-06"`,
			}},
		{"of a tithe, with the title under the name of who receives", "RECIBO", `
IGREJA EVANGÉLICA BOA NOVA                                CNPJ 11.222.333/0001-81
RECIBO DE DÍZIMOS E OFERTAS                               Nº 887

Recebemos do(a) irmão(ã): MARCOS PRADO LUZ ................  CPF: 529.982.247-25
A importância de: Duzentos e cinquenta reais .............  R$ 250,00
Referente a: ( X ) Dízimo  (  ) Oferta  (  ) Doação
Feira de Santana/BA, 01/06/2025
                                          ________________________
                                          Tesouraria - Nina Rosa`,
			map[string]string{
				"numero":             `"887"`,
				"valor":              "250",
				"valor_por_extenso":  `"Duzentos e cinquenta reais"`,
				"pagador_nome":       `"MARCOS PRADO LUZ"`,
				"recebedor_nome":     `"IGREJA EVANGÉLICA BOA NOVA"`,
				"recebedor_cpf_cnpj": `"11222333000181"`,
				"data":               `"2025-06-01"`,
				"cidade":             `"Feira de Santana"`,
				"uf":                 `"BA"`,
			}},
		{"of a deposit, told in the first person", "RECIBO", `
                                    RECIBO DE SINAL E PRINCÍPIO DE PAGAMENTO

Eu, CAIO BRITO NUNES, brasileiro, casado, comerciante, portador do RG nº 1.234.567 SSP/PE e do CPF nº 529.982.247-25,
residente na Rua do Porto, 8, Olinda/PE, declaro ter recebido de BENTO ALVES PRADO, brasileiro, solteiro, CPF nº
111.444.777-35, a importância de R$ 10.000,00 (dez mil reais), por meio de transferência bancária, a título de sinal
pela venda do veículo Fiat Uno, ano 2015, placa ABC1D23.

Por ser verdade, firmo o presente recibo em duas vias.

Olinda, 15 de julho de 2025.

___________________________
CAIO BRITO NUNES
CPF: 529.982.247-25`,
			map[string]string{
				"valor":              "10000",
				"valor_por_extenso":  `"dez mil reais"`,
				"pagador_nome":       `"BENTO ALVES PRADO"`,
				"pagador_cpf_cnpj":   `"11144477735"`,
				"recebedor_nome":     `"CAIO BRITO NUNES"`,
				"recebedor_cpf_cnpj": `"52998224725"`,
				"referente_a":        `"sinal pela venda do veículo Fiat Uno, ano 2015, placa ABC1D23."`,
				"forma_pagamento":    `"transferência bancária"`,
				"data":               `"2025-07-15"`,
			}},
		{"of a rent with its parts in a table", "RECIBO", `
 RECIBO DE ALUGUEL                                                          Recibo Nº : 07/12
 Locador(a)  : MARIA DA GRAÇA LUZ                                CPF: 529.982.247-25
 Locatário(a): BENTO ALVES PRADO                                 CPF: 111.444.777-35
 Imóvel      : RUA DAS FLORES, 12 AP 31 - CENTRO - SANTOS - SP
 Período     : 01/06/2025 a 30/06/2025                           Vencimento: 05/07/2025
 ----------------------------------------------------------------------------------------
 Aluguel                                                 2.100,00
 Condomínio                                                480,00
 IPTU (parcela 06/10)                                      120,00
 ----------------------------------------------------------------------------------------
 TOTAL                                                   2.700,00
 (dois mil e setecentos reais)

 Recebi(emos) a importância acima em 04/07/2025, referente ao aluguel e encargos do imóvel.

 Santos, 04 de julho de 2025.
 _______________________________
 MARIA DA GRAÇA LUZ`,
			map[string]string{
				"numero":             `"07/12"`,
				"valor":              "2700",
				"valor_por_extenso":  `"dois mil e setecentos reais"`,
				"pagador_nome":       `"BENTO ALVES PRADO"`,
				"pagador_cpf_cnpj":   `"11144477735"`,
				"recebedor_nome":     `"MARIA DA GRAÇA LUZ"`,
				"recebedor_cpf_cnpj": `"52998224725"`,
				"data":               `"2025-07-04"`,
			}},
		{"of a worker, the sum in brackets set apart", "RECIBO", `
RECIBO DE PAGAMENTO A AUTÔNOMO - RPA                               Nº DO RECIBO: 018
NOME OU RAZÃO SOCIAL DA EMPRESA              MATRÍCULA (CNPJ OU INSS)
TRANSPORTES BOM FUTURO LTDA                  11.222.333/0001-81
RECEBI DA EMPRESA ACIMA IDENTIFICADA, PELA PRESTAÇÃO DOS SERVIÇOS DE: FRETE SÃO PAULO - CURITIBA
A IMPORTÂNCIA DE R$ 1.335,00 ( HUM MIL TREZENTOS E TRINTA E CINCO REAIS ) CONFORME DISCRIMINATIVO ABAIXO:
ESPECIFICAÇÃO
I   - VALOR DO SERVIÇO PRESTADO                     R$ 1.500,00
II  - OUTROS                                        R$     0,00
      SOMA                                          R$ 1.500,00
DESCONTOS
III - INSS (11%)                                    R$   165,00
IV  - IRRF                                          R$     0,00
      VALOR LÍQUIDO                                 R$ 1.335,00
NÚMERO DE INSCRIÇÃO                                 DOCUMENTO DE IDENTIDADE
NO INSS: 123.45678.90-0                             NÚMERO: 1.234.567      ÓRGÃO EMISSOR: SSP-SP
NO CPF: 529.982.247-25
LOCALIDADE                  DATA                    ASSINATURA
SÃO PAULO/SP                30/04/2025
NOME COMPLETO
BENTO ALVES PRADO`,
			map[string]string{
				"numero":             `"018"`,
				"valor":              "1335",
				"valor_por_extenso":  `"HUM MIL TREZENTOS E TRINTA E CINCO REAIS"`,
				"pagador_nome":       `"TRANSPORTES BOM FUTURO LTDA"`,
				"pagador_cpf_cnpj":   `"11222333000181"`,
				"recebedor_nome":     `"BENTO ALVES PRADO"`,
				"recebedor_cpf_cnpj": `"52998224725"`,
				"referente_a":        `"FRETE SÃO PAULO - CURITIBA"`,
				"data":               `"2025-04-30"`,
				"cidade":             `"SÃO PAULO"`,
				"uf":                 `"SP"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
