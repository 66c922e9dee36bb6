package table

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// inputOf is a page with the labels of some columns, which the folded words of the map name; the name of none is a
// label of something else.
func inputOf(page string, labels map[string]string, columns ...catalogue.Field) Input {
	in := Input{Sheet: layout.Of(documenttest.Typewritten(page)), List: catalogue.Field{Columns: columns, Table: &catalogue.Table{Row: []string{columns[0].Name}}}}
	for i, t := range in.Sheet.Tokens {
		name, labelled := labels[t.Fold]
		if !labelled {
			continue
		}
		l := Label{First: int32(i), Last: int32(i)}
		for k, c := range columns {
			if c.Name == name {
				l.Names = []Name{{Column: k}}
			}
		}
		in.Labels = append(in.Labels, l)
	}
	in.Head = func(cell int32) int { return in.Sheet.Cells[cell].First }
	in.Mark = func(int) Mark { return Plain }
	in.Marked = func(*layout.Row) Mark { return Plain }
	in.Listed = func(int) int32 { return -1 }
	in.Side = func(int) int { return -1 }
	in.Names = func(string) []Name { return nil }
	in.Meant = func([]int32) []Name { return nil }
	in.Joined = func(int, []int32) (candidate.Cell, bool) { return candidate.Cell{}, false }
	in.Value = func(column int, words []int32) (candidate.Cell, bool) {
		run := recognise.Run{Sheet: in.Sheet, Index: words}
		if kind := columns[column].Kind; recognise.Typed(kind) {
			v, ok := recognise.Whole(kind, run)
			return candidate.Cell{Column: column, Tokens: words, Text: v.Text}, ok
		}
		return candidate.Cell{Column: column, Tokens: words, Text: run.Text(0, run.Len()-1)}, len(words) > 0
	}
	return in
}

// A heading ends where its words do: a small word behind it goes on in the line below.
func TestHeadingPieces(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       int
	}{
		{"a small word at the end is of the heading before it", "PREÇO DO", 1},
		{"another word is not", "PREÇO ITEM", 2},
		{"nor is a small word before another", "PREÇO DO ITEM", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := inputOf(c.line, map[string]string{"preco": "valor"}, catalogue.Field{Name: "valor", Kind: catalogue.Money})
			if pieces, _ := newReader(in).headingLine(0); len(pieces) != c.want {
				t.Errorf("%q has %d pieces, want %d", c.line, len(pieces), c.want)
			}
		})
	}
}

// The rest of a text may be a label of something else: the table goes on where the next line is a row of it.
func TestRestThatIsALabelElsewhere(t *testing.T) {
	in := inputOf(`
Data           Lançamento          Valor
09/12/2024     PAGTO CONTA        724,44
               TELEFONE
10/12/2024     PAGTO CONTA        760,35
11/12/2024     TARIFA              12,00`,
		map[string]string{"data": "data", "lancamento": "descricao", "valor": "valor", "telefone": ""},
		catalogue.Field{Name: "data", Kind: catalogue.Date}, catalogue.Field{Name: "descricao", Kind: catalogue.String}, catalogue.Field{Name: "valor", Kind: catalogue.Money})
	if rows, _ := Over(in).Rows(); len(rows) != 3 || rows[0].Cell(1).Text != "PAGTO CONTA TELEFONE" {
		t.Errorf("rows are %v, want 3, the first with both lines of its text", rows)
	}
}

// A heading whose last word leads on has the words behind it, though they name another column.
func TestHeadingThatLeadsOn(t *testing.T) {
	for line, want := range map[string]int{"Custo por pessoa": 1, "Custo dela pessoa": 2, "Custo ou pessoa": 2} {
		in := inputOf(line, map[string]string{"custo": "valor", "pessoa": "nome"}, catalogue.Field{Name: "valor", Kind: catalogue.Money}, catalogue.Field{Name: "nome", Kind: catalogue.String})
		in.Labels[0].Last = 1
		if h, _ := newReader(in).headOf(0, 0); len(h.strips) != want {
			t.Errorf("%q heads %d columns, want %d", line, len(h.strips), want)
		}
	}
}

// A column under a word that nobody knows is a side of the account where the balances tell, on a page of more lines than
// tell how a heading is read, too.
func TestSideOfAnAccountByItsBalances(t *testing.T) {
	in := inputOf(`
Data         Historico                         Pagou     Entrou       Saldo
01/05/2026   PIX PARA MARCELA AZEVEDO         164,35               5.007,47
05/05/2026   CONTA DE LUZ                     665,30               4.342,17
05/05/2026   VENDA RECEBIDA                              657,19    4.999,36
08/05/2026   ALUGUEL PAGO A DANTE             235,77               4.763,59
08/05/2026   PAGTO BOLETO FARMACIA             60,38               4.703,21
08/05/2026   DINHEIRO DEVOLVIDO                        3.958,54    8.661,75
09/05/2026   CONTA DE LUZ                     541,49               8.120,26
09/05/2026   ESCOLA                           325,85               7.794,41
09/05/2026   CARTAO DO MES                    268,99               7.525,42
10/05/2026   SALARIO                                   3.284,03   10.809,45
10/05/2026   DEPOSITO EM DINHEIRO                      2.579,04   13.388,49
10/05/2026   ALUGUEL PAGO A MAYA              463,14              12.925,35
11/05/2026   PIX ENVIADO PIETRO               625,55              12.299,80
12/05/2026   TARIFA PACOTE                    268,25              12.031,55
13/05/2026   SAQUE TERMINAL                   479,55              11.552,00`,
		map[string]string{"data": "data", "historico": "descricao", "entrou": "valor", "saldo": "saldo"},
		catalogue.Field{Name: "data", Kind: catalogue.Date}, catalogue.Field{Name: "descricao", Kind: catalogue.String}, catalogue.Field{Name: "valor", Kind: catalogue.Money, Negative: []string{"debitos"}}, catalogue.Field{Name: "saldo", Kind: catalogue.Money})
	in.List.Table.Balance = []string{"valor", "saldo"}
	in.List.Table.Row, in.List.Table.Need = []string{"valor"}, []string{"data"}
	if rows, _ := Over(in).Rows(); len(rows) != 15 {
		t.Errorf("%d rows, want 15", len(rows))
	}
}

// What a rate makes of a base is the tax, though each stands under a word for the other.
func TestProductAgainstHeadings(t *testing.T) {
	in := inputOf(`
Produto        Quanto        Sobre       Taxa
AGUA            42,09         2,95       7,00
FILTRO         121,19         8,48       7,00
CAIXA          300,24        21,02       7,00`,
		map[string]string{"produto": "descricao", "quanto": "imposto", "sobre": "base", "taxa": "aliquota"},
		catalogue.Field{Name: "descricao", Kind: catalogue.String}, catalogue.Field{Name: "base", Kind: catalogue.Money}, catalogue.Field{Name: "aliquota", Kind: catalogue.Percent}, catalogue.Field{Name: "imposto", Kind: catalogue.Money})
	in.List.Table.Products = [][]string{{"base", "aliquota", "imposto"}}
	if rows, _ := Over(in).Rows(); len(rows) != 3 || rows[0].Cell(1).Text != "42.09" || rows[0].Cell(3).Text != "2.95" {
		t.Errorf("rows are %v, want a base of 42.09 and a tax of 2.95 in the first of 3", rows)
	}
}

// Another tax, whose rate and sum come out as well, is not the one that headings name.
func TestProductOfAnotherTax(t *testing.T) {
	in := inputOf(`
Produto        Total         Taxa        Imposto     IPI       Aliquota
AGUA          100,00         0,00        0,00        5,00      5,00
FILTRO        200,00         0,00        0,00       20,00      10,00
CAIXA         300,00         18,00       54,00       9,75      3,25`,
		map[string]string{"produto": "descricao", "total": "total", "taxa": "aliquota", "imposto": "imposto", "ipi": "", "aliquota": ""},
		catalogue.Field{Name: "descricao", Kind: catalogue.String}, catalogue.Field{Name: "total", Kind: catalogue.Money}, catalogue.Field{Name: "aliquota", Kind: catalogue.Percent}, catalogue.Field{Name: "imposto", Kind: catalogue.Money})
	in.List.Table.Products = [][]string{{"total", "aliquota", "imposto"}}
	if rows, _ := Over(in).Rows(); len(rows) != 3 || rows[0].Cell(3) == nil || rows[0].Cell(3).Text != "0" {
		t.Errorf("rows are %v, want a tax of 0 in the first of 3", rows)
	}
}
