package table

import (
	"slices"
	"strings"
)

// What speaks for the name of a column, on one scale: the words of its heading, and whether
// its values are of the kind.
const (
	headed    = 3          // its heading names it
	unheaded  = 1          // it has no known heading: a kind that proves itself may name it
	fitting   = 1.5        // times the share of values of the kind
	unfitting = 3          // against, times the share of those that are not
	proven    = 2 * headed // a product comes out: more than the words of the two headings that it may contradict

	wellFit = 0.8 // what the share of values of the kind is where a column is surely of it
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
		n := newNaming(r, p, u, lines)
		if len(n.lines) == 0 {
			continue
		}
		changed = n.improve() || changed
		changed = n.multiply() || changed
		changed = n.addUp() || changed
		changed = n.accumulate() || changed
	}
	return changed
}

// mergeTorn makes one column of two where most lines have cells that go over both and no
// heading names the second: it is the end of the first one's heading. So it is where both are words of one cell,
// and no line has something in both: "Cód. | estoque".
func (r *reader) mergeTorn(strips []strip, under int, lines []line) (out []strip, merged bool) {
	for k := 0; k+1 < len(strips); k++ {
		if strips[k+1].name != nobody || len(strips[k+1].names) > 0 || strips[k].name == nobody {
			continue
		}
		torn, all, both := 0, 0, 0
		for _, l := range lines {
			if l.under != under || len(l.words[k+1]) == 0 {
				continue
			}
			all++
			if len(l.words[k]) > 0 {
				both++
			}
			if n := len(l.words[k]); n > 0 && r.Sheet.Tokens[l.words[k][n-1]].Cell == r.Sheet.Tokens[l.words[k+1][0]].Cell {
				torn++
			}
		}
		if all > 0 && (3*torn >= 2*all || both == 0 && r.sameCell(&strips[k], &strips[k+1])) {
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
	others [][]strip // the other lines of a stacked heading
	lines  []*line
	fits   map[[2]int]float64
	sums   map[[2]int][]float64
}

// namingLines is how many lines tell what the columns are, at most.
const namingLines = 12

func newNaming(r *reader, p *part, under int, lines []line) *naming {
	strips := p.heads[under]
	n := &naming{r: r, strips: strips, others: slices.Concat(p.heads[:under], p.heads[under+1:]), fits: map[[2]int]float64{}, sums: map[[2]int][]float64{}}
	for i := range lines {
		if l := &lines[i]; l.under == under && len(n.lines) < namingLines && 2*filled(l.words) >= len(strips) {
			n.lines = append(n.lines, l)
		}
	}
	n.dropCounts()
	return n
}

// dropCounts takes the name from a column that only numbers the rows, where the next has it too ("Seq." before
// "Código"), or where no row needs it: "Nº" before the date of an entry.
func (n *naming) dropCounts() {
	for i := range n.strips {
		if s := &n.strips[i]; s.name != nobody && len(n.lines) >= fewestCounted && n.counts(i) && n.startsLow(i) && !n.needed(s.name.Column) {
			s.name, s.names = nobody, nil
		}
	}
}

// startsLow reports whether the numbers of a column may count rows from the first on: numbers of documents that
// follow one another are higher.
func (n *naming) startsLow(i int) bool {
	count, err := n.r.count(n.lines[0].words[i])
	return err == nil && count <= len(n.r.Sheet.Rows)
}

// needed reports whether rows must hold a column, or its values have a form that counts may have by chance.
func (n *naming) needed(column int) bool {
	return len(n.r.List.Columns[column].Mask) > 0 || slices.Contains(n.r.lead, column) || slices.Contains(n.r.need, column) || slices.Contains(n.r.each, column)
}

// fewestCounted is in how many lines a column must hold one number after the other to be a count of the rows.
const fewestCounted = 4

func filled(dealt [][]int32) int {
	return count(dealt, func(words []int32) bool { return len(words) > 0 })
}

// improve reassigns names as long as that scores higher.
func (n *naming) improve() (changed bool) {
	for range len(n.strips) {
		was := n.names()
		better := n.best(func(try func()) {
			for i := range n.strips {
				for _, name := range n.options(i) {
					if name != was[i] {
						n.give(i, name)
						try()
					}
				}
				for k := range i {
					if n.crossed(i, k) {
						n.strips[i].name, n.strips[k].name = was[k], was[i]
						try()
					}
				}
			}
		})
		if !better {
			break
		}
		changed = true
	}
	return changed
}

// best gives the columns the names that score highest of those that are tried, each from the present ones on, and reports
// whether any score higher than these.
func (n *naming) best(each func(try func())) bool {
	was, most, better := n.names(), n.score(), []Name(nil)
	each(func() {
		if s := n.score(); s > most {
			most, better = s, n.names()
		}
		n.rename(was)
	})
	if better != nil {
		n.rename(better)
	}
	return better != nil
}

// crossed reports whether of two columns one has no value of its kind, and each those of the other's: codes under what
// heads their descriptions, which stand under the heading of codes.
func (n *naming) crossed(i, k int) bool {
	a, b := n.strips[i].name, n.strips[k].name
	if a == nobody || b == nobody || len(n.r.List.Columns[a.Column].Known)+len(n.r.List.Columns[b.Column].Known) > 0 {
		return false
	}
	return min(n.fit(i, a.Column), n.fit(k, b.Column)) == 0 && min(n.fit(i, b.Column), n.fit(k, a.Column)) > wellFit
}

// options lists what a column may be: what its heading names, or nothing; without a known
// heading what proves itself by its kind.
func (n *naming) options(i int) []Name {
	out := append([]Name{nobody}, n.strips[i].names...)
	for k, c := range n.r.List.Columns {
		if name := (Name{Column: k}); !slices.Contains(out, name) && !n.elsewhere(k) && n.proves(i, k, c) {
			out = append(out, name)
		}
	}
	if name := n.strips[i].name; name != nobody && n.fit(i, name.Column) == 0 { // "Onde rende" over the names of products, read as what they yield
		if left, ok := n.leftOver(i); ok && n.r.text(left.Column) {
			return append(out, left)
		}
	}
	if n.strips[i].name != nobody || n.counts(i) {
		return out
	}
	if n.strips[i].other { // "Nome da mercadoria" begins as what somebody is called
		words := n.share(i, func(words []int32) bool { return strings.Trim(n.r.folded(words), digits) != "" })
		if left, ok := n.leftOver(i); ok && words > wellFit && n.r.text(left.Column) && !slices.Contains(n.r.lead, left.Column) && !slices.Contains(n.r.need, left.Column) {
			out = append(out, left)
		}
		return out
	}
	if name, ok := n.otherSide(i); ok {
		return append(out, name)
	}
	if name, ok := n.leftOver(i); ok && !slices.Contains(out, name) {
		out = append(out, name)
	}
	return out
}

func (n *naming) score() float64 {
	var sum float64
	for i, s := range n.strips {
		if s.name == nobody {
			continue
		}
		if slices.Contains(s.names, s.name) {
			sum += headed
		} else {
			sum += unheaded
		}
		if n.r.List.Columns[s.name.Column].Name == n.r.List.Table.Largest {
			sum += headed * float64(n.largest(i, s.name.Column))
		}
		fit := n.fit(i, s.name.Column)
		sum += fitting*fit - unfitting*(1-fit)
	}
	for _, columns := range n.r.products {
		if n.comesOut(columns) {
			sum += proven
		}
	}
	return sum
}
