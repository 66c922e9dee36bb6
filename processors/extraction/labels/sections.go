package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
)

// Section is where a part of the document begins and how far it reaches.
type Section struct {
	name string
	Page int32
	layout.Rect
	lines layout.Rect // of a heading: with the lines that go on under it
	card  bool        // of a heading: these are all that it heads
}

// placeSections lays the parts of the document out, and says of each label in which of them it stands.
func (x *Labels) placeSections() {
	x.sections = nil
	heads := x.sectionHeads()
	for i := range heads {
		x.sections = append(x.sections, x.reach(heads, i))
	}
	for i := range x.Placed {
		x.Placed[i].Sections = x.SectionsOf(x.Placed[i].Page, x.Placed[i].Box)
	}
}

// sectionHeads are the headings of parts of the document. A label that is found to be one is none of a field, and one
// that names a column opens no part.
func (x *Labels) sectionHeads() (heads []Section) {
	for i := range x.Placed {
		s := &x.Placed[i]
		if s.Strength < Likely || !s.Starts && !(s.Ends && (s.Colon || x.numbered(s))) && !x.fills(s) {
			continue // "Destinatário: Fulano" within a sentence opens no part, "1º Outorgado" over a box does
		}
		if x.sumBeside(s) || x.restOfLine(s) {
			continue // "Dependentes 2.275,08" is a line of a sum
		}
		if x.namesColumn(s) {
			s.Refs = slices.DeleteFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.SectionLabel && !x.headsOwnList(s, r.Section) })
		}
		if x.headsOwner(s) {
			s.Refs = slices.DeleteFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.FieldLabel })
		}
		for _, r := range s.Refs {
			if r.Role != compile.SectionLabel || r.Owner != "" && x.underOther(s, r.Section) {
				continue
			}
			if card := r.Owner != "" && !x.headsLabels(s) && !x.overLabel(s); !card || x.headsCard(s) {
				heads = append(heads, Section{name: r.Section, Page: s.Page, Rect: s.Box, lines: x.linesUnder(s), card: card})
			}
		}
	}
	return heads
}

// underOther reports whether a label with its value beside is the first line under a heading that names somebody else:
// "Empresa: Luz Papelaria Ltda" under "Para quem vai" is what that one is called.
func (x *Labels) underOther(s *Label, part string) bool {
	row := x.Sheet.Cells[s.Cell].Row
	if !s.Colon || row == 0 || s.Ends && !x.besideValues(s) {
		return false
	}
	over := x.Sheet.Rows[row-1].Cells
	h := x.HeadLabel(over[0])
	return len(over) == 1 && h != nil && h.Page == s.Page && h.Strength >= Likely && h.Ends && !h.Colon &&
		slices.ContainsFunc(h.Refs, func(r compile.Ref) bool { return r.Role == compile.SectionLabel && r.Owner != "" && r.Section != part })
}

// restOfLine reports whether a heading is but the rest of the line over it, in small letters under one that is not:
// "recebido" under "Nota fiscal eletrônica do material".
func (x *Labels) restOfLine(s *Label) bool {
	first := x.Sheet.Cells[s.Cell].First
	return s.Starts && !x.Sheet.BlockStart(first) && !layout.HasCapital(x.Sheet.Tokens[first].Text) && !layout.HasCapital(x.Sheet.Tokens[s.First].Text)
}

// reach is the part of the document that one of the headings opens: down to the next heading that stands below it, and
// to the next beside it.
func (x *Labels) reach(heads []Section, i int) Section {
	h, page := heads[i], x.Sheet.Pages[heads[i].Page]
	area := Section{name: h.name, Page: h.Page, Rect: layout.Rect{Left: 0, Top: h.Top - 1, Right: page.Width, Bottom: page.Height}}
	if h.card {
		area.Rect = h.lines
		return area
	}
	for j, o := range heads {
		switch {
		case i == j || o.Page != h.Page || !apart(h, o):
		case o.Left > h.Right && o.Left < area.Right:
			area.Right = o.Left - 1
		case o.Right < h.Left:
			area.Left = max(area.Left, h.Left-2)
		}
	}
	for j, o := range heads {
		if i != j && o.Page == h.Page && o.Top > h.Bottom-1 && o.Top < area.Bottom && o.Overlap(area.Rect) > 0 && o.name != h.name {
			area.Bottom = o.Top
		}
	}
	return area
}

func (x *Labels) SectionsOf(page int32, box layout.Rect) []string {
	var names []string
	for _, s := range x.sections {
		if s.Page == page && box.MidY() >= s.Top && box.MidY() <= s.Bottom && box.MidX() >= s.Left && box.MidX() <= s.Right {
			names = append(names, s.name)
		}
	}
	if names == nil && page > 0 { // a part goes on over the page until a heading stands
		last := ""
		for _, s := range x.sections {
			if s.Page < page {
				last = s.name
			}
			if s.Page == page && s.Top <= box.MidY() {
				return nil
			}
		}
		if last != "" {
			names = []string{last}
		}
	}
	return names
}

func Within(names, wanted []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(wanted, n) })
}
