package replay

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"lavra.dev/schemas/event"
)

// Change is what became of a field.
type Change string

const (
	Same    Change = "same"
	Changed Change = "changed"
	Found   Change = "found" // it was missing
	Lost    Change = "lost"  // it is missing now
)

// FieldChange is one field of one document, with its values as JSON.
type FieldChange struct {
	Field  string `json:"field"`
	Change Change `json:"change"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Difference is what the new result of a document says otherwise.
type Difference struct {
	RequestID     string        `json:"request_id"`
	From          string        `json:"from"` // event or file
	TypeBefore    string        `json:"type_before"`
	TypeAfter     string        `json:"type_after"`
	OutcomeBefore event.Outcome `json:"outcome_before"`
	OutcomeAfter  event.Outcome `json:"outcome_after"`
	Fields        []FieldChange `json:"fields"` // all but those that are the same
	Markdown      bool          `json:"markdown"`
	Applied       bool          `json:"applied"`

	unchanged []string
}

// Same says that nothing a client sees differs, confidences and places apart.
func (d Difference) Same() bool {
	return d.TypeBefore == d.TypeAfter && d.OutcomeBefore == d.OutcomeAfter && len(d.Fields) == 0 && !d.Markdown
}

// Compare says what differs between two results of a document.
func Compare(before, after event.Completed) Difference {
	d := Difference{RequestID: after.Request.ID, TypeBefore: typeOf(before), TypeAfter: typeOf(after),
		OutcomeBefore: before.Outcome, OutcomeAfter: after.Outcome, Markdown: before.Extraction.Markdown != after.Extraction.Markdown}
	old, now := values(before), values(after)
	all := maps.Clone(old)
	maps.Copy(all, now)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f := FieldChange{name, Changed, old[name], now[name]}
		switch {
		case f.Before == f.After:
			d.unchanged = append(d.unchanged, name)
			continue
		case f.Before == "":
			f.Change = Found
		case f.After == "":
			f.Change = Lost
		}
		d.Fields = append(d.Fields, f)
	}
	return d
}

func typeOf(c event.Completed) string {
	if c.Detection.Type == nil {
		return ""
	}
	return *c.Detection.Type
}

// values are the fields that were read.
func values(c event.Completed) map[string]string {
	all := map[string]string{}
	for _, f := range c.Extraction.Fields {
		if f.Value != "" && f.Value != "null" {
			all[f.Name] = f.Value
		}
	}
	return all
}

// FieldCount counts what became of a field over all documents of a type.
type FieldCount struct {
	Type  string `json:"type"`
	Field string `json:"field"`

	Same    int `json:"same"`
	Changed int `json:"changed"`
	Found   int `json:"found"`
	Lost    int `json:"lost"`
}

// Report is what a run found.
type Report struct {
	Run       string `json:"run"`
	Documents int    `json:"documents"`
	Same      int    `json:"same"`
	FromFiles int    `json:"from_files"`
	Types     int    `json:"types"`    // of another type now
	Better    int    `json:"better"`   // outcomes
	Worse     int    `json:"worse"`    // outcomes
	Markdown  int    `json:"markdown"` // another text
	Applied   int    `json:"applied"`

	Fields []FieldCount `json:"fields"`
}

// ranks order outcomes, the best first.
var ranks = map[event.Outcome]int{event.Success: 0, event.PartialSuccess: 1, event.Failed: 2}

// Report compares the results of a run with those that they would replace. each, if
// any, gets every document that differs.
func (r *Replay) Report(ctx context.Context, run string, each func(Difference) error) (Report, error) {
	report, counts := Report{Run: run}, map[[2]string]*FieldCount{}
	shadows, err := r.all(ctx, run)
	if err != nil {
		return report, err
	}
	for _, s := range shadows {
		d, _, err := r.difference(ctx, s)
		if err != nil {
			return report, err
		}
		report.add(d, counts)
		if each != nil && !d.Same() {
			if err := each(d); err != nil {
				return report, err
			}
		}
	}
	for _, c := range counts {
		report.Fields = append(report.Fields, *c)
	}
	slices.SortFunc(report.Fields, func(a, b FieldCount) int { return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Field, b.Field)) })
	return report, nil
}

// difference reads both results of a document, and gives the new one too.
func (r *Replay) difference(ctx context.Context, s *Shadow) (Difference, event.Completed, error) {
	before, err := r.result(ctx, s.Base)
	if err != nil {
		return Difference{}, event.Completed{}, err
	}
	after, err := r.result(ctx, s.at)
	if err != nil {
		return Difference{}, event.Completed{}, err
	}
	d := Compare(before, after)
	d.From, d.Applied = s.From, s.Applied
	return d, after, nil
}

func (p *Report) add(d Difference, counts map[[2]string]*FieldCount) {
	count := func(is bool, n *int) {
		if is {
			*n++
		}
	}
	p.Documents++
	count(d.Same(), &p.Same)
	count(d.From == "file", &p.FromFiles)
	count(d.TypeBefore != d.TypeAfter, &p.Types)
	count(ranks[d.OutcomeAfter] < ranks[d.OutcomeBefore], &p.Better)
	count(ranks[d.OutcomeAfter] > ranks[d.OutcomeBefore], &p.Worse)
	count(d.Markdown, &p.Markdown)
	count(d.Applied, &p.Applied)
	of := func(field string) *FieldCount {
		key := [2]string{d.TypeAfter, field}
		if counts[key] == nil {
			counts[key] = &FieldCount{Type: d.TypeAfter, Field: field}
		}
		return counts[key]
	}
	for _, name := range d.unchanged {
		of(name).Same++
	}
	for _, f := range d.Fields {
		c := of(f.Field)
		count(f.Change == Changed, &c.Changed)
		count(f.Change == Found, &c.Found)
		count(f.Change == Lost, &c.Lost)
	}
}
