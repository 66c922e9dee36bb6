package extraction

import "slices"

// impliedHeads adds the parts of a form whose headings were lost, as white print on a
// dark bar is to OCR: each begins with the same label, that of a name, and they follow
// one another in the order of the entry. The first parts may be printed without labels.
// Where the heading of a later part was read, those before it are meant.
func (x *extractor) impliedHeads(heads []section) []section {
	implied := x.plan.typ.Implied
	if len(implied.Sections) == 0 {
		return heads
	}
	parts, stop := implied.Sections, (*section)(nil)
	for i := range heads {
		at := slices.Index(implied.Sections, heads[i].name)
		if at >= 0 && (stop == nil || heads[i].page < stop.page || heads[i].page == stop.page && heads[i].Top < stop.Top) {
			parts, stop = implied.Sections[:at], &heads[i]
		}
	}
	field := x.plan.index[implied.By]
	var leads []*spot
	for i := range x.spots {
		s := &x.spots[i]
		if s.quality < 0.85 || !s.starts || !x.sheet.Pages[s.page].OCR || !slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == fieldLabel && r.field == field }) {
			continue
		}
		if stop != nil && (s.page > stop.page || s.page == stop.page && s.box.Bottom > stop.Top) {
			continue
		}
		if n := len(leads); n == 0 || !beside(leads[n-1].box, s.box) {
			leads = append(leads, s)
		}
	}
	first := len(parts) - len(leads)
	if first < 0 {
		return heads
	}
	slices.SortStableFunc(leads, inReadingOrder)
	for k, s := range leads {
		heads = append(heads, section{name: parts[first+k], page: s.page, Rect: s.box, lines: x.linesUnder(s)})
	}
	return heads
}
