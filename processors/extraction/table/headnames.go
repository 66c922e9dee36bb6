package table

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/schemas/catalogue"
)

// settleNames gives each heading of a table what it names: of several a rate where it has the sign %,
// else the one that no other heading names.
func (r *reader) settleNames(h *head) {
	r.nameYears(h)
	taken := map[Name]bool{}
	for i := range h.strips {
		s := &h.strips[i]
		if s.name = nobody; len(s.names) != 1 {
			continue
		}
		before := slices.IndexFunc(h.strips[:i], func(o strip) bool { return o.name == s.names[0] })
		if before >= 0 && !saysMore(r.folded(s.words), r.folded(h.strips[before].words)) {
			continue
		}
		if before >= 0 {
			h.strips[before].name = nobody
		}
		s.name, taken[s.names[0]] = s.names[0], true
	}
	for i := range h.strips {
		s := &h.strips[i]
		if len(s.names) < 2 {
			continue
		}
		free := slices.DeleteFunc(slices.Clone(s.names), func(n Name) bool { return taken[n] })
		if len(free) == 0 {
			continue
		}
		s.name = free[0]
		if k := slices.IndexFunc(free, func(n Name) bool { return r.List.Columns[n.Column].Kind == catalogue.Percent }); k >= 0 && strings.Contains(r.folded(s.words), "%") {
			s.name = free[k]
		}
		taken[s.name] = true
	}
}

// saysMore reports whether a heading says all that another does and more: "Valor pago", "Valor".
func saysMore(heading, than string) bool {
	return len(heading) > len(than) && strings.Contains(heading, than)
}

// years finds a year in the words of a heading: 2024, or the end of a date such as 31/12/24.
var years = regexp.MustCompile(`(?:^|\D)(?:((?:19|20)\d\d)|\d\d/\d\d/(\d\d))(?:\D|$)`)

// nameYears names the headings that are of two years: the earlier is that of the columns
// with labels of the year before, the later that of the others.
func (r *reader) nameYears(h *head) {
	of, low, high := make([]int, len(h.strips)), 0, 0
	for i := range h.strips {
		if y := r.yearIn(h.strips[i].words); y > 0 {
			of[i] = y
			if low == 0 || y < low {
				low = y
			}
			high = max(high, y)
		}
	}
	if high-low != 1 {
		return
	}
	for i, y := range of {
		switch y {
		case low:
			h.strips[i].names = r.ofYear("{prev}", h.strips[i].names)
		case high:
			h.strips[i].names = r.ofYear("{curr}", h.strips[i].names)
		}
	}
}

// yearIn is the year in the words of a heading, 0 for none.
func (r *reader) yearIn(words []int32) int {
	text := ""
	for _, t := range words {
		text += r.Sheet.Tokens[t].Text + " "
	}
	m := years.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	y, _ := strconv.Atoi(m[1] + m[2])
	if y < 100 {
		y += 2000
	}
	return y
}

// ofYears is how many of some headings are told by their years alone: two that follow each other, whatever words
// stand with them, over sums of the year before and of the year.
func (r *reader) ofYears(pieces []piece) int {
	seen := map[int]bool{}
	for _, p := range pieces {
		if y := r.yearIn(p.words); y > 0 && len(p.names) == 0 {
			seen[y] = true
		}
	}
	for y := range seen {
		if len(seen) == 2 && seen[y+1] && len(r.ofYear("{prev}", nil)) > 0 {
			return 2
		}
	}
	return 0
}

// ofYear lists the columns that have labels of a year, of those named where one is.
func (r *reader) ofYear(mark string, names []Name) []Name {
	var all, named []Name
	for k, c := range r.List.Columns {
		if !slices.ContainsFunc(c.Labels, func(label string) bool { return strings.Contains(label, mark) }) {
			continue
		}
		n := Name{Column: k}
		if all = append(all, n); slices.Contains(names, n) {
			named = append(named, n)
		}
	}
	if len(named) > 0 {
		return named
	}
	return all
}
