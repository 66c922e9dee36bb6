package labels

import (
	"slices"

	"lavra.dev/processors/extraction/source"
)

// impliedHeads adds the parts of a form whose headings were lost, as white print on a
// dark bar is to OCR: each begins with the same label, that of a name, and they follow
// one another in the order of the entry. The first parts may be printed without labels.
// Where the heading of a later part was read, those before it are meant.
func (x *Labels) impliedHeads(heads []Section) []Section {
	implied := x.Type.Implied
	if len(implied.Sections) == 0 {
		return heads
	}
	parts, stop := implied.Sections, (*Section)(nil)
	for i := range heads {
		at := slices.Index(implied.Sections, heads[i].name)
		if at >= 0 && (stop == nil || heads[i].Page < stop.Page || heads[i].Page == stop.Page && heads[i].Top < stop.Top) {
			parts, stop = implied.Sections[:at], &heads[i]
		}
	}
	field := x.Type.Index[implied.By]
	var leads []*Label
	for i := range x.Placed {
		s := &x.Placed[i]
		if s.Strength < Leading || !s.Starts || !x.Sheet.Pages[s.Page].OCR || !s.Of(field) {
			continue
		}
		if stop != nil && (s.Page > stop.Page || s.Page == stop.Page && s.Box.Bottom > stop.Top) {
			continue
		}
		if n := len(leads); n == 0 || !source.Beside(leads[n-1].Box, s.Box) {
			leads = append(leads, s)
		}
	}
	first := len(parts) - len(leads)
	if first < 0 {
		return heads
	}
	slices.SortStableFunc(leads, InReadingOrder)
	for k, s := range leads {
		heads = append(heads, Section{name: parts[first+k], Page: s.Page, Rect: s.Box, lines: x.linesUnder(s)})
	}
	return heads
}
