package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Invoices in the short forms, and as the portal and mails print them.
func TestNoteForms(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       map[string]string
	}{
		{"the label of a parcel", `
DANFE SIMPLIFICADO - ETIQUETA
CHAVE DE ACESSO
3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787
PROTOCOLO DE AUTORIZAÇÃO DE USO
135250012345678   10/03/2025 09:15:22

EMITENTE
FERRAGENS BOA VISTA LTDA
CNPJ: 11.222.333/0001-81    IE: 244.555.666.110    UF: SP

DADOS GERAIS DA NF-e
Tipo: 1 - Saída    Série: 2    Nº: 000.012.345    Data de emissão: 10/03/2025

DESTINATÁRIO
OFICINA BOA RODA LTDA
CNPJ: 45.997.418/0001-53    IE: 244.777.888.110    UF: SP

VALOR TOTAL DA NOTA FISCAL: R$ 1.530,00`,
			map[string]string{
				"chave_acesso": `"35250311222333000181550020000123451123456787"`, "numero": `"12345"`, "serie": `"2"`, "tipo_operacao": `"saida"`, "data_emissao": `"2025-03-10"`,
				"protocolo_autorizacao": `"135250012345678"`, "emitente_nome": `"FERRAGENS BOA VISTA LTDA"`, "emitente_cnpj": `"11222333000181"`, "emitente_inscricao_estadual": `"244555666110"`,
				"emitente_uf": `"SP"`, "destinatario_nome": `"OFICINA BOA RODA LTDA"`, "destinatario_cpf_cnpj": `"45997418000153"`, "destinatario_inscricao_estadual": `"244777888110"`,
				"destinatario_uf": `"SP"`, "valor_total": "1530",
			}},
		{"the page of the portal", `
Consulta da NF-e

Dados Gerais
Chave de Acesso                                          Número         Versão XML
3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787   12345          4.00

Dados da NF-e
Modelo    Série    Número    Data de Emissão              Data/Hora de Saída ou da Entrada     Valor Total da Nota Fiscal
55        2        12345     10/03/2025 09:10:00-03:00    11/03/2025 08:00:00-03:00            1.530,00

Emitente
CNPJ                    Nome / Razão Social                 Inscrição Estadual      UF
11.222.333/0001-81      FERRAGENS BOA VISTA LTDA            244555666110            SP

Destinatário
CNPJ                    Nome / Razão Social                 Inscrição Estadual      UF
45.997.418/0001-53      OFICINA BOA RODA LTDA               244777888110            SP
Destino da operação                 Consumidor final        Presença do Comprador
1 - Operação Interna                0 - Normal              9 - Operação não presencial

Emissão
Processo                            Versão do Processo      Tipo de Emissão         Finalidade
0 - com aplicativo do Contribuinte  4.01                    1 - Normal              1 - NF-e normal
Natureza da Operação                Tipo da Operação        Digest Value da NF-e
VENDA DE MERCADORIAS                1 - Saída               aBcD12345=

Situação Atual: AUTORIZADA (Ambiente de autorização: produção)
Eventos da NF-e                     Protocolo               Data Autorização             Data Inclusão AN
Autorização de Uso                  135250012345678         10/03/2025 às 09:15:22-03:00 10/03/2025 às 09:20:11-03:00`,
			map[string]string{
				"numero": `"12345"`, "serie": `"2"`, "natureza_operacao": `"VENDA DE MERCADORIAS"`, "tipo_operacao": `"saida"`, "data_emissao": `"2025-03-10"`, "data_saida_entrada": `"2025-03-11"`,
				"protocolo_autorizacao": `"135250012345678"`, "emitente_nome": `"FERRAGENS BOA VISTA LTDA"`, "emitente_inscricao_estadual": `"244555666110"`, "emitente_uf": `"SP"`,
				"destinatario_nome": `"OFICINA BOA RODA LTDA"`, "destinatario_cpf_cnpj": `"45997418000153"`, "destinatario_uf": `"SP"`, "valor_total": "1530",
			}},
		{"goods in two lines each, sums as a column at the right", `
FERRAGENS BOA VISTA LTDA                            DANFE
Av. São João, 500, Loja 2 - Centro                  Documento Auxiliar da Nota Fiscal Eletrônica
13010-000 Campinas SP                               0 - Entrada 1 - Saída [1]
CNPJ 11.222.333/0001-81  I.E. 244.555.666.110       N. 000.012.345   Série 2   Folha 1/1

Chave de acesso: 3525 0311 2223 3300 0181 5500 2000 0123 4511 2345 6787
Protocolo de autorização de uso: 135250012345678 - 10/03/2025 09:15:22
Natureza da operação: Venda de mercadorias

DESTINATÁRIO
Nome: Nina Luz Prado                                CPF: 529.982.247-25
Endereço: Rua do Sol, 45, Apto 12                   Bairro: Centro
CEP: 59010-100    Município: Natal    UF: RN        Emissão: 10/03/2025    Saída: 11/03/2025

PRODUTOS
Código     Descrição                          Qtde x Unitário        Total
A-100      Parafuso sextavado 1/2             10 CX x 100,00         1.000,00
NCM 73181500   CST 000   CFOP 5102   BC ICMS 1.000,00   ICMS 180,00   Alíq. 18%
B-200      Chave de fenda philips             25 PC x 20,00          500,00
NCM 82054000   CST 000   CFOP 5102   BC ICMS 500,00     ICMS 90,00    Alíq. 18%

                                              Total dos produtos     1.500,00
                                              Frete                     30,00
                                              Desconto                   0,00
                                              Valor total da nota    1.530,00

Informações complementares: Pedido 7788.`,
			map[string]string{
				"numero": `"12345"`, "serie": `"2"`, "emitente_nome": `"FERRAGENS BOA VISTA LTDA"`, "emitente_municipio": `"Campinas"`, "emitente_uf": `"SP"`, "tipo_operacao": `"saida"`,
				"destinatario_nome": `"Nina Luz Prado"`, "destinatario_endereco": `"Rua do Sol, 45, Apto 12"`, "destinatario_municipio": `"Natal"`, "data_saida_entrada": `"2025-03-11"`,
				"valor_produtos": "1500", "valor_frete": "30", "valor_desconto": "0", "valor_total": "1530", "informacoes_complementares": `"Pedido 7788."`,
				"itens": `[{"codigo":"A-100","descricao":"Parafuso sextavado 1/2","ncm":"73181500","cst":"000","cfop":"5102","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000,"base_icms":1000,"valor_icms":180,"aliquota_icms":18},` +
					`{"codigo":"B-200","descricao":"Chave de fenda philips","ncm":"82054000","cst":"000","cfop":"5102","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500,"base_icms":500,"valor_icms":90,"aliquota_icms":18}]`,
			}},
		{"goods without headings, as a printer of receipts sets them", `
FERRAGENS BOA VISTA LTDA
CNPJ: 11.222.333/0001-81 IE: 244.555.666.110
AV. SÃO JOÃO, 500 - CENTRO - CAMPINAS - SP
DANFE - DOCUMENTO AUXILIAR DA NOTA FISCAL ELETRÔNICA
NF-e Nº 12345 SÉRIE 2 EMISSÃO 10/03/2025 09:15:22
PROTOCOLO DE AUTORIZAÇÃO 135250012345678
CHAVE DE ACESSO
35250311222333000181550020000123451123456787

CÓDIGO DESCRIÇÃO QTD UN VL UNIT VL TOTAL
A-100 PARAFUSO SEXTAVADO 1/2 10 CX X 100,00 1.000,00
B-200 CHAVE DE FENDA PHILIPS 25 PC X 20,00 500,00

QTD. TOTAL DE ITENS 2
VALOR TOTAL R$ 1.500,00
FORMA DE PAGAMENTO VALOR PAGO
PIX 1.500,00

DESTINATÁRIO: OFICINA BOA RODA LTDA
CNPJ: 45.997.418/0001-53
RUA DO SOL, 45 - CENTRO - NATAL - RN`,
			map[string]string{
				"numero": `"12345"`, "serie": `"2"`, "emitente_nome": `"FERRAGENS BOA VISTA LTDA"`, "emitente_municipio": `"CAMPINAS"`, "emitente_uf": `"SP"`, "data_emissao": `"2025-03-10"`,
				"destinatario_nome": `"OFICINA BOA RODA LTDA"`, "destinatario_cpf_cnpj": `"45997418000153"`, "valor_total": "1500",
				"itens": `[{"codigo":"A-100","descricao":"PARAFUSO SEXTAVADO 1/2","unidade":"CX","quantidade":10,"valor_unitario":100,"valor_total":1000},` +
					`{"codigo":"B-200","descricao":"CHAVE DE FENDA PHILIPS","unidade":"PC","quantidade":25,"valor_unitario":20,"valor_total":500}]`,
			}},
		{"a note in two columns of labels with leaders, the goods as cards", `
NOTA FISCAL ELETRÔNICA - DANFE
Número ........: 12345                     Série .........: 2
Emissão .......: 10/03/2025                Saída .........: 11/03/2025
Natureza ......: VENDA DE MERCADORIAS      Tipo ..........: SAÍDA
Chave .........: 35250311222333000181550020000123451123456787
Protocolo .....: 135250012345678

** EMITENTE **
Razão social ..: FERRAGENS BOA VISTA LTDA
CNPJ ..........: 11.222.333/0001-81        I.E. ..........: 244.555.666.110
Endereço ......: AV. SÃO JOÃO, 500 LOJA 2
Município .....: CAMPINAS                  UF ............: SP

** DESTINATÁRIO **
Razão social ..: OFICINA BOA RODA LTDA
CNPJ ..........: 45.997.418/0001-53        I.E. ..........: ISENTO
Endereço ......: RUA DO SOL, 45            Bairro ........: JARDIM DO LAGO
Município .....: CAMPINAS                  UF ............: SP         CEP: 13050-100

** TOTAIS **
Base ICMS .....: 1.500,00                  Valor ICMS ....: 270,00
Produtos ......: 1.500,00                  Frete .........: 30,00
Desconto ......: 0,00                      Total da nota .: 1.530,00`,
			map[string]string{
				"numero": `"12345"`, "serie": `"2"`, "data_emissao": `"2025-03-10"`, "data_saida_entrada": `"2025-03-11"`, "natureza_operacao": `"VENDA DE MERCADORIAS"`, "tipo_operacao": `"saida"`,
				"chave_acesso": `"35250311222333000181550020000123451123456787"`, "protocolo_autorizacao": `"135250012345678"`, "emitente_nome": `"FERRAGENS BOA VISTA LTDA"`,
				"emitente_inscricao_estadual": `"244555666110"`, "emitente_endereco": `"AV. SÃO JOÃO, 500 LOJA 2"`, "emitente_municipio": `"CAMPINAS"`, "emitente_uf": `"SP"`,
				"destinatario_nome": `"OFICINA BOA RODA LTDA"`, "destinatario_inscricao_estadual": `"ISENTO"`, "destinatario_bairro": `"JARDIM DO LAGO"`, "destinatario_cep": `"13050100"`,
				"base_calculo_icms": "1500", "valor_icms": "270", "valor_produtos": "1500", "valor_frete": "30", "valor_desconto": "0", "valor_total": "1530",
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, "NFE", documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}

// A scan loses the headings of parts that are printed white on a dark bar.
func TestNoteWithoutHeadings(t *testing.T) {
	got := read(t, "NFE", documenttest.Scanned(0.95, `
NF-e Nº 12345      CHAVE DE ACESSO                                          DANFE
SÉRIE 2            35250311222333000181550020000123451123456787

RAZÃO SOCIAL                              CNPJ                      INSCR. ESTADUAL
FERRAGENS BOA VISTA LTDA                  11.222.333/0001-81        244.555.666.110
ENDEREÇO                                  MUNICÍPIO                 UF
AV. SÃO JOÃO, 500, LOJA 2                 CAMPINAS                  SP

RAZÃO SOCIAL / NOME                       CNPJ/CPF                  INSCR. ESTADUAL
OFICINA BOA RODA LTDA                     45.997.418/0001-53        244.777.888.110
ENDEREÇO                                  MUNICÍPIO                 UF
RUA DO SOL, 45, GALPÃO 3                  NATAL                     RN

NOME                                      FRETE POR CONTA           CNPJ/CPF
TRANSPORTES VELOZ LTDA                    0 - EMITENTE              45.997.418/0001-53`))
	for field, want := range map[string]string{
		"emitente_nome": `"FERRAGENS BOA VISTA LTDA"`, "emitente_cnpj": `"11222333000181"`, "emitente_municipio": `"CAMPINAS"`, "destinatario_nome": `"OFICINA BOA RODA LTDA"`,
		"destinatario_cpf_cnpj": `"45997418000153"`, "destinatario_municipio": `"NATAL"`, "destinatario_uf": `"RN"`, "transportador_nome": `"TRANSPORTES VELOZ LTDA"`,
	} {
		if got[field] != want {
			t.Errorf("%s: got %s, want %s", field, got[field], want)
		}
	}
}
