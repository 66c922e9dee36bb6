package lists

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/schemas/catalogue"
)

// wholeNames goes on with the names of the rows of a list for which their columns had no room.
func (x *reader) wholeNames(rows []candidate.Row, f catalogue.Field) {
	taken := map[int32]bool{}
	for _, r := range rows {
		for _, c := range r.Cells {
			for _, t := range c.Tokens {
				taken[t] = true
			}
		}
	}
	for i := range rows {
		for k := range rows[i].Cells {
			c := &rows[i].Cells[k]
			if f.Columns[c.Column].Like != "name" || len(c.Tokens) == 0 {
				continue
			}
			rest := x.SurnameUnder(x.Run(c.Tokens))
			if len(rest) == 0 || slices.ContainsFunc(rest, func(t int32) bool { return taken[t] }) {
				continue
			}
			run := x.Run(append(slices.Clone(c.Tokens), rest...))
			c.Tokens, c.Text = run.Index, shape.Form(f.Columns[c.Column], shape.Clean(run.Text(0, run.Len()-1)))
		}
	}
}
