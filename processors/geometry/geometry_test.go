package geometry

import (
	"math"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

// page has the words "Valor 10,00 10,00" on its first line, nothing on its second.
func page(toSent document.Homography) document.Document {
	word := func(text string, left float64) document.Word {
		return document.Word{Text: text, Box: document.Box{Left: left, Top: 0.1, Width: 0.1, Height: 0.02}}
	}
	return document.Document{Pages: []document.Page{{Number: 1, Width: 595, Height: 842, ToSent: toSent, Lines: []document.Line{
		{Words: []document.Word{word("Valor", 0.1), word("10,00", 0.3), word("10,00", 0.5)}},
		{},
		{Words: []document.Word{{Text: "ponto"}}},
	}}}}
}

func leaf(spans ...event.Span) []event.Field {
	return []event.Field{{Name: "valor", Leaves: []event.Leaf{{Path: "fields.valor", Value: `"10,00"`, Spans: spans}}}}
}

func TestEveryStateAndReason(t *testing.T) {
	for _, c := range []struct {
		name, status, reason string
		fields               []event.Field
	}{
		{"words of a line", "resolved", "", leaf(event.Span{Page: 1, First: 0, Last: 1})},
		{"no source", "unresolved", "missing_field_source", leaf()},
		{"a page that is not there", "unresolved", "invalid_line_ref", leaf(event.Span{Page: 2})},
		{"a line that is not there", "unresolved", "invalid_line_ref", leaf(event.Span{Page: 1, Line: 9})},
		{"a line before the first", "unresolved", "invalid_line_ref", leaf(event.Span{Page: 1, Line: -1})},
		{"a line without words", "unresolved", "line_words_not_indexed", leaf(event.Span{Page: 1, Line: 1})},
		{"words past the line's end", "unresolved", "span_match_not_found", leaf(event.Span{Page: 1, First: 2, Last: 3})},
		{"words in the wrong order", "unresolved", "span_match_not_found", leaf(event.Span{Page: 1, First: 2, Last: 1})},
		{"a word without a size", "unresolved", "segment_geometry_unavailable", leaf(event.Span{Page: 1, Line: 2})},
		{"a line whose value stands there twice", "ambiguous", "span_match_ambiguous", leaf(event.Span{Page: 1, First: -1})},
		{"a line without the value", "unresolved", "span_match_not_found", leaf(event.Span{Page: 1, Line: 2, First: -1})},
		{"one span of two that fails", "unresolved", "invalid_line_ref", leaf(event.Span{Page: 1}, event.Span{Page: 3})},
	} {
		got := Places(page(document.Homography{}), c.fields)
		reason := ""
		if len(got) == 1 && got[0].Reason != nil {
			reason = *got[0].Reason
		}
		if len(got) != 1 || got[0].Status != c.status || reason != c.reason || got[0].Path != "fields.valor" {
			t.Errorf("%s: %+v with reason %q, want %s and %q", c.name, got, reason, c.status, c.reason)
		}
		if resolved := c.status == "resolved"; resolved != (len(got[0].Segments) > 0) {
			t.Errorf("%s: %d segments", c.name, len(got[0].Segments))
		}
	}
	xml := NotIndexed(leaf())
	if len(xml) != 1 || xml[0].Status != "not_indexed" || *xml[0].Reason != "bounding_boxes_not_indexed_for_request" {
		t.Errorf("without pages: %+v", xml)
	}
}

func TestBoxesAreInThePageAsSent(t *testing.T) {
	tilted := func(degrees float64) document.Homography {
		// A turn about the page's centre, in points, and back to fractions.
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		const w, h = 595.0, 842.0
		return document.Homography{
			cos, -sin * h / w, 0.5 - 0.5*cos + 0.5*sin*h/w,
			sin * w / h, cos, 0.5 - 0.5*sin*w/h - 0.5*cos,
			0, 0, 1,
		}
	}
	for _, c := range []struct {
		name    string
		toSent  document.Homography
		box     [4]float64
		polygon bool
	}{
		{"upright", document.Homography{}, [4]float64{0.1, 0.1, 0.3, 0.02}, false},
		{"upside down", document.Homography{-1, 0, 1, 0, -1, 1, 0, 0, 1}, [4]float64{0.6, 0.88, 0.3, 0.02}, false},
		{"on its side", document.Homography{0, -1, 1, 1, 0, 0, 0, 0, 1}, [4]float64{0.88, 0.1, 0.02, 0.3}, false},
		{"a hair off level", tilted(0.2), [4]float64{0.102, 0.0985, 0.3003, 0.0207}, false},
		{"two degrees off level", tilted(2), [4]float64{0.1189, 0.0901, 0.3008, 0.0274}, true},
	} {
		got := Places(page(c.toSent), leaf(event.Span{Page: 1, First: 0, Last: 1}))[0].Segments
		if len(got) != 1 {
			t.Fatalf("%s: %d segments", c.name, len(got))
		}
		s := got[0]
		for i, want := range c.box {
			if math.Abs(s.Box[i]-want) > 0.002 {
				t.Errorf("%s: box %v, want %v", c.name, s.Box, c.box)
				break
			}
		}
		if s.Text != "Valor 10,00" || s.Page != 1 {
			t.Errorf("%s: %q on page %d", c.name, s.Text, s.Page)
		}
		if (len(s.Polygon) == 8) != c.polygon {
			t.Errorf("%s: polygon %v", c.name, s.Polygon)
		}
	}
}
