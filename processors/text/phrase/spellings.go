package phrase

import (
	"strings"

	"lavra.dev/processors/text/layout"
)

// Forms shorten their words in ways that are not their first letters, and mostly
// without a stop: "DT. DOCTO.", "Vlr Total", "Nro. da nota". Each is found as the word
// itself. A number is "nº" to one printer and "número" to the next.

// spellings are the words that a shortened one may stand for.
var spellings = map[string][]string{
	"no": {"numero"}, "numero": {"no"}, "nro": {"no", "numero"}, "nr": {"no", "numero"}, "num": {"no", "numero"}, "n": {"no", "numero"},
	"dt": {"data"}, "dta": {"data"}, "vl": {"valor"}, "vlr": {"valor"},
	"vcto": {"vencimento"}, "vencto": {"vencimento"}, "vcmto": {"vencimento"}, "vto": {"vencimento"}, "venc": {"vencimento"}, "br": {"bairro"}, "bro": {"bairro"},
	"docto": {"documento", "doc"}, "dcto": {"documento", "doc"}, "doc": {"documento"}, "documento": {"doc"},
	"pgto": {"pagamento"}, "pagto": {"pagamento"}, "pgt": {"pagamento"}, "pgmto": {"pagamento"},
	"qtd": {"quantidade"}, "qtde": {"quantidade"}, "quant": {"quantidade"}, "qt": {"quantidade"},
	"cod": {"codigo"}, "cd": {"codigo"}, "codigo": {"cod"}, "desc": {"descricao", "desconto"}, "descr": {"descricao"},
	"insc": {"inscricao"}, "inscr": {"inscricao"}, "est": {"estadual"}, "mun": {"municipio", "municipal"}, "munic": {"municipio", "municipal"},
	"end": {"endereco"}, "emis": {"emissao"}, "proc": {"processamento"}, "ag": {"agencia"}, "agencia": {"ag"}, "bco": {"banco"}, "cta": {"conta"},
	"benef": {"beneficiario"}, "cli": {"cliente"}, "un": {"unidade"}, "und": {"unidade"}, "unit": {"unitario"}, "tot": {"total"}, "ref": {"referencia"},
	"nat": {"natureza"}, "op": {"operacao"}, "oper": {"operacao"}, "aliq": {"aliquota"}, "nasc": {"nascimento"}, "matr": {"matricula"},
	"vlrs": {"valores"}, "qde": {"quantidade"}, "pgtos": {"pagamentos"}, "dpto": {"departamento"}, "sdo": {"saldo"}, "sld": {"saldo"}, "cto": {"contrato"}, "adm": {"admissao"},
	"comp": {"competencia"}, "compet": {"competencia"}, "refer": {"referencia"}, "calc": {"calculo"}, "contr": {"contribuicao"}, "contrib": {"contribuicao"}, "prev": {"previdencia"},
	"rend": {"rendimento", "rendimentos"}, "trib": {"tributaveis", "tributavel", "tributacao"}, "excl": {"exclusiva"}, "remun": {"remuneracao"}, "prov": {"proventos"}, "mat": {"matricula"},
	"ret": {"retido"}, "imp": {"imposto"}, "aplic": {"aplicacao", "aplicacoes"}, "ant": {"anterior"}, "distr": {"distribuicao"}, "sit": {"situacao"}, "exerc": {"exercicio"},
	"decl": {"declaracao"}, "indeniz": {"indenizacoes", "indenizacao"}, "mens": {"mensal", "mensalidade", "mensalidades"}, "reemb": {"reembolso", "reembolsado"}, "dep": {"dependente", "dependentes"},
	"func": {"funcionario", "funcao"}, "depto": {"departamento"}, "hist": {"historico"}, "lanc": {"lancamento"}, "sal": {"salario"}, "liq": {"liquido"}, "resp": {"responsavel"},
}

// lone are the shortened words that are a label by themselves, without a colon too.
var lone = map[string]bool{"vlr": true, "vcto": true, "vencto": true, "vcmto": true, "dt": true, "pgto": true, "pagto": true, "qtd": true, "qtde": true}

// respelled goes on from a node with the words that token i may stand for.
func (f *finder) respelled(at int32, i int) {
	t := &f.sheet.Tokens[i]
	if len(t.Fold) < 3 && !marked(t) && t.Fold == t.Text {
		return // a small word of a text
	}
	for _, end := range f.spelled(nil, at, t.Fold) {
		if i > f.start || lone[t.Fold] || strings.HasSuffix(t.Text, ":") {
			f.pass(end, i)
		} else {
			f.next(end, i)
		}
	}
}

// marked reports whether a word bears the sign of one cut short.
func marked(t *layout.Token) bool {
	return strings.Contains(t.Text, ".") || strings.Contains(t.Text, "º") || strings.Contains(t.Text, "°")
}
