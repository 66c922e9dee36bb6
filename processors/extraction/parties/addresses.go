package parties

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// placeOf are how likely an address is a party's, by what tells so.
const (
	behindLabel = candidate.Placed     // it stands at a label of the party's address
	inSection   = candidate.Unlabelled // or in a part of the document that is the party's
	underName   = candidate.Fair       // or under the party's name
	inItsBlock  = candidate.Placed     // right under it
)

// readAddresses proposes the parts of each address to the party that it is of: one line may
// hold the street, the district, the town, the state and the postal code.
func (x *reader) readAddresses() {
	if !x.Type.Places {
		return
	}
	for _, p := range address.Find(x.Sheet, x.beginsOther, x.endsLabel) {
		claimed := false
		for _, o := range x.Type.Parties {
			if score := x.addressOf(&o, &p); score > 0 {
				claimed = true
				x.proposeAddress(&o, &p, score)
			}
		}
		if !claimed {
			x.readIssuer(&p)
		}
	}
}

// beginsOther reports whether a label begins at a token, or a line that is another label's.
func (x *reader) beginsOther(i int) bool {
	if x.Sheet.LineStart(i) && x.UnderLabel(x.Sheet.Tokens[i].Cell) {
		return true
	}
	s := x.LabelOn(i)
	if s == nil {
		return false
	}
	return s.First == i && (s.Strength >= labels.Marked || s.Colon && s.Strength >= labels.Likely) && !lexicon.PostalCode(x.Sheet.Tokens[i].Fold)
}

// endsLabel reports whether a label ends with a token, or a word with a colon.
func (x *reader) endsLabel(i int) bool {
	text, on := x.Sheet.Tokens[i].Text, x.LabelOn(i)
	return text[len(text)-1] == ':' || text[len(text)-1] == ')' || on != nil && on.Last == i && on.Strength >= labels.Likely
}

// addressOf is how likely an address is a party's, 0 where nothing says so.
func (x *reader) addressOf(o *compile.Party, p *address.Place) float64 {
	i, ok := o.Fields["address"]
	if !ok {
		return 0
	}
	f := x.Type.Fields[i]
	first := &x.Sheet.Tokens[p.Run.Index[0]]
	box := x.Sheet.Box(int(p.Run.Index[0]), int(p.Run.Index[0]))
	sections := x.SectionsOf(first.Page, box)
	if len(f.NotIn) > 0 && labels.Within(sections, f.NotIn) || len(f.In) > 0 && len(sections) > 0 && !labels.Within(sections, f.In) {
		return 0
	}
	var score float64
	if s := x.labelAt(i, first); s != nil {
		score = behindLabel * s.Strength
	}
	if len(f.In) > 0 && labels.Within(sections, f.In) {
		score = max(score, inSection)
	}
	return max(score, x.nameOver(o, first))
}

// labelAt is the label of a field beside or over a token, nil for none.
func (x *reader) labelAt(field int, t *layout.Token) *labels.Label {
	for k := range x.Placed {
		s := &x.Placed[k]
		if s.Page != t.Page || !x.isLabelOf(s, field) {
			continue
		}
		size := x.Sheet.Cells[s.Cell].Size
		right := source.Beside(s.Box, t.Rect) && t.Left > s.Box.Right-1 && t.Left-s.Box.Right < 12*size
		under := source.RightUnder(t.Top-s.Box.Bottom, size, 1) && t.Left < s.Box.Right && t.Right > s.Box.Left-2*size
		if right || under {
			return s
		}
	}
	return nil
}

// isLabelOf reports whether a label is one of a field where it stands: not in the part of another owner.
func (x *reader) isLabelOf(s *labels.Label, field int) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		return r.Role == compile.FieldLabel && r.Field == field && x.LabelInScope(x.Type.Fields[field], s, r)
	})
}

const nameLines = 4 // lines between a name and the address of who has it

// nameOver is how likely what stands at a token is a party's since its best name stands a few lines over it.
func (x *reader) nameOver(o *compile.Party, t *layout.Token) float64 {
	best := x.bestName(o)
	if best == nil {
		return 0
	}
	if score, said := x.repeatedOver(o, best, t); said {
		return score
	}
	name := &x.Sheet.Cells[x.Sheet.Tokens[best.Tokens[0]].Cell]
	here := &x.Sheet.Cells[t.Cell]
	if name.Page == here.Page && source.RightUnder(here.Top-name.Bottom, name.Size, nameLines) && here.Overlap(name.Rect) > 0 && here.Row > name.Row {
		return underName
	}
	return 0
}

// repeatedOver reports whether the lines over a token say the name of a party, on however many lines, though its
// likeliest name stands elsewhere, and how likely what stands at the token is then the party's: not at all
// where they say somebody else's name behind it, as the line of a receipt does.
func (x *reader) repeatedOver(o *compile.Party, name *candidate.Value, t *layout.Token) (score float64, said bool) {
	wanted := x.Sheet.Folded(name.Tokens)
	here := &x.Sheet.Cells[t.Cell]
	text := ""
	score = inItsBlock
	for i := here.First; i < here.Past && x.Sheet.Tokens[i].Left < t.Left; i++ {
		text += x.Sheet.Tokens[i].Fold
	}
	for c, lines := x.OverCell(t.Cell), 0; c >= 0 && lines < nameLines; c, lines = x.OverCell(c), lines+1 {
		cell := &x.Sheet.Cells[c]
		if cell.Block != here.Block {
			score = underName
		}
		text = x.Sheet.FoldedText(cell.First, cell.Past-1) + text
		if _, behind, found := strings.Cut(text, wanted); found {
			if x.namesOther(o, behind) {
				return 0, true
			}
			return score, true
		}
	}
	return 0, false
}

// namesOther reports whether a text holds the likeliest name of another party.
func (x *reader) namesOther(o *compile.Party, folded string) bool {
	return folded != "" && slices.ContainsFunc(x.Type.Parties, func(p compile.Party) bool {
		best := x.bestName(&p)
		return p.Name != o.Name && best != nil && strings.Contains(folded, x.Sheet.Folded(best.Tokens))
	})
}

// bestName is the likeliest name of a party, nil for none.
func (x *reader) bestName(o *compile.Party) *candidate.Value {
	if i, ok := o.Fields["name"]; ok {
		return x.BestOf(i)
	}
	return nil
}

// proposeAddress proposes the parts of an address that a party has fields for. Where it has
// none for the district, that belongs to the street line.
func (x *reader) proposeAddress(o *compile.Party, p *address.Place, score float64) {
	street := p.Street
	_, apart := o.Fields["district"]
	if !p.District.Empty() && !apart {
		switch last := p.Run.Token(p.Street.Last); {
		case last.Cell == p.Run.Token(p.District.First).Cell:
			street = p.Line
		case strings.HasSuffix(last.Text, ",") || last.Cell == p.Run.Token(p.Street.Last+1).Cell && p.Run.Token(p.Street.Last+1).Dash():
			street.Last = p.District.Last
		}
	}
	for _, part := range []struct {
		attribute string
		words     address.Span
		text      string // where that is not as printed
		score     float64
	}{
		{"address", street, "", score},
		{"district", p.District, "", candidate.Placed * score},
		{"city", p.City, "", score},
		{"state", p.State, p.UF, score},
		{"postal code", p.PostalCode, p.CEP, score},
	} {
		if i, ok := o.Fields[part.attribute]; ok && !part.words.Empty() {
			x.proposePart(i, x.Run(p.Run.Index[part.words.First:part.words.Last+1]), part.text, part.score)
		}
	}
}

// proposePart proposes a part of an address to a field, as printed where it has no other text.
func (x *reader) proposePart(field int, run recognise.Run, text string, score float64) {
	f := x.Type.Fields[field]
	if first := int(run.Index[0]); f.Is == "address" && !x.Sheet.LineStart(first) && !x.endsLabel(first-1) {
		return // the sentence that gives it says where it ends
	}
	if text == "" {
		if f.Kind != catalogue.String {
			return
		}
		text = shape.Words(f, run)
	}
	x.Propose(candidate.Value{Field: field, Tokens: run.Index, Text: text, Score: score, How: candidate.FromForm, Place: catalogue.Right})
}
