package choose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// certain is a log odds that no wrapped line reaches.
const certain = 9

// mostPeers is how many values under one another make a column of a table for sure.
const mostPeers = 3

// extentFeatures are whether words are all of a value, more than one, or one of many.
func (x *Choice) extentFeatures(c *candidate.Value, v *candidateFeatures) {
	f := x.Type.Fields[c.Field]
	v.goesOn, v.goesOver = -certain, certain
	if recognise.Typed(f.Kind) {
		v.peers = float32(x.peers(c, f.Kind))
		return
	}
	first, last := c.Span()
	v.open = odds.Flag(shape.BetweenNames(x.Sheet.Tokens[last].Fold))
	v.opens = odds.Flag(shape.BetweenNames(x.Sheet.Tokens[first].Fold))
	if under := x.Wraps.Under(last); under >= 0 {
		v.goesOn = float32(x.Wraps.Odds(f, first, last, under))
	}
	for i, t := range c.Tokens[1:] {
		before := c.Tokens[i]
		if x.Wraps.Under(before) == x.Sheet.Tokens[t].Cell {
			v.goesOver = min(v.goesOver, float32(x.Wraps.Odds(f, first, before, x.Sheet.Tokens[t].Cell)))
		}
	}
	v.foreign = odds.Flag(v.code > 0 && x.foreign(c))
}

// foreign reports whether a number is the tax number of somebody: of no other kind of number are all
// digits right by chance but once in a hundred.
func (x *Choice) foreign(c *candidate.Value) bool {
	value, ok := recognise.Whole(catalogue.CPFCNPJ, x.Run(c.Tokens))
	return ok && value.Checked
}

// peers counts the values of a kind that stand right under a value, each alone in its cell.
func (x *Choice) peers(c *candidate.Value, kind catalogue.Kind) int {
	_, last := c.Span()
	k, n := x.Sheet.Tokens[last].Cell, 0
	for n < mostPeers {
		if k = x.NextUnder(k, rowOfTwo); k < 0 {
			break
		}
		if _, ok := recognise.Whole(kind, x.CellRun(k)); !ok {
			break
		}
		n++
	}
	return n
}

// rowOfTwo is how many lines under a value the next one stands at most: two of a row, and what parts the rows.
const rowOfTwo = 3
