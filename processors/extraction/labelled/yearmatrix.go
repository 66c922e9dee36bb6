package labelled

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readMatrix reads the lines that name sums under years which stand over them all: the
// label "Bens e direitos em 31/12/{prev}" is then in two parts, "Bens e direitos" before
// the sums and "31/12/2023" over one of them.
func (x *reader) readMatrix() {
	for r := range x.Sheet.Rows {
		row := &x.Sheet.Rows[r]
		if len(row.Cells) != 3 {
			continue
		}
		past, years := x.yearsNamed(row.Cells[0])
		score := candidate.Placed
		if years[0] == 0 && years[1] == 0 {
			years, score = [2]int{x.Early, x.Late}, candidate.Fair // the earlier one comes first
		}
		if years[0] == 0 || years[1] == 0 || years[0] == years[1] || max(years[0], years[1]) != x.Late || min(years[0], years[1]) != x.Early {
			continue
		}
		name := x.Sheet.FoldedText(x.HeadOf(row.Cells[0], past-1), past-1)
		for i, f := range x.Type.Fields {
			for k, year := range years {
				if f.Kind == catalogue.Money && namesLine(f, name, year == x.Early) {
					x.proposeMatrix(i, row.Cells[k+1], score)
				}
			}
		}
	}
}

// yearsNamed are the two years that a line itself names before its sums, "Soma das dívidas
// em 31/12/2023 e em 31/12/2024", and where its name ends before them.
func (x *reader) yearsNamed(c int32) (past int, years [2]int) {
	cell := x.Sheet.Cells[c]
	past = cell.Past
	found := 0
	for i := cell.First + 1; i < cell.Past && found < 2; i++ {
		year := labels.DigitsTail(x.Sheet.Tokens[i].Text)
		if year == 0 {
			continue
		}
		if found == 0 {
			past = i
		}
		years[found] = year
		found++
	}
	if found < 2 {
		return cell.Past, [2]int{}
	}
	return past, years
}

func (x *reader) proposeMatrix(field int, c int32, score float64) {
	run := x.CellRun(c)
	if v, ok := recognise.Whole(catalogue.Money, run); ok {
		x.Propose(candidate.Value{Field: field, Tokens: run.Index, Text: v.Text, Score: score, How: candidate.FromLabel, Place: catalogue.Below})
	}
}

// namesLine reports whether a label of a field is a name and a year behind it.
func namesLine(f catalogue.Field, name string, early bool) bool {
	year := "{curr}"
	if early {
		year = "{prev}"
	}
	return slices.ContainsFunc(f.Labels, func(label string) bool {
		before, found := strings.CutSuffix(label, year)
		if !found {
			return false
		}
		words := strings.Fields(strings.TrimSuffix(strings.TrimSuffix(before, "31/12/"), "31.12."))
		if n := len(words) - 1; n >= 0 && beforeYears[words[n]] {
			words = words[:n]
		}
		return len(name) > 4 && fold.Text(strings.Join(words, " ")) == name
	})
}

// beforeYears stand between what a sum is and its year.
var beforeYears = lexicon.Words("before years")
