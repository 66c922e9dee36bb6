package export

import (
	"fmt"
	"strings"
	"time"

	"lavra.dev/schemas/catalogue"
)

// formats are those of the query store.
var formats = map[string]string{"parquet": "Parquet", "csv": "CSVWithNames", "jsonl": "JSONEachRow"}

// columns stand before the fields of every row.
var columns = []string{"request_id", "account", "document_type", "status", "revision", "accepted_at", "completed_at", "reference_id", "batch_id", "file_name", "pages", "page_source",
	"reliability_score", "missing_fields", "invalid_fields"}

// statement selects the rows of a file.
func (r *run) statement(at time.Time, after, until string) string {
	selected := make([]string, 0, 64)
	for _, name := range columns {
		selected = append(selected, r.cell(name, "d."+name))
	}
	if t, ok := catalogue.Lookup(r.Type); ok {
		for _, f := range t.Fields {
			selected = append(selected, r.cell(f.Name, valueOf(f)))
		}
	} else {
		selected = append(selected, r.cell("fields", "JSONExtractRaw(ifNull(d.payload, ''), 'fields')"))
	}
	return fmt.Sprintf("SELECT %s\nFROM documents AS d\nWHERE %s AND d.status != 'in_progress' AND d.request_id > %s AND d.request_id <= %s\n"+
		"SETTINGS date_time_output_format = 'iso', output_format_json_quote_decimals = 0, output_format_json_quote_64bit_integers = 0, output_format_parquet_compression_method = 'zstd'",
		strings.Join(selected, ",\n    "), r.of(at), quoted(after), quoted(until))
}

// of is the condition that a document is one of those asked for.
func (r *run) of(at time.Time) string {
	condition := "d.accepted_day = '" + at.Format(time.DateOnly) + "' AND d.operation = 'extract'"
	if r.Account != "" {
		condition += " AND d.account = " + quoted(r.Account)
	}
	if r.Type != "" {
		// What is under way may turn out to be of the type.
		condition += " AND (d.document_type = " + quoted(r.Type) + " OR d.status = 'in_progress')"
	}
	return condition
}

// valueOf is a field in the type of its kind; lists are JSON.
func valueOf(f catalogue.Field) string {
	name := quoted(f.Name)
	text := "d.values[" + name + "]"
	switch f.Kind {
	case catalogue.Money:
		return fmt.Sprintf("if(mapContains(d.amounts, %s), d.amounts[%s], NULL)", name, name)
	case catalogue.Decimal, catalogue.Percent:
		return "toFloat64OrNull(" + text + ")"
	case catalogue.Integer, catalogue.Year:
		return "toInt64OrNull(" + text + ")"
	case catalogue.Bool:
		return fmt.Sprintf("multiIf(%s = 'true', true, %s = 'false', false, NULL)", text, text)
	case catalogue.Date:
		return "toDate32OrNull(" + text + ")"
	case catalogue.List:
		return fmt.Sprintf("nullIf(JSONExtractRaw(ifNull(d.payload, ''), 'fields', %s, 'value'), '')", name)
	}
	return "nullIf(" + text + ", '')"
}

// texts are the kinds of columns that a client or a document wrote: in a CSV they must
// not begin as a formula does.
var texts = map[string]bool{"reference_id": true, "batch_id": true, "file_name": true}

// cell names a value. A CSV gets lists in one word, and no formulas.
func (r *run) cell(name, value string) string {
	if r.Format == "csv" {
		switch {
		case name == "missing_fields" || name == "invalid_fields":
			value = "arrayStringConcat(" + value + ", ' ')"
		case texts[name] || strings.HasPrefix(value, "nullIf("):
			value = fmt.Sprintf("if(match(ifNull(%[1]s, ''), '^[=+@\\t\\r-]'), concat('\\'', %[1]s), %[1]s)", value)
		}
	}
	return value + " AS `" + name + "`"
}

func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
