package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

// registerAdmin adds what is for an operator's key alone: it speaks of all accounts.
func (s *Service) registerAdmin(r *mux.Router) {
	add := func(method, path string, answer http.HandlerFunc) {
		web.ForOperators(r.Path(path).Methods(method).HandlerFunc(answer))
	}
	add(http.MethodGet, "/admin/letters", s.getLetters)
	add(http.MethodPost, "/admin/letters/replay", s.postReplays)
	add(http.MethodPost, "/admin/letters/discard", s.postDiscards)
	add(http.MethodGet, "/admin/letters/{letterId}", s.getLetter)
	add(http.MethodPost, "/admin/letters/{letterId}/replay", s.postReplay)
	add(http.MethodPost, "/admin/letters/{letterId}/discard", s.postDiscard)
	add(http.MethodGet, "/admin/endpoints", s.getEndpoints)
	add(http.MethodGet, "/admin/breakers", s.getAllBreakers)
	add(http.MethodPost, "/admin/breakers/{breakerId}/close", s.postAnyBreaker)
	add(http.MethodGet, "/admin/accounts", s.getAccounts)
	add(http.MethodGet, "/admin/queues", s.getQueues)
}

type accountsRecord struct {
	Items []accountRecord `json:"items"`
}

type accountRecord struct {
	Account   string      `json:"account"`
	Active    bool        `json:"active"`
	CreatedAt string      `json:"created_at"`
	Keys      []keyRecord `json:"keys"`
}

// keyRecord tells keys apart, and gives none away.
type keyRecord struct {
	KeyID     string  `json:"key_id"`
	Hint      string  `json:"hint"` // its last characters; empty: it is too short to show any
	CreatedAt string  `json:"created_at"`
	RevokedAt *string `json:"revoked_at"`
}

// getAccounts answers GET /admin/accounts.
func (s *Service) getAccounts(w http.ResponseWriter, r *http.Request) {
	record := accountsRecord{Items: []accountRecord{}}
	for _, a := range s.accounts.Accounts() {
		item := accountRecord{Account: a.ID, Active: a.Active, CreatedAt: result.Timestamp(a.CreatedAt), Keys: []keyRecord{}}
		for _, k := range a.Keys {
			item.Keys = append(item.Keys, keyRecordOf(k))
		}
		record.Items = append(record.Items, item)
	}
	slices.SortFunc(record.Items, func(a, b accountRecord) int { return strings.Compare(a.Account, b.Account) })
	web.AnswerJSON(w, r, record)
}

func keyRecordOf(k event.Key) keyRecord {
	return keyRecord{KeyID: k.ID, Hint: k.Hint, CreatedAt: result.Timestamp(k.CreatedAt), RevokedAt: timestampOrNull(k.RevokedAt)}
}

func timestampOrNull(at *time.Time) *string {
	if at == nil || at.IsZero() {
		return nil
	}
	text := result.Timestamp(*at)
	return &text
}

type queuesRecord struct {
	Items []queueRecord `json:"items"`
}

// queueRecord is how far a group of readers is behind in a topic.
type queueRecord struct {
	Group    string  `json:"group"`
	Topic    string  `json:"topic"`
	Records  int64   `json:"records"`
	OldestAt *string `json:"oldest_at"` // null: nothing waits
}

// getQueues answers GET /admin/queues.
func (s *Service) getQueues(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), s.cfg.StoreTimeout)
	defer cancel()
	lags, err := s.kafka.Lags(ctx, topic.GroupOCR, topic.GroupClassification, topic.GroupExtraction, topic.GroupGeometry, topic.GroupWebhook, topic.GroupSink)
	if err != nil {
		s.failAway(w, r, err)
		return
	}
	record := queuesRecord{Items: []queueRecord{}}
	for _, l := range lags {
		record.Items = append(record.Items, queueRecord{l.Group, l.Topic, l.Records, timestampOrNull(&l.Oldest)})
	}
	web.AnswerJSON(w, r, record)
}
