package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Certificates of birth, marriage and death by other models and other offices.
func TestCertificateForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a birth by the national model, labels over the values", "CERTIDAO_NASCIMENTO", `
                         REPÚBLICA FEDERATIVA DO BRASIL
                     REGISTRO CIVIL DAS PESSOAS NATURAIS

                          CERTIDÃO DE NASCIMENTO

NOME
ROSA LUZ PRADO
CPF
529.982.247-25
MATRÍCULA
123456 01 55 2015 1 00088 101 0012340 00

DATA DE NASCIMENTO POR EXTENSO                               DIA      MÊS      ANO
Doze de janeiro de dois mil e quinze                         12       01       2015

HORA DE NASCIMENTO          NATURALIDADE
14:10 horas                 Goiânia - GO

MUNICÍPIO DE REGISTRO E UNIDADE DA FEDERAÇÃO     LOCAL DE NASCIMENTO           SEXO
Anápolis - GO                                    Maternidade Dona Íris         Feminino

FILIAÇÃO
OTÁVIO PRADO, natural de Anápolis - GO e NINA LUZ PRADO, natural de Goiânia - GO

AVÓS
Avós paternos: CARLOS PRADO e AURORA PRADO
Avós maternos: JOÃO DA LUZ e MARIA DA LUZ

GÊMEO      NOME E MATRÍCULA DO(S) GÊMEO(S)
Não        ***

DATA DO REGISTRO POR EXTENSO                     NÚMERO DA DNV/DECLARAÇÃO DE NASCIDO VIVO
Vinte de janeiro de dois mil e quinze            30-61234567-8

OBSERVAÇÕES / AVERBAÇÕES
Nada consta.

Nome do Ofício                                   O conteúdo da certidão é verdadeiro. Dou fé.
2º Registro Civil das Pessoas Naturais           Data e local: Anápolis - GO, 03 de abril de 2019
Oficial Registrador
Pedro da Mata                                    ______________________________
Município / UF                                   Assinatura do oficial
Anápolis / GO
Endereço
Rua das Flores, 12 - Centro`,
			map[string]string{
				"nome":                 `"ROSA LUZ PRADO"`,
				"cpf":                  `"52998224725"`,
				"sexo":                 `"F"`,
				"data_nascimento":      `"2015-01-12"`,
				"hora_nascimento":      `"14:10"`,
				"municipio_nascimento": `"Goiânia"`,
				"uf_nascimento":        `"GO"`,
				"local_nascimento":     `"Maternidade Dona Íris"`,
				"nome_mae":             `"NINA LUZ PRADO"`,
				"nome_pai":             `"OTÁVIO PRADO"`,
				"avos_maternos":        `"JOÃO DA LUZ e MARIA DA LUZ"`,
				"avos_paternos":        `"CARLOS PRADO e AURORA PRADO"`,
				"gemeo":                `false`,
				"numero_dnv":           `"30612345678"`,
				"data_registro":        `"2015-01-20"`,
				"cartorio_nome":        `"2º Registro Civil das Pessoas Naturais"`,
				"cartorio_municipio":   `"Anápolis"`,
				"cartorio_uf":          `"GO"`,
				"registrador_nome":     `"Pedro da Mata"`,
				"data_emissao":         `"2019-04-03"`,
			}},
		{"a birth in short, as a clerk types it", "CERTIDAO_NASCIMENTO", `
ESTADO DO CEARÁ
COMARCA DE SOBRAL - DISTRITO DA SEDE
CARTÓRIO LUZ - 2º OFÍCIO DE NOTAS E REGISTRO CIVIL
Titular: Aurora Prado Luz        Substituta: Rosa da Mata

CERTIDÃO DE NASCIMENTO

Certifico que no livro A-12, às fls. 45v, sob o número de ordem 3.210, consta o registro de nascimento
de JOÃO CARLOS DA MATA, do sexo masculino, nascido às 3 (três) horas e 30 (trinta) minutos do dia 7
(sete) de setembro de 1968 (mil novecentos e sessenta e oito), no lugar Sítio Boa Vista, neste município,
filho legítimo de Pedro da Mata e Rita da Mata, neto paterno de Carlos da Mata e Rosa da Mata e materno de
Otávio Luz e Nina Luz. Registro feito em 10 de outubro de 1968, sendo declarante o pai.
Dou fé. Sobral (CE), 2 de março de 2012.

                     Rosa da Mata
                     Oficiala Substituta`,
			map[string]string{
				"nome":               `"JOÃO CARLOS DA MATA"`,
				"sexo":               `"M"`,
				"data_nascimento":    `"1968-09-07"`,
				"hora_nascimento":    `"03:30"`,
				"local_nascimento":   `"Sítio Boa Vista"`,
				"nome_mae":           `"Rita da Mata"`,
				"nome_pai":           `"Pedro da Mata"`,
				"avos_maternos":      `"Otávio Luz e Nina Luz"`,
				"avos_paternos":      `"Carlos da Mata e Rosa da Mata"`,
				"data_registro":      `"1968-10-10"`,
				"cartorio_nome":      `"CARTÓRIO LUZ - 2º OFÍCIO DE NOTAS E REGISTRO CIVIL"`,
				"cartorio_municipio": `"Sobral"`,
				"cartorio_uf":        `"CE"`,
				"registrador_nome":   `"Aurora Prado Luz"`,
				"data_emissao":       `"2012-03-02"`,
			}},
		{"a marriage by the national model, each spouse in a sentence", "CERTIDAO_CASAMENTO", `
                         REPÚBLICA FEDERATIVA DO BRASIL
                     REGISTRO CIVIL DAS PESSOAS NATURAIS

                          CERTIDÃO DE CASAMENTO

NOMES
JOÃO DA MATA
NINA LUZ PRADO

MATRÍCULA
123456 01 55 2019 2 00088 101 0012340 00

NOMES COMPLETOS DE SOLTEIRO, DATAS E LOCAIS DE NASCIMENTO, NACIONALIDADE E FILIAÇÕES DOS CÔNJUGES
JOÃO DA MATA, nascido aos 1º de março de 1985, natural de Natal, RN, nacionalidade brasileira, filho de
Carlos da Mata e de Maria Luz da Mata.
NINA LUZ PRADO, nascida aos 2 de abril de 1986, natural de Recife, PE, nacionalidade brasileira, filha de
Otávio Prado e de Aurora Luz Prado.

DATA DE REGISTRO DO CASAMENTO (POR EXTENSO)                  DIA      MÊS      ANO
Dez de maio de dois mil e dezenove                           10       05       2019

REGIME DE BENS DO CASAMENTO
Comunhão parcial de bens

NOME QUE CADA UM DOS CÔNJUGES PASSOU A UTILIZAR (QUANDO HOUVER ALTERAÇÃO)
Ele: JOÃO DA MATA
Ela: NINA LUZ PRADO DA MATA

OBSERVAÇÕES / AVERBAÇÕES
O casamento foi celebrado em 9 de maio de 2019.

Nome do Ofício: 2º Registro Civil de Natal       O conteúdo da certidão é verdadeiro. Dou fé.
Oficial Registrador: Rosa da Mata                Natal - RN, 05 de junho de 2020.
Município/UF: Natal/RN
Endereço: Rua Um, 2 - Centro`,
			map[string]string{
				"conjuges":           `[{"nome":"JOÃO DA MATA","nome_apos_casamento":"JOÃO DA MATA","data_nascimento":"1985-03-01","naturalidade":"Natal, RN","nacionalidade":"brasileira","nome_pai":"Carlos da Mata","nome_mae":"Maria Luz da Mata"},{"nome":"NINA LUZ PRADO","nome_apos_casamento":"NINA LUZ PRADO DA MATA","data_nascimento":"1986-04-02","naturalidade":"Recife, PE","nacionalidade":"brasileira","nome_pai":"Otávio Prado","nome_mae":"Aurora Luz Prado"}]`,
				"data_casamento":     `"2019-05-09"`,
				"data_registro":      `"2019-05-10"`,
				"regime_bens":        `"Comunhão parcial de bens"`,
				"cartorio_nome":      `"2º Registro Civil de Natal"`,
				"cartorio_municipio": `"Natal"`,
				"cartorio_uf":        `"RN"`,
				"registrador_nome":   `"Rosa da Mata"`,
				"data_emissao":       `"2020-06-05"`,
			}},
		{"a marriage with a block of labelled lines for each spouse", "CERTIDAO_CASAMENTO", `
SERVIÇO REGISTRAL E NOTARIAL DE LAGES
Lages - Santa Catarina
Registrador: Bel. Pedro da Mata

CERTIDÃO DE CASAMENTO

Matrícula: 123456 01 55 2009 2 00088 101 0012340 00

PRIMEIRO CÔNJUGE
Nome: JOÃO DA MATA
CPF: 529.982.247-25
Nascimento: 01/03/1985        Naturalidade: Lages/SC
Nacionalidade: brasileira
Filiação: Carlos da Mata e Maria Luz da Mata
Passou a assinar: o mesmo nome

SEGUNDO CÔNJUGE
Nome: NINA LUZ PRADO
CPF: 123.456.789-09
Nascimento: 02/04/1986        Naturalidade: Curitiba/PR
Nacionalidade: brasileira
Filiação: Otávio Prado e Aurora Luz Prado
Passou a assinar: NINA LUZ PRADO DA MATA

Data da celebração: 9 de maio de 2009
Data do registro: 10 de maio de 2009
Regime de bens: Comunhão Universal de Bens
Observações: pacto antenupcial lavrado no 1º Tabelionato de Notas, livro 12, folhas 34.

O referido é verdade e dou fé.
Lages, 5 de junho de 2020.

Rosa da Mata
Escrevente Autorizada`,
			map[string]string{
				"conjuges":           `[{"nome":"JOÃO DA MATA","cpf":"52998224725","data_nascimento":"1985-03-01","naturalidade":"Lages/SC","nacionalidade":"brasileira","nome_pai":"Carlos da Mata","nome_mae":"Maria Luz da Mata"},{"nome":"NINA LUZ PRADO","nome_apos_casamento":"NINA LUZ PRADO DA MATA","cpf":"12345678909","data_nascimento":"1986-04-02","naturalidade":"Curitiba/PR","nacionalidade":"brasileira","nome_pai":"Otávio Prado","nome_mae":"Aurora Luz Prado"}]`,
				"data_casamento":     `"2009-05-09"`,
				"data_registro":      `"2009-05-10"`,
				"regime_bens":        `"Comunhão Universal de Bens"`,
				"observacoes":        `"pacto antenupcial lavrado no 1º Tabelionato de Notas, livro 12, folhas 34."`,
				"cartorio_nome":      `"SERVIÇO REGISTRAL E NOTARIAL DE LAGES"`,
				"cartorio_municipio": `"Lages"`,
				"cartorio_uf":        `"SC"`,
				"registrador_nome":   `"Pedro da Mata"`,
				"data_emissao":       `"2020-06-05"`,
			}},
		{"a death by the national model, labels over the values", "CERTIDAO_OBITO", `
                         REPÚBLICA FEDERATIVA DO BRASIL
                     REGISTRO CIVIL DAS PESSOAS NATURAIS

                            CERTIDÃO DE ÓBITO

NOME
JOÃO DA MATA
CPF
529.982.247-25
MATRÍCULA
123456 01 55 2021 4 00088 101 0012340 00

SEXO            COR           ESTADO CIVIL E IDADE
Masculino       Parda         Viúvo, 81 anos

NATURALIDADE                  DOCUMENTO DE IDENTIFICAÇÃO       ELEITOR
Sobral - CE                   RG 1.234.567 SSP/CE              Sim

FILIAÇÃO E RESIDÊNCIA
CARLOS DA MATA e MARIA LUZ DA MATA. Residia na Rua Um, 2, Centro, Fortaleza - CE

DATA E HORA DE FALECIMENTO                                   DIA      MÊS      ANO
Três de fevereiro de dois mil e vinte e um, às 09:15 horas   03       02       2021

LOCAL DE FALECIMENTO
Hospital Geral de Fortaleza, em Fortaleza - CE

CAUSA DA MORTE
Choque séptico, pneumonia

SEPULTAMENTO/CREMAÇÃO (MUNICÍPIO E CEMITÉRIO, SE CONHECIDO)     DECLARANTE
Cemitério Parque da Paz, Fortaleza                              Nina da Mata, filha

NOME E NÚMERO DE DOCUMENTO DO(S) MÉDICO(S) QUE ATESTOU(ARAM) O ÓBITO
Dr. Otávio Prado, CRM 4321

OBSERVAÇÕES / AVERBAÇÕES
Registro lavrado em 04/02/2021. Deixou bens.

Nome do Ofício                                   O conteúdo da certidão é verdadeiro. Dou fé.
1º Ofício de Registro Civil                      Data e local: Fortaleza - CE, 10 de março de 2021
Oficial Registrador
Rosa da Mata                                     ______________________________
Município/UF                                     Assinatura do oficial
Fortaleza/CE`,
			map[string]string{
				"nome":                  `"JOÃO DA MATA"`,
				"cpf":                   `"52998224725"`,
				"sexo":                  `"M"`,
				"cor":                   `"Parda"`,
				"estado_civil":          `"Viúvo"`,
				"idade":                 `81`,
				"naturalidade":          `"Sobral - CE"`,
				"data_falecimento":      `"2021-02-03"`,
				"hora_falecimento":      `"09:15"`,
				"local_falecimento":     `"Hospital Geral de Fortaleza"`,
				"municipio_falecimento": `"Fortaleza"`,
				"uf_falecimento":        `"CE"`,
				"causa_morte":           `"Choque séptico, pneumonia"`,
				"nome_pai":              `"CARLOS DA MATA"`,
				"nome_mae":              `"MARIA LUZ DA MATA"`,
				"medico_nome":           `"Otávio Prado"`,
				"medico_crm":            `"4321"`,
				"declarante_nome":       `"Nina da Mata"`,
				"data_registro":         `"2021-02-04"`,
				"cartorio_nome":         `"1º Ofício de Registro Civil"`,
				"cartorio_municipio":    `"Fortaleza"`,
				"cartorio_uf":           `"CE"`,
				"registrador_nome":      `"Rosa da Mata"`,
				"data_emissao":          `"2021-03-10"`,
			}},
		{"a death in short, the place and the state behind the town", "CERTIDAO_OBITO", `
REGISTRO CIVIL DAS PESSOAS NATURAIS
2º Subdistrito de Santos - Estado de São Paulo
Oficial: Pedro da Mata

CERTIDÃO DE ÓBITO

CERTIFICO que, em 4 de fevereiro de 2005, no livro C-17, às fls. 55, sob n. 9870, foi lavrado o assento de
óbito de ROSA LUZ PRADO, do sexo feminino, de cor branca, falecida no dia 3 de fevereiro de 2005, às 21h40min,
na Santa Casa de Santos, nesta cidade, natural de Sobral, CE, com 70 anos de idade, casada, do lar, filha de
Carlos Luz, falecido, e de Aurora Luz, falecida. Causa mortis: insuficiência renal crônica. Atestou o óbito o
Dr. Otávio Prado, CRM 12.345. Sepultada no Cemitério do Paquetá. Foi declarante Nina Luz Prado, filha da
falecida. Era casada com João Prado, deixou 2 filhos maiores e não deixou bens.

O referido é verdade e dou fé.
Santos, 10 de março de 2015

______________________
Escrevente: Nina da Mata`,
			map[string]string{
				"nome":               `"ROSA LUZ PRADO"`,
				"sexo":               `"F"`,
				"cor":                `"branca"`,
				"estado_civil":       `"casada"`,
				"idade":              `70`,
				"naturalidade":       `"Sobral, CE"`,
				"data_falecimento":   `"2005-02-03"`,
				"hora_falecimento":   `"21:40"`,
				"local_falecimento":  `"Santa Casa de Santos"`,
				"causa_morte":        `"insuficiência renal crônica."`,
				"nome_pai":           `"Carlos Luz"`,
				"nome_mae":           `"Aurora Luz"`,
				"medico_nome":        `"Otávio Prado"`,
				"medico_crm":         `"12345"`,
				"declarante_nome":    `"Nina Luz Prado"`,
				"local_sepultamento": `"Cemitério do Paquetá"`,
				"data_registro":      `"2005-02-04"`,
				"cartorio_municipio": `"Santos"`,
				"registrador_nome":   `"Pedro da Mata"`,
				"data_emissao":       `"2015-03-10"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
