package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Items lists the rows that are printed as lines of one shape: the items of a list
// in words, "a) Mensalidade de julho: 100,00, paga em 05/07", whose words between the
// values are the same from item to item. What a value is its kind says, the words
// before and behind it, and last its place among those of the kind.
func (t *Tables) Items() []Row {
	r := t.found
	var best []Row
	lines := make([]item, len(r.Sheet.Rows))
	for row := range lines {
		lines[row] = r.itemAt(row)
	}
	for at := 0; at < len(lines); {
		items, past := r.itemsFrom(lines, at)
		headed := lines[at].mark == "" && r.underHeading(at)
		at = max(past, at+1)
		if len(items) < 2 || headed {
			continue
		}
		if rows := r.itemRows(items); r.worthOf(rows) > r.worthOf(best) {
			best = rows
		}
	}
	return best
}

// item is one line of a list, with the lines that it goes on over.
type item struct {
	mark   string  // what numbers or marks it: "1" for any number
	words  []int32 // without that
	values []value
}

// value is what has the form of a value in an item.
type value struct {
	first, past int // words of the item
	form        form
	key         string // the word before it, which is the same in all items
}

// form is what the digits of a value look like, whatever column it is of.
type form int

const (
	noForm form = iota
	codeForm
	personForm
	dateForm
	monthForm
	sumForm
	numberForm
)

const (
	mostItems = 2000
	itemLines = 4 // printed lines of an item, at most
)

// itemsFrom collects the items from a printed line on: all numbered or marked alike at
// their beginning, or else lines whose values have the same forms.
func (r *reader) itemsFrom(all []item, at int) (items []item, past int) {
	first := all[at]
	if len(first.values) < 2 || r.Mark(at) != Plain {
		return nil, at + 1
	}
	left, bottom, lines := r.lineBox(at).Left, r.lineBox(at).Bottom, 1
	items = append(items, first)
	for past = at + 1; past < len(all) && len(items) < mostItems; past++ {
		box := r.lineBox(past)
		turned := r.Sheet.Rows[past].Page != r.Sheet.Rows[past-1].Page
		if !turned && (box.Top-bottom > 1.5*box.Height() || box.Top < bottom-box.Height()) {
			break
		}
		next := all[past]
		switch {
		case first.mark != "" && next.mark == first.mark || first.mark == "" && sameForms(first, next):
			items, lines = append(items, next), 1
		case first.mark != "" && next.mark == "" && !turned && lines < itemLines && r.Mark(past) == Plain && box.Left > left-box.Height():
			last := &items[len(items)-1]
			last.words = slices.Concat(last.words, next.words)
			last.values = r.valuesIn(last.words)
			lines++
		default:
			return items, past
		}
		bottom = box.Bottom
	}
	return items, past
}

// underHeading reports whether the line above is one of headings: then this and those like it are a table.
func (r *reader) underHeading(row int) bool {
	if row == 0 {
		return false
	}
	pieces, ok := r.headingLine(row - 1)
	labels := 0
	for _, p := range pieces {
		if p.other || len(p.names) > 0 {
			labels++
		}
	}
	return ok && labels > 1
}

func sameForms(a, b item) bool {
	return slices.EqualFunc(a.values, b.values, func(p, q value) bool { return p.form == q.form })
}

func (r *reader) lineWords(row int) []int32 {
	var words []int32
	for _, c := range r.Sheet.Rows[row].Cells {
		if cell := &r.Sheet.Cells[c]; !cell.Turned {
			words = append(words, cell.Words()...)
		}
	}
	return words
}

// itemAt is the item on a printed line.
func (r *reader) itemAt(row int) item {
	it := item{words: r.lineWords(row)}
	if n := r.marker(it.words); n > 0 {
		if it.mark = "1"; r.Sheet.Tokens[it.words[0]].Fold == "" {
			it.mark = r.Sheet.Tokens[it.words[0]].Text
		}
		it.words = it.words[n:]
	}
	it.values = r.valuesIn(it.words)
	return it
}

// numbering is what numbers an item: "1.", "a)", "IV -".
var numbering = regexp.MustCompile(`^(\d{1,3}|[IVXL]{1,5}|[a-z])[.)\-:]$`)

// marker is how many words at the beginning number or mark an item.
func (r *reader) marker(words []int32) int {
	if len(words) < 3 {
		return 0
	}
	first, second := &r.Sheet.Tokens[words[0]], &r.Sheet.Tokens[words[1]]
	switch {
	case first.Fold == "" && len([]rune(first.Text)) == 1, numbering.MatchString(first.Text):
		return 1
	case numbering.MatchString(first.Text+")") && second.Fold == "" && second.Text != "/":
		return 2
	}
	return 0
}

// valuesIn lists what has the form of values in words, from left to right.
func (r *reader) valuesIn(words []int32) []value {
	var out []value
	run := r.run(words)
	for i := 0; i < len(words); {
		f, last := r.formAt(run, i)
		if f == noForm {
			i++
			continue
		}
		v := value{first: i, past: last + 1, form: f}
		for k := i - 1; k >= 0 && v.key == ""; k-- {
			v.key = r.Sheet.Tokens[words[k]].Fold
			if v.key == "rs" {
				v.key = ""
			}
		}
		if len(out) > 0 && out[len(out)-1].past == i || layout.HasDigit(v.key) {
			v.key = ""
		}
		out, i = append(out, v), last+1
	}
	return out
}

// formAt is the form of the value that begins at a word, and its last word.
func (r *reader) formAt(run recognise.Run, i int) (f form, last int) {
	if run.Token(i).Fold == "" {
		return noForm, i // a dash between two things is no minus
	}
	for _, c := range r.List.Columns {
		if word := recognise.Bare(run.Token(i).Text); len(c.Mask) > 0 && (shape.FitsMask(c.Mask, word) || run.Token(i).OCR && shape.FitsMask(c.Mask, pattern.ToMask(c.Mask, word))) {
			return codeForm, i
		}
	}
	for _, k := range []struct {
		form form
		kind catalogue.Kind
	}{{personForm, catalogue.CPFCNPJ}, {dateForm, catalogue.Date}, {monthForm, catalogue.Month}, {sumForm, catalogue.Money}, {numberForm, catalogue.Decimal}} {
		if k.form == monthForm && !slices.ContainsFunc(r.List.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Month }) {
			continue
		}
		if v, ok := recognise.At(k.kind, run, i); ok {
			return k.form, v.Last
		}
	}
	return noForm, i
}

// slot is a place that the values of the items have in common.
type slot struct {
	form   form
	key    string
	nth    int // of those alike in an item
	count  int
	place  int // sum of their places among the values of the items
	column int
}

// itemRows makes a row of each item.
func (r *reader) itemRows(items []item) []Row {
	slots := r.slotsOf(items)
	r.nameSlots(slots, items)
	if unexplained(slots, len(items)) {
		return nil // of another list
	}
	var rows []Row
	for i := range items {
		var row Row
		for k, v := range items[i].values {
			s := slotOf(slots, items[i].values, k)
			if s == nil || s.column < 0 || row.Cell(s.column) != nil {
				continue
			}
			if c, ok := r.Value(s.column, items[i].words[v.first:v.past]); ok {
				row = append(row, c)
			}
		}
		rows = append(rows, row)
	}
	r.wordsOf(items, slots, rows)
	for _, row := range rows {
		row.sort()
	}
	full := slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return len(row) < 2 || !r.holdsLead(row) || !r.holdsEach(row) })
	if 3*len(full) < 2*len(rows) {
		return nil // sentences that are alike by chance
	}
	return full
}

// unexplained reports whether more than a fifth of the places that half of the items fill
// are of no column: one of four or less.
func unexplained(slots []slot, items int) bool {
	usual, nobodys := 0, 0
	for _, s := range slots {
		if 2*s.count < items {
			continue
		}
		if usual++; s.column < 0 {
			nobodys++
		}
	}
	return 5*nobodys > usual
}

func nthOf(values []value, k int) int {
	n := 0
	for _, v := range values[:k] {
		if v.form == values[k].form && v.key == values[k].key {
			n++
		}
	}
	return n
}

func slotOf(slots []slot, values []value, k int) *slot {
	nth := nthOf(values, k)
	for i := range slots {
		if s := &slots[i]; s.form == values[k].form && s.key == values[k].key && s.nth == nth {
			return s
		}
	}
	return nil
}

// slotsOf lists the places that a third of the items fill, in their order. Of the only value of its form in an item
// no word need tell which it is: it may be the name of another value, "JCP de PETR4".
func (r *reader) slotsOf(items []item) []slot {
	var slots []slot
	for _, f := range []form{codeForm, personForm} {
		if !slices.ContainsFunc(items, func(it item) bool { return it.count(f) > 1 }) {
			withoutKeys(items, f)
		}
	}
	for i := range items {
		for k, v := range items[i].values {
			if s := slotOf(slots, items[i].values, k); s != nil {
				s.count++
				s.place += k
				continue
			}
			slots = append(slots, slot{form: v.form, key: v.key, nth: nthOf(items[i].values, k), count: 1, place: k, column: -1})
		}
	}
	slots = slices.DeleteFunc(slots, func(s slot) bool { return 3*s.count < len(items) })
	slices.SortStableFunc(slots, func(a, b slot) int { return a.place*b.count - b.place*a.count })
	return slots
}

// count is how many values of a form an item has.
func (it *item) count(f form) int {
	n := 0
	for _, v := range it.values {
		if v.form == f {
			n++
		}
	}
	return n
}

func withoutKeys(items []item, f form) {
	for i := range items {
		for k := range items[i].values {
			if v := &items[i].values[k]; v.form == f {
				v.key = ""
			}
		}
	}
}

// nameSlots says what column each place holds: first those with a label, then those whose
// form only one free column has or as many as there are places.
func (r *reader) nameSlots(slots []slot, items []item) {
	taken, behind := make([]bool, len(r.List.Columns)), r.labelsBehind(items)
	for i := range slots {
		if k := r.labelled(slots, i, items, behind); k >= 0 && !taken[k] {
			slots[i].column, taken[k] = k, true
		}
	}
	for _, f := range []form{codeForm, personForm, dateForm, monthForm, numberForm, sumForm} {
		var free []int
		for k, c := range r.List.Columns {
			if !taken[k] && f.holds(c) {
				free = append(free, k)
			}
		}
		if unnamed(slots, f) != len(free) {
			slices.SortStableFunc(free, func(a, b int) int { return r.sums(b) - r.sums(a) })
		} // else each place has its column, in the order of the entry: a quantity before what it is worth
		for i := range slots {
			if slots[i].form == f && slots[i].column < 0 && len(free) > 0 {
				slots[i].column, taken[free[0]] = free[0], true
				free = free[1:]
			}
		}
	}
}

// unnamed counts the places of a form that have no column yet.
func unnamed(slots []slot, f form) int {
	n := 0
	for _, s := range slots {
		if s.form == f && s.column < 0 {
			n++
		}
	}
	return n
}

// sums is 1 for a column of money, which what looks like a sum more likely is.
func (r *reader) sums(column int) int {
	if r.List.Columns[column].Kind == catalogue.Money {
		return 1
	}
	return 0
}

// holds reports whether a column may hold values of a form.
func (f form) holds(c catalogue.Field) bool {
	switch f {
	case codeForm:
		return len(c.Mask) > 0
	case personForm:
		return c.Kind == catalogue.CPF || c.Kind == catalogue.CNPJ || c.Kind == catalogue.CPFCNPJ
	case dateForm:
		return c.Kind == catalogue.Date
	case monthForm:
		return c.Kind == catalogue.Month
	case sumForm:
		return c.Kind == catalogue.Money || c.Kind == catalogue.Decimal || c.Kind == catalogue.Percent
	case numberForm:
		return c.Kind == catalogue.Decimal || c.Kind == catalogue.Integer || c.Kind == catalogue.Percent || c.Kind == catalogue.Digits
	}
	return false
}

// labelsBehind reports whether the items name their sums behind them: "9.584,84 no fim do ano anterior e
// 10.240,00 no fim do ano". What joins two things stands right before the second.
func (r *reader) labelsBehind(items []item) bool {
	votes := 0
	for _, it := range items {
		for k := 1; k < len(it.values); k++ {
			from, to := it.values[k-1].past, it.values[k].first
			if it.values[k-1].form != sumForm || it.values[k].form != sumForm || to-from < 2 {
				continue
			}
			between := it.words[from:to]
			if r.joins(between[len(between)-1]) && !r.joins(between[0]) && r.namedIn(between, sumForm) >= 0 {
				votes++
				break
			}
		}
	}
	return 2*votes > len(items)
}

func (r *reader) joins(word int32) bool {
	return r.Sheet.Tokens[word].Fold == "e" || r.pauses(word)
}

// labelled is the column that the words before the values of a place name in most items,
// or those behind them up to the next value; -1 for none.
func (r *reader) labelled(slots []slot, i int, items []item, behind bool) int {
	votes := make([]int, len(r.List.Columns))
	for _, it := range items {
		for k, v := range it.values {
			if slotOf(slots, it.values, k) != &slots[i] {
				continue
			}
			from, past := 0, len(it.words)
			if k > 0 {
				from = it.values[k-1].past
				from += r.brackets(it.words[from:v.first]) // of the value before
			}
			if k+1 < len(it.values) {
				past = it.values[k+1].first
			}
			n := -1
			if behind && slots[i].form == sumForm {
				n = r.namedIn(r.clause(it.words[v.past-1:past]), sumForm)
			}
			if n < 0 {
				n = r.namedIn(it.words[from:v.first], slots[i].form)
			}
			if n < 0 {
				n = r.bracketed(it.words[v.past:past], slots[i].form)
			}
			if n >= 0 {
				votes[n]++
			}
		}
	}
	best := -1
	for k, n := range votes {
		if 2*n > slots[i].count && (best < 0 || n > votes[best]) {
			best = k
		}
	}
	return best
}

// clause are the words behind a value that belong to it, up to the mark that ends them: in "1.000,00 no ano
// anterior e 2.000,00 no ano; rendeu 30,00; imposto 4,00" the last two sums have none.
func (r *reader) clause(words []int32) []int32 {
	for i, t := range words {
		if r.pauses(t) {
			return words[1 : i+1]
		}
	}
	return words[1:]
}

// pauses reports whether a mark behind a word parts it from the next.
func (r *reader) pauses(word int32) bool {
	text := r.Sheet.Tokens[word].Text
	return strings.HasSuffix(text, ",") || strings.HasSuffix(text, ";")
}

// namedIn is the column that the last label among words names, or that they mean, of those that hold a form.
func (r *reader) namedIn(words []int32, f form) int {
	for k := len(words) - 1; k >= 0; k-- {
		at, ok := r.labelAt[words[k]]
		if !ok {
			continue
		}
		for _, n := range r.Labels[at].Names {
			if f.holds(r.List.Columns[n.Column]) {
				return n.Column
			}
		}
	}
	for k := range words {
		for _, n := range r.Meant(words[k:]) {
			if f.holds(r.List.Columns[n.Column]) {
				return n.Column
			}
		}
	}
	return -1
}

// bracketed is the column that words in brackets right behind a value name.
func (r *reader) bracketed(words []int32, f form) int {
	return r.namedIn(words[:r.brackets(words)], f)
}

// brackets is how many words stand in the brackets that words begin with.
func (r *reader) brackets(words []int32) int {
	if len(words) == 0 || !strings.HasPrefix(r.Sheet.Tokens[words[0]].Text, "(") {
		return 0
	}
	for i, t := range words {
		if strings.Contains(r.Sheet.Tokens[t].Text, ")") {
			return i + 1
		}
	}
	return 0
}

// wordsOf gives rows the words that differ from item to item, between what all items say:
// the first such words are of the first column of words that is free.
func (r *reader) wordsOf(items []item, slots []slot, rows []Row) {
	for k, c := range r.List.Columns {
		if recognise.Typed(c.Kind) || slices.ContainsFunc(slots, func(s slot) bool { return s.column == k }) {
			continue
		}
		for gap := range maxGaps {
			spans := r.spansOf(items, slots, gap)
			if spans == nil {
				continue
			}
			given := false
			for i := range items {
				if len(spans[i]) == 0 || slices.ContainsFunc(rows[i], func(o Cell) bool { return slices.Contains(o.Words, spans[i][0]) }) {
					continue
				}
				if cell, ok := r.Value(k, spans[i]); ok {
					rows[i], given = append(rows[i], cell), true
				}
			}
			if given {
				break
			}
		}
	}
}

const maxGaps = 4 // places between values that are looked at for words

// spansOf are the words of each item before its value number gap, without those that all
// items begin or end with there; nil where nothing differs.
func (r *reader) spansOf(items []item, slots []slot, gap int) [][]int32 {
	spans := make([][]int32, len(items))
	for i, it := range items {
		from, past := 0, len(it.words)
		if gap > len(it.values) {
			return nil
		}
		if gap > 0 {
			from = it.values[gap-1].past
		}
		if gap < len(it.values) {
			past = it.values[gap].first
		}
		spans[i] = r.beforeLabel(it.words[from:past])
	}
	for r.dropShared(spans, false) {
	}
	for r.dropShared(spans, true) {
	}
	if !slices.ContainsFunc(spans, func(s []int32) bool { return len(s) > 0 }) {
		return nil
	}
	return spans
}

// dropShared drops the word at one end of spans that most of them have there, and reports
// whether there was one.
func (r *reader) dropShared(spans [][]int32, last bool) bool {
	end := func(s []int32) int {
		if last {
			return len(s) - 1
		}
		return 0
	}
	count, usual, all, proper := map[string]int{}, "", 0, false
	for _, s := range spans {
		if len(s) == 0 {
			continue
		}
		all++
		word := r.Sheet.Tokens[s[end(s)]].Fold
		if count[word]++; count[word] > count[usual] {
			usual, proper = word, r.proper(s[end(s)])
		}
	}
	if all == 0 || 5*count[usual] < 3*all || proper && (count[usual] < all || last) {
		return false // words of the values, not of the text between them
	}
	for i, s := range spans {
		if len(s) > 0 && r.Sheet.Tokens[s[end(s)]].Fold == usual {
			spans[i] = slices.Delete(slices.Clone(s), end(s), end(s)+1)
		}
	}
	return true
}

// proper reports whether a word may be one of a name: it has a capital letter, and is no label.
func (r *reader) proper(word int32) bool {
	if _, label := r.labelAt[word]; label {
		return false
	}
	first, _ := utf8.DecodeRuneInString(r.Sheet.Tokens[word].Text)
	return unicode.IsUpper(first)
}

// beforeLabel are the words up to a colon, or to the label of the value behind them.
func (r *reader) beforeLabel(words []int32) []int32 {
	for i, t := range words {
		if strings.HasSuffix(r.Sheet.Tokens[t].Text, ":") {
			return words[:i+1]
		}
	}
	return words
}
