package wrap

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// Features names what the model knows. Lengths are in characters of the upper line unless they say otherwise.
var Features = []string{
	"room_beside", "room_block", "room_column", "room_box", // free behind the upper line, less what the first word under it needs
	"gap", "gap_over", // between the lines, in font sizes; and over the upper one
	"left_of_value", "left_of_line", "middle", "right",
	"size", "same_block", "same_box",
	"particle_before", "mark_before", "small_behind", "particle_behind", "capitals",
	"digits_before", "digits_behind", "words_before", "words_behind",
	"begins_line", "label_behind", "label_left", "label_left_before", "cells_beside", "known_words",
	"company_before", "company_behind", "given_name_before", "given_name_behind", "town_behind", "typed_behind",
	"like", "lines", "ocr", "width",
}

// far is what a length is cut to: beyond it nothing is learned.
const far = 40

// Vector is what is known about two lines, of which the upper one ends with the value.
func (l *Lines) Vector(f catalogue.Field, first, last, under int32) odds.Vector {
	p := l.pairOf(last, under)
	v := make(odds.Vector, 0, len(Features))
	v = append(v, p.room()...)
	v = append(v, p.setting(first)...)
	v = append(v, p.words(first)...)
	v = append(v, p.labelled(first)...)
	v = append(v, p.meaning(first)...)
	return append(v, float32(slices.Index(likes, f.Like)), float32(min(f.Lines, 9)), odds.Flag(p.next.OCR), p.chars(p.a.Width()))
}

// pairOf is the line that ends with a token and one under it.
func (l *Lines) pairOf(last, under int32) *pair {
	p := l.pairs[[2]int32{last, under}]
	if p == nil {
		x := l.labels
		p = &pair{Labels: x, end: &x.Sheet.Tokens[last], last: last, under: under}
		p.above = p.end.Cell
		p.a, p.b = &x.Sheet.Cells[p.above], &x.Sheet.Cells[under]
		p.next = &x.Sheet.Tokens[p.b.First]
		p.place, p.joined = p.placeBehind(), p.townAcross()
		p.known = len(x.Reading.Parses(p.b.First, min(p.b.Past, p.b.First+mostWords)-1, 0)) > 0
		run := x.Between(p.b.First, p.b.Past-1)
		p.typed = slices.ContainsFunc([]catalogue.Kind{catalogue.Date, catalogue.Money, catalogue.CPFCNPJ, catalogue.CEP}, func(k catalogue.Kind) bool { return source.Holds(k, run) })
		p.town = lexicon.TownAnywhere(fold.Text(run.Text(0, min(run.Len(), mostWords)-1)))
		l.pairs[[2]int32{last, under}] = p
	}
	return p
}

var likes = []string{"", "name", "company", "address", "number", "address_full", "city", "word", "numbered", "duration", "amount"}

// pair is two lines, one over the other.
type pair struct {
	*labels.Labels
	end, next          *layout.Token // the last word of the upper line, the first one of the lower
	last, above, under int32
	a, b               *layout.Cell

	place, joined      bool // the lower line is a place; words that stand together begin in the upper one and end there
	known, typed, town bool // all words of the lower line are of labels; it holds a value with a form of its own; it is a town
}

func (p *pair) chars(points float64) float32 {
	return float32(max(-far, min(points/max(p.a.Char, 1), far)))
}

// room is what is free behind the upper line up to what stands beside it, up to the widest line of its
// block and of the lines that begin where it does, and up to the edge of its box.
func (p *pair) room() odds.Vector {
	beside, block, column := math.Inf(1), p.a.Right, p.a.Right
	for _, c := range p.ByTop[p.a.Page] {
		cell := &p.Sheet.Cells[c]
		if cell.Left >= p.a.Right && cell.Bottom > p.a.Top-p.a.Size && cell.Top < p.next.Bottom {
			beside = min(beside, cell.Left)
		}
		if cell.Block == p.a.Block {
			block = max(block, cell.Right)
		}
		if math.Abs(cell.Left-p.a.Left) < p.a.Char && math.Abs(cell.Size-p.a.Size) < layout.OtherSize*p.a.Size {
			column = max(column, cell.Right)
		}
	}
	box := math.Inf(1)
	if p.a.Box != layout.NoBox {
		box = p.Sheet.Boxes[p.a.Box].Right
	}
	word := p.next.Width()
	return odds.Vector{p.chars(beside - p.a.Right - word), p.chars(block - p.a.Right - word), p.chars(column - p.a.Right - word), p.chars(box - p.a.Right - word)}
}

// setting is how the lines are set to one another.
func (p *pair) setting(first int32) odds.Vector {
	over := float32(far)
	if c := p.OverCell(p.above); c >= 0 {
		over = float32((p.a.Top - p.Sheet.Cells[c].Bottom) / p.a.Size)
	}
	box := float32(0)
	if p.a.Box != layout.NoBox || p.b.Box != layout.NoBox {
		box = 2*odds.Flag(p.a.Box == p.b.Box) - 1
	}
	return odds.Vector{float32((p.b.Top - p.a.Bottom) / p.a.Size), over,
		p.chars(p.b.Left - p.Sheet.Tokens[first].Left), p.chars(p.b.Left - p.a.Left), p.chars(p.b.MidX() - p.a.MidX()), p.chars(p.b.Right - p.a.Right),
		float32(p.b.Size / max(p.a.Size, 1)), odds.Flag(p.a.Block == p.b.Block), box}
}

// words are how the upper line ends and the lower one begins.
func (p *pair) words(first int32) odds.Vector {
	from := p.a.First
	if p.Sheet.Tokens[first].Cell == p.above {
		from = int(first)
	}
	upper, lower := p.Sheet.Tokens[from:p.last+1], p.Sheet.Tokens[p.b.First:p.b.Past]
	capitals := float32(0)
	if a, b := layout.InCapitals(upper), layout.InCapitals(lower); a == b {
		capitals = 1
	} else if b {
		capitals = -1
	}
	return odds.Vector{odds.Flag(shape.BetweenNames(p.end.Fold)), float32(strings.IndexAny(marks, layout.LastRune(p.end.Text))),
		odds.Flag(p.next.Small()), odds.Flag(shape.BetweenNames(p.next.Fold)), capitals,
		withDigits(upper), withDigits(lower), float32(min(len(upper), 20)), float32(min(len(lower), 20))}
}

// marks are what a line may end with, by what they say of the next.
const marks = ".:;,-/)"

// withDigits is the share of words that have one.
func withDigits(words []layout.Token) float32 {
	n := 0
	for i := range words {
		if layout.HasDigit(words[i].Text) {
			n++
		}
	}
	return float32(n) / float32(len(words))
}

// labelled is what the labels around say.
func (p *pair) labelled(first int32) odds.Vector {
	label := odds.Flag(p.Boundary(p.b.First))
	if on := p.LabelOn(p.b.First); label == 0 && on != nil {
		label = float32(on.Strength) / 2
	}
	return odds.Vector{odds.Flag(p.Sheet.Tokens[first].Cell != p.above || int(first) == p.a.First), label, odds.Flag(p.UnderLabel(p.under)), odds.Flag(p.UnderLabel(p.above)),
		float32(len(p.Sheet.Rows[p.b.Row].Cells)), odds.Flag(p.known)}
}

// mostWords is how many words of a line are looked at together: the ways to part them grow with each.
const mostWords = 8

// meaning is what the words themselves are.
func (p *pair) meaning(first int32) odds.Vector {
	behind := &p.Sheet.Tokens[p.b.Past-1]
	return odds.Vector{odds.Flag(pattern.EndsCompany(p.end.Fold)), odds.Flag(pattern.EndsCompany(behind.Fold)), odds.Flag(lexicon.GivenName(p.Sheet.Tokens[first].Fold)), odds.Flag(lexicon.GivenName(p.next.Fold)),
		odds.Flag(p.town), odds.Flag(p.typed)}
}

// inseparable are words that stand together, as those of towns do.
var inseparable = lexicon.Words("inseparable")

// townAcross reports whether the name of a town, or words that stand together, begin in the upper line and end
// in the lower one.
func (p *pair) townAcross() bool {
	before := ""
	for i := p.a.Past - 1; i >= max(p.a.First, p.a.Past-lexicon.LongestTown+1); i-- {
		before = p.Sheet.Tokens[i].Fold + before
		name := before
		for k := p.b.First; k < min(p.b.Past, p.b.First+lexicon.LongestTown-1); k++ {
			if name += p.Sheet.Tokens[k].Fold; lexicon.TownAnywhere(name) || inseparable[name] {
				return true
			}
		}
	}
	return false
}

// placeBehind reports whether the lower line is a town with its state, which may stand in the line under it.
func (p *pair) placeBehind() bool {
	past, last := p.b.Past, p.Sheet.Tokens[p.b.Past-1]
	if stateCode(&last) {
		past--
	} else if c := p.CellUnder(p.under); c < 0 || p.Sheet.Cells[c].Past-p.Sheet.Cells[c].First > 1 || !stateCode(&p.Sheet.Tokens[p.Sheet.Cells[c].First]) {
		return false
	}
	return lexicon.TownAnywhere(p.Sheet.FoldedText(p.b.First, past-1))
}

func stateCode(t *layout.Token) bool { return checkdigit.UF(recognise.Bare(t.Text)) }
