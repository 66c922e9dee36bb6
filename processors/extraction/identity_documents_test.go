package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Identity cards, licences, vehicle documents and certificates in layouts that the
// samples do not have.
func TestIdentityDocuments(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"an older licence", "CNH", `
MINISTÉRIO DAS CIDADES
DEPARTAMENTO NACIONAL DE TRÂNSITO
CARTEIRA NACIONAL DE HABILITAÇÃO

NOME
JOSÉ CARLOS DA MATA

DOC. IDENTIDADE/ORG. EMISSOR/UF
12.345.678 SDS/PE

CPF                 DATA NASCIMENTO
529.982.247-25      03/04/1980

FILIAÇÃO
CARLOS DA MATA
MARIA LUZ DA MATA

PERMISSÃO      ACC       CAT. HAB.
                         AB

Nº REGISTRO         VALIDADE        1ª HABILITAÇÃO
01234567890         10/05/2020      11/06/1999

OBSERVAÇÕES
EXERCE ATIVIDADE REMUNERADA

LOCAL               DATA EMISSÃO
RECIFE, PE          12/05/2015`,
			map[string]string{
				"nome": `"JOSÉ CARLOS DA MATA"`, "documento_identidade": `"12345678"`, "orgao_emissor": `"SDS"`, "uf_orgao_emissor": `"PE"`, "cpf": `"52998224725"`,
				"data_nascimento": `"1980-04-03"`, "nome_pai": `"CARLOS DA MATA"`, "nome_mae": `"MARIA LUZ DA MATA"`, "categoria": `"AB"`,
				"numero_registro": `"01234567890"`, "data_validade": `"2020-05-10"`, "primeira_habilitacao": `"1999-06-11"`,
				"observacoes": `"EXERCE ATIVIDADE REMUNERADA"`, "local_emissao": `"RECIFE"`, "uf_emissao": `"PE"`, "data_emissao": `"2015-05-12"`,
			}},
		{"the data of a licence beside their labels, the mother first", "CNH", `
Carteira Nacional de Habilitação - CNH Digital

Nome:                     Nina Luz Prado
CPF:                      529.982.247-25
Data de nascimento:       03/04/1990
Filiação:                 Aurora Luz
                          Otávio Prado
Número de registro:       01234567890
Categoria:                B
Data da 1ª habilitação:   11/06/2010
Data de emissão:          12/05/2021
Validade:                 12/05/2031`,
			map[string]string{
				"nome": `"Nina Luz Prado"`, "cpf": `"52998224725"`, "data_nascimento": `"1990-04-03"`, "nome_mae": `"Aurora Luz"`, "nome_pai": `"Otávio Prado"`,
				"numero_registro": `"01234567890"`, "categoria": `"B"`, "primeira_habilitacao": `"2010-06-11"`, "data_emissao": `"2021-05-12"`, "data_validade": `"2031-05-12"`,
			}},
		{"a state card with the parents joined by a word", "RG", `
              VÁLIDA EM TODO O TERRITÓRIO NACIONAL

REGISTRO                                    DATA DE
GERAL    12.345.678-X                       EXPEDIÇÃO   02/MAR/2015

NOME     ANA LUZ PRADO

FILIAÇÃO   OTÁVIO PRADO
           E NINA LUZ PRADO

NATURALIDADE                      DATA DE NASCIMENTO
SANTOS - SP                       01/FEV/1990

DOC. ORIGEM   SANTOS-SP CN:LV.A123 /FLS.45 /N.6789

CPF   529982247-25

ASSINATURA DO DIRETOR
LEI Nº 7.116 DE 29/08/83`,
			map[string]string{
				"numero_rg": `"12345678X"`, "data_expedicao": `"2015-03-02"`, "nome": `"ANA LUZ PRADO"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"NINA LUZ PRADO"`,
				"naturalidade": `"SANTOS"`, "uf_naturalidade": `"SP"`, "data_nascimento": `"1990-02-01"`, "documento_origem": `"SANTOS-SP CN:LV.A123 /FLS.45 /N.6789"`, "cpf": `"52998224725"`,
			}},
		{"a national card", "RG", `
REPÚBLICA FEDERATIVA DO BRASIL
CARTEIRA DE IDENTIDADE

Nome / Name
NINA LUZ PRADO

Registro Geral - CPF / Personal Number
529.982.247-25

Sexo / Sex    Data Nasc. / Date of Birth    Nacionalidade / Nationality
F             01/02/1990                    BRA

Naturalidade / Place of Birth     Data de Validade / Expiry
NATAL/RN                          05/06/2034

Filiação / Filiation
AURORA LUZ
OTÁVIO PRADO

Órgão Expedidor / Card Issuer
ITEP/RN`,
			map[string]string{
				"numero_rg": `"52998224725"`, "cpf": `"52998224725"`, "nome": `"NINA LUZ PRADO"`, "sexo": `"F"`, "data_nascimento": `"1990-02-01"`, "nacionalidade": `"BRA"`,
				"naturalidade": `"NATAL"`, "uf_naturalidade": `"RN"`, "data_validade": `"2034-06-05"`, "nome_mae": `"AURORA LUZ"`, "nome_pai": `"OTÁVIO PRADO"`,
				"orgao_emissor": `"ITEP"`, "uf_emissor": `"RN"`,
			}},
		{"a vehicle's data beside their labels", "DOCUMENTO_VEICULAR", `
DETRAN/RN    CERTIFICADO DE REGISTRO DE VEÍCULO    Nº 014568902345

Renavam: 12345678900        Placa: ABC1D23      Exercício: 2023
Marca/Modelo: VW/GOL 1.0    Espécie/Tipo: PASSAGEIRO AUTOMOVEL
Ano fab.: 2012   Ano mod.: 2013   Cor: BRANCA   Combustível: ALCOOL/GASOLINA
Chassi: 9BWAA05U8DP012345   Motor: CCR 123456
Nome: NINA LUZ PRADO        CPF/CNPJ: 529.982.247-25
Município/UF: NATAL/RN      Data de emissão: 05/06/2023`,
			map[string]string{
				"placa": `"ABC1D23"`, "exercicio": "2023", "marca_modelo": `"VW/GOL 1.0"`, "especie_tipo": `"PASSAGEIRO AUTOMOVEL"`, "ano_fabricacao": "2012", "ano_modelo": "2013",
				"cor": `"BRANCA"`, "combustivel": `"ALCOOL/GASOLINA"`, "chassi": `"9BWAA05U8DP012345"`, "motor": `"CCR123456"`, "proprietario_nome": `"NINA LUZ PRADO"`,
				"proprietario_cpf_cnpj": `"52998224725"`, "municipio": `"NATAL"`, "uf": `"RN"`, "data_emissao": `"2023-06-05"`, "numero_crv": `"014568902345"`,
			}},
		{"a certificate of birth in prose", "CERTIDAO_NASCIMENTO", `
                 ESTADO DO RIO GRANDE DO NORTE
                 COMARCA DE NATAL
                 4º Ofício de Notas e Registro Civil

                 CERTIDÃO DE NASCIMENTO

Certifico que às fls. 12 do livro A-45, sob o nº 678, foi registrado em 10 de março de 1985 o
nascimento de JOÃO DA MATA, do sexo masculino, nascido no dia 1º de março de 1985, às 14 horas
e 30 minutos, no Hospital São Lucas, nesta cidade de Natal/RN, filho de Carlos da Mata e de
Maria Luz da Mata, sendo avós paternos: Pedro da Mata e Rosa da Mata; e avós maternos: Otávio
Luz e Aurora Prado Luz. Foi declarante o pai.

Natal/RN, 5 de junho de 2010.

Nina Prado
Oficial do Registro Civil`,
			map[string]string{
				"nome": `"JOÃO DA MATA"`, "sexo": `"M"`, "data_nascimento": `"1985-03-01"`, "hora_nascimento": `"14:30"`, "local_nascimento": `"Hospital São Lucas"`,
				"municipio_nascimento": `"Natal"`, "uf_nascimento": `"RN"`, "nome_pai": `"Carlos da Mata"`, "nome_mae": `"Maria Luz da Mata"`,
				"avos_paternos": `"Pedro da Mata e Rosa da Mata"`, "avos_maternos": `"Otávio Luz e Aurora Prado Luz"`, "data_registro": `"1985-03-10"`,
				"cartorio_nome": `"4º Ofício de Notas e Registro Civil"`, "cartorio_municipio": `"NATAL"`, "cartorio_uf": `"RN"`, "registrador_nome": `"Nina Prado"`, "data_emissao": `"2010-06-05"`,
			}},
		{"a certificate of marriage with both spouses in one box", "CERTIDAO_CASAMENTO", `
REGISTRO CIVIL DAS PESSOAS NATURAIS
CERTIDÃO DE CASAMENTO

MATRÍCULA
123456 01 55 2019 2 00088 101 0012340 00

NOMES COMPLETOS DE SOLTEIRO, DATAS E LOCAIS DE NASCIMENTO, NACIONALIDADE E FILIAÇÕES DOS CÔNJUGES
JOÃO DA MATA, nascido em 01/03/1985, natural de Natal-RN, brasileiro, filho de Carlos da Mata e de
Maria Luz da Mata; NINA PRADO, nascida em 02/04/1986, natural de Recife-PE, brasileira, filha de
Otávio Prado e de Aurora Luz Prado.

DATA DE REGISTRO DO CASAMENTO (POR EXTENSO)                     DIA    MÊS    ANO
dez de maio de dois mil e dezenove                              10     05     2019

DATA DA CELEBRAÇÃO                    REGIME DE BENS DO CASAMENTO
09/05/2019                            Comunhão parcial de bens

Nome do ofício: 2º Registro Civil de Natal
Oficial registrador: Rosa da Mata
Município/UF: Natal/RN`,
			map[string]string{
				"conjuges": `[{"nome":"JOÃO DA MATA","data_nascimento":"1985-03-01","naturalidade":"Natal-RN","nacionalidade":"brasileiro","nome_pai":"Carlos da Mata","nome_mae":"Maria Luz da Mata"},` +
					`{"nome":"NINA PRADO","data_nascimento":"1986-04-02","naturalidade":"Recife-PE","nacionalidade":"brasileira","nome_pai":"Otávio Prado","nome_mae":"Aurora Luz Prado"}]`,
				"data_registro": `"2019-05-10"`, "data_casamento": `"2019-05-09"`, "regime_bens": `"Comunhão parcial de bens"`,
				"cartorio_nome": `"2º Registro Civil de Natal"`, "registrador_nome": `"Rosa da Mata"`, "cartorio_municipio": `"Natal"`, "cartorio_uf": `"RN"`,
			}},
		{"a certificate of death in boxes", "CERTIDAO_OBITO", `
REGISTRO CIVIL DAS PESSOAS NATURAIS
CERTIDÃO DE ÓBITO

NOME
JOÃO DA MATA

MATRÍCULA
123456 01 55 2021 4 00017 055 0009870 00

SEXO          COR          ESTADO CIVIL E IDADE
Masculino     Parda        viúvo, com 81 anos

NATURALIDADE           DOCUMENTO DE IDENTIFICAÇÃO       ELEITOR
Natal/RN               RG 123.456 SSP/RN                Sim

FILIAÇÃO E RESIDÊNCIA
Carlos da Mata e Maria Luz da Mata. Residia na Rua das Flores, 12, Natal/RN

DATA E HORA DE FALECIMENTO
três de fevereiro de dois mil e vinte e um, às 09:15

LOCAL DE FALECIMENTO
Hospital São Lucas, Avenida Um, 100, Natal/RN

CAUSA DA MORTE
Infarto agudo do miocárdio

SEPULTAMENTO/CREMAÇÃO          DECLARANTE
Cemitério do Alecrim           Nina da Mata

NOME E NÚMERO DE DOCUMENTO DO MÉDICO QUE ATESTOU O ÓBITO
Dr. Otávio Prado, CRM/RN 4321`,
			map[string]string{
				"nome": `"JOÃO DA MATA"`, "sexo": `"M"`, "cor": `"Parda"`, "estado_civil": `"viúvo"`, "idade": "81", "naturalidade": `"Natal/RN"`,
				"nome_pai": `"Carlos da Mata"`, "nome_mae": `"Maria Luz da Mata"`, "data_falecimento": `"2021-02-03"`, "hora_falecimento": `"09:15"`,
				"municipio_falecimento": `"Natal"`, "uf_falecimento": `"RN"`, "causa_morte": `"Infarto agudo do miocárdio"`, "local_sepultamento": `"Cemitério do Alecrim"`,
				"declarante_nome": `"Nina da Mata"`, "medico_nome": `"Otávio Prado"`, "medico_crm": `"4321"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
