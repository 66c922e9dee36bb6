package table

import (
	"math"
	"slices"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// productLines is how many lines a product must come out in, at least, to name three columns.
const productLines = 2

// multiply names the columns of a product by its coming out, whatever their headings say, where that
// scores higher: quantity, price and sum of an item under words that nobody knows.
func (n *naming) multiply() bool {
	if len(n.lines) < productLines {
		return false
	}
	changed := false
	for _, columns := range n.r.products {
		changed = n.best(func(try func()) {
			for _, at := range n.products(columns) {
				for i, k := range columns {
					n.give(at[i], Name{Column: k})
				}
				try()
			}
		}) || changed
	}
	return changed
}

// products lists the strips whose values make a product in nearly all lines, the factors in the
// order of the page or of their names.
func (n *naming) products(columns []int) [][3]int {
	values := make([][3][]float64, len(n.strips))
	for i := range n.strips {
		for j, k := range columns {
			if n.fit(i, k) > wellFit && !n.counts(i) {
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

// makes reports whether two numbers make a third as it is printed, but for a ten-thousandth: a quantity may be
// printed with fewer digits than it was counted.
func makes(a, b, c float64) bool {
	off := math.Abs(a*b-c) - math.Abs(c)/10_000
	return off < 0 || recognise.Same(off, 0)
}

// comesOut reports whether the columns of a product are named and it comes out. A column under the label of something else
// is none of it: the rate and the sum of another tax come out as well.
func (n *naming) comesOut(columns []int) bool {
	var values [3][]float64
	for j, k := range columns {
		at := slices.IndexFunc(n.strips, func(s strip) bool { return s.name == Name{Column: k} })
		if at < 0 || len(n.strips[at].names) == 0 {
			return false
		}
		values[j] = n.floats(at, k)
	}
	return cameOut(values[0], values[1], values[2])
}

// cameOut reports whether two numbers make a third in four of five lines that have all three, and
// not because one of them is always 1 or 0.
func cameOut(a, b, c []float64) bool {
	right, all := 0, 0
	for i := range min(len(a), len(b), len(c)) {
		if math.IsNaN(a[i]+b[i]+c[i]) || a[i] == 0 || b[i] == 0 || a[i] == 1 || b[i] == 1 {
			continue
		}
		if all++; makes(a[i], b[i], c[i]) {
			right++
		}
	}
	return right >= productLines && 5*right >= 4*all
}

// floats are the values of a strip, a line each, as those of a column; NaN for none.
func (n *naming) floats(i, column int) []float64 {
	if known, ok := n.sums[[2]int{i, column}]; ok {
		return known
	}
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
	n.sums[[2]int{i, column}] = out
	return out
}

// give names a strip, and takes the name from another.
func (n *naming) give(i int, name Name) {
	if other := slices.IndexFunc(n.strips, func(s strip) bool { return s.name == name && name != nobody }); other >= 0 {
		n.strips[other].name = nobody
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
