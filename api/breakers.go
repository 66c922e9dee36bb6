package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

type breakersRecord struct {
	Items []breakerRecord `json:"items"`
}

// breakerRecord is an endpoint, or a host, whose callbacks mostly fail.
type breakerRecord struct {
	BreakerID   string  `json:"breaker_id"`
	Account     string  `json:"account"`
	Scope       string  `json:"scope"` // endpoint or host
	Host        string  `json:"host"`
	URL         *string `json:"url"` // for its account alone; null of a host
	Since       string  `json:"since"`
	NextProbeAt string  `json:"next_probe_at"`
	LastError   string  `json:"last_error"`
	SaidAt      string  `json:"said_at"`
}

const (
	scopeEndpoint = "endpoint"
	scopeHost     = "host"

	textUnknownBreaker = "Breaker not found"
	textHostBreaker    = "As chamadas de várias contas a este host falham; ele é testado sozinho, e só um operador o libera antes."
)

// getBreakers answers GET /callbacks/breakers, of the caller's account.
func (s *Service) getBreakers(w http.ResponseWriter, r *http.Request) {
	s.listBreakers(w, r, web.Account(r.Context()), s.openURL)
}

// getAllBreakers answers GET /admin/breakers. A URL may hold a secret of its account.
func (s *Service) getAllBreakers(w http.ResponseWriter, r *http.Request) {
	s.listBreakers(w, r, "", func(event.Breaker) *string { return nil })
}

func (s *Service) listBreakers(w http.ResponseWriter, r *http.Request, account string, url func(event.Breaker) *string) {
	if err := s.readBreakers(r.Context()); err != nil {
		s.failAway(w, r, err)
		return
	}
	record := breakersRecord{Items: []breakerRecord{}}
	for _, b := range s.breakers.Open(account) {
		item := breakerRecord{BreakerID: b.ID, Account: b.Account, Scope: scopeEndpoint, Host: b.Host, URL: url(b), Since: result.Timestamp(b.Since),
			NextProbeAt: result.Timestamp(b.NextProbe), LastError: b.Error, SaidAt: result.Timestamp(b.At)}
		if b.OfHost() {
			item.Scope = scopeHost
		}
		record.Items = append(record.Items, item)
	}
	web.AnswerJSON(w, r, record)
}

// openURL is the endpoint as its client gave it; nil where this service cannot open it.
func (s *Service) openURL(b event.Breaker) *string {
	if b.OfHost() {
		return nil
	}
	url, err := s.keys.OpenText(*b.SealedURL, b.ID)
	if err != nil {
		return nil
	}
	return &url
}

func (s *Service) readBreakers(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.StoreTimeout)
	defer cancel()
	return s.breakers.Ready(ctx)
}

// postBreaker answers POST /callbacks/breakers/{breakerId}/close. A host is not one
// account's to close: the failures are those of all who call it.
func (s *Service) postBreaker(w http.ResponseWriter, r *http.Request) {
	s.closeBreaker(w, r, web.Account(r.Context()), false)
}

// postAnyBreaker answers POST /admin/breakers/{breakerId}/close.
func (s *Service) postAnyBreaker(w http.ResponseWriter, r *http.Request) {
	s.closeBreaker(w, r, "", true)
}

func (s *Service) closeBreaker(w http.ResponseWriter, r *http.Request, account string, hosts bool) {
	if err := s.readBreakers(r.Context()); err != nil {
		s.failAway(w, r, err)
		return
	}
	open, id := s.breakers.Open(account), mux.Vars(r)["breakerId"]
	at := slices.IndexFunc(open, func(b event.Breaker) bool { return b.ID == id })
	switch {
	case at < 0:
		web.Message(w, http.StatusNotFound, textUnknownBreaker)
		return
	case open[at].OfHost() && !hosts:
		web.Message(w, http.StatusConflict, textHostBreaker)
		return
	}
	if err := s.breakers.Close(r.Context(), open[at], s.operator(r)); err != nil {
		s.failAway(w, r, fmt.Errorf("closing a breaker: %w", err))
		return
	}
	s.log.Info("a breaker was closed by hand", "host", open[at].Host, "account", open[at].Account, "by", s.operator(r))
	w.WriteHeader(http.StatusNoContent)
}
