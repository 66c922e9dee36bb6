package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Identity cards, licences, papers of vehicles and medical reports as other offices print
// them.
func TestOfficeForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"an identity card of the fifties in words beside rules", "RG", `
ESTADO DE PERNAMBUCO
SECRETARIA DE DEFESA SOCIAL - INSTITUTO TAVARES BURIL
CARTEIRA DE IDENTIDADE

Reg. geral nº  1.234.567 SDS/PE            Dada em 03/04/2010
Portador       NINA LUZ PRADO
Filha de       OTÁVIO PRADO e AURORA LUZ
Nascida em     05/06/1988                  Cidade natal  Olinda/PE
Doc. apresentado   CN 12340 LV A-88 FLS 101 OLINDA-PE
C.P.F.         529.982.247-25
Diretor`,
			map[string]string{
				"numero_rg": `"1234567"`, "nome": `"NINA LUZ PRADO"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`, "data_nascimento": `"1988-06-05"`, "naturalidade": `"Olinda"`,
				"uf_naturalidade": `"PE"`, "documento_origem": `"CN 12340 LV A-88 FLS 101 OLINDA-PE"`, "cpf": `"52998224725"`, "data_expedicao": `"2010-04-03"`,
			}},
		{"the screen of an institute of identification", "RG", `
Instituto de Identificação      Consulta de identificação civil
Situação do documento: ATIVO

RG / Órgão / UF             12.345.678-9 / SSP / SP
Nome do identificado        NINA LUZ PRADO
Nome social                 -
Data de nascimento / Sexo   05/06/1988 / F
Naturalidade                SANTOS - SP
Nome do pai                 OTÁVIO PRADO
Nome da mãe                 AURORA LUZ
CPF                         529.982.247-25
Data da expedição           03/04/2010
Carteira de identidade válida em todo o território nacional`,
			map[string]string{
				"numero_rg": `"123456789"`, "orgao_emissor": `"SSP"`, "uf_emissor": `"SP"`, "nome": `"NINA LUZ PRADO"`, "data_nascimento": `"1988-06-05"`, "sexo": `"F"`,
				"naturalidade": `"SANTOS"`, "uf_naturalidade": `"SP"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`, "cpf": `"52998224725"`, "data_expedicao": `"2010-04-03"`,
			}},
		{"a national card with labels in two languages over the values", "RG", `
REPÚBLICA FEDERATIVA DO BRASIL        GOVERNO FEDERAL
CARTEIRA DE IDENTIDADE / Identity card

Nome / Name
NINA LUZ PRADO

Nome social / Social name
-

Registro Geral - CPF / Personal number         Sexo / Sex
529.982.247-25                                 F

Data de nascimento / Date of birth             Nacionalidade / Nationality
05/06/1988                                     BRA

Naturalidade / Place of birth                  Validade / Expiry
OLINDA/PE                                      03/04/2034

Filiação / Filiation
AURORA LUZ
OTÁVIO PRADO

Órgão expedidor / Card issuer                  Emissão / Date of issue
SDS/PE                                         03/04/2024`,
			map[string]string{
				"nome": `"NINA LUZ PRADO"`, "cpf": `"52998224725"`, "sexo": `"F"`, "data_nascimento": `"1988-06-05"`, "nacionalidade": `"BRA"`, "naturalidade": `"OLINDA"`,
				"uf_naturalidade": `"PE"`, "data_validade": `"2034-04-03"`, "nome_mae": `"AURORA LUZ"`, "nome_pai": `"OTÁVIO PRADO"`, "orgao_emissor": `"SDS"`, "uf_emissor": `"PE"`,
				"data_expedicao": `"2024-04-03"`,
			}},
		{"an extract of a driver's record", "CNH", `
DETRAN-MG   Extrato do condutor
CNH - Carteira Nacional de Habilitação

Nome do motorista:  NINA LUZ PRADO
Registro / Categoria:  24320969900 / AB
CPF / Nascimento:  529.982.247-25 / 03/04/1990
RG, órgão e UF:  1234567 SSP MG
Filiação:  OTÁVIO PRADO e AURORA LUZ
Primeira habilitação em 11/06/2010
Emissão / Validade:  12/05/2021 / 12/05/2031
Cidade da emissão:  Uberaba/MG
Espelho nº  2100934090
Restrições / Anotações:  EAR`,
			map[string]string{
				"nome": `"NINA LUZ PRADO"`, "numero_registro": `"24320969900"`, "categoria": `"AB"`, "cpf": `"52998224725"`, "data_nascimento": `"1990-04-03"`, "documento_identidade": `"1234567"`,
				"orgao_emissor": `"SSP"`, "uf_orgao_emissor": `"MG"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`, "primeira_habilitacao": `"2010-06-11"`, "data_emissao": `"2021-05-12"`,
				"data_validade": `"2031-05-12"`, "local_emissao": `"Uberaba"`, "uf_emissao": `"MG"`, "numero_espelho": `"2100934090"`, "observacoes": `"EAR"`,
			}},
		{"a query of the national register of vehicles", "DOCUMENTO_VEICULAR", `
SENATRAN - Consulta de veículo
Certificado de Registro e Licenciamento do Veículo - exercício 2025

Placa / UF                  ABC1D23 / RN
Renavam / Chassi            20621129423 / 9BWAA05U8DP012355
Marca - modelo              VW/GOL 1.0
Fab./Mod.                   2012/2013
Espécie - tipo              PASSAGEIRO AUTOMOVEL
Cor / Combustível           PRATA / ALCOOL/GASOLINA
Categ.                      PARTICULAR
Pot./CC                     72CV/999
Lotaç.                      5P
PBT (t)                     1,42
Nº motor                    CCP123456
Carroc.                     NAO APLICAVEL
Proprietário atual          NINA LUZ PRADO
CPF                         529.982.247-25
Município de emplacamento   NATAL/RN
CRV nº                      123456789012
Restrições                  ALIENACAO FIDUCIARIA`,
			map[string]string{
				"placa": `"ABC1D23"`, "uf": `"RN"`, "renavam": `"20621129423"`, "chassi": `"9BWAA05U8DP012355"`, "marca_modelo": `"VW/GOL 1.0"`, "ano_fabricacao": "2012", "ano_modelo": "2013",
				"especie_tipo": `"PASSAGEIRO AUTOMOVEL"`, "cor": `"PRATA"`, "combustivel": `"ALCOOL/GASOLINA"`, "categoria": `"PARTICULAR"`, "potencia_cilindrada": `"72CV/999"`, "lotacao": `"5P"`,
				"peso_bruto_total": "1.42", "motor": `"CCP123456"`, "carroceria": `"NAO APLICAVEL"`, "proprietario_nome": `"NINA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`,
				"municipio": `"NATAL"`, "numero_crv": `"123456789012"`, "exercicio": "2025",
			}},
		{"an authorisation to transfer a vehicle", "DOCUMENTO_VEICULAR", `
DETRAN - RIO GRANDE DO NORTE
AUTORIZAÇÃO PARA TRANSFERÊNCIA DE PROPRIEDADE DE VEÍCULO - ATPV-e

1 - DADOS DO VEÍCULO
Placa ABC1D23   Renavam 20621129423   Chassi 9BWAA05U8DP012355
Marca/Modelo/Versão: VW/GOL 1.0   Ano fab.: 2012   Ano mod.: 2013   Cor: PRATA
Nº do CRV: 123456789012   Cód. segurança do CRV: 12345678901

2 - VENDEDOR
Nome: NINA LUZ PRADO
CPF/CNPJ: 529.982.247-25
Município: NATAL   UF: RN

3 - COMPRADOR
Nome: OTÁVIO DA MATA
CPF/CNPJ: 111.444.777-35
Município: RECIFE   UF: PE

4 - TRANSAÇÃO
Valor declarado na venda: R$ 30.000,00   Data declarada da venda: 03/04/2025`,
			map[string]string{
				"placa": `"ABC1D23"`, "renavam": `"20621129423"`, "chassi": `"9BWAA05U8DP012355"`, "marca_modelo": `"VW/GOL 1.0"`, "ano_fabricacao": "2012", "ano_modelo": "2013", "cor": `"PRATA"`,
				"numero_crv": `"123456789012"`, "codigo_seguranca": `"12345678901"`, "proprietario_nome": `"NINA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`, "municipio": `"NATAL"`, "uf": `"RN"`,
			}},
		{"a report that asks for medicines on a numbered form", "LAUDO_MEDICO", `
LAUDO MÉDICO PARA SOLICITAÇÃO DE MEDICAMENTOS

1- Nome do estabelecimento de saúde*        2- CNES*
HOSPITAL DA MATA                            1234567
3- Nome completo do paciente*               4- CPF do paciente*
NINA LUZ PRADO                              529.982.247-25
5- Data de nascimento*                      6- Peso*
05/06/1988                                  60 kg
7- CID-10*                                  8- Diagnóstico*
M05.8                                       ARTRITE REUMATOIDE SOROPOSITIVA
9- Tratamentos anteriores*
METOTREXATO POR DOIS ANOS
10- Nome do médico solicitante*             11- CRM/UF*
OTÁVIO LUZ PRADO                            4827/RN
12- Data da solicitação*
12/06/2025`,
			map[string]string{
				"estabelecimento_nome": `"HOSPITAL DA MATA"`, "paciente_nome": `"NINA LUZ PRADO"`, "paciente_cpf": `"52998224725"`, "paciente_data_nascimento": `"1988-06-05"`,
				"diagnostico": `"ARTRITE REUMATOIDE SOROPOSITIVA"`, "medico_nome": `"OTÁVIO LUZ PRADO"`, "medico_crm": `"4827"`, "medico_crm_uf": `"RN"`, "data_emissao": `"2025-06-12"`,
				"cids": `[{"codigo":"M05.8"}]`,
			}},
		{"an examination of a worker", "LAUDO_MEDICO", `
ATESTADO DE SAÚDE OCUPACIONAL - ASO
Emitente: Clínica Boa Vida Ltda          CNPJ: 11.222.333/0001-81

EMPRESA
Razão social: Ferragens Boa Vista Ltda   CNPJ: 45.997.418/0001-53

EMPREGADO
Nome: NINA LUZ PRADO                     CPF: 529.982.247-25
Nascimento: 05/06/1988                   Cargo: Soldadora

CONCLUSÃO
APTA para a função

Local e data: Natal/RN, 12/06/2025

Otávio Luz Prado
Médico do Trabalho
CRM-RN 4827

Recebi a 2ª via em 12/06/2025`,
			map[string]string{
				"estabelecimento_nome": `"Clínica Boa Vida Ltda"`, "estabelecimento_cnpj": `"11222333000181"`, "paciente_nome": `"NINA LUZ PRADO"`, "paciente_cpf": `"52998224725"`,
				"paciente_data_nascimento": `"1988-06-05"`, "conclusao": `"APTA para a função"`, "data_emissao": `"2025-06-12"`, "cidade": `"Natal"`, "uf": `"RN"`,
				"medico_nome": `"Otávio Luz Prado"`, "medico_crm": `"4827"`, "medico_crm_uf": `"RN"`,
			}},
		{"a sick note in a sentence, its illness before the code", "LAUDO_MEDICO", `
UNIDADE BÁSICA DE SAÚDE DO CENTRO
Prefeitura Municipal de Natal

ATESTADO MÉDICO

Atesto, para os devidos fins, que NINA LUZ PRADO, CPF 529.982.247-25, foi atendida nesta unidade e necessita de
5 (cinco) dias de repouso a partir desta data.
Diagnóstico: Lombalgia (CID-10 M54.5).

Natal/RN, 12 de junho de 2025

Dr. Otávio Luz Prado
CRM/RN nº 4827`,
			map[string]string{
				"paciente_nome": `"NINA LUZ PRADO"`, "paciente_cpf": `"52998224725"`, "dias_afastamento": "5", "cids": `[{"codigo":"M54.5","descricao":"Lombalgia"}]`, "medico_nome": `"Otávio Luz Prado"`,
				"medico_crm": `"4827"`, "medico_crm_uf": `"RN"`, "data_emissao": `"2025-06-12"`, "cidade": `"Natal"`, "uf": `"RN"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
