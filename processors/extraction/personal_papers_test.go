package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Papers of persons and vehicles in narrative, on screens and in old print.
func TestPersonalPapers(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a birth word for word from the book", "CERTIDAO_NASCIMENTO", `
REGISTRO CIVIL DAS PESSOAS NATURAIS
Município e Comarca de Itabuna, Estado da Bahia
CERTIDÃO DE INTEIRO TEOR - NASCIMENTO

Certifico, a pedido verbal de pessoa interessada, que no livro A-45, fls. 120v, termo 3321, encontra-se o registro do
teor seguinte: "Aos vinte dias do mês de março de mil novecentos e setenta e um, nesta cidade de Itabuna, em
cartório, compareceu OTÁVIO PRADO, brasileiro, casado, lavrador, natural de Ilhéus, e declarou que no dia quinze de
março do corrente ano, às seis horas da manhã, em domicílio, na Fazenda Boa Sorte, neste município, nasceu uma criança
do sexo feminino, que recebeu o nome de ROSA LUZ PRADO, filha legítima do declarante e de dona NINA LUZ PRADO, sendo
avós paternos CARLOS PRADO e AURORA PRADO e avós maternos JOÃO DA LUZ e MARIA DA LUZ." O referido é verdade. Dou fé.

Itabuna, 3 de abril de 2019
Pedro da Mata, Oficial`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "sexo": `"F"`, "hora_nascimento": `"06:00"`, "nome_mae": `"NINA LUZ PRADO"`, "nome_pai": `"OTÁVIO PRADO"`,
				"avos_paternos": `"CARLOS PRADO e AURORA PRADO"`, "avos_maternos": `"JOÃO DA LUZ e MARIA DA LUZ"`, "data_registro": `"1971-03-20"`, "data_emissao": `"2019-04-03"`,
				"registrador_nome": `"Pedro da Mata"`,
			}},
		{"a birth as the national registry sends it", "CERTIDAO_NASCIMENTO", `
CRC Nacional - Central de Informações do Registro Civil
CERTIDÃO ELETRÔNICA DE NASCIMENTO

Nome:                    ROSA LUZ PRADO
CPF:                     529.982.247-25
Matrícula:               123456 01 55 2015 1 00088 101 0012340 00
Data de nascimento:      12/01/2015 (doze de janeiro de dois mil e quinze)
Hora:                    14:10
Local de nascimento:     Hospital Regional de Sobral
Município de nascimento: Sobral/CE
Sexo:                    FEMININO
Filiação:                OTÁVIO PRADO
                         NINA LUZ PRADO
Avós:                    CARLOS PRADO e AURORA PRADO (paternos)
                         JOÃO DA LUZ e MARIA DA LUZ (maternos)
Gêmeo:                   NÃO
Data do registro:        20/01/2015
DNV:                     30-61234567-8
Cartório:                2º Ofício de Registro Civil de Sobral
Município do cartório:   Sobral/CE
Emitida em:              03/04/2019`,
			map[string]string{
				"nome": `"ROSA LUZ PRADO"`, "cpf": `"52998224725"`, "data_nascimento": `"2015-01-12"`, "hora_nascimento": `"14:10"`, "local_nascimento": `"Hospital Regional de Sobral"`,
				"municipio_nascimento": `"Sobral"`, "uf_nascimento": `"CE"`, "sexo": `"F"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"NINA LUZ PRADO"`, "gemeo": "false",
				"avos_paternos": `"CARLOS PRADO e AURORA PRADO"`, "avos_maternos": `"JOÃO DA LUZ e MARIA DA LUZ"`,
				"data_registro": `"2015-01-20"`, "numero_dnv": `"30612345678"`, "cartorio_nome": `"2º Ofício de Registro Civil de Sobral"`, "cartorio_municipio": `"Sobral"`, "cartorio_uf": `"CE"`,
				"data_emissao": `"2019-04-03"`,
			}},
		{"a marriage of a union that was made one", "CERTIDAO_CASAMENTO", `
ESTADO DE SANTA CATARINA
OFÍCIO DE REGISTRO CIVIL DE JOINVILLE
CERTIDÃO DE CASAMENTO - CONVERSÃO DE UNIÃO ESTÁVEL EM CASAMENTO

Matrícula: 123456 01 55 2015 2 00088 101 0012340 00

CONVIVENTES
1) OTÁVIO DA MATA PRADO, brasileiro, solteiro, nascido em 03/04/1985, natural de Lages, SC, CPF 529.982.247-25, filho de
CARLOS PRADO e AURORA DA MATA;
2) NINA LUZ, brasileira, solteira, nascida em 05/06/1988, natural de Joinville, SC, CPF 111.444.777-35, filha de JOÃO
LUZ e MARIA LUZ.

Data da conversão: 12/06/2015
Data do registro: 15/06/2015
Regime de bens: Comunhão Parcial de Bens
Nomes após o casamento: 1) OTÁVIO DA MATA PRADO; 2) NINA LUZ PRADO
Observações: Conversão deferida nos autos 001/2015.

Joinville/SC, 3 de abril de 2019.
Pedro da Mata - Registrador Civil`,
			map[string]string{
				"data_registro": `"2015-06-15"`, "data_casamento": `"2015-06-12"`, "regime_bens": `"Comunhão Parcial de Bens"`, "observacoes": `"Conversão deferida nos autos 001/2015."`,
				"conjuges":     `[{"nome":"OTÁVIO DA MATA PRADO","nome_apos_casamento":"OTÁVIO DA MATA PRADO","cpf":"52998224725","data_nascimento":"1985-04-03","naturalidade":"Lages, SC","nacionalidade":"brasileiro","nome_pai":"CARLOS PRADO","nome_mae":"AURORA DA MATA"},{"nome":"NINA LUZ","nome_apos_casamento":"NINA LUZ PRADO","cpf":"11144477735","data_nascimento":"1988-06-05","naturalidade":"Joinville, SC","nacionalidade":"brasileira","nome_pai":"JOÃO LUZ","nome_mae":"MARIA LUZ"}]`,
				"data_emissao": `"2019-04-03"`, "registrador_nome": `"Pedro da Mata"`,
			}},
		{"a death on the screen of a registry", "CERTIDAO_OBITO", `
Cartório Boa Vista - Registro Civil e Notas
Recife/PE

CERTIDÃO DE ÓBITO
Matrícula  123456 01 55 2021 4 00088 101 0012340 00

Falecida                 ROSA DA MATA
CPF                      529.982.247-25
Sexo / Cor / Estado civil  Feminino / Parda / Viúva
Nascida em / Idade       03/02/1940 / 81 anos
Naturalidade - UF        Olinda - PE
Filiação                 CARLOS DA MATA e MARIA LUZ DA MATA
Data e hora do óbito     03/02/2021 às 09:15
Lugar do óbito           Hospital da Restauração
Cidade / UF              Recife / PE
Causa mortis             Sepse; pneumonia
Médico / CRM             Otávio Prado / 4321
Sepultada em             Cemitério de Santo Amaro
Declarante               Nina da Mata, filha
Lavrado no dia           04/02/2021

Certidão emitida em 10/03/2021 por Rosa Luz, escrevente.`,
			map[string]string{
				"nome": `"ROSA DA MATA"`, "cpf": `"52998224725"`, "sexo": `"F"`, "cor": `"Parda"`, "estado_civil": `"Viúva"`, "idade": "81", "naturalidade": `"Olinda - PE"`, "nome_pai": `"CARLOS DA MATA"`,
				"nome_mae": `"MARIA LUZ DA MATA"`, "data_falecimento": `"2021-02-03"`, "hora_falecimento": `"09:15"`, "local_falecimento": `"Hospital da Restauração"`, "municipio_falecimento": `"Recife"`,
				"uf_falecimento": `"PE"`, "causa_morte": `"Sepse; pneumonia"`, "medico_nome": `"Otávio Prado"`, "medico_crm": `"4321"`, "local_sepultamento": `"Cemitério de Santo Amaro"`,
				"declarante_nome": `"Nina da Mata"`, "data_registro": `"2021-02-04"`, "data_emissao": `"2021-03-10"`, "cartorio_nome": `"Cartório Boa Vista - Registro Civil e Notas"`,
			}},
		{"the back of a card with captions under the lines", "RG", `
VÁLIDA EM TODO O TERRITÓRIO NACIONAL

1.234.567                03/04/2010
REGISTRO GERAL           DATA DE EXPEDIÇÃO

NINA LUZ PRADO
NOME

OTÁVIO PRADO
AURORA LUZ
FILIAÇÃO

OLINDA - PE              05/06/1988
NATURALIDADE             DATA DE NASCIMENTO

CN 12340 LV A-88 FLS 101 OLINDA-PE
DOC. ORIGEM

529.982.247-25           SDS/PE
CPF                      ÓRGÃO EXPEDIDOR

ASSINATURA DO DIRETOR
LEI Nº 7.116 DE 29/08/83
CARTEIRA DE IDENTIDADE`,
			map[string]string{
				"numero_rg": `"1234567"`, "data_expedicao": `"2010-04-03"`, "nome": `"NINA LUZ PRADO"`, "nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`, "naturalidade": `"OLINDA"`,
				"uf_naturalidade": `"PE"`, "data_nascimento": `"1988-06-05"`, "documento_origem": `"CN 12340 LV A-88 FLS 101 OLINDA-PE"`, "cpf": `"52998224725"`,
			}},
		{"a permission to drive, labels within the lines", "CNH", `
REPÚBLICA FEDERATIVA DO BRASIL - MINISTÉRIO DA INFRAESTRUTURA
PERMISSÃO PARA DIRIGIR - CARTEIRA NACIONAL DE HABILITAÇÃO

Nome NINA LUZ PRADO
Doc. identidade 1234567 SSP RN   CPF 529.982.247-25   Nascimento 03/04/2001
Filiação OTÁVIO PRADO / AURORA LUZ
Cat. hab. B   Nº registro 24320969900   Validade 12/05/2022   1ª habilitação 12/05/2021
Observações EAR
Local Natal/RN   Data de emissão 12/05/2021`,
			map[string]string{
				"nome": `"NINA LUZ PRADO"`, "documento_identidade": `"1234567"`, "orgao_emissor": `"SSP"`, "uf_orgao_emissor": `"RN"`, "cpf": `"52998224725"`, "data_nascimento": `"2001-04-03"`,
				"nome_pai": `"OTÁVIO PRADO"`, "nome_mae": `"AURORA LUZ"`, "categoria": `"B"`, "numero_registro": `"24320969900"`, "data_validade": `"2022-05-12"`, "primeira_habilitacao": `"2021-05-12"`,
				"observacoes": `"EAR"`, "local_emissao": `"Natal"`, "uf_emissao": `"RN"`, "data_emissao": `"2021-05-12"`,
			}},
		{"a certificate of what is registered of a vehicle", "DOCUMENTO_VEICULAR", `
DEPARTAMENTO ESTADUAL DE TRÂNSITO - DETRAN/RN
CERTIDÃO DE REGISTRO DE VEÍCULO

Certificamos que consta em nome de NINA LUZ PRADO, CPF 529.982.247-25, o veículo marca/modelo VW/GOL 1.0, ano de
fabricação 2012 e modelo 2013, placa ABC1D23, RENAVAM 20621129423, chassi 9BWAA05U8DP012355, motor CCP123456, cor prata,
combustível álcool/gasolina, espécie/tipo passageiro/automóvel, categoria particular, licenciado no município de
Natal/RN, exercício 2025. CRV nº 123456789012.

Natal, 3 de abril de 2025`,
			map[string]string{
				"proprietario_nome": `"NINA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`, "marca_modelo": `"VW/GOL 1.0"`, "ano_fabricacao": "2012", "ano_modelo": "2013", "placa": `"ABC1D23"`,
				"renavam": `"20621129423"`, "chassi": `"9BWAA05U8DP012355"`, "motor": `"CCP123456"`, "cor": `"prata"`, "combustivel": `"álcool/gasolina"`, "especie_tipo": `"passageiro/automóvel"`,
				"categoria": `"particular"`, "municipio": `"Natal"`, "uf": `"RN"`, "exercicio": "2025", "numero_crv": `"123456789012"`,
			}},
		{"a death told by who came to the registry", "CERTIDAO_OBITO", `
CERTIDÃO DE ÓBITO - INTEIRO TEOR

TERMO Nº 12340 - Óbito de JOÃO DA MATA

Aos 04/02/2021, compareceu neste Ofício NINA DA MATA, brasileira, solteira, professora, e declarou que no dia 03/02/2021,
às 09:15 horas, na Rua das Flores, 12, nesta cidade do Natal, Estado do Rio Grande do Norte, faleceu JOÃO DA MATA, do
sexo masculino, cor parda, viúvo, com 81 anos, CPF 529.982.247-25, natural de Macaíba/RN, filho de CARLOS DA MATA e
MARIA LUZ DA MATA; que a morte foi causada por infarto agudo do miocárdio, conforme atestado firmado pelo médico
Otávio Prado, CRM/RN 4321; e que o sepultamento será feito no Cemitério do Bom Pastor.

Natal/RN, 10 de março de 2021
Rosa da Mata, Oficiala do Registro Civil`,
			map[string]string{
				"nome": `"JOÃO DA MATA"`, "data_falecimento": `"2021-02-03"`, "hora_falecimento": `"09:15"`, "local_falecimento": `"Rua das Flores, 12"`, "municipio_falecimento": `"Natal"`,
				"uf_falecimento": `"RN"`, "sexo": `"M"`, "cor": `"parda"`, "idade": "81", "cpf": `"52998224725"`, "nome_pai": `"CARLOS DA MATA"`, "nome_mae": `"MARIA LUZ DA MATA"`,
				"causa_morte": `"infarto agudo do miocárdio"`, "medico_nome": `"Otávio Prado"`, "medico_crm": `"4321"`, "local_sepultamento": `"Cemitério do Bom Pastor"`,
				"declarante_nome": `"NINA DA MATA"`, "data_registro": `"2021-02-04"`, "data_emissao": `"2021-03-10"`, "registrador_nome": `"Rosa da Mata"`,
			}},
		{"a marriage whose parents share a line", "CERTIDAO_CASAMENTO", `
CARTÓRIO DE REGISTRO CIVIL DE SOUSA
CERTIDÃO DE CASAMENTO

Noivo: OTÁVIO DA MATA PRADO
Nacionalidade: brasileiro     Nascimento: 03/04/1985     Naturalidade: Patos/PB     CPF: 529.982.247-25
Filiação: CARLOS PRADO e AURORA DA MATA
Noiva: NINA LUZ
Nacionalidade: brasileira     Nascimento: 05/06/1988     Naturalidade: Sousa/PB     CPF: 111.444.777-35
Filiação: JOÃO LUZ e MARIA LUZ
A noiva passou a assinar: NINA LUZ PRADO

Casados em: 12/06/2015      Registrado em: 15/06/2015      Livro B-88, fls. 101, nº 12340
Regime: comunhão parcial de bens
Anotações: nenhuma

Sousa, 3 de abril de 2019
Oficial: Pedro da Mata`,
			map[string]string{
				"conjuges":       `[{"nome":"OTÁVIO DA MATA PRADO","cpf":"52998224725","data_nascimento":"1985-04-03","naturalidade":"Patos/PB","nacionalidade":"brasileiro","nome_pai":"CARLOS PRADO","nome_mae":"AURORA DA MATA"},{"nome":"NINA LUZ","nome_apos_casamento":"NINA LUZ PRADO","cpf":"11144477735","data_nascimento":"1988-06-05","naturalidade":"Sousa/PB","nacionalidade":"brasileira","nome_pai":"JOÃO LUZ","nome_mae":"MARIA LUZ"}]`,
				"data_casamento": `"2015-06-12"`, "data_registro": `"2015-06-15"`, "regime_bens": `"comunhão parcial de bens"`, "data_emissao": `"2019-04-03"`, "registrador_nome": `"Pedro da Mata"`,
			}},
		{"a certificate of a vehicle in labels with colons", "DOCUMENTO_VEICULAR", `
DETRAN/PR                         CERTIFICADO DE REGISTRO DE VEÍCULO                   Nº 123456789012
VIA 1   COD. RENAVAM 20621129423   RNTRC ----
NOME/ENDEREÇO: NINA LUZ PRADO, RUA UM 2, CENTRO
CPF/CGC: 529.982.247-25                     PLACA: ABC1D23
PLACA ANT/UF: XYZ1234/SP                    CHASSI: 9BWAA05U8DP012355
ESPÉCIE TIPO: PAS/AUTOMOVEL                 COMBUSTÍVEL: ALCO/GASOL
MARCA/MODELO: VW/GOL 1.0                    ANO FAB: 2012   ANO MOD: 2013
CAP/POT/CIL: 5P/72CV/999                    CATEGORIA: PARTIC   COR PREDOMINANTE: PRATA
OBSERVAÇÕES: AL.FID./BANCO DO VALE S.A.
LOCAL: CURITIBA-PR                          DATA: 03/04/2012`,
			map[string]string{
				"numero_crv": `"123456789012"`, "renavam": `"20621129423"`, "proprietario_nome": `"NINA LUZ PRADO"`, "proprietario_cpf_cnpj": `"52998224725"`, "placa": `"ABC1D23"`,
				"placa_anterior": `"XYZ1234/SP"`, "chassi": `"9BWAA05U8DP012355"`, "especie_tipo": `"PAS/AUTOMOVEL"`, "combustivel": `"ALCO/GASOL"`, "marca_modelo": `"VW/GOL 1.0"`,
				"capacidade": `"5P"`, "potencia_cilindrada": `"72CV/999"`, "cor": `"PRATA"`, "municipio": `"CURITIBA"`, "uf": `"PR"`, "data_emissao": `"2012-04-03"`,
			}},
		{"a report of an expert for the exemption of a tax", "LAUDO_MEDICO", `
PREFEITURA MUNICIPAL DE NATAL - SECRETARIA DE SAÚDE
SERVIÇO MÉDICO OFICIAL
LAUDO PERICIAL - ISENÇÃO DE IMPOSTO DE RENDA (art. 6º da Lei nº 7.713/1988)

Identificação do paciente
Nome: NINA LUZ PRADO          CPF: 529.982.247-25
Data de nascimento: 05/06/1958

Doença: Neoplasia maligna da mama     CID: C50.9
Data em que a doença foi contraída: 10/01/2024
A doença é passível de controle: (X) Sim ( ) Não

Parecer: A periciada é portadora de moléstia grave, fazendo jus ao benefício.

Local e data: Natal/RN, 12/06/2025

Médico perito: Otávio Luz Prado     CRM/RN: 4827`,
			map[string]string{
				"paciente_nome": `"NINA LUZ PRADO"`, "paciente_cpf": `"52998224725"`, "paciente_data_nascimento": `"1958-06-05"`, "conclusao": `"A periciada é portadora de moléstia grave, fazendo jus ao benefício."`,
				"data_emissao": `"2025-06-12"`, "cidade": `"Natal"`, "uf": `"RN"`, "medico_nome": `"Otávio Luz Prado"`, "medico_crm": `"4827"`, "medico_crm_uf": `"RN"`,
				"cids": `[{"codigo":"C50.9","descricao":"Neoplasia maligna da mama"}]`,
			}},
		{"a note that somebody came to see the doctor", "LAUDO_MEDICO", `
Clínica Boa Vida Ltda - CNPJ 11.222.333/0001-81
Rua das Flores, 12 - Centro - Natal/RN

DECLARAÇÃO MÉDICA

Declaro que a paciente NINA LUZ PRADO, portadora do CPF 529.982.247-25, nascida em 05/06/1988, encontra-se em
acompanhamento por transtorno de ansiedade generalizada (F41.1), devendo permanecer afastada do trabalho pelo
período de 15 dias, a contar de 12/06/2025.

Natal, 12 de junho de 2025.

Dra. Aurora Luz
Psiquiatria - CRM/RN 4827 - RQE 1234`,
			map[string]string{
				"paciente_nome": `"NINA LUZ PRADO"`, "paciente_cpf": `"52998224725"`, "paciente_data_nascimento": `"1988-06-05"`, "dias_afastamento": "15", "medico_nome": `"Aurora Luz"`,
				"medico_crm": `"4827"`, "medico_crm_uf": `"RN"`, "especialidade": `"Psiquiatria"`, "data_emissao": `"2025-06-12"`, "estabelecimento_nome": `"Clínica Boa Vida Ltda"`,
				"estabelecimento_cnpj": `"11222333000181"`, "cids": `[{"codigo":"F41.1","descricao":"transtorno de ansiedade generalizada"}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
