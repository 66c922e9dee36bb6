package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// understood adds the labels that no phrase lists, by what their words mean.
func (x *Labels) understood(hits []phrase.Hit) []phrase.Hit {
	listed := make([]int, len(x.Sheet.Tokens)) // the last token of the longest phrase that begins there, and one more
	named := make([]int, len(x.Sheet.Tokens))  // of those that name a value: what ends a table does not
	for _, h := range hits {
		listed[h.First] = max(listed[h.First], h.Last+1)
		if role := x.Type.Refs[h.ID].Role; role != compile.TableEnd && role != compile.TableSkip {
			named[h.First] = listed[h.First]
		}
	}
	x.guessed = map[int]bool{}
	found := x.Type.Meant.Set.Find(x.Sheet, x.Reading)
	labels := x.labelsOfRows(hits, found)
	for _, m := range found {
		if m.Form != label.BeforeColon && x.knownWord(m.First) {
			continue
		}
		if (m.ID == label.Unwanted || doubtful(m)) && anyListed(listed, m) || !(x.opensPart(m) && (labels[x.Sheet.Cells[x.Sheet.Tokens[m.First].Cell].Row] < 2 || x.overListed(m, listed))) && !x.Type.LeavesOwner(m) && sameWords(x.Reading, listed, m) {
			continue
		}
		id := x.Type.Meant.Unwanted
		if m.ID != label.Unwanted {
			if id = m.ID; !m.Fit.Owner {
				id++
			}
			if x.Type.Refs[id].Role == compile.SectionLabel && m.Form > label.WholeCell || x.Type.Refs[id].Owner == compile.MustBeNamed {
				continue
			}
			beside := max(labels[x.Sheet.Cells[x.Sheet.Tokens[m.First].Cell].Row], labels[x.Sheet.Cells[x.Sheet.Tokens[m.Last].Cell].Row])
			if heads := x.Type.Refs[id].Role == compile.ColumnLabel; doubtful(m) && m.Form == label.WholeCell && (heads && beside < cellsOfRow || !heads && !x.Reading.Covered(m.Last)) {
				continue // a value, "chave de fenda"
			}
			if x.Type.Refs[id].Role == compile.ColumnLabel && m.Form != label.BeforeColon && (m.Form != label.WholeCell && m.Form != label.Tight || beside < 2 && !x.goesOnCard(m, found)) || x.Type.Refs[id].Role != compile.ColumnLabel && m.Form == label.Tight {
				continue
			}
		}
		if doubtful(m) {
			x.guessed[m.First] = true
		}
		for listed[m.First] == 0 && m.First < m.Last && x.Reading.Idle(m.First) && !x.Reading.GoesOn(m.First) && anyListed(listed, m) && !x.leads(labelsOf, m.First, m.Last) {
			m.First++ // the words of the phrase that is listed: "(É) filha de"
		}
		if colon := m.Last + 1; colon < len(x.Sheet.Tokens) && x.Sheet.Tokens[colon].Text == ":" && x.Sheet.Tokens[colon].Cell == x.Sheet.Tokens[m.Last].Cell {
			m.Last = colon // set apart, as by a printer who puts a space before it
		}
		hits = append(hits, phrase.Hit{ID: id, First: m.First, Last: m.Last, Length: len(x.Sheet.FoldedText(m.First, m.Last))})
	}
	return hits
}

// goesOnCard reports whether a label that stands by itself names what is told in each card of a list: its words are
// understood and stand again in another one, and where they begin the card their value stands beside.
func (x *Labels) goesOnCard(m label.Match, found []label.Match) bool {
	r := x.Type.Refs[m.ID]
	f := &x.Type.Fields[r.Field]
	if r.Role != compile.ColumnLabel || !f.Group || m.Fit.Owner || doubtful(m) || r.Column == max(f.ColumnIndex(f.Lead), 0) && x.CellBeside(x.Sheet.Tokens[m.First].Cell) < 0 {
		return false
	}
	words := x.Sheet.FoldedText(m.First, m.Last)
	return slices.ContainsFunc(found, func(o label.Match) bool {
		return o.ID == m.ID && o.First != m.First && x.Sheet.FoldedText(o.First, o.Last) == words
	})
}

// knownWord reports whether the cell of a token is, letter for letter, a word of a field's closed
// list: "PASSAGEIRO MOTOCICLETA" names no number of passengers.
func (x *Labels) knownWord(token int) bool {
	cell := &x.Sheet.Cells[x.Sheet.Tokens[token].Cell]
	text := x.Sheet.FoldedText(cell.First, cell.Past-1)
	return slices.ContainsFunc(x.Type.Vocabularies, func(v compile.Vocabulary) bool { return v[text] != "" })
}

// opensPart reports whether a label names but the owner of a part of the document.
func (x *Labels) opensPart(m label.Match) bool {
	return m.ID != label.Unwanted && x.Type.Refs[m.ID].Role == compile.SectionLabel && x.Type.Owners[x.Type.Refs[m.ID].Section] != "" && m.Form == label.WholeCell
}

// overListed reports whether a listed label stands right under a label: beside other headings, it heads
// what is under it.
func (x *Labels) overListed(m label.Match, listed []int) bool {
	under := x.CellUnder(x.Sheet.Tokens[m.First].Cell)
	return under >= 0 && listed[x.Sheet.Cells[under].First] > 0
}

const cellsOfRow = 4 // cells that a row of a table has at least

// labelsOfRows counts the cells of each row that begin with a label, listed or understood, or end one that is understood:
// the headings of a table stand side by side, some of them on two lines.
func (x *Labels) labelsOfRows(listed []phrase.Hit, found []label.Match) []int {
	heads := make([]bool, len(x.Sheet.Cells))
	for _, h := range listed {
		cell := x.Sheet.Tokens[h.First].Cell
		heads[cell] = heads[cell] || h.First == x.HeadOf(cell, h.First)
	}
	for _, m := range found {
		if m.ID != label.Unwanted && m.Form <= label.WholeCell {
			heads[x.Sheet.Tokens[m.First].Cell], heads[x.Sheet.Tokens[m.Last].Cell] = true, true
		}
	}
	count := make([]int, len(x.Sheet.Rows))
	for cell, is := range heads {
		if is {
			count[x.Sheet.Cells[cell].Row]++
		}
	}
	return count
}

// anyListed reports whether a listed phrase begins within a label.
func anyListed(listed []int, m label.Match) bool {
	return slices.ContainsFunc(listed[m.First:m.Last+1], func(past int) bool { return past > 0 })
}

// sameWords reports whether one listed phrase has all the words of a label that say something, and none
// of the others is a phrase of its own: "Nº" behind "C/C".
func sameWords(reading *meaning.Reading, listed []int, m label.Match) bool {
	for first := m.First; first <= m.Last; first++ {
		if past := listed[first]; past > 0 {
			for past <= m.Last && reading.Idle(past) && !reading.GoesOn(past) && listed[past] == 0 {
				past++
			}
			return past > m.Last
		}
		if !reading.Idle(first) || reading.GoesOn(first) {
			return false
		}
	}
	return false
}

// headsLabels reports whether a label follows a heading, in its block or, where it is alone on its line, on the next line
// in whatever block: one that names somebody and is followed by words is the label of a name.
func (x *Labels) headsLabels(s *Label) bool {
	if !s.Ends {
		return false
	}
	if next := int(s.Cell) + 1; next < len(x.Sheet.Cells) && x.labelled(int32(next)) {
		return true
	}
	row := int(x.Sheet.Cells[s.Cell].Row)
	return len(x.Sheet.Rows[row].Cells) == 1 && row+1 < len(x.Sheet.Rows) && x.labelled(x.Sheet.Rows[row+1].Cells[0])
}

// labelled reports whether a cell begins with a label.
func (x *Labels) labelled(c int32) bool {
	on := x.HeadLabel(c)
	return on != nil && on.Strength >= Likely
}

// overLabel reports whether a heading has no value: a label stands under it, and what stands beside it is one.
func (x *Labels) overLabel(s *Label) bool {
	under, beside := x.CellUnder(s.Cell), x.CellBeside(s.Cell)
	return s.Ends && under >= 0 && x.labelled(under) && (beside < 0 || x.labelled(beside))
}

// headsOwner reports whether a heading names the owner of the labels that follow, and so is no
// label of a name.
func (x *Labels) headsOwner(s *Label) bool {
	row := x.Sheet.LineOf(s.Cell)
	return s.Starts && !s.Colon && (row[len(row)-1] == s.Cell && x.headsLabels(s) || x.overLabel(s)) && slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.SectionLabel && r.Owner != "" })
}

// headsCard reports whether a heading that names somebody stands over the lines of one block that
// tell of him, labelled or with a number.
func (x *Labels) headsCard(s *Label) bool {
	lines, told := 0, false
	for c := int(s.Cell) + 1; c < len(x.Sheet.Cells) && x.Sheet.Cells[c].Block == x.Sheet.Cells[s.Cell].Block; c++ {
		lines++
		told = told || len(recognise.All(catalogue.CPFCNPJ, x.CellRun(int32(c)))) > 0
	}
	return s.Ends && !s.Colon && told && lines > 1
}

// ownedBy reports whether the label of a field stands in the part of an owner, or in no part
// of another one where the document is about that owner, or the field is a number that goes
// with a name.
func (x *Labels) ownedBy(owner string, f catalogue.Field, s *Label) bool {
	if Within(s.Sections, []string{owner}) {
		return true
	}
	return (owner == x.Type.Subject || f.With != "") && !slices.ContainsFunc(s.Sections, func(name string) bool { return x.Type.Owners[name] != "" })
}

// giveToOwners gives a label to him in whose part of the document it stands, and takes it from
// the others who have such an attribute.
func (x *Labels) giveToOwners() {
	for i := range x.Placed {
		s := &x.Placed[i]
		for _, own := range s.Refs {
			if own.Role != compile.FieldLabel || own.Owner == "" || !Within(s.Sections, []string{own.Owner}) {
				continue
			}
			s.Refs = slices.DeleteFunc(s.Refs, func(r compile.Ref) bool {
				return r.Role == compile.FieldLabel && r.Owner != own.Owner && x.Type.Fields[r.Field].Of != "" && x.Type.Fields[r.Field].Of != own.Owner
			})
			break
		}
	}
}

// doubtful reports whether a label has a word that its meaning does not explain.
func doubtful(m label.Match) bool { return m.Fit.Unknown > 0 || m.Nearly }
