package headed

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// columnsNamed tells which column each heading of a row names. One that may name two,
// as "ICMS" the tax or its rate, names the rate where it has the sign %, else the one
// that no other heading of the row names.
func (x *Reader) columnsNamed(names []*labels.Label, field int, f catalogue.Field) []compile.Ref {
	out := make([]compile.Ref, len(names))
	taken := map[int]bool{}
	choices := make([][]compile.Ref, len(names))
	for i, s := range names {
		out[i], _ = labels.ColumnRef(s, field)
		choices[i] = namedBy(s, field)
		if len(choices[i]) < 2 {
			taken[out[i].Column] = true
		}
	}
	for i, s := range names {
		if len(choices[i]) < 2 {
			continue
		}
		rate := slices.IndexFunc(choices[i], func(r compile.Ref) bool { return f.Columns[r.Column].Kind == catalogue.Percent })
		free := slices.DeleteFunc(slices.Clone(choices[i]), func(r compile.Ref) bool { return taken[r.Column] })
		switch {
		case rate >= 0 && !taken[choices[i][rate].Column]:
			out[i] = choices[i][rate]
		case len(free) > 0:
			if out[i] = free[0]; !x.overNumber(s) {
				out[i] = neededFirst(free, f)
			}
		}
		taken[out[i].Column] = true
	}
	return out
}

// overNumber reports whether what stands right under a heading begins with a number: "101 -
// VENCIMENTO" under "Evento".
func (x *Reader) overNumber(s *labels.Label) bool {
	for _, c := range x.ByTop[s.Page] {
		cell := &x.Sheet.Cells[c]
		if cell.Top >= s.Box.Bottom && cell.Overlap(s.Box) > 0 {
			return layout.HasDigit(x.Sheet.Tokens[cell.First].Text)
		}
	}
	return false
}

// neededFirst is the column that a table must have where a heading may name one, as
// "Rubrica" alone over the names of the sums, else the first.
func neededFirst(choices []compile.Ref, f catalogue.Field) compile.Ref {
	for _, r := range choices {
		if f.Table != nil && slices.Contains(f.Table.Need, f.Columns[r.Column].Name) {
			return r
		}
	}
	return choices[0]
}

// namedBy lists the columns of a list that a heading may name; labels with years have
// their own rules.
func namedBy(s *labels.Label, field int) []compile.Ref {
	var out []compile.Ref
	for _, r := range s.Refs {
		if r.Role != compile.ColumnLabel || r.Field != field {
			continue
		}
		if r.Year != 0 || r.Minus {
			return nil
		}
		if !slices.ContainsFunc(out, func(o compile.Ref) bool { return o.Column == r.Column }) {
			out = append(out, r)
		}
	}
	return out
}
