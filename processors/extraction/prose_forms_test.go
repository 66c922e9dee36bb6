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
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			for field, want := range c.want {
				if got[field] != want {
					t.Errorf("%s:\n got %s\nwant %s", field, got[field], want)
				}
			}
		})
	}
}
