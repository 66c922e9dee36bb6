package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/account"
)

// Authenticator says what a key stands for. account.Directory is one.
type Authenticator interface {
	Authenticate(key string) account.Grant
}

// Auditor is told what keys are used for. account.Audit is one.
type Auditor interface {
	Note(of account.Grant, action string, status int)
}

// Deps are what a handler needs beside the routes.
type Deps struct {
	Accounts   Authenticator
	IsOperator func(accountID string) bool // nil: nobody is
	Audit      Auditor                     // nil: nobody is told
	Log        *slog.Logger
	Registerer prometheus.Registerer
}

// handler decides all that comes before an endpoint.
type handler struct {
	cfg     Config
	deps    Deps
	table   *table
	metrics *metrics
	brake   *brake
	shares  *shares
}

// NewHandler wraps a router whose routes are all registered.
func NewHandler(cfg Config, deps Deps, router *mux.Router) (http.Handler, error) {
	table, err := newTable(router)
	if err != nil {
		return nil, fmt.Errorf("reading routes: %w", err)
	}
	m, err := newMetrics(deps.Registerer)
	if err != nil {
		return nil, err
	}
	return &handler{cfg, deps, table, m, newBrake(cfg.WrongKeys), newShares(cfg)}, nil
}

type contextKey int

const (
	accountKey contextKey = iota
	traceKey
)

// Account is the account that a request was authenticated for.
func Account(ctx context.Context) string {
	id, _ := ctx.Value(accountKey).(string)
	return id
}

// WithAccount stands in for authentication, in a test or for who needs none.
func WithAccount(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, accountKey, id)
}

// TraceID is the X-Request-Id of a request: the client's own, or one made here.
func TraceID(ctx context.Context) string {
	id, _ := ctx.Value(traceKey).(string)
	return id
}

func (h *handler) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	start := time.Now()
	found := h.table.find(r)
	trace := traceID(r)
	// A copy: net/http looks at its own request's body when the answer is out. Were that
	// one replaced, it would no longer know that a client with Expect: 100-continue was
	// never asked for its body, and wait for it for ever.
	r = r.WithContext(context.WithValue(r.Context(), traceKey, trace))
	r.Body = newBody(rw, r.Body, h.cfg.BodyIdle, h.cfg.BodyTotal)
	w := newResponse(rw, r, h.cfg.WriteIdle)
	h.metrics.inFlight.Inc()
	defer func() {
		h.metrics.inFlight.Dec()
		if fault := recover(); fault != nil {
			h.panicked(w, found.template, trace, fault)
		}
		h.metrics.observe(found.template, r.Method, w.status, time.Since(start))
		if w.keyed && h.deps.Audit != nil {
			h.deps.Audit.Note(w.grant, r.Method+" "+found.template, w.status)
		}
	}()
	h.headers(w, r, trace)
	if h.crossOrigin(w, r, found) {
		return
	}
	h.admit(w, r, found)
}

// admit lets a request through to its endpoint, or says why not.
func (h *handler) admit(w *response, r *http.Request, found match) {
	if !found.known {
		Message(w, http.StatusNotFound, textNotFound)
		return
	}
	if !found.public {
		key, address := bearer(r), addressOf(r.RemoteAddr)
		w.keyed = key != ""
		if wait, ok := h.brake.allows(address, key); !ok && key != "" {
			h.metrics.braked.Inc()
			TooMany(w, wait, textWrongKeys)
			return
		}
		grant := h.authenticate(address, key)
		if grant.State != account.Unknown {
			w.grant = grant
		}
		switch grant.State {
		case account.Active:
			if !h.may(grant, r.Method, found) {
				refuse(w, http.StatusForbidden, textForbidden)
				return
			}
			if !h.shares.enter(grant.Account) {
				TooMany(w, time.Second, textAtWork)
				return
			}
			defer h.shares.leave(grant.Account)
			w.admitted = true
			admitConnection(r.Context())
			r = r.WithContext(WithAccount(r.Context(), grant.Account))
		case account.Inactive:
			refuse(w, http.StatusForbidden, textForbidden)
			return
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, textUnauthorized)
			return
		}
	}
	if len(found.allowed) > 0 {
		w.Header().Set("Allow", strings.Join(found.allowed, ", "))
		Message(w, http.StatusMethodNotAllowed, textMethod)
		return
	}
	if found.handler == nil { // the other half of the interface serves it
		Message(w, http.StatusNotFound, textNotFound)
		return
	}
	found.handler.ServeHTTP(w, mux.SetURLVars(r, found.vars))
}

// may reports whether a key is good for a route: what a method does to documents is its scope.
func (h *handler) may(grant account.Grant, method string, found match) bool {
	switch {
	case found.forOperators:
		return h.deps.IsOperator != nil && h.deps.IsOperator(grant.Account) && grant.May(account.Manage)
	case method == http.MethodGet, method == http.MethodHead:
		return grant.May(account.Read)
	case method == http.MethodDelete:
		return grant.May(account.Erase)
	}
	return grant.May(account.Submit)
}

// authenticate says what a key is good for, and tells the brake. No key is no try.
func (h *handler) authenticate(address netip.Addr, key string) account.Grant {
	if key == "" {
		return account.Grant{State: account.Unknown}
	}
	grant := h.deps.Accounts.Authenticate(key)
	if grant.State == account.Unknown {
		h.brake.wasWrong(address, key)
	} else {
		h.brake.wasRight(key)
	}
	return grant
}

// bearer gives the key of the one Authorization header; empty where it has
// another form, which is no key of anybody.
func bearer(r *http.Request) string {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return ""
	}
	scheme, key, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.Trim(key, " ")
}

// traceForm keeps what is echoed, and logged, harmless.
var traceForm = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

func traceID(r *http.Request) string {
	if id := r.Header.Get("X-Request-Id"); traceForm.MatchString(id) {
		return id
	}
	return uuid.NewString()
}

func (h *handler) headers(w http.ResponseWriter, r *http.Request, trace string) {
	header := w.Header()
	header.Set("X-Request-Id", trace)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store") // documents are nobody else's
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Referrer-Policy", "no-referrer")
	if r.TLS != nil {
		header.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// panicked answers for a fault of ours, where an answer is still possible.
func (h *handler) panicked(w *response, template, trace string, fault any) {
	if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(fault)
	}
	// The value may quote a document; the stack names code only.
	h.deps.Log.Error("handler panicked", "route", template, "trace_id", trace,
		"kind", fmt.Sprintf("%T", fault), "stack", string(debug.Stack()))
	if w.status != 0 {
		panic(http.ErrAbortHandler) // part of another answer is out: only cutting it off is honest
	}
	Message(w, http.StatusInternalServerError, TextUnexpected)
}
