package extraction

import (
	"cmp"
	"lavra.dev/processors/text/layout"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// persons is the text made ready for entities, when the first reader asks for it.
func (x *extractor) persons() *entity.Text {
	if x.entities == nil {
		x.entities = entity.Over(x.sheet, entity.Page{Wraps: x.flow().Wraps, Label: x.standsAlone})
	}
	return x.entities
}

// standsAlone reports whether a token is of a label that no sentence goes on with.
func (x *extractor) standsAlone(i int) bool {
	if x.spotAt[i] == 0 {
		return false
	}
	s := &x.spots[x.spotAt[i]-1]
	return s.quality >= 0.85 && (s.colon || s.starts && s.ends)
}

// readParties reads a list of persons by what the text says of each, and by boxes of labels.
func (x *extractor) readParties(field int, f catalogue.Field) (entities, groups []rowValue) {
	entities = x.readEntities(field, f)
	return agreeing(entities, x.readGroups(field, f), f)
}

// readEntities makes a row of each person or company that the text of a list speaks of.
func (x *extractor) readEntities(field int, f catalogue.Field) []rowValue {
	p := x.plan.passages[field]
	if !namesAttributes(f) {
		return nil
	}
	if p == nil {
		p = &passage{find: make([][]*pattern.Pattern, len(f.Columns))}
	}
	best := x.entitiesOf(x.stretches(p), p, f)
	if len(best) == 0 {
		best = x.entitiesOf(x.unopened(p), p, f)
	}
	return best
}

// unopened are the passages that nothing introduces: each begins with the block in which the words
// that end it stand.
func (x *extractor) unopened(p *passage) []stretch {
	var out []stretch
	for _, m := range x.matches(p.end, 0, len(x.sheet.Tokens)) {
		first := m.First
		for first > 0 && !x.sheet.BlockStart(first) {
			first--
		}
		if n := len(out); n == 0 || out[n-1].first != first {
			out = append(out, stretch{first, m.First})
		}
	}
	return out
}

// entitiesOf are the rows of the stretch that gives most.
func (x *extractor) entitiesOf(stretches []stretch, p *passage, f catalogue.Field) []rowValue {
	var best []rowValue
	for _, s := range stretches {
		var rows []rowValue
		found := x.persons().In(s.first, s.past)
		for k, e := range found {
			if row, ok := x.entityRow(f, &e); ok {
				past := s.past
				if k+1 < len(found) {
					past = found[k+1].First
				}
				x.findOthers(&row, p, f, stretch{e.First, past})
				rows = append(rows, row)
			}
		}
		rows = withoutStrangers(rows, f)
		if rows = x.withoutRepeated(withoutBareNames(rows), f); weight(rows) > weight(best) {
			best = rows
		}
	}
	return best
}

func namesAttributes(f catalogue.Field) bool {
	for _, c := range f.Columns {
		if c.Is != "" {
			return true
		}
	}
	return false
}

const (
	saidOf    = 0.92 // the score of what a text says of an entity
	saidApart = 0.65 // in another block than its name
)

// entityRow is a row of what the text says of an entity; ok is false for who only speaks for
// another one.
func (x *extractor) entityRow(f catalogue.Field, e *entity.Entity) (rowValue, bool) {
	row := rowValue{how: fromProse}
	if e.For {
		return row, false
	}
	for k, c := range f.Columns {
		a, known := entity.AttributeOf(c.Is)
		v, ok := e.Value(a)
		if !known || !ok {
			continue
		}
		if c.Kind == catalogue.CPF && e.Company {
			return row, false // the company itself, in a heading with its CNPJ
		}
		run := x.between(v.First, v.Last)
		cell := cellValue{column: k, value: shape.Form(c, v.Text), tokens: run.Index, score: saidOf, checked: v.Checked, repaired: v.Repaired}
		if x.sheet.Cells[x.sheet.Tokens[v.First].Cell].Block != x.sheet.Cells[x.sheet.Tokens[e.First].Cell].Block {
			cell.score = saidApart
		}
		if v.Text == "" {
			if cell.value = shape.Clean(run.Text(0, run.Len()-1)); !e.Company || a != entity.Name {
				cell.value = shape.Unstopped(cell.value)
			}
			if a == entity.Address {
				cell.value = strings.TrimRight(cell.value, ".")
			}
			cell.value = shape.Form(c, cell.value)
		}
		row.cells = append(row.cells, cell)
	}
	return row, len(row.cells) > 1 || e.Told && columnIs(f, "role") >= 0
}

// findOthers finds the columns that are no attributes of persons, such as a partner's share.
func (x *extractor) findOthers(row *rowValue, p *passage, f catalogue.Field, s stretch) {
	for k, c := range f.Columns {
		if c.Is != "" || row.cell(k) != nil {
			continue
		}
		for _, find := range p.find[k] {
			if cell, ok := x.findCell(find, k, c, s); ok {
				row.cells = append(row.cells, cell)
				break
			}
		}
	}
	sortCells(row.cells)
}

// agreeing drops the rows of the lighter of two readings that name nobody whom the other names:
// words of a form that stand side by side make no persons in the flow of the text.
func agreeing(a, b []rowValue, f catalogue.Field) ([]rowValue, []rowValue) {
	name := columnIs(f, "name")
	among := func(rows []rowValue) func(rowValue) bool {
		return func(r rowValue) bool {
			c := r.cell(name)
			return c != nil && !slices.ContainsFunc(rows, func(o rowValue) bool { return o.cell(name) != nil && alike(o.cell(name).value, c.value) })
		}
	}
	if len(a) == 0 || len(b) == 0 || name < 0 {
		return a, b
	}
	if weight(a) >= weight(b) {
		return a, slices.DeleteFunc(b, among(a))
	}
	return slices.DeleteFunc(a, among(b)), b
}

// partSides parts the persons whom two lists both have, for want of words that say on which side
// each is: the first is of the list that a document prints first, with those of his paragraph, and
// the others of the other list.
func (x *extractor) partSides(before, rows []rowValue, a, b catalogue.Field) (first, second []rowValue) {
	p, q := columnIs(a, "name"), columnIs(b, "name")
	if p < 0 || q < 0 || a.Passages == nil || b.Passages == nil || len(before) == 0 || len(rows) == 0 {
		return before, rows
	}
	among := func(rows []rowValue, name int, r rowValue, of int) bool {
		c := r.cell(of)
		return c != nil && slices.ContainsFunc(rows, func(o rowValue) bool {
			n := o.cell(name)
			return n != nil && layout.Fold(n.value) == layout.Fold(c.value)
		})
	}
	both := 0
	for _, r := range rows {
		if among(before, p, r, q) {
			both++
		}
	}
	switch {
	case both == 0:
		return before, rows
	case both < len(before): // one of the two knows where its persons begin
		return slices.DeleteFunc(slices.Clone(before), func(r rowValue) bool { return among(rows, q, r, p) }), rows
	case both < len(rows):
		return before, slices.DeleteFunc(slices.Clone(rows), func(r rowValue) bool { return among(before, p, r, q) })
	case len(rows) < 2:
		return before, rows
	}
	turn := 1
	for k := 1; k < len(rows); k++ {
		if c := rows[k].cell(q); c != nil && len(c.tokens) > 0 && x.opens(int(c.tokens[0])) {
			turn = k
			break
		}
	}
	return before[:min(turn, len(before))], rows[turn:]
}

// opens reports whether a name opens a paragraph, or stands behind a label of its own.
func (x *extractor) opens(name int) bool {
	return x.sheet.BlockStart(name) || name > 0 && strings.HasSuffix(x.sheet.Tokens[name-1].Text, ":")
}

// completePersons gives the rows of a list what the text says of their persons elsewhere: the
// number behind a name that stands again in a sentence, and the name after a marriage.
func (x *extractor) completePersons(rows []rowValue, f catalogue.Field) []rowValue {
	name, number, later := columnIs(f, "name"), columnIs(f, "number"), columnIs(f, "later name")
	if name < 0 || len(rows) == 0 {
		return rows
	}
	if number >= 0 && slices.ContainsFunc(rows, func(r rowValue) bool { return r.cell(number) == nil }) {
		for _, e := range x.persons().In(0, len(x.sheet.Tokens)) {
			row, _ := x.entityRow(f, &e)
			said, ok := row.cell(name), row.cell(number)
			if said == nil || ok == nil || !ok.checked || e.For {
				continue
			}
			for i := range rows {
				if c := rows[i].cell(name); c != nil && layout.Fold(c.value) == layout.Fold(said.value) && rows[i].cell(number) == nil && !given(rows, number, ok.value) {
					rows[i].cells = append(rows[i].cells, *ok)
					sortCells(rows[i].cells)
				}
			}
		}
	}
	if later < 0 {
		return rows
	}
	for _, v := range x.persons().LaterNames() {
		run := x.between(v.First, v.Last)
		cell := cellValue{column: later, value: shape.Form(f.Columns[later], shape.Unstopped(shape.Clean(run.Text(0, run.Len()-1)))), tokens: run.Index, score: saidOf}
		for i := range rows {
			if c := rows[i].cell(name); c != nil && rows[i].cell(later) == nil && sameGiven(c.value, cell.value) {
				rows[i].cells = append(rows[i].cells, cell)
				sortCells(rows[i].cells)
			}
		}
	}
	return withoutLaterNamed(rows, name, later)
}

// withoutLaterNamed joins what stands beside the name that somebody goes by since a marriage to
// the row of the name before, which lacks it.
func withoutLaterNamed(rows []rowValue, name, later int) []rowValue {
	return slices.DeleteFunc(rows, func(r rowValue) bool {
		called := r.cell(name)
		before := slices.IndexFunc(rows, func(o rowValue) bool {
			n, l := o.cell(name), o.cell(later)
			return called != nil && n != nil && l != nil && layout.Fold(l.value) == layout.Fold(called.value) && layout.Fold(n.value) != layout.Fold(called.value) && !slices.ContainsFunc(r.cells, func(c cellValue) bool {
				return c.column != name && c.column != later && o.cell(c.column) != nil
			})
		})
		if before >= 0 {
			fill(&rows[before], r)
		}
		return before >= 0
	})
}

// given reports whether a row has a value in a column.
func given(rows []rowValue, column int, value string) bool {
	return slices.ContainsFunc(rows, func(r rowValue) bool { c := r.cell(column); return c != nil && c.value == value })
}

// withoutStrangers drops the rows without a role among others that have one.
func withoutStrangers(rows []rowValue, f catalogue.Field) []rowValue {
	role := columnIs(f, "role")
	stranger := func(r rowValue) bool { return r.cell(role) == nil }
	strangers := 0
	for _, r := range rows {
		if stranger(r) {
			strangers++
		}
	}
	if role < 0 || len(rows)-strangers < 2 {
		return rows
	}
	return slices.DeleteFunc(rows, stranger)
}

// withoutRepeated joins what the text says of one entity at several places.
func (x *extractor) withoutRepeated(rows []rowValue, f catalogue.Field) []rowValue {
	var out []rowValue
	name := columnIs(f, "name")
	for _, r := range rows {
		again := false
		for k := range out {
			a, b := out[k].cell(name), r.cell(name)
			if a != nil && b != nil && layout.Fold(a.value) == layout.Fold(b.value) {
				fill(&out[k], r)
				again = true
			}
		}
		if !again {
			out = append(out, r)
		}
	}
	return out
}

// inOrder sorts the rows of a list that several readings gave by where the first of each
// stands: a name may be taken from further down, where it is whole.
func (x *extractor) inOrder(rows []rowValue, f catalogue.Field) {
	name := columnIs(f, "name")
	if name < 0 || slices.ContainsFunc(rows, func(r rowValue) bool { c := r.cell(name); return c == nil || len(c.tokens) == 0 }) {
		return
	}
	slices.SortStableFunc(rows, func(a, b rowValue) int { return x.byPlace(x.firstOf(a), x.firstOf(b)) })
}

// byPlace orders two words from top to bottom, and from left to right on one line.
func (x *extractor) byPlace(a, b int32) int {
	p, q := &x.sheet.Tokens[a], &x.sheet.Tokens[b]
	return cmp.Or(cmp.Compare(x.sheet.Cells[p.Cell].Row, x.sheet.Cells[q.Cell].Row), cmp.Compare(p.Left, q.Left))
}

// firstOf is the first word of a row.
func (x *extractor) firstOf(row rowValue) int32 {
	first := int32(-1)
	for _, c := range row.cells {
		for _, t := range c.tokens {
			if first < 0 || x.byPlace(t, first) < 0 {
				first = t
			}
		}
	}
	return first
}

// columnIs is the column that holds an attribute, -1 for none.
func columnIs(f catalogue.Field, attribute string) int {
	for k, c := range f.Columns {
		if c.Is == attribute {
			return k
		}
	}
	return -1
}

// sameGiven tells whether two names begin with the same given name, but for a letter.
func sameGiven(a, b string) bool {
	a, _, _ = strings.Cut(strings.TrimSpace(a), " ")
	b, _, _ = strings.Cut(strings.TrimSpace(b), " ")
	a, b = layout.Fold(a), layout.Fold(b)
	return a == b || min(len(a), len(b)) >= 5 && levenshtein.ComputeDistance(a, b) <= 1
}
