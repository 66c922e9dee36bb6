package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Further forms of contracts, articles, judgments and mandates.
func TestProseForms(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"articles in capitals of a company of one partner", "CONTRATO_SOCIAL", `
       INSTRUMENTO DE CONSTITUIÇÃO DE SOCIEDADE LIMITADA UNIPESSOAL
                 PADARIA DO SOL LTDA

NINA PRADO LUZ, BRASILEIRA, EMPRESÁRIA, SOLTEIRA, NASCIDA EM 10/10/1980, CPF Nº 529.982.247-25, RG Nº 1.234.567 SSP/RN,
RESIDENTE E DOMICILIADA NA RUA DAS FLORES, 12, CENTRO, NATAL/RN, CEP 59010-000, RESOLVE CONSTITUIR UMA SOCIEDADE
LIMITADA UNIPESSOAL MEDIANTE AS SEGUINTES CLÁUSULAS:

CLÁUSULA PRIMEIRA - A SOCIEDADE GIRARÁ SOB O NOME EMPRESARIAL PADARIA DO SOL LTDA E TERÁ SEDE E DOMICÍLIO NA RUA DA
PRAIA, 77, CENTRO, NATAL/RN, CEP 59012-100.

CLÁUSULA SEGUNDA - O OBJETO SOCIAL SERÁ A FABRICAÇÃO DE PÃES E A VENDA DE ALIMENTOS.

CLÁUSULA TERCEIRA - O CAPITAL SOCIAL SERÁ DE R$ 20.000,00 (VINTE MIL REAIS), DIVIDIDO EM 20.000 QUOTAS DE VALOR NOMINAL
R$ 1,00 (UM REAL) CADA UMA, INTEGRALIZADAS NESTE ATO EM MOEDA CORRENTE DO PAÍS PELA SÓCIA NINA PRADO LUZ.

CLÁUSULA QUARTA - O PRAZO DE DURAÇÃO DA SOCIEDADE É INDETERMINADO.

CLÁUSULA QUINTA - A ADMINISTRAÇÃO DA SOCIEDADE CABERÁ À SÓCIA NINA PRADO LUZ, QUE REPRESENTARÁ A SOCIEDADE.

CLÁUSULA SEXTA - FICA ELEITO O FORO DE NATAL/RN PARA O EXERCÍCIO DOS DIREITOS RESULTANTES DESTE CONTRATO.

NATAL/RN, 10 DE MARÇO DE 2025.`,
			map[string]string{
				"razao_social": `"PADARIA DO SOL LTDA"`, "endereco_sede": `"RUA DA PRAIA, 77, CENTRO"`, "cidade": `"NATAL"`, "uf": `"RN"`, "cep": `"59012100"`,
				"objeto_social": `"FABRICAÇÃO DE PÃES E A VENDA DE ALIMENTOS."`, "capital_social": "20000", "quantidade_quotas": "20000", "valor_quota": "1",
				"prazo_duracao": `"INDETERMINADO"`, "administradores": `[{"nome":"NINA PRADO LUZ"}]`, "foro": `"NATAL/RN"`, "data_assinatura": `"2025-03-10"`,
			}},
		{"an amendment that withdraws a partner", "CONTRATO_SOCIAL", `
          2ª ALTERAÇÃO CONTRATUAL DA SOCIEDADE
              LUZ & NUNES TRANSPORTES LTDA
CNPJ/MF nº 11.222.333/0001-81            NIRE 24200123456

OTÁVIO LUZ PRADO, brasileiro, casado sob o regime da comunhão parcial de bens, motorista, portador da CNH nº 01234567890
DETRAN/RN e do CPF nº 529.982.247-25, residente na Rua da Praia, 77, Natal/RN; e
CAIO BRITO NUNES, brasileiro, solteiro, contador, CPF nº 111.444.777-35, residente na Rua do Sol, 7, Natal/RN,
únicos sócios da sociedade empresária limitada acima, resolvem:

Cláusula 1ª - A sociedade passa a ter sua sede na Avenida Brasil, 900, Lagoa Nova, Natal/RN, CEP 59075-000.

Cláusula 2ª - O capital social, de R$ 50.000,00 (cinquenta mil reais), dividido em 50.000 quotas de R$ 1,00 cada uma,
totalmente integralizado, fica assim distribuído:

OTÁVIO LUZ PRADO ............ 30.000 quotas ............ R$ 30.000,00
CAIO BRITO NUNES ............ 20.000 quotas ............ R$ 20.000,00

Cláusula 3ª - A administração da sociedade caberá a ambos os sócios, OTÁVIO LUZ PRADO e CAIO BRITO NUNES, em conjunto.

Cláusula 4ª - O foro deste contrato é o da Comarca de Natal/RN.

Natal/RN, 5 de maio de 2025.

JUCERN - CERTIFICO O DEFERIMENTO EM 12/05/2025 SOB Nº 20250123456.`,
			map[string]string{
				"razao_social": `"LUZ & NUNES TRANSPORTES LTDA"`, "cnpj": `"11222333000181"`, "nire": `"24200123456"`, "numero_alteracao": "2",
				"socios": `[{"nome":"OTÁVIO LUZ PRADO","cpf":"52998224725","quotas":30000,"valor":30000},` +
					`{"nome":"CAIO BRITO NUNES","cpf":"11144477735","quotas":20000,"valor":20000}]`,
				"administradores": `[{"nome":"OTÁVIO LUZ PRADO"},{"nome":"CAIO BRITO NUNES"}]`, "foro": `"Comarca de Natal/RN"`,
				"data_registro": `"2025-05-12"`, "numero_registro": `"20250123456"`, "capital_social": "50000", "endereco_sede": `"Avenida Brasil, 900, Lagoa Nova"`,
			}},
		{"a judgment of a small claims court", "DOCUMENTO_JURIDICO", `
                     PODER JUDICIÁRIO DO ESTADO DO PARANÁ
            2º JUIZADO ESPECIAL CÍVEL DE LONDRINA - PROJUDI

Processo: 0001234-83.2024.8.16.0014
Classe Processual: Procedimento do Juizado Especial Cível
Assunto Principal: Indenização por Dano Moral
Valor da Causa: R$ 12.000,00
Polo Ativo(s): NINA PRADO LUZ (CPF/CNPJ: 529.982.247-25)
Polo Passivo(s): ALFA COMÉRCIO LTDA (CPF/CNPJ: 11.222.333/0001-81)

                              SENTENÇA

Dispensado o relatório, na forma do art. 38 da Lei 9.099/95.

Diante do exposto, JULGO PROCEDENTE o pedido para condenar a ré ao pagamento de R$ 5.000,00 a título de danos morais.

Publique-se. Registre-se. Intimem-se.

Londrina, 7 de outubro de 2024.

CAIO BRITO NUNES
Juiz de Direito`,
			map[string]string{
				"tipo_documento": `"sentenca"`, "classe_processual": `"Procedimento do Juizado Especial Cível"`, "assunto": `"Indenização por Dano Moral"`, "valor_causa": "12000",
				"partes":          `[{"papel":"Polo Ativo(s)","nome":"NINA PRADO LUZ","cpf_cnpj":"52998224725"},{"papel":"Polo Passivo(s)","nome":"ALFA COMÉRCIO LTDA","cpf_cnpj":"11222333000181"}]`,
				"magistrado_nome": `"CAIO BRITO NUNES"`, "data_documento": `"2024-10-07"`,
				"dispositivo": `"JULGO PROCEDENTE o pedido para condenar a ré ao pagamento de R$ 5.000,00 a título de danos morais."`,
			}},
		{"a mandate that lists its lawyers in a table", "PROCURACAO", `
                         PROCURAÇÃO AD JUDICIA

OUTORGANTE
Nome: CAIO BRITO NUNES
CPF/MF nº: 111.444.777-35
Domicílio: Rua do Sol, 7, Recife/PE

OUTORGADOS
Advogado                         OAB
Otávio Luz Prado                 OAB/PE 12.345
Nina Prado Luz                   OAB/PE 23.456
todos com escritório na Rua da Aurora, 325, Recife/PE.

PODERES
O outorgante confere aos outorgados os poderes da cláusula ad judicia et extra, para o foro em geral.

Recife/PE, 3 de fevereiro de 2025.`,
			map[string]string{
				"outorgantes": `[{"nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","endereco":"Rua do Sol, 7, Recife/PE"}]`,
				"outorgados":  `[{"nome":"Otávio Luz Prado","oab":"OAB/PE 12.345"},{"nome":"Nina Prado Luz","oab":"OAB/PE 23.456"}]`,
			}},
		{"a loan for use whose parties stand in two boxes", "CONTRATO", `
               CONTRATO DE COMODATO DE EQUIPAMENTO
Instrumento nº 77/2025

COMODANTE                                    COMODATÁRIA
Alfa Comércio Ltda                           Nina Prado Luz
CNPJ: 11.222.333/0001-81                     CPF: 529.982.247-25
Rua do Sol, 45, Centro                       Avenida Brasil, 900, Lagoa Nova

Cláusula 1ª - A comodante cede à comodatária um refrigerador expositor de 400 litros.

Cláusula 2ª - O comodato vigorará por 12 (doze) meses, com início em 01/02/2025 e término em 31/01/2026.

Cláusula 3ª - Fica eleito o foro da Comarca de Natal/RN.

Natal/RN, 28 de janeiro de 2025.`,
			map[string]string{
				"titulo": `"CONTRATO DE COMODATO DE EQUIPAMENTO"`, "numero_contrato": `"77/2025"`, "objeto": `"um refrigerador expositor de 400 litros."`,
				"partes": `[{"papel":"COMODANTE","nome":"Alfa Comércio Ltda","cpf_cnpj":"11222333000181","endereco":"Rua do Sol, 45, Centro"},` +
					`{"papel":"COMODATÁRIA","nome":"Nina Prado Luz","cpf_cnpj":"52998224725","endereco":"Avenida Brasil, 900, Lagoa Nova"}]`,
				"prazo": `"12 (doze) meses"`, "data_inicio": `"2025-02-01"`, "data_termino": `"2026-01-31"`, "foro": `"Comarca de Natal/RN"`,
			}},
		{"a court order of the electronic register", "DOCUMENTO_JURIDICO", `
PODER JUDICIÁRIO
JUSTIÇA DO TRABALHO
TRIBUNAL REGIONAL DO TRABALHO DA 21ª REGIÃO
3ª VARA DO TRABALHO DE NATAL
ATOrd 0000123-64.2024.5.21.0003
AUTOR: CAIO BRITO NUNES
RÉU: ALFA COMÉRCIO LTDA

                           DESPACHO

Vistos.

Intime-se o reclamante para que se manifeste sobre a contestação no prazo de 10 dias.

NATAL/RN, 14 de agosto de 2024.

NINA PRADO LUZ
Juíza do Trabalho Titular`,
			map[string]string{
				"tipo_documento": `"despacho"`, "tribunal": `"TRIBUNAL REGIONAL DO TRABALHO DA 21ª REGIÃO"`,
				"partes":         `[{"papel":"AUTOR","nome":"CAIO BRITO NUNES"},{"papel":"RÉU","nome":"ALFA COMÉRCIO LTDA"}]`,
				"data_documento": `"2024-08-14"`, "magistrado_nome": `"NINA PRADO LUZ"`, "uf": `"RN"`, "classe_processual": `"ATOrd"`,
			}},
		{"a first petition that qualifies both sides", "DOCUMENTO_JURIDICO", `
EXCELENTÍSSIMO SENHOR DOUTOR JUIZ DE DIREITO DA 5ª VARA CÍVEL DA COMARCA DE RECIFE - PE

NINA PRADO LUZ, brasileira, solteira, professora, inscrita no CPF sob o nº 529.982.247-25, residente na Rua do Sol, 7,
Recife/PE, por seu advogado que esta subscreve, vem, respeitosamente, à presença de Vossa Excelência, propor

          AÇÃO DE INDENIZAÇÃO POR DANOS MATERIAIS E MORAIS

em face de ALFA COMÉRCIO LTDA, pessoa jurídica de direito privado, inscrita no CNPJ sob o nº 11.222.333/0001-81, com sede
na Rua da Praia, 77, Recife/PE, pelos fatos e fundamentos a seguir.

I - DOS FATOS
A autora comprou um fogão que nunca foi entregue.

II - DOS PEDIDOS
Ante o exposto, requer a citação da ré e a procedência dos pedidos.

Dá-se à causa o valor de R$ 15.000,00 (quinze mil reais).

Termos em que, pede deferimento.

Recife, 10 de abril de 2025.

Otávio Luz Prado
OAB/PE 12.345`,
			map[string]string{
				"tipo_documento": `"peticao"`, "vara": `"5ª VARA CÍVEL"`, "comarca": `"RECIFE"`, "uf": `"PE"`, "valor_causa": "15000",
				"classe_processual": `"AÇÃO DE INDENIZAÇÃO POR DANOS MATERIAIS E MORAIS"`, "data_documento": `"2025-04-10"`,
				"advogados": `[{"nome":"Otávio Luz Prado","oab":"OAB/PE 12.345"}]`, "dispositivo": `"a citação da ré e a procedência dos pedidos."`,
			}},
		{"a delegation to another lawyer", "PROCURACAO", `
                      SUBSTABELECIMENTO

Substabeleço, com reserva de iguais, na pessoa da Dra. NINA PRADO LUZ, brasileira, solteira, advogada, inscrita na OAB/PE
sob o nº 23.456, com escritório na Rua da Aurora, 325, Recife/PE, os poderes que me foram conferidos por CAIO BRITO NUNES
nos autos da ação que move contra Alfa Comércio Ltda.

Recife, 3 de fevereiro de 2025.

OTÁVIO LUZ PRADO
OAB/PE 12.345`,
			map[string]string{
				"tipo": `"particular"`, "data_assinatura": `"2025-02-03"`, "cidade": `"Recife"`,
				"poderes": `"os poderes que me foram conferidos por CAIO BRITO NUNES nos autos da ação que move contra Alfa Comércio Ltda."`,
			}},
		{"a public mandate of husband and wife", "PROCURACAO", `
REPÚBLICA FEDERATIVA DO BRASIL
ESTADO DO CEARÁ - COMARCA DE SOBRAL
CARTÓRIO DO 1º OFÍCIO DE NOTAS
Livro: 0087-P      Folhas: 112/113      Protocolo: 4455

PROCURAÇÃO BASTANTE QUE FAZEM: CAIO BRITO NUNES E NINA PRADO LUZ

SAIBAM quantos este público instrumento de procuração virem que aos dezoito (18) dias do mês de junho do ano de dois mil e
vinte e cinco (2025), nesta cidade de Sobral, Estado do Ceará, em cartório, compareceram como outorgantes: CAIO BRITO
NUNES, brasileiro, casado, comerciante, portador do RG nº 1.234.567 SSP/CE e CPF nº 111.444.777-35, e sua esposa NINA
PRADO LUZ, brasileira, casada, costureira, portadora do RG nº 2.345.678 SSP/CE e CPF nº 529.982.247-25, residentes na Rua
das Flores, 12, Sobral/CE; e por eles me foi dito que nomeiam e constituem seu bastante procurador OTÁVIO LUZ PRADO,
brasileiro, solteiro, corretor de imóveis, CPF nº 390.533.447-05, a quem conferem poderes para vender o imóvel da
matrícula 5.566. Dou fé.`,
			map[string]string{
				"tipo": `"publica"`, "livro": `"0087-P"`, "folha": `"112/113"`, "data_assinatura": `"2025-06-18"`, "cidade": `"Sobral"`, "uf": `"CE"`,
				"outorgantes": `[{"nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","rg":"1234567","nacionalidade":"brasileiro","estado_civil":"casado","profissao":"comerciante"},` +
					`{"nome":"NINA PRADO LUZ","cpf_cnpj":"52998224725","rg":"2345678","nacionalidade":"brasileira","estado_civil":"casada","profissao":"costureira","endereco":"Rua das Flores, 12, Sobral/CE"}]`,
				"poderes":    `"poderes para vender o imóvel da matrícula 5.566."`,
				"outorgados": `[{"nome":"OTÁVIO LUZ PRADO","cpf_cnpj":"39053344705","nacionalidade":"brasileiro","estado_civil":"solteiro","profissao":"corretor de imóveis"}]`,
			}},
		{"a contract of services in articles", "CONTRATO", `
CONTRATO DE PRESTAÇÃO DE SERVIÇOS DE CONTABILIDADE Nº 045/2025

CONTRATANTE: ALFA COMÉRCIO LTDA, CNPJ 11.222.333/0001-81, estabelecida na Rua do Sol, 45, Centro, Natal/RN.
CONTRATADO(A): NINA PRADO LUZ, contadora, CPF 529.982.247-25, com escritório na Avenida Brasil, 900, Lagoa Nova, Natal/RN.

Art. 1º O presente contrato tem por finalidade a prestação de serviços de escrituração contábil e fiscal.

Art. 2º Pelos serviços a CONTRATANTE pagará honorários mensais de R$ 1.800,00 (mil e oitocentos reais), até o dia 10 de
cada mês, por meio de boleto bancário.

Art. 3º Este contrato tem vigência de 12 (doze) meses, de 01/03/2025 a 28/02/2026.

Art. 4º As partes elegem o foro da Comarca de Natal/RN.

Natal/RN, 26 de fevereiro de 2025.

Testemunhas:
Nome: Caio Brito Nunes           Nome: Otávio Luz Prado
CPF: 111.444.777-35              CPF: 390.533.447-05`,
			map[string]string{
				"titulo": `"CONTRATO DE PRESTAÇÃO DE SERVIÇOS DE CONTABILIDADE"`, "numero_contrato": `"045/2025"`,
				"objeto": `"a prestação de serviços de escrituração contábil e fiscal."`, "valor_mensal": "1800", "prazo": `"12 (doze) meses"`,
				"data_inicio": `"2025-03-01"`, "data_termino": `"2026-02-28"`, "foro": `"Comarca de Natal/RN"`, "data_assinatura": `"2025-02-26"`,
				"forma_pagamento": `"até o dia 10 de cada mês, por meio de boleto bancário."`,
				"testemunhas":     `[{"nome":"Caio Brito Nunes","cpf":"11144477735"},{"nome":"Otávio Luz Prado","cpf":"39053344705"}]`,
				"partes": `[{"papel":"CONTRATANTE","nome":"ALFA COMÉRCIO LTDA","cpf_cnpj":"11222333000181","endereco":"Rua do Sol, 45, Centro, Natal/RN"},` +
					`{"papel":"CONTRATADO(A)","nome":"NINA PRADO LUZ","cpf_cnpj":"52998224725","endereco":"Avenida Brasil, 900, Lagoa Nova, Natal/RN"}]`,
			}},
		{"articles in items with letters", "CONTRATO_SOCIAL", `
CONTRATO DE CONSTITUIÇÃO DE SOCIEDADE SIMPLES LIMITADA
CLÍNICA BOA VIDA LTDA

Pelo presente instrumento, as partes: a) NINA PRADO LUZ, brasileira, divorciada, médica, CPF 529.982.247-25, residente na
Rua do Sol, 7, Recife/PE; b) CAIO BRITO NUNES, brasileiro, viúvo, médico, CPF 111.444.777-35, residente na Rua da Aurora,
325, Recife/PE, constituem uma sociedade simples limitada:

DA DENOMINAÇÃO E SEDE
Art. 1º A sociedade denomina-se CLÍNICA BOA VIDA LTDA, com nome fantasia BOA VIDA, e tem sede na Avenida Boa Viagem, 1200,
sala 301, Boa Viagem, Recife/PE, CEP 51011-000.

DO OBJETO
Art. 2º A sociedade tem por objeto a prestação de serviços médicos ambulatoriais.

DO CAPITAL
Art. 3º O capital social é de R$ 100.000,00 (cem mil reais), representado por 1.000 quotas de R$ 100,00 cada uma,
subscritas: NINA PRADO LUZ, 600 quotas, R$ 60.000,00, 60%; CAIO BRITO NUNES, 400 quotas, R$ 40.000,00, 40%.

DA ADMINISTRAÇÃO
Art. 4º A sociedade será administrada por NINA PRADO LUZ, isoladamente.

DA DURAÇÃO
Art. 5º A sociedade durará por prazo indeterminado.

Recife, 2 de junho de 2025.`,
			map[string]string{
				"razao_social": `"CLÍNICA BOA VIDA LTDA"`, "nome_fantasia": `"BOA VIDA"`, "endereco_sede": `"Avenida Boa Viagem, 1200, sala 301, Boa Viagem"`,
				"cidade": `"Recife"`, "uf": `"PE"`, "cep": `"51011000"`, "capital_social": "100000", "quantidade_quotas": "1000", "valor_quota": "100",
				"socios": `[{"nome":"NINA PRADO LUZ","cpf":"52998224725","quotas":600,"valor":60000,"participacao":60},` +
					`{"nome":"CAIO BRITO NUNES","cpf":"11144477735","quotas":400,"valor":40000,"participacao":40}]`,
				"administradores": `[{"nome":"NINA PRADO LUZ"}]`, "prazo_duracao": `"prazo indeterminado"`, "data_assinatura": `"2025-06-02"`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
