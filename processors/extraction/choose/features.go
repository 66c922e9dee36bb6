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
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// candidateFeatures are what is known about a candidate.
type candidateFeatures struct {
	score, label, prose, form, words, total, right, below, checked float32 // what found it

	typed, formed, money, date, taxNumber, name, company, address, city, text, code, required, vocabulary, mask, with float32 // what its field is

	tokens, letters, cells, starts, ends, ocr, worst, mean, onLabel float32 // its words
	inTable, sections, misplaced, height, page, order               float32 // where they stand

	leftOwn, leftOther, leftGap, leftColon float32 // the labels around them: the field's own, or another's
	overOwn, overOther, overGap, overAlign float32
	underOwn, ownLabels                    float32

	values, rank, ahead, same, ways, bestSame                        float32 // the others of its field
	otherBest, otherAhead, otherFields, contains, contained, derived float32 // other fields for its words
	zero, rightVote, share, totalRow, otherValue                     float32
	goesOn, goesOver, open, opens, foreign, peers                    float32 // whether the words are all of a value
	nearOwn, nearOther, nearNone, behindName, numberBehind, town     float32 // what stands around them
}

// CandidateFeatures names what is known about a candidate.
var CandidateFeatures = odds.Names[candidateFeatures]()

// far is the distance, in font sizes, of what does not stand there at all.
const far = 99

// features describes every candidate beside all the others.
func (x *Choice) features() []candidateFeatures {
	out := make([]candidateFeatures, len(x.Found))
	around, numbered := map[int32]surroundings{}, x.numbered()
	for i := range x.Found {
		x.setKey(&x.Found[i])
		c, v := &x.Found[i], &out[i]
		x.ownFeatures(c, v)
		x.fieldFeatures(c.Field, v)
		if len(c.Tokens) > 0 {
			x.placeFeatures(c, v)
			x.extentFeatures(c, v)
			if v.behindName = numbered.gapToName(c); x.Type.Numbered[c.Field] {
				v.numberBehind = numbered.numberBehind(c)
			}
			near := x.near.Says(c.Tokens, c.Field)
			v.nearOwn, v.nearOther, v.nearNone = near.Own, near.Other, near.None
			s, ok := around[c.Tokens[0]]
			if !ok {
				s = x.surroundingsOf(c.Tokens[0])
				around[c.Tokens[0]] = s
			}
			x.labelFeatures(c, s, v)
		}
	}
	x.rivalFeatures(out)
	return out
}

// setKey gives words a form without case and accents: one city printed twice is one value.
func (x *Choice) setKey(c *candidate.Value) {
	if c.Key = c.Text; !recognise.Typed(x.Type.Fields[c.Field].Kind) {
		c.Key = fold.Text(c.Text)
	}
}

// ownFeatures are what the candidate itself says.
func (x *Choice) ownFeatures(c *candidate.Value, v *candidateFeatures) {
	v.score = float32(c.Score)
	labelled := c.How == candidate.FromLabel
	v.label, v.prose, v.form = odds.Flag(labelled), odds.Flag(c.How == candidate.FromProse), odds.Flag(c.How == candidate.FromForm)
	v.words, v.total = odds.Flag(c.How == candidate.FromWords), odds.Flag(c.How == candidate.FromTotal)
	v.right, v.below = odds.Flag(labelled && c.Place == catalogue.Right), odds.Flag(labelled && c.Place == catalogue.Below)
	v.checked = odds.Flag(c.Checked)
	v.town = odds.Flag(lexicon.TownAnywhere(fold.Text(c.Text)))
	w := x.wordingOf(c.Text, c.Tokens)
	v.zero, v.tokens, v.letters, v.cells, v.onLabel, v.worst, v.mean = w.zero, w.tokens, w.letters, w.cells, w.onLabel, w.worst, w.mean
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
func (x *Choice) fieldFeatures(field int, v *candidateFeatures) {
	f := &x.Type.Fields[field]
	v.typed = odds.Flag(recognise.Typed(f.Kind))
	v.formed = odds.Flag(source.Strong(f.Kind))
	v.money = odds.Flag(f.Kind == catalogue.Money)
	v.date = odds.Flag(f.Kind == catalogue.Date)
	v.taxNumber = odds.Flag(source.TaxNumber(f.Kind))
	v.name = odds.Flag(f.Like == "name")
	v.company = odds.Flag(f.Like == "company")
	v.address = odds.Flag(f.IsAddress())
	v.city = odds.Flag(f.Like == "city")
	v.text = odds.Flag(f.Kind == catalogue.Text)
	v.code = odds.Flag(source.Numbers(f))
	v.required = odds.Flag(f.Required)
	v.vocabulary = odds.Flag(len(f.Vocabulary) > 0 || len(f.Known) > 0)
	v.mask = odds.Flag(len(f.Mask) > 0)
	v.with = odds.Flag(f.With != "")
	v.sections = odds.Flag(len(f.In)+len(f.NotIn) > 0)
	v.share = odds.Flag(f.Share)
	v.rightVote = float32(x.RightVote)
}

// placeFeatures are where the candidate stands on its document.
func (x *Choice) placeFeatures(c *candidate.Value, v *candidateFeatures) {
	first, last := c.Tokens[0], c.Tokens[len(c.Tokens)-1]
	t := &x.Sheet.Tokens[first]
	v.starts = odds.Flag(x.Sheet.Cells[t.Cell].First == int(first))
	v.ends = odds.Flag(x.Sheet.Cells[x.Sheet.Tokens[last].Cell].Past == int(last)+1)
	v.ocr, v.inTable = odds.Flag(t.OCR), odds.Flag(x.inTable[first] > 0)
	v.misplaced = odds.Flag(!x.MayStand(x.Type.Fields[c.Field], first))
	v.height = float32(t.Top / max(x.Sheet.Pages[t.Page].Height, 1))
	v.page = float32(min(t.Page, 3))
	line := x.Sheet.LineOf(t.Cell)[0]
	v.totalRow = odds.Flag(source.Totals[x.Sheet.Tokens[x.HeadOf(line, x.Sheet.Cells[line].Past-1)].Fold])
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
func (x *Choice) labelFeatures(c *candidate.Value, s surroundings, v *candidateFeatures) {
	v.leftGap, v.overGap, v.overAlign = float32(s.leftGap), float32(s.overGap), float32(s.overAlign)
	if s.left != nil {
		v.leftColon = odds.Flag(s.left.Colon)
		*ownOr(s.left.Of(c.Field), &v.leftOwn, &v.leftOther) = float32(s.left.Strength)
	}
	if s.over != nil {
		*ownOr(s.over.Of(c.Field), &v.overOwn, &v.overOther) = float32(s.over.Strength)
	}
	if s.under != nil && s.under.Of(c.Field) && s.underGap < 3 {
		v.underOwn = float32(s.under.Strength)
	}
}

func ownOr(isOwn bool, own, other *float32) *float32 {
	if isOwn {
		return own
	}
	return other
}

// rivalFeatures compare each candidate with the others of its field, and with those of
// other fields for its words.
func (x *Choice) rivalFeatures(out []candidateFeatures) {
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
			out[i].ownLabels = float32(own[f])
			x.compareInField(i, here, out)
			out[i].derived = float32(derived.Agrees(x.Found[i].Text))
		}
	}
	x.compareWords(out)
	x.compareValues(out)
}

// compareValues finds who else may have the same number.
func (x *Choice) compareValues(out []candidateFeatures) {
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
				out[i].otherValue = max(out[i].otherValue, float32(o.Score))
			}
		}
	}
}

// compareInField compares a candidate with the others of its field. What was found in
// several ways counts once.
func (x *Choice) compareInField(i int, here []int, out []candidateFeatures) {
	c, v := &x.Found[i], &out[i]
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
			v.contains = max(v.contains, float32(o.Score))
		} else if p <= a && b <= q && len(c.Tokens) < len(o.Tokens) {
			v.contained = max(v.contained, float32(o.Score))
		}
	}
	v.values, v.rank, v.order, v.same = float32(len(values)), float32(len(ahead)), float32(len(before)), float32(len(copies))
	v.ahead, v.bestSame = float32(c.Score-best), float32(bestSame)
	v.ways = float32(bits.OnesCount16(ways))
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
func (x *Choice) compareWords(out []candidateFeatures) {
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
		out[i].otherBest, out[i].otherAhead, out[i].otherFields = float32(best), float32(c.Score-best), float32(min(fields, 10))
	}
}

func addClaim(list []claim, c claim) []claim {
	if i := slices.IndexFunc(list, func(o claim) bool { return o.field == c.field }); i >= 0 {
		list[i].score = max(list[i].score, c.score)
		return list
	}
	return append(list, c)
}
