package submit_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// service answers as the contract says, and as badly as a service at the other
// end of a network can: it refuses for a moment, and loses answers on their way.
// What a real one does is in cmd/lavra/e2e; no real one can be told when to fail.
type service struct {
	*httptest.Server
	faults int // one call in so many goes wrong; 0: none

	mu       sync.Mutex
	calls    map[string][]string // by idempotency key: identifiers
	accepted map[string]int      // by content
	requests map[string]string   // identifier to its reference_id
	batches  map[string][]string
}

const apiKey = "chave-de-teste"

func newService(t *testing.T, faults int) *service {
	s := &service{faults: faults, calls: map[string][]string{}, accepted: map[string]int{}, requests: map[string]string{}, batches: map[string][]string{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /extract", s.post)
	mux.HandleFunc("POST /extract/batch", s.post)
	mux.HandleFunc("POST /extract/sync", s.post)
	mux.HandleFunc("GET /extract/batch", s.batch)
	mux.HandleFunc("GET /extract/{id}", s.get)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("Authorization") {
		case "Bearer " + apiKey:
			mux.ServeHTTP(w, r)
		case "Bearer inativa":
			reply(w, http.StatusForbidden, map[string]string{"error": "Forbidden"})
		default:
			reply(w, http.StatusUnauthorized, map[string]string{"error": "Unauthorized"})
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func (s *service) unlucky() bool { return s.faults > 0 && rand.IntN(s.faults) == 0 }

func (s *service) post(w http.ResponseWriter, r *http.Request) {
	form, err := r.MultipartReader()
	if err != nil {
		reply(w, http.StatusBadRequest, map[string]string{"message": err.Error()})
		return
	}
	var contents []string
	reference, refusal := "", ""
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return // the client is gone
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return
		}
		switch part.FormName() {
		case "referenceId":
			reference = string(text)
		case "file":
			contents = append(contents, string(text))
			if strings.Contains(string(text), "bloqueado") && refusal == "" {
				refusal = "Arquivo bloqueado pela validação de segurança."
				if strings.HasSuffix(r.URL.Path, "/batch") {
					refusal += " (arquivo: " + part.FileName() + ")"
				}
			}
		}
	}
	switch {
	case refusal != "":
		reply(w, http.StatusBadRequest, map[string]string{"message": refusal})
		return
	case s.unlucky():
		w.Header().Set("Retry-After", "0")
		reply(w, []int{http.StatusServiceUnavailable, http.StatusTooManyRequests, http.StatusBadGateway}[rand.IntN(3)], map[string]string{"message": "depois"})
		return
	}
	ids := s.take(r.Header.Get("Idempotency-Key"), reference, contents)
	if s.unlucky() {
		panic(http.ErrAbortHandler) // accepted, and nobody hears of it
	}
	s.answer(w, r, ids)
}

func (s *service) take(key, reference string, contents []string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ids := s.calls[key]; ids != nil {
		return ids
	}
	var ids []string
	for _, c := range contents {
		s.accepted[c]++
		id := fmt.Sprintf("r%d", len(s.requests))
		s.requests[id] = reference
		ids = append(ids, id)
	}
	s.calls[key] = ids
	return ids
}

func (s *service) answer(w http.ResponseWriter, r *http.Request, ids []string) {
	type record struct {
		ID     string `json:"request_id"`
		Status string `json:"status"`
	}
	switch r.URL.Path {
	case "/extract/batch":
		s.mu.Lock()
		s.batches["b"+ids[0]] = ids
		s.mu.Unlock()
		var records []record
		for _, id := range ids {
			records = append(records, record{id, "in_progress"})
		}
		w.Header().Set("X-Batch-Id", "b"+ids[0])
		reply(w, http.StatusOK, records)
	case "/extract/sync":
		reply(w, http.StatusOK, result(ids[0]))
	default:
		reply(w, http.StatusOK, record{ids[0], "in_progress"})
	}
}

func result(id string) map[string]any {
	return map[string]any{"request_id": id, "document_type": "RECIBO", "status": "success", "processed_at": time.Unix(1_790_000_000, 0).UTC(),
		"fields":  map[string]any{"valor": map[string]any{"value": 12.5}, "pagador": map[string]any{"value": "=HYPERLINK(\"x\")"}},
		"service": map[string]any{"reliability_score": 97.5, "missing_fields": []string{"local"}}}
}

func (s *service) batch(w http.ResponseWriter, r *http.Request) {
	if s.unlucky() {
		reply(w, http.StatusServiceUnavailable, map[string]string{"message": "depois"})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	items := []map[string]string{}
	for _, id := range s.batches[r.URL.Query().Get("batchId")] {
		items = append(items, map[string]string{"request_id": id, "status": "success"})
	}
	reply(w, http.StatusOK, map[string]any{"items": items, "next_cursor": nil})
}

func (s *service) get(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	reference, known := s.requests[r.PathValue("id")]
	s.mu.Unlock()
	switch {
	case !known:
		reply(w, http.StatusNotFound, map[string]string{"message": "Request not found"})
	case s.unlucky():
		panic(http.ErrAbortHandler)
	default:
		record := result(r.PathValue("id"))
		record["payload"], record["reference_id"] = result(r.PathValue("id")), reference
		reply(w, http.StatusOK, record)
	}
}

// once says how many contents were accepted, and how many of them more than once.
func (s *service) once() (accepted, twice int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.accepted {
		if n > 1 {
			twice++
		}
	}
	return len(s.accepted), twice
}
