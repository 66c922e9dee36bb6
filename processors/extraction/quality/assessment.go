package quality

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"time"

	"lavra.dev/processors/extraction/check"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// assessment is the work on one document: its values in a form that rules can
// compare, and what the rules have found.
type assessment struct {
	typ      catalogue.Type
	opts     Options
	fields   []event.Field
	byName   map[string]*event.Field
	leaves   map[string]*event.Leaf // by path
	rows     map[string][]row       // lists, decoded once
	invalid  map[string]bool        // fields with a value that fails its check
	errors   []event.ValidationError
	findings []finding
}

// finding is one inconsistency. A doubt means that a value may have been misread; a
// note is a fact about the document, such as that it has expired.
type finding struct {
	text  string
	doubt bool
}

func newAssessment(typ catalogue.Type, fields []event.Field, opts Options) *assessment {
	a := &assessment{
		typ: typ, opts: opts, fields: fields,
		byName: make(map[string]*event.Field, len(fields)), leaves: map[string]*event.Leaf{}, rows: map[string][]row{},
		invalid: map[string]bool{}, errors: []event.ValidationError{},
	}
	for i := range fields {
		f := &fields[i]
		a.byName[f.Name] = f
		for j := range f.Leaves {
			a.leaves[f.Leaves[j].Path] = &f.Leaves[j]
		}
	}
	return a
}

func (a *assessment) doubt(text string) { a.find(finding{text, true}) }
func (a *assessment) note(text string)  { a.find(finding{text, false}) }

func (a *assessment) find(f finding) {
	if !slices.ContainsFunc(a.findings, func(g finding) bool { return g.text == f.text }) {
		a.findings = append(a.findings, f)
	}
}

func (a *assessment) texts() []string {
	texts := make([]string, len(a.findings))
	for i, f := range a.findings {
		texts[i] = f.text
	}
	return texts
}

func (a *assessment) has(name string) bool {
	f := a.byName[name]
	return f != nil && f.Value != "" && f.Value != "null" && f.Value != "[]" && f.Value != `""`
}

// text is the value of a field as a string, or "".
func (a *assessment) text(name string) string {
	if !a.has(name) {
		return ""
	}
	return plain(json.RawMessage(a.byName[name].Value))
}

func (a *assessment) cents(name string) (int64, bool) { return check.Cents(a.text(name)) }

func (a *assessment) number(name string) (float64, bool) { return toNumber(a.text(name)) }

func (a *assessment) day(name string) (time.Time, bool) {
	t, err := time.Parse(time.DateOnly, a.text(name))
	return t, err == nil
}

func (a *assessment) year(name string) (int, bool) {
	n, ok := a.number(name)
	return int(n), ok
}

// row is one row of a list: cells by column.
type row map[string]json.RawMessage

func (r row) text(column string) string { return plain(r[column]) }

func (r row) number(column string) (float64, bool) { return toNumber(r.text(column)) }

// list decodes the rows of a list; nil where it was not read.
func (a *assessment) list(name string) []row {
	if rows, done := a.rows[name]; done || !a.has(name) {
		return rows
	}
	var rows []row
	if err := json.Unmarshal([]byte(a.byName[name].Value), &rows); err != nil {
		rows = nil
	}
	a.rows[name] = rows
	return rows
}

// plain takes the quotes off a JSON scalar.
func plain(value json.RawMessage) string {
	if len(value) == 0 || string(value) == "null" {
		return ""
	}
	if value[0] != '"' {
		return string(value)
	}
	var s string
	if err := json.Unmarshal(value, &s); err != nil {
		return ""
	}
	return s
}

func toNumber(text string) (float64, bool) {
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && math.Abs(n) < 1e13
}
