package choose

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/lists"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/schemas/catalogue"
)

// Discount makes less likely what stands in the rows of lists, and beside labels what a pattern
// finds in the text behind them.
func Discount(found []candidate.Value, r *region.Regions, l lists.Lists) []candidate.Value {
	x := Choice{Reader: propose.To(found, r), inTable: l.InTable}
	x.discountTables()
	x.discountIntroductions()
	return x.Found
}

const inRow = candidate.Weak // of the score of a value stays where it stands in the row of a list

// discountTables makes candidates less likely that stand in the rows of a list.
func (x *Choice) discountTables() {
	for i := range x.Found {
		c := &x.Found[i]
		if len(c.Tokens) > 0 && x.inTable[c.Tokens[0]] > 0 && c.How != candidate.FromTotal && !x.Type.Fields[c.Field].Share {
			c.Score *= inRow
			if c.How == candidate.FromLabel && c.Place == catalogue.Right && x.Type.Fields[c.Field].Kind == catalogue.Money {
				c.Score *= inRow // the label is a cell of the row itself
			}
		}
	}
	x.Found = slices.DeleteFunc(x.Found, func(c candidate.Value) bool {
		return c.Score < candidate.Least && len(c.Tokens) > 0 && x.inTable[c.Tokens[0]] > 0
	})
}

// discountIntroductions makes what stands beside a label less likely where a pattern
// finds the text itself in it, after the words that introduce it. Where the pattern finds
// only some of it, what stands beside the label is the text.
func (x *Choice) discountIntroductions() {
	for i := range x.Found {
		c := &x.Found[i]
		if c.How != candidate.FromLabel && c.How != candidate.FromProse || len(c.Tokens) == 0 || x.Type.Fields[c.Field].Kind != catalogue.Text {
			continue
		}
		for k := range x.Found {
			o := &x.Found[k]
			if o.Field != c.Field || o.How != candidate.FromProse || !slices.Contains(c.Tokens[1:], o.Tokens[0]) {
				continue
			}
			if (c.How == candidate.FromLabel || o.Score > c.Score) && 5*len(o.Tokens) >= 2*len(c.Tokens) {
				c.Score *= candidate.Unlabelled
				break
			}
		}
	}
}
