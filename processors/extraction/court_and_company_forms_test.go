package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Alterations of companies, published notices, notes of health services and mandates before
// a notary in further arrangements.
func TestCourtAndCompanyForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a transfer of quotas with the partners that result", "CONTRATO_SOCIAL", `
                 4ª ALTERAÇÃO DO CONTRATO SOCIAL
                 ALFA PANIFICAÇÃO LTDA
                 CNPJ 11.222.333/0001-81 - NIRE 35212345678

OTÁVIO LUZ PRADO, brasileiro, casado, empresário, CPF 529.982.247-25, residente na Rua da Praia, 77, Natal/RN, e CAIO BRITO NUNES,
brasileiro, solteiro, padeiro, CPF 111.444.777-35, residente na Rua do Sol, 7, Natal/RN, únicos sócios da sociedade acima, resolvem
alterar o contrato social:

1. DA CESSÃO. O sócio CAIO BRITO NUNES retira-se da sociedade, cedendo e transferindo a totalidade de suas quotas a ANA LUZ MELO,
brasileira, solteira, contadora, CPF 390.533.447-05, que ingressa na sociedade.

2. DO CAPITAL. O capital social de R$ 50.000,00 (cinquenta mil reais), dividido em 50.000 quotas de R$ 1,00, fica assim distribuído:

QUOTISTA               Nº DE COTAS       EM R$            %
OTÁVIO LUZ PRADO       30.000            30.000,00        60
ANA LUZ MELO           20.000            20.000,00        40
TOTAL                  50.000            50.000,00       100

3. DO OBJETO. A sociedade continua a ter por objeto a fabricação de pães e bolos.

4. DA RATIFICAÇÃO. Ficam mantidas as demais cláusulas, inclusive o foro de Natal.

Natal, 12 de maio de 2025.`,
			map[string]string{
				"numero_alteracao": `4`, "capital_social": `50000`, "quantidade_quotas": `50000`, "valor_quota": `1`,
				"objeto_social": `"fabricação de pães e bolos."`, "foro": `"Natal"`, "data_assinatura": `"2025-05-12"`,
				"socios": `[{"nome":"OTÁVIO LUZ PRADO","cpf":"52998224725","quotas":30000,"valor":30000,"participacao":60},` +
					`{"nome":"ANA LUZ MELO","cpf":"39053344705","quotas":20000,"valor":20000,"participacao":40}]`,
			}},
		{"articles of a holding in articles", "CONTRATO_SOCIAL", `
                 CONTRATO SOCIAL
                 PRADO PARTICIPAÇÕES LTDA

OTÁVIO LUZ PRADO, brasileiro, casado, médico, CPF nº 529.982.247-25, e ANA LUZ MELO, brasileira, casada, arquiteta, CPF nº
390.533.447-05, constituem uma sociedade limitada, regida pelos artigos seguintes:

Artigo 1º - A sociedade girará sob o nome empresarial de PRADO PARTICIPAÇÕES LTDA.

Artigo 2º - A sede social é na Avenida Norte, 2500, sala 301, Casa Amarela, Recife/PE, CEP 52070-000.

Artigo 3º - O objeto social é a participação em outras sociedades, como sócia ou acionista, e a administração de bens próprios.

Artigo 4º - A sociedade durará por prazo indeterminado.

Artigo 5º - O capital social é de R$ 100.000,00 (cem mil reais), dividido em 1.000 quotas de R$ 100,00 cada, subscritas assim:
OTÁVIO LUZ PRADO, 700 quotas, no valor de R$ 70.000,00, equivalentes a 70%;
ANA LUZ MELO, 300 quotas, no valor de R$ 30.000,00, equivalentes a 30%.

Artigo 6º - A administração caberá ao sócio OTÁVIO LUZ PRADO, isoladamente.

Artigo 7º - Fica eleito o foro da Comarca de Recife, PE.

Recife/PE, 3 de março de 2024.`,
			map[string]string{
				"razao_social": `"PRADO PARTICIPAÇÕES LTDA."`, "endereco_sede": `"Avenida Norte, 2500, sala 301, Casa Amarela"`, "cidade": `"Recife"`,
				"uf": `"PE"`, "cep": `"52070000"`, "capital_social": `100000`, "quantidade_quotas": `1000`, "valor_quota": `100`,
				"objeto_social":   `"participação em outras sociedades, como sócia ou acionista, e a administração de bens próprios."`,
				"prazo_duracao":   `"prazo indeterminado"`,
				"administradores": `[{"nome":"OTÁVIO LUZ PRADO"}]`,
				"socios": `[{"nome":"OTÁVIO LUZ PRADO","cpf":"52998224725","quotas":700,"valor":70000,"participacao":70},` +
					`{"nome":"ANA LUZ MELO","cpf":"39053344705","quotas":300,"valor":30000,"participacao":30}]`,
				"data_assinatura": `"2024-03-03"`,
			}},
		{"an EIRELI that becomes a company of one partner", "CONTRATO_SOCIAL", `
              ATO DE TRANSFORMAÇÃO DE EIRELI EM SOCIEDADE LIMITADA UNIPESSOAL
              BETA CONSULTORIA EIRELI

NINA PRADO REIS, brasileira, divorciada, engenheira, CPF 987.654.321-00, titular da empresa BETA CONSULTORIA EIRELI, CNPJ
45.997.418/0001-53, NIRE 26600123456, resolve transformá-la em sociedade limitada unipessoal, mediante o seguinte contrato social:

Cláusula 1ª - DO NOME. A sociedade passa a girar sob a denominação social BETA CONSULTORIA LTDA.
Cláusula 2ª - DA SEDE. A sociedade tem sede na Rua do Sol, 900, Boa Vista, Recife/PE, CEP 50060-000.
Cláusula 3ª - DO OBJETO. Constitui objeto da sociedade a consultoria em gestão empresarial.
Cláusula 4ª - DO CAPITAL. O capital social de R$ 80.000,00 (oitenta mil reais), totalmente integralizado, é dividido em 80.000 quotas no
valor nominal de R$ 1,00 (um real) cada uma, pertencentes em sua totalidade à sócia única NINA PRADO REIS.
Cláusula 5ª - DA ADMINISTRAÇÃO. A administração cabe à sócia NINA PRADO REIS.
Cláusula 6ª - DO FORO. Fica eleito o foro de Recife/PE.

Recife, 8 de agosto de 2023.`,
			map[string]string{
				"razao_social": `"BETA CONSULTORIA LTDA."`, "cnpj": `"45997418000153"`, "nire": `"26600123456"`, "capital_social": `80000`, "quantidade_quotas": `80000`,
				"valor_quota": `1`, "objeto_social": `"consultoria em gestão empresarial."`, "endereco_sede": `"Rua do Sol, 900, Boa Vista"`,
				"administradores": `[{"nome":"NINA PRADO REIS"}]`, "data_assinatura": `"2023-08-08"`,
			}},
		{"a notice of the gazette", "DOCUMENTO_JURIDICO", `
Diário da Justiça Eletrônico - Caderno Judicial - 1ª Instância
TRIBUNAL DE JUSTIÇA DO ESTADO DE SÃO PAULO
Comarca de Campinas - 4ª Vara Cível
Disponibilização: 12/05/2025

INTIMAÇÃO

Processo 1005432-18.2023.8.26.0114 - Execução de Título Extrajudicial - Duplicata - Exeqte: Alfa Comércio Ltda - Exectdo:
Caio Brito Nunes - Vistos. Manifeste-se a exequente sobre a certidão do oficial de justiça, no prazo de 10 (dez) dias. Int. -
ADV: OTÁVIO LUZ PRADO (OAB 123456/SP), NINA PRADO REIS (OAB 234567/SP)`,
			map[string]string{
				"tipo_documento": `"intimacao"`, "classe_processual": `"Execução de Título Extrajudicial"`, "assunto": `"Duplicata"`,
				"partes":    `[{"papel":"Exeqte","nome":"Alfa Comércio Ltda"},{"papel":"Exectdo","nome":"Caio Brito Nunes"}]`,
				"advogados": `[{"nome":"OTÁVIO LUZ PRADO","oab":"OAB 123456/SP"},{"nome":"NINA PRADO REIS","oab":"OAB 234567/SP"}]`,
				"vara":      `"4ª Vara Cível"`, "comarca": `"Campinas"`,
				"dispositivo": `"Manifeste-se a exequente sobre a certidão do oficial de justiça, no prazo de 10 (dez) dias."`,
			}},
		{"a note of a clinic with units behind its labels", "DESPESA_MEDICA", `
PREFEITURA DO RECIFE                                              NÚMERO DA NOTA: 4512
NOTA FISCAL DE SERVIÇOS ELETRÔNICA - NFS-e                        DATA DE EMISSÃO: 12/05/2025

PRESTADOR DE SERVIÇOS
Nome/Razão Social: CLÍNICA DO SOL FISIOTERAPIA LTDA               CNPJ: 11.222.333/0001-81
Município: Recife       UF: PE

TOMADOR DE SERVIÇOS
Nome/Razão Social: ANA LUZ MELO                                   CPF: 390.533.447-05

DISCRIMINAÇÃO DOS SERVIÇOS
SESSÕES DE FISIOTERAPIA
PACIENTE: CAIO LUZ MELO CPF 111.444.777-35

Valor dos serviços (R$)     Deduções (R$)     Base de cálculo (R$)     Alíquota     Valor do ISS em R$
850,00                      0,00              850,00                   2,00%        17,00`,
			map[string]string{
				"valor": `850`, "paciente_nome": `"CAIO LUZ MELO"`, "paciente_cpf": `"11144477735"`, "pagador_nome": `"ANA LUZ MELO"`,
				"numero_documento": `"4512"`, "prestador_nome": `"CLÍNICA DO SOL FISIOTERAPIA LTDA"`,
			}},
		{"works with witnesses in numbered lines", "CONTRATO", `
CONTRATO DE REFORMA DE CASA

DONA DA OBRA: ANA LUZ MELO, brasileira, solteira, CPF 390.533.447-05, residente na Rua do Sol, 7, Tirol, Natal/RN.
EMPREITEIRO: CAIO BRITO NUNES, brasileiro, casado, pedreiro, CPF 111.444.777-35, residente na Rua da Praia, 77, Natal/RN.

1. Objeto. O presente contrato tem por objeto a pintura interna da casa da dona da obra.
2. Preço. O preço total é de R$ 9.000,00 (nove mil reais), pago em 3 parcelas iguais, conforme o cronograma anexo.
3. Prazo. Os serviços terão a duração de 45 (quarenta e cinco) dias, com início em 02/06/2025.
4. Foro. Elegem o foro de Natal.

Natal/RN, 28 de maio de 2025.

Testemunhas:
1) Otávio Luz Prado            CPF 529.982.247-25        __________________
2) Nina Prado Reis             CPF 987.654.321-00        __________________`,
			map[string]string{
				"testemunhas":     `[{"nome":"Otávio Luz Prado","cpf":"52998224725"},{"nome":"Nina Prado Reis","cpf":"98765432100"}]`,
				"forma_pagamento": `"em 3 parcelas iguais"`, "valor_total": `9000`, "prazo": `"45 (quarenta e cinco) dias"`, "data_inicio": `"2025-06-02"`,
				"objeto": `"a pintura interna da casa da dona da obra."`,
				"partes": `[{"papel":"DONA DA OBRA","nome":"ANA LUZ MELO","cpf_cnpj":"39053344705","endereco":"Rua do Sol, 7, Tirol, Natal/RN"},` +
					`{"papel":"EMPREITEIRO","nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","endereco":"Rua da Praia, 77, Natal/RN"}]`,
			}},
		{"a mandate drawn up before a notary", "PROCURACAO", `
1º TABELIONATO DE NOTAS DE NATAL
Livro: 0452-P      Folha: 117

PROCURAÇÃO

Outorgante: ANA LUZ MELO, brasileira, solteira, arquiteta, CPF 390.533.447-05, residente na Rua do Sol, 7, Tirol, Natal/RN.
Outorgado: CAIO BRITO NUNES, brasileiro, casado, contador, CPF 111.444.777-35, residente na Rua da Praia, 77, Natal/RN.
Poderes: para vender o imóvel da Rua do Sol, 7, podendo assinar a escritura e dar quitação.

Lavrada em 12/05/2025 por Nina Prado Reis, tabeliã substituta. Emolumentos: R$ 120,00.`,
			map[string]string{
				"tipo": `"publica"`, "livro": `"0452-P"`, "folha": `"117"`, "cartorio_nome": `"1º TABELIONATO DE NOTAS DE NATAL"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			compare(t, read(t, c.typ, documenttest.Typewritten(c.page)), c.want)
		})
	}
}
