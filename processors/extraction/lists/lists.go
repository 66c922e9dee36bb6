package lists

import (
	"cmp"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/persons"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// readLists reads each list, and those of which nothing was found once more outside their parts of the document and with labels that nobody knows.
func (x *reader) readLists() {
	for i, f := range x.Type.Fields {
		if f.Kind == catalogue.List {
			x.readList(i, f)
		}
	}
	for i, f := range x.Type.Fields {
		if f.Kind == catalogue.List && (len(x.lists[i]) == 0 || x.scopeLost(f)) {
			x.readUntitled(i, f)
		}
		if f.Kind == catalogue.List && len(x.lists[i]) == 0 {
			x.readUnknown(i, f)
		}
		if f.Kind == catalogue.List {
			x.readSummed(i, f)
		}
	}
	x.partAll()
}

// readList reads a list by its table, its patterns and its groups of labels, and keeps the reading that gives the
// most.
func (x *reader) readList(i int, f catalogue.Field) {
	var best []candidate.Row
	tables := table.Over(x.tableInput(i, f))
	one, totals := x.readTables(i, tables, f)
	entities := x.persons.ReadEntities(i, f)
	entities, groups := persons.Agreeing(entities, x.cards.ReadGroups(i, f), f)
	readings := [][]candidate.Row{
		entities,
		x.persons.ReadPassages(i, f),
		x.persons.ReadCaptioned(f),
		one,
		x.readItems(tables, f),
		x.readForms(tables, f),
		x.readSideways(tables, i, f),
		x.lines.LinesBeyond(one, i, f),
		x.lines.ReadDays(i, f),
		x.lines.ReadUnder(i, f),
		x.lines.ReadRows(i, f),
		groups,
		x.cards.ReadCards(i, f),
		x.cards.ReadBands(i, f),
		x.lines.ReadMonths(f),
	}
	if f.Join != "" { // the first to tell something keeps it: sentences, whose names are whole, then what tells most
		slices.SortStableFunc(readings[sentences:], func(a, b []candidate.Row) int { return cmp.Compare(x.worth(b, f), x.worth(a, f)) })
	}
	for _, rows := range readings {
		once := candidate.Once(rows)
		x.claim(rows[len(once):], f)
		rows = x.withoutSubject(coded(once, f), f)
		if f.Join != "" {
			best = candidate.Join(best, rows, f)
		} else if x.worth(rows, f) > x.worth(best, f) {
			best = rows
		}
	}
	if f.Join != "" {
		x.persons.InOrder(best, f)
		x.persons.ReadMentions(best, i, f)
	}
	best = joinTables(best, f)
	best = namedOnce(withoutProxies(x.withoutLeavers(candidate.WithoutFragments(best), f), f), f)
	for i := range totals {
		x.proposeTotal(&totals[i], best, f)
	}
	x.proposeYear(best, f)
	x.completeDates(best, f)
	best = x.settleBalance(best, i, f)
	x.proposeSums(best, i, f)
	best = x.persons.CompletePersons(best, append(entities, groups...), f)
	x.addMeanings(best, i, f)
	for k, c := range f.Columns {
		x.mendMasked(best, k, c.Mask)
	}
	x.lists[i] = x.downColumns(best, f)
	x.claim(best, f)
}

// sentences is how many of the readings, the first ones, are of sentences.
const sentences = 3

// coded are the rows whose leading column has a code of one of its forms, as printed or mended, or none: a row with
// another code is of another table.
func coded(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == f.Lead && len(c.Mask) > 0 })
	if k < 0 {
		return rows
	}
	masks := f.Columns[k].Mask
	return slices.DeleteFunc(rows, func(r candidate.Row) bool {
		c := r.Cell(k)
		return c != nil && !shape.FitsMask(masks, c.Text) && pattern.CodeToMask(masks, c.Text) == ""
	})
}

// joinTables joins the rows of tables that name the same thing, one of which says nothing that another has said: what it was
// worth stands in one table of a bank, and what it yielded in the next. It stays where more rows say as much.
func joinTables(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	title := table.TitleColumn(f)
	if title < 0 || f.Join != "" {
		return rows
	}
	alike := map[uint64]int{} // rows by their columns
	for i := range rows {
		alike[columnsOf(&rows[i])]++
	}
	var out []candidate.Row
	named := map[string][]int{} // rows of tables by their titles, each row once, as places in out
	for _, r := range rows {
		c := r.Cell(title)
		if r.How != candidate.FromTable || c == nil {
			out = append(out, r)
			continue
		}
		key := fold.Text(c.Text)
		k := slices.IndexFunc(named[key], func(at int) bool { return columnsOf(&out[at])&columnsOf(&r) == 1<<title })
		switch {
		case k < 0:
			named[key] = append(named[key], len(out))
			out = append(out, r)
		case alike[columnsOf(&r)] <= alike[columnsOf(&out[named[key][k]])]:
			out[named[key][k]].Fill(r)
		default:
			r.Fill(out[named[key][k]])
			out[named[key][k]].Cells = nil
			named[key][k] = len(out)
			out = append(out, r)
		}
	}
	return slices.DeleteFunc(out, func(r candidate.Row) bool { return len(r.Cells) == 0 })
}

// columnsOf are the columns of a row, a bit each.
func columnsOf(r *candidate.Row) (set uint64) {
	for _, c := range r.Cells {
		set |= 1 << c.Column
	}
	return set
}

// namedOnce joins the rows without a number to the row of the person whom they name again, by all or the
// first of the names: a second table tells what each was given back, or paid by month.
func namedOnce(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	name := table.TitleColumn(f)
	number := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return source.TaxNumber(c.Kind) })
	if name < 0 || number < 0 {
		return rows
	}
	var whole, again []candidate.Row
	for _, r := range rows {
		if !slices.ContainsFunc(rows, func(o candidate.Row) bool { return namesAgain(r, o, name, number, f) }) {
			whole = append(whole, r)
		} else {
			again = append(again, r)
		}
	}
	for _, r := range again {
		whole[slices.IndexFunc(whole, func(o candidate.Row) bool { return namesAgain(r, o, name, number, f) })].Fill(r)
	}
	return whole
}

// namesAgain reports whether a row without a number names the person of one that has it. Who has another name
// since a marriage is named in full.
func namesAgain(r, of candidate.Row, name, number int, f catalogue.Field) bool {
	if r.Cell(name) == nil || r.Cell(number) != nil || of.Cell(name) == nil || of.Cell(number) == nil {
		return false
	}
	called, whole := fold.Text(r.Text(name)), fold.Text(of.Text(name))
	return called == whole || f.ColumnIs("later name") < 0 && strings.HasPrefix(whole, called)
}

// partAll parts the persons of each two lists that follow each other.
func (x *reader) partAll() {
	for i := range len(x.lists) - 1 {
		if a, b := x.Type.Fields[i], x.Type.Fields[i+1]; compile.Opposed(a, b) {
			x.lists[i], x.lists[i+1] = x.persons.PartSides(x.lists[i], x.lists[i+1], a, b)
		}
	}
}

// withoutSubject drops the rows of a list without a title that are whom the document is about, in the same words or once
// more: who declares is none of his dependents, but where the sum of the list is printed that has him.
func (x *reader) withoutSubject(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	if len(rows) == 0 || !x.PartLost(f) && !x.scopeLost(f) || x.comesOut(rows, f) > 0 {
		return rows
	}
	words, texts := map[int32]bool{}, map[string]bool{}
	for i, single := range x.Type.Fields {
		if c := x.BestOf(i); c != nil && (single.Like == "name" || source.TaxNumber(single.Kind)) {
			words[c.Tokens[0]], texts[fold.Text(c.Text)] = true, true
		}
	}
	return slices.DeleteFunc(rows, func(r candidate.Row) bool {
		name, number := false, false
		for _, c := range r.Cells {
			of := &f.Columns[c.Column]
			own := words[c.Tokens[0]] || texts[fold.Text(c.Text)]
			name = name || own && of.Like == "name"
			number = number || own && source.TaxNumber(of.Kind)
		}
		return name && number
	})
}

// claim marks the words of a list, and in its tables those between them in columns that nobody knows, such as the
// tax numbers of who paid: a scalar field hardly stands among them.
func (x *reader) claim(rows []candidate.Row, f catalogue.Field) {
	for _, r := range rows {
		sure := candidate.Weight([]candidate.Row{r})
		if r.How == candidate.FromTable {
			x.claimBetween(r, sure)
		}
		for _, c := range r.Cells {
			if r.How != candidate.FromTable && (len(rows) < 2 || f.Columns[c.Column].Kind != catalogue.Money) {
				continue // the sum of one of several rows is no total
			}
			for _, t := range c.Tokens {
				x.inTable[t] = max(x.inTable[t], sure)
			}
		}
	}
}

// claimBetween marks the words of a printed line between the outermost that a row has of it.
func (x *reader) claimBetween(r candidate.Row, sure float64) {
	ends := map[int32][2]int32{} // of each printed line
	for _, c := range r.Cells {
		for _, t := range c.Tokens {
			line := x.Sheet.Tokens[t].Line
			if e, ok := ends[line]; ok {
				ends[line] = [2]int32{min(e[0], t), max(e[1], t)}
			} else {
				ends[line] = [2]int32{t, t}
			}
		}
	}
	for line, e := range ends {
		for t := e[0]; t < e[1]; t++ {
			if x.Sheet.Tokens[t].Line == line {
				x.inTable[t] = max(x.inTable[t], sure)
			}
		}
	}
}
