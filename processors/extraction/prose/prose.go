package prose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// readPatterns proposes what patterns of the entry find in the running text. The
// earlier a pattern stands in the entry and its match in the text, the better.
func (x *reader) readPatterns(patterns []*pattern.Pattern, score float64) {
	opened := map[int]string{} // by the token at which a match begins with a name: whose
	for k, p := range patterns {
		n := 0 // matches that gave something
		for _, m := range p.All(x.Flow(), 0, len(x.Sheet.Tokens)) {
			if n > 2 {
				break
			}
			if x.anothers(m, opened) {
				continue
			}
			before := len(x.Found)
			for _, slot := range m.Slots {
				if slot.First == m.First && x.misplaced(slot) {
					continue
				}
				x.ProposeSlot(x.Type.Index[slot.Name], x.upToSide(slot), score-propose.Later*float64(k), candidate.FromProse)
			}
			if len(x.Found) > before {
				n++
			}
		}
	}
}

// upToSide ends a text before a person of one of two opposite lists whom its sentence goes on with: "poderes para vender o
// imóvel, a Ana Lima, brasileira, CPF 529.982.247-25".
func (x *reader) upToSide(s pattern.Slot) pattern.Slot {
	if s.Typed || x.Type.Fields[x.Type.Index[s.Name]].Kind != catalogue.Text || !x.Type.Opposes() {
		return s
	}
	for _, e := range x.Persons().All() {
		if _, numbered := e.Value(entity.Number); !numbered || e.First <= s.First || e.First > s.Last {
			continue
		}
		for s.Last = e.First - 1; s.Last > s.First && x.Reading.Filler(s.Last); s.Last-- {
		}
		break
	}
	return s
}

// anothers reports whether a match begins with a name which an earlier pattern found to
// be another field's: what stands under it is not what this pattern takes it for.
func (x *reader) anothers(m pattern.Match, opened map[int]string) bool {
	if len(m.Slots) == 0 || m.Slots[0].First != m.First {
		return false
	}
	name := m.Slots[0].Name
	if like := x.Type.Fields[x.Type.Index[name]].Like; like != "company" && like != "name" {
		return false
	}
	if owner, ok := opened[m.First]; ok {
		return owner != name
	}
	opened[m.First] = name
	return false
}

// misplaced reports whether a value that no words introduce stands in a part of the
// document where its field does not.
func (x *reader) misplaced(s pattern.Slot) bool {
	outside := x.Type.Fields[x.Type.Index[s.Name]].NotIn
	t := &x.Sheet.Tokens[s.First]
	return len(outside) > 0 && labels.Within(x.SectionsOf(t.Page, t.Rect), outside)
}
