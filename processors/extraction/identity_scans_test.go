package extraction_test

import (
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
)

// Identity and vehicle papers as OCR gives them, and in forms close to a text.
func TestIdentityScans(t *testing.T) {
	for _, c := range []struct {
		name, typ string
		doc       document.Document
		want      map[string]string
	}{
		{"a scanned licence of a vehicle whose labels are lost", "DOCUMENTO_VEICULAR", documenttest.Scanned(0.95, `
DETRAN - PB    CERTIFICADO DE REGISTRO E LICENCIAMENTO DE VEÍCULO

VIA      COD RENAVAM        RNTRC       EXERC
1        20621129423        *eeanas     2016

NORA ENDERECO
NINA LUZ PRADO

CPF/CGC              PIACA
529.982.247-25       !ABC1234

NORA ASTRA                     cas
CONCESSIONARIA 0 KM            9BWAA05U8DPO123S5

Psolca Teo            COMBRISTTA             COR PREDOMINAVTE
PAS/AUTOMOVFL         ALCOOLIGASOLINA        PRAIA

MATICA MOS                     ANO FAB MOD
VW/GOL 1.0                     2012/2013

05P/104CV/1598                 PARTICULAP

LOCAL                          DATA
NATAL RN                       .20/03/2016`),
			map[string]string{
				"renavam": `"20621129423"`, "proprietario_cpf_cnpj": `"52998224725"`, "placa": `"ABC1234"`, "chassi": `"9BWAA05U8DP012355"`,
				"especie_tipo": `"PAS/AUTOMOVEL"`, "combustivel": `"ALCOOL/GASOLINA"`, "cor": `"PRATA"`, "marca_modelo": `"VW/GOL 1.0"`, "ano_fabricacao": "2012", "ano_modelo": "2013",
				"capacidade": `"05P"`, "potencia_cilindrada": `"104CV/1598"`, "categoria": `"PARTICULAR"`, "municipio": `"NATAL"`, "uf": `"RN"`,
			}},
		{"a scanned licence whose kind of vehicle begins with a word of another label", "DOCUMENTO_VEICULAR", documenttest.Scanned(0.95, `
CERTIFICADO DE REGISTRO E LICENCIAMENTO DE VEÍCULO

RENAVAM               Passageiros
20621129423           05P

Espécie e tipo
PASSAGEIRO MOTOCICLETA

Cor predominante
PRETA`),
			map[string]string{"renavam": `"20621129423"`, "especie_tipo": `"PASSAGEIRO MOTOCICLETA"`, "cor": `"PRETA"`}},
		{"a scanned print of a licence with a label misread", "CNH", documenttest.Scanned(0.95, `
DETRAN-RN    SISTEMA RENACH - CARTEIRA NACIONAL DE HABILITACAO - ESPELHO

NOME DO CONDUTOR..............: NINA LUZ DA PRADO
RESTSTRO QUA Ega 24320969900
CATEGORIA.....................: AB
NATURALIDADE / UF.............: NATAL / RN
PAI...........................: OTAVIO PRADO
MAE...........................: AURORA LUZ
DT. VENCIMENTO CNH............: 10/05/2031
OBSERVACOES DA CNH............: EAR`),
			map[string]string{
				"nome": `"NINA LUZ DA PRADO"`, "numero_registro": `"24320969900"`, "categoria": `"AB"`, "local_nascimento": `"NATAL"`, "uf_nascimento": `"RN"`, "nome_pai": `"OTAVIO PRADO"`,
				"nome_mae": `"AURORA LUZ"`, "data_validade": `"2031-05-10"`, "observacoes": `"EAR"`,
			}},
		{"a scanned card whose small labels are lost", "RG", documenttest.Scanned(0.95, `
REPÚBLICA FEDERATIVA DO BRASIL
ESTADO DO RIO DE JANEIRO
CARTEIRA DE IDENTIDADE

REGISTRO GERAL 47,163.121-9      va 03     DATA DE EXPEDIÇÃO 20/07/2021
nove ANA LUIZA DA FARIAS
ração BRENO LEONARDO DE FARIAS
OLÍVIA SOUSA DE GARCIA`),
			map[string]string{
				"numero_rg": `"471631219"`, "data_expedicao": `"2021-07-20"`, "nome": `"ANA LUIZA DA FARIAS"`, "nome_pai": `"BRENO LEONARDO DE FARIAS"`, "nome_mae": `"OLÍVIA SOUSA DE GARCIA"`,
			}},
		{"a licence in the order of the international numbers", "CNH", documenttest.Typewritten(`
REPÚBLICA FEDERATIVA DO BRASIL
CARTEIRA NACIONAL DE HABILITAÇÃO / DRIVER LICENSE

2 e 1   OTÁVIO DA MATA
3       03/04/1980, SANTOS, SP
4a      12/05/2021
4b      10/05/2031
4c      12.345.678-9 SSP SP
4d      529.982.247-25
5       24320969900
9       AE
12      EAR`),
			map[string]string{
				"nome": `"OTÁVIO DA MATA"`, "data_nascimento": `"1980-04-03"`, "local_nascimento": `"SANTOS"`, "uf_nascimento": `"SP"`, "data_emissao": `"2021-05-12"`, "data_validade": `"2031-05-10"`,
				"documento_identidade": `"123456789"`, "orgao_emissor": `"SSP"`, "uf_orgao_emissor": `"SP"`, "cpf": `"52998224725"`, "numero_registro": `"24320969900"`, "categoria": `"AE"`,
				"observacoes": `"EAR"`,
			}},
		{"a licence printed without colons", "CNH", documenttest.Typewritten(`
DETRAN BAHIA - EXTRATO DA CARTEIRA NACIONAL DE HABILITAÇÃO

NOME                    OTÁVIO DA MATA
CPF                     529.982.247-25
DATA DE NASCIMENTO      03/04/1980
IDENTIDADE              12.345.678-90
ÓRGÃO EXPEDIDOR / UF    SSP / BA
FILIAÇÃO                CARLOS DA MATA
                        MARIA LUZ DA MATA
NATURALIDADE            FEIRA DE SANTANA / BA
Nº DA CNH               24320969900
CATEGORIA               D
1ª HABILITAÇÃO          11/06/1999
EMISSÃO                 12/05/2021
VALIDADE                10/05/2031
MUNICÍPIO / UF          SALVADOR / BA
RESTRIÇÕES              A`),
			map[string]string{
				"nome": `"OTÁVIO DA MATA"`, "cpf": `"52998224725"`, "data_nascimento": `"1980-04-03"`, "documento_identidade": `"1234567890"`, "orgao_emissor": `"SSP"`, "uf_orgao_emissor": `"BA"`,
				"nome_pai": `"CARLOS DA MATA"`, "nome_mae": `"MARIA LUZ DA MATA"`, "local_nascimento": `"FEIRA DE SANTANA"`, "uf_nascimento": `"BA"`, "numero_registro": `"24320969900"`,
				"categoria": `"D"`, "primeira_habilitacao": `"1999-06-11"`, "data_emissao": `"2021-05-12"`, "data_validade": `"2031-05-10"`, "local_emissao": `"SALVADOR"`, "uf_emissao": `"BA"`,
				"observacoes": `"A"`,
			}},
		{"a card with its values behind their labels in one line", "RG", documenttest.Typewritten(`
GOVERNO DO DISTRITO FEDERAL
POLÍCIA CIVIL - INSTITUTO DE IDENTIFICAÇÃO
CARTEIRA DE IDENTIDADE

RG 1.234.567      VIA 2      EXPEDIÇÃO 12/05/2015      VALIDADE 12/05/2025
NOME NINA LUZ PRADO
NOME SOCIAL NINO PRADO
FILIAÇÃO OTÁVIO PRADO E AURORA LUZ
NATURALIDADE GOIÂNIA/GO      NASCIMENTO 03/04/1990      SEXO F
DOC. ORIGEM CN 1234 FLS 56 LIV A-78 1º OF GOIÂNIA GO
CPF 529.982.247-25      ÓRGÃO EXPEDIDOR PCDF/DF`),
			map[string]string{
				"numero_rg": `"1234567"`, "data_expedicao": `"2015-05-12"`, "data_validade": `"2025-05-12"`, "nome": `"NINA LUZ PRADO"`, "nome_social": `"NINO PRADO"`,
				"nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`, "naturalidade": `"GOIÂNIA"`, "uf_naturalidade": `"GO"`, "data_nascimento": `"1990-04-03"`, "sexo": `"F"`,
				"documento_origem": `"CN 1234 FLS 56 LIV A-78 1º OF GOIÂNIA GO"`, "cpf": `"52998224725"`, "orgao_emissor": `"PCDF"`, "uf_emissor": `"DF"`,
			}},
		{"the screen of a vehicle consultation", "DOCUMENTO_VEICULAR", documenttest.Typewritten(`
Senatran - Carteira Digital de Trânsito
CRLV Digital - Certificado de Registro e Licenciamento de Veículo

Placa                       Renavam
ABC1D23                     20621129423
Chassi                      Exercício
9BWAA05U8DP012345           2025
Marca/Modelo                Ano de fabricação / Ano do modelo
CHEV/ONIX PLUS 10TMT        2022/2023
Cor                         Combustível
CINZA                       ALCOOL/GASOLINA
Espécie/Tipo                Categoria
PAS/AUTOMOVEL               PARTICULAR
Potência/Cilindrada         Lotação
116CV/999                   05P
Nome do proprietário        CPF/CNPJ do proprietário
NINA LUZ PRADO              529.982.247-25
Local                       Data de emissão
NATAL/RN                    05/06/2025
Número do CRV               Código de segurança do CLA
014568902345                60116471975
Observações
AL.FID./BANCO BOM FUTURO S/A`),
			map[string]string{
				"placa": `"ABC1D23"`, "renavam": `"20621129423"`, "chassi": `"9BWAA05U8DP012345"`, "exercicio": "2025", "marca_modelo": `"CHEV/ONIX PLUS 10TMT"`, "ano_fabricacao": "2022", "ano_modelo": "2023",
				"cor": `"CINZA"`, "combustivel": `"ALCOOL/GASOLINA"`, "especie_tipo": `"PAS/AUTOMOVEL"`, "categoria": `"PARTICULAR"`, "potencia_cilindrada": `"116CV/999"`, "lotacao": `"05P"`,
				"proprietario_nome": `"NINA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`, "municipio": `"NATAL"`, "uf": `"RN"`, "data_emissao": `"2025-06-05"`, "numero_crv": `"014568902345"`,
				"codigo_seguranca": `"60116471975"`, "observacoes": `"AL.FID./BANCO BOM FUTURO S/A"`,
			}},
		{"a vehicle in a declaration of its sale", "DOCUMENTO_VEICULAR", documenttest.Typewritten(`
DETRAN/SC - COMUNICAÇÃO DE VENDA DE VEÍCULO - CRV Nº 014568902345

Eu, NINA LUZ PRADO, CPF 529.982.247-25, proprietária do veículo marca/modelo FIAT/ARGO 1.0, ano de
fabricação 2019, ano modelo 2020, cor BRANCA, placa ABC1D23, chassi 9BWAA05U8DP012345, código Renavam
20621129423, registrado em Blumenau/SC, comunico a venda a OTÁVIO DA MATA, CPF 111.444.777-35, em
07/07/2024, pelo valor de R$ 42.000,00.`),
			map[string]string{
				"proprietario_nome": `"NINA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`, "marca_modelo": `"FIAT/ARGO 1.0"`, "ano_fabricacao": "2019", "ano_modelo": "2020", "cor": `"BRANCA"`,
				"placa": `"ABC1D23"`, "chassi": `"9BWAA05U8DP012345"`, "renavam": `"20621129423"`, "municipio": `"Blumenau"`, "uf": `"SC"`, "numero_crv": `"014568902345"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, c.doc)
			compare(t, got, c.want)
		})
	}
}
