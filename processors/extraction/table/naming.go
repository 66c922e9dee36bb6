package table

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// settleNames gives each heading of a table what it names: of several the one that no
// other heading names.
func (r *reader) settleNames(h *head) {
	r.nameYears(h)
	taken := map[Name]bool{}
	for i := range h.strips {
		s := &h.strips[i]
		if s.name = nobody; len(s.names) != 1 {
			continue
		}
		before := slices.IndexFunc(h.strips[:i], func(o strip) bool { return o.name == s.names[0] })
		if before >= 0 && !strings.Contains(r.folded(s.words), r.folded(h.strips[before].words)) {
			continue
		}
		if before >= 0 {
			h.strips[before].name = nobody // "Valor pago" says more than "Valor"
		}
		s.name, taken[s.names[0]] = s.names[0], true
	}
	for i := range h.strips {
		s := &h.strips[i]
		if len(s.names) < 2 {
			continue
		}
		for _, n := range s.names {
			if !taken[n] {
				s.name, taken[n] = n, true
				break
			}
		}
	}
}

// years finds a year in the words of a heading: 2024, or the end of a date such as 31/12/24.
var years = regexp.MustCompile(`(?:^|\D)(?:((?:19|20)\d\d)|\d\d/\d\d/(\d\d))(?:\D|$)`)

// nameYears names the headings that are of two years: the earlier is that of the columns
// with labels of the year before, the later that of the others.
func (r *reader) nameYears(h *head) {
	of, low, high := make([]int, len(h.strips)), 0, 0
	for i := range h.strips {
		text := ""
		for _, t := range h.strips[i].words {
			text += r.Sheet.Tokens[t].Text + " "
		}
		if m := years.FindStringSubmatch(text); m != nil {
			y, _ := strconv.Atoi(m[1] + m[2])
			if y < 100 {
				y += 2000
			}
			of[i] = y
			if low == 0 || y < low {
				low = y
			}
			high = max(high, y)
		}
	}
	switch {
	case high-low == 1:
	case high == low && high > 0 && r.Years[0] != r.Years[1]:
		low, high = r.Years[0], r.Years[1] // one column with the year of the document
	default:
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

// What speaks for the name of a column, on one scale: the words of its heading, whether
// its values are of the kind, and the arithmetic of the rows.
const (
	headed    = 3.0 // its heading names it
	unheaded  = 1.0 // it has no known heading: a kind that proves itself may name it
	fitting   = 1.5 // times the share of values of the kind
	unfitting = 3.0 // against, times the share of those that are not
	product   = 2.5 // times the share of rows in which a product comes out
)

// rename names the columns of a part anew by what their values are and by the products that
// must come out, and reports whether that changed a name.
func (r *reader) rename(p *part, rows []int, lines []line) bool {
	changed := false
	for u := range p.heads {
		strips, merged := r.mergeTorn(p.heads[u], u, lines)
		if p.heads[u] = strips; merged {
			changed = true
			lines = r.readLines(rows, p.heads)
		}
		n := newNaming(r, p.heads[u], u, lines)
		if len(n.lines) == 0 {
			continue
		}
		changed = n.improve() || changed
		changed = n.multiply() || changed
	}
	return changed
}

// mergeTorn makes one column of two where most lines have cells that go over both and no
// heading names the second: it is the end of the first one's heading.
func (r *reader) mergeTorn(strips []strip, under int, lines []line) (out []strip, merged bool) {
	for k := 0; k+1 < len(strips); k++ {
		if strips[k+1].name != nobody || len(strips[k+1].names) > 0 || strips[k].name == nobody {
			continue
		}
		torn, all := 0, 0
		for _, l := range lines {
			if l.under != under || len(l.words[k+1]) == 0 {
				continue
			}
			all++
			if n := len(l.words[k]); n > 0 && r.Sheet.Tokens[l.words[k][n-1]].Cell == r.Sheet.Tokens[l.words[k+1][0]].Cell {
				torn++
			}
		}
		if all > 0 && 3*torn >= 2*all {
			out = slices.Clone(strips)
			out[k].box, out[k].right = out[k].box.Union(out[k+1].box), out[k+1].right
			return slices.Delete(out, k+1, k+2), true
		}
	}
	return strips, false
}

// naming is the joint choice of what the columns of a heading are.
type naming struct {
	r      *reader
	strips []strip
	lines  []*line
	fits   map[[2]int]float64
}

// namingLines is how many lines tell what the columns are, at most.
const namingLines = 12

func newNaming(r *reader, strips []strip, under int, lines []line) *naming {
	n := &naming{r: r, strips: strips, fits: map[[2]int]float64{}}
	for i := range lines {
		if l := &lines[i]; l.under == under && len(n.lines) < namingLines && 2*filled(l.words) >= len(strips) {
			n.lines = append(n.lines, l)
		}
	}
	return n
}

func filled(dealt [][]int32) int {
	n := 0
	for _, words := range dealt {
		if len(words) > 0 {
			n++
		}
	}
	return n
}

// improve exchanges and reassigns names as long as that scores higher.
func (n *naming) improve() bool {
	changed := false
	for range len(n.strips) {
		best, do := n.score()+0.1, func() {}
		for i := range n.strips {
			was := n.strips[i].name
			for _, name := range n.options(i) {
				other := slices.IndexFunc(n.strips, func(s strip) bool { return s.name == name && name != nobody })
				if name == was || other == i {
					continue
				}
				for _, left := range n.leftFor(other, was) {
					n.put(i, name, other, left)
					if s := n.score(); s > best {
						best, do = s, func() { n.put(i, name, other, left) }
					}
					n.put(i, was, other, name)
				}
			}
		}
		if best <= n.score()+0.1 {
			return changed
		}
		do()
		changed = true
	}
	return changed
}

// productLines is how many lines a product must come out in, at least, to name three columns.
const productLines = 2

// multiply names the columns of a product by its coming out, whatever their headings say, where that
// scores higher: quantity, price and sum of an item under words that nobody knows.
func (n *naming) multiply() bool {
	t := n.r.List.Table
	if t == nil || len(n.lines) < productLines {
		return false
	}
	changed := false
	for _, names := range t.Products {
		columns := n.r.columns(names)
		if len(columns) != 3 || n.comesOut(columns) > 0.8 {
			continue
		}
		before, was := n.score(), n.names()
		best, bestNames := before+0.1, []Name(nil)
		for _, at := range n.products(columns) {
			for i, k := range columns {
				n.give(at[i], Name{Column: k})
			}
			if s := n.score(); s > best {
				best, bestNames = s, n.names()
			}
			n.rename(was)
		}
		if bestNames != nil {
			n.rename(bestNames)
			changed = true
		}
	}
	return changed
}

// products lists the strips whose values make a product in nearly all lines, the factors in the
// order of the page or of their names.
func (n *naming) products(columns []int) [][3]int {
	values := make([][3][]float64, len(n.strips))
	for i := range n.strips {
		for j, k := range columns {
			if n.fit(i, k) > 0.8 && !n.counts(i) {
				values[i][j] = n.floats(i, k)
			}
		}
	}
	var out [][3]int
	for a := range n.strips {
		for b := range n.strips {
			for c := range n.strips {
				if a != b && b != c && a != c && cameOut(values[a][0], values[b][1], values[c][2]) {
					out = append(out, [3]int{a, b, c})
				}
			}
		}
	}
	return out
}

// cameOut reports whether two numbers make a third in four of five lines that have all three, and
// not because one of them is always 1 or 0.
func cameOut(a, b, c []float64) bool {
	right, all := 0, 0
	for i := range min(len(a), len(b), len(c)) {
		if math.IsNaN(a[i]) || math.IsNaN(b[i]) || math.IsNaN(c[i]) || a[i] == 0 || b[i] == 0 || a[i] == 1 || b[i] == 1 {
			continue
		}
		if all++; math.Abs(a[i]*b[i]-c[i]) < 0.006+0.0001*math.Abs(c[i]) {
			right++
		}
	}
	return right >= productLines && 5*right >= 4*all
}

// floats are the values of a strip, a line each, as those of a column; NaN for none.
func (n *naming) floats(i, column int) []float64 {
	out := make([]float64, len(n.lines))
	for j, l := range n.lines {
		out[j] = math.NaN()
		if c, ok := n.r.Value(column, l.words[i]); ok {
			out[j], _ = recognise.Float(c.Text)
		}
		if n.r.List.Columns[column].Kind == catalogue.Percent {
			out[j] /= 100
		}
	}
	return out
}

// give names a strip, and takes the name from another.
func (n *naming) give(i int, name Name) {
	for j := range n.strips {
		if n.strips[j].name == name {
			n.strips[j].name = nobody
		}
	}
	n.strips[i].name = name
}

func (n *naming) names() []Name {
	out := make([]Name, len(n.strips))
	for i, s := range n.strips {
		out[i] = s.name
	}
	return out
}

func (n *naming) rename(names []Name) {
	for i := range n.strips {
		n.strips[i].name = names[i]
	}
}

// leftFor lists what the column that loses its name may be instead.
func (n *naming) leftFor(other int, was Name) []Name {
	if other < 0 || was == nobody {
		return []Name{nobody}
	}
	return []Name{was, nobody}
}

func (n *naming) put(i int, name Name, other int, left Name) {
	if other >= 0 {
		n.strips[other].name = left
	}
	n.strips[i].name = name
}

// options lists what a column may be: what its heading names, or nothing; without a known
// heading what proves itself by its kind.
func (n *naming) options(i int) []Name {
	out := append([]Name{nobody}, n.strips[i].names...)
	for k, c := range n.r.List.Columns {
		if name := (Name{Column: k}); !slices.Contains(out, name) && n.proves(i, k, c) {
			out = append(out, name)
		}
	}
	if n.strips[i].name != nobody || n.strips[i].other || n.counts(i) {
		return out
	}
	if name, ok := n.leftOver(i); ok && !slices.Contains(out, name) {
		out = append(out, name)
	}
	if slices.ContainsFunc(n.r.each, n.has) || !n.namesAll(n.r.need) {
		return out
	}
	for _, k := range n.r.each {
		if name := (Name{Column: k}); typed(n.r.List.Columns[k].Kind) && !slices.Contains(out, name) && n.fit(i, k) > 0.8 {
			out = append(out, name) // what every row has, and no heading names
		}
	}
	return out
}

// leftOver is the only column of the list that no heading names and that the values of a column are
// of, where they are of no other column's. Words that are the same in each row are no values.
func (n *naming) leftOver(i int) (Name, bool) {
	free := -1
	for k := range n.r.List.Columns {
		if n.has(k) || n.fit(i, k) <= 0.8 || n.r.text(k) && !slices.Contains(n.r.need, k) {
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
		if j != i && n.strips[j].name == nobody && len(n.strips[j].names) == 0 && !n.counts(j) && n.valued(j) && n.fit(j, free) > 0.8 {
			return nobody, false
		}
	}
	return Name{Column: free}, n.varies(i) || n.valued(i) && !n.r.text(free)
}

// varies reports whether a column has values, and not the same words in all rows.
func (n *naming) varies(i int) bool {
	first, seen := "", 0
	for _, l := range n.lines {
		words := n.r.folded(l.words[i])
		if words == "" {
			continue
		}
		if seen++; seen == 1 {
			first = words
		} else if words != first {
			return true
		}
	}
	return seen == 1
}

// valued reports whether a column has values.
func (n *naming) valued(i int) bool {
	return slices.ContainsFunc(n.lines, func(l *line) bool { return n.r.folded(l.words[i]) != "" })
}

// counts reports whether the values of a column only number the rows.
func (n *naming) counts(i int) bool {
	last := 0
	for _, l := range n.lines {
		if n.r.folded(l.words[i]) == "" {
			continue
		}
		count, err := strconv.Atoi(n.r.Sheet.Tokens[l.words[i][0]].Text)
		if err != nil || count <= last || last > 0 && count != last+1 {
			return false
		}
		last = count
	}
	return last > 0
}

// has reports whether a column of the list is one of the table.
func (n *naming) has(column int) bool {
	return slices.ContainsFunc(n.strips, func(s strip) bool { return s.name.Column == column || slices.Contains(s.names, Name{Column: column}) })
}

func (n *naming) namesAll(columns []int) bool {
	return !slices.ContainsFunc(columns, func(k int) bool { return !n.has(k) })
}

// proves reports whether the values of a strip are hardly of another column.
func (n *naming) proves(i, k int, c catalogue.Field) bool {
	switch {
	case len(c.Known) > 0:
		return n.known(i, c.Known)
	case proving(c.Kind), len(c.Mask) > 0:
		return n.fit(i, k) > 0.8
	}
	return false
}

// known reports whether nearly all values of a strip are known by name.
func (n *naming) known(i int, names []string) bool {
	right, all := 0, 0
	for _, l := range n.lines {
		words := n.r.folded(l.words[i])
		if words == "" {
			continue
		}
		if all++; slices.ContainsFunc(names, func(name string) bool { return layout.Fold(name) == words }) {
			right++
		}
	}
	return all > 0 && 5*right >= 4*all
}

// proving reports whether values of a kind are hardly of another.
func proving(k catalogue.Kind) bool {
	switch k {
	case catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ, catalogue.Date, catalogue.Month:
		return true
	}
	return false
}

func (n *naming) score() float64 {
	sum := 0.0
	for i, s := range n.strips {
		if s.name == nobody {
			continue
		}
		if slices.Contains(s.names, s.name) {
			sum += headed
		} else {
			sum += unheaded
		}
		fit := n.fit(i, s.name.Column)
		sum += fitting*fit - unfitting*(1-fit)
	}
	if t := n.r.List.Table; t != nil {
		for _, names := range t.Products {
			sum += product * n.comesOut(n.r.columns(names))
		}
	}
	return sum
}

// fit is the share of values in a column that are of the kind of a column of the list.
func (n *naming) fit(i, column int) float64 {
	if f, known := n.fits[[2]int{i, column}]; known {
		return f
	}
	fit, all := 0, 0
	for _, l := range n.lines {
		words := l.words[i]
		if n.r.folded(words) == "" {
			continue // nothing, or a dash
		}
		all++
		if n.holds(column, words) {
			fit++
		}
	}
	f := 0.5 // nothing tells
	if all > 0 {
		f = float64(fit) / float64(all)
	}
	n.fits[[2]int{i, column}] = f
	return f
}

// holds reports whether words are a value of a column; sums are no words.
func (n *naming) holds(column int, words []int32) bool {
	if !typed(n.r.List.Columns[column].Kind) {
		_, sum := n.r.wholly(catalogue.Money, words)
		return !sum && n.r.coded(column, words)
	}
	_, ok := n.r.Value(column, words)
	return ok
}

// coded reports whether words hold one that has a form of a column, where that has forms.
func (r *reader) coded(column int, words []int32) bool {
	masks := r.List.Columns[column].Mask
	return len(masks) == 0 || slices.ContainsFunc(words, func(t int32) bool { return fits(masks, recognise.Bare(r.Sheet.Tokens[t].Text)) })
}

// wholly reads words as a value of a kind that takes them all.
func (r *reader) wholly(k catalogue.Kind, words []int32) (recognise.Value, bool) {
	run := recognise.Run{Sheet: r.Sheet, Index: words}
	v, ok := recognise.At(k, run, 0)
	return v, ok && v.Last == len(words)-1
}

// comesOut is the share of lines in which two columns make a third, to the cent.
func (n *naming) comesOut(columns []int) float64 {
	var at [3]int
	for i, k := range columns {
		at[i] = slices.IndexFunc(n.strips, func(s strip) bool { return s.name.Column == k })
		if at[i] < 0 {
			return 0
		}
	}
	right, all := 0, 0
	for _, l := range n.lines {
		var v [3]float64
		told := true
		for i, k := range at {
			c, ok := n.r.Value(columns[i], l.words[k])
			told = told && ok
			v[i], _ = recognise.Float(c.Text)
			if n.r.List.Columns[columns[i]].Kind == catalogue.Percent {
				v[i] /= 100
			}
		}
		if !told || v[0] == 0 && v[1] == 0 {
			continue
		}
		if all++; math.Abs(v[0]*v[1]-v[2]) < 0.006+0.0001*math.Abs(v[2]) {
			right++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(right) / float64(all)
}
