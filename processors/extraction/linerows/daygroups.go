package linerows

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// dayGroups is the reading of a list whose rows are grouped by days: a line with the
// date, then the rows of that day; or each row over the line with its date.
type dayGroups struct {
	x      *Reader
	f      catalogue.Field
	field  int
	date   int // the column that the lines between the groups give
	day    *candidate.Cell
	debits bool // the line over the rows says that they are debits
	rows   []candidate.Row
	last   int32 // the printed line of the last row

	since int             // rows behind the last line of a date
	under []candidate.Row // the rows over the lines of dates
	over  bool            // the first of these had one right above it
	lost  int             // of these rows and lines, those that were not read
}

// ReadDays reads the rows that stand under lines of a date, by the patterns of the entry.
func (x *Reader) ReadDays(field int, f catalogue.Field) []candidate.Row {
	if len(f.Table.Under) == 0 || len(f.Table.Carry) == 0 {
		return nil
	}
	g := &dayGroups{x: x, f: f, field: field, date: f.ColumnIndex(f.Table.Carry[0]), last: -1, over: true}
	lines := x.Lines().Cells
	for k, line := range lines {
		if g.read(line) && g.over {
			g.readOver(lines[max(k-1, 0)])
		}
	}
	if g.over && g.since == 0 && readEnough*g.lost <= len(g.under) {
		return g.under
	}
	return g.rows
}

// readEnough is how many rows stand over their dates for each that was misread, or whose date was, at least.
const readEnough = 4

// readOver reads the row over a line of a date: where the first of them has one and none stands under the last, the dates
// are under their rows. A row whose date was not read stands over another row.
func (g *dayGroups) readOver(line layout.Cell) {
	m, ok := g.x.oneLine(g.x.Type.Lists[g.field].Under, line)
	if g.over = ok || len(g.under) > 0; !ok {
		g.lost++
		return
	}
	for since := g.since; since > 1; since-- {
		row := g.rows[len(g.rows)-since]
		row.Drop(g.date)
		g.under, g.lost = append(g.under, row), g.lost+1
	}
	row := g.x.LineRow(g.f, m)
	row.Add(*g.day)
	g.under, g.since = append(g.under, row), 0
}

// read takes a printed line: as the date of what follows, or a row.
func (g *dayGroups) read(line layout.Cell) (date bool) {
	row := &g.x.Sheet.Rows[line.Row]
	run := g.x.RowRun(int(line.Row))
	if g.head(run, row) {
		return true
	}
	if g.day == nil || dated(run, 0) || numbered(run) && dated(run, 1) {
		g.day = nil // a row with its own date
		return false
	}
	if g.x.wraps(g.rows, g.last, line.Row, g.f) {
		g.last = line.Row
		return false
	}
	if role := g.x.RowRole(row, g.field); role == compile.TableEnd || role == compile.TableSkip {
		g.side(run)
		return false
	}
	if m, ok := g.x.oneLine(g.x.Type.Lists[g.field].Under, line); ok {
		g.add(g.x.LineRow(g.f, m), line.Row)
	}
	return false
}

// head takes a line that begins with a date and holds nothing else, or what no row
// does: the balance of the day, the sum of its credits, several sums with their labels.
func (g *dayGroups) head(run recognise.Run, row *layout.Row) bool {
	at := g.named(run)
	for at < min(run.Len(), 2) && weekdays[run.Token(at).Fold] {
		at++
	}
	v, ok := recognise.At(catalogue.Date, run, at)
	if !ok {
		v, ok = recognise.At(recognise.Day, run, at)
	}
	if !ok {
		return false
	}
	rest := v.Last + 1
	for rest < run.Len() && (run.Token(rest).Fold == "" || weekdays[run.Token(rest).Fold]) {
		rest++
	}
	if _, marked := g.x.Ends[[2]int{int(run.Index[min(rest, run.Len()-1)]), g.field}]; rest < run.Len() && !marked && !g.sums(g.x.Run(run.Index[rest:])) {
		return false
	}
	g.day = &candidate.Cell{Column: g.date, Text: v.Text, Tokens: slices.Clone(run.Index[at : v.Last+1]), Score: candidate.Placed, Checked: v.Checked}
	g.debits = false
	if !g.balance(run.Index[min(rest, run.Len()-1)]) {
		g.side(g.x.Run(run.Index[rest:]))
	}
	return true
}

// named is where the date begins on a line that says first what the list is of: "Movimentações de 04/09/2026".
func (g *dayGroups) named(run recognise.Run) int {
	at := 0
	for at < run.Len()-1 && g.itself(run.Index[at]) {
		at++
	}
	for at > 0 && at < run.Len()-1 && turns[run.Token(at).Fold] {
		at++
	}
	return at
}

// itself reports whether a word names what each row of the list is.
func (g *dayGroups) itself(word int32) (ok bool) {
	row, known := meaning.Shared().Concept(g.f.Itself)
	g.x.Reading.Names(int(word), func(c meaning.Concept) { ok = ok || known && c == row })
	return ok
}

// sums reports whether words are a label and several sums: what a day brought and took.
func (g *dayGroups) sums(run recognise.Run) bool {
	return g.x.LabelOn(int(run.Index[0])) != nil && len(recognise.All(catalogue.Money, run)) > 1
}

// balance reports whether the label at a word is one of the column of balances: what stands behind it
// may be below zero, whatever its rows are.
func (g *dayGroups) balance(word int32) bool {
	t, on := g.f.Table.Balance, g.x.LabelOn(int(word))
	return len(t) > 1 && on != nil && slices.ContainsFunc(on.Refs, func(r compile.Ref) bool {
		return r.Role == compile.ColumnLabel && r.Field == g.field && r.Column == g.f.ColumnIndex(t[1])
	})
}

// dated reports whether a date, with its year or without, stands at a position.
func dated(r recognise.Run, i int) bool {
	_, date := recognise.At(catalogue.Date, r, i)
	_, day := recognise.At(recognise.Day, r, i)
	return date || day
}

// numbered reports whether a line begins with the count of its row.
func numbered(r recognise.Run) bool {
	return r.Len() > 0 && layout.OnlyDigits(r.Token(0).Fold)
}

// side learns from the sum over the rows of a day whether they are debits.
func (g *dayGroups) side(run recognise.Run) {
	switch sums := recognise.All(catalogue.Money, run); {
	case len(sums) == 1:
		g.debits = strings.HasPrefix(sums[0].Text, "-")
	case len(sums) == 0 && run.Len() > 0: // the sum stands under its sign
		g.debits = run.Token(run.Len() - 1).Dash()
	}
}

func (g *dayGroups) add(row candidate.Row, line int32) {
	if row.Cell(g.date) == nil {
		row.Add(*g.day)
	}
	if len(g.f.Table.Balance) > 0 && g.debits {
		if c := row.Cell(g.f.ColumnIndex(g.f.Table.Balance[0])); c != nil && !strings.HasPrefix(c.Text, "-") {
			c.Text = "-" + c.Text
		}
	}
	if g.x.Begins(row, g.f) {
		g.rows, g.last, g.since = append(g.rows, row), line, g.since+1
	}
}

// weekdays are the names of the days that stand before or behind a date, turns what leads from other words to one, folded.
var weekdays, turns = lexicon.Words("weekdays"), lexicon.Words("turning to dates")
