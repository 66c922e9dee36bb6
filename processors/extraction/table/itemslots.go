package table

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

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
func (r *reader) itemRows(items []item) []candidate.Cells {
	slots := r.slotsOf(items)
	r.nameSlots(slots, items)
	if unexplained(slots, len(items)) {
		return nil // of another list
	}
	var rows []candidate.Cells
	for i := range items {
		var row candidate.Cells
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
	r.knownOf(items, slots, rows)
	r.wordsOf(items, slots, rows)
	for _, row := range rows {
		row.Sort()
	}
	full := slices.DeleteFunc(slices.Clone(rows), func(row candidate.Cells) bool { return !r.isRow(row) })
	if 3*len(full) < 2*len(rows) {
		return nil // sentences that are alike by chance
	}
	return full
}

// unexplained reports whether more than a fifth of the places that half of the items fill
// are of no column: one of four or less.
func unexplained(slots []slot, items int) bool {
	usual := slices.DeleteFunc(slices.Clone(slots), func(s slot) bool { return 2*s.count < items })
	return 5*count(usual, func(s slot) bool { return s.column < 0 }) > len(usual)
}

func nthOf(values []value, k int) int {
	return count(values[:k], func(v value) bool { return v.form == values[k].form && v.key == values[k].key })
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
	return count(it.values, func(v value) bool { return v.form == f })
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
	taken, behind, only := make([]bool, len(r.List.Columns)), r.labelsBehind(items), r.onlyBehind(items)
	for i := range slots {
		if k := r.labelled(slots, i, items, behind, only); k >= 0 && !taken[k] {
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
		if count(slots, func(s slot) bool { return s.form == f && s.column < 0 }) != len(free) {
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
// 10.240,00 no fim do ano". What joins two things stands between a label and the next sum, or its own label.
func (r *reader) labelsBehind(items []item) bool {
	votes := 0
	for _, it := range items {
		for k := 1; k < len(it.values); k++ {
			if it.values[k-1].form != sumForm || it.values[k].form != sumForm {
				continue
			}
			if r.ends(it.words[it.values[k-1].past-1]) {
				continue
			}
			between := it.words[it.values[k-1].past:it.values[k].first]
			if at := slices.IndexFunc(between, r.joins); at > 0 && r.namedIn(between[:at], sumForm) >= 0 || r.namesBefore(it, k) {
				votes++
				break
			}
		}
	}
	return 2*votes > len(items)
}

// namesBefore reports whether the words between two sums of an item name the first, which nothing before it does: their
// first half names a column and the rest none, as in "de 21.456,72 no ano anterior o dinheiro passou a 726,20".
func (r *reader) namesBefore(it item, k int) bool {
	from := 0
	if k > 1 {
		from = it.values[k-2].past
	}
	between := it.words[it.values[k-1].past:it.values[k].first]
	half := (len(between) + 1) / 2
	return len(between) > 3 && !slices.ContainsFunc(between, r.joins) && r.namedIn(it.words[from:it.values[k-1].first], sumForm) < 0 &&
		r.namedIn(between[:half], sumForm) >= 0 && r.namedIn(between[half:], sumForm) < 0
}

// onlyBehind reports whether the items name their sums behind them and the first by nothing before it: "de 6.532,29, ao
// fim do ano anterior, para 6.426,00, ao fim do ano". A mark parts each label from the sum behind it.
func (r *reader) onlyBehind(items []item) bool {
	return 2*count(items, func(it item) bool {
		from, before := 0, []int32(nil)
		for k, v := range it.values {
			words := it.words[from:v.first]
			if from > 0 && r.ends(it.words[from-1]) {
				return false
			}
			from = v.past
			switch n := len(words); {
			case v.form != sumForm:
				before = nil
			case k == 0 || it.values[k-1].form != sumForm:
				if before = words; r.namedIn(words, sumForm) >= 0 {
					return false
				}
			case n < 2 || before == nil || !r.joins(words[n-1]) && !r.pauses(words[n-2]) || r.namedIn(words, sumForm) < 0:
				return false
			}
		}
		return before != nil
	}) > len(items)
}

// ends reports whether a word is the last of its sentence: what stands behind it says nothing of it.
func (r *reader) ends(word int32) bool {
	text := r.Sheet.Tokens[word].Text
	return strings.HasSuffix(text, ".") || strings.HasSuffix(text, ";")
}

func (r *reader) joins(word int32) bool {
	return lexicon.And(r.Sheet.Tokens[word].Fold) || r.pauses(word)
}

// labelled is the column that the words before the values of a place name in most items,
// or those behind them up to the next value; -1 for none.
func (r *reader) labelled(slots []slot, i int, items []item, behind, only bool) int {
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
			switch {
			case slots[i].form != sumForm:
			case only:
				n = r.namedIn(it.words[v.past:past], sumForm)
			case behind:
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

// clause are the words behind a value that belong to it, up to the mark or the sentence that ends them: in "1.000,00 no ano
// anterior e 2.000,00 no ano; rendeu 30,00; imposto 4,00" the last two sums have none.
func (r *reader) clause(words []int32) []int32 {
	for i, t := range words {
		if r.pauses(t) || i > 0 && i+1 < len(words) && r.ends(t) && layout.HasCapital(r.Sheet.Tokens[words[i+1]].Text) {
			return words[1 : i+1]
		}
	}
	return words[1:]
}

// pauses reports whether a mark behind a word parts it from the next.
func (r *reader) pauses(word int32) bool {
	t := &r.Sheet.Tokens[word]
	return strings.HasSuffix(t.Text, ",") || strings.HasSuffix(t.Text, ";") || strings.HasSuffix(t.Text, ".") && layout.HasDigit(t.Text)
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
