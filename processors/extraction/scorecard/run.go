package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/layout"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// received is when the samples count as received: they are made for that year.
var received = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func run(ctx context.Context, o options, folders []string, w io.Writer) error {
	all, err := samples(folders)
	if err != nil {
		return err
	}
	readings := keeper{folder: o.cache, onlyKept: o.kept}
	defer readings.close()
	var results []result
	for _, s := range all {
		if !o.wants(s) || strings.HasSuffix(s.path, ".xml") {
			continue
		}
		doc, ok, err := readings.read(ctx, s.path)
		if err != nil {
			return fmt.Errorf("reading %s: %w", s.name, err)
		}
		if !ok {
			continue
		}
		r, fields := judge(s, doc, o.typed)
		results = append(results, r)
		if o.dump {
			dump(w, doc, fields)
		}
		if o.misses && (len(r.misses) > 0 || !r.rightType) {
			printMisses(w, r)
		}
	}
	report(w, results, o.fields)
	return nil
}

// judge classifies and extracts one document and compares it with its truth.
func judge(s sample, doc document.Document, typed bool) (result, []event.Field) {
	start := time.Now()
	d := classification.Detect(doc, nil, received, 0.6, event.Extract)
	r := result{sample: s, seconds: time.Since(start).Seconds()}
	if d.Type != nil {
		r.detected = *d.Type
	} else if d.Detected != nil {
		r.detected = "(" + *d.Detected + ")"
	}
	if d.Confidence != nil {
		r.confidence = *d.Confidence
	}
	r.rightType = r.detected == s.truth.DocumentType || s.truth.DocumentType == "" && d.Type == nil
	name := strings.Trim(r.detected, "()")
	if d.Type == nil {
		name = ""
	}
	if typed {
		name = s.truth.DocumentType
	}
	typ, ok := catalogue.Lookup(name)
	var fields []event.Field
	if ok && s.truth.DocumentType != "" {
		fields = extraction.Extract(doc, typ, extraction.Options{ReceivedAt: received})
	}
	r.seconds = time.Since(start).Seconds()
	r.compare(values(fields))
	for _, f := range fields {
		if !strings.HasPrefix(f.Value, "[") {
			r.calibration = append(r.calibration, judged{f.Confidence, same(s.truth.Fields[f.Name], decode(f.Value))})
		}
	}
	return r, fields
}

func values(fields []event.Field) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		out[f.Name] = decode(f.Value)
	}
	return out
}

func decode(text string) any {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return "not JSON: " + text
	}
	return v
}

func dump(w io.Writer, doc document.Document, fields []event.Field) {
	dumpLines(w, layout.Of(doc))
	for _, f := range fields {
		fmt.Fprintf(w, "  %s = %s (%.2f", f.Name, f.Value, f.Confidence)
		if len(f.Leaves) == 1 {
			fmt.Fprintf(w, " %s", strings.Join(f.Leaves[0].Witnesses, " "))
		}
		fmt.Fprintln(w, ")")
	}
}

// dumpLines prints each line with its cells, and the number of each one's block.
func dumpLines(w io.Writer, sheet *layout.Sheet) {
	for _, row := range sheet.Rows {
		page := sheet.Pages[row.Page]
		first := sheet.Cells[row.Cells[0]]
		fmt.Fprintf(w, "%d\t%4.0f %4.0f ", page.Number, first.Left, first.Top)
		for _, c := range row.Cells {
			cell := sheet.Cells[c]
			fmt.Fprintf(w, " [%d]", cell.Block)
			for _, t := range sheet.Tokens[cell.First:cell.Past] {
				if t.Space {
					fmt.Fprint(w, " ")
				}
				fmt.Fprint(w, t.Text)
			}
		}
		fmt.Fprintln(w)
	}
}
