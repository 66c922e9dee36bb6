package sink

import "strings"

// table is a storage table with the columns that the sink fills, in the order
// in which the functions of rows_*.go give their values.
type table struct {
	name   string
	insert string
}

func newTable(name string, columns ...string) *table {
	return &table{name: name, insert: "INSERT INTO " + name + " (" + strings.Join(columns, ", ") + ")"}
}

// tables lists them in the order of insertion: aggregates are fed by the
// inserts themselves, and documents last means that whoever sees a result in
// the view documents also finds its fields.
var tables = []*table{eventsTable, attemptsTable, correctionsTable, stagesTable, supersededTable, fieldsTable, documentsTable}
