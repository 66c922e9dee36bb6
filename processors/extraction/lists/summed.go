package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readSummed reads a list of the two sides of an account under headings that nobody knows: where the sums of two
// columns are printed, and what the one is more than the other, these are the sides. Three sums come out by chance in no document.
func (x *reader) readSummed(list int, f catalogue.Field) {
	if len(f.Table.Either) != 2 || x.comesOut(x.lists[list], f) == 2 {
		return
	}
	sides := x.provenSides()
	if sides == nil || sides.comeOut(x.lists[list], f) {
		return
	}
	var rows []candidate.Row
	for r := sides.first; r < sides.past; r++ {
		if row, ok := x.summedRow(sides, r, f); ok {
			rows = append(rows, row)
		}
	}
	if !sides.comeOut(rows, f) || candidate.Weight(rows) <= candidate.Weight(x.lists[list]) {
		return // of what is no entry no sum tells
	}
	rows = x.besideEachOther(rows, f)
	for t := range tokensOf(x.lists[list]) {
		x.inTable[t] = 0
	}
	x.lists[list] = rows
	x.claim(rows, f)
	x.proposeSides(sides, f)
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
	totals      [3]*sum        // of each side, and what is left of the first
}

// comeOut reports whether rows have these sums.
func (s *provenSides) comeOut(rows []candidate.Row, f catalogue.Field) bool {
	for k, name := range f.Table.Either {
		if total, n := columnSum(rows, compile.ColumnIndex(f, name)); n == 0 || !recognise.Same(total, s.totals[k].value) {
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
		of[cents(all[i].value)] = append(of[cents(all[i].value)], &all[i])
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
	for r := range x.Sheet.Rows {
		run := x.RowRun(r)
		for _, v := range recognise.All(catalogue.Money, run) {
			tokens := run.Index[v.First : v.Last+1]
			amount, _ := recognise.Float(v.Text)
			if len(out) < mostPrinted {
				out = append(out, sum{box: x.Sheet.Box(int(tokens[0]), int(tokens[len(tokens)-1])), tokens: tokens, row: r, value: amount})
			}
		}
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
			if credits != debits && s.addUp(rows, of, [2]int{credits, debits}, printed) {
				return s
			}
		}
	}
	return nil
}

// mostColumns bounds the columns of amounts that are tried by pairs: reference, basis and rate beside those of the sides,
// in two halves. Of 480 amounts at most 480 x 8 x 7 x 480 = 13 million are added up.
const mostColumns = 8

// addUp adds up the amounts of two columns as long as each line has one of the two, and reports whether they come to
// totals.
func (s *provenSides) addUp(rows []sum, of []int, sides [2]int, printed map[int64][]*sum) bool {
	var total [2]float64
	entries, last := 0, -1
	for i, k := range of {
		side := slices.Index(sides[:], k)
		if side < 0 {
			continue
		}
		if rows[i].row == last {
			return false
		}
		last, total[side], entries = rows[i].row, total[side]+rows[i].value, entries+1
		s.past = last + 1
		if entries >= fewestEntries && total[1] > 0 && total[0] > total[1] && s.prove(printed, total[0], total[1], total[0]-total[1]) {
			return true
		}
	}
	return false
}

// fewestEntries is how many lines an account has at least whose sums prove its sides.
const fewestEntries = 3

// prove finds the totals outside the rows, and reports whether all are printed.
func (s *provenSides) prove(printed map[int64][]*sum, amounts ...float64) bool {
	for k, amount := range amounts {
		same := printed[cents(amount)]
		i := slices.IndexFunc(same, func(p *sum) bool { return p.row < s.first || p.row >= s.past })
		if i < 0 {
			return false
		}
		s.totals[k] = same[i]
	}
	return true
}

// summedRow is a line of an account: what stands under a side is its sum, what begins with a word is what it is called,
// a whole number its code, and another its reference.
func (x *reader) summedRow(s *provenSides, r int, f catalogue.Field) (row candidate.Row, ok bool) {
	row.How = candidate.FromTable
	title, sums := table.TitleColumn(f), 0
	for _, run := range x.piecesOf(r) {
		column := title
		_, amount := recognise.Whole(catalogue.Money, run)
		side := slices.IndexFunc(s.columns[:], func(c layout.Rect) bool {
			return c.Overlap(x.Sheet.Box(int(run.Index[0]), int(run.Index[run.Len()-1]))) > 0
		})
		switch whole := strings.Trim(run.Text(0, run.Len()-1), "0123456789") == ""; {
		case amount && side >= 0:
			column = compile.ColumnIndex(f, f.Table.Either[side])
			sums++
		case layout.HasDigit(run.Token(0).Text): // the code stands before what it is the code of in the entry, the reference behind it
			column = slices.IndexFunc(f.Columns, func(c catalogue.Field) bool {
				return c.Kind == catalogue.String && c.Name != f.Columns[title].Name && whole == (compile.ColumnIndex(f, c.Name) < title)
			})
		}
		if column < 0 || row.Cell(column) != nil && (column > title || row.Cell(title) != nil) {
			continue
		}
		if c, fits := x.CellOf(column, f.Columns[column], run, candidate.Placed); fits {
			row.Cells = slices.DeleteFunc(row.Cells, func(o candidate.Cell) bool { return o.Column == column }) // it counted the rows
			row.Cells = append(row.Cells, c)
		}
	}
	row.Sort()
	return row, sums == 1 && x.Begins(row, f)
}

// besideEachOther puts the rows of one side before those of the other where the sides stand in two tables beside each other.
func (x *reader) besideEachOther(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	var sides [2][]candidate.Row
	extent := [2]layout.Rect{nowhere, nowhere}
	for _, r := range rows {
		k := 0
		if r.Cell(compile.ColumnIndex(f, f.Table.Either[1])) != nil {
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

// piecesOf are the cells of a line, a number of three digits before words apart.
func (x *reader) piecesOf(r int) (pieces []recognise.Run) {
	for _, c := range x.Sheet.Rows[r].Cells {
		words := x.Sheet.Cells[c].Words()
		if first := x.Sheet.Tokens[words[0]].Text; len(words) > 1 && len(first) == codeDigits && strings.Trim(first, "0123456789") == "" {
			pieces, words = append(pieces, x.Run(words[:1])), words[1:]
		}
		pieces = append(pieces, x.Run(words))
	}
	return pieces
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
