package classification

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// earlierType is a type whose documents are those of another type of an earlier year.
type earlierType struct {
	name, of string
	years    *phrase.Set // by 0, and by 1 where the year is the one before
	amounts  int         // that its documents have at least
}

var earlierTypes = sync.OnceValue(func() []earlierType {
	var all []earlierType
	for _, name := range catalogue.Names() {
		t, _ := catalogue.Lookup(name)
		if t.Earlier == nil {
			continue
		}
		var years phrase.Builder
		for _, text := range t.Earlier.Year {
			years.Add(text, 0)
		}
		for _, text := range t.Earlier.YearBefore {
			years.Add(text, 1)
		}
		all = append(all, earlierType{name, t.FieldsOf, years.Set(), t.Earlier.Amounts})
	}
	return all
})

// twins reports whether two types are one in all but the year.
func twins(a, b string) bool { return a != b && Family(a) == Family(b) }

// byYear gives the variant of a type that the year on the document makes it.
func byYear(name string, sheet *layout.Sheet, receivedAt time.Time) string {
	for _, e := range earlierTypes() {
		if e.of != name || amounts(sheet, e.amounts) < e.amounts {
			continue
		}
		if year := e.year(sheet); year > 0 && year < receivedAt.Year() {
			return e.name
		}
	}
	return name
}

// amounts counts the amounts of money on a document, up to so many.
func amounts(sheet *layout.Sheet, enough int) int {
	n := 0
	for _, run := range rowRuns(sheet) {
		for i := range run.Index {
			if !strings.Contains(run.Token(i).Text, ",") {
				continue
			}
			if _, ok := recognise.At(catalogue.Money, run, i); ok {
				n++
			}
			if n == enough {
				return n
			}
		}
	}
	return n
}

const (
	yearWithin          = 3   // tokens behind its label, on the same line
	yearBelow           = 2.5 // heights of the label under it
	firstYear, lastYear = 2000, 2100
)

// year is the one that the labels of years name, or 0: of two years in a row that stand by
// them the paper is of the later one, and about the one before. One alone is what its label
// says, better that on its line than that over it. Where no label is understood two years that
// stand by themselves tell.
func (e *earlierType) year(sheet *layout.Sheet) int {
	var all []int
	behind, under := 0, 0
	for _, h := range e.years.Find(sheet) {
		years, onLine := yearsAt(sheet, h)
		all = append(all, years...)
		switch {
		case len(years) == 0:
		case onLine && behind == 0:
			behind = years[0] + h.ID
		case !onLine && under == 0:
			under = years[0] + h.ID
		}
	}
	return cmp.Or(later(all), behind, under, max(yearAfterBalances(sheet), later(lone(sheet))))
}

// later is the later of the last two years that follow one another, or 0.
func later(all []int) int {
	last := 0
	for _, year := range all {
		if slices.Contains(all, year-1) {
			last = max(last, year)
		}
	}
	return last
}

// lone are the years that stand by themselves on the first page.
func lone(sheet *layout.Sheet) (years []int) {
	for i := sheet.Pages[0].FirstToken; i < sheet.Pages[0].PastToken; i++ {
		if year := yearAt(sheet, i); year > 0 {
			years = append(years, year)
		}
	}
	return years
}

// yearAfterBalances is the year after the last one at whose end something is told, as in
// what somebody had on 31/12/2024; 0 where nothing is.
func yearAfterBalances(sheet *layout.Sheet) int {
	last := 0
	for _, run := range rowRuns(sheet) {
		for i := range run.Index {
			v, ok := recognise.At(catalogue.Date, run, i)
			if !ok {
				continue
			}
			if text, endsYear := strings.CutSuffix(v.Text, "-12-31"); endsYear {
				if year, err := strconv.Atoi(text); err == nil && year > firstYear && year < lastYear {
					last = max(last, year+1)
				}
			}
		}
	}
	return last
}

// yearsAt gives the years that stand behind a label on its line, or else on the lines
// right under it: of a row of boxes the label's own and its neighbours'.
func yearsAt(sheet *layout.Sheet, h phrase.Hit) (years []int, onLine bool) {
	last, label := &sheet.Tokens[h.Last], sheet.Box(h.First, h.Last)
	for i := h.Last + 1; i <= min(h.Last+yearWithin, len(sheet.Tokens)-1); i++ {
		t := &sheet.Tokens[i]
		if year := yearAt(sheet, i); year > 0 && t.Page == last.Page && t.MidY() > label.Top && t.MidY() < label.Bottom {
			return []int{year}, true
		}
	}
	if year := yearBeside(sheet, last.Cell); year > 0 {
		return []int{year}, true
	}
	for i := range sheet.Tokens {
		t := &sheet.Tokens[i]
		if t.Page == last.Page && t.MidY() > label.Bottom && t.Top < label.Bottom+yearBelow*label.Height() {
			if year := yearAt(sheet, i); year > 0 {
				years = append(years, year)
			}
		}
	}
	return years, false
}

// yearBeside is the year with which the next cell on the line of a cell begins, however far right it stands, or 0.
func yearBeside(sheet *layout.Sheet, cell int32) int {
	row := sheet.Rows[sheet.Cells[cell].Row].Cells
	if at := slices.Index(row, cell); at >= 0 && at+1 < len(row) {
		return yearAt(sheet, sheet.Cells[row[at+1]].First)
	}
	return 0
}

// yearAt is the year that a token is by itself, and no part of a date, or 0.
func yearAt(sheet *layout.Sheet, i int) int {
	year, err := strconv.Atoi(strings.Trim(recognise.Bare(sheet.Tokens[i].Text), "-/ "))
	if err != nil || year <= firstYear || year >= lastYear || !sheet.LineStart(i) && strings.HasSuffix(sheet.Tokens[i-1].Text, "/") {
		return 0
	}
	return year
}
