package table

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// alignedValues is how many values tell where those of a column begin and end, at least.
const alignedValues = 3

// align lays the columns of a part out by their values, and reads its lines anew where fewer of
// their words are torn then, or no more.
func (r *reader) align(p *part, rows []int, lines []line) []line {
	heads, changed := slices.Clone(p.heads), false
	for u := range heads {
		strips, moved := r.relaid(heads[u], u, lines)
		heads[u], changed = strips, changed || moved
	}
	if !changed {
		return lines
	}
	again := r.readLines(rows, heads)
	if fitOf(again) < fitOf(lines) {
		return lines
	}
	p.heads = heads
	return again
}

// fitOf is how many values lines give as they are dealt out.
func fitOf(lines []line) float64 {
	var sum float64
	for _, l := range lines {
		if sum -= float64(l.torn) / 2; l.key {
			sum += float64(len(l.values))
		}
	}
	return sum
}

// relaid lays strips out by the numbers that stand in them: those of a column end, or begin, under
// each other, wherever its heading stands. Other columns reach to them.
func (r *reader) relaid(strips []strip, under int, lines []line) (out []strip, changed bool) {
	out = slices.Clone(strips)
	for k := range out {
		box, ok := r.numbersOf(k, under, lines)
		if !ok {
			continue
		}
		changed = true
		s := &out[k]
		s.box.Left, s.box.Right = box.Left, box.Right
		s.left, s.right = min(s.left, box.Left), max(s.right, box.Right)
		if k+1 < len(out) {
			out[k+1].left = box.Right
			s.right = min(s.right, max(out[k+1].box.Left, box.Right))
		}
	}
	return out, changed
}

// numbersOf is what the numbers of a column take up that are aligned, where most of its values are.
func (r *reader) numbersOf(k, under int, lines []line) (layout.Rect, bool) {
	var boxes []layout.Rect
	var size float64
	all := 0
	for i := range lines {
		l := &lines[i]
		if l.under != under || !l.key || !slices.ContainsFunc(l.words[k], func(t int32) bool { return r.Sheet.Tokens[t].Fold != "" }) {
			continue // nothing, or a dash in place of it
		}
		all++
		if box, ok := r.numberIn(l.words[k]); ok {
			boxes, size = append(boxes, box), max(size, l.size)
		}
	}
	for _, edge := range []func(layout.Rect) float64{func(b layout.Rect) float64 { return b.Right }, func(b layout.Rect) float64 { return b.Left }} {
		if len(boxes) < alignedValues {
			break
		}
		usual := median(boxes, edge)
		aligned := slices.DeleteFunc(slices.Clone(boxes), func(b layout.Rect) bool { return math.Abs(edge(b)-usual) > size/4 })
		if len(aligned) < alignedValues || 3*len(aligned) < 2*all {
			continue
		}
		out := aligned[0]
		for _, b := range aligned[1:] {
			out = out.Union(b)
		}
		return out, true
	}
	return layout.Rect{}, false
}

// numberIn is where words stand that are a number and nothing before it.
func (r *reader) numberIn(words []int32) (layout.Rect, bool) {
	box := r.Sheet.Tokens[words[0]].Rect
	for i, t := range words {
		switch word := &r.Sheet.Tokens[t]; {
		case layout.HasDigit(word.Text):
			box = box.Union(word.Rect)
		case i > 0 && layout.HasDigit(r.Sheet.Tokens[words[i-1]].Text):
			return box, true
		case word.Fold != "" && !lexicon.Currency(word.Fold):
			return box, false
		}
	}
	return box, layout.HasDigit(r.Sheet.Tokens[words[len(words)-1]].Text)
}

func median(boxes []layout.Rect, edge func(layout.Rect) float64) float64 {
	edges := make([]float64, len(boxes))
	for i, b := range boxes {
		edges[i] = edge(b)
	}
	slices.Sort(edges)
	return edges[len(edges)/2]
}
