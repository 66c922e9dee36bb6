package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Certificates that tell the entry of the register in words, and short ones of labels
// and values in a run.
func TestCertificateProse(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a birth in labelled lines", "CERTIDAO_NASCIMENTO", `
CARTÓRIO DO 3º OFÍCIO DE REGISTRO CIVIL
NATAL - RIO GRANDE DO NORTE

CERTIDÃO DE NASCIMENTO - BREVE RELATO

Matrícula .......: 123456 01 55 1992 1 00088 101 0012340 00
Registrado(a) ...: ROSA LUZ PRADO
Sexo ............: Feminino
Nascido(a) em ...: 12 de janeiro de 1992     Às: 14h10
Local ...........: Maternidade Escola Januário Cicco
Natural de ......: Natal/RN
Pai .............: OTÁVIO PRADO
Mãe .............: NINA LUZ PRADO
Avós paternos ...: CARLOS PRADO e AURORA PRADO
Avós maternos ...: JOÃO DA LUZ e MARIA DA LUZ
Gemelar .........: Não
Data do registro : 20/01/1992     Declarante: o pai
CPF .............: 529.982.247-25
Observações .....: nada consta

Natal/RN, 3 de abril de 2019.

PEDRO DA MATA
Oficial Substituto`,
			map[string]string{
				"nome":                 `"ROSA LUZ PRADO"`,
				"cpf":                  `"52998224725"`,
				"sexo":                 `"F"`,
				"data_nascimento":      `"1992-01-12"`,
				"hora_nascimento":      `"14:10"`,
				"municipio_nascimento": `"Natal"`,
				"uf_nascimento":        `"RN"`,
				"local_nascimento":     `"Maternidade Escola Januário Cicco"`,
				"nome_mae":             `"NINA LUZ PRADO"`,
				"nome_pai":             `"OTÁVIO PRADO"`,
				"avos_maternos":        `"JOÃO DA LUZ e MARIA DA LUZ"`,
				"avos_paternos":        `"CARLOS PRADO e AURORA PRADO"`,
				"gemeo":                `false`,
				"data_registro":        `"1992-01-20"`,
				"cartorio_nome":        `"CARTÓRIO DO 3º OFÍCIO DE REGISTRO CIVIL"`,
				"data_emissao":         `"2019-04-03"`,
			}},
		{"a birth that the mother declared, one of twins", "CERTIDAO_NASCIMENTO", `
REPÚBLICA FEDERATIVA DO BRASIL
ESTADO DE PERNAMBUCO - COMARCA DO RECIFE
SERVIÇO DE REGISTRO CIVIL DO 5º DISTRITO
Maria da Mata Luz - Registradora Civil

CERTIDÃO DE INTEIRO TEOR

CERTIFICO, a requerimento verbal de pessoa interessada, que no livro A-77, fls. 12, consta o termo
seguinte: TERMO Nº 4.321. Aos dois dias do mês de maio de mil novecentos e noventa (02/05/1990), nesta
cidade do Recife, Estado de Pernambuco, no cartório do Registro Civil, compareceu Nina Luz Prado,
brasileira, solteira, com 22 anos de idade, natural de Olinda-PE, e declarou que no dia trinta de abril
do corrente ano, às 05:20 horas, no Hospital Barão de Lucena, nesta cidade, nasceu uma criança do sexo
masculino, de cor parda, gêmeo de outro de igual sexo, que recebeu o nome de OTÁVIO LUZ PRADO, filho
natural dela declarante, sendo avós maternos João da Luz e Maria da Luz. Foram testemunhas Pedro Luz e
Rosa Prado. Nada mais. Eu, Carlos Prado, escrevente, digitei.

O referido é verdade. Dou fé. Recife/PE, 7 de junho de 2018.

Maria da Mata Luz
Registradora Civil`,
			map[string]string{
				"nome":             `"OTÁVIO LUZ PRADO"`,
				"sexo":             `"M"`,
				"data_nascimento":  `"1990-04-30"`,
				"hora_nascimento":  `"05:20"`,
				"local_nascimento": `"Hospital Barão de Lucena"`,
				"nome_mae":         `"Nina Luz Prado"`,
				"avos_maternos":    `"João da Luz e Maria da Luz"`,
				"gemeo":            `true`,
				"data_registro":    `"1990-05-02"`,
				"cartorio_nome":    `"SERVIÇO DE REGISTRO CIVIL DO 5º DISTRITO"`,
				"cartorio_uf":      `"PE"`,
				"registrador_nome": `"Maria da Mata Luz"`,
				"data_emissao":     `"2018-06-07"`,
			}},
		{"a marriage as the register has it", "CERTIDAO_CASAMENTO", `
ESTADO DE GOIÁS - COMARCA DE ANÁPOLIS
2º REGISTRO CIVIL E TABELIONATO DE NOTAS
Rosa da Mata - Oficiala Respondente

CERTIDÃO DE CASAMENTO - INTEIRO TEOR

Matrícula: 123456 01 55 1975 2 00088 101 0012340 00

Certifico que revendo o livro B-45, dele às fls. 12, sob nº 678, consta o seguinte: Aos dez dias do mês de
maio de mil novecentos e setenta e cinco, nesta cidade de Anápolis, Estado de Goiás, às dezesseis horas,
na sala das audiências, perante o Juiz de Paz Pedro Luz, receberam-se em matrimônio, sob o regime da
comunhão universal de bens, JOÃO DA MATA e NINA LUZ PRADO. Ele, natural de Anápolis, GO, nascido aos
01/03/1950, solteiro, comerciante, filho de Carlos da Mata e de Maria Luz da Mata. Ela, natural de
Goiânia, GO, nascida aos 02/04/1953, solteira, professora, filha de Otávio Prado e de Aurora Luz Prado.
A contraente passou a assinar-se NINA LUZ PRADO DA MATA. Testemunhas: Pedro da Luz e Rita Prado. Do que,
para constar, lavrei este termo. À margem: averbado o divórcio do casal em 20/10/1999.

O referido é verdade e dou fé. Anápolis-GO, 5 de junho de 2020.

Rosa da Mata
Oficiala`,
			map[string]string{
				"conjuges":         `[{"nome":"JOÃO DA MATA","data_nascimento":"1950-03-01","naturalidade":"Anápolis, GO","nome_pai":"Carlos da Mata","nome_mae":"Maria Luz da Mata"},{"nome":"NINA LUZ PRADO","nome_apos_casamento":"NINA LUZ PRADO DA MATA","data_nascimento":"1953-04-02","naturalidade":"Goiânia, GO","nome_pai":"Otávio Prado","nome_mae":"Aurora Luz Prado"}]`,
				"data_casamento":   `"1975-05-10"`,
				"regime_bens":      `"comunhão universal de bens"`,
				"cartorio_nome":    `"2º REGISTRO CIVIL E TABELIONATO DE NOTAS"`,
				"cartorio_uf":      `"GO"`,
				"registrador_nome": `"Rosa da Mata"`,
				"data_emissao":     `"2020-06-05"`,
			}},
		{"a marriage in one sentence", "CERTIDAO_CASAMENTO", `
CARTÓRIO DE REGISTRO CIVIL DE SOBRAL - CE

CERTIDÃO DE CASAMENTO

CERTIFICO que, no livro B-10, fls. 20, sob nº 300, foi feito no dia 12 de março de 1990 o registro do
casamento de OTÁVIO PRADO e ROSA DA LUZ, celebrado em 10 de março de 1990, na Igreja da Sé, perante o
Padre Pedro da Mata, com efeitos civis, sendo ele nascido em 5 de maio de 1965, em Sobral - CE, filho de
Carlos Prado e Aurora Prado, e ela nascida em 6 de junho de 1967, em Fortaleza - CE, filha de João da Luz e
Maria da Luz, a qual passou a chamar-se ROSA DA LUZ PRADO. Regime: comunhão parcial de bens.

O referido é verdade e dou fé.
Sobral - CE, 2 de março de 2012.

Nina da Mata
Tabeliã e Registradora`,
			map[string]string{
				"conjuges":         `[{"nome":"OTÁVIO PRADO","data_nascimento":"1965-05-05","naturalidade":"Sobral - CE","nome_pai":"Carlos Prado","nome_mae":"Aurora Prado"},{"nome":"ROSA DA LUZ","nome_apos_casamento":"ROSA DA LUZ PRADO","data_nascimento":"1967-06-06","naturalidade":"Fortaleza - CE","nome_pai":"João da Luz","nome_mae":"Maria da Luz"}]`,
				"data_casamento":   `"1990-03-10"`,
				"data_registro":    `"1990-03-12"`,
				"regime_bens":      `"comunhão parcial de bens"`,
				"cartorio_uf":      `"CE"`,
				"registrador_nome": `"Nina da Mata"`,
				"data_emissao":     `"2012-03-02"`,
			}},
		{"a death in labelled lines", "CERTIDAO_OBITO", `
2º OFÍCIO DE REGISTRO CIVIL DAS PESSOAS NATURAIS
Município: Ilhéus     UF: BA     CNS: 12.345-6

CERTIDÃO DE ÓBITO

Falecido(a).....: JOÃO DA MATA
CPF.............: 529.982.247-25
Sexo............: Masculino       Cor: Parda       Idade: 81 anos
Estado civil....: Viúvo
Natural de......: Itabuna/BA
Pai.............: Carlos da Mata
Mãe.............: Maria Luz da Mata
Data do óbito...: 03/02/2021      Hora: 09:15
Local do óbito..: Hospital São José - Ilhéus/BA
Causa da morte..: infarto agudo do miocárdio
Médico atestante: Dr. Otávio Prado - CRM/BA 4321
Sepultamento....: Cemitério da Vitória
Declarante......: Nina da Mata
Data do registro: 04/02/2021
Matrícula.......: 123456 01 55 2021 4 00088 101 0012340 00

Ilhéus, 10 de março de 2021

Rosa da Mata - Oficial de Registro`,
			map[string]string{
				"nome":                  `"JOÃO DA MATA"`,
				"cpf":                   `"52998224725"`,
				"sexo":                  `"M"`,
				"cor":                   `"Parda"`,
				"estado_civil":          `"Viúvo"`,
				"idade":                 `81`,
				"naturalidade":          `"Itabuna/BA"`,
				"data_falecimento":      `"2021-02-03"`,
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
				"data_registro":         `"2021-02-04"`,
				"cartorio_nome":         `"2º OFÍCIO DE REGISTRO CIVIL DAS PESSOAS NATURAIS"`,
				"cartorio_municipio":    `"Ilhéus"`,
				"cartorio_uf":           `"BA"`,
				"registrador_nome":      `"Rosa da Mata"`,
				"data_emissao":          `"2021-03-10"`,
			}},
		{"a birth that a consulate has registered", "CERTIDAO_NASCIMENTO", `
REPÚBLICA FEDERATIVA DO BRASIL
CONSULADO-GERAL DO BRASIL EM LISBOA
SERVIÇO CONSULAR

CERTIDÃO DE REGISTRO DE NASCIMENTO

Livro: A-12     Folha: 34     Termo: 567
Matrícula: 123456 01 55 2012 1 00088 101 0012340 00

CERTIFICO que foi lavrado nesta Repartição Consular, em 20 de janeiro de 2012, o registro de nascimento de
ROSA LUZ PRADO, do sexo feminino, nascida em Lisboa, Portugal, no dia 12 de janeiro de 2012, às 14 horas e
10 minutos, na Maternidade Dr. Alfredo da Costa, filha de OTÁVIO PRADO, brasileiro, e de NINA LUZ PRADO,
brasileira. Avós paternos: Carlos Prado e Aurora Prado; avós maternos: João da Luz e Maria da Luz.

Lisboa, 3 de abril de 2012.

PEDRO DA MATA
Vice-Cônsul`,
			map[string]string{
				"nome":                 `"ROSA LUZ PRADO"`,
				"data_nascimento":      `"2012-01-12"`,
				"hora_nascimento":      `"14:10"`,
				"municipio_nascimento": `"Lisboa"`,
				"local_nascimento":     `"Maternidade Dr. Alfredo da Costa"`,
				"nome_mae":             `"NINA LUZ PRADO"`,
				"nome_pai":             `"OTÁVIO PRADO"`,
				"avos_paternos":        `"Carlos Prado e Aurora Prado"`,
				"avos_maternos":        `"João da Luz e Maria da Luz"`,
				"data_registro":        `"2012-01-20"`,
				"data_emissao":         `"2012-04-03"`,
			}},
		{"a death in capitals", "CERTIDAO_OBITO", `
TABELIONATO E REGISTRO CIVIL DE LAGES - SC
OFICIAL DESIGNADA: ROSA DA MATA

CERTIDÃO DE ÓBITO

MATRÍCULA 123456 01 55 2010 4 00088 101 0012340 00

CERTIFICO QUE, DO LIVRO C-88, FLS. 101, CONSTA O ÓBITO DE JOÃO DA MATA, OCORRIDO EM 03/02/2010, ÀS 09:15
HORAS, NO HOSPITAL SÃO JOSÉ, EM LAGES - SC. SEXO MASCULINO, COR BRANCA, CASADO, APOSENTADO, NATURAL DE
CURITIBA - PR, COM 81 ANOS, FILHO DE CARLOS DA MATA E MARIA LUZ DA MATA. CAUSA DA MORTE: CHOQUE SÉPTICO,
PNEUMONIA. MÉDICO: DR. OTÁVIO PRADO, CRM 4321. LOCAL DO SEPULTAMENTO: CEMITÉRIO CRUZ DAS ALMAS.
DECLARANTE: NINA DA MATA. DATA DO REGISTRO: 04/02/2010. OBSERVAÇÕES: DEIXOU BENS.

O REFERIDO É VERDADE E DOU FÉ.
LAGES, 10 DE MARÇO DE 2015.`,
			map[string]string{
				"nome":                  `"JOÃO DA MATA"`,
				"data_falecimento":      `"2010-02-03"`,
				"hora_falecimento":      `"09:15"`,
				"local_falecimento":     `"HOSPITAL SÃO JOSÉ"`,
				"municipio_falecimento": `"LAGES"`,
				"uf_falecimento":        `"SC"`,
				"sexo":                  `"M"`,
				"cor":                   `"BRANCA"`,
				"estado_civil":          `"CASADO"`,
				"naturalidade":          `"CURITIBA - PR"`,
				"idade":                 `81`,
				"nome_pai":              `"CARLOS DA MATA"`,
				"nome_mae":              `"MARIA LUZ DA MATA"`,
				"causa_morte":           `"CHOQUE SÉPTICO, PNEUMONIA."`,
				"medico_nome":           `"OTÁVIO PRADO"`,
				"medico_crm":            `"4321"`,
				"declarante_nome":       `"NINA DA MATA"`,
				"data_registro":         `"2010-02-04"`,
				"registrador_nome":      `"ROSA DA MATA"`,
				"cartorio_nome":         `"TABELIONATO E REGISTRO CIVIL DE LAGES - SC"`,
				"data_emissao":          `"2015-03-10"`,
			}},
		{"a union made a marriage", "CERTIDAO_CASAMENTO", `
REGISTRO CIVIL DAS PESSOAS NATURAIS DO 1º SUBDISTRITO DE CAMPINAS
Rua Um, 2 - Centro - Campinas/SP
Oficial: Bel. Pedro da Mata

CERTIDÃO DE CASAMENTO
(CONVERSÃO DE UNIÃO ESTÁVEL EM CASAMENTO)

Matrícula: 123456 01 55 2019 2 00088 101 0012340 00

Primeiro cônjuge: JOÃO DA MATA, brasileiro, divorciado, engenheiro, nascido em Santos-SP no dia 01/03/1985,
filho de Carlos da Mata e Maria Luz da Mata.
Segundo cônjuge: NINA LUZ PRADO, brasileira, solteira, médica, nascida em Recife-PE no dia 02/04/1986,
filha de Otávio Prado e Aurora Luz Prado.
Data do casamento: 10 de maio de 2019.
Regime de bens: separação convencional de bens.
Os cônjuges não alteraram seus nomes.
Observações: conversão nos termos do art. 8º da Lei 9.278/96.

Campinas, 5 de junho de 2020.
Escrevente: Rosa da Mata`,
			map[string]string{
				"conjuges":           `[{"nome":"JOÃO DA MATA","data_nascimento":"1985-03-01","naturalidade":"Santos-SP","nacionalidade":"brasileiro","nome_pai":"Carlos da Mata","nome_mae":"Maria Luz da Mata"},{"nome":"NINA LUZ PRADO","data_nascimento":"1986-04-02","naturalidade":"Recife-PE","nacionalidade":"brasileira","nome_pai":"Otávio Prado","nome_mae":"Aurora Luz Prado"}]`,
				"data_casamento":     `"2019-05-10"`,
				"regime_bens":        `"separação convencional de bens"`,
				"observacoes":        `"conversão nos termos do art. 8º da Lei 9.278/96."`,
				"cartorio_municipio": `"Campinas"`,
				"registrador_nome":   `"Pedro da Mata"`,
				"data_emissao":       `"2020-06-05"`,
				"cartorio_nome":      `"REGISTRO CIVIL DAS PESSOAS NATURAIS DO 1º SUBDISTRITO DE CAMPINAS"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
