package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Papers whose labels stand in the middle under the rule that the value was written on, and
// papers whose labels are the words of a sentence.
func TestCivilCaptionForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a death on a ruled form", "CERTIDAO_OBITO", `
                     CERTIDÃO DE ÓBITO

ROSA LUZ
-----------------------------------------------------------------
                        nome da finada

feminino             parda             viúva                       81
            sexo            raça              estado civil                  idade

Sobral-CE                          lavradora
                 naturalidade                      profissão

OTÁVIO PRADO                        NINA LUZ
                    pai                                 mãe

3 de abril de 2019          14:10           Santa Casa
               dia do óbito       hora                    lugar

Sobral                                             CE
                     município em que faleceu              estado

Pneumonia
                                 causa mortis

PEDRO DA MATA                        4321
                     facultativo                          CRM nº

Cemitério São José                    ANA LUZ
                         sepultado em                        declarou

05/04/2019
                     registrado em`,
			map[string]string{
				"nome": `"ROSA LUZ"`, "sexo": `"F"`, "cor": `"parda"`, "estado_civil": `"viúva"`, "idade": "81", "naturalidade": `"Sobral-CE"`, "nome_pai": `"OTÁVIO PRADO"`,
				"nome_mae": `"NINA LUZ"`, "data_falecimento": `"2019-04-03"`, "hora_falecimento": `"14:10"`, "local_falecimento": `"Santa Casa"`, "municipio_falecimento": `"Sobral"`,
				"uf_falecimento": `"CE"`, "causa_morte": `"Pneumonia"`, "medico_nome": `"PEDRO DA MATA"`, "medico_crm": `"4321"`, "local_sepultamento": `"Cemitério São José"`,
				"declarante_nome": `"ANA LUZ"`, "data_registro": `"2019-04-05"`,
			}},
		{"a birth on a ruled form", "CERTIDAO_NASCIMENTO", `
                     CERTIDÃO DE NASCIMENTO

ROSA LUZ PRADO
                            nome por inteiro

12/01/2015              14:10             Hospital Regional de Sobral
             nascida em            hora                             lugar

Sobral - CE                                  feminino
                município de nascimento                  sexo

OTÁVIO PRADO                        NINA LUZ PRADO
                       pai                                   mãe

CARLOS PRADO e AURORA PRADO
                                  avós paternos

JOÃO DA LUZ e MARIA DA LUZ
                                  avós maternos

20/01/2015                          30-61234567-8
                 data do registro                    D.N.V. nº`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "data_nascimento": `"2015-01-12"`, "hora_nascimento": `"14:10"`, "local_nascimento": `"Hospital Regional de Sobral"`,
				"municipio_nascimento": `"Sobral"`, "uf_nascimento": `"CE"`, "sexo": `"F"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"NINA LUZ PRADO"`,
				"avos_paternos": `"CARLOS PRADO e AURORA PRADO"`, "avos_maternos": `"JOÃO DA LUZ e MARIA DA LUZ"`, "data_registro": `"2015-01-20"`, "numero_dnv": `"30612345678"`,
			}},
		{"a birth in words of a sentence at the left", "CERTIDAO_NASCIMENTO", `
                     CERTIDÃO DE NASCIMENTO

                     Recebeu o nome de   ROSA LUZ PRADO
                             Nasceu em   12/01/2015, às 14:10
                                 No(a)   Maternidade Santa Clara
                                    Em   Sobral, CE
                                  Sexo   Feminino
                            É filha de   OTÁVIO PRADO
                                         e de NINA LUZ PRADO
           É neta de (linha paterna)     CARLOS PRADO e AURORA PRADO
                     (linha materna)     JOÃO DA LUZ e MARIA DA LUZ
                         Registrada em   20/01/2015

2º Cartório de Registro Civil
Rua do Sol, 12, Cidade Nova
Sobral / CE - telefone (88) 3611-0000
Registradora ou registrador: Pedro da Mata`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "data_nascimento": `"2015-01-12"`, "hora_nascimento": `"14:10"`, "local_nascimento": `"Maternidade Santa Clara"`,
				"municipio_nascimento": `"Sobral"`, "uf_nascimento": `"CE"`, "sexo": `"F"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"NINA LUZ PRADO"`,
				"avos_paternos": `"CARLOS PRADO e AURORA PRADO"`, "avos_maternos": `"JOÃO DA LUZ e MARIA DA LUZ"`, "data_registro": `"2015-01-20"`,
				"cartorio_nome": `"2º Cartório de Registro Civil"`, "cartorio_municipio": `"Sobral"`, "cartorio_uf": `"CE"`, "registrador_nome": `"Pedro da Mata"`,
			}},
		{"an identity card with labels under the rules", "RG", `
                 CARTEIRA DE IDENTIDADE

1.234.567                 12/01/1975
            registro geral           data de nascimento

ROSA LUZ
                       nome

OTÁVIO PRADO                     NINA LUZ
                     pai                         mãe

SOBRAL-CE                        CERT. CAS. Nº 12 FL. 3 LV. B-4
                 naturalidade                               documento de origem

529.982.247-25              03/04/2005
                 CPF                   expedida em`,
			map[string]string{
				"numero_rg": `"1234567"`, "nome": `"ROSA LUZ"`, "data_nascimento": `"1975-01-12"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"NINA LUZ"`, "naturalidade": `"SOBRAL"`,
				"uf_naturalidade": `"CE"`, "documento_origem": `"CERT. CAS. Nº 12 FL. 3 LV. B-4"`, "cpf": `"52998224725"`, "data_expedicao": `"2005-04-03"`,
			}},
		{"a licence with labels on their lines", "CNH", `
CARTEIRA NACIONAL DE HABILITAÇÃO
DETRAN-CE
NOME: ROSA LUZ PRADO
IDENT.: 1234567 SSP CE
NASC.: 12/01/1975
1ª HABILITAÇÃO: 03/04/1995
EXPEDIDA EM: SOBRAL, 05/06/2001`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "local_emissao": `"SOBRAL"`, "data_emissao": `"2001-06-05"`, "uf_emissao": `"CE"`,
			}},
		{"a licence issued on a day at a place", "CNH", `
CARTEIRA NACIONAL DE HABILITAÇÃO
DEPARTAMENTO ESTADUAL DE TRÂNSITO DO CEARÁ
NOME: ROSA LUZ PRADO
DATA NASC.: 12/01/1975
VALIDADE: 03/04/2010
LOCAL E DATA DE EMISSÃO: 05/06/2005 - SOBRAL`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "local_emissao": `"SOBRAL"`, "data_emissao": `"2005-06-05"`, "uf_emissao": `"CE"`,
			}},
		{"a paper of a vehicle, its place under the boxes of the insurance", "DOCUMENTO_VEICULAR", `
CERTIFICADO DE REGISTRO E LICENCIAMENTO DE VEÍCULO
CÓDIGO RENAVAM      PLACA       EXERCÍCIO
03210450171         VFR0166     2001
SEGURO OBRIGATÓRIO DPVAT (R$)
PRÊMIO TARIFÁRIO   29,78        DATA DE QUITAÇÃO 11/01/2001
LOCAL               DATA DE EMISSÃO
SOBRAL              09-04-2001`,
			map[string]string{"placa": `"VFR0166"`, "municipio": `"SOBRAL"`, "data_emissao": `"2001-04-09"`}},
		{"a note of a day off, the doctor in a narrow panel", "LAUDO_MEDICO", `
                              Atestado médico

Profissional                  Paciente
Rosa Maria Luz                Otávio Prado
da Serra Prado
                              CPF
Pediatria                     529.982.247-25
CRM 4321 CE
RQE 24833                     1    dia de afastamento de suas atividades
                                   (um), incluído o dia desta consulta
Local de atendimento
Consultórios Integrados
do Litoral Ltda
CNPJ 11.222.333/0001-81
Sobral - CE                   Emitido em
                              03/04/2019, às 11:38`,
			map[string]string{
				"medico_nome": `"Rosa Maria Luz da Serra Prado"`, "paciente_nome": `"Otávio Prado"`, "especialidade": `"Pediatria"`, "medico_crm": `"4321"`, "dias_afastamento": "1",
				"estabelecimento_nome": `"Consultórios Integrados do Litoral Ltda"`, "data_emissao": `"2019-04-03"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) { compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want) })
	}
}
