package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Certificates, identity cards and licences as registries, offices and applications print
// them in other words and arrangements.
func TestCivilForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a birth on a form with labels that share a box", "CERTIDAO_NASCIMENTO", `
ESTADO DO CEARÁ - COMARCA DE SOBRAL
CARTÓRIO ALBUQUERQUE - 2º OFÍCIO DE REGISTRO CIVIL

CERTIDÃO DE NASCIMENTO - 2ª VIA

Matrícula nacional: 123456 01 55 2015 1 00088 101 0012340 00

Registrada: ROSA LUZ PRADO
Sexo / Gêmeo: Feminino / Não
CPF nº: 529.982.247-25

DADOS DO NASCIMENTO
Data: 12/01/2015              Horário: 14h10
Onde nasceu: Maternidade Dona Íris
Cidade / UF: Sobral / CE

DADOS DOS PAIS
Pai: OTÁVIO PRADO
Mãe: NINA LUZ PRADO
Linha paterna: CARLOS PRADO e AURORA PRADO
Linha materna: JOÃO DA LUZ e MARIA DA LUZ

DADOS DO REGISTRO
Data: 20/01/2015              D.N.V. nº: 30-61234567-8

Extraída em: 03/04/2019

Pedro da Mata
Oficial titular`,
			map[string]string{
				"matricula": `"12345601552015100088101001234000"`, "nome": `"ROSA LUZ PRADO"`, "sexo": `"F"`, "gemeo": "false", "cpf": `"52998224725"`, "data_nascimento": `"2015-01-12"`,
				"hora_nascimento": `"14:10"`, "local_nascimento": `"Maternidade Dona Íris"`, "municipio_nascimento": `"Sobral"`, "uf_nascimento": `"CE"`, "nome_pai": `"OTÁVIO PRADO"`,
				"nome_mae": `"NINA LUZ PRADO"`, "avos_paternos": `"CARLOS PRADO e AURORA PRADO"`, "avos_maternos": `"JOÃO DA LUZ e MARIA DA LUZ"`, "data_registro": `"2015-01-20"`,
				"numero_dnv": `"30612345678"`, "data_emissao": `"2019-04-03"`, "registrador_nome": `"Pedro da Mata"`,
			}},
		{"a birth told by clauses under letters", "CERTIDAO_NASCIMENTO", `
REPÚBLICA FEDERATIVA DO BRASIL
ESTADO DE MINAS GERAIS
COMARCA DE UBERABA

CERTIDÃO DE NASCIMENTO

CERTIFICO que sob o nº 12340, às fls. 101 do livro A-88, consta o assento de:
a) ROSA LUZ PRADO, do sexo feminino, CPF 529.982.247-25;
b) nascida aos doze de janeiro de dois mil e quinze (12/01/2015), às 14:10 horas, no Hospital São
José, nesta cidade de Uberaba, Minas Gerais;
c) filha de OTÁVIO PRADO e de dona NINA LUZ PRADO;
d) sendo avós paternos CARLOS PRADO e AURORA PRADO e maternos JOÃO DA LUZ e MARIA DA LUZ;
e) registro feito em 20 de janeiro de 2015, sendo declarante o pai.

O referido é verdade e dou fé. Uberaba, 3 de abril de 2019.

Pedro da Mata
Oficial do Registro Civil`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "sexo": `"F"`, "cpf": `"52998224725"`, "data_nascimento": `"2015-01-12"`, "hora_nascimento": `"14:10"`,
				"local_nascimento": `"Hospital São José"`, "municipio_nascimento": `"Uberaba"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"NINA LUZ PRADO"`,
				"avos_paternos": `"CARLOS PRADO e AURORA PRADO"`, "avos_maternos": `"JOÃO DA LUZ e MARIA DA LUZ"`, "data_registro": `"2015-01-20"`, "data_emissao": `"2019-04-03"`,
				"cartorio_municipio": `"UBERABA"`, "registrador_nome": `"Pedro da Mata"`,
			}},
		{"a death by parts whose dates have no label of their own", "CERTIDAO_OBITO", `
Estado do Paraná
1º Serviço de Registro Civil das Pessoas Naturais
Londrina - PR

Certidão de Óbito
Matrícula 123456 01 55 2021 4 00088 101 0012340 00

DO FALECIDO
Nome completo           JOÃO DA MATA
Sexo, cor e estado civil   Masculino, parda, viúvo
Idade ao falecer        81 anos
Cidade natal            Ibiporã/PR
Filho de                CARLOS DA MATA e MARIA LUZ DA MATA

DO ÓBITO
Data (por extenso)      três de fevereiro de dois mil e vinte e um
Hora                    09:15
Onde faleceu            Hospital São José, Londrina/PR
Causas                  infarto agudo do miocárdio
Atestado por            Dr. Otávio Prado, CRM/PR 4321
Sepultado no            Cemitério São Pedro

DO REGISTRO
Data                    04/02/2021
Quem declarou o óbito   Nina da Mata

Londrina, 10 de março de 2021
Rosa da Mata - Oficial Registradora`,
			map[string]string{
				"nome": `"JOÃO DA MATA"`, "sexo": `"M"`, "cor": `"parda"`, "estado_civil": `"viúvo"`, "idade": "81", "naturalidade": `"Ibiporã/PR"`, "nome_pai": `"CARLOS DA MATA"`,
				"nome_mae": `"MARIA LUZ DA MATA"`, "data_falecimento": `"2021-02-03"`, "hora_falecimento": `"09:15"`, "local_falecimento": `"Hospital São José"`, "municipio_falecimento": `"Londrina"`,
				"uf_falecimento": `"PR"`, "causa_morte": `"infarto agudo do miocárdio"`, "medico_nome": `"Otávio Prado"`, "medico_crm": `"4321"`, "local_sepultamento": `"Cemitério São Pedro"`,
				"data_registro": `"2021-02-04"`, "declarante_nome": `"Nina da Mata"`, "data_emissao": `"2021-03-10"`, "registrador_nome": `"Rosa da Mata"`,
			}},
		{"a death in one sentence of a short report", "CERTIDAO_OBITO", `
CARTÓRIO DO REGISTRO CIVIL DO 3º SUBDISTRITO
NATAL - RN

CERTIDÃO DE ÓBITO (BREVE RELATO)

CERTIFICO que, revendo o livro C-88, às folhas 101, sob o nº 12340, verifiquei constar o registro de óbito de
JOÃO DA MATA, falecido no dia 03 de fevereiro de 2021, às 09 horas e 15 minutos, na Casa de Saúde São Lucas, nesta
cidade de Natal, RN, com 81 anos de idade, do sexo masculino, de cor parda, viúvo, aposentado, natural de
Macaíba, RN, filho de CARLOS DA MATA e de MARIA LUZ DA MATA. Óbito atestado pelo Dr. Otávio Prado, CRM
4321, que deu como causa da morte infarto agudo do miocárdio. O corpo foi sepultado no Cemitério do
Alecrim. Foi declarante NINA DA MATA. Registro feito em 04 de fevereiro de 2021.

Natal, 10 de março de 2021.

Rosa da Mata
Oficiala Substituta`,
			map[string]string{
				"nome": `"JOÃO DA MATA"`, "data_falecimento": `"2021-02-03"`, "hora_falecimento": `"09:15"`, "local_falecimento": `"Casa de Saúde São Lucas"`, "municipio_falecimento": `"Natal"`,
				"uf_falecimento": `"RN"`, "idade": "81", "sexo": `"M"`, "cor": `"parda"`, "estado_civil": `"viúvo"`, "naturalidade": `"Macaíba, RN"`, "nome_pai": `"CARLOS DA MATA"`,
				"nome_mae": `"MARIA LUZ DA MATA"`, "medico_nome": `"Otávio Prado"`, "medico_crm": `"4321"`, "causa_morte": `"infarto agudo do miocárdio."`,
				"local_sepultamento": `"Cemitério do Alecrim"`, "declarante_nome": `"NINA DA MATA"`, "data_registro": `"2021-02-04"`, "data_emissao": `"2021-03-10"`,
			}},
		{"a marriage with numbered headings", "CERTIDAO_CASAMENTO", `
TABELIONATO E REGISTRO CIVIL DA MATA
Comarca de Itabuna - Estado da Bahia

CERTIDÃO DE CASAMENTO
Matrícula nº 123456 01 55 2015 2 00088 101 0012340 00

I - DA CELEBRAÇÃO
Aos doze dias do mês de junho de dois mil e quinze realizou-se o casamento civil, registrado no livro B-88, folha
101, termo 12340, em 15/06/2015.

II - DOS CÔNJUGES
OTÁVIO DA MATA PRADO, brasileiro, natural de Ilhéus/BA, nascido em 03/04/1985, CPF 529.982.247-25, filho de CARLOS
PRADO e de AURORA DA MATA.
NINA LUZ, brasileira, natural de Itabuna/BA, nascida em 05/06/1988, CPF 111.444.777-35, filha de JOÃO LUZ e de MARIA
LUZ, que passou a assinar NINA LUZ PRADO.

III - DO REGIME DE BENS
Comunhão parcial de bens.

IV - DAS AVERBAÇÕES
Nada consta.

Itabuna, 3 de abril de 2019.

Pedro da Mata
Oficial Designado`,
			map[string]string{
				"data_casamento": `"2015-06-12"`, "data_registro": `"2015-06-15"`, "regime_bens": `"Comunhão parcial de bens"`, "observacoes": `"Nada consta."`, "cartorio_municipio": `"Itabuna"`,
				"conjuges":     `[{"nome":"OTÁVIO DA MATA PRADO","cpf":"52998224725","data_nascimento":"1985-04-03","naturalidade":"Ilhéus/BA","nacionalidade":"brasileiro","nome_pai":"CARLOS PRADO","nome_mae":"AURORA DA MATA"},{"nome":"NINA LUZ","nome_apos_casamento":"NINA LUZ PRADO","cpf":"11144477735","data_nascimento":"1988-06-05","naturalidade":"Itabuna/BA","nacionalidade":"brasileira","nome_pai":"JOÃO LUZ","nome_mae":"MARIA LUZ"}]`,
				"data_emissao": `"2019-04-03"`, "registrador_nome": `"Pedro da Mata"`,
			}},
		{"a marriage in two columns, one for each", "CERTIDAO_CASAMENTO", `
REGISTRO CIVIL DAS PESSOAS NATURAIS DO DISTRITO DE JARDIM
Campinas - SP

Certidão de Casamento

Matrícula: 123456 01 55 2015 2 00088 101 0012340 00

PRIMEIRO CÔNJUGE                              SEGUNDO CÔNJUGE
Nome: OTÁVIO DA MATA PRADO                    Nome: NINA LUZ
CPF: 529.982.247-25                           CPF: 111.444.777-35
Nascimento: 03/04/1985                        Nascimento: 05/06/1988
Naturalidade: Sumaré-SP                       Naturalidade: Campinas-SP
Nacionalidade: brasileira                     Nacionalidade: brasileira
Pai: CARLOS PRADO                             Pai: JOÃO LUZ
Mãe: AURORA DA MATA                           Mãe: MARIA LUZ
Nome de casado: OTÁVIO DA MATA PRADO          Nome de casada: NINA LUZ PRADO

CASAMENTO
Data: 12/06/2015        Regime adotado: Separação total de bens
Lavrado em: 15/06/2015

À margem do termo: Sem averbações.

Campinas-SP, 3 de abril de 2019.

Pedro da Mata
Delegado`,
			map[string]string{
				"data_casamento": `"2015-06-12"`, "data_registro": `"2015-06-15"`, "regime_bens": `"Separação total de bens"`, "observacoes": `"Sem averbações."`,
				"conjuges":     `[{"nome":"OTÁVIO DA MATA PRADO","nome_apos_casamento":"OTÁVIO DA MATA PRADO","cpf":"52998224725","data_nascimento":"1985-04-03","naturalidade":"Sumaré-SP","nacionalidade":"brasileira","nome_pai":"CARLOS PRADO","nome_mae":"AURORA DA MATA"},{"nome":"NINA LUZ","nome_apos_casamento":"NINA LUZ PRADO","cpf":"11144477735","data_nascimento":"1988-06-05","naturalidade":"Campinas-SP","nacionalidade":"brasileira","nome_pai":"JOÃO LUZ","nome_mae":"MARIA LUZ"}]`,
				"data_emissao": `"2019-04-03"`, "registrador_nome": `"Pedro da Mata"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
