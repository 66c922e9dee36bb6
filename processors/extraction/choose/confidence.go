package choose

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// The features of a chosen value, behind those of the candidate that it is.
const (
	fOdds = candidateFeatures + iota
	fRivalOdds
	fGap
	fSameOdds
	fOtherOdds
	fRequiredFound
	fFound
	fMeanOdds
	fHeld
	valueFeatures
)

// ValueFeatures names what is known about a chosen value.
var ValueFeatures = append(slices.Clone(CandidateFeatures), "odds", "rival_odds", "gap", "same_odds", "other_odds", "required_found", "found", "mean_odds", "held")

// nobody is the log odds of a rival that there is not.
const nobody float64 = -10

// standing is how well the document as a whole is understood: in a layout that is not,
// each single value is less sure.
type standing struct {
	required, found, odds float32
	check.Verdicts
	balances [][]check.Verdict // of the rows of each list
}

func (x *Choice) standing() standing {
	var s standing
	s.Verdicts = x.verdicts()
	wanted, have := 0, 0
	s.balances = make([][]check.Verdict, len(x.lists))
	for i, f := range x.Type.Fields {
		if len(x.lists[i]) > 0 {
			s.balances[i] = x.checked().Balances(i, func(field int) (check.Value, bool) { return valueOf(x.chosen[field]) })
		}
		if c := x.chosen[i]; c != nil {
			s.found++
			s.odds += float32(c.Odds)
		}
		if f.Required {
			wanted++
			if x.chosen[i] != nil || len(x.lists[i]) > 0 {
				have++
			}
		}
	}
	s.odds /= max(s.found, 1)
	s.required, s.found = float32(have)/float32(max(wanted, 1)), s.found/float32(len(x.Type.Fields))
	return s
}

// valueVector is what is known about the value chosen for a field.
func (x *Choice) valueVector(field int, c *candidate.Value, s standing) odds.Vector {
	v := make(odds.Vector, valueFeatures)
	copy(v, x.vectorOf(c))
	best, other := nobody, nobody
	for i := range x.Found[:len(x.Found)-len(x.guesses)] {
		o := &x.Found[i]
		if o.Field == field && o.Key == c.Key {
			best = max(best, o.Odds)
		} else if o.Field != field && len(o.Tokens) > 0 && len(c.Tokens) > 0 && o.Tokens[0] == c.Tokens[0] {
			other = max(other, o.Odds)
		}
	}
	rival := nobody
	if r := x.rivals[field]; r != nil {
		rival = r.Odds
	}
	v[fOdds], v[fRivalOdds], v[fGap], v[fSameOdds], v[fOtherOdds] = float32(c.Odds), float32(rival), float32(c.Odds-rival), float32(best), float32(other)
	v[fRequiredFound], v[fFound], v[fMeanOdds] = s.required, s.found, s.odds
	v[fHeld] = float32(s.Held[field])
	return v
}

// vectorOf is the vector of a candidate; of a value that was derived, or guessed at, what is known of it without
// where it stands and those beside it.
func (x *Choice) vectorOf(c *candidate.Value) odds.Vector {
	for i := range x.vectors {
		if &x.Found[i] == c {
			return x.vectors[i]
		}
	}
	v := make(odds.Vector, candidateFeatures)
	x.ownFeatures(c, v)
	x.fieldFeatures(c.Field, v)
	return v
}

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

// witnesses name what speaks for a value.
func (x *Choice) witnesses(field int, c *candidate.Value) []string {
	out := []string{c.How.String()}
	if c.Checked && checkdigit.HasDigit(string(x.Type.Fields[field].Kind)) {
		out = append(out, "check_digit")
	}
	if c.Repaired || x.Mended(c.Tokens) {
		out = append(out, "repaired")
	}
	if x.repeats[field] > 0 {
		out = append(out, "repeated")
	}
	if x.barcodeAgrees(field, c) {
		out = append(out, "barcode")
	}
	return out
}

func (x *Choice) cellWitnesses(how candidate.Provenance, c candidate.Cell) []string {
	out := []string{how.String()}
	if c.Checked {
		out = append(out, "check_digit")
	}
	if c.Repaired || x.Mended(c.Tokens) {
		out = append(out, "repaired")
	}
	return out
}

func (x *Choice) barcodeAgrees(field int, c *candidate.Value) bool {
	if c.How == candidate.FromBarcode {
		return false
	}
	for i := range x.Found {
		if o := &x.Found[i]; o.Field == field && o.How == candidate.FromBarcode && o.Text == c.Text {
			return true
		}
	}
	return false
}

func round(v float64) float64 { return math.Round(v*1000) / 1000 }
