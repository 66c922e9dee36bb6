package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Tax declarations, and papers of doctors and clinics, in layouts that the samples
// do not have.
func TestTaxAndHealthDocuments(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a declaration with labels and values on a line and a summary in parts", "DECLARACAO_IR_ANTERIOR", `
NOME: OTAVIO LUZ PRADO                                                     IMPOSTO SOBRE A RENDA - PESSOA FÍSICA
CPF: 529.982.247-25
DECLARAÇÃO DE AJUSTE ANUAL - OPÇÃO PELAS DEDUÇÕES LEGAIS         EXERCÍCIO 2023     ANO-CALENDÁRIO 2022

IDENTIFICAÇÃO DO CONTRIBUINTE
Nome: OTAVIO LUZ PRADO                                       CPF: 529.982.247-25
Data de Nascimento: 10/02/1970                               Título Eleitoral: 001122334455
Possui cônjuge ou companheiro(a)? Não
Endereço: RUA DO SOL                                         Número: 45
Complemento: APTO 12                                         Bairro/Distrito: CENTRO
Município: NATAL                                             UF: RN
CEP: 59010-000                                               DDD/Telefone: (84) 3222-1111
Natureza da Ocupação: 01 - Empregado de empresa do setor privado
Ocupação Principal: 212 - Analista de sistemas
Tipo de declaração: Declaração de Ajuste Anual Original
Nº do recibo da última declaração entregue do exercício de 2022: 001122334455

DEPENDENTES

CÓDIGO   NOME                             DATA DE NASCIMENTO     CPF
21       NINA LUZ PRADO                   03/04/2012             111.444.777-35
TOTAL DE DEDUÇÃO COM DEPENDENTES                                 2.275,08

RENDIMENTOS TRIBUTÁVEIS RECEBIDOS DE PESSOA JURÍDICA PELO TITULAR                              (Valores em Reais)
NOME DA FONTE PAGADORA        CNPJ/CPF DA FONTE      REND. RECEBIDOS      CONTR. PREVID.    IMPOSTO RETIDO     13º SALÁRIO
                              PAGADORA               DE PES. JURÍDICA     OFICIAL           NA FONTE
OFICINA BOA RODA LTDA         11.222.333/0001-81     100.000,00           9.000,00          15.000,00          7.500,00
TOTAL                                                100.000,00           9.000,00          15.000,00          7.500,00

DECLARAÇÃO DE BENS E DIREITOS                                                                  (Valores em Reais)
GRUPO   CÓDIGO   DISCRIMINAÇÃO                                           SITUAÇÃO EM 31/12/2021   SITUAÇÃO EM 31/12/2022
02      01       VEICULO AUTOMOTOR TERRESTRE ADQUIRIDO EM 2019           40.000,00                40.000,00
                 105 - BRASIL
06      01       CONTA CORRENTE NO BANCO DO VALE                         1.000,00                 2.500,50
TOTAL                                                                    41.000,00                42.500,50

RESUMO
RENDIMENTOS TRIBUTÁVEIS
Recebidos de Pessoa Jurídica pelo titular                    100.000,00
TOTAL                                                        100.000,00
DEDUÇÕES
Contribuição à previdência oficial                             9.000,00
Dependentes                                                    2.275,08
TOTAL                                                         11.275,08
IMPOSTO DEVIDO
Base de cálculo do imposto                                    88.724,92
Imposto devido                                                13.966,10
Total do imposto devido                                       13.966,10
IMPOSTO PAGO
Imposto retido na fonte do titular                            15.000,00
Total do imposto pago                                         15.000,00
IMPOSTO A RESTITUIR                                            1.033,90
SALDO DE IMPOSTO A PAGAR                                           0,00`,
			map[string]string{
				"nome": `"OTAVIO LUZ PRADO"`, "cpf": `"52998224725"`, "exercicio": "2023", "ano_calendario": "2022", "tipo_declaracao": `"completa"`, "retificadora": "false",
				"endereco": `"RUA DO SOL"`, "municipio": `"NATAL"`, "uf": `"RN"`, "ocupacao": `"212 - Analista de sistemas"`, "numero_recibo": "",
				"rendimentos_tributaveis": "100000", "total_deducoes": "11275.08", "base_calculo": "88724.92", "imposto_devido": "13966.1", "imposto_pago": "15000",
				"imposto_a_restituir": "1033.9", "saldo_imposto_a_pagar": "0", "bens_direitos_ano_anterior": "41000", "bens_direitos_ano_atual": "42500.5",
				"dependentes":      `[{"nome":"NINA LUZ PRADO","cpf":"11144477735","data_nascimento":"2012-04-03"}]`,
				"fontes_pagadoras": `[{"nome":"OFICINA BOA RODA LTDA","cpf_cnpj":"11222333000181","rendimentos":100000,"imposto_retido":15000,"decimo_terceiro":7500}]`,
				"bens_direitos": `[{"grupo":"02","codigo":"01","descricao":"VEICULO AUTOMOTOR TERRESTRE ADQUIRIDO EM 2019","valor_anterior":40000,"valor_atual":40000},` +
					`{"grupo":"06","codigo":"01","descricao":"CONTA CORRENTE NO BANCO DO VALE","valor_anterior":1000,"valor_atual":2500.5}]`,
			}},
		{"a receipt of delivery with a spaced number", "IRPF", `
                    MINISTÉRIO DA ECONOMIA
       SECRETARIA ESPECIAL DA RECEITA FEDERAL DO BRASIL
  IMPOSTO SOBRE A RENDA - PESSOA FÍSICA    EXERCÍCIO 2022    ANO-CALENDÁRIO 2021

   RECIBO DE ENTREGA DA DECLARAÇÃO DE AJUSTE ANUAL - OPÇÃO PELO DESCONTO SIMPLIFICADO

IDENTIFICAÇÃO DO DECLARANTE
CPF do declarante    Nome do declarante            Telefone
529.982.247-25       OTAVIO LUZ PRADO              (84) 3222-1111
Endereço                              Número       Complemento
RUA DO SOL                            45           APTO 12
Bairro/Distrito      CEP              Município              UF
CENTRO               59010-000        NATAL                  RN

                                              (Valores em Reais)
TOTAL RENDIMENTOS TRIBUTÁVEIS                          50.000,00
IMPOSTO DEVIDO                                          1.200,00
IMPOSTO A RESTITUIR                                         0,00
SALDO DE IMPOSTO A PAGAR                                  150,00
IMPOSTO A PAGAR GANHO DE CAPITAL - MOEDA EM ESPÉCIE         0,00

Declaração recebida via Internet pelo Agente Receptor SERPRO em 20/04/2022 às 10:11:12 1234567890

Sr(a) OTAVIO LUZ PRADO,
O NÚMERO DE RECIBO DE SUA DECLARAÇÃO apresentada em 20/04/2022, às 10:11:12, é,

                      12.34.56.78.90 - 12`,
			map[string]string{
				"nome": `"OTAVIO LUZ PRADO"`, "cpf": `"52998224725"`, "exercicio": "2022", "ano_calendario": "2021", "tipo_declaracao": `"simplificada"`,
				"numero_recibo": `"123456789012"`, "data_entrega": `"2022-04-20"`, "endereco": `"RUA DO SOL"`, "municipio": `"NATAL"`, "uf": `"RN"`,
				"rendimentos_tributaveis": "50000", "imposto_devido": "1200", "imposto_a_restituir": "0", "saldo_imposto_a_pagar": "150",
			}},
		{"a dentist's receipt in labelled lines", "DESPESA_MEDICA", `
             RECIBO DE HONORÁRIOS ODONTOLÓGICOS            Nº 0123

Recebi de: Otávio Luz Prado
CPF: 529.982.247-25
Valor: R$ 350,00 (trezentos e cinquenta reais)
Referente a: limpeza e restauração
Paciente: Nina Luz Prado
Data do atendimento: 10/03/2025

Natal/RN, 12 de março de 2025

             ______________________
             Dra. Caia Brito Nunes
             CRO-RN 4567
             CPF 111.444.777-35`,
			map[string]string{
				"tipo": `"recibo"`, "numero_documento": `"0123"`, "pagador_nome": `"Otávio Luz Prado"`, "pagador_cpf": `"52998224725"`, "valor": "350",
				"descricao_servico": `"limpeza e restauração"`, "paciente_nome": `"Nina Luz Prado"`, "data_atendimento": `"2025-03-10"`, "data_emissao": `"2025-03-12"`,
				"cidade": `"Natal"`, "uf": `"RN"`, "prestador_nome": `"Caia Brito Nunes"`, "prestador_conselho": `"CRO"`, "prestador_registro": `"4567"`, "prestador_cpf_cnpj": `"11144477735"`,
			}},
		{"a city's invoice with labels before the values", "DESPESA_MEDICA", `
PREFEITURA DO MUNICÍPIO DE NATAL                          Número da Nota: 00004521
SECRETARIA MUNICIPAL DA FAZENDA                           Data e Hora de Emissão: 05/06/2025 14:22:10
NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e                Código de Verificação: AB12-CD34

                          PRESTADOR DE SERVIÇOS
CPF/CNPJ: 11.222.333/0001-81                  Inscrição Municipal: 1.234.567-8
Nome/Razão Social: CLINICA BOM VIVER LTDA
Endereço: R DO SOL 45 - CENTRO - CEP: 59010-000
Município: Natal                              UF: RN

                          TOMADOR DE SERVIÇOS
Nome/Razão Social: OTAVIO LUZ PRADO
CPF/CNPJ: 529.982.247-25                      Inscrição Municipal: ----
Endereço: R DA PRAIA 77 - CENTRO - CEP: 59020-000
Município: Parnamirim      UF: RN             E-mail: otavio@correio.example

                          DISCRIMINAÇÃO DOS SERVIÇOS
Consulta oftalmológica e mapeamento de retina

                  VALOR TOTAL DO SERVIÇO = R$ 480,00
Valor Total das Deduções (R$)   Base de Cálculo (R$)   Alíquota (%)   Valor do ISS (R$)
0,00                            480,00                 2,00           9,60`,
			map[string]string{
				"tipo": `"nota_fiscal"`, "numero_documento": `"00004521"`, "prestador_nome": `"CLINICA BOM VIVER LTDA"`, "prestador_cpf_cnpj": `"11222333000181"`,
				"pagador_nome": `"OTAVIO LUZ PRADO"`, "pagador_cpf": `"52998224725"`, "descricao_servico": `"Consulta oftalmológica e mapeamento de retina"`,
				"data_emissao": `"2025-06-05"`, "valor": "480", "cidade": `"Natal"`, "uf": `"RN"`, "paciente_nome": "",
			}},
		{"a sick note in other words", "LAUDO_MEDICO", `
               HOSPITAL BOM VIVER LTDA
               CNPJ: 11.222.333/0001-81

                 ATESTADO

Declaro que o paciente Otávio Luz Prado, portador do CPF 529.982.247-25, foi atendido neste serviço no
dia 10/03/2025 e deverá permanecer afastado de suas atividades laborais por um período de 07 (sete) dias.
CID: M54.5 / M51.1

Natal, 10 de março de 2025.

               Dr. Caio Brito Nunes
               Ortopedista - CRM/RN 4567`,
			map[string]string{
				"paciente_nome": `"Otávio Luz Prado"`, "paciente_cpf": `"52998224725"`, "dias_afastamento": "7", "cids": `[{"codigo":"M54.5"},{"codigo":"M51.1"}]`,
				"cidade": `"Natal"`, "data_emissao": `"2025-03-10"`, "medico_nome": `"Caio Brito Nunes"`, "medico_crm": `"4567"`, "medico_crm_uf": `"RN"`,
				"estabelecimento_nome": `"HOSPITAL BOM VIVER LTDA"`, "estabelecimento_cnpj": `"11222333000181"`,
			}},
		{"an examination with labels in capitals", "LAUDO_MEDICO", `
CENTRO DE IMAGEM BOM VIVER LTDA                      CNPJ 11.222.333/0001-81

PACIENTE: OTAVIO LUZ PRADO                           IDADE: 55 anos
DATA DE NASCIMENTO: 10/02/1970                       CONVÊNIO: PARTICULAR
MÉDICO SOLICITANTE: DRA. NINA PRADO LUZ              DATA: 11/03/2025
EXAME: TOMOGRAFIA COMPUTADORIZADA DO TÓRAX

ANÁLISE:
Pulmões com volume e atenuação normais. Não há derrame pleural.

IMPRESSÃO DIAGNÓSTICA:
Exame sem alterações significativas.

               Caio Brito Nunes
               Médico Radiologista
               CRM-RN 4567`,
			map[string]string{
				"paciente_nome": `"OTAVIO LUZ PRADO"`, "paciente_data_nascimento": `"1970-02-10"`, "exame": `"TOMOGRAFIA COMPUTADORIZADA DO TÓRAX"`, "data_emissao": `"2025-03-11"`,
				"diagnostico": `"Pulmões com volume e atenuação normais. Não há derrame pleural."`, "conclusao": `"Exame sem alterações significativas."`,
				"medico_nome": `"Caio Brito Nunes"`, "medico_crm": `"4567"`, "medico_crm_uf": `"RN"`, "especialidade": `"Médico Radiologista"`, "estabelecimento_nome": `"CENTRO DE IMAGEM BOM VIVER LTDA"`,
			}},
		{"a summary of a declaration with money signs", "IRPF", `
Meu Imposto de Renda                                        Receita Federal
Resumo da Declaração IRPF 2025
Ano-calendário 2024

Nome do contribuinte: ANA PRADO LUZ
CPF: 529.982.247-25
Modalidade: Desconto simplificado
Situação: Em processamento
Data de entrega: 12/04/2025 10:22
Número do recibo: 123456789012
Declaração: Original

Total de rendimentos tributáveis         R$ 90.000,00
Desconto simplificado                    R$ 16.754,34
Base de cálculo                          R$ 73.245,66
Imposto devido                           R$ 9.500,00
Imposto pago                             R$ 10.000,00
Imposto a restituir                      R$ 500,00
Rendimentos isentos e não tributáveis    R$ 1.000,00
Rendimentos sujeitos à tributação exclusiva/definitiva   R$ 2.000,00

Bens e direitos em 31/12/2023            R$ 100.000,00
Bens e direitos em 31/12/2024            R$ 120.000,00
Dívidas e ônus reais em 31/12/2023       R$ 5.000,00
Dívidas e ônus reais em 31/12/2024       R$ 3.000,00`,
			map[string]string{
				"nome": `"ANA PRADO LUZ"`, "exercicio": "2025", "ano_calendario": "2024", "tipo_declaracao": `"simplificada"`, "retificadora": "false",
				"numero_recibo": `"123456789012"`, "data_entrega": `"2025-04-12"`, "rendimentos_tributaveis": "90000", "rendimentos_isentos": "1000",
				"rendimentos_tributacao_exclusiva": "2000", "total_deducoes": "16754.34", "imposto_a_restituir": "500", "saldo_imposto_a_pagar": "",
				"bens_direitos_ano_anterior": "100000", "bens_direitos_ano_atual": "120000", "dividas_ano_anterior": "5000", "dividas_ano_atual": "3000",
			}},
		{"an invoice whose parties stand without labels", "DESPESA_MEDICA", `
Prefeitura de Belo Horizonte
NFS-e - NOTA FISCAL DE SERVIÇOS ELETRÔNICA            Nº: 2025/1234
Emitida em: 10/03/2025 às 10:20:30    Competência: 10/03/2025    Código de Verificação: abcd1234

Prestador do(s) Serviço(s)
CLINICA DE FISIOTERAPIA MOVER LTDA
CPF/CNPJ: 11.222.333/0001-81       Inscrição Municipal: 0123456/001-2
RUA DO SOL, 45 - CENTRO - CEP: 30110-000
Belo Horizonte - MG

Tomador do(s) Serviço(s)
ANA PRADO LUZ
CPF/CNPJ: 529.982.247-25
RUA DA PRAIA, 77 - CENTRO - CEP: 30120-000
Belo Horizonte - MG

Discriminação do(s) Serviço(s)
10 sessões de fisioterapia - paciente: Bia Luz Prado

Código de Tributação do Município (CTISS)
0408-0/02-88 / Fisioterapia

Valor dos serviços:          R$ 1.000,00
(-) Descontos:               R$ 0,00
(-) Retenções Federais:      R$ 0,00
(=) Valor líquido:           R$ 1.000,00`,
			map[string]string{
				"tipo": `"nota_fiscal"`, "numero_documento": `"2025/1234"`, "prestador_nome": `"CLINICA DE FISIOTERAPIA MOVER LTDA"`, "prestador_cpf_cnpj": `"11222333000181"`,
				"pagador_nome": `"ANA PRADO LUZ"`, "pagador_cpf": `"52998224725"`, "paciente_nome": `"Bia Luz Prado"`, "descricao_servico": `"10 sessões de fisioterapia"`,
				"data_emissao": `"2025-03-10"`, "valor": "1000", "cidade": `"Belo Horizonte"`, "uf": `"MG"`,
			}},
		{"a report on a hospital's paper", "LAUDO_MEDICO", `
HOSPITAL SANTA CLARA S.A.                                     CNPJ: 11.222.333/0001-81
Av. Brasil, 1000 - Recife/PE

RELATÓRIO MÉDICO

Nome do paciente: Ana Prado Luz                Data de nascimento: 10/02/1970
CPF: 529.982.247-25

Paciente acompanhada neste serviço com diagnóstico de artrite reumatoide (CID M05.8), em uso de
metotrexato. Apresenta limitação para atividades manuais.

Conclusão: incapacidade parcial e temporária.

Recife, 12 de setembro de 2025

Dr. Caio Brito Nunes
Reumatologista
CRM/PE 9988`,
			map[string]string{
				"paciente_nome": `"Ana Prado Luz"`, "paciente_cpf": `"52998224725"`, "cids": `[{"codigo":"M05.8"}]`, "conclusao": `"incapacidade parcial e temporária."`,
				"estabelecimento_nome": `"HOSPITAL SANTA CLARA S.A."`, "medico_nome": `"Caio Brito Nunes"`, "medico_crm": `"9988"`, "medico_crm_uf": `"PE"`,
				"especialidade": `"Reumatologista"`, "data_emissao": `"2025-09-12"`, "cidade": `"Recife"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}

func TestCodeOfDiseaseOnScan(t *testing.T) {
	got := read(t, "LAUDO_MEDICO", documenttest.Scanned(0.8, `
ATESTADO MÉDICO

Atesto que Ana Prado Luz necessita de 2 dias de repouso. CID-10: MS4.5 (Dor lombar baixa).

Dr. Caio Brito Nunes
CRM/PE 9988`))
	if want := `[{"codigo":"M54.5","descricao":"Dor lombar baixa"}]`; got["cids"] != want {
		t.Errorf("got %s, want %s", got["cids"], want)
	}
}
