package api

import (
	"net/http"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/result"
)

// getStatus answers GET /extract/{requestId}.
func (s *Service) getStatus(w http.ResponseWriter, r *http.Request) {
	doc, err := s.lookupBy(r.Context(), web.Account(r.Context()), mux.Vars(r)["requestId"], s.store.answer)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	body := doc.record
	switch {
	case body != nil:
	case doc.ended():
		body, err = result.Ended(*doc.completed)
	default:
		body, err = result.InProgress(doc.request, doc.step, doc.documentType, doc.text.state())
	}
	s.write(w, r, body, err)
}

// write sends a rendered JSON body.
func (s *Service) write(w http.ResponseWriter, r *http.Request, body []byte, err error) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	web.Answer(w, r, "application/json; charset=utf-8", body)
}
