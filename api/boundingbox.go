package api

import (
	"encoding/json"
	"net/http"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

type boundingBoxRecord struct {
	RequestID        string          `json:"request_id"`
	DocumentType     *string         `json:"document_type"`
	FieldPath        string          `json:"field_path"`
	Value            json.RawMessage `json:"value"`
	ResolutionStatus string          `json:"resolution_status"`
	Reason           *string         `json:"reason"`
	Segments         []segment       `json:"segments"`
	PageAggregates   []aggregate     `json:"page_aggregates"`
}

type segment struct {
	Page        int32   `json:"page"`
	Text        string  `json:"text"`
	BoundingBox box     `json:"bounding_box"`
	Polygon     []point `json:"polygon,omitempty"`
}

type aggregate struct {
	Page        int32 `json:"page"`
	BoundingBox box   `json:"bounding_box"`
}

type box struct {
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

type point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

// States and reasons that are decided here; the others come with the geometry.
const (
	unresolved = "unresolved"
	notIndexed = "not_indexed"

	reasonNotFound     = "bounding_box_not_found_for_field"
	reasonNoSource     = "missing_field_source"
	reasonNotIndexed   = "bounding_boxes_not_indexed_for_request"
	textPathContainer  = "deve apontar para um valor, não para um objeto ou uma lista."
	textPathIsRequired = "parâmetro obrigatório."
)

// getBoundingBox answers GET /extract/{requestId}/bounding-box.
func (s *Service) getBoundingBox(w http.ResponseWriter, r *http.Request) {
	doc, err := s.lookup(r.Context(), web.Account(r.Context()), mux.Vars(r)["requestId"])
	if err != nil {
		s.fail(w, r, err)
		return
	}
	query, ok := parseQuery(w, r, "fieldPath")
	if !ok {
		return
	}
	text := query.Get("fieldPath")
	if text == "" {
		invalid(w, "fieldPath", textPathIsRequired)
		return
	}
	path, err := parseFieldPath(text)
	if err != nil {
		invalid(w, "fieldPath", err.Error())
		return
	}
	record, ok := boundingBox(doc, path)
	if !ok {
		invalid(w, "fieldPath", textPathContainer)
		return
	}
	web.AnswerJSON(w, r, record)
}

// boundingBox makes the record of a leaf; false where the path names an object
// or a list.
func boundingBox(doc document, path fieldPath) (boundingBoxRecord, bool) {
	record := boundingBoxRecord{
		RequestID: doc.request.ID, FieldPath: path.text, Value: json.RawMessage("null"),
		Segments: []segment{}, PageAggregates: []aggregate{},
	}
	set := func(status, reason string) { record.ResolutionStatus, record.Reason = status, &reason }
	if !doc.ended() {
		record.DocumentType = doc.documentType
		if record.DocumentType == nil {
			record.DocumentType = doc.request.DocumentType
		}
		set(notIndexed, reasonNotIndexed)
		return record, !namesList(record.DocumentType, path)
	}
	c := doc.completed
	record.DocumentType = c.Detection.Type
	value, found := valueAt(c.Extraction.Fields, path)
	if found == container || namesList(c.Detection.Type, path) {
		return record, false
	}
	if found == leaf {
		record.Value = value
	}
	indexed := c.Request.Operation != event.Classify && c.Request.File.Format != event.XML
	place := placeAt(c.Places, path.text)
	switch {
	case !indexed:
		set(notIndexed, reasonNotIndexed)
	case found == missing:
		set(unresolved, reasonNotFound)
	case place != nil:
		record.ResolutionStatus, record.Reason = place.Status, place.Reason
		record.Segments, record.PageAggregates = segments(place.Segments), aggregates(place.Segments)
	case len(c.Places) == 0:
		set(notIndexed, reasonNotIndexed)
	default:
		set(unresolved, reasonNoSource)
	}
	return record, true
}

// namesList reports whether the type has a list by that name, so that a list that
// was not found on the document is still a list.
func namesList(documentType *string, path fieldPath) bool {
	if documentType == nil {
		return false
	}
	t, _ := catalogue.Lookup(*documentType)
	field, ok := t.Field(path.field)
	if !ok || field.Kind != catalogue.List {
		return false
	}
	return len(path.steps) == 0 || len(path.steps) == 1 && isIndex(path.steps[0])
}

func isIndex(step any) bool {
	_, ok := step.(int)
	return ok
}

func valueAt(fields []event.Field, path fieldPath) (json.RawMessage, kind) {
	for i := range fields {
		if fields[i].Name == path.field {
			return path.at(json.RawMessage(fields[i].Value))
		}
	}
	return nil, missing
}

func placeAt(places []event.Place, path string) *event.Place {
	for i := range places {
		if places[i].Path == path {
			return &places[i]
		}
	}
	return nil
}

func segments(in []event.Segment) []segment {
	out := make([]segment, 0, len(in))
	for _, s := range in {
		if len(s.Box) != 4 {
			continue
		}
		made := segment{Page: s.Page, Text: s.Text, BoundingBox: box{s.Box[0], s.Box[1], s.Box[2], s.Box[3]}}
		for i := 0; i+1 < len(s.Polygon); i += 2 {
			made.Polygon = append(made.Polygon, point{s.Polygon[i], s.Polygon[i+1]})
		}
		out = append(out, made)
	}
	return out
}

// aggregates gives, for each page in order of appearance, the smallest box that
// covers its segments.
func aggregates(in []event.Segment) []aggregate {
	out := []aggregate{}
	index := map[int32]int{}
	for _, s := range in {
		if len(s.Box) != 4 {
			continue
		}
		b := box{s.Box[0], s.Box[1], s.Box[2], s.Box[3]}
		i, seen := index[s.Page]
		if !seen {
			index[s.Page] = len(out)
			out = append(out, aggregate{s.Page, b})
			continue
		}
		out[i].BoundingBox = cover(out[i].BoundingBox, b)
	}
	return out
}

func cover(a, b box) box {
	left, top := min(a.Left, b.Left), min(a.Top, b.Top)
	right, bottom := max(a.Left+a.Width, b.Left+b.Width), max(a.Top+a.Height, b.Top+b.Height)
	return box{left, top, right - left, bottom - top}
}
