package prose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// readPatterns proposes what patterns of the entry find in the running text. The
// earlier a pattern stands in the entry and its match in the text, the better.
func (x *reader) readPatterns(patterns []*pattern.Pattern, score float64) {
	births := x.births()
	opened := map[int]string{} // by the token at which a match begins with a name: whose
	for k, p := range patterns {
		n := 0 // matches that gave something
		for _, m := range p.All(x.Flow(), 0, len(x.Sheet.Tokens)) {
			if n > 2 {
				break
			}
			if x.anothers(m, opened) || x.nameless(m) {
				continue
			}
			before := len(x.Found)
			for _, slot := range m.Slots {
				if slot.First == m.First && x.misplaced(slot) || births[slot.First] || x.tellsPlace(slot) || x.underCaption(slot) {
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

// tellsPlace reports whether a text would begin with an address: "a sociedade funciona na Rua do Sol, 20" tells where, not what for.
func (x *reader) tellsPlace(s pattern.Slot) bool {
	return !s.Typed && !s.Opened && x.Type.Fields[x.Type.Index[s.Name]].Kind == catalogue.Text && address.Begins(x.Between(s.First, s.Last), 0)
}

// underCaption reports whether words begin the line under a caption and its colon, where it does, that has its value
// beside it.
func (x *reader) underCaption(s pattern.Slot) bool {
	if s.Typed || s.First == 0 || !x.Sheet.LineStart(s.First) || !strings.HasSuffix(x.Sheet.Tokens[s.First-1].Text, ":") {
		return false
	}
	caption := x.Sheet.Tokens[s.First-1].Cell
	return x.CellBeside(caption) >= 0 && source.Flush(x.Sheet.Cells[caption], x.Sheet.Cells[x.Sheet.Tokens[s.First].Cell])
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

// births are the first words of the dates on which the persons of a list were born: none of them is that of what the document
// is about, "celebrado na mesma data. Ele, nascido em 1º de maio de 1980".
func (x *reader) births() map[int]bool {
	if !slices.ContainsFunc(x.Type.Fields, func(f catalogue.Field) bool { return compile.ColumnIs(f, "birth date") >= 0 }) {
		return nil
	}
	out := map[int]bool{}
	for _, e := range x.Persons().All() {
		if v, ok := e.Value(entity.BirthDate); ok {
			out[v.First] = true
		}
	}
	return out
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

// nameless reports whether a match takes for the name of a company what is a word of a text:
// nor is the number behind it the company's.
func (x *reader) nameless(m pattern.Match) bool {
	return slices.ContainsFunc(m.Slots, func(s pattern.Slot) bool {
		return !s.Typed && s.First == s.Last && x.Type.Fields[x.Type.Index[s.Name]].Like == "company" && x.Sheet.Tokens[s.First].Small()
	})
}

// misplaced reports whether a value that no words introduce stands in a part of the
// document where its field does not.
func (x *reader) misplaced(s pattern.Slot) bool {
	outside := x.Type.Fields[x.Type.Index[s.Name]].NotIn
	t := &x.Sheet.Tokens[s.First]
	return len(outside) > 0 && labels.Within(x.SectionsOf(t.Page, t.Rect), outside)
}
