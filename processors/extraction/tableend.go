package extraction

import (
	"regexp"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// tableMark is a phrase that ends a table or is passed over in one.
type tableMark struct {
	role   role
	length int
}

// findEnds lists where the phrases stand that end the tables of each list. They count
// within longer labels too: "Total" in "Total dos rendimentos isentos".
func (x *extractor) findEnds(hits []phrase.Hit) {
	x.ends = map[[2]int]tableMark{}
	for _, h := range hits {
		r := x.plan.refs[h.ID]
		if r.role != tableEnd && r.role != tableSkip {
			continue
		}
		at := [2]int{h.First, r.field}
		if was, ok := x.ends[at]; !ok || h.Length > was.length {
			x.ends[at] = tableMark{r.role, h.Length}
		}
	}
}

// rowRole tells whether a line ends the table or is to be passed over.
func (x *extractor) rowRole(row *layout.Row, field int) role {
	for k, c := range row.Cells {
		first := x.headOf(c, x.sheet.Cells[c].Past-1)
		first = x.markedEntry(first, x.sheet.Cells[c].Past, field)
		var s *spot
		if at := x.spotAt[first]; at > 0 {
			s = &x.spots[at-1]
		}
		if mark, ok := x.ends[[2]int{first, field}]; ok && (s == nil || s.marksTable(field) || k == 0 && !s.headsColumn(field)) {
			return mark.role
		}
		if s != nil && s.quality >= 0.85 && s.opensPart() {
			return tableEnd
		}
	}
	return fieldLabel
}

// markedEntry is the phrase behind the day and the numbers with which an entry opens, as of
// "31/01 0000 999 Saldo do dia"; the word itself where none stands there.
func (x *extractor) markedEntry(first, past, field int) int {
	for i := first; i < min(past, first+entryNumbers+1); i++ {
		if _, marked := x.ends[[2]int{i, field}]; marked {
			return i
		}
		_, day := recognise.At(catalogue.Date, x.between(i, i), 0)
		if !day && !allDigits.MatchString(x.sheet.Tokens[i].Text) {
			break
		}
	}
	return first
}

const entryNumbers = 4 // the day, the branch, the batch and the number of the kind of entry

var allDigits = regexp.MustCompile(`^[0-9]+$`)

// endsAlone tells whether a line is words that end the table, and nothing else: what
// stands under them is another table, as that of entries to come.
func (x *extractor) endsAlone(r, field int) bool {
	row := x.sheet.Rows[r].Cells
	cell := x.sheet.Cells[row[0]]
	mark, ok := x.ends[[2]int{cell.First, field}]
	return ok && mark.role == tableEnd && len(row) == 1 && mark.length >= len(foldedText(x.sheet, cell.First, cell.Past-1))
}

func (s *spot) marksTable(field int) bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.field == field && (r.role == tableEnd || r.role == tableSkip) })
}

func (s *spot) headsColumn(field int) bool {
	_, heads := columnRef(s, field)
	return heads
}

func (s *spot) opensPart() bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == sectionLabel })
}

// groups tells whether a line that begins as a part of the document does goes on with
// the table all the same: it names the part that the table is in, as "Ações" among the
// papers in custody, or fills a column that nobody wants, such as "Classe".
func (x *extractor) groups(h *heading, row *layout.Row, field int) bool {
	here := x.sectionsOf(h.page, h.Rect)
	for _, c := range row.Cells {
		first := x.headOf(c, x.sheet.Cells[c].Past-1)
		if _, ends := x.ends[[2]int{first, field}]; ends {
			return false
		}
		if x.spotAt[first] == 0 || !x.spots[x.spotAt[first]-1].opensPart() {
			continue
		}
		s := &x.spots[x.spotAt[first]-1]
		same := slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == sectionLabel && slices.Contains(here, r.section) })
		unwanted := len(row.Cells) > 2 && slices.ContainsFunc(h.columns, func(c headColumn) bool { return c.column < 0 && c.box.Overlap(s.box) > 0 })
		if !s.ends || !same && !unwanted {
			return false
		}
	}
	return true
}
