package labels

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
)

// printedLength is how long a phrase is as it stands on the page, less what OCR got wrong:
// the letters that an abbreviation leaves out do not count.
func (x *Labels) printedLength(h phrase.Hit) int {
	return min(h.Length, len(x.Sheet.FoldedText(h.First, h.Last))) - 3*h.Errors
}

// overlaps reports whether words of a phrase belong to a longer one.
func overlaps(taken []int, h phrase.Hit) bool {
	for i := h.First; i <= h.Last; i++ {
		if taken[i] > 0 {
			return true
		}
	}
	return false
}

// rowUnderRow reports whether the line of a cell is one of values under the line of another
// cell, on which there are more labels: what stands flush under them is none.
func (x *Labels) rowUnderRow(upper, lower int32, hits []phrase.Hit) bool {
	labelled := func(c int32) bool {
		return slices.ContainsFunc(hits, func(h phrase.Hit) bool {
			return h.First <= x.Sheet.Cells[c].First && h.Last == x.Sheet.Cells[c].Past-1 // or the end of one in two lines
		})
	}
	for _, c := range x.Sheet.LineOf(upper) {
		if c == upper || !labelled(c) {
			continue
		}
		for _, d := range x.Sheet.LineOf(lower) {
			if d != lower && math.Abs(x.Sheet.Cells[d].Left-x.Sheet.Cells[c].Left) < x.Sheet.Cells[c].Char && !labelled(d) {
				return true
			}
		}
	}
	return false
}

// twoLabels reports whether a phrase that goes on over the end of a line is two
// labels of a form, one below the other: the first is known by itself, and they are
// set in different letters, or both are known and a value stands beside the first, or
// words beside each, or beside the second where the first is alone on its line and heads it.
// The first may be unknown where the second is and a value stands beside the first.
func (x *Labels) twoLabels(h phrase.Hit, hits []phrase.Hit) bool {
	upper, lower := x.Sheet.Tokens[h.First].Cell, x.Sheet.Tokens[h.Last].Cell
	if upper == lower {
		return false
	}
	first, second := x.Between(h.First, x.Sheet.Cells[upper].Past-1), x.Between(x.Sheet.Cells[lower].First, h.Last)
	known := func(from, to int32) bool {
		return slices.ContainsFunc(hits, func(o phrase.Hit) bool { return o.First == int(from) && o.Last == int(to) })
	}
	if !known(first.Index[0], first.Index[first.Len()-1]) {
		cut := first.Token(first.Len() - 1).Fold
		return !LeadsOn[cut] && layout.HasCapital(second.Token(0).Text) && x.valueBeside(upper) && known(second.Index[0], second.Index[second.Len()-1])
	}
	a, b := first.Text(0, first.Len()-1), second.Text(0, second.Len()-1)
	if a == strings.ToUpper(a) && b != strings.ToUpper(b) || x.rowUnderRow(upper, lower, hits) {
		return true
	}
	if !known(second.Index[0], second.Index[second.Len()-1]) {
		return false
	}
	return x.valueBeside(upper) || x.fieldLabel(first, hits) && x.fieldLabel(second, hits) && x.CellBeside(upper) >= 0 && x.CellBeside(lower) >= 0 ||
		x.fieldLabel(second, hits) && len(x.Sheet.LineOf(upper)) == 1 && x.CellBeside(lower) >= 0
}

// fieldLabel reports whether words are the label of a field, not of a column.
func (x *Labels) fieldLabel(r recognise.Run, hits []phrase.Hit) bool {
	return slices.ContainsFunc(hits, func(h phrase.Hit) bool {
		return h.First == int(r.Index[0]) && h.Last == int(r.Index[r.Len()-1]) && x.Type.Refs[h.ID].Role == compile.FieldLabel
	})
}

// valueBeside reports whether the next cell of the line begins with digits.
func (x *Labels) valueBeside(cell int32) bool {
	next := x.CellBeside(cell)
	return next >= 0 && layout.HasFigure(x.Sheet.Tokens[x.Sheet.Cells[next].First].Text)
}

// joinHits makes one of two labels of the same thing that share words: a page may print
// both wordings in one, as "Relação de fontes pagadoras pessoa jurídica" has "Relação de
// fontes pagadoras" and "Fontes pagadoras pessoa jurídica".
func (x *Labels) joinHits(hits []phrase.Hit) []phrase.Hit {
	out := slices.Clone(hits)
	for i, a := range hits {
		for k := i + 1; k < len(hits) && hits[k].First <= a.Last; k++ {
			b := hits[k]
			if b.First > a.First && b.Last > a.Last && sameThing(x.Type.Refs[a.ID], x.Type.Refs[b.ID]) && x.Sheet.Tokens[a.First].Cell == x.Sheet.Tokens[b.Last].Cell {
				out = append(out, phrase.Hit{ID: a.ID, First: a.First, Last: b.Last, Length: max(a.Length, b.Length) + b.Last - a.Last, Errors: max(a.Errors, b.Errors)})
			}
		}
	}
	return out
}

// sameThing reports whether two phrases are labels of one part or of one field.
func sameThing(a, b compile.Ref) bool {
	if a.Role == compile.SectionLabel && b.Role == compile.SectionLabel {
		return a.Section == b.Section
	}
	return a == b && a.Role != compile.TableEnd && a.Role != compile.TableSkip
}
