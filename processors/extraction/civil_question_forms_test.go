package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Papers that ask in everyday words, as pages of apps do, and marriages in other arrangements.
func TestCivilQuestionForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a marriage on a ruled form", "CERTIDAO_CASAMENTO", `
                     CERTIDÃO DE CASAMENTO

2º Ofício de Registro Civil           Sobral                CE
                    serventia                     município           UF

123456 01 55 2015 2 00088 101 0012340 00
                            matrícula

OTÁVIO PRADO                          529.982.247-25
                 nome do noivo                          CPF

12/01/1975             Sobral-CE              brasileiro
            nascido em            natural de               nacionalidade

CARLOS PRADO                           AURORA PRADO
                     pai                                 mãe

NINA LUZ                          111.444.777-35
                 nome da noiva                          CPF

05/06/1978             Natal-RN               brasileira
            nascida em            natural de               nacionalidade

JOÃO DA LUZ                            MARIA DA LUZ
                     pai                                 mãe

10/05/2015                     comunhão parcial de bens
               celebrado em                                regime

12/05/2015                     nada mais
               registrado em                    observações

O referido é verdade e dou fé. Sobral, 3 de abril de 2019.`,
			map[string]string{
				"data_casamento": `"2015-05-10"`, "data_registro": `"2015-05-12"`, "regime_bens": `"comunhão parcial de bens"`, "data_emissao": `"2019-04-03"`,
				"cartorio_nome": `"2º Ofício de Registro Civil"`, "cartorio_municipio": `"Sobral"`, "cartorio_uf": `"CE"`,
				"conjuges": `[{"nome":"OTÁVIO PRADO","cpf":"52998224725","data_nascimento":"1975-01-12","naturalidade":"Sobral-CE","nacionalidade":"brasileiro","nome_pai":"CARLOS PRADO","nome_mae":"AURORA PRADO"},{"nome":"NINA LUZ","cpf":"11144477735","data_nascimento":"1978-06-05","naturalidade":"Natal-RN","nacionalidade":"brasileira","nome_pai":"JOÃO DA LUZ","nome_mae":"MARIA DA LUZ"}]`,
			}},
		{"a marriage in two columns", "CERTIDAO_CASAMENTO", `
                     CERTIDÃO DE CASAMENTO
Cartório do Registro Civil de Sobral

O NUBENTE                    A NUBENTE
Nome: OTÁVIO PRADO           Nome: NINA LUZ
Nascido em: 12/01/1975       Nascida em: 05/06/1978
Natural de: Sobral-CE        Natural de: Natal-RN
CPF: 529.982.247-25          CPF: 111.444.777-35
Pai: CARLOS PRADO            Pai: JOÃO DA LUZ
Mãe: AURORA PRADO            Mãe: MARIA DA LUZ

Casaram-se em: 10/05/2015
Regime: comunhão parcial de bens
À margem: NÃO CONSTA AVERBAÇÃO
Lavrado em: 12/05/2015`,
			map[string]string{
				"data_casamento": `"2015-05-10"`, "data_registro": `"2015-05-12"`, "regime_bens": `"comunhão parcial de bens"`,
				"conjuges": `[{"nome":"OTÁVIO PRADO","cpf":"52998224725","data_nascimento":"1975-01-12","naturalidade":"Sobral-CE","nome_pai":"CARLOS PRADO","nome_mae":"AURORA PRADO"},{"nome":"NINA LUZ","cpf":"11144477735","data_nascimento":"1978-06-05","naturalidade":"Natal-RN","nome_pai":"JOÃO DA LUZ","nome_mae":"MARIA DA LUZ"}]`,
			}},
		{"a death in questions", "CERTIDAO_OBITO", `
Meu Registro Civil
Certidão de óbito digital

Quem faleceu
ROSA LUZ
Sexo               Raça/cor         Estado civil
Feminino           Parda            Viúva
Tinha
81 anos
Nasceu em
Sobral/CE
Filha de
OTÁVIO PRADO
NINA LUZ
Quando
03/04/2019 às 14h10
Onde
Santa Casa de Sobral, Sobral/CE
De quê
Pneumonia; sepse
Atestado por
Dr. PEDRO DA MATA (CRM 4321-CE)
Sepultada em
Cemitério São José
Quem declarou
ANA LUZ
Registrado em
05/04/2019`,
			map[string]string{
				"nome": `"ROSA LUZ"`, "sexo": `"F"`, "cor": `"Parda"`, "estado_civil": `"Viúva"`, "idade": "81", "naturalidade": `"Sobral/CE"`, "nome_pai": `"OTÁVIO PRADO"`,
				"nome_mae": `"NINA LUZ"`, "data_falecimento": `"2019-04-03"`, "hora_falecimento": `"14:10"`, "local_falecimento": `"Santa Casa de Sobral"`, "municipio_falecimento": `"Sobral"`,
				"uf_falecimento": `"CE"`, "causa_morte": `"Pneumonia; sepse"`, "medico_nome": `"PEDRO DA MATA"`, "medico_crm": `"4321"`, "local_sepultamento": `"Cemitério São José"`,
				"declarante_nome": `"ANA LUZ"`, "data_registro": `"2019-04-05"`,
			}},
		{"a note of a doctor whose council is named by its state", "LAUDO_MEDICO", `
CLÍNICA BOA VIDA LTDA
CNPJ 11.222.333/0001-81
Rua do Sol, 12 - Sobral/CE

DECLARAÇÃO DE COMPARECIMENTO E ATESTADO

Declaro para os devidos fins que Otávio Prado, CPF 529.982.247-25, foi atendido nesta data, devendo permanecer em repouso
domiciliar por 5 (cinco) dias, CID M54.5.

Sobral, 3 de abril de 2019

____________________
Dra. Rosa Maria Luz
Ortopedia e Traumatologia
CREMEC 4321`,
			map[string]string{
				"medico_nome": `"Rosa Maria Luz"`, "paciente_nome": `"Otávio Prado"`, "paciente_cpf": `"52998224725"`, "medico_crm": `"4321"`, "dias_afastamento": "5", "especialidade": `"Ortopedia e Traumatologia"`,
				"data_emissao": `"2019-04-03"`, "cidade": `"Sobral"`, "estabelecimento_nome": `"CLÍNICA BOA VIDA LTDA"`,
			}},
		{"a birth in questions", "CERTIDAO_NASCIMENTO", `
Certidão de nascimento digital

Quem nasceu
ROSA LUZ PRADO
CPF
529.982.247-25
Quando
12/01/2015, 14h10
Onde
Hospital Regional, Sobral/CE
Sexo
Feminino
Pais
OTÁVIO PRADO
NINA LUZ PRADO
Avós por parte de pai
CARLOS PRADO e AURORA PRADO
Avós por parte de mãe
JOÃO DA LUZ e MARIA DA LUZ
Irmão gêmeo
Não
Registro feito em
20/01/2015`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "cpf": `"52998224725"`, "data_nascimento": `"2015-01-12"`, "hora_nascimento": `"14:10"`, "local_nascimento": `"Hospital Regional"`,
				"municipio_nascimento": `"Sobral"`, "uf_nascimento": `"CE"`, "sexo": `"F"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"NINA LUZ PRADO"`, "gemeo": "false",
				"avos_paternos": `"CARLOS PRADO e AURORA PRADO"`, "avos_maternos": `"JOÃO DA LUZ e MARIA DA LUZ"`, "data_registro": `"2015-01-20"`,
			}},
		{"a vehicle in everyday words", "DOCUMENTO_VEICULAR", `
Consulta de veículo
Placa VFR0166
Renavam 03210450171

Veículo: FIAT/UNO MILLE
Tipo: Passageiro / Automóvel
Fabricado em 1999, modelo 2000
Cor: Cinza
Abastecido com: Gasolina
Chassi: 9BWCWHLVPKC482379
Dono: ROSA LUZ PRADO
CPF do dono: 529.982.247-25
Licenciado até: 2001
Emplacado em: Sobral/CE`,
			map[string]string{"placa": `"VFR0166"`, "renavam": `"03210450171"`, "marca_modelo": `"FIAT/UNO MILLE"`, "ano_fabricacao": "1999", "ano_modelo": "2000", "cor": `"Cinza"`, "combustivel": `"Gasolina"`, "chassi": `"9BWCWHLVPKC482379"`,
				"proprietario_nome": `"ROSA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`, "exercicio": "2001", "municipio": `"Sobral"`, "uf": `"CE"`}},
		{"a licence on a ruled form", "CNH", `
CARTEIRA NACIONAL DE HABILITAÇÃO

ROSA LUZ PRADO
                   nome

1234567 SSP CE                     529.982.247-25
                doc. identidade                     CPF

12/01/1975                    04372595749
             nascimento                      nº registro

B                   03/04/2030                   03/04/1995
      categoria                 validade                     1ª habilitação

Sobral, CE                       05/06/2020
              local                         data de emissão`,
			map[string]string{"nome": `"ROSA LUZ PRADO"`, "documento_identidade": `"1234567"`, "orgao_emissor": `"SSP"`, "uf_orgao_emissor": `"CE"`, "cpf": `"52998224725"`, "data_nascimento": `"1975-01-12"`, "numero_registro": `"04372595749"`,
				"categoria": `"B"`, "data_validade": `"2030-04-03"`, "primeira_habilitacao": `"1995-04-03"`, "local_emissao": `"Sobral"`, "uf_emissao": `"CE"`, "data_emissao": `"2020-06-05"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
