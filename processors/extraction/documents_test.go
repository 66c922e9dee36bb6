package extraction_test

import (
	"strings"
	"testing"
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction"
	"lavra.dev/schemas/catalogue"
)

var received = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// read gives the values of a document's fields as JSON, by name.
func read(t *testing.T, typ string, doc document.Document) map[string]string {
	t.Helper()
	entry, ok := catalogue.Lookup(typ)
	if !ok {
		t.Fatalf("no type %s", typ)
	}
	out := map[string]string{}
	for _, f := range extraction.Extract(doc, entry, extraction.Options{ReceivedAt: received}) {
		out[f.Name] = f.Value
	}
	return out
}

// compare reports each field that is not read as wanted; none is wanted where it is "".
func compare(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %s, want %s", name, got[name], value)
		}
	}
}

// Documents in layouts that the samples do not have.
func TestDocuments(t *testing.T) {
	for _, c := range []struct {
		name, typ, page string
		want            map[string]string
	}{
		{"a bank's statement with signs behind the sums", "EXTRATO_BANCARIO", `
Banco Bom Futuro S.A.                                            Extrato de conta corrente
Cliente: Otávio Luz Prado       CPF: 529.982.247-25
Agência: 0123-4   Conta: 55.667-8
Período: 01/03/2025 a 31/03/2025

Data        Histórico                     Docto     Valor        Saldo
            SALDO ANTERIOR                                      100,00
03/03/2025  PIX RECEBIDO DE NINA          900123    50,00 C     150,00
04/03/2025  COMPRA NO MERCADO             900124    30,25 D     119,75
            PARCELA 1 DE 2
Total                                                           119,75`,
			map[string]string{
				"titular_nome": `"Otávio Luz Prado"`, "titular_cpf_cnpj": `"52998224725"`, "agencia": `"0123-4"`, "conta": `"55.667-8"`,
				"periodo_inicio": `"2025-03-01"`, "periodo_fim": `"2025-03-31"`, "saldo_inicial": "100",
				"lancamentos": `[{"data":"2025-03-03","descricao":"PIX RECEBIDO DE NINA","documento":"900123","valor":50,"saldo":150},` +
					`{"data":"2025-03-04","descricao":"COMPRA NO MERCADO PARCELA 1 DE 2","documento":"900124","valor":-30.25,"saldo":119.75}]`,
			}},
		{"a payslip with earnings and deductions side by side", "HOLERITE", `
MUNICÍPIO DE BOA VISTA                                         CONTRACHEQUE
CNPJ: 11.222.333/0001-81                               Competência: 07/2025

Servidor: JOSÉ DA MATA          CPF: 529.982.247-25     Cargo: MOTORISTA

            PROVENTOS                                    DESCONTOS
001  VENCIMENTO BASE   30 dias   3.000,00     500  INSS            9,00     270,00
010  ADIC. NOTURNO     20,00       150,00     501  VALE TRANSPORTE           60,00

Total de proventos: 3.150,00     Total de descontos: 330,00     Líquido a receber: 2.820,00`,
			map[string]string{
				"empregador_cnpj": `"11222333000181"`, "funcionario_nome": `"JOSÉ DA MATA"`, "competencia": `"2025-07"`,
				"total_vencimentos": "3150", "total_descontos": "330", "valor_liquido": "2820",
				"itens": `[{"codigo":"001","descricao":"VENCIMENTO BASE","referencia":"30 dias","vencimento":3000},` +
					`{"codigo":"010","descricao":"ADIC. NOTURNO","referencia":"20,00","vencimento":150},` +
					`{"codigo":"500","descricao":"INSS","referencia":"9,00","desconto":270},` +
					`{"codigo":"501","descricao":"VALE TRANSPORTE","desconto":60}]`,
			}},
		{"a receipt in one sentence", "RECIBO", `
                      RECIBO

Recebemos de Oficina Boa Roda Ltda, CNPJ nº 11.222.333/0001-81, a quantia de R$ 1.200,00 (mil e
duzentos reais), referente a conserto do motor do caminhão.

Natal/RN, 5 de maio de 2025.

            Clara Nunes Prado
            CPF 529.982.247-25`,
			map[string]string{
				"pagador_nome": `"Oficina Boa Roda Ltda"`, "pagador_cpf_cnpj": `"11222333000181"`, "valor": "1200", "valor_por_extenso": `"mil e duzentos reais"`,
				"referente_a": `"conserto do motor do caminhão."`, "data": `"2025-05-05"`, "cidade": `"Natal"`, "uf": `"RN"`,
				"recebedor_nome": `"Clara Nunes Prado"`, "recebedor_cpf_cnpj": `"52998224725"`,
			}},
		{"an invoice's products with code and description in one column", "NFE", `
DANFE Simplificado
Número: 000.000.123     Série: 7     Tipo: 1 - Saída
Data de emissão: 03/02/2025

Código / Descrição               Qtd      Un    Vl. Unit.    Vl. Total
A-77 PARAFUSO 3MM                10,00    CX        12,50       125,00
B-12                              2,00    UN        40,00        80,00
CHAVE DE FENDA

Valor dos produtos                                              205,00`,
			map[string]string{
				"numero": `"123"`, "serie": `"7"`, "data_emissao": `"2025-02-03"`, "tipo_operacao": `"saida"`, "valor_produtos": "205",
				"itens": `[{"codigo":"A-77","descricao":"PARAFUSO 3MM","unidade":"CX","quantidade":10,"valor_unitario":12.5,"valor_total":125},` +
					`{"codigo":"B-12","descricao":"CHAVE DE FENDA","unidade":"UN","quantidade":2,"valor_unitario":40,"valor_total":80}]`,
			}},
		{"a water bill with the addressee's block at its side", "COMPROVANTE_RESIDENCIA", `
ÁGUAS DO SERTÃO S.A.                        Conta de água e esgoto
CNPJ: 11.222.333/0001-81

Nina Prado Luz                              Matrícula          Vencimento
Rua das Flores, 12                          7788-9             10/04/2025
Cidade Alta
Natal - RN                                  Referência         Total a pagar
CEP 59025-000                               03/2025            R$ 88,10`,
			map[string]string{
				"emissor_nome": `"ÁGUAS DO SERTÃO S.A."`, "emissor_cnpj": `"11222333000181"`, "tipo_servico": `"agua"`, "titular_nome": `"Nina Prado Luz"`,
				"endereco": `"Rua das Flores, 12"`, "bairro": `"Cidade Alta"`, "cidade": `"Natal"`, "uf": `"RN"`, "cep": `"59025000"`,
				"codigo_cliente": `"7788-9"`, "data_vencimento": `"2025-04-10"`, "mes_referencia": `"2025-03"`, "valor_total": "88.1",
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := read(t, c.typ, documenttest.Typewritten(c.page))
			compare(t, got, c.want)
		})
	}
}

// On a scan the sums of a statement lose commas and its headings letters; what the
// balance moved by puts them right.
func TestStatementOnScan(t *testing.T) {
	got := read(t, "EXTRATO_BANCARIO", documenttest.Scanned(0.9, `
Dafa        Hisfor1co                     Docto     Debito   Cred1to   Sal0
            SALDO ANTERIOR                                               100,00
03/03/2025  PIX RECEBIDO DE NINA          900123               50,00     150,00
04/03/2025  COMPRA NO MERCADO             900124      3025              119,75
05/03/2025  TARIFA PACOTE                 900125     10,00              109,75`))
	want := `[{"data":"2025-03-03","descricao":"PIX RECEBIDO DE NINA","documento":"900123","valor":50,"saldo":150},` +
		`{"data":"2025-03-04","descricao":"COMPRA NO MERCADO","documento":"900124","valor":-30.25,"saldo":119.75},` +
		`{"data":"2025-03-05","descricao":"TARIFA PACOTE","documento":"900125","valor":-10,"saldo":109.75}]`
	if got["lancamentos"] != want {
		t.Errorf("lancamentos is %s, want %s", got["lancamentos"], want)
	}
}

// A table goes on over the page, with its headings again or without.
func TestTableOverPages(t *testing.T) {
	head := "Data        Descrição            Valor      Saldo\n"
	first := head + "01/01/2025  SAQUE               -10,00      90,00\n02/01/2025  PIX RECEBIDO DE ANA  20,00     110,00"
	row := "03/01/2025  TARIFA               -5,00     105,00"
	for name, second := range map[string]string{"headings again": head + row, "no headings": row} {
		got := read(t, "EXTRATO_BANCARIO", documenttest.Typewritten(first, second))
		if n := strings.Count(got["lancamentos"], `"data"`); n != 3 {
			t.Errorf("%s: %d rows were read of 3: %s", name, n, got["lancamentos"])
		}
	}
}

// The same document gives the same fields, byte for byte.
func TestDeterministic(t *testing.T) {
	page := "RECIBO\nRecebi de Ana Luz, CPF 529.982.247-25, a quantia de R$ 10,00 referente a aluguel.\nNatal/RN, 5 de maio de 2025."
	first := read(t, "RECIBO", documenttest.Typewritten(page))
	for range 20 {
		again := read(t, "RECIBO", documenttest.Typewritten(page))
		for name, v := range first {
			if again[name] != v {
				t.Fatalf("%s was %s and then %s", name, v, again[name])
			}
		}
	}
}

func TestNothingToRead(t *testing.T) {
	for _, doc := range []document.Document{{}, {Pages: []document.Page{{Number: 1, Source: document.None}}}} {
		for _, name := range catalogue.Names() {
			entry, _ := catalogue.Lookup(name)
			if fields := extraction.Extract(doc, entry, extraction.Options{}); len(fields) > 0 {
				t.Errorf("%s gives %d fields of an empty document", name, len(fields))
			}
		}
	}
}

// Whatever stands on a page, extraction ends, and its spans are words of the page.
func FuzzExtract(f *testing.F) {
	f.Add("RECIBO\nRecebi de Ana, CPF 529.982.247-25, R$ 10,00", uint8(0), true)
	f.Add("PROVENTOS        DESCONTOS\n001 BASE 10,00      002 INSS 1,00", uint8(9), false)
	f.Add("Data  Descrição  Valor  Saldo\n01/01/2025  X  1,00  2,00\n: / ( ) - ", uint8(8), true)
	names := catalogue.Names()
	f.Fuzz(func(t *testing.T, page string, typ uint8, ocr bool) {
		if len(page) > 600 {
			return
		}
		page = strings.ToValidUTF8(page, "?")
		doc := documenttest.Typewritten(page)
		if ocr {
			doc = documenttest.Scanned(0.6, page)
		}
		entry, _ := catalogue.Lookup(names[int(typ)%len(names)])
		for _, field := range extraction.Extract(doc, entry, extraction.Options{ReceivedAt: received}) {
			for _, leaf := range field.Leaves {
				if leaf.Confidence < 0 || leaf.Confidence > 1 {
					t.Fatalf("%s has confidence %f", leaf.Path, leaf.Confidence)
				}
				for _, s := range leaf.Spans {
					if int(s.Page) > len(doc.Pages) || int(s.Line) >= len(doc.Pages[s.Page-1].Lines) || int(s.Last) >= len(doc.Pages[s.Page-1].Lines[s.Line].Words) {
						t.Fatalf("%s stands at %+v", leaf.Path, s)
					}
				}
			}
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	doc := documenttest.Typewritten(strings.Repeat("Cliente: Otávio Luz Prado       CPF: 529.982.247-25\n", 10) +
		"Data        Histórico                     Docto     Valor        Saldo\n" +
		strings.Repeat("03/03/2025  PIX RECEBIDO DE NINA          900123    50,00 C     150,00\n", 50))
	entry, _ := catalogue.Lookup("EXTRATO_BANCARIO")
	for b.Loop() {
		extraction.Extract(doc, entry, extraction.Options{ReceivedAt: received})
	}
}
