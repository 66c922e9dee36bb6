package api

import (
	"net/http"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
)

// boundingBoxesRecord is where every leaf of a result stands.
type boundingBoxesRecord struct {
	RequestID     string              `json:"request_id"`
	DocumentType  *string             `json:"document_type"`
	PageCount     *int32              `json:"page_count"` // null: still in progress
	BoundingBoxes []boundingBoxRecord `json:"bounding_boxes"`
}

// getBoundingBoxes answers GET /extract/{requestId}/bounding-boxes.
func (s *Service) getBoundingBoxes(w http.ResponseWriter, r *http.Request) {
	doc, err := s.lookup(r.Context(), web.Account(r.Context()), mux.Vars(r)["requestId"])
	if err != nil {
		s.fail(w, r, err)
		return
	}
	record := boundingBoxesRecord{RequestID: doc.request.ID, DocumentType: doc.documentType, BoundingBoxes: []boundingBoxRecord{}}
	if doc.ended() {
		c := doc.completed
		record.DocumentType, record.PageCount = c.Detection.Type, &c.PageCount
		for _, place := range c.Places {
			path, err := parseFieldPath(place.Path)
			if err != nil {
				continue // of no field: nobody could ask for it
			}
			if box, ok := boundingBox(doc, path); ok {
				record.BoundingBoxes = append(record.BoundingBoxes, box)
			}
		}
	} else if record.DocumentType == nil {
		record.DocumentType = doc.request.DocumentType
	}
	web.AnswerJSON(w, r, record)
}
