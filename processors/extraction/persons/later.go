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
			rows[i].Drop(later)
		}
	}
	for _, l := range strays {
		i := slices.IndexFunc(rows, func(r candidate.Row) bool {
			n := r.Cell(name)
			return n != nil && r.Cell(later) == nil && sameGiven(n.Text, l.Text)
		})
		if i >= 0 {
			rows[i].Add(l)
		}
	}
}

// shareWord reports whether two names have a word in common that is no small one.
func shareWord(a, b string) bool {
	return slices.ContainsFunc(strings.Fields(a), func(w string) bool {
		return !shape.BetweenNames(fold.Text(w)) && slices.ContainsFunc(strings.Fields(b), func(o string) bool { return sameWord(w, o) })
	})
}

// giveLater gives those who lack one the first name on the document that a test takes for one of theirs.
func (x *Reader) giveLater(rows []candidate.Row, name, later int, f catalogue.Field, theirs func(before []int32, v entity.Value) bool) {
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
			if v, ok := x.Persons().NameAt(t); ok && theirs(c.Tokens, v) {
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

// keptBesideLater reports whether a name stands again as a cell of its own, beside or right under that which somebody
// else in the list has since he married: his own too, where both kept theirs.
func (x *Reader) keptBesideLater(rows []candidate.Row, name, later int, before []int32, v entity.Value) bool {
	at := x.Sheet.Tokens[v.First].Cell
	if !x.isCell(at, before) || v.First != x.Sheet.Cells[at].First {
		return false
	}
	behind := v.First > int(before[len(before)-1])
	return slices.ContainsFunc(rows, func(r candidate.Row) bool {
		if c := r.Cell(later); c != nil && len(c.Tokens) > 0 {
			return x.besideLater(x.Sheet.Tokens[c.Tokens[0]].Cell, at)
		}
		c := r.Cell(name)
		return behind && c != nil && len(c.Tokens) > 0 && !x.sameWords(x.Sheet.Tokens[v.First:v.Last+1], c.Tokens) && slices.ContainsFunc(x.cellsNear(at), func(of int32) bool {
			return x.Sheet.Cells[of].First != int(c.Tokens[0]) && x.isCell(of, c.Tokens) && x.besideLater(of, at)
		})
	})
}

// isCell reports whether a cell has the words of a name and no others.
func (x *Reader) isCell(c int32, name []int32) bool {
	cell := &x.Sheet.Cells[c]
	return cell.Past-cell.First == len(name) && x.sameWords(x.Sheet.Tokens[cell.First:cell.Past], name)
}

// besideLater reports whether two cells stand as the names of two do that they go by since they married.
func (x *Reader) besideLater(of, at int32) bool {
	return of != at && (x.Sheet.Cells[of].Row == x.Sheet.Cells[at].Row || x.NextUnder(at, linesOfLater) == of || x.NextUnder(of, linesOfLater) == at)
}

// cellsNear are the cells about a cell, those of its line among them.
func (x *Reader) cellsNear(at int32) []int32 {
	const about = 6 // cells before and behind: labels and names of two
	var out []int32
	for c := max(at-about, 0); c <= min(at+about, int32(len(x.Sheet.Cells))-1); c++ {
		out = append(out, c)
	}
	return out
}

const linesOfLater = 2 // from the name of one to that of the other

// addName gives a row a name, unless it has one.
func (x *Reader) addName(row *candidate.Row, column int, f catalogue.Field, v entity.Value) {
	if row.Cell(column) != nil {
		return
	}
	run := x.Between(v.First, v.Last)
	row.Add(candidate.Cell{Column: column, Text: shape.Form(f.Columns[column], shape.Unstopped(shape.Clean(run.Text(0, run.Len()-1)))), Tokens: run.Index, Score: saidOf})
}
