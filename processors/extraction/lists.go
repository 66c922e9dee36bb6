package extraction

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// rowValue is one row of a list by its columns; a column without value is absent.
type rowValue struct {
	cells  []cellValue
	halves []cellValue // words of a table that are no value: half a number, perhaps, that goes on below
	how    provenance
}

// cellValue is one cell of a list.
type cellValue struct {
	column   int
	value    string
	tokens   []int32
	score    float64
	checked  bool
	repaired bool
}

func (r *rowValue) cell(column int) *cellValue {
	for i := range r.cells {
		if r.cells[i].column == column {
			return &r.cells[i]
		}
	}
	return nil
}

// readLists reads each list by its table, its patterns and its groups of labels,
// and keeps the reading that gives the most.
func (x *extractor) readLists() {
	x.lists = make([][]rowValue, len(x.plan.typ.Fields))
	x.inTable = make([]float64, len(x.sheet.Tokens))
	for i, f := range x.plan.typ.Fields {
		if f.Kind != catalogue.List {
			continue
		}
		var best []rowValue
		x.quoteTexts(i, f)
		table, in := x.readTable(i, f), x.tableInput(i, f)
		entities, groups := x.readParties(i, f)
		for _, rows := range [][]rowValue{entities, x.readPassages(i, f), x.readTables(in), table, x.readItems(in), x.readForms(in), x.readSideways(i, in), x.readPair(i, f), x.readStacked(i, f), x.linesBeyond(table, i, f), x.readDays(i, f), x.readRows(i, f), x.readRecords(i, f), groups, x.readCards(i, f), x.readMonths(f)} {
			rows = x.unclaimed(once(rows), f)
			if f.Join != "" {
				best = join(best, rows, f)
			} else if weight(rows)-leaderless(rows, f) > weight(best)-leaderless(best, f) {
				best = rows
			}
		}
		if f.Join != "" {
			x.inOrder(best, f)
		}
		best = x.withoutLeavers(withoutFragments(best), f)
		x.readCellLabels(best, i, f)
		x.completeDays(best, f)
		x.completeMonths(best, f)
		x.settleBalance(best, i, f)
		x.proposeSums(best, i, f)
		x.proposePrintedSums(best, i, f)
		best = x.completePersons(best, f)
		x.mendColumns(best, f)
		x.lists[i] = best
		x.claim(best, f)
		if len(best) > 0 && best[0].how == fromTable {
			x.claim(table, f) // the words of the other copy are no less the list's
		}
	}
	x.partAll()
	x.dropPartialTotals()
}

// partAll parts the persons of each two lists that follow each other.
func (x *extractor) partAll() {
	for i := range len(x.lists) - 1 {
		a, b := x.plan.typ.Fields[i], x.plan.typ.Fields[i+1]
		if a.Kind == catalogue.List && b.Kind == catalogue.List && a.Required && b.Required {
			x.lists[i], x.lists[i+1] = x.partSides(x.lists[i], x.lists[i+1], a, b)
		}
	}
}

// unclaimed drops rows whose sums another list has: what was paid in a year is not what the
// papers of the table before are worth.
func (x *extractor) unclaimed(rows []rowValue, f catalogue.Field) []rowValue {
	return slices.DeleteFunc(rows, func(r rowValue) bool {
		own := weight([]rowValue{r})
		return slices.ContainsFunc(r.cells, func(c cellValue) bool {
			return f.Columns[c.column].Kind == catalogue.Money && slices.ContainsFunc(c.tokens, func(t int32) bool { return x.inTable[t] >= own })
		})
	})
}

// withoutFragments drops rows that are but a number where all others say more.
func withoutFragments(rows []rowValue) []rowValue {
	alone := func(r rowValue) bool { return len(r.cells) == 1 && strings.Trim(r.cells[0].value, "0123456789") == "" }
	if !slices.ContainsFunc(rows, func(r rowValue) bool { return len(r.cells) > 1 }) {
		return rows
	}
	return slices.DeleteFunc(rows, alone)
}

// dropPartialTotals drops the totals of a field where several tables of the list
// have each its own.
func (x *extractor) dropPartialTotals() {
	values := map[int]string{}
	partial := map[int]bool{}
	for _, c := range x.candidates {
		if c.how != fromTotal {
			continue
		}
		before, ok := values[c.field]
		partial[c.field] = partial[c.field] || ok && before != c.value
		values[c.field] = c.value
	}
	x.candidates = slices.DeleteFunc(x.candidates, func(c candidate) bool { return c.how == fromTotal && partial[c.field] })
}

// claim marks the words of a list: a scalar field hardly stands among them.
func (x *extractor) claim(rows []rowValue, f catalogue.Field) {
	for _, r := range rows {
		sure := weight([]rowValue{r})
		for _, c := range r.cells {
			if r.how != fromTable && (len(rows) < 2 || f.Columns[c.column].Kind != catalogue.Money) {
				continue // the sum of one of several rows is no total
			}
			for _, t := range c.tokens {
				x.inTable[t] = max(x.inTable[t], sure)
			}
		}
	}
}

func weight(rows []rowValue) float64 {
	sum := 0.0
	for _, r := range rows {
		for _, c := range r.cells {
			sum += c.score
		}
	}
	return sum
}

// leaderless is what rows weigh less without the column that rows of the list begin
// with, such as the role of a party, where others of them have it.
func leaderless(rows []rowValue, f catalogue.Field) float64 {
	lead, without := columnNamed(f, f.Lead), 0
	for i := range rows {
		if lead >= 0 && rows[i].cell(lead) == nil {
			without++
		}
	}
	if without == len(rows) {
		return 0
	}
	return float64(without)
}

// once drops the second copy of a document printed twice: the same rows again.
func once(rows []rowValue) []rowValue {
	n := len(rows) / 2
	if n > 0 && len(rows) == 2*n && slices.EqualFunc(rows[:n], rows[n:], sameRow) {
		return rows[:n]
	}
	return rows
}

func sameRow(a, b rowValue) bool {
	return slices.EqualFunc(a.cells, b.cells, func(p, q cellValue) bool { return p.column == q.column && p.value == q.value })
}

// readRows makes a row of each match of the list's patterns, in the order of the text;
// several where the pattern names a column again.
func (x *extractor) readRows(field int, f catalogue.Field) []rowValue {
	var best []rowValue
	for _, p := range x.plan.rows[field] {
		var rows []rowValue
		for _, m := range p.All(x.flow(), 0, len(x.sheet.Tokens)) {
			if !x.mayStand(f, int32(m.First)) {
				continue
			}
			for _, part := range perRow(m) {
				if row := x.rowOf(f, part); len(row.cells) > 0 && !x.refused(row, part, f) {
					rows = append(rows, row)
				}
			}
		}
		if weight(rows) > weight(best) {
			best = rows
		}
	}
	return x.readAcross(best, field, f)
}

// readAcross tries the same patterns over the printed lines from edge to edge: what
// stands side by side is one row there, though not in the flow of the blocks.
func (x *extractor) readAcross(best []rowValue, field int, f catalogue.Field) []rowValue {
	if len(x.plan.rows[field]) == 0 {
		return best
	}
	lines, origin := x.sheetOf(0, len(x.sheet.Rows))
	text := pattern.Over(lines)
	for _, p := range x.plan.rows[field] {
		var rows []rowValue
		for _, m := range p.All(text, 0, len(lines.Tokens)) {
			if !x.mayStand(f, origin[m.First]) {
				continue
			}
			for _, part := range perRow(m) {
				if row := x.lineRow(f, part, origin, -1); len(row.cells) > 0 && !x.refused(row, part, f) {
					row.how = fromProse
					rows = append(rows, row)
				}
			}
		}
		if weight(rows) > weight(best) {
			best = rows
		}
	}
	return best
}

// refused tells whether what a match takes for the name of a person is none, or what it
// takes for a code has no form of one.
func (x *extractor) refused(row rowValue, m pattern.Match, f catalogue.Field) bool {
	return slices.ContainsFunc(m.Slots, func(s pattern.Slot) bool {
		k := columnIndex(f, s.Name)
		if k >= 0 && row.cell(k) != nil && !x.scanned(row) && !fitsMask(f.Columns[k].Mask, row.cell(k).value) {
			return true
		}
		return k >= 0 && f.Columns[k].Like == "name" && (row.cell(k) == nil || x.isLabel(row.cell(k).tokens))
	})
}

// isLabel tells whether words are a label from the first to the last: no name of a person.
func (x *extractor) isLabel(tokens []int32) bool {
	if len(tokens) == 0 {
		return false
	}
	at := x.spotAt[tokens[0]]
	return at > 0 && x.spots[at-1].first == int(tokens[0]) && x.spots[at-1].last == int(tokens[len(tokens)-1]) && x.spots[at-1].colon
}

// perRow cuts a match before each slot whose column came before.
func perRow(m pattern.Match) []pattern.Match {
	var out []pattern.Match
	first := 0
	for i, s := range m.Slots {
		if slices.ContainsFunc(m.Slots[first:i], func(o pattern.Slot) bool { return o.Name == s.Name }) {
			out = append(out, pattern.Match{First: m.First, Last: m.Last, Slots: m.Slots[first:i]})
			first = i
		}
	}
	return append(out, pattern.Match{First: m.First, Last: m.Last, Slots: m.Slots[first:]})
}

func (x *extractor) rowOf(f catalogue.Field, m pattern.Match) rowValue {
	row := rowValue{how: fromProse}
	for _, s := range m.Slots {
		column := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == s.Name })
		if column < 0 || row.cell(column) != nil {
			continue
		}
		if c, ok := x.slotCell(column, f.Columns[column], s); ok {
			row.cells = append(row.cells, c)
		}
	}
	slices.SortStableFunc(row.cells, func(a, b cellValue) int { return a.column - b.column })
	return row
}

func (x *extractor) slotCell(column int, c catalogue.Field, s pattern.Slot) (cellValue, bool) {
	if s.Typed && (recognise.Typed(c.Kind) || s.Form == "mask") {
		return cellValue{column, x.form(c, s.Value.Text), x.between(s.First, s.Last).Index, 0.9, s.Value.Checked, s.Value.Repaired}, true
	}
	first := x.pastHeadings(s)
	return x.cellOf(column, c, x.between(first, x.beforeLabel(first, s.Last)), 0.9)
}

// pastHeadings is where the words of a slot begin that ran over headings: behind
// the last line that is a label and nothing else.
func (x *extractor) pastHeadings(s pattern.Slot) int {
	first := s.First
	for i := s.First; i < s.Last; i++ {
		at := x.spotAt[i]
		if at > 0 && x.spots[at-1].last == i && x.spots[at-1].quality == 1 && x.spots[at-1].ends && x.spots[at-1].bounds() && x.sheet.LineStart(i+1) {
			first = i + 1
		}
	}
	return first
}

// cellOf reads a run as the value of a column.
func (x *extractor) cellOf(column int, c catalogue.Field, r recognise.Run, score float64) (cellValue, bool) {
	if r.Len() == 0 {
		return cellValue{}, false
	}
	if recognise.Typed(c.Kind) {
		v, ok := recognise.First(c.Kind, r)
		switch {
		case ok:
		case c.Kind == catalogue.Money:
			v, ok = recognise.Unpointed(r)
		case c.Kind == catalogue.Date:
			v, ok = recognise.First(recognise.Day, r) // completeDays gives it a year
		case c.Kind == catalogue.Month:
			v, ok = recognise.First(recognise.MonthName, r) // and completeMonths
		}
		if !ok {
			return cellValue{}, false
		}
		if used := v.Last - v.First + 1; r.Len()-used > 2 {
			score *= 0.7
		}
		return cellValue{column, x.form(c, v.Text), slices.Clone(r.Index[v.First : v.Last+1]), score, v.Checked, v.Repaired}, true
	}
	first, last, fit := x.shaped(-1, c, r)
	if fit == 0 {
		return cellValue{}, false
	}
	value := clean(r.Text(first, last))
	if value == "" {
		return cellValue{}, false
	}
	return cellValue{column, x.form(c, value), slices.Clone(r.Index[first : last+1]), score, false, false}, true
}

// readGroups makes rows of labelled values that stand together: a list printed
// as boxes and not as a table. The first column's label begins a new row.
func (x *extractor) readGroups(field int, f catalogue.Field) []rowValue {
	if !f.Group {
		return nil
	}
	type head struct {
		s      *spot
		row    rowValue
		bottom float64 // of the last label that joined
	}
	var heads []head
	for _, s := range x.groupHeads(field, f) {
		heads = append(heads, head{s: s})
	}
	for i := range x.spots {
		s := &x.spots[i]
		column, ok := x.groupColumn(s, field, f)
		if !ok {
			continue
		}
		best, least := -1, 0.0
		for k := range heads {
			if d, ok := groupDistance(heads[k].s, s, max(heads[k].bottom, heads[k].s.box.Bottom)); ok && (best < 0 || d < least) && heads[k].row.cell(column) == nil {
				best, least = k, d
			}
		}
		if best < 0 {
			continue
		}
		if _, ok := printedLabel(f.Columns[column]); ok {
			continue
		}
		if c, ok := x.labelledCell(s, column, f.Columns[column]); ok {
			heads[best].row.cells = append(heads[best].row.cells, c)
			heads[best].bottom = x.textFoot(s, f.Columns[column])
		}
	}
	var rows []rowValue
	for _, h := range heads {
		x.addPrinted(&h.row, h.s, f)
		if lead := columnNamed(f, f.Lead); lead >= 0 && f.Join == "" && h.row.cell(lead) == nil {
			continue // the label was a word of the text
		}
		if len(h.row.cells) > 0 && !signature(rows, h.row, h.s, f) {
			slices.SortStableFunc(h.row.cells, func(a, b cellValue) int { return a.column - b.column })
			h.row.how = fromLabel
			rows = append(rows, h.row)
		}
	}
	return withoutParts(rows)
}

// groupHeads are the labels that begin a row each, in reading order: those of the
// first column, or the one that the entry names. Rows that join others need not have
// it: then those of the first column that has several.
func (x *extractor) groupHeads(field int, f catalogue.Field) []*spot {
	byColumn := make([][]*spot, len(f.Columns))
	for i := range x.spots {
		if column, ok := x.groupColumn(&x.spots[i], field, f); ok {
			byColumn[column] = append(byColumn[column], &x.spots[i])
		}
	}
	heads := byColumn[max(columnNamed(f, f.Lead), 0)]
	for _, of := range byColumn {
		if len(heads) == 0 && f.Join != "" && len(of) > 1 {
			heads = of
		}
	}
	slices.SortStableFunc(heads, inReadingOrder)
	return heads
}

// inReadingOrder compares where two labels stand: side by side from the left, else
// from the top.
func inReadingOrder(a, b *spot) int {
	switch {
	case a.page != b.page:
		return int(a.page - b.page)
	case beside(a.box, b.box):
		return cmp.Compare(a.box.Left, b.box.Left)
	}
	return cmp.Compare(a.box.Top, b.box.Top)
}

// addPrinted fills the column that holds the label itself, such as the role of a
// party; what stands beside the label is the value of the column it names.
func (x *extractor) addPrinted(row *rowValue, s *spot, f catalogue.Field) {
	for k, c := range f.Columns {
		name, ok := printedLabel(c)
		if !ok {
			continue
		}
		of := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == name })
		if of >= 0 && row.cell(of) == nil {
			if v, ok := x.labelledCell(s, of, f.Columns[of]); ok {
				row.cells = append(row.cells, v)
			}
		}
		if r := x.between(s.first, s.last); len(row.cells) > 0 {
			row.cells = append(row.cells, cellValue{column: k, value: clean(r.Text(0, r.Len()-1)), tokens: r.Index, score: 0.9})
		}
	}
}

// signature tells whether a row says again, at a signature, what an earlier one
// has said with more: the same label without a colon, or hardly anything else.
func signature(rows []rowValue, row rowValue, s *spot, f catalogue.Field) bool {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { _, ok := printedLabel(c); return ok })
	if k < 0 || row.cell(k) == nil || s.colon && len(row.cells) > 2 {
		return false
	}
	return slices.ContainsFunc(rows, func(o rowValue) bool {
		return o.cell(k) != nil && fold(o.cell(k).value) == fold(row.cell(k).value) && (len(row.cells) <= 2 || !others(o, row))
	})
}

// others tells whether two rows give checked numbers that differ: they are of two
// parties in one role.
func others(a, b rowValue) bool {
	return slices.ContainsFunc(b.cells, func(c cellValue) bool {
		o := a.cell(c.column)
		return c.checked && o != nil && o.checked && o.value != c.value
	})
}

// printedLabel is the column whose label a column holds as its value.
func printedLabel(c catalogue.Field) (of string, ok bool) {
	of, ok = strings.CutPrefix(strings.TrimSuffix(c.From, ")"), "label(")
	return of, ok
}

// sentenced tells whether a label without a colon is a word of a sentence: a mark
// ends it, or it goes on in small letters.
func (x *extractor) sentenced(s *spot) bool {
	if s.colon {
		return false
	}
	last := x.sheet.Tokens[s.last].Text
	if strings.HasSuffix(last, "/") {
		return true // the first half of a value: OAB/SP
	}
	if s.ends {
		short := len(x.sheet.Tokens[s.last].Fold) <= 6 // of an abbreviation: "Venc."
		return strings.ContainsAny(lastRune(last), ",;") || lastRune(last) == "." && !short
	}
	next := x.sheet.Tokens[s.last+1].Text
	r, _ := utf8.DecodeRuneInString(next)
	return strings.ContainsAny(lastRune(last), ",;") || unicode.IsLower(r) || strings.HasPrefix(next, ",")
}

func (x *extractor) groupColumn(s *spot, field int, f catalogue.Field) (int, bool) {
	if s.quality < 0.75 || x.sentenced(s) || !x.inScope(f, s) {
		return 0, false
	}
	for _, r := range s.refs {
		if r.role == columnLabel && r.field == field && !x.otherYear(s, r) {
			return r.column, true
		}
	}
	return 0, false
}

const groupReach = 90 // points from the first label of a row of boxes to its last one

// groupDistance is how far a label stands from the head of a row: it must not
// stand before it, nor far away but for lines set solid down to bottom.
func groupDistance(head, s *spot, bottom float64) (float64, bool) {
	if head.page != s.page {
		return 0, false
	}
	down := s.box.Top - head.box.Top
	across := s.box.Left - head.box.Left
	if down < -2 || down < 2 && across < -2 || down > groupReach && s.box.Top-bottom > 4*s.box.Height() {
		return 0, false
	}
	if across < 0 {
		across = -2 * across
	}
	return 3*down + across, true
}

func (x *extractor) labelledCell(s *spot, column int, c catalogue.Field) (cellValue, bool) {
	best := cellValue{}
	if c.Lines >= longText {
		if v, ok := x.cellOf(column, c, x.textBehind(s, c.Lines), 0.95); ok {
			return v, true
		}
	}
	for _, g := range x.regions(s, c) {
		run := g.run
		if g.place == catalogue.Right && c.Lines <= 1 {
			run = x.firstCell(run)
		}
		if g.place == catalogue.Right && x.sheet.Tokens[run.Index[0]].Cell == s.cell && recognise.Typed(c.Kind) && holds(c.Kind, run) {
			return x.cellOf(column, c, run, min(g.score, 0.95))
		}
		if v, ok := x.cellOf(column, c, run, min(g.score, 0.95)); ok && v.score > best.score {
			best = v
		}
	}
	return best, best.score > 0
}
