// Package geometry places every leaf of an extraction on the page as the client
// sent it.
//
// In come the pages and the leaves with their spans; out goes one record per
// leaf. What a span says is taken as it is: no value is looked for anywhere but
// on the line that the span names.
package geometry

import (
	"encoding/json"
	"math"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

// The states and reasons of the contract.
const (
	resolved   = "resolved"
	ambiguous  = "ambiguous"
	unresolved = "unresolved"
	notIndexed = "not_indexed"

	reasonAmbiguous  = "span_match_ambiguous"
	reasonNoSource   = "missing_field_source"
	reasonLine       = "invalid_line_ref"
	reasonNoWords    = "line_words_not_indexed"
	reasonNoMatch    = "span_match_not_found"
	reasonNoBox      = "segment_geometry_unavailable"
	reasonNotIndexed = "bounding_boxes_not_indexed_for_request"
)

// Places gives one record per leaf, in the order of the fields.
func Places(doc document.Document, fields []event.Field) []event.Place {
	return each(fields, func(leaf event.Leaf) event.Place { return place(doc, leaf) })
}

// NotIndexed gives the records of a file that has no pages, such as XML.
func NotIndexed(fields []event.Field) []event.Place {
	return each(fields, func(leaf event.Leaf) event.Place { return unplaced(leaf, notIndexed, reasonNotIndexed) })
}

func each(fields []event.Field, record func(event.Leaf) event.Place) []event.Place {
	places := []event.Place{}
	for _, f := range fields {
		for _, leaf := range f.Leaves {
			places = append(places, record(leaf))
		}
	}
	return places
}

func unplaced(leaf event.Leaf, status, reason string) event.Place {
	return event.Place{Path: leaf.Path, Value: leaf.Value, Status: status, Reason: &reason}
}

// place resolves all spans of a leaf, or says what is wrong with the first that fails.
func place(doc document.Document, leaf event.Leaf) event.Place {
	if len(leaf.Spans) == 0 {
		return unplaced(leaf, unresolved, reasonNoSource)
	}
	out := event.Place{Path: leaf.Path, Value: leaf.Value, Status: resolved}
	for _, span := range leaf.Spans {
		page, line, found := lineOf(doc, span)
		if !found {
			return unplaced(leaf, unresolved, reasonLine)
		}
		if len(line.Words) == 0 {
			return unplaced(leaf, unresolved, reasonNoWords)
		}
		words, matches := wordsOf(line, span, leaf.Value)
		switch {
		case matches == 0:
			return unplaced(leaf, unresolved, reasonNoMatch)
		case matches > 1:
			return unplaced(leaf, ambiguous, reasonAmbiguous)
		}
		s, ok := segment(page, words)
		if !ok {
			return unplaced(leaf, unresolved, reasonNoBox)
		}
		out.Segments = append(out.Segments, s)
	}
	return out
}

func lineOf(doc document.Document, span event.Span) (document.Page, document.Line, bool) {
	for _, page := range doc.Pages {
		if page.Number != int(span.Page) {
			continue
		}
		if span.Line < 0 || int(span.Line) >= len(page.Lines) {
			break
		}
		return page, page.Lines[span.Line], true
	}
	return document.Page{}, document.Line{}, false
}

// wordsOf are the words of a span. One that names its line only (First below 0)
// is matched by the leaf's value, which may stand there any number of times.
func wordsOf(line document.Line, span event.Span, value string) (words []document.Word, matches int) {
	if span.First >= 0 {
		if span.Last < span.First || int(span.Last) >= len(line.Words) {
			return nil, 0
		}
		return line.Words[span.First : span.Last+1], 1
	}
	wanted := strings.Fields(text(value))
	if len(wanted) == 0 {
		return nil, 0
	}
	for i := 0; i+len(wanted) <= len(line.Words); i++ {
		run := line.Words[i : i+len(wanted)]
		if same(run, wanted) {
			words = run
			matches++
		}
	}
	return words, matches
}

func same(run []document.Word, wanted []string) bool {
	for i, w := range run {
		if !strings.EqualFold(w.Text, wanted[i]) {
			return false
		}
	}
	return true
}

// text is a JSON scalar as it would be printed.
func text(value string) string {
	var s string
	if err := json.Unmarshal([]byte(value), &s); err != nil {
		return value
	}
	return s
}

// segment is the box around words, and their outline where they are not level.
func segment(page document.Page, words []document.Word) (event.Segment, bool) {
	var box document.Box
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
		box = box.Union(w.Box)
	}
	quad := page.ToSent.Quad(box)
	for _, v := range quad {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return event.Segment{}, false
		}
	}
	bounds := document.Bounds(quad)
	if bounds.Width <= 0 || bounds.Height <= 0 {
		return event.Segment{}, false
	}
	s := event.Segment{Page: int32(page.Number), Text: strings.Join(texts, " "),
		Box: []float64{round(bounds.Left), round(bounds.Top), round(bounds.Width), round(bounds.Height)}}
	if !level(page, quad) {
		for _, v := range quad {
			s.Polygon = append(s.Polygon, round(min(max(v, 0), 1)))
		}
	}
	return s, true
}

// tilt is the least angle that makes an outline worth telling: below 0.3
// degrees a line of text leaves its box by half a point in 100.
const tilt = 0.3 * math.Pi / 180

// level reports whether the quad's edges are those of the page, at any quarter turn.
func level(page document.Page, quad [8]float64) bool {
	width, height := page.Width, page.Height
	if width <= 0 || height <= 0 {
		width, height = 1, 1
	}
	if math.Abs(quad[2]-quad[0]) < math.Abs(quad[3]-quad[1]) { // its lines run down the page as sent
		width, height = height, width
	}
	for corner := range 4 {
		next := (corner + 1) % 4
		dx := math.Abs(quad[2*next]-quad[2*corner]) * width
		dy := math.Abs(quad[2*next+1]-quad[2*corner+1]) * height
		if math.Atan2(min(dx, dy), max(dx, dy)) > tilt {
			return false
		}
	}
	return true
}

// round keeps a millionth of the page: a hundredth of a pixel of any scan.
func round(v float64) float64 { return math.Round(v*1e6) / 1e6 }
