package lists

import (
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/schemas/catalogue"
)

// Balances are the labels that head a column of a table of sums with their balance: what stands
// under "Saldo" there is a row's and no value of a field.
func Balances(r *region.Regions) map[*labels.Label]bool {
	x := reader{Reader: listrow.Over(propose.To(nil, r))}
	heads := map[*labels.Label]bool{}
	for i, f := range x.Type.Fields {
		if f.Kind != catalogue.List || f.Table == nil || len(f.Table.Balance) == 0 {
			continue
		}
		for _, word := range table.Over(x.tableInput(i, f)).Headings() {
			if on := x.LabelOn(int(word)); on != nil {
				heads[on] = true
			}
		}
	}
	return heads
}
