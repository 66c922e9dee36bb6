package classification_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/schemas/event"
)

// Documents that say little more than what they are for.
func TestTerseDocuments(t *testing.T) {
	for _, c := range []struct{ name, typ, page string }{
		{"an identity card in plain words", "RG", `
Governo do estado - DO PARANÁ
Registro de identidade
Nome civil completo
LUIGI MENDONÇA DA MACEDO
Nº da identidade
5836342010
Nome dos genitores
BENICIO DAS NEVES MACEDO
REBECA DA LUZ LEÃO
Município e estado de origem
LONDRINA PR
Registro civil de origem      CPF da pessoa     Quem emitiu
LONDRINA-PR CN:LV.A175        743.030.919-44    SESP-PR`},
		{"a receipt of a declaration in plain words", "IRPF", `
Meu Imposto de Renda - recibo da declaração entregue
Declaração do IR de 2024      Ano em que recebeu a renda 2023
Nome: NINA PRADO LUZ          CPF do cidadão: 529.982.247-25
Ganhos tributáveis no ano     Total dos abatimentos     Quanto de imposto é devido
R$ 127.697,00                 R$ 16.754,34              R$ 19.757,21`},
		{"a bill of a provider of a town", "COMPROVANTE_RESIDENCIA", `
CONECTA NORTE INTERNET LTDA
CNPJ 11.222.333/0001-81
Boleto / Fatura de mensalidade
Cliente: Otavio Luz Prado    CPF 529.982.247-25
Endereço: Rua do Sol, 45 - Centro - Natal/RN - CEP 59010-100
Plano 300 Mega          R$ 99,90
Vencimento 10/05/2025   Competência 04/2025
Total R$ 99,90`},
		{"a bill of a condominium", "COMPROVANTE_RESIDENCIA", `
CONDOMÍNIO EDIFÍCIO SOLAR DO LAGO
CNPJ 11.222.333/0001-81
DEMONSTRATIVO DE COBRANÇA - Unidade 1203 Bloco A
Condômino: Otavio Luz Prado
Rua do Sol, 45 - Natal/RN
Taxa ordinária 540,00
Fundo de reserva 54,00
Água 62,10
Total a pagar 656,10   Vencimento 10/05/2025`},
		{"a bill of gas", "COMPROVANTE_RESIDENCIA", `
Gás do Litoral S.A.  CNPJ 11.222.333/0001-81
Otavio Luz Prado
Rua do Sol, 45
59010-100 Natal RN
Código do usuário 0012345
Consumo 15 m³
Leitura anterior 1.234  Leitura atual 1.249
Vencimento 20/03/2025  Valor R$ 98,70`},
		{"a bill of a card", "COMPROVANTE_RESIDENCIA", `
BANCO DO SOL CARTÕES
Otavio Luz Prado
Rua do Sol, 45
59010-100 Natal RN
Fatura de maio/2025
Vencimento 10/05/2025
Total desta fatura R$ 1.234,56
Pagamento mínimo R$ 185,18
Limite total R$ 5.000,00
Lançamentos: compras
02/04 MERCADO BOM 123,45
03/04 POSTO 200,00`},
		{"a bill of light", "COMPROVANTE_RESIDENCIA", `
LUZ DO SERTÃO
Conta de luz
OTAVIO LUZ PRADO
RUA DO SOL 45
NATAL RN
UC 70123456
Mês 03/2025
Consumo 182 kWh
Total R$ 187,45
Vence 20/03/2025`},
		{"a short receipt", "RECIBO", `
RECIBO
Recebi do Sr. Bento Prado a quantia de R$ 500,00 (quinhentos reais) pelo serviço de jardinagem.
Natal, 5 de maio de 2025
Caio Nunes`},
		{"a receipt of a gift", "RECIBO", `
COMPROVANTE DE DOAÇÃO
Instituto Boa Nova - CNPJ 11.222.333/0001-81
Recebemos de Nina Luz Prado, CPF 529.982.247-25, a doação no valor de R$ 100,00 (cem reais), em 05/05/2025.
Agradecemos sua contribuição.`},
		{"a receipt of rent", "RECIBO", `
RECIBO DE ALUGUEL
Locatário: Bento Prado   Locador: Maria Luz
Imóvel: Rua do Sol, 45
Aluguel 1.200,00  IPTU 90,00  Total 1.290,00
Recebi a importância de um mil duzentos e noventa reais. Natal, 05/05/2025`},
		{"a statement of an app", "EXTRATO_BANCARIO", `
Nubank
Nina Luz Prado
Agência 0001 Conta 123456-7
01 ABR 2025 a 30 ABR 2025
Saldo inicial R$ 100,00
Rendimento líquido + R$ 0,50
Total de entradas + R$ 50,00
Total de saídas - R$ 30,25
Saldo final do período R$ 119,75
Movimentações
03 ABR 2025 Total de entradas + 50,00
Transferência recebida pelo Pix BENTO PRADO 50,00`},
		{"a statement of a company's account", "EXTRATO_BANCARIO", `
Relatório de movimentação - conta PJ
Banco do Sol  Ag 0001 CC 12345-6
Período 01/04/2025 - 30/04/2025
Data  Descrição  Crédito  Débito  Saldo
02/04 TED recebida 100,00 200,00
03/04 Boleto pago 50,00 150,00`},
		{"a yearly statement of wages in other words", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", `
Comprovação dos ganhos pagos e do imposto de renda descontado
Ano do exercício fiscal 2025        Ano dos rendimentos 2024
Quem pagou
Boreal Comércio S.A.
CNPJ 11.222.333/0001-81
Quem recebeu
Nome e sobrenome: NINA PRADO LUZ
Registro fiscal da pessoa: 529.982.247-25
Natureza dos ganhos: Pró-labore
Montante dos rendimentos, com férias: 92.088,17
Desconto para a previdência pública: 9.669,26
Imposto de renda descontado: 10.129,70
Quantias isentas (em reais)
Participação nos lucros distribuídos 14.725,97   Demais ganhos isentos 0,00
Quantias de tributação definitiva
Gratificação de fim de ano 7.083,71   Imposto descontado do salário de Natal 637,53`},
		{"a receipt of a declaration that was sent", "IRPF", `
COMPROVAÇÃO DE ENTREGA DA DECLARAÇÃO ANUAL DE RENDAS
Ano de entrega da declaração: 2023
Ano dos rendimentos: 2022
Pessoa que declara
Nome por inteiro: NINA PRADO LUZ      Registro fiscal da pessoa: 529.982.247-25
Soma dos ganhos tributáveis 419.424,86   Imposto calculado 88.650,86`},
		{"the address of a firm's telephone says nothing", "", `
Oficina Boa Roda Ltda
Rua do Sol, 45 - Centro - Natal/RN
Tel.: (84) 3333-4444
Prezado cliente, lembramos que a revisão do seu veículo vence em maio.`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := detect(documenttest.Typewritten(c.page), "", event.Extract); text(d.Type) != c.typ {
				t.Errorf("is %q, want %q", text(d.Type), c.typ)
			}
		})
	}
}
