package quality_test

import (
	"slices"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/quality"
	"lavra.dev/schemas/event"
)

// change is one value of an honest document that is made dishonest.
type change struct {
	path  string
	value any
}

func TestContradictionsAreNamed(t *testing.T) {
	for _, c := range []struct {
		name, typ string
		changes   []change
		want      string
	}{
		{"key and number", "NFE", []change{{"numero", "330564"}}, "O número da nota (330564) difere do que está na chave de acesso (330563)."},
		{"key and issuer", "NFE", []change{{"emitente_cnpj", "11222333000181"}}, "O CNPJ do emitente (11222333000181) difere do que está na chave de acesso (21857880000197)."},
		{"key and month", "NFE", []change{{"data_emissao", "2025-06-25"}}, "A data de emissão (25/06/2025) difere do mês que está na chave de acesso (07/2025)."},
		{"total below its parts", "NFE", []change{{"valor_total", 143000.0}},
			"O valor total da nota (R$ 143.000,00) difere da soma dos produtos, impostos e despesas menos o desconto (R$ 143.388,92)."},
		{"items and their total", "NFE", []change{{"valor_produtos", 146315.99}, {"valor_desconto", nil}}, "O valor dos produtos (R$ 146.315,99) difere da soma dos itens (R$ 146.315,22)."},
		{"left before it was issued", "NFE", []change{{"data_saida_entrada", "2025-07-24"}}, "A data de emissão (25/07/2025) é posterior à data de saída ou entrada (24/07/2025)."},

		{"line and amount", "BOLETO", []change{{"valor_documento", 725.99}}, "O valor do documento (R$ 725,99) difere do valor da linha digitável (R$ 725,97)."},
		{"line and due date", "BOLETO", []change{{"data_vencimento", "2025-02-20"}}, "A data de vencimento (20/02/2025) difere da que está na linha digitável (19/02/2025)."},
		{"line and bank", "BOLETO", []change{{"banco_codigo", "001"}}, "O código do banco (001) difere do que está na linha digitável (104)."},
		{"line and bars", "BOLETO", []change{{"codigo_barras", "00191163700001234560000001234567890123456789"}}, "O código de barras difere da linha digitável."},
		{"due before it was made", "BOLETO", []change{{"data_documento", "2025-02-20"}}, "A data do documento (20/02/2025) é posterior à data de vencimento (19/02/2025)."},

		{"figures and words", "RECIBO", []change{{"valor", 4308.8}}, "O valor em algarismos (R$ 4.308,80) difere do valor por extenso (R$ 4.308,90)."},
		{"payer and payee", "RECIBO", []change{{"pagador_cpf_cnpj", "68328794403"}}, "Pagador e recebedor têm o mesmo CPF/CNPJ."},
		{"the future", "RECIBO", []change{{"data", "2027-01-12"}}, "A data (12/01/2027) está no futuro."},

		{"expired", "CNH", []change{{"data_validade", "2025-02-21"}}, "A CNH está vencida desde 21/02/2025."},
		{"too young", "CNH", []change{{"data_nascimento", "2000-10-21"}}, "A primeira habilitação é anterior aos 18 anos do titular."},
		{"register number", "CNH", []change{{"numero_registro", "06370207569"}}, "O número de registro da CNH é inválido: dígito verificador não confere."},
		{"issued after expiry", "CNH", []change{{"data_emissao", "2034-02-22"}}, "A data de emissão (22/02/2034) é posterior à data de validade (21/02/2034)."},
		{"national card", "RG", []change{{"cpf", "52998224725"}}, "O número da carteira de identidade nacional difere do CPF."},
		{"an expired card", "RG", []change{{"data_validade", "2023-09-18"}}, "A carteira de identidade está vencida desde 18/09/2023."},

		{"bill and its line", "COMPROVANTE_RESIDENCIA", []change{{"valor_total", 54.12}}, "O valor total (R$ 54,12) difere do valor da linha digitável (R$ 54,21)."},
		{"bill and its segment", "COMPROVANTE_RESIDENCIA", []change{{"tipo_servico", "agua"}}, "O tipo de serviço (água e esgoto) não corresponde ao segmento da linha digitável."},

		{"capital and quotas", "CONTRATO_SOCIAL", []change{{"quantidade_quotas", 2000}}, "O capital social (R$ 20.000,00) difere da quantidade de quotas vezes o valor da quota (R$ 2.000,00)."},
		{"capital and partners", "CONTRATO_SOCIAL", []change{{"socios[1].valor", 800.0}}, "O capital social (R$ 20.000,00) difere da soma dos sócios (R$ 12.800,00)."},
		{"shares", "CONTRATO_SOCIAL", []change{{"socios[1].participacao", 4.0}}, "A soma das participações dos sócios não é 100 %."},

		{"tax years", "IRPF", []change{{"exercicio", 2025}}, "O exercício (2025) não é o ano seguinte ao ano-calendário (2025)."},
		{"goods", "IRPF", []change{{"bens_direitos_ano_atual", 441000.0}}, "O total de bens e direitos no ano atual (R$ 441.000,00) difere da soma dos bens e direitos (R$ 441.094,84)."},
		{"refund and due", "DECLARACAO_IR_ANTERIOR", []change{{"imposto_a_restituir", 10.0}}, "A declaração traz imposto a restituir e saldo de imposto a pagar ao mesmo tempo."},

		{"book of another kind", "CERTIDAO_NASCIMENTO", []change{{"matricula", "00252401552024200214269005202271"}, {"data_registro", nil}}, "O livro indicado na matrícula (2) não é de certidão de nascimento."},
		{"year of the book", "CERTIDAO_OBITO", []change{{"data_registro", "2023-01-02"}}, "O ano indicado na matrícula (2022) difere do ano do registro (2023)."},
		{"registered before birth", "CERTIDAO_NASCIMENTO", []change{{"data_nascimento", "2018-11-27"}}, "A data de nascimento (27/11/2018) é posterior à data do registro (26/11/2018)."},
		{"married as a child", "CERTIDAO_CASAMENTO", []change{{"conjuges[0].data_nascimento", "2019-04-14"}},
			"A data de nascimento de um dos cônjuges (14/04/2019) não condiz com a data do casamento (01/05/2024)."},

		{"disease code", "LAUDO_MEDICO", []change{{"cids[0].codigo", "8K02"}}, "O código 8K02 não tem a forma de um código CID-10."},
		{"an expired power", "PROCURACAO", []change{{"data_validade", "2026-01-24"}}, "A procuração está vencida desde 24/01/2026."},

		{"net pay", "HOLERITE", []change{{"valor_liquido", 8026.98}}, "O valor líquido (R$ 8.026,98) difere do total de vencimentos menos o total de descontos (R$ 8.026,89)."},
		{"earnings", "HOLERITE", []change{{"itens[0].vencimento", 10319.84}}, "O total de vencimentos (R$ 10.769,78) difere da soma das verbas (R$ 10.770,14)."},
		{"hired after", "HOLERITE", []change{{"data_admissao", "2026-10-01"}}, "A data de admissão (01/10/2026) é posterior à competência (09/2026)."},

		{"model year", "DOCUMENTO_VEICULAR", []change{{"ano_modelo", 2015}}, "O ano do modelo (2015) não condiz com o ano de fabricação (2025)."},
		{"licence year", "DOCUMENTO_VEICULAR", []change{{"exercicio", 2024}}, "O ano de fabricação (2025) é posterior ao exercício (2024)."},
		{"older than its case", "DOCUMENTO_JURIDICO", []change{{"data_documento", "2023-03-04"}}, "A data do documento (04/03/2023) é anterior ao ano do processo (2024)."},

		{"one balance", "EXTRATO_BANCARIO", []change{{"lancamentos[0].valor", -82.33}}, "Um saldo do extrato não corresponde aos lançamentos anteriores (calculado R$ 2.900,52, impresso R$ 2.899,63)."},
		{"two balances", "EXTRATO_BANCARIO", []change{{"lancamentos[0].saldo", 2899.36}}, "2 saldos do extrato não correspondem aos lançamentos anteriores (no primeiro: calculado R$ 2.899,63, impresso R$ 2.899,36)."},
		{"outside the period", "EXTRATO_BANCARIO", []change{{"lancamentos[0].data", "2025-04-04"}}, "Há 1 lançamento com data fora do período do extrato."},
		{"credits", "EXTRATO_BANCARIO", []change{{"total_creditos", 3525.0}}, "O total de créditos (R$ 3.525,00) difere da soma dos lançamentos (R$ 3.525,72)."},
		{"debits printed with a minus", "EXTRATO_BANCARIO", []change{{"total_debitos", -3422.0}}, "O total de débitos (R$ 3.422,00) difere da soma dos lançamentos (R$ 3.422,40)."},

		{"bank balances", "INFORME_RENDIMENTOS_BANCOS", []change{{"saldo_total_atual", 93927.0}}, "O saldo total atual (R$ 93.927,00) difere da soma dos produtos (R$ 93.927,80)."},
		{"written before its year", "INFORME_RENDIMENTOS_EMPREGADOR_INSS", []change{{"data_emissao", "2023-01-27"}}, "O ano-calendário (2024) é posterior à data de emissão (27/01/2023)."},
		{"health plan", "INFORME_PLANO_SAUDE", []change{{"valor_total", 5790.8}}, "O valor total (R$ 5.790,80) difere da soma dos beneficiários (R$ 5.709,80)."},
		{"contract ends first", "CONTRATO", []change{{"data_termino", "2024-08-01"}}, "A data de início (20/08/2024) é posterior à data de término (01/08/2024)."},
		{"paid before the visit", "DESPESA_MEDICA", []change{{"data_emissao", "2024-01-01"}}, ""},
	} {
		t.Run(c.typ+" "+c.name, func(t *testing.T) {
			v := documents(t)[c.typ]
			for _, ch := range c.changes {
				v.set(ch.path, ch.value)
			}
			typ := lookup(t, c.typ)
			q, _, _ := quality.Assess(typ, fieldsOf(t, typ, v), accepted, quality.Options{ReceivedAt: received})
			if c.want == "" {
				if len(q.Inconsistencies) == 0 {
					t.Error("nothing said")
				}
				return
			}
			if !slices.Contains(q.Inconsistencies, c.want) {
				t.Errorf("%q lacks %q", q.Inconsistencies, c.want)
			}
		})
	}
}

// What an honest document may well have, and must not be called out for.
func TestHonestOddities(t *testing.T) {
	for _, c := range []struct {
		name, typ string
		changes   []change
	}{
		{"a tax that the catalogue has no field for", "NFE", []change{{"valor_total", 143500.0}}},
		{"a box of the totals that was not read", "NFE", []change{{"valor_desconto", nil}, {"valor_total", 143000.0}}},
		{"a boleto without a printed date of its own", "BOLETO", []change{{"data_documento", nil}}},
		{"words that cannot be read", "RECIBO", []change{{"valor_por_extenso", "quatro m1l"}}},
		{"a state without check digits in its RG", "RG", []change{{"numero_rg", "12345678"}}},
		{"a statement without an opening balance", "EXTRATO_BANCARIO", []change{{"saldo_inicial", nil}}},
		{"an entry whose amount was not read", "EXTRATO_BANCARIO", []change{{"lancamentos[0].valor", nil}, {"total_debitos", nil}}},
		{"an apprentice's deposit", "HOLERITE", []change{{"fgts_mes", 215.4}}},
		{"a model of next year", "DOCUMENTO_VEICULAR", []change{{"ano_modelo", 2026}}},
		{"a farmer's invoice", "NFE", []change{{"emitente_cnpj", "52998224725"}, {"chave_acesso", "31260500052998224725559200000000071000000077"},
			{"numero", "7"}, {"serie", "920"}, {"emitente_uf", "MG"}, {"data_emissao", "2026-05-25"}, {"data_saida_entrada", nil}}},
		{"a declaration with neither refund nor tax", "IRPF", []change{{"imposto_a_restituir", 0.0}, {"saldo_imposto_a_pagar", 0.0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := documents(t)[c.typ]
			for _, ch := range c.changes {
				v.set(ch.path, ch.value)
			}
			typ := lookup(t, c.typ)
			q, _, _ := quality.Assess(typ, fieldsOf(t, typ, v), accepted, quality.Options{ReceivedAt: received})
			if len(q.Inconsistencies) > 0 {
				t.Errorf("%q", q.Inconsistencies)
			}
		})
	}
}

func TestWitnessesRaiseConfidence(t *testing.T) {
	for _, c := range []struct {
		typ, path string
		want      []string
	}{
		{"CNH", "fields.cpf", []string{quality.WitnessCheckDigit}},
		{"CNH", "fields.numero_registro", []string{quality.WitnessCheckDigit}},
		{"CNH", "fields.nome", nil},
		{"CNH", "fields.uf_emissao", nil}, // a known state proves nothing
		{"RG", "fields.numero_rg", []string{quality.WitnessCheckDigit}},
		{"BOLETO", "fields.linha_digitavel", []string{quality.WitnessCheckDigit, quality.WitnessBarcode}},
		{"BOLETO", "fields.valor_documento", []string{quality.WitnessEncoded, quality.WitnessSum}},
		{"BOLETO", "fields.data_vencimento", []string{quality.WitnessEncoded}},
		{"BOLETO", "fields.banco_codigo", []string{quality.WitnessEncoded}},
		{"NFE", "fields.numero", []string{quality.WitnessEncoded}},
		{"NFE", "fields.itens[3].valor_total", []string{quality.WitnessSum}},
		{"RECIBO", "fields.valor", []string{quality.WitnessWords}},
		{"HOLERITE", "fields.valor_liquido", []string{quality.WitnessSum}},
		{"HOLERITE", "fields.fgts_mes", []string{quality.WitnessSum}},
		{"HOLERITE", "fields.itens[2].desconto", []string{quality.WitnessSum}},
		{"EXTRATO_BANCARIO", "fields.lancamentos[2].valor", []string{quality.WitnessSum}},
		{"EXTRATO_BANCARIO", "fields.saldo_final", []string{quality.WitnessSum}},
		{"CERTIDAO_OBITO", "fields.data_registro", []string{quality.WitnessEncoded}},
		{"CONTRATO_SOCIAL", "fields.socios[0].valor", []string{quality.WitnessSum}},
		{"COMPROVANTE_RESIDENCIA", "fields.tipo_servico", []string{quality.WitnessEncoded}},
		{"IRPF", "fields.base_calculo", []string{quality.WitnessSum}},
	} {
		t.Run(c.typ+" "+c.path, func(t *testing.T) {
			v := documents(t)[c.typ]
			typ := lookup(t, c.typ)
			fields := fieldsOf(t, typ, v)
			opts := quality.Options{ReceivedAt: received, Document: document.Document{Pages: []document.Page{{
				Number: 1, Source: document.OCR, Barcodes: []document.Barcode{{Symbology: "ITF", Text: "10491999700000725976110070440155245253240970"}},
			}}}}
			quality.Assess(typ, fields, accepted, opts)
			l := leafOf(t, fields, c.path)
			if !slices.Equal(l.Witnesses, c.want) {
				t.Errorf("witnesses %q, want %q", l.Witnesses, c.want)
			}
			if raised := l.Confidence > 0.8; raised != (len(c.want) > 0) || l.Confidence > 1 {
				t.Errorf("confidence %v", l.Confidence)
			}
		})
	}
}

func TestAWitnessCountsOnce(t *testing.T) {
	typ := lookup(t, "CNH")
	fields := fieldsOf(t, typ, documents(t)["CNH"])
	for i := range fields {
		if fields[i].Name == "cpf" {
			fields[i].Leaves[0].Witnesses = []string{quality.WitnessCheckDigit}
		}
	}
	quality.Assess(typ, fields, accepted, quality.Options{})
	quality.Assess(typ, fields, accepted, quality.Options{})
	if l := leafOf(t, fields, "fields.cpf"); l.Confidence != 0.8 || len(l.Witnesses) != 1 {
		t.Errorf("%v %q", l.Confidence, l.Witnesses)
	}
	if l := leafOf(t, fields, "fields.numero_registro"); l.Confidence < 0.949 || l.Confidence > 0.951 {
		t.Errorf("a second look moves the confidence: %v", l.Confidence)
	}
}

func TestAnErrorOfTheEngineIsNotCountedTwice(t *testing.T) {
	typ := lookup(t, "CNH")
	v := documents(t)["CNH"]
	v.set("cpf", "62328221701")
	fields := fieldsOf(t, typ, v)
	said, mistaken := "CPF inválido: dígito verificador não confere.", "Nome inválido."
	for i := range fields {
		switch fields[i].Name {
		case "cpf":
			fields[i].Leaves[0].Error = &said
		case "numero_registro":
			fields[i].Error, fields[i].Leaves[0].Error = &mistaken, &mistaken
		}
	}
	_, invalid, _ := quality.Assess(typ, fields, accepted, quality.Options{})
	if l := leafOf(t, fields, "fields.cpf"); l.Confidence != 0.8 || l.Error == nil || len(invalid) != 1 {
		t.Errorf("%v %v", l.Confidence, invalid)
	}
	if l := leafOf(t, fields, "fields.numero_registro"); l.Error != nil {
		t.Errorf("an error stays on a value that passes: %s", *l.Error)
	}
}

func TestAListMovesByTheAverageOfItsCells(t *testing.T) {
	typ := lookup(t, "EXTRATO_BANCARIO")
	fields := fieldsOf(t, typ, documents(t)["EXTRATO_BANCARIO"])
	quality.Assess(typ, fields, accepted, quality.Options{})
	list := fields[len(fields)-1]
	sum := 0.0
	for _, l := range list.Leaves {
		sum += l.Confidence
	}
	if mean := sum / float64(len(list.Leaves)); list.Confidence < mean-0.001 || list.Confidence > mean+0.001 || mean < 0.84 {
		t.Errorf("%v, its cells %v", list.Confidence, mean)
	}
}

func TestTextInTheFileIsDoubtedLessThanAScan(t *testing.T) {
	confidence := func(source document.Source) float64 {
		typ := lookup(t, "CNH")
		v := documents(t)["CNH"]
		v.set("cpf", "62328221701")
		fields := fieldsOf(t, typ, v)
		for i := range fields {
			fields[i].Leaves[0].Spans = []event.Span{{Page: 1}}
		}
		quality.Assess(typ, fields, accepted, quality.Options{Document: document.Document{Pages: []document.Page{{Number: 1, Source: source}}}})
		return leafOf(t, fields, "fields.cpf").Confidence
	}
	if text, scan := confidence(document.Text), confidence(document.OCR); text <= scan || scan >= 0.5 || text < 0.7 {
		t.Errorf("text %v, scan %v", text, scan)
	}
}

func TestReliabilityFollowsWhatWasRead(t *testing.T) {
	score := func(change func(values), detection event.Detection) float64 {
		typ := lookup(t, "HOLERITE")
		v := documents(t)["HOLERITE"]
		change(v)
		q, _, _ := quality.Assess(typ, fieldsOf(t, typ, v), detection, quality.Options{})
		return q.ReliabilityScore
	}
	whole := score(func(values) {}, accepted)
	unsure := 0.7
	for name, lower := range map[string]float64{
		"a required field missing": score(func(v values) { v.set("funcionario_nome", nil) }, accepted),
		"a sum that is wrong":      score(func(v values) { v.set("valor_liquido", 1.0) }, accepted),
		"an invalid number":        score(func(v values) { v.set("funcionario_cpf", "70405326701") }, accepted),
		"a type found half sure":   score(func(values) {}, event.Detection{Accepted: true, Confidence: &unsure}),
	} {
		if lower >= whole {
			t.Errorf("%s: %v, the whole document %v", name, lower, whole)
		}
	}
}
