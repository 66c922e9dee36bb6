package nearby

import "lavra.dev/schemas/catalogue"

// Classes is how many fields and columns of lists a type has: the fields come first, in the order of the catalogue, then the
// columns of each list. The number behind the last is that of none of them.
func Classes(t catalogue.Type) int { return Column(t, len(t.Fields), 0) }

// Column is the number of a column of a list.
func Column(t catalogue.Type, list, column int) int {
	n := len(t.Fields)
	for _, f := range t.Fields[:list] {
		n += len(f.Columns)
	}
	return n + column
}
