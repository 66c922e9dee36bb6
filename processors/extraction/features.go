package extraction

import (
	"lavra.dev/processors/text/layout"
	"math"
	"math/bits"
	"slices"

	"lavra.dev/processors/extraction/odds"
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
	fAbove
	fChecked
	fRepaired
	fOthers
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
	fMeaning
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
	fColumnSum
	fOthersSum
	fOtherValue
	candidateFeatures
)

// CandidateFeatures names what is known about a candidate.
var CandidateFeatures = []string{"score", "label", "prose", "form", "words", "total", "right", "below", "above", "checked", "repaired", "others", "typed", "formed",
	"money", "date", "tax_number", "name", "company", "address", "city", "text", "meaning", "code", "required", "vocabulary", "mask", "with", "tokens", "letters", "cells", "starts", "ends",
	"ocr", "worst", "mean", "on_label", "in_table", "sections", "misplaced", "height", "page", "order", "left_own", "left_other", "left_gap", "left_colon", "over_own", "over_other", "over_gap",
	"over_align", "under_own", "own_labels", "values", "rank", "ahead", "same", "ways", "best_same", "other_best", "other_ahead", "other_fields", "contains", "contained", "derived", "zero",
	"right_vote", "share", "total_row", "column_sum", "others_sum", "other_value"}

// far is the distance, in font sizes, of what does not stand there at all.
const far = 99

// features describes every candidate beside all the others.
func (x *extractor) features() []odds.Vector {
	all := make([]float32, len(x.candidates)*candidateFeatures)
	out := make([]odds.Vector, len(x.candidates))
	around := map[int32]surroundings{}
	for i := range x.candidates {
		x.setKey(&x.candidates[i])
		out[i] = all[i*candidateFeatures : (i+1)*candidateFeatures]
		c := &x.candidates[i]
		x.ownFeatures(c, out[i])
		x.fieldFeatures(c.field, out[i])
		if len(c.tokens) > 0 {
			x.placeFeatures(c, out[i])
			s, ok := around[c.tokens[0]]
			if !ok {
				s = x.surroundingsOf(c.tokens[0])
				around[c.tokens[0]] = s
			}
			x.labelFeatures(c, s, out[i])
		}
	}
	x.rivalFeatures(out)
	x.sumFeatures(out)
	return out
}

// setKey gives words a form without case and accents: one city printed twice is one value.
func (x *extractor) setKey(c *candidate) {
	if c.key = c.value; !recognise.Typed(x.plan.typ.Fields[c.field].Kind) {
		c.key = layout.Fold(c.value)
	}
}

// ownFeatures are what the candidate itself says.
func (x *extractor) ownFeatures(c *candidate, v odds.Vector) {
	v[fScore] = float32(c.score)
	if c.how <= fromTotal {
		v[fLabel+int(c.how)] = 1
	}
	switch {
	case c.how != fromLabel:
	case c.place == catalogue.Right:
		v[fRight] = 1
	case c.place == catalogue.Below:
		v[fBelow] = 1
	default:
		v[fAbove] = 1
	}
	v[fChecked], v[fRepaired], v[fOthers] = flag(c.checked), flag(c.repaired), flag(c.others)
	v[fZero] = flag(c.value == "0.00" || c.value == "0")
	v[fTokens] = float32(len(c.tokens))
	letters, cells, last := 0, 0, int32(-1)
	onLabel := 0
	for _, t := range c.tokens {
		token := &x.sheet.Tokens[t]
		letters += len(token.Fold)
		if token.Cell != last {
			cells, last = cells+1, token.Cell
		}
		if x.spotAt[t] > 0 {
			onLabel++
		}
	}
	v[fLetters], v[fCells] = float32(math.Log1p(float64(letters))), float32(cells)
	v[fOnLabel] = float32(onLabel) / float32(max(len(c.tokens), 1))
	worst, mean := x.wordDoubt(c.tokens)
	v[fWorst], v[fMean] = float32(worst), float32(mean)
}

// fieldFeatures are what the entry says of the field.
func (x *extractor) fieldFeatures(field int, v odds.Vector) {
	f := &x.plan.typ.Fields[field]
	v[fTyped] = flag(recognise.Typed(f.Kind))
	v[fFormed] = flag(strong(f.Kind))
	v[fMoney] = flag(f.Kind == catalogue.Money)
	v[fDate] = flag(f.Kind == catalogue.Date)
	v[fTaxNumber] = flag(taxNumber(f.Kind))
	v[fName] = flag(f.Like == "name")
	v[fCompany] = flag(f.Like == "company")
	v[fAddress] = flag(f.Like == "address" || f.Like == "address_full")
	v[fCity] = flag(f.Like == "city")
	v[fText] = flag(f.Kind == catalogue.Text)
	v[fMeaning] = flag(f.Kind == catalogue.Enum || f.Kind == catalogue.Bool)
	v[fCode] = flag(f.Kind == catalogue.Code || f.Kind == catalogue.Digits || f.Like == "number" || f.Like == "numbered")
	v[fRequired] = flag(f.Required)
	v[fVocabulary] = flag(len(f.Vocabulary) > 0 || len(f.Known) > 0)
	v[fMask] = flag(len(f.Mask) > 0)
	v[fWith] = flag(f.With != "")
	v[fSections] = flag(len(f.In)+len(f.NotIn) > 0)
	v[fShare] = flag(f.Share)
	v[fRightVote] = float32(x.rightVote)
}

// placeFeatures are where the candidate stands on its document.
func (x *extractor) placeFeatures(c *candidate, v odds.Vector) {
	first, last := c.tokens[0], c.tokens[len(c.tokens)-1]
	t := &x.sheet.Tokens[first]
	v[fStarts] = flag(x.sheet.Cells[t.Cell].First == int(first))
	v[fEnds] = flag(x.sheet.Cells[x.sheet.Tokens[last].Cell].Past == int(last)+1)
	v[fOCR], v[fInTable] = flag(t.OCR), flag(x.inTable[first] > 0)
	v[fMisplaced] = flag(!x.mayStand(x.plan.typ.Fields[c.field], first))
	v[fHeight] = float32(t.Top / max(x.sheet.Pages[t.Page].Height, 1))
	v[fPage] = float32(min(t.Page, 3))
	line := x.sheet.Rows[x.sheet.Cells[t.Cell].Row].Cells[0]
	v[fTotalRow] = flag(totals[x.sheet.Tokens[x.headOf(line, x.sheet.Cells[line].Past-1)].Fold])
}

// surroundings are the labels nearest to a token: on its line, over it, under it.
type surroundings struct {
	left, over, under          *spot
	leftGap, overGap, underGap float64
	overAlign                  float64
}

func (x *extractor) surroundingsOf(token int32) surroundings {
	t := &x.sheet.Tokens[token]
	s := surroundings{leftGap: far, overGap: far, underGap: far, overAlign: far}
	size := max(t.Height(), 1)
	for i := range x.spots {
		o := &x.spots[i]
		if o.page != t.Page || o.quality < 0.25 || o.first <= int(token) && int(token) <= o.last {
			continue
		}
		if beside(o.box, t.Rect) && o.box.Right <= t.Left+size {
			if gap := (t.Left - o.box.Right) / size; gap < s.leftGap {
				s.left, s.leftGap = o, gap
			}
		} else if o.box.Overlap(t.Rect) > 0 || math.Abs(o.box.Left-t.Left) < size {
			if gap := (t.Top - o.box.Bottom) / size; gap > -0.5 && gap < s.overGap {
				s.over, s.overGap, s.overAlign = o, gap, align(o.box, t.Rect)/size
			}
			if gap := (o.box.Top - t.Bottom) / size; gap > -0.5 && gap < s.underGap {
				s.under, s.underGap = o, gap
			}
		}
	}
	return s
}

// labelFeatures are whether the labels around a candidate are its field's or another's.
func (x *extractor) labelFeatures(c *candidate, s surroundings, v odds.Vector) {
	v[fLeftGap], v[fOverGap], v[fOverAlign] = float32(s.leftGap), float32(s.overGap), float32(s.overAlign)
	if s.left != nil {
		v[fLeftColon] = flag(s.left.colon)
		v[pick(s.left.of(c.field), fLeftOwn, fLeftOther)] = float32(s.left.quality)
	}
	if s.over != nil {
		v[pick(s.over.of(c.field), fOverOwn, fOverOther)] = float32(s.over.quality)
	}
	if s.under != nil && s.under.of(c.field) && s.underGap < 3 {
		v[fUnderOwn] = float32(s.under.quality)
	}
}

// of reports whether the label is one of a field.
func (s *spot) of(field int) bool {
	for _, r := range s.refs {
		if r.role == fieldLabel && r.field == field {
			return true
		}
	}
	return false
}

func pick(yes bool, a, b int) int {
	if yes {
		return a
	}
	return b
}

func flag(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// span is the words from the first to the last of a candidate.
func (c *candidate) span() (first, last int32) { return c.tokens[0], c.tokens[len(c.tokens)-1] }

// rivalFeatures compare each candidate with the others of its field, and with those of
// other fields for its words.
func (x *extractor) rivalFeatures(out []odds.Vector) {
	byField := make([][]int, len(x.plan.typ.Fields))
	for i := range x.candidates {
		byField[x.candidates[i].field] = append(byField[x.candidates[i].field], i)
	}
	labels := make([]int, len(byField))
	for i := range x.spots {
		for _, r := range x.spots[i].refs {
			if r.role == fieldLabel && x.spots[i].quality >= 0.5 {
				labels[r.field]++
			}
		}
	}
	for f, here := range byField {
		derived := x.derivationOf(f)
		for _, i := range here {
			out[i][fOwnLabels] = float32(labels[f])
			x.compareInField(i, here, out)
			out[i][fDerived] = float32(derived.Agrees(x.candidates[i].value))
		}
	}
	x.compareWords(out)
	x.compareValues(out)
}

// compareValues finds who else may have the same number.
func (x *extractor) compareValues(out []odds.Vector) {
	byValue := map[string][]int{}
	for i := range x.candidates {
		if strong(x.plan.typ.Fields[x.candidates[i].field].Kind) {
			byValue[x.candidates[i].value] = append(byValue[x.candidates[i].value], i)
		}
	}
	for i := range x.candidates {
		c := &x.candidates[i]
		for _, k := range byValue[c.value] {
			if o := &x.candidates[k]; o.field != c.field {
				out[i][fOtherValue] = max(out[i][fOtherValue], float32(o.score))
			}
		}
	}
}

// compareInField compares a candidate with the others of its field. What was found in
// several ways counts once.
func (x *extractor) compareInField(i int, here []int, out []odds.Vector) {
	c, v := &x.candidates[i], out[i]
	best, bestSame := 0.0, c.score
	var ways uint16
	var values, ahead []string
	var copies, before []int32
	for _, k := range here {
		o := &x.candidates[k]
		if o.key == c.key {
			bestSame = max(bestSame, o.score)
			ways |= 1 << o.how
		} else {
			best = max(best, o.score)
			values = addOnce(values, o.key)
			if o.score > c.score {
				ahead = addOnce(ahead, o.key)
			}
		}
		if len(o.tokens) == 0 || len(c.tokens) == 0 || k == i {
			continue
		}
		a, b := c.span()
		p, q := o.span()
		if o.key == c.key && p != a {
			copies = addOnce(copies, p)
		}
		if earlier := p < a; p != a && earlier != x.plan.typ.Fields[c.field].Last && o.key != c.key {
			before = addOnce(before, p)
		}
		if a <= p && q <= b && len(o.tokens) < len(c.tokens) {
			v[fContains] = max(v[fContains], float32(o.score))
		} else if p <= a && b <= q && len(c.tokens) < len(o.tokens) {
			v[fContained] = max(v[fContained], float32(o.score))
		}
	}
	v[fValues], v[fRank], v[fOrder], v[fSame] = float32(len(values)), float32(len(ahead)), float32(len(before)), float32(len(copies))
	v[fAhead], v[fBestSame] = float32(c.score-best), float32(bestSame)
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
func (x *extractor) compareWords(out []odds.Vector) {
	claims := map[int32][]claim{}
	for i := range x.candidates {
		c := &x.candidates[i]
		if x.plan.typ.Fields[c.field].Share {
			continue
		}
		for _, t := range c.tokens {
			claims[t] = addClaim(claims[t], claim{c.field, c.score})
		}
	}
	for i := range x.candidates {
		c := &x.candidates[i]
		best, fields := 0.0, 0
		for _, t := range c.tokens {
			others := 0
			for _, o := range claims[t] {
				if o.field != c.field {
					best = max(best, o.score)
					others++
				}
			}
			fields = max(fields, others)
		}
		out[i][fOtherBest], out[i][fOtherAhead], out[i][fOtherFields] = float32(best), float32(c.score-best), float32(min(fields, 10))
	}
}

func addClaim(list []claim, c claim) []claim {
	for i := range list {
		if list[i].field == c.field {
			list[i].score = max(list[i].score, c.score)
			return list
		}
	}
	return append(list, c)
}
