package choose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// The features of a cell of a list.
const (
	cScore = iota
	cTable
	cLabel
	cProse
	cRepaired
	cTyped
	cMoney
	cName
	cCode
	cTokens
	cLetters
	cOCR
	cWorst
	cMean
	cRows
	cFilled
	cRowFilled
	cRowScore
	cListScore
	cLast
	cRequiredFound
	cFound
	cMeanOdds
	cZero
	cCells
	cOnLabel
	cAlike
	cSum
	cProduct
	cNearOwn
	cNearOther
	cNearNone
	cellFeatures
)

// CellFeatures names what is known about a cell of a list.
var CellFeatures = []string{"score", "table", "label", "prose", "repaired", "typed", "money", "name", "code", "tokens", "letters",
	"ocr", "worst", "mean", "rows", "filled", "row_filled", "row_score", "list_score", "last", "required_found", "found", "mean_odds", "zero", "cells", "on_label", "alike", "sum", "product", "near_own", "near_other", "near_none"}

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
	v := make(odds.Vector, cellFeatures)
	w := x.wordingOf(c.Text, c.Tokens)
	f := &x.Type.Fields[list].Columns[c.Column]
	v[cScore], v[cTable], v[cLabel], v[cProse] = float32(c.Score), odds.Flag(row.How == candidate.FromTable), odds.Flag(row.How == candidate.FromLabel), odds.Flag(row.How == candidate.FromProse)
	v[cRepaired] = odds.Flag(c.Repaired)
	v[cTyped], v[cMoney] = odds.Flag(recognise.Typed(f.Kind)), odds.Flag(f.Kind == catalogue.Money)
	v[cName] = odds.Flag(f.Like == "name")
	v[cCode] = odds.Flag(source.Numbers(f))
	v[cTokens], v[cLetters], v[cWorst], v[cMean], v[cZero], v[cCells], v[cOnLabel] = w.tokens, w.letters, w.worst, w.mean, w.zero, w.cells, w.onLabel
	v[cOCR] = odds.Flag(len(c.Tokens) > 0 && x.Sheet.Tokens[c.Tokens[0]].OCR)
	v[cRows], v[cFilled], v[cRowFilled] = float32(min(len(rows), 50)), t.filled[c.Column], float32(len(row.Cells))/float32(len(x.Type.Fields[list].Columns))
	var sum float64
	for _, o := range row.Cells {
		sum += o.Score
	}
	v[cRowScore], v[cListScore], v[cLast] = float32(sum/float64(len(row.Cells))), t.score, odds.Flag(r == len(rows)-1)
	v[cRequiredFound], v[cFound], v[cMeanOdds] = s.required, s.found, s.odds
	near := x.near.Says(c.Tokens, nearby.Column(x.Type.Type, list, c.Column))
	v[cNearOwn], v[cNearOther], v[cNearNone] = near.Own, near.Other, near.None
	v[cAlike] = w.tokens - t.tokens[c.Column]
	of := check.Column{List: list, Column: c.Column}
	v[cSum], v[cProduct] = s.Columns[of].Sign(), x.checked().Product(of, row.Text).Sign()
	if s.balances[list] != nil && f.Kind == catalogue.Money && s.balances[list][r] == check.Agrees {
		v[cSum] = check.Agrees.Sign()
	}
	return v
}
