package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// placeOf are how likely an address is a party's, by what tells so.
const (
	behindLabel = 0.93 // it stands at a label of the party's address
	inSection   = 0.78 // or in a part of the document that is the party's
	underName   = 0.8  // or under the party's name
	inItsBlock  = 0.93 // right under it
)

// readAddresses proposes the parts of each address to the party that it is of: one line may
// hold the street, the district, the town, the state and the postal code.
func (x *extractor) readAddresses() {
	if !x.plan.places {
		return
	}
	said := x.saidAddresses()
	leads := func(i int) bool { return x.endsLabel(i) || said[int32(i+1)] }
	for _, p := range address.Find(x.sheet, x.beginsOther, leads) {
		for _, o := range x.plan.parties {
			if score := x.addressOf(&o, &p); score > 0 {
				x.dropWholeLine(&o, &p)
				x.proposeAddress(&o, &p, score)
			}
		}
	}
}

// dropWholeLine drops what a label gave of a party's address where the line holds town and
// state as well, and the party has fields for them.
func (x *extractor) dropWholeLine(o *party, p *address.Place) {
	i, apart := o.fields["address"], o.fields["district"] > 0
	if p.City.Empty() || p.State.Empty() || p.District.Empty() || !apart {
		return
	}
	first, district := p.Run.Index[p.Street.First], p.Run.Index[p.District.First]
	x.candidates = slices.DeleteFunc(x.candidates, func(c candidate) bool {
		return c.field == i && len(c.tokens) > 0 && c.tokens[0] == first && slices.Contains(c.tokens, district)
	})
}

// beginsOther reports whether a label begins at a token, or a line that is another label's.
func (x *extractor) beginsOther(i int) bool {
	if x.sheet.LineStart(i) && x.underLabel(x.sheet.Tokens[i].Cell) {
		return true
	}
	if x.spotAt[i] == 0 {
		return false
	}
	s := &x.spots[x.spotAt[i]-1]
	return s.first == i && (s.quality >= 0.95 || s.colon && s.quality >= 0.75) && x.sheet.Tokens[i].Fold != "cep"
}

// endsLabel reports whether a label ends with a token, or a word with a colon.
func (x *extractor) endsLabel(i int) bool {
	text := x.sheet.Tokens[i].Text
	return text[len(text)-1] == ':' || text[len(text)-1] == ')' || x.spotAt[i] > 0 && x.spots[x.spotAt[i]-1].last == i && x.spots[x.spotAt[i]-1].quality >= 0.75
}

// addressOf is how likely an address is a party's, 0 where nothing says so.
func (x *extractor) addressOf(o *party, p *address.Place) float64 {
	i, ok := o.fields["address"]
	if !ok {
		return 0
	}
	f := x.plan.typ.Fields[i]
	first := &x.sheet.Tokens[p.Run.Index[0]]
	box := x.sheet.Box(int(p.Run.Index[0]), int(p.Run.Index[0]))
	sections := x.sectionsOf(first.Page, box)
	if len(f.NotIn) > 0 && within(sections, f.NotIn) || len(f.In) > 0 && len(sections) > 0 && !within(sections, f.In) {
		return 0
	}
	score := 0.0
	if s := x.labelAt(i, first); s != nil {
		score = behindLabel * s.quality
	}
	if len(f.In) > 0 && within(sections, f.In) {
		score = max(score, inSection)
	}
	score = max(score, x.nameOver(o, first), x.saidOf(i, p.Run.Index[0]))
	if x.withNumberOfOther(o, first) {
		score *= strangers
	}
	return score
}

// saidOf is how likely an address is a party's since a sentence gives the street that it begins
// with as the party's.
func (x *extractor) saidOf(field int, first int32) float64 {
	best := 0.0
	for i := range x.candidates {
		if c := &x.candidates[i]; c.field == field && c.how == fromProse && len(c.tokens) > 0 && c.tokens[0] == first {
			best = max(best, c.score)
		}
	}
	return best
}

// saidAddresses are the tokens at which sentences have the address of a party begin.
func (x *extractor) saidAddresses() map[int32]bool {
	out := map[int32]bool{}
	for i := range x.candidates {
		if c := &x.candidates[i]; c.how == fromProse && len(c.tokens) > 0 && x.plan.typ.Fields[c.field].Is == "address" {
			out[c.tokens[0]] = true
		}
	}
	return out
}

const strangers = 0.6 // of the score of an address stays where the number of somebody else stands over it

// withNumberOfOther reports whether the CPF or CNPJ that stands over a token in its block is
// not the party's.
func (x *extractor) withNumberOfOther(o *party, t *layout.Token) bool {
	i, ok := o.fields["number"]
	if !ok {
		return false
	}
	for c := int(t.Cell) - 1; c >= 0 && c >= int(t.Cell)-nameLines && x.sheet.Cells[c].Block == x.sheet.Cells[t.Cell].Block; c-- {
		for _, v := range recognise.All(catalogue.CPFCNPJ, x.between(x.sheet.Cells[c].First, x.sheet.Cells[c].Past-1)) {
			if best := x.bestOf(i); v.Checked {
				return best == nil || best.value != v.Text
			}
		}
	}
	return false
}

// labelAt is the label of a field beside or over a token, nil for none.
func (x *extractor) labelAt(field int, t *layout.Token) *spot {
	for k := range x.spots {
		s := &x.spots[k]
		if s.page != t.Page || !x.isLabelOf(s, field) || !x.inScope(x.plan.typ.Fields[field], s) {
			continue
		}
		size := x.sheet.Cells[s.cell].Size
		right := beside(s.box, t.Rect) && t.Left > s.box.Right-1 && t.Left-s.box.Right < 12*size
		under := t.Top >= s.box.Bottom-0.3*size && t.Top-s.box.Bottom < 1.6*size && t.Left < s.box.Right && t.Right > s.box.Left-2*size
		if right || under {
			return s
		}
	}
	return nil
}

func (x *extractor) isLabelOf(s *spot, field int) bool {
	for _, r := range s.refs {
		if r.role == fieldLabel && r.field == field {
			return true
		}
	}
	return false
}

const nameLines = 4 // lines between a name and the address of who has it

// nameOver is how likely what stands at a token is a party's since its best name stands a few
// lines over it, with nobody else between them. What stands right over it in its block may
// be that name printed again, on however many lines.
func (x *extractor) nameOver(o *party, t *layout.Token) float64 {
	i, ok := o.fields["name"]
	if !ok {
		return 0
	}
	best := x.bestOf(i)
	if best == nil {
		return 0
	}
	if score, said := x.repeatedOver(o, best, t); said {
		return score
	}
	name := &x.sheet.Cells[x.sheet.Tokens[best.tokens[0]].Cell]
	here := &x.sheet.Cells[t.Cell]
	down := here.Top - name.Bottom
	if name.Page == here.Page && down > -0.3*name.Size && down < nameLines*1.6*name.Size && here.Overlap(name.Rect) > 0 && here.Row > name.Row && !x.otherBetween(o, name.First, here.First) {
		return underName
	}
	return 0
}

// repeatedOver reports whether the lines over a token say the name of a party, though its likeliest
// name stands elsewhere, and how likely what stands at the token is then the party's: not at all
// where they say somebody else's name behind it, as the line of a receipt does.
func (x *extractor) repeatedOver(o *party, name *candidate, t *layout.Token) (score float64, said bool) {
	wanted := foldedOf(x.sheet, name.tokens)
	here := &x.sheet.Cells[t.Cell]
	text := ""
	score = inItsBlock
	for i := here.First; i < here.Past && x.sheet.Tokens[i].Left < t.Left; i++ {
		text += x.sheet.Tokens[i].Fold
	}
	for c, lines := x.rowOver(t.Cell), 0; c >= 0 && lines < nameLines; c, lines = x.rowOver(c), lines+1 {
		cell := &x.sheet.Cells[c]
		if cell.Block != here.Block {
			score = underName
		}
		text = foldedText(x.sheet, cell.First, cell.Past-1) + text
		if _, behind, found := strings.Cut(text, wanted); found {
			if x.namesOther(o, behind) {
				return 0, true
			}
			return score, true
		}
	}
	return 0, false
}

// rowOver is the nearest cell of a row over a cell that stands over some of it, -1 for none. Large
// print reaches into the line below it, so rows tell what is over and edges only how far.
func (x *extractor) rowOver(low int32) int32 {
	here, over := &x.sheet.Cells[low], int32(-1)
	for _, k := range x.byTop[here.Page] {
		cell := &x.sheet.Cells[k]
		if cell.Top > here.Top {
			break
		}
		if cell.Row < here.Row && here.Top-cell.Bottom < aboveReach*max(cell.Size, here.Size) && cell.Overlap(here.Rect) > 0 {
			over = k
		}
	}
	return over
}

// namesOther reports whether a text holds the likeliest name of another party.
func (x *extractor) namesOther(o *party, folded string) bool {
	return folded != "" && slices.ContainsFunc(x.plan.parties, func(p party) bool {
		i, ok := p.fields["name"]
		if !ok || p.name == o.name {
			return false
		}
		best := x.bestOf(i)
		return best != nil && strings.Contains(folded, foldedOf(x.sheet, best.tokens))
	})
}

func foldedOf(sheet *layout.Sheet, tokens []int32) string {
	var b strings.Builder
	for _, k := range tokens {
		b.WriteString(sheet.Tokens[k].Fold)
	}
	return b.String()
}

// otherBetween reports whether the part of another party begins between two tokens.
func (x *extractor) otherBetween(o *party, first, last int) bool {
	return slices.ContainsFunc(x.spots, func(s spot) bool {
		return s.first > first && s.first < last && slices.ContainsFunc(s.refs, func(r ref) bool {
			return r.role == sectionLabel && slices.ContainsFunc(x.plan.parties, func(p party) bool { return p.name == r.section && p.name != o.name })
		})
	})
}

// proposeAddress proposes the parts of an address that a party has fields for. Where it has
// none for the district, that belongs to the street line.
func (x *extractor) proposeAddress(o *party, p *address.Place, score float64) {
	street := p.Street
	_, apart := o.fields["district"]
	if !p.District.Empty() && !apart {
		switch last := p.Run.Token(p.Street.Last); {
		case last.Cell == p.Run.Token(p.District.First).Cell:
			street = p.Line
		case strings.HasSuffix(last.Text, ","):
			street.Last = p.District.Last
		}
	}
	x.proposePart(o, "address", p, street, "", score)
	x.proposePart(o, "district", p, p.District, "", 0.97*score)
	x.proposePart(o, "city", p, p.City, "", score)
	x.proposePart(o, "state", p, p.State, p.UF, score)
	x.proposePart(o, "postal code", p, p.PostalCode, p.CEP, score)
}

func (x *extractor) proposePart(o *party, attribute string, p *address.Place, s address.Span, text string, score float64) {
	i, ok := o.fields[attribute]
	if !ok || s.Empty() {
		return
	}
	if first := int(p.Run.Index[s.First]); attribute == "address" && !x.sheet.LineStart(first) && !x.endsLabel(first-1) {
		return // the sentence that gives it says where it ends
	}
	f := x.plan.typ.Fields[i]
	run := x.run(p.Run.Index[s.First : s.Last+1])
	if text == "" {
		if f.Kind != catalogue.String {
			return
		}
		text = shape.Form(f, shape.Clean(run.Text(0, run.Len()-1)))
	}
	x.propose(candidate{field: i, tokens: run.Index, value: text, score: score, checked: false, how: fromForm, place: catalogue.Right})
}
