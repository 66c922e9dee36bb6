package table

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// leftOver is the only column of the list that no heading names and that the values of a column are
// of, where they are of no other column's. Words that are the same in each row are no values.
func (n *naming) leftOver(i int) (Name, bool) {
	free := -1
	for k := range n.r.List.Columns {
		if n.has(k) || n.fit(i, k) <= wellFit {
			continue
		}
		if free >= 0 {
			return nobody, false
		}
		free = k
	}
	if free < 0 {
		return nobody, false
	}
	for j := range n.strips {
		if j != i && n.strips[j].name == nobody && len(n.strips[j].names) == 0 && !n.counts(j) && n.valued(j) && n.fit(j, free) > wellFit {
			return nobody, false
		}
	}
	return Name{Column: free}, n.varies(i) || n.valued(i) && !n.r.text(free)
}

// otherSide is the other side of the account that another column is one of, where each row has a value in
// one of the two: under "Cr." beside the debits.
func (n *naming) otherSide(i int) (Name, bool) {
	for j := range n.strips {
		name := n.strips[j].name
		if j == i || name == nobody || len(n.r.List.Columns[name.Column].Negative) == 0 {
			continue
		}
		other := Name{Column: name.Column, Minus: !name.Minus}
		taken := slices.ContainsFunc(n.strips, func(s strip) bool { return s.name == other })
		if !taken && n.valued(i) && n.valued(j) && n.fit(i, other.Column) > wellFit {
			return other, true
		}
	}
	return nobody, false
}

// varies reports whether a column has values, and not the same words in all rows.
func (n *naming) varies(i int) bool {
	values := n.values(i)
	return len(values) == 1 || slices.ContainsFunc(values, func(words []int32) bool { return n.r.folded(words) != n.r.folded(values[0]) })
}

// values are the words of a column, a line each, without those of lines that have nothing or a dash in it.
func (n *naming) values(i int) (all [][]int32) {
	for _, l := range n.lines {
		if n.r.folded(l.words[i]) != "" {
			all = append(all, l.words[i])
		}
	}
	return all
}

// valued reports whether a column has values.
func (n *naming) valued(i int) bool { return len(n.values(i)) > 0 }

// counts reports whether the values of a column only number the rows.
func (n *naming) counts(i int) bool {
	last := 0
	for _, words := range n.values(i) {
		count, err := n.r.count(words)
		if err != nil || count <= last || last > 0 && count != last+1 {
			return false
		}
		last = count
	}
	return last > 0
}

// count is the number that words are, with no point or comma in it as a sum has.
func (r *reader) count(words []int32) (int, error) {
	var text strings.Builder
	for _, t := range words {
		text.WriteString(r.Sheet.Tokens[t].Text)
	}
	return strconv.Atoi(recognise.Bare(text.String()))
}

// has reports whether a column of the list is one of the table.
func (n *naming) has(column int) bool {
	return n.elsewhere(column) || slices.ContainsFunc(n.strips, func(s strip) bool { return s.name.Column == column || slices.Contains(s.names, Name{Column: column}) })
}

// elsewhere reports whether another line of a stacked heading names a column.
func (n *naming) elsewhere(column int) bool {
	return anyHeads(n.others, column)
}

// proves reports whether the values of a strip are hardly of another column.
func (n *naming) proves(i, k int, c catalogue.Field) bool {
	switch {
	case c.Name == n.r.List.Table.Largest:
		return n.largest(i, k) == 1
	case c.Kind == catalogue.Percent: // all say so
		return n.fit(i, k) > wellFit && n.share(i, func(words []int32) bool { return strings.HasSuffix(n.r.Sheet.Tokens[words[len(words)-1]].Text, "%") }) == 1
	case proving(c.Kind), len(c.Mask) > 0:
		return n.fit(i, k) > wellFit
	}
	return false
}

// besideLargest is how many columns of sums a table has beside that of the largest, at least.
const besideLargest = 2

// largest is 1 where a strip has the largest sum of each line, -1 where it has that of none, and else 0.
func (n *naming) largest(i, column int) int {
	sums, most, others := n.floats(i, column), 0, 0
	beaten := make([]bool, len(sums))
	for j := range n.strips {
		if j == i || n.fit(j, column) <= wellFit || n.counts(j) {
			continue
		}
		others++
		for l, v := range n.floats(j, column) {
			beaten[l] = beaten[l] || !(v < sums[l] || math.IsNaN(v))
		}
	}
	for _, b := range beaten {
		if !b {
			most++
		}
	}
	switch {
	case others < besideLargest:
		return 0
	case most == len(sums):
		return 1
	case most == 0:
		return -1
	}
	return 0
}

// proving reports whether values of a kind are hardly of another.
func proving(k catalogue.Kind) bool {
	switch k {
	case catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ, catalogue.Date, catalogue.Month:
		return true
	}
	return false
}

// fit is the share of values in a column that are of the kind of a column of the list.
func (n *naming) fit(i, column int) float64 {
	if f, known := n.fits[[2]int{i, column}]; known {
		return f
	}
	f := n.share(i, func(words []int32) bool { return n.holds(column, words) })
	n.fits[[2]int{i, column}] = f
	return f
}

// share is the share of values in a column that are so; a half where nothing tells.
func (n *naming) share(i int, is func(words []int32) bool) float64 {
	values := n.values(i)
	if len(values) == 0 {
		return 0.5
	}
	return float64(count(values, is)) / float64(len(values))
}

// holds reports whether words are a value of a column; sums are no words, and a number alone is no name
// of a row.
func (n *naming) holds(column int, words []int32) bool {
	if !recognise.Typed(n.r.List.Columns[column].Kind) {
		_, sum := recognise.Whole(catalogue.Money, n.r.run(words))
		number := slices.Contains(n.r.lead, column) && layout.OnlyDigits(n.r.folded(words))
		return !sum && !number && n.r.coded(column, words)
	}
	c, ok := n.r.Value(column, words)
	return ok && (len(n.r.List.Columns[column].Mask) == 0 || shape.FitsMask(n.r.List.Columns[column].Mask, c.Text))
}

// coded reports whether words hold one that has a form of a column, where that has forms.
func (r *reader) coded(column int, words []int32) bool {
	masks := r.List.Columns[column].Mask
	return len(masks) == 0 || slices.ContainsFunc(words, func(t int32) bool { return shape.FitsMask(masks, recognise.Bare(r.Sheet.Tokens[t].Text)) })
}

func (r *reader) run(words []int32) recognise.Run { return recognise.Run{Sheet: r.Sheet, Index: words} }
