package extraction

import (
	"fmt"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// understood is what the labels of a type may mean, each under the number of the ref of a
// label that names the owner; the next ref is that of a label which leaves the owner to the
// part of the document that it stands in.
type understood struct {
	meanings label.Set
	unwanted int // the ref of labels that nobody wants
}

// addMeanings compiles the meanings of an entry.
func (p *plan) addMeanings(t catalogue.Type) error {
	add := func(text string, r ref, itself ...string) error {
		return p.addMeaning(t, text, r, append(itself, t.Itself))
	}
	for i, f := range t.Fields {
		for _, text := range f.Means {
			if err := add(text, ref{role: fieldLabel, field: i}); err != nil {
				return fmt.Errorf("field %s: %w", f.Name, err)
			}
		}
		if err := p.addIdentification(ref{role: fieldLabel, field: i}, f, t); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		for k, c := range f.Columns {
			for _, text := range c.Means {
				if err := add(text, ref{role: columnLabel, field: i, column: k}, f.Itself); err != nil {
					return fmt.Errorf("column %s of %s: %w", c.Name, f.Name, err)
				}
			}
			for _, text := range c.Debits {
				if err := add(text, ref{role: columnLabel, field: i, column: k, minus: true}, f.Itself); err != nil {
					return fmt.Errorf("debits of %s: %w", f.Name, err)
				}
			}
			if err := p.addIdentification(ref{role: columnLabel, field: i, column: k}, c, t); err != nil {
				return fmt.Errorf("column %s of %s: %w", c.Name, f.Name, err)
			}
		}
	}
	for i, b := range t.Boxes {
		for _, text := range b.Means {
			if err := add(text, ref{role: boxLabel, box: i}); err != nil {
				return fmt.Errorf("box of %v: %w", b.Labels, err)
			}
		}
	}
	for _, name := range sortedKeys(t.Parts) {
		for _, text := range t.Parts[name] {
			if err := add(text, ref{role: sectionLabel, section: name}); err != nil {
				return fmt.Errorf("section %s: %w", name, err)
			}
		}
	}
	p.owners = map[string]meaning.Meaning{}
	for _, name := range sortedKeys(t.Owners) {
		owner, err := meaning.Shared().Compile("of " + t.Owners[name])
		if err != nil {
			return fmt.Errorf("owner %s: %w", name, err)
		}
		p.owners[name] = owner
		if err := add("of "+name, ref{role: sectionLabel, section: name, owner: name}); err != nil {
			return fmt.Errorf("owner %s: %w", name, err)
		}
	}
	p.wanted.unwanted = len(p.refs)
	p.refs = append(p.refs, ref{role: noiseLabel, box: len(t.Noise)})
	return nil
}

// addMeaning adds what a label means, once for any part of the document and once for that of
// its owner; words of itself may stand beside it.
func (p *plan) addMeaning(t catalogue.Type, text string, r ref, itself []string) error {
	text, owner := t.Owned(text)
	m, err := meaning.Shared().Compile(text)
	if err != nil {
		return err
	}
	if words := t.Owners[t.Subject]; words != "" && !m.Owned() {
		if err := m.Allow(words); err != nil {
			return err
		}
	}
	for _, words := range itself {
		if words == "" {
			continue
		}
		if err := m.AllowItself(words); err != nil {
			return err
		}
	}
	r.year = m.Year
	p.wanted.meanings.Add(m, len(p.refs))
	p.refs = append(p.refs, r)
	r.owner = owner
	p.refs = append(p.refs, r)
	return nil
}

// addIdentification lets the label "identificação" stand for the name of whose part of the
// document it stands in.
func (p *plan) addIdentification(r ref, f catalogue.Field, t catalogue.Type) error {
	if f.Like != "name" && f.Like != "company" {
		return nil
	}
	m, err := meaning.Shared().Compile("identification")
	if err != nil {
		return err
	}
	for _, text := range f.Means {
		what, owner := t.Owned(text)
		if owner != "" && owner != mustBeNamed && strings.HasPrefix(what, "name") {
			r.owner = owner
			p.wanted.meanings.Add(m, len(p.refs))
			p.refs = append(p.refs, r, r)
			return nil
		}
	}
	if r.role == columnLabel && f.Is == "name" {
		p.wanted.meanings.Add(m, len(p.refs))
		p.refs = append(p.refs, r, r)
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// understood adds the labels that no phrase lists, by what their words mean.
func (x *extractor) understood(hits []phrase.Hit) []phrase.Hit {
	listed := make([]int, len(x.sheet.Tokens)) // the last token of the longest phrase that begins there, and one more
	for _, h := range hits {
		listed[h.First] = max(listed[h.First], h.Last+1)
	}
	x.guessed = map[int]bool{}
	found := x.plan.wanted.meanings.Find(x.sheet, x.reading)
	labels := x.labelsOfRows(hits, found)
	for _, m := range found {
		if m.Form != label.BeforeColon && x.noteOfRow(x.sheet.Tokens[m.First].Cell) {
			continue
		}
		if (m.ID == label.Unwanted || m.Fit.Unknown > 0) && anyListed(listed, m) || !(x.opensPart(m) && labels[x.sheet.Cells[x.sheet.Tokens[m.First].Cell].Row] < 2) && !x.plan.leavesOwner(m) && sameWords(x.reading, listed, m) {
			continue
		}
		id := x.plan.wanted.unwanted
		if m.ID != label.Unwanted {
			if id = m.ID; !m.Fit.Owner {
				id++
			}
			if x.plan.refs[id].role == sectionLabel && m.Form > label.WholeCell || x.plan.refs[id].owner == mustBeNamed {
				continue
			}
			row := x.sheet.Cells[x.sheet.Tokens[m.First].Cell].Row
			if heads := x.plan.refs[id].role == columnLabel; m.Fit.Unknown > 0 && m.Form == label.WholeCell && (heads && labels[row] < cellsOfRow || !heads && !x.reading.Covered(m.Last)) {
				continue // a value, "chave de fenda"
			}
			if x.plan.refs[id].role == columnLabel && m.Form != label.BeforeColon && (m.Form != label.WholeCell && m.Form != label.Tight || labels[row] < 2) || x.plan.refs[id].role != columnLabel && m.Form == label.Tight {
				continue
			}
		}
		if m.Fit.Unknown > 0 {
			x.guessed[m.First] = true
		}
		for listed[m.First] == 0 && m.First < m.Last && x.reading.Idle(m.First) && anyListed(listed, m) {
			m.First++ // the words of the phrase that is listed: "(É) filha de"
		}
		hits = append(hits, phrase.Hit{ID: id, First: m.First, Last: m.Last, Length: len(foldedText(x.sheet, m.First, m.Last))})
	}
	return hits
}

// leavesOwner reports whether a label leaves it to the part of the document whose attribute it
// names: then a listed phrase knows no better.
func (p *plan) leavesOwner(m label.Match) bool {
	return m.ID != label.Unwanted && !m.Fit.Owner && p.refs[m.ID+1].role == fieldLabel && nameLike(p.typ.Fields[p.refs[m.ID+1].field]) && p.refs[m.ID+1].owner != "" && p.refs[m.ID+1].owner != mustBeNamed
}

// opensPart reports whether a label names but the owner of a part of the document.
func (x *extractor) opensPart(m label.Match) bool {
	return m.ID != label.Unwanted && x.plan.refs[m.ID].role == sectionLabel && x.plan.typ.Owners[x.plan.refs[m.ID].section] != "" && m.Form == label.WholeCell
}

const (
	cellsOfRow   = 4 // cells that a row of a table has at least
	wrappedLines = 3 // lines that its words go on under it, at most
)

// noteOfRow reports whether a cell is alone on its line and set in under the row of a table:
// it is the rest of a wrapped cell, or a note.
func (x *extractor) noteOfRow(c int32) bool {
	cell := &x.sheet.Cells[c]
	for r := int(cell.Row); r > 0 && int(cell.Row)-r <= wrappedLines; r-- {
		row := &x.sheet.Rows[r]
		first := &x.sheet.Cells[row.Cells[0]]
		if row.Page != cell.Page {
			return false
		}
		if len(row.Cells) >= cellsOfRow {
			return r < int(cell.Row) && cell.Left > first.Left+first.Char
		}
		if len(row.Cells) > 1 {
			return false
		}
	}
	return false
}

// labelsOfRows counts the cells of each row that begin with a label, listed or understood:
// the headings of a table stand side by side.
func (x *extractor) labelsOfRows(listed []phrase.Hit, found []label.Match) []int {
	heads := make([]bool, len(x.sheet.Cells))
	for _, h := range listed {
		cell := x.sheet.Tokens[h.First].Cell
		heads[cell] = heads[cell] || h.First == x.headOf(cell, h.First)
	}
	for _, m := range found {
		if m.ID != label.Unwanted && m.Form <= label.WholeCell {
			heads[x.sheet.Tokens[m.First].Cell] = true
		}
	}
	count := make([]int, len(x.sheet.Rows))
	for cell, is := range heads {
		if is {
			count[x.sheet.Cells[cell].Row]++
		}
	}
	return count
}

// anyListed reports whether a listed phrase begins within a label.
func anyListed(listed []int, m label.Match) bool {
	return slices.ContainsFunc(listed[m.First:m.Last+1], func(past int) bool { return past > 0 })
}

// sameWords reports whether one listed phrase has all the words of a label that say something.
func sameWords(reading *meaning.Reading, listed []int, m label.Match) bool {
	for first := m.First; first <= m.Last; first++ {
		if past := listed[first]; past > 0 {
			for past <= m.Last && reading.Idle(past) {
				past++
			}
			return past > m.Last
		}
		if !reading.Idle(first) {
			return false
		}
	}
	return false
}

// mustBeNamed is the owner of a meaning that a label has only where it names the owner.
const mustBeNamed = "!"

// headsLabels reports whether a label follows a heading: one that names somebody and is
// followed by words is the label of a name.
func (x *extractor) headsLabels(s *spot) bool {
	next := int(s.cell) + 1
	if next >= len(x.sheet.Cells) || !s.ends {
		return false
	}
	first := x.headOf(int32(next), x.sheet.Cells[next].Past-1)
	return x.spotAt[first] > 0 && x.spots[x.spotAt[first]-1].quality >= 0.75
}

// headsOwner reports whether a heading names the owner of the labels that follow, and so is no
// label of a name.
func (x *extractor) headsOwner(s *spot) bool {
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	return s.starts && !s.colon && row[len(row)-1] == s.cell && x.headsLabels(s) && slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == sectionLabel && r.owner != "" })
}

// headsCard reports whether a heading that names somebody stands over the lines of one block that
// tell of him, labelled or with a number.
func (x *extractor) headsCard(s *spot) bool {
	lines, told := 0, false
	for c := int(s.cell) + 1; c < len(x.sheet.Cells) && x.sheet.Cells[c].Block == x.sheet.Cells[s.cell].Block; c++ {
		cell := &x.sheet.Cells[c]
		lines++
		told = told || len(recognise.All(catalogue.CPFCNPJ, x.between(cell.First, cell.Past-1))) > 0
	}
	return s.ends && !s.colon && told && lines > 1
}

// ownedBy reports whether the label of a field stands in the part of an owner, or in no part
// of another one where the document is about that owner, or the field is a number that goes
// with a name.
func (x *extractor) ownedBy(owner string, f catalogue.Field, s *spot) bool {
	if within(s.sections, []string{owner}) {
		return true
	}
	return (owner == x.plan.typ.Subject || f.With != "") && !slices.ContainsFunc(s.sections, func(name string) bool { return x.plan.typ.Owners[name] != "" })
}

func nameLike(f catalogue.Field) bool { return f.Like == "name" || f.Like == "company" }

// giveToOwners gives a label to him in whose part of the document it stands, and takes it from
// the others who have such an attribute.
func (x *extractor) giveToOwners() {
	for i := range x.spots {
		s := &x.spots[i]
		for _, own := range s.refs {
			if own.role != fieldLabel || own.owner == "" || !within(s.sections, []string{own.owner}) {
				continue
			}
			s.refs = slices.DeleteFunc(s.refs, func(r ref) bool {
				return r.role == fieldLabel && r.owner != own.owner && x.plan.typ.Fields[r.field].Of != "" && x.plan.typ.Fields[r.field].Of != own.owner
			})
			break
		}
	}
}
