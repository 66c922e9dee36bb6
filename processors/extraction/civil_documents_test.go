package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Certificates of the civil registry and identity cards in words and forms that the
// samples do not have.
func TestCivilDocuments(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a certificate of birth filled in on dotted lines", "CERTIDAO_NASCIMENTO", `
                     REPÚBLICA FEDERATIVA DO BRASIL
                     ESTADO DE MINAS GERAIS
           Comarca de Uberaba    Município de Uberaba
              CARTÓRIO DO REGISTRO CIVIL - 1º SUBDISTRITO
              Bel. Otávio Prado - Oficial do Registro Civil

                    CERTIDÃO DE NASCIMENTO

CERTIFICO que, sob o nº 4.567, às fls. 88 do livro A-32 de registro de nascimentos,
encontra-se o assento de ..........JOÃO DA MATA LUZ..........................
nascido aos ...dez (10)... de ...maio... de ...1970..., às ..10,30.. horas,
em ....Hospital São Lucas...., nesta cidade de Uberaba, do sexo ...masculino...,
de cor branca, filho de ......Carlos da Mata......, natural de Uberaba, e de dona
......Maria Luz da Mata......, natural de Araxá, sendo avós paternos: ....Pedro da
Mata e dona Rosa da Mata.... e avós maternos: ....Otávio Luz e dona Aurora Prado Luz....
Foi declarante o pai e serviram de testemunhas as constantes do termo.
O registro foi feito em 15 de maio de 1970.
OBSERVAÇÕES: Nada consta.
          O referido é verdade e dou fé.
          Uberaba, 20 de junho de 2010.

                 _______________________
                 Nina Prado
                 Escrevente Juramentada`,
			map[string]string{
				"nome":                 `"JOÃO DA MATA LUZ"`,
				"sexo":                 `"M"`,
				"data_nascimento":      `"1970-05-10"`,
				"hora_nascimento":      `"10:30"`,
				"municipio_nascimento": `"Uberaba"`,
				"local_nascimento":     `"Hospital São Lucas"`,
				"nome_mae":             `"Maria Luz da Mata"`,
				"nome_pai":             `"Carlos da Mata"`,
				"avos_maternos":        `"Otávio Luz e dona Aurora Prado Luz"`,
				"avos_paternos":        `"Pedro da Mata e dona Rosa da Mata"`,
				"data_registro":        `"1970-05-15"`,
				"cartorio_nome":        `"CARTÓRIO DO REGISTRO CIVIL - 1º SUBDISTRITO"`,
				"cartorio_municipio":   `"Uberaba"`,
				"cartorio_uf":          `"MG"`,
				"registrador_nome":     `"Otávio Prado"`,
				"data_emissao":         `"2010-06-20"`,
			}},
		{"a birth as the register has it, dated by the current year", "CERTIDAO_NASCIMENTO", `
4º CARTÓRIO DE REGISTRO CIVIL DE GOIÂNIA
Rua das Flores, 12 - Centro - Goiânia/GO
Oficiala: Aurora Prado Luz

CERTIDÃO DE NASCIMENTO - INTEIRO TEOR

Matrícula: 123456 01 55 1985 1 00088 101 0012340 00

Certifico que, revendo o livro A-88, às folhas 101, consta o seguinte termo: Termo nº 12340. Aos vinte
(20) dias do mês de janeiro de mil novecentos e oitenta e cinco (1985), nesta cidade de Goiânia,
Estado de Goiás, em meu cartório, compareceu Nina Luz Prado, brasileira, solteira, do lar, e declarou
que às quatorze horas e dez minutos do dia doze (12) de janeiro do corrente ano, na Maternidade
Municipal, nesta cidade, nasceu uma criança do sexo feminino, a quem foi dado o nome de ROSA LUZ PRADO,
filha natural da declarante, neta materna de Otávio Prado e de dona Aurora Luz. Nada mais declarou.
O referido é verdade e dou fé. Goiânia-GO, 3 de abril de 2019. Aurora Prado Luz, Oficiala.`,
			map[string]string{
				"nome":                 `"ROSA LUZ PRADO"`,
				"sexo":                 `"F"`,
				"data_nascimento":      `"1985-01-12"`,
				"hora_nascimento":      `"14:10"`,
				"municipio_nascimento": `"Goiânia"`,
				"uf_nascimento":        `"GO"`,
				"local_nascimento":     `"Maternidade Municipal"`,
				"nome_mae":             `"Nina Luz Prado"`,
				"avos_maternos":        `"Otávio Prado e de dona Aurora Luz"`,
				"data_registro":        `"1985-01-20"`,
				"cartorio_nome":        `"4º CARTÓRIO DE REGISTRO CIVIL DE GOIÂNIA"`,
				"cartorio_municipio":   `"Goiânia"`,
				"cartorio_uf":          `"GO"`,
				"registrador_nome":     `"Aurora Prado Luz"`,
				"data_emissao":         `"2019-04-03"`,
			}},
		{"a marriage of which the text speaks of him and her", "CERTIDAO_CASAMENTO", `
ESTADO DO PARANÁ
COMARCA DE LONDRINA
Registro Civil do 2º Distrito de Londrina
Rosa da Mata, Oficial

CERTIDÃO DE CASAMENTO

CERTIFICO que às folhas 12 do livro B-45, sob nº 678, consta o assento do matrimônio de
JOÃO DA MATA e dona NINA LUZ PRADO, contraído perante o Juiz de Paz Pedro Luz, no dia
10 de maio de 1980. Ele, nascido em Londrina-PR, aos 1º de março de 1955, de profissão
comerciante, solteiro, filho de Carlos da Mata e de dona Maria Luz da Mata. Ela, nascida em
Maringá-PR, aos 2 de abril de 1958, de profissão professora, solteira, filha de Otávio Prado e
de dona Aurora Luz Prado, a qual passou a assinar-se NINA LUZ PRADO DA MATA. O regime adotado
foi o da comunhão parcial de bens. Registrado em 10 de maio de 1980.
Observações: à margem do termo nada consta.
O referido é verdade e dou fé.
Londrina, 5 de junho de 2010.

Rosa da Mata
Oficial`,
			map[string]string{
				"conjuges":           `[{"nome":"JOÃO DA MATA","data_nascimento":"1955-03-01","naturalidade":"Londrina-PR","nome_pai":"Carlos da Mata","nome_mae":"Maria Luz da Mata"},{"nome":"NINA LUZ PRADO","nome_apos_casamento":"NINA LUZ PRADO DA MATA","data_nascimento":"1958-04-02","naturalidade":"Maringá-PR","nome_pai":"Otávio Prado","nome_mae":"Aurora Luz Prado"}]`,
				"data_casamento":     `"1980-05-10"`,
				"data_registro":      `"1980-05-10"`,
				"regime_bens":        `"comunhão parcial de bens"`,
				"observacoes":        `"à margem do termo nada consta."`,
				"cartorio_nome":      `"Registro Civil do 2º Distrito de Londrina"`,
				"cartorio_municipio": `"LONDRINA"`,
				"cartorio_uf":        `"PR"`,
				"registrador_nome":   `"Rosa da Mata"`,
				"data_emissao":       `"2010-06-05"`,
			}},
		{"spouses side by side", "CERTIDAO_CASAMENTO", `
REPÚBLICA FEDERATIVA DO BRASIL
CERTIDÃO DE CASAMENTO

Matrícula: 123456 01 55 2019 2 00088 101 0012340 00

                        1º CÔNJUGE                    2º CÔNJUGE
Nome                    João da Mata                  Nina Luz Prado
CPF                     529.982.247-25                123.456.789-09
Data de nascimento      01/03/1985                    02/04/1986
Naturalidade            Natal-RN                      Recife-PE
Nacionalidade           brasileiro                    brasileira
Pai                     Carlos da Mata                Otávio Prado
Mãe                     Maria Luz da Mata             Aurora Luz Prado
Nome após o casamento   João da Mata                  Nina Luz Prado da Mata

Data do casamento: 09/05/2019        Data do registro: 10/05/2019
Regime de bens: Comunhão parcial de bens
Averbações: Nada consta.

Cartório: 2º Registro Civil de Natal     Município/UF: Natal/RN
Oficial: Rosa da Mata
Data da emissão: 05/06/2020`,
			map[string]string{
				"conjuges":           `[{"nome":"João da Mata","nome_apos_casamento":"João da Mata","cpf":"52998224725","data_nascimento":"1985-03-01","naturalidade":"Natal-RN","nacionalidade":"brasileiro","nome_pai":"Carlos da Mata","nome_mae":"Maria Luz da Mata"},{"nome":"Nina Luz Prado","nome_apos_casamento":"Nina Luz Prado da Mata","cpf":"12345678909","data_nascimento":"1986-04-02","naturalidade":"Recife-PE","nacionalidade":"brasileira","nome_pai":"Otávio Prado","nome_mae":"Aurora Luz Prado"}]`,
				"data_casamento":     `"2019-05-09"`,
				"data_registro":      `"2019-05-10"`,
				"regime_bens":        `"Comunhão parcial de bens"`,
				"observacoes":        `"Nada consta."`,
				"cartorio_nome":      `"2º Registro Civil de Natal"`,
				"cartorio_municipio": `"Natal"`,
				"cartorio_uf":        `"RN"`,
				"registrador_nome":   `"Rosa da Mata"`,
				"data_emissao":       `"2020-06-05"`,
			}},
		{"a death as the register has it", "CERTIDAO_OBITO", `
ESTADO DA BAHIA - COMARCA DE ILHÉUS
CARTÓRIO DO REGISTRO CIVIL DAS PESSOAS NATURAIS DO 1º OFÍCIO
Oficial Titular: Rosa da Mata

CERTIDÃO DE ÓBITO
(inteiro teor)

Certifico que no livro C-12, fls. 34, termo 5678, consta o assento do teor seguinte: Aos três dias do
mês de fevereiro do ano de dois mil e um, nesta cidade de Ilhéus, Estado da Bahia, em cartório,
compareceu Nina da Mata, brasileira, casada, professora, e exibindo atestado firmado pelo Dr. Otávio
Prado, CRM 4321, declarou que no dia dois de fevereiro do corrente ano, às nove horas e quinze
minutos, no Hospital São José, nesta cidade, faleceu JOÃO DA MATA, do sexo masculino, de cor parda,
viúvo, aposentado, com oitenta e um anos de idade, natural de Itabuna, neste Estado, filho legítimo
de Carlos da Mata e de dona Maria Luz da Mata, tendo como causa da morte infarto agudo do miocárdio,
e que o sepultamento será feito no Cemitério da Vitória. Do que para constar lavrei este termo.
Ilhéus, 10 de março de 2015.`,
			map[string]string{
				"nome":                  `"JOÃO DA MATA"`,
				"sexo":                  `"M"`,
				"cor":                   `"parda"`,
				"estado_civil":          `"viúvo"`,
				"idade":                 `81`,
				"naturalidade":          `"Itabuna"`,
				"data_falecimento":      `"2001-02-02"`,
				"hora_falecimento":      `"09:15"`,
				"local_falecimento":     `"Hospital São José"`,
				"municipio_falecimento": `"Ilhéus"`,
				"uf_falecimento":        `"BA"`,
				"causa_morte":           `"infarto agudo do miocárdio"`,
				"nome_pai":              `"Carlos da Mata"`,
				"nome_mae":              `"Maria Luz da Mata"`,
				"medico_nome":           `"Otávio Prado"`,
				"medico_crm":            `"4321"`,
				"declarante_nome":       `"Nina da Mata"`,
				"local_sepultamento":    `"Cemitério da Vitória"`,
				"data_registro":         `"2001-02-03"`,
				"cartorio_nome":         `"CARTÓRIO DO REGISTRO CIVIL DAS PESSOAS NATURAIS DO 1º OFÍCIO"`,
				"cartorio_municipio":    `"ILHÉUS"`,
				"cartorio_uf":           `"BA"`,
				"registrador_nome":      `"Rosa da Mata"`,
				"data_emissao":          `"2015-03-10"`,
			}},
		{"a death in one long sentence", "CERTIDAO_OBITO", `
CARTÓRIO DE REGISTRO CIVIL DAS PESSOAS NATURAIS DE SOBRAL
Praça da Sé, 12 - Sobral - CE

CERTIDÃO DE ÓBITO

CERTIFICO que, às fls. 55 do livro C-17, sob o nº 9870, foi feito hoje o registro de óbito de
JOÃO DA MATA, falecido a três de fevereiro de dois mil e vinte e um, às nove horas e quinze minutos,
na Santa Casa de Misericórdia, nesta cidade, do sexo masculino, de cor parda, profissão agricultor,
natural de Sobral, CE, domiciliado e residente nesta cidade, com oitenta e um anos de idade, estado
civil viúvo, filho de Carlos da Mata e de Maria Luz da Mata, tendo sido declarante Nina da Mata e o
óbito atestado pelo Dr. Otávio Prado, CRM/CE 4321, que deu como causa da morte: choque séptico,
pneumonia. O sepultamento foi feito no cemitério São José, desta cidade. Observações: deixou bens e
três filhos maiores.

O referido é verdade e dou fé.
Sobral, 04 de fevereiro de 2021.

Rosa da Mata Prado
Oficiala do Registro Civil`,
			map[string]string{
				"nome":               `"JOÃO DA MATA"`,
				"sexo":               `"M"`,
				"cor":                `"parda"`,
				"estado_civil":       `"viúvo"`,
				"idade":              `81`,
				"data_falecimento":   `"2021-02-03"`,
				"hora_falecimento":   `"09:15"`,
				"local_falecimento":  `"Santa Casa de Misericórdia"`,
				"causa_morte":        `"choque séptico, pneumonia."`,
				"nome_pai":           `"Carlos da Mata"`,
				"nome_mae":           `"Maria Luz da Mata"`,
				"medico_nome":        `"Otávio Prado"`,
				"medico_crm":         `"4321"`,
				"declarante_nome":    `"Nina da Mata"`,
				"local_sepultamento": `"cemitério São José"`,
				"cartorio_nome":      `"CARTÓRIO DE REGISTRO CIVIL DAS PESSOAS NATURAIS DE SOBRAL"`,
				"cartorio_municipio": `"Sobral"`,
				"registrador_nome":   `"Rosa da Mata Prado"`,
				"data_emissao":       `"2021-02-04"`,
			}},
		{"a state card with labels over values", "RG", `
CARTEIRA DE IDENTIDADE

REGISTRO GERAL
12.345.678-9

NOME
OTÁVIO LUZ PRADO

FILIAÇÃO
CARLOS PRADO E AURORA LUZ PRADO

DATA NASCIMENTO   NATURALIDADE        UF    SEXO
03/02/1988        BLUMENAU            SC    M

CPF               ÓRGÃO EXPEDIDOR/UF      EXPEDIÇÃO
529.982.247-25    SSP/SC                  12/05/2014

VALIDADE
12/05/2034`,
			map[string]string{
				"numero_rg":       `"123456789"`,
				"cpf":             `"52998224725"`,
				"nome":            `"OTÁVIO LUZ PRADO"`,
				"sexo":            `"M"`,
				"data_nascimento": `"1988-02-03"`,
				"naturalidade":    `"BLUMENAU"`,
				"uf_naturalidade": `"SC"`,
				"nome_pai":        `"CARLOS PRADO"`,
				"nome_mae":        `"AURORA LUZ PRADO"`,
				"data_expedicao":  `"2014-05-12"`,
				"data_validade":   `"2034-05-12"`,
				"orgao_emissor":   `"SSP"`,
				"uf_emissor":      `"SC"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
