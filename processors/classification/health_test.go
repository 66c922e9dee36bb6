package classification_test

import (
	"strings"
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/schemas/event"
)

// A city's service invoice, where only who served and what was done tell the trade.
const serviceInvoice = `
                    PREFEITURA DO MUNICÍPIO DE NATAL                          Número da Nota
                    NOTA FISCAL ELETRÔNICA DE SERVIÇOS - NFS-e                00012345
                                   PRESTADOR DE SERVIÇOS
CPF/CNPJ: 11.222.333/0001-81                         Inscrição Municipal: 3.456.789-0
Nome/Razão Social: PROVIDER
Município: Natal                                     UF: RN
                                   TOMADOR DE SERVIÇOS
Nome/Razão Social: NINA LUZ PRADO
CPF/CNPJ: 529.982.247-25                             Inscrição Municipal: ----
                               DISCRIMINAÇÃO DOS SERVIÇOS
SERVICE

                        VALOR TOTAL DO SERVIÇO = R$ 1.200,00`

// nationalInvoice is the form of the national portal: nearly all its words are of any trade.
const nationalInvoice = `
NFS-e                              DANFSe v2.0                              Município: Natal / RN
                          Documento Auxiliar da NFS-e                   Sistema Nacional da NFS-e
CHAVE DE ACESSO DA NFS-e
24081021211222333000181207439174914553061687736387
NÚMERO DA NFS-e           COMPETÊNCIA DA NFS-e           DATA E HORA DA EMISSÃO DA NFS-e
58                        24/10/2026                     24/10/2026 09:31:00
NÚMERO DA DPS             SÉRIE DA DPS                   DATA E HORA DA EMISSÃO DA DPS
3182                      1                              24/10/2026 09:30:00
EMITENTE DA NFS-e         SITUAÇÃO DA NFS-e              FINALIDADE
Prestador                 NFS-e Gerada                   -
PRESTADOR / FORNECEDOR    CNPJ / CPF / NIF               INDICADOR MUNICIPAL (INSCRIÇÃO)      TELEFONE
                          11.222.333/0001-81             446759                               -
NOME / NOME EMPRESARIAL                 MUNICÍPIO / SIGLA UF           CÓDIGO IBGE / CEP
PROVIDER                                Natal / RN                     2408102 / 59.022-234
SIMPLES NACIONAL NA DATA DE COMPETÊNCIA                    REGIME DE APURAÇÃO TRIBUTÁRIA PELO SN
Não Optante                                                -
TOMADOR / ADQUIRENTE      CNPJ / CPF / NIF               INDICADOR MUNICIPAL (INSCRIÇÃO)      TELEFONE
                          529.982.247-25                 -                                    -
NOME / NOME EMPRESARIAL                 MUNICÍPIO / SIGLA UF           CÓDIGO IBGE / CEP
NINA LUZ PRADO                          -                              3106200 / 30.665-108
DESTINATÁRIO DA OPERAÇÃO
Destinatário da operação não identificado na NFS-e
INTERMEDIÁRIO DA OPERAÇÃO
Intermediário do Serviço não identificado na NFS-e
SERVIÇO PRESTADO          CÓDIGO DE TRIBUTAÇÃO NACIONAL / MUNICIPAL     LOCAL DA PRESTAÇÃO / SIGLA UF / PAÍS
                          010101                                        Natal / RN / BR
DESCRIÇÃO DO SERVIÇO
SERVICE
TRIBUTAÇÃO MUNICIPAL (ISSQN)     TIPO DE TRIBUTAÇÃO DO ISSQN     MUNICÍPIO / SIGLA UF / PAÍS DA INCIDÊNCIA DO ISSQN
                                 Operação tributável             Natal
REGIME ESPECIAL DE TRIBUTAÇÃO DO ISSQN   TIPO DE IMUNIDADE DO ISSQN   NÚMERO PROCESSO SUSPENSÃO
Nenhum                                   -                            -
BC ISSQN                  ALÍQUOTA APLICADA              RETENÇÃO DO ISSQN        ISSQN APURADO
421,17                    5,00%                          Não Retido               21,06
TRIBUTAÇÃO FEDERAL        IRRF     CONTRIBUIÇÃO PREVIDENCIÁRIA - RETIDA     CONTRIBUIÇÕES SOCIAIS - RETIDAS
                          -        -                                        -
TRIBUTAÇÃO IBS / CBS      CST / cClassTrib               INDICADOR DE OPERAÇÃO / CÓDIGO IBGE INCIDÊNCIA
EXCLUSÕES E REDUÇÕES DA BASE DE CÁLCULO  RED. ALÍQUOTA IBS / RED. ALÍQUOTA CBS   ALÍQUOTA - IBS UF / IBS MUN
-                                        -                                       -
ALÍQ. EFETIVA MUNICIPAL - IBS   VALOR APURADO MUNICIPAL - IBS   VALOR APURADO ESTADUAL - IBS
-                               -                               -
VALOR TOTAL APURADO - IBS   ALÍQUOTA - CBS               ALÍQUOTA EFETIVA - CBS   VALOR TOTAL APURADO - CBS
-                           -                            -                        -
VALOR TOTAL DA NFS-e      VALOR DA OPERAÇÃO / SERVIÇO    DESCONTO INCONDICIONADO  DESCONTO CONDICIONADO
                          421,17                         -                        -
TOTAL DAS RETENÇÕES (ISSQN / FEDERAIS)  VALOR LÍQUIDO DA NFS-e   TOTAL DO IBS/CBS   VALOR LÍQUIDO DA NFS-e + IBS/CBS
-                                       421,17                   -                  -`

// A service invoice is a medical expense where the service is one of health, and of no
// type else: of no health service, or of one for animals.
func TestServiceInvoices(t *testing.T) {
	for _, c := range []struct{ name, provider, service, want string }{
		{"physiotherapy", "CLINICA BEM ESTAR LTDA", "10 sessões de fisioterapia motora", "DESPESA_MEDICA"},
		{"a hospital", "HOSPITAL DO SOL S.A.", "Diárias e taxas de sala, conta 123", "DESPESA_MEDICA"},
		{"a dentist", "SORRISO ODONTOLOGIA LTDA", "Restauração do elemento 36", "DESPESA_MEDICA"},
		{"a garage", "OFICINA BEM ESTAR LTDA", "Troca de óleo e revisão de freios", ""},
		{"a consultancy", "ALFA CONSULTORIA LTDA", "Análise de procedimentos e exame de documentos", ""},
		{"a veterinary clinic", "CLINICA VETERINARIA BICHO BOM LTDA", "Consulta e vacinação do animal Rex", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for form, page := range map[string]string{"municipal": serviceInvoice, "national": nationalInvoice} {
				page = strings.NewReplacer("PROVIDER", c.provider, "SERVICE", c.service).Replace(page)
				if d := detect(documenttest.Typewritten(page), "", event.Extract); text(d.Type) != c.want {
					t.Errorf("%s form: type is %q, detected %q with %.2f", form, text(d.Type), text(d.Detected), *d.Confidence)
				}
			}
		})
	}
}

// A health plan's letter lists months as a school's does.
func TestMonthsOfAHealthPlan(t *testing.T) {
	const page = `
                          PREVENIR SÊNIOR PRIVATE OPERADORA DE SAÚDE LTDA
                 Rua Lourenço Marques, 158 – Vila Olímpia – São Paulo – SP – CEP 04547-100
                               CNPJ 00.461.809/0001-10 – ANS nº 30.214-7
                            DECLARAÇÃO DE PAGAMENTOS – IRPF
Declaramos, para fins de comprovação junto à Secretaria da Receita Federal do Brasil, que a Sra. THEREZINHA DE JESUS ARANHA LACERDA, inscrita no CPF
sob o nº 044.182.093-01, beneficiária do contrato nº 000.418.827-3, carteirinha 0418.8207.3300-1, plano PREVENIR BÁSICO ENFERMARIA, efetuou durante o
ano de 2022 os pagamentos das mensalidades abaixo discriminadas:
                     Competência        Vencimento        Pagamento            Valor Pago
                     01/2022            10/01/2022        09/01/2022           R$ 1.088,42
                     02/2022            10/02/2022        09/02/2022           R$ 1.088,42
                     03/2022            10/03/2022        09/03/2022           R$ 1.088,42
                     04/2022            10/04/2022        09/04/2022           R$ 1.088,42
                     05/2022            10/05/2022        09/05/2022           R$ 1.088,42
                     06/2022            10/06/2022        09/06/2022           R$ 1.088,42
                     07/2022            10/07/2022        09/07/2022           R$ 1.088,42
                     08/2022            10/08/2022        09/08/2022           R$ 1.088,42
                     09/2022            10/09/2022        09/09/2022           R$ 1.088,42
                     10/2022            10/10/2022        09/10/2022           R$ 1.088,42
                     11/2022            10/11/2022        09/11/2022           R$ 1.088,42
                     12/2022            10/12/2022        10/12/2022           R$ 1.216,88
                     Total pago no ano-calendário de 2022                      R$ 13.831,80
Não houve reembolso de despesas médicas no período.
São Paulo, 31 de janeiro de 2023.
                                        Departamento Financeiro
                     Documento emitido pelo Portal do Beneficiário – dispensa assinatura`
	if d := detect(documenttest.Typewritten(page), "", event.Extract); text(d.Type) != "INFORME_PLANO_SAUDE" {
		t.Errorf("type is %q, detected %q with %.2f", text(d.Type), text(d.Detected), *d.Confidence)
	}
}
