package nfexml_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"lavra.dev/processors/nfexml"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

func sample(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// values decodes what the client would see.
func values(t testing.TB, fields []event.Field) map[string]any {
	t.Helper()
	out := map[string]any{}
	for _, f := range fields {
		var v any
		if err := json.Unmarshal([]byte(f.Value), &v); err != nil {
			t.Fatalf("%s: %s: %v", f.Name, f.Value, err)
		}
		out[f.Name] = v
	}
	return out
}

func TestTheSamplesAreReadWithoutAMiss(t *testing.T) {
	for _, name := range []string{"nfe-xml-01", "nfe-xml-02", "nfe-xml-03", "nfe-xml-04"} {
		t.Run(name, func(t *testing.T) {
			result, err := nfexml.Read(sample(t, name+".xml"))
			if err != nil {
				t.Fatal(err)
			}
			var truth struct{ Fields map[string]any }
			if err := json.Unmarshal(sample(t, name+".truth.json"), &truth); err != nil {
				t.Fatal(err)
			}
			got := values(t, result.Fields)
			for field, want := range truth.Fields {
				if !same(want, got[field]) {
					t.Errorf("%s: %v, want %v", field, got[field], want)
				}
			}
			for field := range got {
				if _, wanted := truth.Fields[field]; !wanted {
					t.Errorf("%s: %v is not on the document", field, got[field])
				}
			}
			if len(result.Inconsistencies) > 0 {
				t.Errorf("inconsistencies: %q", result.Inconsistencies)
			}
		})
	}
}

// same compares as the score does: numbers within half a centavo, lists row by row.
func same(want, got any) bool {
	switch want := want.(type) {
	case float64:
		number, ok := got.(float64)
		return ok && math.Abs(number-want) < 0.005
	case []any:
		rows, ok := got.([]any)
		return ok && len(rows) == len(want) && sameRows(want, rows)
	case map[string]any:
		row, ok := got.(map[string]any)
		if !ok || len(row) != len(want) {
			return false
		}
		for key, value := range want {
			if !same(value, row[key]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(want, got)
}

func sameRows(want, got []any) bool {
	for i := range want {
		if !same(want[i], got[i]) {
			return false
		}
	}
	return true
}

func TestEveryFieldOfTheCatalogueCanBeRead(t *testing.T) {
	typ, _ := catalogue.Lookup("NFE")
	seen := map[string]bool{}
	for _, name := range []string{"nfe-xml-01.xml", "nfe-xml-03.xml"} {
		result, err := nfexml.Read(sample(t, name))
		if err != nil {
			t.Fatal(err)
		}
		at := -1
		for _, f := range result.Fields {
			seen[f.Name] = true
			i := slices.IndexFunc(typ.Fields, func(c catalogue.Field) bool { return c.Name == f.Name })
			if i <= at {
				t.Errorf("%s stands out of the catalogue's order", f.Name)
			}
			at = i
		}
	}
	for _, f := range typ.Fields {
		if !seen[f.Name] {
			t.Errorf("no sample gives %s", f.Name)
		}
	}
}

func TestLeavesNameEveryCell(t *testing.T) {
	result, err := nfexml.Read(sample(t, "nfe-xml-01.xml"))
	if err != nil {
		t.Fatal(err)
	}
	paths := map[string]string{}
	for _, f := range result.Fields {
		for _, l := range f.Leaves {
			paths[l.Path] = l.Value
			if !slices.Equal(l.Witnesses, []string{nfexml.WitnessXML}) || l.Confidence != 1 {
				t.Errorf("%s: witnesses %v, confidence %v", l.Path, l.Witnesses, l.Confidence)
			}
		}
	}
	for path, want := range map[string]string{
		"fields.itens[0].valor_unitario":  "281.5821",
		"fields.itens[3].ncm":             `"48191000"`,
		"fields.duplicatas[1].vencimento": `"2026-01-20"`,
		"fields.valor_frete":              "0",
		"fields.emitente_nome":            `"Litorânea Comércio de Móveis Ltda EPP"`,
	} {
		if paths[path] != want {
			t.Errorf("%s is %s, want %s", path, paths[path], want)
		}
	}
}

// The same invoice in every dress that issuers send it in.
func TestDressesOfOneInvoice(t *testing.T) {
	plain := string(sample(t, "nfe-xml-01.xml"))
	body := plain[strings.Index(plain, "?>")+2:]
	note := body[strings.Index(body, "<NFe "):strings.Index(body, "<protNFe")]
	latin := func(text string) []byte {
		out, err := charmap.Windows1252.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(out)
	}
	want, err := nfexml.Read([]byte(plain))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"byte order mark":                []byte("\xef\xbb\xbf" + plain),
		"no declaration":                 []byte(body),
		"no namespace":                   []byte(strings.ReplaceAll(plain, ` xmlns="http://www.portalfiscal.inf.br/nfe"`, "")),
		"a prefix":                       []byte(prefixed(body)),
		"ISO-8859-1":                     latin(`<?xml version="1.0" encoding="ISO-8859-1"?>` + body),
		"Windows-1252":                   latin(`<?xml version='1.0' encoding='windows-1252'?>` + body),
		"Latin bytes declared UTF-8":     latin(plain),
		"UTF-16, little end first":       utf16Of(strings.Replace(plain, "UTF-8", "UTF-16", 1), true, true),
		"UTF-16, big end first, no mark": utf16Of(strings.Replace(plain, "UTF-8", "UTF-16", 1), false, false),
		"indented":                       []byte(strings.ReplaceAll(plain, "><", ">\n  <")),
		"a comment":                      []byte(strings.Replace(plain, "<NFe ", "<!-- nota --><NFe ", 1)),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := nfexml.Read(data)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Fields, want.Fields) {
				t.Error("the fields differ")
			}
		})
	}
	t.Run("bare NFe and enviNFe", func(t *testing.T) {
		for _, data := range []string{note, `<enviNFe versao="4.00"><idLote>1</idLote>` + note + note + `</enviNFe>`} {
			got, err := nfexml.Read([]byte(data))
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Fields) != len(want.Fields)-1 { // the protocol is missing
				t.Errorf("%d fields, want %d", len(got.Fields), len(want.Fields)-1)
			}
		}
	})
}

func prefixed(body string) string {
	body = strings.ReplaceAll(body, ` xmlns="http://www.portalfiscal.inf.br/nfe"`, "")
	body = strings.ReplaceAll(strings.ReplaceAll(body, "</", "\x00"), "<", "<n:")
	body = strings.ReplaceAll(body, "\x00", "</n:")
	return strings.Replace(body, "<n:nfeProc", `<n:nfeProc xmlns:n="http://www.portalfiscal.inf.br/nfe"`, 1)
}

func utf16Of(text string, little, mark bool) []byte {
	units := utf16.Encode([]rune(text))
	if mark {
		units = append([]uint16{0xFEFF}, units...)
	}
	out := make([]byte, 0, 2*len(units))
	for _, u := range units {
		if little {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	return out
}

func TestContradictionsAreNamed(t *testing.T) {
	plain := string(sample(t, "nfe-xml-03.xml"))
	for _, c := range []struct{ name, old, new, want string }{
		{"test environment", "<tpAmb>1</tpAmb><finNFe>", "<tpAmb>2</tpAmb><finNFe>", "NF-e emitida em ambiente de homologação, sem valor fiscal."},
		{"refused", "<cStat>100</cStat><xMotivo>Autorizado o uso da NF-e", "<cStat>302</cStat><xMotivo>Uso Denegado", "NF-e não autorizada: situação 302 (Uso Denegado)."},
		{"another key", "<chNFe>50", "<chNFe>51", "A chave de acesso do protocolo difere da chave da NF-e."},
		{"another number", "<nNF>227427<", "<nNF>227428<", "A chave de acesso indica o número 227427, mas a nota traz 227428."},
		{"another month", "<dhEmi>2026-10", "<dhEmi>2026-09", "A chave de acesso indica o mês de emissão 10/2026, mas a nota traz 09/2026."},
		{"another issuer", "<emit><CNPJ>15255642000109", "<emit><CNPJ>11222333000181", "A chave de acesso indica o emitente 15255642000109, mas a nota traz 11222333000181."},
		{"another state", "<cUF>50", "<cUF>35", "A chave de acesso indica a UF MS, mas a nota traz SP."},
		{"products", "<vProd>13489.66</vProd><vFrete>", "<vProd>13489.70</vProd><vFrete>", "A soma do valor dos produtos dos itens (R$ 13.489,66) difere do total da nota (R$ 13.489,70)."},
		{"total", "<vNF>13489.66", "<vNF>13500.00", "O valor total da nota (R$ 13.500,00) difere da soma de suas parcelas (R$ 13.489,66)."},
		{"instalments", "<vDup>6744.83</vDup></dup></cobr>", "<vDup>744.83</vDup></dup></cobr>", "A soma das duplicatas (R$ 7.489,66) difere do valor líquido da fatura (R$ 13.489,66)."},
		{"CBS", "<vCBS>108.45</vCBS>", "<vCBS>100.45</vCBS>", "A soma da CBS dos itens (R$ 113,41) difere do total da nota (R$ 121,41)."},
		{"consumer", "<mod>55<", "<mod>65<", "O documento é uma NFC-e (modelo 65), não uma NF-e."},
		{"no protocol", "protNFe", "outro", "O XML não traz o protocolo de autorização: a NF-e pode não ter sido autorizada."},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := strings.ReplaceAll(plain, c.old, c.new)
			if changed == plain {
				t.Fatal("the sample has no such place")
			}
			result, err := nfexml.Read([]byte(changed))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(result.Inconsistencies, c.want) {
				t.Errorf("%q lacks %q", result.Inconsistencies, c.want)
			}
		})
	}
}

func TestFilesThatAreRefused(t *testing.T) {
	deep := strings.Repeat("<a>", 50_000) + strings.Repeat("</a>", 50_000)
	for _, c := range []struct {
		name, data string
		want       error
		reason     string
	}{
		{"empty", "", nfexml.ErrNoInvoice, "O XML não contém uma NF-e."},
		{"another document", "<note><to>a</to></note>", nfexml.ErrNoInvoice, "O XML não contém uma NF-e."},
		{"a CT-e that carries invoices", "<CTe><infCte><infDoc><infNFe><chave>1</chave></infNFe></infDoc></infCte></CTe>", nfexml.ErrNoInvoice, "O XML não contém uma NF-e."},
		{"cut", "<nfeProc><NFe><infNFe Id=\"NFe35\"><ide><cUF>35</cUF>", nfexml.ErrMalformed, "O XML está malformado ou incompleto."},
		{"wrong nesting", "<NFe><infNFe></NFe></infNFe>", nfexml.ErrMalformed, "O XML está malformado ou incompleto."},
		{"not XML", "%PDF-1.7", nfexml.ErrNoInvoice, "O XML não contém uma NF-e."},
		{"a DTD", `<!DOCTYPE n [<!ENTITY a "b">]><NFe><infNFe/></NFe>`, nfexml.ErrForbidden, "O XML contém DTD ou excede os limites de tamanho ou de profundidade."},
		{"an entity", "<NFe><infNFe><ide><natOp>&a;</natOp></ide></infNFe></NFe>", nfexml.ErrMalformed, "O XML está malformado ou incompleto."},
		{"too deep", deep, nfexml.ErrForbidden, "O XML contém DTD ou excede os limites de tamanho ou de profundidade."},
		{"too deep inside the invoice", "<NFe><infNFe>" + deep + "</infNFe></NFe>", nfexml.ErrForbidden, "O XML contém DTD ou excede os limites de tamanho ou de profundidade."},
		{"too many attributes", "<NFe" + strings.Repeat(" a='b'", 100) + "><infNFe/></NFe>", nfexml.ErrForbidden, "O XML contém DTD ou excede os limites de tamanho ou de profundidade."},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := nfexml.Read([]byte(c.data))
			if !errors.Is(err, c.want) {
				t.Fatalf("%v, want %v", err, c.want)
			}
			if reason := nfexml.Reason(err); reason != c.reason {
				t.Errorf("reason %q", reason)
			}
		})
	}
}

func TestAnInvoiceWithGapsGivesWhatItHas(t *testing.T) {
	result, err := nfexml.Read([]byte(`<NFe><infNFe Id="NFe3526"><ide><nNF>000</nNF><serie>001</serie><dhEmi>ontem</dhEmi></ide>` +
		`<total><ICMSTot><vNF>12,50</vNF><vProd>-0.00</vProd></ICMSTot></total><transp><modFrete>0</modFrete></transp></infNFe></NFe>`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"chave_acesso": "3526", "numero": "0", "serie": "1", "valor_produtos": 0.0, "modalidade_frete": "0"}
	if got := values(t, result.Fields); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMarkdownHoldsWhatAReaderLooksFor(t *testing.T) {
	result, err := nfexml.Read(sample(t, "nfe-xml-03.xml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Nota Fiscal Eletrônica nº 227427, série 3\n\n",
		"- **Chave de acesso:** 50261015255642000109550030002274271766154250\n",
		"- **Data de emissão:** 30/10/2026\n",
		"\n## Emitente\n\n- **Nome:** Barros Comércio de Móveis EIRELI\n",
		"| Nº | Código | Descrição | NCM | CST | CFOP | Unidade | Quantidade | Valor unitário | Valor total | Base ICMS | Valor ICMS | % ICMS | IBS | CBS |\n",
		"| 1 | 9280 | LUVA NITRILICA TAM G C/100 | 40151900 | 000 | 6102 | CX | 42 | 34,2753 | 1.439,56 | 1.439,56 | 172,75 | 12 | 1,44 | 12,96 |\n",
		"- **Valor total da nota:** R$ 13.489,66\n",
		"- **Modalidade do frete:** 9 - sem transporte\n",
		"| 001 | 27/11/2026 | 6.744,83 |\n",
	} {
		if !strings.Contains(result.Markdown, want) {
			t.Errorf("lacks %q in\n%s", want, result.Markdown)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"nfe-xml-01.xml", "nfe-xml-03.xml"} {
		f.Add(sample(f, name))
	}
	f.Add([]byte(`<NFe><infNFe Id="NFe3526"><ide><nNF>1</nNF></ide><det><prod><vProd>1.5</vProd></prod></det></infNFe></NFe>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		result, err := nfexml.Read(data)
		if err != nil {
			return
		}
		values(t, result.Fields)
		for _, field := range result.Fields {
			for _, l := range field.Leaves {
				if !json.Valid([]byte(l.Value)) {
					t.Errorf("%s: %s is no JSON", l.Path, l.Value)
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	data := sample(b, "nfe-xml-02.xml")
	for b.Loop() {
		if _, err := nfexml.Read(data); err != nil {
			b.Fatal(err)
		}
	}
}
