package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/schemas/event"
)

// truth is what stands on a document, in the form of samples/README.md.
type truth struct {
	File         string                `json:"file"`
	DocumentType *string               `json:"document_type"`
	Tags         []string              `json:"tags"`
	Pages        int32                 `json:"pages"`
	Fields       map[string]any        `json:"fields"`
	Boxes        map[string][]truthBox `json:"boxes,omitempty"`
	Checked      []string              `json:"checked"` // what a person gave a verdict on
}

type truthBox struct {
	Page   int32   `json:"page"`
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// tags that a file's format proves. What a PDF holds is not known here.
var tags = map[event.Format][]string{event.XML: {"xml"}, event.JPEG: {"photo"}, event.PNG: {"photo"}, event.TIFF: {"scan"}}

// newTruth puts verdicts into a result.
func newTruth(file string, c event.Completed, verdicts map[string]event.Correction, checkedOnly bool) (truth, error) {
	t := truth{File: file, DocumentType: c.Detection.Type, Tags: tags[c.Request.File.Format], Pages: c.PageCount, Fields: map[string]any{}, Boxes: map[string][]truthBox{},
		Checked: slices.Sorted(maps.Keys(verdicts))}
	if t.Tags == nil {
		t.Tags = []string{}
	}
	for _, f := range c.Extraction.Fields {
		value, err := decode(f.Value)
		if err != nil {
			return t, fmt.Errorf("reading a result: %w", err)
		}
		t.Fields[f.Name] = value
	}
	for path, v := range verdicts {
		value, err := decode(v.Value)
		if err != nil {
			return t, fmt.Errorf("reading a correction: %w", err)
		}
		if v.Verdict == event.Absent {
			value = nil
		}
		set(t.Fields, path, value)
	}
	for name, value := range t.Fields {
		if cleaned := clean("fields."+name, value, verdicts, checkedOnly); cleaned == nil {
			delete(t.Fields, name)
		} else {
			t.Fields[name] = cleaned
		}
	}
	for _, p := range c.Places {
		if v, said := verdicts[p.Path]; p.Status == "resolved" && (said && v.Verdict == event.Right || !said && !checkedOnly) {
			t.Boxes[p.Path] = boxesOf(p)
		}
	}
	return t, nil
}

func boxesOf(p event.Place) []truthBox {
	var out []truthBox
	for _, s := range p.Segments {
		if len(s.Box) == 4 {
			out = append(out, truthBox{s.Page, s.Box[0], s.Box[1], s.Box[2], s.Box[3]})
		}
	}
	return out
}

// decode keeps numbers as they are written.
func decode(text string) (any, error) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// set puts a value at fields.name or fields.list[2].column; a path that leads nowhere
// belongs to another run of the document.
func set(fields map[string]any, path string, value any) {
	name, cell, inList := strings.Cut(strings.TrimPrefix(path, "fields."), "[")
	if !inList {
		fields[name] = value
		return
	}
	index, column, ok := strings.Cut(cell, "].")
	n, err := strconv.Atoi(index)
	rows, isList := fields[name].([]any)
	if !ok || err != nil || !isList || n < 0 || n >= len(rows) {
		return
	}
	if row, isRow := rows[n].(map[string]any); isRow {
		row[column] = value
	}
}

// clean leaves out what is not printed, which is null here, and, where that is asked for,
// what nobody looked at. Nothing left is nil.
func clean(path string, value any, verdicts map[string]event.Correction, checkedOnly bool) any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		out := []any{}
		for i, row := range v {
			if row := clean(fmt.Sprintf("%s[%d]", path, i), row, verdicts, checkedOnly); row != nil {
				out = append(out, row)
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, cell := range v {
			if cell := clean(path+"."+name, cell, verdicts, checkedOnly); cell != nil {
				out[name] = cell
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	}
	if _, said := verdicts[path]; checkedOnly && !said {
		return nil
	}
	return value
}
