package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Papers of courts, leases, work and health in further wordings.
func TestCourtAndLeaseForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"minutes of a hearing", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO
JUSTIÇA DO TRABALHO
TRIBUNAL REGIONAL DO TRABALHO DA 6ª REGIÃO
3ª VARA DO TRABALHO DE RECIFE

TERMO DE AUDIÊNCIA

Processo nº 0000555-35.2024.5.06.0003
Reclamante: ANA LUZ MELO
Reclamada: ALFA COMÉRCIO LTDA

Em 12 de maio de 2025, na sala de sessões da 3ª Vara do Trabalho de Recife, sob a direção da Juíza do Trabalho NINA PRADO REIS,
realizou-se a audiência. Presente a parte autora, acompanhada de seu advogado, Dr. OTÁVIO LUZ PRADO, OAB 12345/PE.

CONCILIAÇÃO: A reclamada pagará à reclamante a quantia de R$ 5.000,00 em duas parcelas. Acordo homologado.

Nada mais.`,
			map[string]string{
				"tipo_documento": `"outro"`, "tribunal": `"TRIBUNAL REGIONAL DO TRABALHO DA 6ª REGIÃO"`, "vara": `"3ª VARA DO TRABALHO DE RECIFE"`, "data_documento": `"2025-05-12"`,
				"partes":    `[{"papel":"Reclamante","nome":"ANA LUZ MELO"},{"papel":"Reclamada","nome":"ALFA COMÉRCIO LTDA"}]`,
				"advogados": `[{"nome":"OTÁVIO LUZ PRADO","oab":"OAB 12345/PE"}]`,
			}},
		{"a warrant", "DOCUMENTO_JURIDICO", `
TRIBUNAL DE JUSTIÇA DO ESTADO DE PERNAMBUCO
Comarca de Olinda - 2ª Vara Cível
MANDADO DE CITAÇÃO

Processo nº: 0004321-59.2025.8.17.2990
Classe: Despejo por Falta de Pagamento
Assunto: Locação de Imóvel
Autor(a): OTÁVIO LUZ PRADO
Réu: CAIO BRITO NUNES
Valor da causa: R$ 12.000,00

O Dr. José Prado Lima, Juiz de Direito, MANDA ao Oficial de Justiça que CITE o réu, no endereço Rua do Sol, 7, para contestar a ação no
prazo de 15 (quinze) dias.

Olinda, 10 de março de 2025.`,
			map[string]string{
				"tipo_documento": `"mandado"`, "comarca": `"Olinda"`, "vara": `"2ª Vara Cível"`, "classe_processual": `"Despejo por Falta de Pagamento"`,
				"assunto": `"Locação de Imóvel"`, "valor_causa": `12000`, "data_documento": `"2025-03-10"`, "magistrado_nome": `"José Prado Lima"`,
				"partes": `[{"papel":"Autor(a)","nome":"OTÁVIO LUZ PRADO"},{"papel":"Réu","nome":"CAIO BRITO NUNES"}]`,
			}},
		{"a notice of an appeal", "DOCUMENTO_JURIDICO", `
DJE - Tribunal de Justiça do Estado do Paraná
6ª Câmara Cível
Publicação em 20/08/2024

ACÓRDÃO

Processo 0012345-42.2022.8.16.0001 - Apelação Cível - Indenização por Dano Moral - Apte: Beta Seguros S.A. - Apda: Nina Prado
Reis - ACORDAM os Desembargadores, por unanimidade, em negar provimento ao recurso. Relator: Des. Otávio Luz Prado. - Advs.: CAIO
BRITO NUNES (OAB 45678/PR) e ANA LUZ MELO (OAB 56789/PR)`,
			map[string]string{
				"tipo_documento": `"acordao"`, "classe_processual": `"Apelação Cível"`, "assunto": `"Indenização por Dano Moral"`, "vara": `"6ª Câmara Cível"`,
				"partes":          `[{"papel":"Apte","nome":"Beta Seguros S.A."},{"papel":"Apda","nome":"Nina Prado Reis"}]`,
				"advogados":       `[{"nome":"CAIO BRITO NUNES","oab":"OAB 45678/PR"},{"nome":"ANA LUZ MELO","oab":"OAB 56789/PR"}]`,
				"magistrado_nome": `"Otávio Luz Prado"`,
			}},
		{"a lease of a shop in numbered items", "CONTRATO", `
INSTRUMENTO PARTICULAR DE LOCAÇÃO COMERCIAL

PROPRIETÁRIA: ANA LUZ MELO, brasileira, viúva, CPF 390.533.447-05, residente na Rua do Sol, 7, Tirol, Natal/RN.
INQUILINA: ALFA COMÉRCIO LTDA, CNPJ 11.222.333/0001-81, com sede na Rua da Praia, 77, Centro, Natal/RN.

1.1. Constitui objeto deste instrumento a locação da loja 3 da Avenida Brasil, 900, Natal/RN.
1.2. O prazo da locação é de 36 (trinta e seis) meses, com início em 01/02/2025 e término em 31/01/2028.
1.3. O aluguel mensal é de R$ 3.500,00 (três mil e quinhentos reais), a ser pago até o dia 5 de cada mês, mediante depósito bancário.
1.4. Fica eleito o foro da Comarca de Natal.

Natal, 20 de janeiro de 2025.`,
			map[string]string{
				"titulo": `"INSTRUMENTO PARTICULAR DE LOCAÇÃO COMERCIAL"`, "valor_mensal": `3500`, "prazo": `"36 (trinta e seis) meses"`, "data_inicio": `"2025-02-01"`,
				"data_termino": `"2028-01-31"`, "data_assinatura": `"2025-01-20"`, "foro": `"Comarca de Natal"`, "cidade": `"Natal"`,
				"partes": `[{"papel":"PROPRIETÁRIA","nome":"ANA LUZ MELO","cpf_cnpj":"39053344705","endereco":"Rua do Sol, 7, Tirol, Natal/RN"},` +
					`{"papel":"INQUILINA","nome":"ALFA COMÉRCIO LTDA","cpf_cnpj":"11222333000181","endereco":"Rua da Praia, 77, Centro, Natal/RN"}]`,
			}},
		{"work in a household", "CONTRATO", `
CONTRATO DE TRABALHO DOMÉSTICO

EMPREGADORA: ANA LUZ MELO, CPF 390.533.447-05, residente na Rua do Sol, 7, Tirol, Natal/RN.
EMPREGADA: NINA PRADO REIS, CPF 987.654.321-00, CTPS 12345, residente na Rua da Praia, 77, Natal/RN.

1) A EMPREGADA exercerá a função de cozinheira, de segunda a sexta-feira.
2) O salário mensal será de R$ 2.100,00, pago até o quinto dia útil, por transferência bancária.
3) O contrato vigorará por prazo indeterminado, a partir de 01/07/2025.

Natal/RN, 25 de junho de 2025.`,
			map[string]string{
				"titulo": `"CONTRATO DE TRABALHO DOMÉSTICO"`, "valor_mensal": `2100`, "prazo": `"indeterminado"`, "data_inicio": `"2025-07-01"`, "data_assinatura": `"2025-06-25"`,
				"objeto": `"a função de cozinheira, de segunda a sexta-feira."`,
			}},
		{"a partner admitted, quotas in a sentence each", "CONTRATO_SOCIAL", `
SEGUNDA ALTERAÇÃO CONTRATUAL
GAMA SERVIÇOS LTDA
CNPJ 45.997.418/0001-53

Pelo presente instrumento, OTÁVIO LUZ PRADO, brasileiro, casado, técnico, CPF 529.982.247-25, e CAIO BRITO NUNES, brasileiro, solteiro,
técnico, CPF 111.444.777-35, sócios da sociedade GAMA SERVIÇOS LTDA, resolvem:

I - Admitir na sociedade ANA LUZ MELO, brasileira, solteira, administradora, CPF 390.533.447-05.
II - O capital social passa a ser de R$ 90.000,00 (noventa mil reais), dividido em 90.000 cotas de R$ 1,00 cada, assim distribuídas:
a) OTÁVIO LUZ PRADO: 30.000 cotas, R$ 30.000,00;
b) CAIO BRITO NUNES: 30.000 cotas, R$ 30.000,00;
c) ANA LUZ MELO: 30.000 cotas, R$ 30.000,00.
III - A sede passa a ser na Rua do Sol, 900, Boa Vista, Recife/PE, CEP 50060-000.
IV - A administração será exercida por OTÁVIO LUZ PRADO e ANA LUZ MELO, em conjunto.

Recife, 10 de janeiro de 2025.`,
			map[string]string{
				"razao_social": `"GAMA SERVIÇOS LTDA"`, "numero_alteracao": `2`, "capital_social": `90000`, "quantidade_quotas": `90000`, "valor_quota": `1`,
				"endereco_sede": `"Rua do Sol, 900, Boa Vista"`, "cidade": `"Recife"`, "cep": `"50060000"`,
				"administradores": `[{"nome":"OTÁVIO LUZ PRADO"},{"nome":"ANA LUZ MELO"}]`,
				"socios": `[{"nome":"OTÁVIO LUZ PRADO","cpf":"52998224725","quotas":30000,"valor":30000},{"nome":"CAIO BRITO NUNES","cpf":"11144477735","quotas":30000,"valor":30000},` +
					`{"nome":"ANA LUZ MELO","cpf":"39053344705","quotas":30000,"valor":30000}]`,
			}},
		{"a note of the national form for a doctor", "DESPESA_MEDICA", `
DANFSe v1.0 - Documento Auxiliar da NFS-e
Número da NFS-e          Competência da NFS-e        Data e Hora da emissão da NFS-e
88                       05/2025                     12/05/2025 10:11:12
EMITENTE DA NFS-e
CNPJ                     Nome / Nome Empresarial
11.222.333/0001-81       SOL SERVIÇOS MÉDICOS LTDA
Município: Natal - RN
TOMADOR DO SERVIÇO
CPF                      Nome / Nome Empresarial
390.533.447-05           ANA LUZ MELO
SERVIÇO PRESTADO
Descrição do Serviço
Consulta médica em dermatologia
VALOR TOTAL DA NFS-e
Valor do Serviço em R$        Desconto        Valor Líquido da NFS-e em R$
420,00                        0,00            420,00`,
			map[string]string{
				"valor": `420`, "numero_documento": `"88"`, "pagador_nome": `"ANA LUZ MELO"`, "pagador_cpf": `"39053344705"`, "prestador_nome": `"SOL SERVIÇOS MÉDICOS LTDA"`,
				"data_emissao": `"2025-05-12"`, "descricao_servico": `"Consulta médica em dermatologia"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
