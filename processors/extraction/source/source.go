package source

import (
	"sort"

	"lavra.dev/processors/document"
)

func hasBarcodes(doc document.Document) bool {
	for _, p := range doc.Pages {
		if len(p.Barcodes) > 0 {
			return true
		}
	}
	return false
}

func (x *Document) sortCells() {
	x.ByTop = make([][]int32, len(x.Sheet.Pages))
	for p, page := range x.Sheet.Pages {
		cells := make([]int32, 0, page.AfterCell-page.FirstCell)
		for c := page.FirstCell; c < page.AfterCell; c++ {
			if !x.Sheet.Cells[c].Turned {
				cells = append(cells, int32(c))
			}
		}
		sort.SliceStable(cells, func(i, j int) bool { return x.Sheet.Cells[cells[i]].Top < x.Sheet.Cells[cells[j]].Top })
		x.ByTop[p] = cells
	}
}
