package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
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

// text is the value of a column, "" for none.
func (r *rowValue) text(column int) string {
	if c := r.cell(column); c != nil {
		return c.value
	}
	return ""
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
			rows = x.withoutSubject(x.unclaimed(x.withoutLabelledSums(once(rows), f), f), f)
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
		x.wholeNames(best, f)
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

// withoutLabelledSums drops rows whose words hold the label of a field and its colon, as "Bruto: 2.270,75 •
// Total descontado: 1.026,17" does, or but the sign of the currency: they are no items.
func (x *extractor) withoutLabelledSums(rows []rowValue, f catalogue.Field) []rowValue {
	return slices.DeleteFunc(rows, func(r rowValue) bool {
		return slices.ContainsFunc(r.cells, func(c cellValue) bool {
			return !recognise.Typed(f.Columns[c.column].Kind) && (layout.Fold(c.value) == "rs" || slices.ContainsFunc(c.tokens, x.labelsSum))
		})
	})
}

// labelsSum reports whether a token ends the label of a sum, with its colon.
func (x *extractor) labelsSum(token int32) bool {
	at := x.spotAt[token]
	if at == 0 {
		return false
	}
	s := &x.spots[at-1]
	return s.colon && s.last == int(token) && slices.ContainsFunc(s.refs, func(r ref) bool {
		return r.role == fieldLabel && x.plan.typ.Fields[r.field].Kind == catalogue.Money
	})
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

// withoutSubject drops the rows of a list without a title that are whom the document is about, in the
// words from which his own fields are likeliest read: who declares is none of his dependents.
func (x *extractor) withoutSubject(rows []rowValue, f catalogue.Field) []rowValue {
	if len(rows) == 0 || !x.partLost(f) && !x.scopeLost(f) {
		return rows
	}
	own := map[int32]bool{}
	for i, single := range x.plan.typ.Fields {
		if c := x.likeliest(i); c != nil && (single.Like == "name" || taxNumber(single.Kind)) && len(c.tokens) > 0 {
			own[c.tokens[0]] = true
		}
	}
	return slices.DeleteFunc(rows, func(r rowValue) bool {
		name, number := false, false
		for _, c := range r.cells {
			of := &f.Columns[c.column]
			name = name || of.Like == "name" && own[c.tokens[0]]
			number = number || taxNumber(of.Kind) && own[c.tokens[0]]
		}
		return name && number
	})
}

// likeliest is the candidate of a single field with the best score so far, nil for none.
func (x *extractor) likeliest(field int) *candidate {
	var best *candidate
	for i := range x.candidates {
		if c := &x.candidates[i]; c.field == field && (best == nil || c.score > best.score) {
			best = c
		}
	}
	return best
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
	lead, without := columnIndex(f, f.Lead), 0
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
		return cellValue{column, shape.Form(c, v.Text), slices.Clone(r.Index[v.First : v.Last+1]), score, v.Checked, v.Repaired}, true
	}
	first, last, fit := shape.CutCell(c, r)
	if fit == 0 {
		return cellValue{}, false
	}
	value := shape.Clean(r.Text(first, last))
	if value == "" {
		return cellValue{}, false
	}
	return cellValue{column, shape.Form(c, value), slices.Clone(r.Index[first : last+1]), score, false, false}, true
}
