package table

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
)

// sided gives the sum of a row its side of the account where a table has one column of
// sums: by its sign, by a mark in a column of its own that begins as the headings of
// debits do, such as D, or by the title over it.
func (r *reader) sided(at int, strips []strip, dealt [][]int32, row candidate.Cells) candidate.Cells {
	switch {
	case len(r.List.Table.Balance) > 0:
		if c := row.Cell(r.columns(r.List.Table.Balance)[0]); c != nil && c.Text[0] != '-' && r.marked(strips, dealt, c.Column, c.Column) {
			c.Text = "-" + c.Text
		}
	case r.sides != nil:
		credits, debits := r.sides[0], r.sides[1]
		if c := row.Cell(credits); c != nil && row.Cell(debits) == nil && (c.Text[0] == '-' || !heads(strips, debits) && (r.marked(strips, dealt, credits, debits) || r.Side(at) == debits)) {
			c.Column, c.Text = debits, strings.TrimPrefix(c.Text, "-")
		}
	}
	return row
}

// heads reports whether one of the headings is of a column.
func heads(strips []strip, column int) bool {
	return slices.ContainsFunc(strips, func(s strip) bool { return s.name.Column == column || s.second.Column == column })
}

// anyHeads reports whether one of the headings on several lines is of a column.
func anyHeads(all [][]strip, column int) bool {
	return slices.ContainsFunc(all, func(strips []strip) bool { return heads(strips, column) })
}

// marked reports whether a word alone in a column that nobody wants is the beginning of
// more of the headings of debits than of credits.
func (r *reader) marked(strips []strip, dealt [][]int32, credits, debits int) bool {
	for k, s := range strips {
		if s.name != nobody || len(dealt[k]) != 1 {
			continue
		}
		mark := r.Sheet.Tokens[dealt[k][0]].Fold
		if mark == "" || strings.Trim(mark, "0123456789") != mark {
			continue
		}
		plus, minus := r.List.Columns[credits].Labels, r.List.Columns[debits].Labels
		if credits == debits {
			minus = r.List.Columns[credits].Negative
		}
		if beginnings(minus, mark) > beginnings(plus, mark) {
			return true
		}
	}
	return false
}

// beginnings counts the labels that begin with a mark.
func beginnings(labels []string, mark string) int {
	return count(labels, func(label string) bool { return strings.HasPrefix(strings.ToLower(label), mark) })
}
