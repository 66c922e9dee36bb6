package lists

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readSummed reads a list of the two sides of an account under headings that nobody knows: where the sums of two
// columns, or of the upper and the lower part of one, are printed, and what the one is more than the other, these are the sides.
// Three sums come out by chance in no document.
func (x *reader) readSummed(list int, f catalogue.Field) {
	if len(f.Table.Either) != 2 || x.comesOut(x.lists[list], f) == 2 && leavesSome(x.lists[list], f) {
		return
	}
	sides := x.provenSides()
	if sides == nil || sides.comeOut(x.lists[list], f) {
		return
	}
	var rows []candidate.Row
	for r := sides.first; r < sides.past; r++ {
		for _, pieces := range x.entriesOf(sides, r) {
			if row, ok := x.summedRow(sides, r, pieces, f); ok {
				rows = append(rows, row)
			}
		}
	}
	if !sides.comeOut(rows, f) {
		return
	}
	rows = x.besideEachOther(asRead(rows, x.lists[list], f), f)
	for t := range candidate.Words(x.lists[list]) {
		x.inTable[t] = 0
	}
	x.lists[list] = rows
	x.claim(rows, f)
	x.proposeSides(sides, f)
}

// asRead are rows as a table has them already, where it tells more of the same sum under the same name, on this side alone:
// its headings tell codes and references, and only rows that are none kept it from coming out.
func asRead(rows, before []candidate.Row, f catalogue.Field) []candidate.Row {
	title, sides := table.TitleColumn(f), [2]int{f.ColumnIndex(f.Table.Either[0]), f.ColumnIndex(f.Table.Either[1])}
	for i, r := range rows {
		for k, column := range sides {
			sum := r.Cell(column)
			if sum == nil || r.Cell(title) == nil {
				continue
			}
			if at := slices.IndexFunc(before, func(o candidate.Row) bool {
				c, name := o.Cell(column), o.Cell(title)
				return c != nil && name != nil && slices.Equal(c.Tokens, sum.Tokens) && slices.Equal(name.Tokens, r.Cell(title).Tokens) && o.Cell(sides[1-k]) == nil && len(o.Cells) > len(r.Cells)
			}); at >= 0 {
				rows[i] = before[at]
			}
		}
	}
	return rows
}

// leavesSome reports whether the credits of an account are more than its debits.
func leavesSome(rows []candidate.Row, f catalogue.Field) bool {
	credits, _ := columnSum(rows, f.ColumnIndex(f.Table.Either[0]))
	debits, _ := columnSum(rows, f.ColumnIndex(f.Table.Either[1]))
	return credits > math.Abs(debits)
}

// sum is a printed amount.
type sum struct {
	box    layout.Rect
	tokens []int32
	row    int
	value  float64
}

// provenSides are the columns of the two sides of an account, as the sums printed elsewhere prove them.
type provenSides struct {
	columns     [2]layout.Rect // where the sums of each side stand
	first, past int            // printed lines of the rows
	debits      int            // the first printed line of the debits where they stand below the credits in one column
	among       []int32        // words with which totals begin that stand among the rows
	totals      [3]*sum        // of each side, and what is left of the first
}

// comeOut reports whether rows have these sums.
func (s *provenSides) comeOut(rows []candidate.Row, f catalogue.Field) bool {
	for k, name := range f.Table.Either {
		if total, n := columnSum(rows, f.ColumnIndex(name)); n == 0 || !recognise.Same(math.Abs(total), math.Abs(s.totals[k].value)) {
			return false
		}
	}
	return true
}

// provenSides looks for the lines whose sums stand in two columns and come to totals that are printed elsewhere.
func (x *reader) provenSides() *provenSides {
	all := x.printedSums()
	of := map[int64][]*sum{}
	for i := range all {
		amount := cents(math.Abs(all[i].value))
		of[amount] = append(of[amount], &all[i])
	}
	for i := 0; i < len(all); {
		past := i + 1
		for past < len(all) && all[past].row-all[past-1].row <= 2 && x.Sheet.Rows[all[past].row].Page == x.Sheet.Rows[all[i].row].Page {
			past++
		}
		for first := i; first < past; first++ {
			if first > i && all[first].row == all[first-1].row {
				continue
			}
			if s := sidesFrom(all[first:past], of); s != nil {
				return s
			}
		}
		i = past
	}
	return nil
}

// printedSums are the amounts of the document by their lines, the first mostPrinted of them.
func (x *reader) printedSums() (out []sum) {
	for _, v := range x.Printed(catalogue.Money) {
		if len(out) == mostPrinted {
			break
		}
		tokens := x.amountOf(v.Words)
		amount, _ := recognise.Float(v.Text)
		out = append(out, sum{box: x.Sheet.Box(int(tokens[0]), int(tokens[len(tokens)-1])), tokens: tokens, row: v.Row, value: amount})
	}
	return out
}

// mostPrinted bounds the amounts that are tried as rows: those of two columns on six pages of 40 lines.
const mostPrinted = 480

// sidesFrom adds up two columns of some amounts from the first on, until they come to totals, of all the amounts of
// the document by their cents.
func sidesFrom(rows []sum, printed map[int64][]*sum) *provenSides {
	var columns []layout.Rect
	var of []int
	for _, p := range rows {
		k := slices.IndexFunc(columns, func(c layout.Rect) bool { return c.Overlap(p.box) > 0 })
		if k < 0 {
			if len(columns) == mostColumns {
				break
			}
			k, columns = len(columns), append(columns, p.box)
		}
		columns[k], of = columns[k].Union(p.box), append(of, k)
	}
	for credits := range columns {
		for debits := range columns {
			s := &provenSides{columns: [2]layout.Rect{columns[credits], columns[debits]}, first: rows[0].row}
			if credits != debits && s.addUp(rows, of, [2]int{credits, debits}, printed) || credits == debits && s.addUpStack(inColumn(rows, of, credits), printed) {
				return s
			}
		}
	}
	return nil
}

// mostColumns bounds the columns of amounts that are tried by pairs: reference, basis and rate beside those of the sides,
// in two halves. Of 480 amounts at most 480 x 8 x 7 x 480 = 13 million are added up.
const mostColumns = 8

// addUp adds up the amounts of two columns, and reports whether they come to totals.
func (s *provenSides) addUp(rows []sum, of []int, sides [2]int, printed map[int64][]*sum) bool {
	var total [2]float64
	var entries [2]int
	for i, k := range of {
		side := slices.Index(sides[:], k)
		amount := math.Abs(rows[i].value)
		if side < 0 {
			continue
		}
		if entries[side] > 1 && recognise.Same(amount, total[side]) { // the longer side goes on beside it
			s.among = append(s.among, rows[i].tokens[0])
			continue
		}
		total[side], s.past = total[side]+amount, rows[i].row+1
		entries[side]++
		if entries[0]+entries[1] >= fewestEntries && total[1] > 0 && total[0] > total[1] && s.prove(printed, total[0], total[1], total[0]-total[1]) {
			return true
		}
	}
	return false
}

// inColumn are the amounts that stand in a column.
func inColumn(rows []sum, of []int, column int) (out []sum) {
	for i, k := range of {
		if k == column && len(out) < mostStacked {
			out = append(out, rows[i])
		}
	}
	return out
}

// mostStacked bounds the amounts of one column that are tried as credits above debits: 480 x 8 x 60 x 60 = 14 million are added up.
const mostStacked = 60

// addUpStack adds up the amounts of one column, and reports whether the upper ones come to a total, and those below them to
// another: the total of the upper ones may stand between.
func (s *provenSides) addUpStack(rows []sum, printed map[int64][]*sum) bool {
	credits := 0.0
	for i := range rows {
		credits += math.Abs(rows[i].value)
		below, debits := rows[i+1:], 0.0
		s.among = nil
		if len(below) > 0 && recognise.Same(math.Abs(below[0].value), credits) {
			s.among, below = append(s.among, below[0].tokens[0]), below[1:]
		}
		for k := range below {
			debits += math.Abs(below[k].value)
			if debits >= credits {
				break
			}
			s.debits, s.past = below[0].row, below[k].row+1
			if i+k+2 >= fewestEntries && s.prove(printed, credits, debits, credits-debits) {
				return true
			}
		}
	}
	return false
}

// fewestEntries is how many lines an account has at least whose sums prove its sides.
const fewestEntries = 3

// prove finds the totals outside the rows, or between their parts, and reports whether all are printed.
func (s *provenSides) prove(printed map[int64][]*sum, amounts ...float64) bool {
	for k, amount := range amounts {
		same := printed[cents(amount)]
		i := slices.IndexFunc(same, func(p *sum) bool { return p.row < s.first || p.row >= s.past || slices.Contains(s.among, p.tokens[0]) })
		if i < 0 {
			return false
		}
		s.totals[k] = same[i]
	}
	return true
}

// entriesOf are the entries on a printed line, each with its pieces up to its sum, the last one with all the others.
func (x *reader) entriesOf(s *provenSides, r int) [][]recognise.Run {
	pieces := x.piecesOf(s, r)
	out := [][]recognise.Run{nil}
	for k, piece := range pieces {
		out[len(out)-1] = append(out[len(out)-1], piece)
		if x.sideOf(s, r, piece) >= 0 && slices.ContainsFunc(pieces[k+1:], func(p recognise.Run) bool { return x.sideOf(s, r, p) >= 0 }) {
			out = append(out, nil)
		}
	}
	return slices.DeleteFunc(out, func(entry []recognise.Run) bool {
		return slices.ContainsFunc(entry, func(p recognise.Run) bool { return slices.Contains(s.among, p.Index[0]) })
	})
}

// sideOf is the side of the account that a piece of a printed line is a sum of, or -1.
func (x *reader) sideOf(s *provenSides, r int, piece recognise.Run) int {
	if _, amount := recognise.Whole(catalogue.Money, piece); !amount {
		return -1
	}
	box := x.Sheet.Box(int(piece.Index[0]), int(piece.Index[piece.Len()-1]))
	side := slices.IndexFunc(s.columns[:], func(c layout.Rect) bool { return c.Overlap(box) > 0 })
	if side == 0 && s.debits > 0 && r >= s.debits {
		return 1
	}
	return side
}

// summedRow is a line of an account: what stands under a side is its sum, what begins with a word is what it is called,
// a whole number its code, and another its reference.
func (x *reader) summedRow(s *provenSides, r int, pieces []recognise.Run, f catalogue.Field) (row candidate.Row, ok bool) {
	row.How = candidate.FromTable
	title, sums := table.TitleColumn(f), 0
	for _, run := range pieces {
		column, side := title, x.sideOf(s, r, run)
		switch whole := layout.OnlyDigits(run.Text(0, run.Len()-1)) && (row.Cell(title) == nil || run.Len() > 1 || len(run.Token(0).Text) >= codeDigits); {
		case side >= 0:
			column = f.ColumnIndex(f.Table.Either[side])
			sums++
		case layout.HasDigit(run.Token(0).Text): // the code stands before what it is the code of in the entry, the reference behind it
			column = slices.IndexFunc(f.Columns, func(c catalogue.Field) bool {
				return c.Kind == catalogue.String && c.Name != f.Columns[title].Name && whole == (f.ColumnIndex(c.Name) < title)
			})
		}
		if column < 0 || row.Cell(column) != nil && (column > title || row.Cell(title) != nil) {
			continue
		}
		if c, fits := x.CellOf(column, f.Columns[column], run, candidate.Placed); fits {
			row.Drop(column) // it counted the rows
			row.Add(c)
		}
	}
	return row, sums == 1 && x.Begins(row, f)
}

// besideEachOther puts the rows of one side before those of the other where the sides stand in two tables beside each other.
func (x *reader) besideEachOther(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	var sides [2][]candidate.Row
	extent := [2]layout.Rect{nowhere, nowhere}
	for _, r := range rows {
		k := 0
		if r.Cell(f.ColumnIndex(f.Table.Either[1])) != nil {
			k = 1
		}
		sides[k] = append(sides[k], r)
		for i := range r.Cells {
			extent[k] = extent[k].Union(x.box(&r.Cells[i]))
		}
	}
	switch {
	case extent[0].Overlap(extent[1]) > 0:
		return rows
	case extent[0].Left < extent[1].Left:
		return slices.Concat(sides[0], sides[1])
	}
	return slices.Concat(sides[1], sides[0])
}

// piecesOf are the cells of a line, a number of three digits or more before words apart, and each amount that stands under a side.
func (x *reader) piecesOf(s *provenSides, r int) (pieces []recognise.Run) {
	const sign = -1
	of := map[int32]int{} // the amount that a word is of, or but the sign of
	line := x.RowRun(r)
	for k, v := range recognise.All(catalogue.Money, line) {
		amount := x.amountOf(line.Index[v.First : v.Last+1])
		if x.sideOf(s, r, x.Run(amount)) < 0 {
			continue
		}
		for _, t := range line.Index[v.First : v.Last+1] {
			of[t] = sign
		}
		for _, t := range amount {
			of[t] = k + 1
		}
	}
	for _, c := range x.Sheet.Rows[r].Cells {
		words := x.Sheet.Cells[c].Words()
		if first := x.Sheet.Tokens[words[0]].Text; len(words) > 1 && len(first) >= codeDigits && layout.OnlyDigits(first) {
			pieces, words = append(pieces, x.Run(words[:1])), words[1:]
		}
		for len(words) > 0 {
			is := of[words[0]]
			n := slices.IndexFunc(words, func(t int32) bool { return of[t] != is })
			if n < 0 {
				n = len(words)
			}
			if is != sign {
				pieces = append(pieces, x.Run(words[:n]))
			}
			words = words[n:]
		}
	}
	return pieces
}

// amountOf are the words of an amount in the cell where its number ends, without the mark of its side behind it.
func (x *reader) amountOf(words []int32) []int32 {
	for len(words) > 1 && !layout.HasDigit(x.Sheet.Tokens[words[len(words)-1]].Text) {
		words = words[:len(words)-1]
	}
	cell := x.Sheet.Tokens[words[len(words)-1]].Cell
	for x.Sheet.Tokens[words[0]].Cell != cell {
		words = words[1:]
	}
	return words
}

// codeDigits is how many digits tell the code of an entry from how many days or hours it is of.
const codeDigits = 3

// proposeSides proposes the totals to the fields that are checked by them.
func (x *reader) proposeSides(s *provenSides, f catalogue.Field) {
	fields := [3]string{}
	for _, c := range x.Type.Checks {
		for k, name := range f.Table.Either {
			if c.Of == f.Name+"."+name {
				fields[k] = c.Sum
			}
		}
	}
	for _, c := range x.Type.Checks {
		if slices.Equal(c.Plus, fields[:1]) && slices.Equal(c.Minus, fields[1:2]) {
			fields[2] = c.Total
		}
	}
	for k, name := range fields {
		if i, ok := x.Type.Index[name]; ok {
			t := s.totals[k]
			x.Propose(candidate.Value{Field: i, Tokens: t.tokens, Text: recognise.Cents(t.value), Score: candidate.Placed, How: candidate.FromTotal})
		}
	}
}
