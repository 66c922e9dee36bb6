package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Identity cards, licences and vehicle papers as certificates, screens and forms with
// captions have them.
func TestIdentityForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a licence in a certificate of the traffic office", "CNH", `
DEPARTAMENTO ESTADUAL DE TRÂNSITO DO RIO GRANDE DO NORTE
CERTIDÃO DE PRONTUÁRIO - CARTEIRA NACIONAL DE HABILITAÇÃO

Certificamos que NINA LUZ PRADO, brasileira, inscrita no CPF sob o nº 529.982.247-25, portadora
do RG nº 1.234.567 ITEP/RN, nascida em 03/04/1990, natural de Natal/RN, filha de OTÁVIO PRADO e de
AURORA LUZ, é titular da CNH de registro nº 24320969900, categoria AB, com primeira habilitação
em 11/06/2010, emitida em 12/05/2021 em Natal/RN e válida até 12/05/2031, espelho nº 2100934090,
constando a observação EAR.

Natal, 5 de junho de 2025.`,
			map[string]string{
				"nome": `"NINA LUZ PRADO"`, "cpf": `"52998224725"`, "documento_identidade": `"1234567"`, "orgao_emissor": `"ITEP"`, "uf_orgao_emissor": `"RN"`,
				"data_nascimento": `"1990-04-03"`, "local_nascimento": `"Natal"`, "uf_nascimento": `"RN"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`,
				"numero_registro": `"24320969900"`, "categoria": `"AB"`, "primeira_habilitacao": `"2010-06-11"`, "data_emissao": `"2021-05-12"`, "data_validade": `"2031-05-12"`,
				"numero_espelho": `"2100934090"`,
			}},
		{"the screen of a traffic office", "CNH", `
Detran SP    Consulta da Carteira Nacional de Habilitação            19/01/2026 11:13

Nome                                  CPF                     Data de nascimento
OTÁVIO DA MATA                        529.982.247-25          03/04/1980

Nº de registro da CNH       Categoria atual     Nº do espelho       Situação da CNH
24320969900                 AE                  1664372936          Regular

Data da 1ª habilitação      Data de emissão     Data de validade    UF da CNH
11/06/1999                  12/05/2021          10/05/2031          SP

RG / Órgão emissor / UF               Nome da mãe             Nome do pai
12.345.678-9 SSP SP                   MARIA LUZ DA MATA       CARLOS DA MATA

Local de nascimento / UF              Nacionalidade           Observações
SANTOS / SP                           BRASILEIRO              EAR; A`,
			map[string]string{
				"nome": `"OTÁVIO DA MATA"`, "cpf": `"52998224725"`, "data_nascimento": `"1980-04-03"`, "numero_registro": `"24320969900"`, "categoria": `"AE"`, "numero_espelho": `"1664372936"`,
				"primeira_habilitacao": `"1999-06-11"`, "data_emissao": `"2021-05-12"`, "data_validade": `"2031-05-10"`, "documento_identidade": `"123456789"`,
				"orgao_emissor": `"SSP"`, "uf_orgao_emissor": `"SP"`, "nome_mae": `"MARIA LUZ DA MATA"`, "nome_pai": `"CARLOS DA MATA"`, "local_nascimento": `"SANTOS"`,
				"uf_nascimento": `"SP"`, "nacionalidade": `"BRASILEIRO"`, "observacoes": `"EAR; A"`,
			}},
		{"a licence with captions under its values", "CNH", `
REPÚBLICA FEDERATIVA DO BRASIL
CARTEIRA NACIONAL DE HABILITAÇÃO

OTÁVIO DA MATA
NOME

12.345.678-9 SSP SP
DOC. IDENTIDADE / ÓRG. EMISSOR / UF

529.982.247-25              03/04/1980
CPF                         DATA NASCIMENTO

CARLOS DA MATA
MARIA LUZ DA MATA
FILIAÇÃO

24320969900                 10/05/2031           11/06/1999          AE
Nº REGISTRO                 VALIDADE             1ª HABILITAÇÃO      CAT. HAB.

SANTOS, SP                  12/05/2021
LOCAL                       DATA EMISSÃO`,
			map[string]string{
				"nome": `"OTÁVIO DA MATA"`, "documento_identidade": `"123456789"`, "orgao_emissor": `"SSP"`, "uf_orgao_emissor": `"SP"`, "cpf": `"52998224725"`, "data_nascimento": `"1980-04-03"`,
				"nome_pai": `"CARLOS DA MATA"`, "nome_mae": `"MARIA LUZ DA MATA"`, "numero_registro": `"24320969900"`, "data_validade": `"2031-05-10"`, "primeira_habilitacao": `"1999-06-11"`,
				"categoria": `"AE"`, "local_emissao": `"SANTOS"`, "uf_emissao": `"SP"`, "data_emissao": `"2021-05-12"`,
			}},
		{"a state card in a certificate", "RG", `
ESTADO DO PARANÁ
SECRETARIA DA SEGURANÇA PÚBLICA
INSTITUTO DE IDENTIFICAÇÃO DO PARANÁ
CERTIDÃO DE REGISTRO GERAL - CARTEIRA DE IDENTIDADE

Certifico que foi expedida em 12/05/2015 a Carteira de Identidade, Registro Geral nº 8.765.432-1,
em nome de NINA LUZ PRADO, do sexo feminino, nascida em 03/04/1990, natural de Londrina/PR,
filha de OTÁVIO PRADO e de AURORA LUZ, inscrita no CPF sob o nº 529.982.247-25.

Curitiba, 5 de junho de 2025.`,
			map[string]string{
				"numero_rg": `"87654321"`, "nome": `"NINA LUZ PRADO"`, "data_nascimento": `"1990-04-03"`, "naturalidade": `"Londrina"`, "uf_naturalidade": `"PR"`,
				"nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`, "cpf": `"52998224725"`, "data_expedicao": `"2015-05-12"`,
			}},
		{"a state card with labels before colons", "RG", `
GOVERNO DO ESTADO DA BAHIA
INSTITUTO DE IDENTIFICAÇÃO PEDRO MELLO
CARTEIRA DE IDENTIDADE

RG nº: 12.345.678-90 2ª VIA       Expedido em: 12-05-2015
Nome: OTÁVIO DA MATA
Pai: CARLOS DA MATA
Mãe: MARIA LUZ DA MATA
Natural de: FEIRA DE SANTANA - BA      Nascido em: 03-04-1980
Doc. origem: CER CAS CM FEIRA DE SANTANA BA LV 12B FL 34 RT 567
CPF: 529.982.247-25               Órgão emissor: SSP/BA
Sexo: M     Validade: INDETERMINADA`,
			map[string]string{
				"numero_rg": `"1234567890"`, "data_expedicao": `"2015-05-12"`, "nome": `"OTÁVIO DA MATA"`, "nome_pai": `"CARLOS DA MATA"`, "nome_mae": `"MARIA LUZ DA MATA"`,
				"naturalidade": `"FEIRA DE SANTANA"`, "uf_naturalidade": `"BA"`, "data_nascimento": `"1980-04-03"`,
				"documento_origem": `"CER CAS CM FEIRA DE SANTANA BA LV 12B FL 34 RT 567"`, "cpf": `"52998224725"`, "orgao_emissor": `"SSP"`, "uf_emissor": `"BA"`, "sexo": `"M"`,
			}},
		{"a vehicle in a certificate of its registration", "DOCUMENTO_VEICULAR", `
DEPARTAMENTO ESTADUAL DE TRÂNSITO - DETRAN/PR
CERTIDÃO DE REGISTRO E LICENCIAMENTO DE VEÍCULO

Certificamos que o veículo de placa ABC1D23, Renavam 20621129423, chassi 9BWAA05U8DP012345, marca/modelo
VW/GOL 1.0, espécie/tipo PAS/AUTOMOVEL, ano/modelo 2012/2013, de cor PRATA, movido a ALCOOL/GASOLINA,
categoria PARTICULAR, está registrado em nome de NINA LUZ PRADO, CPF nº 529.982.247-25, no município de
Londrina/PR, licenciado para o exercício de 2024, CRV nº 014568902345.

Observações: ALIENAÇÃO FIDUCIÁRIA.

Curitiba, 5 de junho de 2025.`,
			map[string]string{
				"placa": `"ABC1D23"`, "renavam": `"20621129423"`, "chassi": `"9BWAA05U8DP012345"`, "marca_modelo": `"VW/GOL 1.0"`, "especie_tipo": `"PAS/AUTOMOVEL"`, "ano_fabricacao": "2012",
				"ano_modelo": "2013", "cor": `"PRATA"`, "combustivel": `"ALCOOL/GASOLINA"`, "categoria": `"PARTICULAR"`, "proprietario_nome": `"NINA LUZ PRADO"`,
				"proprietario_cpf_cnpj": `"52998224725"`, "municipio": `"Londrina"`, "uf": `"PR"`, "exercicio": "2024", "numero_crv": `"014568902345"`, "observacoes": `"ALIENAÇÃO FIDUCIÁRIA."`,
			}},
		{"a vehicle's data in rows under their headings", "DOCUMENTO_VEICULAR", `
DETRAN-MG      CERTIFICADO DE REGISTRO DE VEÍCULO - CRV      Nº 014568902345

Placa        Placa anterior/UF      Renavam          Chassi                  Ano fab./mod.
ABC1D23      KPK2204/SC             20621129423      9BWAA05U8DP012345       2012/2013

Marca/Modelo             Espécie/Tipo         Cor          Combustível           Categoria
FIAT/UNO MILLE WAY       PAS/AUTOMOVEL        VERMELHA     ALCOOL/GASOLINA       PARTICULAR

Cap./Pot./Cil.           Motor                PBT          Lotação      Carroceria
05P/066CV/999            146E1011234567       1,25         05P          NAO APLICAVEL

Proprietário                                  CPF/CNPJ
MERCADO BOM FUTURO LTDA                       11.222.333/0001-81

Município/UF                                  Data de emissão
UBERABA/MG                                    05/06/2023`,
			map[string]string{
				"placa": `"ABC1D23"`, "placa_anterior": `"KPK2204/SC"`, "renavam": `"20621129423"`, "chassi": `"9BWAA05U8DP012345"`, "ano_fabricacao": "2012", "ano_modelo": "2013",
				"marca_modelo": `"FIAT/UNO MILLE WAY"`, "especie_tipo": `"PAS/AUTOMOVEL"`, "cor": `"VERMELHA"`, "combustivel": `"ALCOOL/GASOLINA"`, "categoria": `"PARTICULAR"`,
				"capacidade": `"05P"`, "potencia_cilindrada": `"066CV/999"`, "motor": `"146E1011234567"`, "peso_bruto_total": "1.25", "lotacao": `"05P"`, "carroceria": `"NAO APLICAVEL"`,
				"proprietario_nome": `"MERCADO BOM FUTURO LTDA"`, "proprietario_cpf_cnpj": `"11222333000181"`, "municipio": `"UBERABA"`, "uf": `"MG"`, "data_emissao": `"2023-06-05"`,
				"numero_crv": `"014568902345"`,
			}},
		{"a transfer with the seller's box and the buyer's", "DOCUMENTO_VEICULAR", `
SENATRAN    AUTORIZAÇÃO PARA TRANSFERÊNCIA DE PROPRIEDADE DO VEÍCULO - DIGITAL (ATPV-e)

IDENTIFICAÇÃO DO VEÍCULO
Código Renavam: 20621129423       Placa: ABC1D23        Chassi: 9BWAA05U8DP012345
Marca/Modelo/Versão: HONDA/CG 160 FAN      Cor predominante: PRETA      Categoria: PARTICULAR
Ano fabricação: 2019     Ano modelo: 2020    Número do CRV: 014568902345
Código de segurança CRV: 60116471975         Data emissão do CRV: 05/06/2023

IDENTIFICAÇÃO DO VENDEDOR
Nome: NINA LUZ PRADO               CPF/CNPJ: 529.982.247-25
Município de domicílio ou residência: NATAL        UF: RN

IDENTIFICAÇÃO DO COMPRADOR
Nome: OTÁVIO DA MATA               CPF/CNPJ: 111.444.777-35
Município de domicílio ou residência: RECIFE       UF: PE
Endereço: RUA DAS FLORES, 12

Valor declarado na venda: R$ 12.000,00      Local: NATAL - RN      Data declarada da venda: 07/07/2024`,
			map[string]string{
				"renavam": `"20621129423"`, "placa": `"ABC1D23"`, "chassi": `"9BWAA05U8DP012345"`, "marca_modelo": `"HONDA/CG 160 FAN"`, "cor": `"PRETA"`, "categoria": `"PARTICULAR"`,
				"ano_fabricacao": "2019", "ano_modelo": "2020", "numero_crv": `"014568902345"`, "codigo_seguranca": `"60116471975"`, "data_emissao": `"2023-06-05"`,
				"proprietario_nome": `"NINA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`, "municipio": `"NATAL"`, "uf": `"RN"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
