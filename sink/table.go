package sink

import "strings"

// table is a storage table with the columns that the sink fills, in the order
// in which the functions of rows_*.go give their values.
type table struct {
	name   string
	insert string
}

func newTable(name string, columns ...string) *table {
	return &table{name: name, insert: "INSERT INTO " + name + " (`" + strings.Join(columns, "`, `") + "`)"}
}

// tables lists them in the order of insertion. A result is there before the
// state that takes its request out of those under way, and a request before the
// state that shows it: a document is in the view documents once, at any moment.
var tables = []*table{eventsTable, attemptsTable, correctionsTable, auditTable, requestsTable, resultsTable, statesTable}
