package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lavra.dev/processors/classification"
	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/tools/readings"
	"lavra.dev/processors/tools/scoring"
	"lavra.dev/processors/tools/strange"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// received is when the samples count as received: they are made for that year.
var received = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func run(ctx context.Context, o options, folders []string, w io.Writer) error {
	if o.sets != "" {
		return gate(ctx, o, w)
	}
	results, err := score(ctx, o, folders, w)
	if err != nil {
		return err
	}
	scoring.Report(w, results, o.fields)
	return nil
}

// score judges the documents of the folders that the flags let pass, and prints what they ask for of each.
func score(ctx context.Context, o options, folders []string, w io.Writer) ([]scoring.Result, error) {
	all, err := scoring.Load(folders)
	if err != nil {
		return nil, err
	}
	kept := readings.Keeper{Folder: o.cache, OnlyKept: o.kept}
	defer kept.Close()
	var results []scoring.Result
	for _, s := range all {
		if !o.wants(s) || strings.HasSuffix(s.Path, ".xml") {
			continue
		}
		doc, ok, err := kept.Read(ctx, s.Path)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", s.Name, err)
		}
		if !ok {
			continue
		}
		if o.strange > 0 {
			doc = strange.Document(doc, s.Truth.Fields, s.Name, uint32(o.strange))
		}
		r, fields := judge(s, doc, o.typed)
		results = append(results, r)
		if o.dump {
			dump(w, doc, fields)
		}
		if o.misses && (len(r.Misses) > 0 || !r.RightType) {
			scoring.PrintMisses(w, r)
		}
	}
	return results, nil
}

// judge classifies and extracts one document and compares it with its truth.
func judge(s scoring.Sample, doc document.Document, typed bool) (scoring.Result, []event.Field) {
	start := time.Now()
	doc = firstOf(doc)
	d := classification.Detect(doc, nil, received, 0.6, event.Extract)
	r := scoring.Result{Sample: s}
	if d.Type != nil {
		r.Detected = *d.Type
	} else if d.Detected != nil {
		r.Detected = "(" + *d.Detected + ")"
	}
	if d.Confidence != nil {
		r.Confidence = *d.Confidence
	}
	r.RightType = r.Detected == s.Truth.DocumentType || s.Truth.DocumentType == "" && d.Type == nil
	name := strings.Trim(r.Detected, "()")
	if d.Type == nil {
		name = ""
	}
	if typed {
		name = s.Truth.DocumentType
	}
	typ, ok := catalogue.Lookup(name)
	var fields []event.Field
	if ok && s.Truth.DocumentType != "" {
		fields = extraction.Extract(doc, typ)
	}
	r.Seconds = time.Since(start).Seconds()
	r.Compare(values(fields))
	for _, f := range fields {
		value := decode(f.Value)
		r.Judge(f.Name, value, f.Confidence)
		r.JudgeCells(f.Name, value, func(path string) (float64, bool) {
			i := slices.IndexFunc(f.Leaves, func(l event.Leaf) bool { return l.Path == path })
			if i < 0 {
				return 0, false
			}
			return f.Leaves[i].Confidence, true
		})
	}
	return r, fields
}

// firstOf gives the first document of a file that may hold several.
func firstOf(doc document.Document) document.Document {
	n := classification.First(doc, received, func(doc document.Document, typ catalogue.Type) []event.Field {
		return extraction.Extract(doc, typ)
	})
	doc.Pages = doc.Pages[:n:n]
	return doc
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
