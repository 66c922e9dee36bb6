package extraction

import (
	"slices"

	"lavra.dev/processors/text/layout"
)

// numbersPart tells whether a cell is the number of a part of the document, whose
// heading stands in the next one.
func (x *extractor) numbersPart(c int32) bool {
	cell := &x.sheet.Cells[c]
	row := x.sheet.Rows[cell.Row].Cells
	if cell.Past != cell.First+1 || len(row) < 2 || row[0] != c || !numbering.MatchString(x.sheet.Tokens[cell.First].Text) {
		return false
	}
	at := x.spotAt[x.sheet.Cells[row[1]].First]
	return at > 0 && x.spots[at-1].quality == 1 && x.spots[at-1].opensPart()
}

// section is where a part of the document begins and how far it reaches.
type section struct {
	name string
	page int32
	layout.Rect
	lines layout.Rect // of a heading: with the lines that go on under it
	card  bool        // of a heading: these are all that it heads
}

// placeSections lays the parts of the document out: each reaches down to the next
// heading that stands below it, and to the next beside it. What a caller knows better of an area,
// cut tells.
func (x *extractor) placeSections(cut func(head, area section) section) {
	var heads []section
	for i := range x.spots {
		s := &x.spots[i]
		if s.quality < 0.75 || !s.starts && !(s.colon && s.ends && !x.sumFollows(s)) && !x.fills(s) {
			continue // "Destinatário: Fulano" within a sentence opens no part
		}
		if x.sumBeside(s) {
			continue // "Dependentes 2.275,08" is a line of a sum
		}
		if x.namesColumn(s) {
			s.refs = slices.DeleteFunc(s.refs, func(r ref) bool { return r.role == sectionLabel })
			continue
		}
		if x.headsOwner(s) {
			s.refs = slices.DeleteFunc(s.refs, func(r ref) bool { return r.role == fieldLabel })
		}
		for _, r := range s.refs {
			if r.role != sectionLabel || x.mentions(s, r.section) {
				continue
			}
			if card := r.owner != "" && !x.headsLabels(s); !card || x.headsCard(s) {
				heads = append(heads, section{name: r.section, page: s.page, Rect: s.box, lines: x.linesUnder(s), card: card})
			}
		}
	}
	heads = x.impliedHeads(heads)
	x.sections = nil
	for i, h := range heads {
		page := x.sheet.Pages[h.page]
		area := section{name: h.name, page: h.page, Rect: layout.Rect{Left: 0, Top: h.Top - 1, Right: page.Width, Bottom: page.Height}}
		for j, o := range heads {
			if i == j || o.page != h.page {
				continue
			}
			if apart(h, o) {
				if o.Left > h.Right && o.Left < area.Right {
					area.Right = o.Left - 1
				} else if o.Right < h.Left {
					area.Left = max(area.Left, h.Left-2)
				}
			}
		}
		for j, o := range heads {
			if i != j && o.page == h.page && o.Top > h.Bottom-1 && o.Top < area.Bottom && o.Overlap(area.Rect) > 0 && o.name != h.name {
				area.Bottom = o.Top
			}
		}
		if h.card {
			area.Rect = h.lines
		}
		if cut != nil {
			area = cut(h, area)
		}
		x.sections = append(x.sections, area)
	}
	for i := range x.spots {
		x.spots[i].sections = x.sectionsOf(x.spots[i].page, x.spots[i].box)
	}
}

func beside(a, b layout.Rect) bool {
	return min(a.Bottom, b.Bottom)-max(a.Top, b.Top) > 0.35*min(a.Height(), b.Height())
}

func (x *extractor) sectionsOf(page int32, box layout.Rect) []string {
	var names []string
	for _, s := range x.sections {
		if s.page == page && box.MidY() >= s.Top && box.MidY() <= s.Bottom && box.MidX() >= s.Left && box.MidX() <= s.Right {
			names = append(names, s.name)
		}
	}
	if names == nil && page > 0 { // a part goes on over the page until a heading stands
		last := ""
		for _, s := range x.sections {
			if s.page < page {
				last = s.name
			}
			if s.page == page && s.Top <= box.MidY() {
				return nil
			}
		}
		if last != "" {
			names = []string{last}
		}
	}
	return names
}

func within(names, wanted []string) bool {
	for _, n := range names {
		for _, w := range wanted {
			if n == w {
				return true
			}
		}
	}
	return false
}
