package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/odds"
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
	fInvalid
	fBars
	fRequiredFound
	fFound
	fMeanOdds
	fHeld
	fFailed
	valueFeatures
)

// ValueFeatures names what is known about a chosen value.
var ValueFeatures = append(slices.Clone(CandidateFeatures), "odds", "rival_odds", "gap", "same_odds", "other_odds", "invalid", "bars", "required_found", "found", "mean_odds", "held", "failed")

// nobody is the log odds of a rival that there is not.
const nobody = -10

// standing is how well the document as a whole is understood: in a layout that is not,
// each single value is less sure.
type standing struct {
	required, found, odds float32
	check.Verdicts
}

func (x *extractor) standing() standing {
	var s standing
	s.Verdicts = x.verdicts()
	wanted, have := 0, 0
	for i, f := range x.plan.typ.Fields {
		if c := x.chosen[i]; c != nil {
			s.found++
			s.odds += float32(c.odds)
		}
		if f.Required {
			wanted++
			if x.chosen[i] != nil || len(x.lists[i]) > 0 {
				have++
			}
		}
	}
	s.odds /= max(s.found, 1)
	s.required, s.found = float32(have)/float32(max(wanted, 1)), s.found/float32(len(x.plan.typ.Fields))
	return s
}

// valueVector is what is known about the value chosen for a field.
func (x *extractor) valueVector(field int, c *candidate, s standing) odds.Vector {
	v := make(odds.Vector, valueFeatures)
	copy(v, x.vectorOf(c))
	best, other := nobody+0.0, nobody+0.0
	for i := range x.candidates {
		o := &x.candidates[i]
		if o.field == field && o.key == c.key {
			best = max(best, o.odds)
		} else if o.field != field && len(o.tokens) > 0 && len(c.tokens) > 0 && o.tokens[0] == c.tokens[0] {
			other = max(other, o.odds)
		}
	}
	rival := nobody + 0.0
	if r := x.rivals[field]; r != nil {
		rival = r.odds
	}
	v[fOdds], v[fRivalOdds], v[fGap], v[fSameOdds], v[fOtherOdds] = float32(c.odds), float32(rival), float32(c.odds-rival), float32(best), float32(other)
	v[fInvalid], v[fBars] = flag(fault(x.plan.typ.Fields[field].Kind, c.value) != nil), flag(x.barcodeAgrees(field, c))
	v[fRequiredFound], v[fFound], v[fMeanOdds] = s.required, s.found, s.odds
	v[fHeld], v[fFailed] = float32(s.Held[field]), float32(s.Failed[field])
	return v
}

// vectorOf is the vector of a candidate; of one that was derived that of its source.
func (x *extractor) vectorOf(c *candidate) odds.Vector {
	for i := range x.candidates {
		if &x.candidates[i] == c {
			return x.vectors[i]
		}
	}
	v := make(odds.Vector, candidateFeatures)
	x.ownFeatures(c, v)
	x.fieldFeatures(c.field, v)
	return v
}

// The features of a cell of a list.
const (
	cScore = iota
	cTable
	cLabel
	cProse
	cChecked
	cRepaired
	cInvalid
	cTyped
	cMoney
	cDate
	cTaxNumber
	cName
	cCompany
	cMeaning
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
	cellFeatures
)

// CellFeatures names what is known about a cell of a list.
var CellFeatures = []string{"score", "table", "label", "prose", "checked", "repaired", "invalid", "typed", "money", "date", "tax_number", "name", "company", "meaning", "code", "tokens", "letters",
	"ocr", "worst", "mean", "rows", "filled", "row_filled", "row_score", "list_score", "last", "required_found", "found", "mean_odds", "zero", "cells", "on_label", "alike", "sum", "product"}

// listTally is what the rows of a list have in common.
type listTally struct {
	filled []float32 // by column: the share of rows that have it
	tokens []float32 // by column: words of a cell in the mean
	score  float32
}

func tallyOf(rows []rowValue, columns int) listTally {
	t := listTally{filled: make([]float32, columns), tokens: make([]float32, columns)}
	n := float32(0)
	for _, r := range rows {
		for _, c := range r.cells {
			t.filled[c.column]++
			t.tokens[c.column] += float32(len(c.tokens))
			t.score, n = t.score+float32(c.score), n+1
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
func (x *extractor) cellVector(list, r, k int, t listTally, s standing) odds.Vector {
	rows := x.lists[list]
	row, c := &rows[r], &rows[r].cells[k]
	v := make(odds.Vector, cellFeatures)
	as := candidate{field: list, tokens: c.tokens, value: c.value, score: c.score, how: row.how}
	own := make(odds.Vector, candidateFeatures)
	x.ownFeatures(&as, own)
	f := &x.plan.typ.Fields[list].Columns[c.column]
	v[cScore], v[cTable], v[cLabel], v[cProse] = float32(c.score), flag(row.how == fromTable), flag(row.how == fromLabel), flag(row.how == fromProse)
	v[cChecked], v[cRepaired], v[cInvalid] = flag(c.checked), flag(c.repaired), flag(fault(f.Kind, c.value) != nil)
	v[cTyped], v[cMoney], v[cDate], v[cTaxNumber] = flag(recognise.Typed(f.Kind)), flag(f.Kind == catalogue.Money), flag(f.Kind == catalogue.Date), flag(taxNumber(f.Kind))
	v[cName], v[cCompany], v[cMeaning] = flag(f.Like == "name"), flag(f.Like == "company"), flag(f.Kind == catalogue.Enum || f.Kind == catalogue.Bool)
	v[cCode] = flag(f.Kind == catalogue.Code || f.Kind == catalogue.Digits || f.Like == "number" || f.Like == "numbered")
	v[cTokens], v[cLetters], v[cWorst], v[cMean], v[cZero], v[cCells], v[cOnLabel] = own[fTokens], own[fLetters], own[fWorst], own[fMean], own[fZero], own[fCells], own[fOnLabel]
	v[cOCR] = flag(len(c.tokens) > 0 && x.sheet.Tokens[c.tokens[0]].OCR)
	v[cRows], v[cFilled], v[cRowFilled] = float32(min(len(rows), 50)), t.filled[c.column], float32(len(row.cells))/float32(len(x.plan.typ.Fields[list].Columns))
	sum := 0.0
	for _, o := range row.cells {
		sum += o.score
	}
	v[cRowScore], v[cListScore], v[cLast] = float32(sum/float64(len(row.cells))), t.score, flag(r == len(rows)-1)
	v[cRequiredFound], v[cFound], v[cMeanOdds] = s.required, s.found, s.odds
	v[cAlike] = own[fTokens] - t.tokens[c.column]
	of := check.Column{List: list, Column: c.column}
	v[cSum], v[cProduct] = s.Columns[of].Sign(), x.checked().Product(of, row.text).Sign()
	return v
}

// witnesses name what speaks for a value.
func (x *extractor) witnesses(field int, c *candidate) []string {
	out := []string{c.how.String()}
	if c.checked && checkdigit.HasDigit(string(x.plan.typ.Fields[field].Kind)) {
		out = append(out, "check_digit")
	}
	if c.repaired || x.mended(c.tokens) {
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

// mended tells whether the reader set letters right in the words of a value.
func (x *extractor) mended(tokens []int32) bool {
	return slices.ContainsFunc(tokens, func(t int32) bool { return x.sheet.Tokens[t].Mended })
}

func (x *extractor) cellWitnesses(how provenance, c cellValue) []string {
	out := []string{how.String()}
	if c.checked {
		out = append(out, "check_digit")
	}
	if c.repaired || x.mended(c.tokens) {
		out = append(out, "repaired")
	}
	return out
}

func (x *extractor) barcodeAgrees(field int, c *candidate) bool {
	if c.how == fromBarcode {
		return false
	}
	for i := range x.candidates {
		if o := &x.candidates[i]; o.field == field && o.how == fromBarcode && o.value == c.value {
			return true
		}
	}
	return false
}

// wordDoubt is how unsure the reader was of the words of a value: of the worst, and
// of all in the mean.
func (x *extractor) wordDoubt(tokens []int32) (worst, mean float64) {
	for _, t := range tokens {
		doubt := 1 - x.sheet.Tokens[t].Conf
		worst, mean = max(worst, doubt), mean+doubt
	}
	return worst, mean / float64(max(len(tokens), 1))
}

func round(v float64) float64 { return math.Round(v*1000) / 1000 }
