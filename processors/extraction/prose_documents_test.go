package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// Documents of sentences and clauses, in wordings that the samples do not have.
func TestProseDocuments(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a lease with headings over the parties", "CONTRATO", `
             CONTRATO DE LOCAÇÃO DE IMÓVEL COMERCIAL

LOCADORA:
IMOBILIÁRIA PORTO SEGURO LTDA, pessoa jurídica de direito privado, inscrita no CNPJ/MF sob o n° 11.222.333/0001-81,
com sede na Rua do Sol, nº 45, Centro, Natal/RN, neste ato representada por seu sócio administrador, Sr. Otávio Luz
Prado, brasileiro, empresário, CPF 529.982.247-25.

LOCATÁRIO:
CAIO BRITO NUNES, brasileiro, comerciante, casado, portador do RG 1.234.567 SSP/RN e do CPF 111.444.777-35, residente
e domiciliado na Av. Brasil, nº 900, apto 12, Natal/RN.

CLÁUSULA 1ª - DO OBJETO
O objeto do presente contrato é o imóvel comercial situado na Rua da Praia, 77, Natal/RN.

CLÁUSULA 2ª - DO PRAZO
A locação vigorará pelo prazo de 36 (trinta e seis) meses, a contar de 01/02/2025, com término em 31/01/2028.

CLÁUSULA 3ª - DO ALUGUEL
O LOCATÁRIO pagará à LOCADORA o aluguel mensal de R$ 2.500,00 (dois mil e quinhentos reais).

CLÁUSULA 9ª - DO FORO
Fica eleito o foro da Comarca de Natal/RN, com exclusão de qualquer outro.

Natal (RN), 20 de janeiro de 2025.`,
			map[string]string{
				"titulo": `"CONTRATO DE LOCAÇÃO DE IMÓVEL COMERCIAL"`, "objeto": `"o imóvel comercial situado na Rua da Praia, 77, Natal/RN."`,
				"partes": `[{"papel":"LOCADORA","nome":"IMOBILIÁRIA PORTO SEGURO LTDA","cpf_cnpj":"11222333000181","endereco":"Rua do Sol, nº 45, Centro, Natal/RN"},` +
					`{"papel":"LOCATÁRIO","nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","endereco":"Av. Brasil, nº 900, apto 12, Natal/RN"}]`,
				"prazo": `"36 (trinta e seis) meses"`, "data_inicio": `"2025-02-01"`, "data_termino": `"2028-01-31"`, "valor_mensal": "2500",
				"foro": `"Comarca de Natal/RN"`, "cidade": `"Natal"`, "uf": `"RN"`, "data_assinatura": `"2025-01-20"`,
			}},
		{"a sale with the parties in one paragraph", "CONTRATO", `
        COMPROMISSO DE COMPRA E VENDA DE VEÍCULO

Pelo presente instrumento particular, de um lado, como PROMITENTE VENDEDOR, Bento Alves Prado, solteiro, inscrito no CPF
nº 529.982.247-25, residente na Rua das Flores, 12, Recife/PE, e de outro, como PROMISSÁRIO COMPRADOR, Davi Costa
Nunes, casado, inscrito no CPF nº 111.444.777-35, residente na Rua do Porto, 8, Olinda/PE, têm justo e contratado:

1. O preço total da venda é de R$ 40.000,00 (quarenta mil reais), pago à vista, por transferência bancária.

2. Fica eleito o foro do Recife para as questões deste contrato.

Recife/PE, 3 de março de 2025.

Testemunhas:
1. Nome: Ana Lima Rosa
CPF: 529.982.247-25`,
			map[string]string{
				"titulo": `"COMPROMISSO DE COMPRA E VENDA DE VEÍCULO"`,
				"partes": `[{"papel":"PROMITENTE VENDEDOR","nome":"Bento Alves Prado","cpf_cnpj":"52998224725","endereco":"Rua das Flores, 12, Recife/PE"},` +
					`{"papel":"PROMISSÁRIO COMPRADOR","nome":"Davi Costa Nunes","cpf_cnpj":"11144477735","endereco":"Rua do Porto, 8, Olinda/PE"}]`,
				"valor_total": "40000", "data_assinatura": `"2025-03-03"`, "cidade": `"Recife"`, "uf": `"PE"`, "foro": `"Recife"`,
				"testemunhas": `[{"nome":"Ana Lima Rosa","cpf":"52998224725"}]`,
			}},
		{"a power of attorney in the first person", "PROCURACAO", `
                       PROCURAÇÃO

Por este instrumento particular, eu, NINA PRADO LUZ, brasileira, viúva, costureira, portadora do RG nº 2.345.678
SSP/CE, inscrita no CPF sob o nº 529.982.247-25, residente e domiciliada na Rua das Flores, 12, Centro, Sobral/CE,
nomeio e constituo meu bastante procurador CAIO BRITO NUNES, brasileiro, solteiro, contador, inscrito no CPF sob o nº
111.444.777-35, residente na Rua do Sol, 7, Sobral/CE, a quem confiro poderes para representar-me perante o INSS,
requerer benefícios e assinar documentos.

Esta procuração é válida até 31/12/2025.

Sobral - CE, 2 de junho de 2025.`,
			map[string]string{
				"outorgantes": `[{"nome":"NINA PRADO LUZ","cpf_cnpj":"52998224725","rg":"2345678","nacionalidade":"brasileira","estado_civil":"viúva","profissao":"costureira","endereco":"Rua das Flores, 12, Centro, Sobral/CE"}]`,
				"outorgados":  `[{"nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735","nacionalidade":"brasileiro","estado_civil":"solteiro","profissao":"contador","endereco":"Rua do Sol, 7, Sobral/CE"}]`,
				"poderes":     `"poderes para representar-me perante o INSS, requerer benefícios e assinar documentos."`,
				"tipo":        `"particular"`, "data_validade": `"2025-12-31"`, "data_assinatura": `"2025-06-02"`, "cidade": `"Sobral"`, "uf": `"CE"`,
			}},
		{"a notary's power of attorney of a company", "PROCURACAO", `
                  2º OFÍCIO DE NOTAS DE FORTALEZA
LIVRO Nº 123     FOLHAS 045

          PROCURAÇÃO PÚBLICA BASTANTE QUE FAZ
ALFA COMÉRCIO LTDA

Saibam quantos este público instrumento virem que, em 12/08/2025, nesta cidade de Fortaleza, Estado do Ceará, compareceu
como outorgante ALFA COMÉRCIO LTDA, pessoa jurídica de direito privado, inscrita no CNPJ nº 11.222.333/0001-81, com
sede na Rua do Sol, 45, Fortaleza/CE, representada por seu sócio Otávio Prado Luz, brasileiro, casado, empresário,
CPF 529.982.247-25, que nomeia e constitui sua procuradora: NINA PRADO LUZ, brasileira, solteira, advogada, inscrita na
OAB/CE sob o nº 12.345, CPF 111.444.777-35, a quem confere amplos poderes para movimentar contas bancárias.`,
			map[string]string{
				"outorgantes": `[{"nome":"ALFA COMÉRCIO LTDA","cpf_cnpj":"11222333000181","endereco":"Rua do Sol, 45, Fortaleza/CE"}]`,
				"outorgados":  `[{"nome":"NINA PRADO LUZ","cpf_cnpj":"11144477735","oab":"OAB/CE sob o nº 12.345","nacionalidade":"brasileira","estado_civil":"solteira","profissao":"advogada"}]`,
				"poderes":     `"amplos poderes para movimentar contas bancárias."`, "tipo": `"publica"`, "livro": `"123"`, "folha": `"045"`,
				"data_assinatura": `"2025-08-12"`, "cartorio_nome": `"2º OFÍCIO DE NOTAS DE FORTALEZA"`,
			}},
		{"articles that distribute the quotas in sentences", "CONTRATO_SOCIAL", `
      CONTRATO SOCIAL DE SOCIEDADE LIMITADA

NINA PRADO LUZ, brasileira, solteira, empresária, CPF nº 529.982.247-25, residente na Rua das Flores, 12, Natal/RN, e
CAIO BRITO NUNES, brasileiro, casado, contador, CPF nº 111.444.777-35, residente na Rua do Sol, 7, Natal/RN, resolvem
constituir uma sociedade limitada, mediante as cláusulas seguintes:

Cláusula 1ª - A sociedade adotará a denominação social de PADARIA DO SOL LTDA, com sede na Rua da Praia, 77, Centro,
Natal, RN, CEP 59010-000.

Cláusula 2ª - A sociedade tem por objeto a fabricação de pães e a venda de alimentos.

Cláusula 3ª - O capital social é de R$ 20.000,00 (vinte mil reais), dividido em 20.000 (vinte mil) quotas de R$ 1,00
(um real) cada uma, assim distribuídas:
a) NINA PRADO LUZ, com 12.000 quotas, no valor de R$ 12.000,00, equivalentes a 60% do capital;
b) CAIO BRITO NUNES, com 8.000 quotas, no valor de R$ 8.000,00, equivalentes a 40% do capital.

Cláusula 4ª - A sociedade terá prazo de duração indeterminado.

Cláusula 5ª - A sociedade será administrada pela sócia NINA PRADO LUZ, com poderes para todos os atos.

Natal/RN, 4 de abril de 2025.`,
			map[string]string{
				"razao_social": `"PADARIA DO SOL LTDA"`, "endereco_sede": `"Rua da Praia, 77, Centro"`, "cidade": `"Natal"`, "uf": `"RN"`, "cep": `"59010000"`,
				"objeto_social": `"fabricação de pães e a venda de alimentos."`, "capital_social": "20000", "quantidade_quotas": "20000", "valor_quota": "1",
				"prazo_duracao": `"indeterminado"`, "administradores": `[{"nome":"NINA PRADO LUZ"}]`, "data_assinatura": `"2025-04-04"`,
				"socios": `[{"nome":"NINA PRADO LUZ","cpf":"52998224725","quotas":12000,"valor":12000,"participacao":60},` +
					`{"nome":"CAIO BRITO NUNES","cpf":"11144477735","quotas":8000,"valor":8000,"participacao":40}]`,
			}},
		{"a judgment with its data in lines", "DOCUMENTO_JURIDICO", `
                        PODER JUDICIÁRIO
        TRIBUNAL DE JUSTIÇA DO ESTADO DA PARAÍBA
              2ª VARA CÍVEL DA COMARCA DE PATOS

Processo nº 0801234-56.2023.8.15.0251
Classe: PROCEDIMENTO COMUM CÍVEL
Assunto: Indenização por Dano Material
Autor: NINA PRADO LUZ
Advogado: CAIO BRITO NUNES - OAB/PB 12.345
Réu: BANCO DO SOL S.A.

                            SENTENÇA

Vistos, etc.

NINA PRADO LUZ ajuizou a presente ação contra BANCO DO SOL S.A., alegando cobrança indevida.

Diante do exposto, JULGO PROCEDENTE o pedido para condenar o réu a restituir a quantia de R$ 900,00.

Publique-se. Intimem-se.

Patos/PB, 7 de julho de 2025.

              OTÁVIO LUZ PRADO
              Juiz de Direito`,
			map[string]string{
				"tipo_documento": `"sentenca"`, "tribunal": `"TRIBUNAL DE JUSTIÇA DO ESTADO DA PARAÍBA"`, "vara": `"2ª VARA CÍVEL"`, "comarca": `"PATOS"`,
				"classe_processual": `"PROCEDIMENTO COMUM CÍVEL"`, "assunto": `"Indenização por Dano Material"`,
				"partes":         `[{"papel":"Autor","nome":"NINA PRADO LUZ"},{"papel":"Réu","nome":"BANCO DO SOL S.A."}]`,
				"advogados":      `[{"nome":"CAIO BRITO NUNES","oab":"OAB/PB 12.345"}]`,
				"dispositivo":    `"JULGO PROCEDENTE o pedido para condenar o réu a restituir a quantia de R$ 900,00."`,
				"data_documento": `"2025-07-07"`, "magistrado_nome": `"OTÁVIO LUZ PRADO"`, "uf": `"PB"`,
			}},
		{"a petition", "DOCUMENTO_JURIDICO", `
EXMO. SR. DR. JUIZ DE DIREITO DA VARA ÚNICA DA COMARCA DE CAICÓ - RN

NINA PRADO LUZ, brasileira, solteira, professora, inscrita no CPF sob o nº 529.982.247-25, residente na Rua das Flores,
12, Caicó/RN, por seu advogado, vem à presença de Vossa Excelência ajuizar

AÇÃO DE COBRANÇA

em face de CAIO BRITO NUNES, brasileiro, casado, comerciante, CPF nº 111.444.777-35, residente na Rua do Sol, 7,
Caicó/RN, pelos fatos a seguir.

Diante do exposto, requer a condenação do réu ao pagamento de R$ 5.000,00.

Dá-se à causa o valor de R$ 5.000,00 (cinco mil reais).

Nestes termos, pede deferimento.

Caicó/RN, 9 de setembro de 2025.

          Bento Alves Prado
          OAB/RN 1.234`,
			map[string]string{
				"tipo_documento": `"peticao"`, "vara": `"VARA ÚNICA"`, "comarca": `"CAICÓ"`, "uf": `"RN"`, "classe_processual": `"AÇÃO DE COBRANÇA"`,
				"partes":      `[{"nome":"NINA PRADO LUZ","cpf_cnpj":"52998224725"},{"nome":"CAIO BRITO NUNES","cpf_cnpj":"11144477735"}]`,
				"dispositivo": `"a condenação do réu ao pagamento de R$ 5.000,00."`, "valor_causa": "5000", "data_documento": `"2025-09-09"`,
				"advogados": `[{"nome":"Bento Alves Prado","oab":"OAB/RN 1.234"}]`,
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}
