package persons

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/fold"
	"lavra.dev/schemas/catalogue"
)

// partLater takes from a row a later name that has no word of the name before, as that of the other or a heading, and
// gives it to whom it names.
func partLater(rows []candidate.Row, name, later int) {
	var strays []candidate.Cell
	for i := range rows {
		if n, l := rows[i].Cell(name), rows[i].Cell(later); n != nil && l != nil && !shareWord(n.Text, l.Text) {
			strays = append(strays, *l)
			rows[i].Cells = slices.DeleteFunc(slices.Clone(rows[i].Cells), func(c candidate.Cell) bool { return c.Column == later })
		}
	}
	for _, l := range strays {
		i := slices.IndexFunc(rows, func(r candidate.Row) bool {
			n := r.Cell(name)
			return n != nil && r.Cell(later) == nil && sameGiven(n.Text, l.Text)
		})
		if i >= 0 {
			rows[i].Cells = append(rows[i].Cells, l)
			rows[i].Sort()
		}
	}
}

// shareWord reports whether two names have a word in common that is no small one.
func shareWord(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(w string) bool {
		return !shape.BetweenNames(fold.Text(w)) && slices.ContainsFunc(strings.Fields(b), func(o string) bool { return sameWord(w, o) })
	})
}

// giveLater gives those who lack one the first name on the document that may be theirs: whatever the words before it, so is
// called since the marriage who has a given name and another of those before.
func (x *Reader) giveLater(rows []candidate.Row, name, later int, f catalogue.Field) {
	for i := range rows {
		c := rows[i].Cell(name)
		if c == nil || len(c.Tokens) < 2 || rows[i].Cell(later) != nil {
			continue
		}
		known := candidate.Words(rows)
		for t := range x.Sheet.Tokens {
			if x.Sheet.Tokens[t].Fold != x.Sheet.Tokens[c.Tokens[0]].Fold || known[int32(t)] {
				continue
			}
			if v, ok := x.Persons().NameAt(t); ok && x.renamed(c.Tokens, v) {
				x.addName(&rows[i], later, f, v)
				break
			}
		}
	}
}

// renamed reports whether a name has words of another one, its given name among them, and others besides or fewer.
func (x *Reader) renamed(before []int32, v entity.Value) bool {
	shared := 0
	for t := v.First; t <= v.Last; t++ {
		if !shape.BetweenNames(x.Sheet.Tokens[t].Fold) && slices.ContainsFunc(before, func(b int32) bool { return x.Sheet.Tokens[b].Fold == x.Sheet.Tokens[t].Fold }) {
			shared++
		}
	}
	return shared > 1 && (v.Last-v.First+1 != len(before) || !x.sameWords(x.Sheet.Tokens[v.First:v.Last+1], before))
}

// addName gives a row a name, unless it has one.
func (x *Reader) addName(row *candidate.Row, column int, f catalogue.Field, v entity.Value) {
	if row.Cell(column) != nil {
		return
	}
	run := x.Between(v.First, v.Last)
	row.Cells = append(row.Cells, candidate.Cell{Column: column, Text: shape.Form(f.Columns[column], shape.Unstopped(shape.Clean(run.Text(0, run.Len()-1)))), Tokens: run.Index, Score: saidOf})
	row.Sort()
}
