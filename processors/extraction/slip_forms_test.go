package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Bank slips as applications of banks, mails and condominiums print them.
func TestSlipForms(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"the details in a bank's application", `
Consulta de boleto

Linha digitável            20896.65174 37169.861210 43123.329211 1 14800000028138
Banco emissor              208 - BANCO BTG PACTUAL S.A.
Beneficiário original      FERRAGENS BOA VISTA LTDA
CNPJ do beneficiário       11.222.333/0001-81
Pagador                    NINA LUZ PRADO
CPF do pagador             529.982.247-25
Seu número                 0045/2025
Nosso número               371698612-1
Data de emissão            01/06/2026
Data de vencimento         17/06/2026
Valor nominal              R$ 281,38
Desconto                   R$ 0,00
Juros e multa              R$ 5,62
Valor atualizado           R$ 287,00`,
			map[string]string{
				"banco_codigo": `"208"`, "banco_nome": `"BANCO BTG PACTUAL S.A."`, "beneficiario_nome": `"FERRAGENS BOA VISTA LTDA"`, "beneficiario_cpf_cnpj": `"11222333000181"`,
				"pagador_nome": `"NINA LUZ PRADO"`, "pagador_cpf_cnpj": `"52998224725"`, "numero_documento": `"0045/2025"`, "nosso_numero": `"371698612-1"`, "data_documento": `"2026-06-01"`,
				"valor_documento": "281.38", "valor_desconto": "0", "valor_multa": "5.62", "valor_cobrado": "287",
			}},
		{"parties in a line each, with their addresses", `
BTG Pactual     208-1     20896.65174 37169.861210 43123.329211 1 14800000028138
Local de pagamento: PAGÁVEL EM QUALQUER BANCO                                          Vencimento: 17/06/2026
Beneficiário: FERRAGENS BOA VISTA LTDA - CNPJ 11.222.333/0001-81                       Ag./Cód. beneficiário: 0050/12345-6
Endereço: AV. SÃO JOÃO, 500, LOJA 2 - CENTRO - CAMPINAS/SP
Data do documento: 01/06/2026   Nº do documento: 45/2025   Espécie doc.: Duplicata mercantil   Aceite: N   Data do processamento: 02/06/2026
Carteira: 109   Espécie: R$   Nosso número: 371698612-1                                Valor do documento: 281,38
Instruções: Não receber após 30 dias do vencimento. Multa de 2% após o vencimento.
Pagador: NINA LUZ PRADO - CPF 529.982.247-25
RUA DO SOL, 45, APTO 12 - CENTRO
59010-100 NATAL RN
Sacador/Avalista:                                                                      Autenticação mecânica - Ficha de compensação`,
			map[string]string{
				"banco_nome": `"BTG Pactual"`, "local_pagamento": `"PAGÁVEL EM QUALQUER BANCO"`, "beneficiario_nome": `"FERRAGENS BOA VISTA LTDA"`, "beneficiario_cpf_cnpj": `"11222333000181"`,
				"beneficiario_endereco": `"AV. SÃO JOÃO, 500, LOJA 2 - CENTRO"`, "agencia_codigo_beneficiario": `"0050/12345-6"`, "data_documento": `"2026-06-01"`, "numero_documento": `"45/2025"`,
				"especie_documento": `"Duplicata mercantil"`, "aceite": `"N"`, "data_processamento": `"2026-06-02"`, "carteira": `"109"`, "nosso_numero": `"371698612-1"`, "valor_documento": "281.38",
				"instrucoes":   `"Não receber após 30 dias do vencimento. Multa de 2% após o vencimento."`,
				"pagador_nome": `"NINA LUZ PRADO"`, "pagador_cpf_cnpj": `"52998224725"`, "pagador_endereco": `"RUA DO SOL, 45, APTO 12 - CENTRO"`,
			}},
		{"the payer's address in one line without marks", `
BANCO DO BRASIL | 001-9 | 20896.65174 37169.861210 43123.329211 1 14800000028138

Beneficiário                                          Agência/Código do Beneficiário      Vencimento
CONDOMINIO EDIFICIO SOL NASCENTE                      1234-5 / 67890-1                    17/06/2026
CNPJ 11.222.333/0001-81
AV BRASIL 1500 CENTRO LONDRINA PR 86010-000

Nosso número        Número do documento      Espécie doc.    Aceite    Data do documento    Data processamento    (=) Valor documento
17/371698612-1      AP 302 06/2026           RC              N         01/06/2026           01/06/2026            281,38

Pagador
NINA LUZ PRADO                                        529.982.247-25
RUA DO SOL 45 AP 302 JARDIM AMERICA LONDRINA PR 86020-100`,
			map[string]string{
				"beneficiario_nome": `"CONDOMINIO EDIFICIO SOL NASCENTE"`, "beneficiario_cpf_cnpj": `"11222333000181"`, "beneficiario_endereco": `"AV BRASIL 1500 CENTRO"`,
				"agencia_codigo_beneficiario": `"1234-5 / 67890-1"`, "nosso_numero": `"17/371698612-1"`, "numero_documento": `"AP 302 06/2026"`, "especie_documento": `"RC"`, "aceite": `"N"`,
				"pagador_nome": `"NINA LUZ PRADO"`, "pagador_cpf_cnpj": `"52998224725"`, "pagador_endereco": `"RUA DO SOL 45 AP 302 JARDIM AMERICA"`, "valor_documento": "281.38",
			}},
		{"a hybrid slip, labels with numbers, the receipt beside the form", `
Itaú Unibanco S.A.                    |341-7|          20896.65174 37169.861210 43123.329211 1 14800000028138
Local de pagamento                                                              Vencimento
Pague pelo aplicativo, internet ou em agências e correspondentes                17/06/2026
Beneficiário                                  CNPJ/CPF                          Agência/Código Beneficiário
FERRAGENS BOA VISTA LTDA                      11.222.333/0001-81                0050/12345-6
Endereço Beneficiário/Sacador Avalista
AV. SÃO JOÃO, 500 LOJA 2 - CENTRO - CAMPINAS SP
Data do documento   Núm. do documento   Espécie Doc.   Aceite   Data Processamento   Nosso Número
01/06/2026          45/2025             DM             N        01/06/2026           109/37169861-2
Uso do Banco   Carteira   Espécie   Quantidade   Valor                               (=) Valor do Documento
               109        R$                                                         281,38
Instruções de responsabilidade do BENEFICIÁRIO. Qualquer dúvida sobre este boleto contate o BENEFICIÁRIO.    (-) Descontos/Abatimento
APÓS O VENCIMENTO COBRAR MULTA DE 2%
APÓS O VENCIMENTO COBRAR JUROS DE 1% AO MÊS                                          (+) Juros/Multa
PAGUE TAMBÉM COM PIX
                                                                                     (=) Valor Cobrado
Pagador: NINA LUZ PRADO                        CNPJ/CPF: 529.982.247-25
RUA DO SOL, 45 APTO 12
59010-100 - CENTRO - NATAL RN
Sacador/Avalista:                              CNPJ/CPF:                             Autenticação mecânica - Ficha de Compensação`,
			map[string]string{
				"banco_nome": `"Itaú Unibanco S.A."`, "local_pagamento": `"Pague pelo aplicativo, internet ou em agências e correspondentes"`, "data_vencimento": `"2026-06-17"`,
				"beneficiario_nome": `"FERRAGENS BOA VISTA LTDA"`, "beneficiario_cpf_cnpj": `"11222333000181"`, "beneficiario_endereco": `"AV. SÃO JOÃO, 500 LOJA 2 - CENTRO"`,
				"agencia_codigo_beneficiario": `"0050/12345-6"`, "numero_documento": `"45/2025"`, "especie_documento": `"DM"`, "aceite": `"N"`, "nosso_numero": `"109/37169861-2"`, "carteira": `"109"`,
				"valor_documento": "281.38", "pagador_nome": `"NINA LUZ PRADO"`, "pagador_cpf_cnpj": `"52998224725"`, "pagador_endereco": `"RUA DO SOL, 45 APTO 12"`,
				"instrucoes": `"APÓS O VENCIMENTO COBRAR MULTA DE 2% APÓS O VENCIMENTO COBRAR JUROS DE 1% AO MÊS PAGUE TAMBÉM COM PIX"`,
			}},
		{"a mail that tells of a slip", `
Olá, Nina Luz Prado!

Seu boleto já está disponível.

Beneficiário: Ferragens Boa Vista Ltda (CNPJ 11.222.333/0001-81)
Pagador: Nina Luz Prado (CPF 529.982.247-25)
Banco: 208 - Banco BTG Pactual S.A.
Valor: R$ 281,38
Vencimento: 17/06/2026
Nosso número: 371698612-1
Linha digitável: 20896.65174 37169.861210 43123.329211 1 14800000028138

Ao pagar em agências, apresente a ficha de compensação.`,
			map[string]string{
				"linha_digitavel": `"20896651743716986121043123329211114800000028138"`, "banco_nome": `"Banco BTG Pactual S.A."`, "beneficiario_nome": `"Ferragens Boa Vista Ltda"`,
				"beneficiario_cpf_cnpj": `"11222333000181"`, "pagador_nome": `"Nina Luz Prado"`, "pagador_cpf_cnpj": `"52998224725"`, "valor_documento": "281.38", "data_vencimento": `"2026-06-17"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "BOLETO", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
