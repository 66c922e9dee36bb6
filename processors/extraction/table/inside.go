package table

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
)

// inside is a value that stands in a table with a label of its own: "CST 120" over "CFOP 5403" under "CST / CFOP".
type inside struct {
	row   int     // printed line
	words []int32 // of the label and the value
	told  bool    // the label names the column together with the heading over it: "ICMS" under "BASES DE CÁLCULO"
	candidate.Cell
}

// takeInside takes the values with labels of their own out of the words that are dealt to columns, where most of
// those of a column have one, and reports whether there are some.
func (r *reader) takeInside(p *part, rows []int, lines []line) bool {
	if len(r.lead) == 0 || r.List.Join != "" {
		return false // labelled values that stand together are a card
	}
	found := map[int][]inside{}
	for _, row := range rows {
		for _, v := range r.insideOf(row, p.heads) {
			found[v.Column] = append(found[v.Column], v)
		}
	}
	for column := range r.List.Columns {
		values := found[column]
		if len(values) == 0 || !r.areInside(column, values, lines) {
			continue
		}
		for _, v := range values {
			r.inside[v.row] = append(r.inside[v.row], v.Cell)
			for _, t := range v.words {
				r.taken[t] = true
			}
		}
		r.selfNamed[column] = true
	}
	return len(r.inside) > 0
}

// areInside reports whether the values of a column have labels of their own: in most rows, or some of a kind that has
// a form, and not half as many stand under a heading without one.
func (r *reader) areInside(column int, values []inside, lines []line) bool {
	rows, plain := 0, 0
	for i := range lines {
		l := &lines[i]
		if l.key {
			rows++
		}
		c := l.values.Cell(column)
		if c == nil || c.Unheaded {
			continue
		}
		labelled := slices.ContainsFunc(values, func(v inside) bool { return v.row == l.row })
		if r.text(column) || !labelled {
			plain++ // of a text those with a label, too: words before a name may be a title of his
		}
	}
	told := slices.ContainsFunc(values, func(v inside) bool { return v.told })
	return 2*plain <= len(values) && (2*len(values) > rows || !r.text(column) && (told || len(values) > 1))
}

// wordAlone reports whether words are one, without digits: what a short label is.
func (r *reader) wordAlone(words []int32) bool {
	return len(words) == 1 && r.Sheet.Tokens[words[0]].Fold != "" && !layout.HasDigit(r.Sheet.Tokens[words[0]].Text)
}

// insideOf lists the values of a printed line that have labels of their own.
func (r *reader) insideOf(row int, heads [][]strip) (out []inside) {
	for _, c := range r.Sheet.Rows[row].Cells {
		words := r.Sheet.Cells[c].Words()
		if v, ok := r.toldBy(c, words, heads); ok {
			v.row = row
			out = append(out, v)
			continue
		}
		for l := range r.labelsIn(words) {
			if l.words[len(l.words)-1] == words[len(words)-1] {
				l.behind = r.valueOf(c)
			}
			if cell, ok := r.answer(l.Names, l.behind); ok {
				out = append(out, inside{row: row, words: slices.Concat(l.words, cell.Tokens), Cell: cell})
			}
		}
	}
	return out
}

// toldBy is the value of the column that the word of a cell names together with the heading over it.
func (r *reader) toldBy(c int32, words []int32, heads [][]strip) (inside, bool) {
	of := r.besideIn(c)
	if of < 0 || !r.wordAlone(words) {
		return inside{}, false
	}
	cell := &r.Sheet.Cells[c]
	for _, strips := range heads {
		for _, s := range strips {
			if len(s.words) == 0 || !r.Sheet.SameColumn(r.boxOf(s.words...), cell.Box) && s.box.Overlap(cell.Rect) <= 0 {
				continue
			}
			if names := r.Meant(slices.Concat(s.words, words)); len(names) == 1 {
				value, ok := r.answer(names, r.Sheet.Cells[of].Words())
				return inside{words: slices.Concat(words, value.Tokens), told: true, Cell: value}, ok
			}
		}
	}
	return inside{}, false
}

// valueOf is what stands beside a label that fills its cell, or under it in its box.
func (r *reader) valueOf(label int32) []int32 {
	of := r.besideIn(label)
	if under := label + 1; of < 0 && int(under) < len(r.Sheet.Cells) {
		if a, b := &r.Sheet.Cells[label], &r.Sheet.Cells[under]; a.Box != layout.NoBox && a.Box == b.Box && b.Row > a.Row {
			of = under
		}
	}
	if of < 0 || r.beginsLabel(int32(r.Sheet.Cells[of].First)) {
		return nil
	}
	return r.Sheet.Cells[of].Words()
}

// insideGap is how many font sizes a value stands from its label at most, where no lines are drawn around both.
const insideGap = 8

// besideIn is the next cell of a line in the same box, or -1.
func (r *reader) besideIn(c int32) int32 {
	behind := r.Sheet.Behind(c)
	if len(behind) == 0 {
		return -1
	}
	a, b := &r.Sheet.Cells[c], &r.Sheet.Cells[behind[0]]
	if a.Box != b.Box || b.Left-a.Right >= insideGap*a.Size && !r.Sheet.SameColumn(a.Box, a.Box) {
		return -1
	}
	return behind[0]
}
