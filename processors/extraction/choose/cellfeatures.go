package choose

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// cellFeatures are what is known about a cell of a list.
type cellFeatures struct {
	score, table, label, prose, repaired, typed, money, name, code          float32
	tokens, letters, ocr, worst, mean                                       float32 // its words
	rows, filled, rowFilled, rowScore, listScore, last                      float32 // the row and the list
	requiredFound, found, meanOdds                                          float32 // of the document as a whole
	zero, cells, onLabel, alike, sum, product, nearOwn, nearOther, nearNone float32
}

// CellFeatures names what is known about a cell of a list.
var CellFeatures = odds.Names[cellFeatures]()

// listTally is what the rows of a list have in common.
type listTally struct {
	filled []float32 // by column: the share of rows that have it
	tokens []float32 // by column: words of a cell in the mean
	score  float32
}

func tallyOf(rows []candidate.Row, columns int) listTally {
	t := listTally{filled: make([]float32, columns), tokens: make([]float32, columns)}
	n := float32(0)
	for _, r := range rows {
		for _, c := range r.Cells {
			t.filled[c.Column]++
			t.tokens[c.Column] += float32(len(c.Tokens))
			t.score, n = t.score+float32(c.Score), n+1
		}
	}
	for k := range t.filled {
		t.tokens[k] /= max(t.filled[k], 1)
		t.filled[k] /= float32(len(rows))
	}
	t.score /= max(n, 1)
	return t
}

// cellVector is what is known about cell k of row r of a list.
func (x *Choice) cellVector(list, r, k int, t listTally, s standing) odds.Vector {
	rows := x.lists[list]
	row, c := &rows[r], &rows[r].Cells[k]
	var v cellFeatures
	w := x.wordingOf(c.Text, c.Tokens)
	f := &x.Type.Fields[list].Columns[c.Column]
	v.score, v.table, v.label, v.prose = float32(c.Score), odds.Flag(row.How == candidate.FromTable), odds.Flag(row.How == candidate.FromLabel), odds.Flag(row.How == candidate.FromProse)
	v.repaired = odds.Flag(c.Repaired)
	v.typed, v.money = odds.Flag(recognise.Typed(f.Kind)), odds.Flag(f.Kind == catalogue.Money)
	v.name = odds.Flag(f.Like == "name")
	v.code = odds.Flag(source.Numbers(f))
	v.tokens, v.letters, v.worst, v.mean, v.zero, v.cells, v.onLabel = w.tokens, w.letters, w.worst, w.mean, w.zero, w.cells, w.onLabel
	v.ocr = odds.Flag(len(c.Tokens) > 0 && x.Sheet.Tokens[c.Tokens[0]].OCR)
	v.rows, v.filled, v.rowFilled = float32(min(len(rows), 50)), t.filled[c.Column], float32(len(row.Cells))/float32(len(x.Type.Fields[list].Columns))
	var sum float64
	for _, o := range row.Cells {
		sum += o.Score
	}
	v.rowScore, v.listScore, v.last = float32(sum/float64(len(row.Cells))), t.score, odds.Flag(r == len(rows)-1)
	v.requiredFound, v.found, v.meanOdds = s.required, s.found, s.odds
	near := x.near.Says(c.Tokens, nearby.Column(x.Type.Type, list, c.Column))
	if x.carried(x.Type.Fields[list], row, c) {
		near = nearby.Said{} // the words around it are none of its row
	}
	v.nearOwn, v.nearOther, v.nearNone = near.Own, near.Other, near.None
	v.alike = w.tokens - t.tokens[c.Column]
	of := check.Column{List: list, Column: c.Column}
	v.sum, v.product = s.Columns[of].Sign(), x.checked().Product(of, row.Text).Sign()
	if s.balances[list] != nil && f.Kind == catalogue.Money && s.balances[list][r] == check.Agrees {
		v.sum = check.Agrees.Sign()
	}
	return odds.VectorOf(&v)
}

// carried reports whether a cell stands on a line over its row, as a date does over all that happened on its day.
func (x *Choice) carried(f catalogue.Field, row *candidate.Row, c *candidate.Cell) bool {
	if !slices.Contains(f.Table.Carry, f.Columns[c.Column].Name) || len(c.Tokens) == 0 {
		return false
	}
	line := x.Sheet.RowOf(c.Tokens[0])
	return len(row.Cells) > 1 && !slices.ContainsFunc(row.Cells, func(o candidate.Cell) bool {
		return o.Column != c.Column && len(o.Tokens) > 0 && x.Sheet.RowOf(o.Tokens[0]) <= line
	})
}
