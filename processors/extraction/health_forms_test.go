package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Receipts, invoices and reports of who treats people, in forms of cashiers, offices and agencies.
func TestHealthForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a hospital's cashier: a responsible person pays for a patient", "DESPESA_MEDICA", `
HOSPITAL SANTA ISABEL S.A.                                         RECIBO DE CAIXA
CNPJ: 11.222.333/0001-81   CNES: 2077485                           No 0045821
Rua Borges Lagoa, 1450 - Vila Clementino - São Paulo/SP            1a VIA - CLIENTE

Atendimento: 00871234   Registro: 552310      Data: 14/05/2025  Hora: 15:42
Paciente...: MARIA APARECIDA LUZ              CPF: 529.982.247-25
Convênio...: PARTICULAR
Responsável: JOSE CARLOS LUZ                  CPF: 111.444.777-35

ITEM  DESCRIÇÃO                               QTD     VL. UNIT.        TOTAL
1     DIARIA DE APARTAMENTO                     2       890,00      1.780,00
2     MATERIAIS E MEDICAMENTOS                  1       412,35        412,35
                                              TOTAL GERAL R$        2.192,35
                                              VALOR PAGO  R$        2.192,35
Forma de pagamento: CARTAO DE CREDITO 3X

Recebemos do responsável acima a importância supra, referente a despesas hospitalares.

São Paulo, 14 de maio de 2025.                  Caixa: ANA P. - Tesouraria`,
			map[string]string{
				"numero_documento":   `"0045821"`,
				"prestador_nome":     `"HOSPITAL SANTA ISABEL S.A."`,
				"prestador_cpf_cnpj": `"11222333000181"`,
				"pagador_nome":       `"JOSE CARLOS LUZ"`,
				"pagador_cpf":        `"11144477735"`,
				"paciente_nome":      `"MARIA APARECIDA LUZ"`,
				"paciente_cpf":       `"52998224725"`,
				"descricao_servico":  `"despesas hospitalares."`,
				"valor":              "2192.35",
				"data_emissao":       `"2025-05-14"`,
				"cidade":             `"São Paulo"`,
				"uf":                 `"SP"`,
			}},
		{"a letter of a psychologist, whose profession stands under the name", "DESPESA_MEDICA", `
                                 Helena Prado Nunes
                                 Psicóloga Clínica
                               CRP 06/123456

                                     RECIBO

   Recebi de Otávio Luz Prado, CPF 529.982.247-25, a quantia de R$ 800,00 (oitocentos reais),
referente a 4 (quatro) sessões de psicoterapia individual realizadas nos dias 03, 10, 17 e 24 de
abril de 2025, tendo como paciente Nina Luz Prado, CPF 111.444.777-35.

                              Campinas, 30 de abril de 2025.


                         ______________________________
                              Helena Prado Nunes
                         CRP 06/123456 - CPF 390.533.447-05
        Rua Barão de Jaguara, 900 - sala 41 - Centro - Campinas/SP - (19) 99999-1234`,
			map[string]string{
				"prestador_nome":     `"Helena Prado Nunes"`,
				"prestador_cpf_cnpj": `"39053344705"`,
				"prestador_conselho": `"CRP"`,
				"prestador_registro": `"06123456"`,
				"pagador_nome":       `"Otávio Luz Prado"`,
				"paciente_nome":      `"Nina Luz Prado"`,
				"paciente_cpf":       `"11144477735"`,
				"descricao_servico":  `"4 (quatro) sessões de psicoterapia individual realizadas nos dias 03, 10, 17 e 24 de abril de 2025"`,
				"valor":              "800",
				"data_emissao":       `"2025-04-30"`,
				"cidade":             `"Campinas"`,
				"uf":                 `"SP"`,
			}},
		{"an electronic receipt with labels over names and numbers", "DESPESA_MEDICA", `
Ministério da Fazenda                                       Receita Saúde
Secretaria Especial da Receita Federal do Brasil
              RECIBO ELETRÔNICO DE SERVIÇOS DE SAÚDE

Número do recibo                         Data de emissão
2025.0512.0098.1234                      12/05/2025 10:22:31

PRESTADOR
Nome                                     CPF
DAVI COSTA NUNES                         111.444.777-35
Profissão / Registro profissional
Médico - CRM/SP 123456

PAGADOR
Nome                                     CPF
NINA LUZ PRADO                           529.982.247-25

BENEFICIÁRIO
Nome                                     CPF
CAIO LUZ PRADO                           390.533.447-05

SERVIÇO
Descrição                                Data do pagamento         Valor
Consulta médica                          12/05/2025                R$ 450,00`,
			map[string]string{
				"prestador_nome":     `"DAVI COSTA NUNES"`,
				"prestador_cpf_cnpj": `"11144477735"`,
				"prestador_registro": `"123456"`,
				"pagador_nome":       `"NINA LUZ PRADO"`,
				"paciente_nome":      `"CAIO LUZ PRADO"`,
				"paciente_cpf":       `"39053344705"`,
				"descricao_servico":  `"Consulta médica"`,
				"valor":              "450",
			}},
		{"a pad of a dentist with its stub beside it", "DESPESA_MEDICA", `
 Nº 0151              Natália Freitas da Rocha                          RECIBO
 Valor R$ 2.120,00    Cirurgiã-Dentista - CRO-RJ 8619                   Nº 0151
 Data 02/10/23        Rua Olavo Bilac, 3816, Santo Antônio - Rio de Janeiro - Tel. (21) 91138-4299
 A Maria                                                                R$ 2.120,00
 Ref. tratamento      Recebi do(a) Sr.(a)  Maria Fernanda Pereira de Caldeira
                      CPF 206.587.408-22       a importância de  dois mil cento e vinte reais
 CANHOTO - VIA DO PROFISSIONAL
                      proveniente de    Clareamento dental de consultório
                      Rio de Janeiro - RJ , 2 de outubro de 2023`,
			map[string]string{
				"prestador_nome":     `"Natália Freitas da Rocha"`,
				"prestador_conselho": `"CRO"`,
				"prestador_registro": `"8619"`,
				"pagador_nome":       `"Maria Fernanda Pereira de Caldeira"`,
				"pagador_cpf":        `"20658740822"`,
				"descricao_servico":  `"Clareamento dental de consultório"`,
				"valor":              "2120",
				"data_emissao":       `"2023-10-02"`,
			}},
		{"an expert's report of social security", "LAUDO_MEDICO", `
INSTITUTO NACIONAL DO SEGURO SOCIAL                        MINISTÉRIO DA PREVIDÊNCIA SOCIAL
PERÍCIA MÉDICA FEDERAL                                     APS: 21001010 - SALVADOR-MERCÊS
                    LAUDO MÉDICO PERICIAL
Data do exame: 10/02/2025          Data da emissão: 11/02/2025
Nome: NINA PRADO LUZ
NB: 31/645.123.456-7       NIT: 120.44556.67-8       CPF: 529.982.247-25
Data de nascimento: 01/02/1980     Sexo: Feminino    Estado civil: Casada
Ocupação: Auxiliar de limpeza
HISTÓRICO
Segurada refere dor lombar há cerca de dois anos, com irradiação para membro inferior esquerdo. Em uso de
pregabalina. Apresenta ressonância de 10/12/2024.
EXAME FÍSICO
Bom estado geral, marcha claudicante, Lasègue positivo à esquerda.
CONSIDERAÇÕES
Quadro clínico compatível com lombociatalgia em fase aguda.
RESULTADO
Existe incapacidade laborativa.
CID: M54.4 - Lumbago com ciática
DID: 01/03/2023    DII: 05/01/2025    DCB: 10/05/2025
Perito Médico Federal: DAVI COSTA NUNES
Matrícula SIAPE: 1234567          CRM: 12345/BA`,
			map[string]string{
				"paciente_nome":            `"NINA PRADO LUZ"`,
				"paciente_cpf":             `"52998224725"`,
				"paciente_data_nascimento": `"1980-02-01"`,
				"medico_nome":              `"DAVI COSTA NUNES"`,
				"medico_crm":               `"12345"`,
				"medico_crm_uf":            `"BA"`,
				"cids":                     `[{"codigo":"M54.4","descricao":"Lumbago com ciática"}]`,
				"data_emissao":             `"2025-02-11"`,
			}},
		{"a report of a radiologist in technique, analysis and impression", "LAUDO_MEDICO", `
CDI - CENTRO DE DIAGNÓSTICO POR IMAGEM LTDA
CNPJ 11.222.333/0001-81  -  Av. Sete de Setembro, 1000 - Salvador - BA

Paciente: NINA PRADO LUZ                        Idade: 45 anos (01/02/1980)
Solicitante: Dr. Bento Alves Prado              Data do exame: 10/02/2025
Convênio: UNIMED                                Protocolo: 99887

                 RESSONÂNCIA MAGNÉTICA DA COLUNA LOMBOSSACRA

Técnica:
Exame realizado com sequências ponderadas em T1 e T2 nos planos sagital e axial.

Análise:
Redução da altura e do sinal do disco L4-L5, com protrusão discal póstero-lateral esquerda.
Canal vertebral de calibre normal.

Impressão:
Protrusão discal póstero-lateral esquerda em L4-L5.

                             Dr. Davi Costa Nunes
                      CRM-BA 12345   RQE 6789
                       Radiologia e Diagnóstico por Imagem

Laudo liberado eletronicamente em 11/02/2025 14:33`,
			map[string]string{
				"paciente_nome":        `"NINA PRADO LUZ"`,
				"medico_nome":          `"Davi Costa Nunes"`,
				"medico_crm":           `"12345"`,
				"medico_crm_uf":        `"BA"`,
				"especialidade":        `"Radiologia e Diagnóstico por Imagem"`,
				"exame":                `"RESSONÂNCIA MAGNÉTICA DA COLUNA LOMBOSSACRA"`,
				"diagnostico":          `"Redução da altura e do sinal do disco L4-L5, com protrusão discal póstero-lateral esquerda. Canal vertebral de calibre normal."`,
				"conclusao":            `"Protrusão discal póstero-lateral esquerda em L4-L5."`,
				"estabelecimento_nome": `"CDI - CENTRO DE DIAGNÓSTICO POR IMAGEM LTDA"`,
				"estabelecimento_cnpj": `"11222333000181"`,
				"data_emissao":         `"2025-02-11"`,
				"cidade":               `"Salvador"`,
				"uf":                   `"BA"`,
			}},
		{"a certificate with the specialty before the number of the council", "LAUDO_MEDICO", `
                          CLÍNICA VIDA NOVA
          Rua das Flores, 100 - Centro - Maringá/PR  Fone: (44) 3222-1000

                          ATESTADO MÉDICO

     Atesto, para os devidos fins, a pedido do(a) interessado(a), que CAIO BRITO NUNES, portador(a) do
RG nº 1.234.567-8, esteve sob meus cuidados profissionais no dia 12/03/2025, das 08:00 às 09:30 horas,
necessitando de 5 (cinco) dias de afastamento de suas atividades laborais a partir desta data.

     CID 10: J11

                                       Maringá, 12 de março de 2025.


                                  _____________________________
                                   Dra. Clara Nunes Rosa
                                   Clínica Geral - CRM/PR 23456`,
			map[string]string{
				"paciente_nome":    `"CAIO BRITO NUNES"`,
				"medico_nome":      `"Clara Nunes Rosa"`,
				"medico_crm":       `"23456"`,
				"medico_crm_uf":    `"PR"`,
				"especialidade":    `"Clínica Geral"`,
				"cids":             `[{"codigo":"J11"}]`,
				"dias_afastamento": "5",
				"data_emissao":     `"2025-03-12"`,
			}},
		{"a numbered form of the public health service", "LAUDO_MEDICO", `
Sistema Único de Saúde - Ministério da Saúde
LAUDO PARA SOLICITAÇÃO DE AUTORIZAÇÃO DE INTERNAÇÃO HOSPITALAR
IDENTIFICAÇÃO DO ESTABELECIMENTO DE SAÚDE
1 - NOME DO ESTABELECIMENTO SOLICITANTE                          2 - CNES
HOSPITAL MUNICIPAL SÃO JOSÉ                                      2436469
IDENTIFICAÇÃO DO PACIENTE
5 - NOME DO PACIENTE                                             6 - Nº DO PRONTUÁRIO
NINA PRADO LUZ                                                   998877
7 - CARTÃO NACIONAL DE SAÚDE (CNS)    8 - DATA DE NASCIMENTO     9 - SEXO
700 0000 0000 0000                    01/02/1980                 FEM.
10 - NOME DA MÃE OU RESPONSÁVEL                                  11 - TELEFONE DE CONTATO
AURORA PRADO                                                     (47) 99999-0000
JUSTIFICATIVA DA INTERNAÇÃO
17 - PRINCIPAIS SINAIS E SINTOMAS CLÍNICOS
DOR EM FOSSA ILÍACA DIREITA, FEBRE E VÔMITOS
20 - DIAGNÓSTICO INICIAL             21 - CID 10 PRINCIPAL       22 - CID 10 SECUNDÁRIO
APENDICITE AGUDA                     K35.8
28 - NOME DO PROFISSIONAL SOLICITANTE/ASSISTENTE   29 - DATA DA SOLICITAÇÃO   30 - ASSINATURA E CARIMBO (Nº DO REGISTRO DO CONSELHO)
DAVI COSTA NUNES                                   12/03/2025                 CRM/SC 12345`,
			map[string]string{
				"paciente_nome":        `"NINA PRADO LUZ"`,
				"medico_nome":          `"DAVI COSTA NUNES"`,
				"medico_crm":           `"12345"`,
				"medico_crm_uf":        `"SC"`,
				"cids":                 `[{"codigo":"K35.8"}]`,
				"diagnostico":          `"APENDICITE AGUDA"`,
				"estabelecimento_nome": `"HOSPITAL MUNICIPAL SÃO JOSÉ"`,
				"data_emissao":         `"2025-03-12"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
