package extraction

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// columnsNamed tells which column each heading of a row names. One that may name two,
// as "ICMS" the tax or its rate, names the rate where it has the sign %, else the one
// that no other heading of the row names.
func (x *extractor) columnsNamed(spots []*spot, field int, f catalogue.Field) []ref {
	out := make([]ref, len(spots))
	taken := map[int]bool{}
	choices := make([][]ref, len(spots))
	for i, s := range spots {
		out[i], _ = columnRef(s, field)
		choices[i] = namedBy(s, field)
		if len(choices[i]) < 2 {
			taken[out[i].column] = true
		}
	}
	for i, s := range spots {
		if len(choices[i]) < 2 {
			continue
		}
		rate := slices.IndexFunc(choices[i], func(r ref) bool { return f.Columns[r.column].Kind == catalogue.Percent })
		free := slices.DeleteFunc(slices.Clone(choices[i]), func(r ref) bool { return taken[r.column] })
		switch {
		case rate >= 0 && !taken[choices[i][rate].column]:
			out[i] = choices[i][rate]
		case len(free) > 0:
			if out[i] = free[0]; !x.overNumber(s) {
				out[i] = neededFirst(free, f)
			}
		}
		taken[out[i].column] = true
	}
	return out
}

// overNumber tells whether what stands right under a heading begins with a number: "101 -
// VENCIMENTO" under "Evento".
func (x *extractor) overNumber(s *spot) bool {
	for _, c := range x.byTop[s.page] {
		cell := &x.sheet.Cells[c]
		if cell.Top >= s.box.Bottom && cell.Overlap(s.box) > 0 {
			return layout.HasDigit(x.sheet.Tokens[cell.First].Text)
		}
	}
	return false
}

// neededFirst is the column that a table must have where a heading may name one, as
// "Rubrica" alone over the names of the sums, else the first.
func neededFirst(choices []ref, f catalogue.Field) ref {
	for _, r := range choices {
		if f.Table != nil && slices.Contains(f.Table.Need, f.Columns[r.column].Name) {
			return r
		}
	}
	return choices[0]
}

// namedBy lists the columns of a list that a heading may name; labels with years have
// their own rules.
func namedBy(s *spot, field int) []ref {
	var out []ref
	for _, r := range s.refs {
		if r.role != columnLabel || r.field != field {
			continue
		}
		if r.year != 0 || r.minus {
			return nil
		}
		if !slices.ContainsFunc(out, func(o ref) bool { return o.column == r.column }) {
			out = append(out, r)
		}
	}
	return out
}
