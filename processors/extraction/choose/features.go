package choose

import (
	"math"
	"math/bits"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// The features of a candidate, in the order of candidateFeatures.
const (
	fScore = iota
	fLabel
	fProse
	fForm
	fWords
	fTotal
	fRight
	fBelow
	fChecked
	fTyped
	fFormed
	fMoney
	fDate
	fTaxNumber
	fName
	fCompany
	fAddress
	fCity
	fText
	fCode
	fRequired
	fVocabulary
	fMask
	fWith
	fTokens
	fLetters
	fCells
	fStarts
	fEnds
	fOCR
	fWorst
	fMean
	fOnLabel
	fInTable
	fSections
	fMisplaced
	fHeight
	fPage
	fOrder
	fLeftOwn
	fLeftOther
	fLeftGap
	fLeftColon
	fOverOwn
	fOverOther
	fOverGap
	fOverAlign
	fUnderOwn
	fOwnLabels
	fValues
	fRank
	fAhead
	fSame
	fWays
	fBestSame
	fOtherBest
	fOtherAhead
	fOtherFields
	fContains
	fContained
	fDerived
	fZero
	fRightVote
	fShare
	fTotalRow
	fOtherValue
	fGoesOn
	fGoesOver
	fOpen
	fOpens
	fForeign
	fPeers
	fNearOwn
	fNearOther
	fNearNone
	fBehindName
	fNumberBehind
	fTown
	candidateFeatures
)

// CandidateFeatures names what is known about a candidate.
var CandidateFeatures = []string{"score", "label", "prose", "form", "words", "total", "right", "below", "checked", "typed", "formed",
	"money", "date", "tax_number", "name", "company", "address", "city", "text", "code", "required", "vocabulary", "mask", "with", "tokens", "letters", "cells", "starts", "ends",
	"ocr", "worst", "mean", "on_label", "in_table", "sections", "misplaced", "height", "page", "order", "left_own", "left_other", "left_gap", "left_colon", "over_own", "over_other", "over_gap",
	"over_align", "under_own", "own_labels", "values", "rank", "ahead", "same", "ways", "best_same", "other_best", "other_ahead", "other_fields", "contains", "contained", "derived", "zero",
	"right_vote", "share", "total_row", "other_value", "goes_on", "goes_over", "open", "opens", "foreign", "peers", "near_own", "near_other", "near_none", "behind_name",
	"number_behind", "town"}

// far is the distance, in font sizes, of what does not stand there at all.
const far = 99

// features describes every candidate beside all the others.
func (x *Choice) features() []odds.Vector {
	all := make([]float32, len(x.Found)*candidateFeatures)
	out := make([]odds.Vector, len(x.Found))
	around, numbered := map[int32]surroundings{}, x.numbered()
	for i := range x.Found {
		x.setKey(&x.Found[i])
		out[i] = all[i*candidateFeatures : (i+1)*candidateFeatures]
		c := &x.Found[i]
		x.ownFeatures(c, out[i])
		x.fieldFeatures(c.Field, out[i])
		if len(c.Tokens) > 0 {
			x.placeFeatures(c, out[i])
			x.extentFeatures(c, out[i])
			if out[i][fBehindName] = numbered.gapToName(c); x.Type.Numbered[c.Field] {
				out[i][fNumberBehind] = numbered.numberBehind(c)
			}
			near := x.near.Says(c.Tokens, c.Field)
			out[i][fNearOwn], out[i][fNearOther], out[i][fNearNone] = near.Own, near.Other, near.None
			s, ok := around[c.Tokens[0]]
			if !ok {
				s = x.surroundingsOf(c.Tokens[0])
				around[c.Tokens[0]] = s
			}
			x.labelFeatures(c, s, out[i])
		}
	}
	x.rivalFeatures(out)
	return out
}

// setKey gives words a form without case and accents: one city printed twice is one value.
func (x *Choice) setKey(c *candidate.Value) {
	if c.Key = c.Text; !recognise.Typed(x.Type.Fields[c.Field].Kind) {
		c.Key = layout.Fold(c.Text)
	}
}

// ownFeatures are what the candidate itself says.
func (x *Choice) ownFeatures(c *candidate.Value, v odds.Vector) {
	v[fScore] = float32(c.Score)
	if c.How <= candidate.FromTotal {
		v[fLabel+int(c.How)] = 1
	}
	labelled := c.How == candidate.FromLabel
	v[fRight], v[fBelow] = odds.Flag(labelled && c.Place == catalogue.Right), odds.Flag(labelled && c.Place == catalogue.Below)
	v[fChecked] = odds.Flag(c.Checked)
	v[fTown] = odds.Flag(lexicon.TownAnywhere(layout.Fold(c.Text)))
	w := x.wordingOf(c.Text, c.Tokens)
	v[fZero], v[fTokens], v[fLetters], v[fCells], v[fOnLabel], v[fWorst], v[fMean] = w.zero, w.tokens, w.letters, w.cells, w.onLabel, w.worst, w.mean
}

// wording is what the words of a value say, whether a field has it or a cell of a list.
type wording struct{ zero, tokens, letters, cells, onLabel, worst, mean float32 }

func (x *Choice) wordingOf(text string, tokens []int32) wording {
	letters, cells, last := 0, 0, int32(-1)
	onLabel := 0
	for _, t := range tokens {
		token := &x.Sheet.Tokens[t]
		letters += len(token.Fold)
		if token.Cell != last {
			cells, last = cells+1, token.Cell
		}
		if x.LabelOn(int(t)) != nil {
			onLabel++
		}
	}
	worst, mean := x.WordDoubt(tokens)
	return wording{
		zero: odds.Flag(text == "0.00" || text == "0"), tokens: float32(len(tokens)), letters: float32(math.Log1p(float64(letters))), cells: float32(cells),
		onLabel: float32(onLabel) / float32(max(len(tokens), 1)), worst: float32(worst), mean: float32(mean),
	}
}

// fieldFeatures are what the entry says of the field.
func (x *Choice) fieldFeatures(field int, v odds.Vector) {
	f := &x.Type.Fields[field]
	v[fTyped] = odds.Flag(recognise.Typed(f.Kind))
	v[fFormed] = odds.Flag(source.Strong(f.Kind))
	v[fMoney] = odds.Flag(f.Kind == catalogue.Money)
	v[fDate] = odds.Flag(f.Kind == catalogue.Date)
	v[fTaxNumber] = odds.Flag(source.TaxNumber(f.Kind))
	v[fName] = odds.Flag(f.Like == "name")
	v[fCompany] = odds.Flag(f.Like == "company")
	v[fAddress] = odds.Flag(f.Like == "address" || f.Like == "address_full")
	v[fCity] = odds.Flag(f.Like == "city")
	v[fText] = odds.Flag(f.Kind == catalogue.Text)
	v[fCode] = odds.Flag(source.Numbers(f))
	v[fRequired] = odds.Flag(f.Required)
	v[fVocabulary] = odds.Flag(len(f.Vocabulary) > 0 || len(f.Known) > 0)
	v[fMask] = odds.Flag(len(f.Mask) > 0)
	v[fWith] = odds.Flag(f.With != "")
	v[fSections] = odds.Flag(len(f.In)+len(f.NotIn) > 0)
	v[fShare] = odds.Flag(f.Share)
	v[fRightVote] = float32(x.RightVote)
}

// placeFeatures are where the candidate stands on its document.
func (x *Choice) placeFeatures(c *candidate.Value, v odds.Vector) {
	first, last := c.Tokens[0], c.Tokens[len(c.Tokens)-1]
	t := &x.Sheet.Tokens[first]
	v[fStarts] = odds.Flag(x.Sheet.Cells[t.Cell].First == int(first))
	v[fEnds] = odds.Flag(x.Sheet.Cells[x.Sheet.Tokens[last].Cell].Past == int(last)+1)
	v[fOCR], v[fInTable] = odds.Flag(t.OCR), odds.Flag(x.inTable[first] > 0)
	v[fMisplaced] = odds.Flag(!x.MayStand(x.Type.Fields[c.Field], first))
	v[fHeight] = float32(t.Top / max(x.Sheet.Pages[t.Page].Height, 1))
	v[fPage] = float32(min(t.Page, 3))
	line := x.Sheet.LineOf(t.Cell)[0]
	v[fTotalRow] = odds.Flag(source.Totals[x.Sheet.Tokens[x.HeadOf(line, x.Sheet.Cells[line].Past-1)].Fold])
}

// surroundings are the labels nearest to a token: on its line, over it, under it.
type surroundings struct {
	left, over, under          *labels.Label
	leftGap, overGap, underGap float64
	overAlign                  float64
}

func (x *Choice) surroundingsOf(token int32) surroundings {
	t := &x.Sheet.Tokens[token]
	s := surroundings{leftGap: far, overGap: far, underGap: far, overAlign: far}
	size := max(t.Height(), 1)
	for i := range x.Placed {
		o := &x.Placed[i]
		if o.Page != t.Page || o.Strength < labels.Word || o.First <= int(token) && int(token) <= o.Last {
			continue
		}
		if source.Beside(o.Box, t.Rect) && o.Box.Right <= t.Left+size {
			if gap := (t.Left - o.Box.Right) / size; gap < s.leftGap {
				s.left, s.leftGap = o, gap
			}
		} else if o.Box.Overlap(t.Rect) > 0 || math.Abs(o.Box.Left-t.Left) < size {
			if gap := (t.Top - o.Box.Bottom) / size; 2*gap > -1 && gap < s.overGap {
				s.over, s.overGap, s.overAlign = o, gap, o.Box.Align(t.Rect)/size
			}
			if gap := (o.Box.Top - t.Bottom) / size; 2*gap > -1 && gap < s.underGap {
				s.under, s.underGap = o, gap
			}
		}
	}
	return s
}

// labelFeatures are whether the labels around a candidate are its field's or another's.
func (x *Choice) labelFeatures(c *candidate.Value, s surroundings, v odds.Vector) {
	v[fLeftGap], v[fOverGap], v[fOverAlign] = float32(s.leftGap), float32(s.overGap), float32(s.overAlign)
	if s.left != nil {
		v[fLeftColon] = odds.Flag(s.left.Colon)
		v[pick(s.left.Of(c.Field), fLeftOwn, fLeftOther)] = float32(s.left.Strength)
	}
	if s.over != nil {
		v[pick(s.over.Of(c.Field), fOverOwn, fOverOther)] = float32(s.over.Strength)
	}
	if s.under != nil && s.under.Of(c.Field) && s.underGap < 3 {
		v[fUnderOwn] = float32(s.under.Strength)
	}
}

func pick(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}

// rivalFeatures compare each candidate with the others of its field, and with those of
// other fields for its words.
func (x *Choice) rivalFeatures(out []odds.Vector) {
	byField := make([][]int, len(x.Type.Fields))
	for i := range x.Found {
		byField[x.Found[i].Field] = append(byField[x.Found[i].Field], i)
	}
	own := make([]int, len(byField))
	for i := range x.Placed {
		for _, r := range x.Placed[i].Refs {
			if r.Role == compile.FieldLabel && x.Placed[i].Strength >= labels.Repeated {
				own[r.Field]++
			}
		}
	}
	for f, here := range byField {
		derived := x.derivationOf(f)
		for _, i := range here {
			out[i][fOwnLabels] = float32(own[f])
			x.compareInField(i, here, out)
			out[i][fDerived] = float32(derived.Agrees(x.Found[i].Text))
		}
	}
	x.compareWords(out)
	x.compareValues(out)
}

// compareValues finds who else may have the same number.
func (x *Choice) compareValues(out []odds.Vector) {
	byValue := map[string][]int{}
	for i := range x.Found {
		if source.Strong(x.Type.Fields[x.Found[i].Field].Kind) {
			byValue[x.Found[i].Text] = append(byValue[x.Found[i].Text], i)
		}
	}
	for i := range x.Found {
		c := &x.Found[i]
		for _, k := range byValue[c.Text] {
			if o := &x.Found[k]; o.Field != c.Field {
				out[i][fOtherValue] = max(out[i][fOtherValue], float32(o.Score))
			}
		}
	}
}

// compareInField compares a candidate with the others of its field. What was found in
// several ways counts once.
func (x *Choice) compareInField(i int, here []int, out []odds.Vector) {
	c, v := &x.Found[i], out[i]
	var best float64
	bestSame := c.Score
	var ways uint16
	var values, ahead []string
	var copies, before []int32
	for _, k := range here {
		o := &x.Found[k]
		if o.Key == c.Key {
			bestSame = max(bestSame, o.Score)
			ways |= 1 << o.How
		} else {
			best = max(best, o.Score)
			values = addOnce(values, o.Key)
			if o.Score > c.Score {
				ahead = addOnce(ahead, o.Key)
			}
		}
		if len(o.Tokens) == 0 || len(c.Tokens) == 0 || k == i {
			continue
		}
		a, b := c.Span()
		p, q := o.Span()
		if o.Key == c.Key && p != a {
			copies = addOnce(copies, p)
		}
		if earlier := p < a; p != a && earlier != x.Type.Fields[c.Field].Last && o.Key != c.Key {
			before = addOnce(before, p)
		}
		if a <= p && q <= b && len(o.Tokens) < len(c.Tokens) {
			v[fContains] = max(v[fContains], float32(o.Score))
		} else if p <= a && b <= q && len(c.Tokens) < len(o.Tokens) {
			v[fContained] = max(v[fContained], float32(o.Score))
		}
	}
	v[fValues], v[fRank], v[fOrder], v[fSame] = float32(len(values)), float32(len(ahead)), float32(len(before)), float32(len(copies))
	v[fAhead], v[fBestSame] = float32(c.Score-best), float32(bestSame)
	v[fWays] = float32(bits.OnesCount16(ways))
}

// most bounds what is counted of the others of a field.
const most = 16

func addOnce[T comparable](list []T, v T) []T {
	if len(list) == most || slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// claim is the best score of a field for a word.
type claim struct {
	field int
	score float64
}

// compareWords compares a candidate with those of other fields for the same words.
func (x *Choice) compareWords(out []odds.Vector) {
	claims := map[int32][]claim{}
	for i := range x.Found {
		c := &x.Found[i]
		if x.Type.Fields[c.Field].Share {
			continue
		}
		for _, t := range c.Tokens {
			claims[t] = addClaim(claims[t], claim{c.Field, c.Score})
		}
	}
	for i := range x.Found {
		c := &x.Found[i]
		var best float64
		fields := 0
		for _, t := range c.Tokens {
			others := 0
			for _, o := range claims[t] {
				if o.field != c.Field {
					best = max(best, o.score)
					others++
				}
			}
			fields = max(fields, others)
		}
		out[i][fOtherBest], out[i][fOtherAhead], out[i][fOtherFields] = float32(best), float32(c.Score-best), float32(min(fields, 10))
	}
}

func addClaim(list []claim, c claim) []claim {
	if i := slices.IndexFunc(list, func(o claim) bool { return o.field == c.field }); i >= 0 {
		list[i].score = max(list[i].score, c.score)
		return list
	}
	return append(list, c)
}
