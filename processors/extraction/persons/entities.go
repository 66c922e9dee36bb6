// Package persons reads lists of persons and companies out of running text.
//
// In come the entities that the text speaks of and the passages in which a type has its persons;
// out go rows, one for each. Who only speaks for another one has none.
package persons

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Reader reads the persons of one document.
type Reader struct{ *listrow.Reader }

// Over is a reader of persons.
func Over(r *listrow.Reader) *Reader { return &Reader{r} }

// ReadEntities makes a row of each person or company that the text of a list speaks of.
func (x *Reader) ReadEntities(field int, f catalogue.Field) []candidate.Row {
	p := x.Type.Lists[field].Passage
	if !compile.NamesAttributes(f) {
		return nil
	}
	if p == nil {
		p = &compile.Passage{Find: make([][]*pattern.Pattern, len(f.Columns))}
	}
	within := func(s stretch) []candidate.Row { return x.distinct(x.entitiesIn(s, p, f), f) }
	best := heaviest(x.stretches(p), within)
	if len(best) == 0 {
		best = heaviest(append(x.unopened(p), x.behindEnds(p)...), within)
	}
	return best
}

// means reports whether words name an owner, and nothing else.
func (x *Reader) means(owner meaning.Meaning, first, last int) bool {
	return slices.ContainsFunc(x.Reading.Parses(first, last, 0), func(parts []meaning.Part) bool {
		fit, ok := owner.Fit(parts)
		return ok && fit.Extra == 0
	})
}

// unopened are the passages that nothing introduces: each begins with the block in which the words
// that end it stand.
func (x *Reader) unopened(p *compile.Passage) []stretch {
	var out []stretch
	for _, m := range x.matches(p.End, 0, len(x.Sheet.Tokens)) {
		first := x.blockFirst(m.First)
		if n := len(out); n == 0 || out[n-1].first != first {
			out = append(out, stretch{first, m.First})
		}
	}
	return out
}

// behindEnds are the passages behind the words that end one, each up to the next such words: where nobody stands
// before them they introduce, "Contratam entre si: Ana Lima, brasileira".
func (x *Reader) behindEnds(p *compile.Passage) []stretch {
	var out []stretch
	if len(p.Begin) > 0 {
		return nil
	}
	for _, m := range x.matches(p.End, 0, len(x.Sheet.Tokens)) {
		out = append(out, x.upToEnd(p, stretch{m.Last + 1, len(x.Sheet.Tokens)}))
	}
	return out
}

// blockFirst is the first token of the block of a token, or of the one over it whose sentence goes on there.
func (x *Reader) blockFirst(i int) int {
	for i > 0 && !x.Sheet.BlockStart(i) {
		i--
	}
	over := x.CellOver(x.Sheet.Tokens[i].Cell, layout.Reach)
	if over < 0 {
		return i
	}
	last := x.Sheet.Cells[over].Past - 1
	if text := x.Sheet.Tokens[last].Text; last < i && (strings.HasSuffix(text, ";") || strings.HasSuffix(text, ",")) {
		return x.blockFirst(last)
	}
	return i
}

// entitiesIn are the rows of a stretch.
func (x *Reader) entitiesIn(s stretch, p *compile.Passage, f catalogue.Field) (rows []candidate.Row) {
	found := x.Persons().In(s.first, s.past)
	for k, e := range found {
		if row, ok := x.entityRow(f, &e); ok {
			past := x.saidPast(&e, s.past)
			if k+1 < len(found) {
				past = min(past, found[k+1].First)
			}
			x.findColumns(&row, p, f, stretch{e.First, past})
			rows = append(rows, row)
		}
	}
	return rows
}

// saidPast is the end of the sentence in which the last thing is said of an entity, up to token past.
func (x *Reader) saidPast(e *entity.Entity, past int) int {
	last := e.First
	for _, v := range e.Values {
		last = max(last, v.Last)
	}
	return x.sentencePast(last, past)
}

// distinct are the rows of whom a list is of, each once.
func (x *Reader) distinct(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	return x.withoutRepeated(rows, f)
}

const (
	saidOf    = candidate.Fair       // the score of what a text says of an entity
	saidApart = candidate.Unlabelled // in another block than its name
)

// entityRow is a row of what the text says of an entity; ok is false for who only speaks for
// another one, but in a list of lawyers.
func (x *Reader) entityRow(f catalogue.Field, e *entity.Entity) (candidate.Row, bool) {
	row := candidate.Row{How: candidate.FromProse}
	if _, lawyer := e.Value(entity.Council); e.For && !(lawyer && f.ColumnIs("council") >= 0 && f.ColumnIs("number") < 0) {
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
		if a == entity.Nationality && e.Company {
			continue // "empresa brasileira" is no citizen
		}
		run := x.Between(v.First, v.Last)
		cell := candidate.Cell{Column: k, Text: shape.Form(c, v.Text), Tokens: run.Index, Score: saidOf, Checked: v.Checked, Repaired: v.Repaired}
		if x.Sheet.Cells[x.Sheet.Tokens[v.First].Cell].Block != x.Sheet.Cells[x.Sheet.Tokens[e.First].Cell].Block {
			cell.Score = saidApart
		}
		if v.Text == "" {
			if cell.Text = shape.Clean(run.Text(0, run.Len()-1)); !e.Company || a != entity.Name {
				cell.Text = shape.Unstopped(cell.Text)
			}
			if a == entity.Address {
				cell.Text = strings.TrimRight(cell.Text, ".")
			}
			cell.Text = shape.Form(c, cell.Text)
		}
		row.Cells = append(row.Cells, cell)
	}
	return row, len(row.Cells) > 1 || e.Told && f.ColumnIs("role") >= 0
}

// Agreeing drops the rows of the lighter of two readings that name nobody whom the other names:
// words of a form that stand side by side make no persons in the flow of the text.
func Agreeing(a, b []candidate.Row, f catalogue.Field) ([]candidate.Row, []candidate.Row) {
	name := f.ColumnIs("name")
	among := func(rows []candidate.Row) func(candidate.Row) bool {
		return func(r candidate.Row) bool {
			c := r.Cell(name)
			return c != nil && !slices.ContainsFunc(rows, func(o candidate.Row) bool { return o.Cell(name) != nil && candidate.Alike(o.Cell(name).Text, c.Text) })
		}
	}
	if len(a) == 0 || len(b) == 0 || name < 0 {
		return a, b
	}
	if candidate.Weight(a) >= candidate.Weight(b) {
		return a, slices.DeleteFunc(b, among(a))
	}
	return slices.DeleteFunc(a, among(b)), b
}

// CompletePersons gives the rows of a list what the document says of their persons elsewhere: the number and the address behind
// a name that stands again in a sentence, the role that another reading gives it, and the name after a marriage.
func (x *Reader) CompletePersons(rows, others []candidate.Row, f catalogue.Field) []candidate.Row {
	name, number, later := f.ColumnIs("name"), f.ColumnIs("number"), f.ColumnIs("later name")
	if name < 0 || len(rows) == 0 {
		return rows
	}
	complete(rows, others, name, f.ColumnIs("role"))
	x.completeSides(rows, f)
	for _, e := range x.Persons().All() {
		said, _ := x.entityRow(f, &e)
		if c := said.Cell(number); !e.For && (c == nil || c.Checked) {
			complete(rows, []candidate.Row{said}, name, number, f.ColumnIs("address"))
		}
	}
	x.completeNumbers(rows, f)
	x.completeParents(rows, f)
	if later < 0 {
		return rows
	}
	partLater(rows, name, later)
	for _, v := range x.Persons().LaterNames() {
		for i := range rows {
			if c := rows[i].Cell(name); c != nil && sameGiven(c.Text, x.Sheet.Tokens[v.First].Text) {
				x.addName(&rows[i], later, f, v)
			}
		}
	}
	// Whatever the words before it, so is called since the marriage who has a given name and another of those before. His own
	// name again is that of one who kept it where it stands in the manner of that of the other.
	x.giveLater(rows, name, later, f, x.renamed)
	x.giveLater(rows, name, later, f, func(before []int32, v entity.Value) bool { return x.keptBesideLater(rows, name, later, before, v) })
	return withoutLaterNamed(rows, name, later)
}

// completeNumbers gives the rows of a form that lack their number the only one with right check digits on the line of the
// name, whatever its label: "Firma | Alfa Ltda | Contribuinte (cpf ou cnpj) | 11.222.333/0001-81".
func (x *Reader) completeNumbers(rows []candidate.Row, f catalogue.Field) {
	name, number := f.ColumnIs("name"), f.ColumnIs("number")
	if name < 0 || number < 0 {
		return
	}
	for i := range rows {
		c := rows[i].Cell(name)
		if c == nil || len(c.Tokens) == 0 || rows[i].Cell(number) != nil {
			continue
		}
		var found []candidate.Cell
		for _, beside := range x.Sheet.Behind(x.Sheet.Tokens[c.Tokens[0]].Cell) {
			run := x.Onward(x.CellRun(beside), linesOfNumber)
			v, ok := recognise.Whole(f.Columns[number].Kind, run)
			if ok && v.Checked && !said(rows, number, v.Text) {
				found = append(found, candidate.Cell{Column: number, Text: v.Text, Tokens: run.Index, Score: candidate.Placed, Checked: true, Repaired: v.Repaired})
			}
		}
		if len(found) == 1 {
			rows[i].Add(found[0])
		}
	}
}

const linesOfNumber = 2 // "60.951.493/0001-" over "77"

// said reports whether one of some rows has a value in a column.
func said(rows []candidate.Row, column int, text string) bool {
	return slices.ContainsFunc(rows, func(r candidate.Row) bool { return r.Cell(column) != nil && r.Text(column) == text })
}

// complete fills columns of rows from those that name the same person.
func complete(rows, from []candidate.Row, name int, columns ...int) {
	for _, r := range from {
		if i := named(rows, name, r.Text(name)); i >= 0 && r.Cell(name) != nil {
			r.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c candidate.Cell) bool { return !slices.Contains(columns, c.Column) })
			rows[i].Fill(r)
		}
	}
}

// withoutRepeated joins what the text says of one entity at several places.
func (x *Reader) withoutRepeated(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	var out []candidate.Row
	name := f.ColumnIs("name")
	for _, r := range rows {
		if k := named(out, name, r.Text(name)); k >= 0 && r.Cell(name) != nil {
			out[k].Fill(r)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// InOrder sorts the rows of a list that several readings gave by where the first of each
// stands: a name may be taken from further down, where it is whole.
func (x *Reader) InOrder(rows []candidate.Row, f catalogue.Field) {
	name := f.ColumnIs("name")
	if name < 0 || slices.ContainsFunc(rows, func(r candidate.Row) bool { c := r.Cell(name); return c == nil || len(c.Tokens) == 0 }) {
		return
	}
	slices.SortStableFunc(rows, func(a, b candidate.Row) int { return x.byPlace(x.firstOf(a), x.firstOf(b)) })
}

// byPlace orders two words from top to bottom, and from left to right on one line.
func (x *Reader) byPlace(a, b int32) int {
	p, q := &x.Sheet.Tokens[a], &x.Sheet.Tokens[b]
	return cmp.Or(cmp.Compare(x.Sheet.Cells[p.Cell].Row, x.Sheet.Cells[q.Cell].Row), cmp.Compare(p.Left, q.Left))
}

// firstOf is the first word of a row.
func (x *Reader) firstOf(row candidate.Row) int32 {
	var words []int32
	for _, c := range row.Cells {
		words = append(words, c.Tokens...)
	}
	return slices.MinFunc(words, x.byPlace)
}

// sameGiven reports whether two names begin with the same given name, but for a letter.
func sameGiven(a, b string) bool {
	a, _, _ = strings.Cut(strings.TrimSpace(a), " ")
	b, _, _ = strings.Cut(strings.TrimSpace(b), " ")
	return sameWord(a, b)
}

// sameWord reports whether two words are one, but for a letter of a long one.
func sameWord(a, b string) bool {
	a, b = fold.Text(a), fold.Text(b)
	return a == b || min(len(a), len(b)) >= 5 && levenshtein.ComputeDistance(a, b) <= 1
}

// withoutLaterNamed joins what stands beside the name that somebody goes by since a marriage to
// the row of the name before, which lacks it.
func withoutLaterNamed(rows []candidate.Row, name, later int) []candidate.Row {
	return slices.DeleteFunc(rows, func(r candidate.Row) bool {
		called := r.Cell(name)
		before := slices.IndexFunc(rows, func(o candidate.Row) bool {
			n, l := o.Cell(name), o.Cell(later)
			return called != nil && n != nil && l != nil && fold.Text(l.Text) == fold.Text(called.Text) && fold.Text(n.Text) != fold.Text(called.Text) && !slices.ContainsFunc(r.Cells, func(c candidate.Cell) bool {
				return c.Column != name && c.Column != later && o.Cell(c.Column) != nil
			})
		})
		if before >= 0 {
			rows[before].Fill(r)
		}
		return before >= 0
	})
}
