package headed

import (
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/schemas/catalogue"
)

// balanceHeadings finds the headings of tables of sums with their balance: what stands
// under "Saldo" there is a row's and no value of a field.
func (x *Reader) balanceHeadings() map[*labels.Label]bool {
	heads := map[*labels.Label]bool{}
	for i, f := range x.Type.Fields {
		if f.Kind != catalogue.List || f.Table == nil || len(f.Table.Balance) == 0 {
			continue
		}
		for _, h := range x.headings(i, f) {
			for _, c := range h.columns {
				if c.Spot != nil {
					heads[c.Spot] = true
				}
			}
		}
	}
	return heads
}
