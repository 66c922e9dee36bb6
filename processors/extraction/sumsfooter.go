package extraction

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const footerScore = 0.8 // a sum under the name of a side of the account, beside other sums of the document

// readFooters proposes the sums at the foot of a list with two sides of the account that
// stand under the names of the sides and no more: "Proventos", "Descontos" and "Líquido"
// over one sum each. The label of another sum beside them tells that they head no rows.
func (x *extractor) readFooters() {
	for i, f := range x.plan.typ.Fields {
		if f.Table == nil || len(f.Table.Either) != 2 {
			continue
		}
		for r := range x.sheet.Rows {
			if r+1 < len(x.sheet.Rows) && x.onlySums(&x.sheet.Rows[r+1]) {
				x.readFooter(r, i, f)
			}
		}
	}
}

func (x *extractor) readFooter(r, field int, f catalogue.Field) {
	sides, others := map[int]*spot{}, 0
	for _, c := range x.sheet.Rows[r].Cells {
		at := x.spotAt[x.sheet.Cells[c].First]
		if at == 0 || !x.spots[at-1].starts || !x.spots[at-1].ends {
			return
		}
		s := &x.spots[at-1]
		if side, ok := columnRef(s, field); ok && slices.Contains(f.Table.Either, f.Columns[side.column].Name) {
			sides[side.column] = s
		} else if slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == fieldLabel && x.plan.typ.Fields[r.field].Kind == catalogue.Money }) {
			others++
		} else {
			return
		}
	}
	if len(sides) != 2 || others == 0 {
		return
	}
	for column, s := range sides {
		for _, c := range x.sheet.Rows[r+1].Cells {
			cell := &x.sheet.Cells[c]
			if cell.Overlap(s.box) <= 0 {
				continue
			}
			run := x.between(cell.First, cell.Past-1)
			v, _ := recognise.First(catalogue.Money, run)
			for k, total := range x.plan.typ.Fields {
				if total.Total == f.Name+"."+f.Columns[column].Name {
					x.propose(candidate{field: k, tokens: run.Index[v.First : v.Last+1], value: v.Text, score: footerScore, how: fromLabel, place: catalogue.Below})
				}
			}
		}
	}
}

// onlySums tells whether a line is sums and nothing else.
func (x *extractor) onlySums(row *layout.Row) bool {
	return !slices.ContainsFunc(row.Cells, func(c int32) bool {
		cell := &x.sheet.Cells[c]
		run := x.between(cell.First, cell.Past-1)
		v, ok := recognise.First(catalogue.Money, run)
		return !ok || v.First > 1 || v.Last != run.Len()-1
	})
}
