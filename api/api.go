// Package api is the reading half of the interface: the GET endpoints, the
// machine-readable description of the whole interface, and its reference page.
//
// In come requests that platform/web has authenticated; out go records rendered
// by schemas/result. What a client wrote it also reads: the hot index of the
// log is asked first, then the log itself by pointer, then the query store, and
// for what none of them holds the log is scanned. Where that cannot be done to
// the end the answer is 503, never a false 404. Nothing is
// written here but verdicts on values and erasures, as events of their own, and
// what somebody does with letters and breakers.
package api

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/breaker"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/status"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
)

// Config of the endpoints.
type Config struct {
	// Keep is how long the log keeps statuses: an older request that the query
	// store cannot be asked for is unknown, not absent. 7 days by default.
	Keep time.Duration

	// StoreTimeout bounds a question to the query store. 5 s by default.
	StoreTimeout time.Duration

	// ErasedTimeout is how long an answer waits to hear of erasures that were just
	// made. Past it, what the process knows of them counts: a log that is away
	// takes none. 1 s by default.
	ErasedTimeout time.Duration

	// ScanTimeout and ScanBytes bound a scan of the log. 2 s and 64 MiB by default.
	ScanTimeout time.Duration
	ScanBytes   int
}

func (c Config) withDefaults() Config {
	if c.Keep == 0 {
		c.Keep = 7 * 24 * time.Hour
	}
	if c.StoreTimeout == 0 {
		c.StoreTimeout = 5 * time.Second
	}
	if c.ErasedTimeout == 0 {
		c.ErasedTimeout = time.Second
	}
	if c.ScanTimeout == 0 {
		c.ScanTimeout = 2 * time.Second
	}
	if c.ScanBytes == 0 {
		c.ScanBytes = 64 << 20
	}
	return c
}

// Deps are what a Service borrows. Log and Registerer may be nil.
type Deps struct {
	Kafka      *kafka.Kafka
	ClickHouse *clickhouse.Client
	Erased     *erasure.Index // run by its owner; nil: nothing is ever erased
	Index      *status.Index  // run by its owner: the writing half uses it too
	Blobs      *blob.Store    // of the files whose pages are drawn
	DrawPage   DrawPage       // nil: pages are not drawn
	IDs        *requestid.Issuer
	Keys       *secret.Keys // that open what of a request is sealed
	Accounts   Accounts     // for an operator's key to look at
	Log        *slog.Logger
	Registerer prometheus.Registerer
}

// Accounts lists the accounts of the installation. account.Directory does.
type Accounts interface{ Accounts() []event.Account }

// Service is the reading half of the interface.
type Service struct {
	cfg         Config
	kafka       *kafka.Kafka
	erased      *erasure.Index
	index       *status.Index
	ids         *requestid.Issuer
	keys        *secret.Keys
	accounts    Accounts
	letters     *deadletter.Index
	breakers    *breaker.Index
	desk        *deadletter.Desk
	store       *store
	drawings    *drawings
	log         *slog.Logger
	lookups     *prometheus.CounterVec
	description description
}

// New makes a Service.
func New(cfg Config, deps Deps) (*Service, error) {
	cfg = cfg.withDefaults()
	s := &Service{
		cfg:    cfg,
		kafka:  deps.Kafka,
		erased: deps.Erased,
		index:  deps.Index,
		ids:    deps.IDs,
		keys:   deps.Keys,

		accounts: deps.Accounts,
		letters:  deadletter.NewIndex(deps.Kafka, deps.Log),
		breakers: breaker.NewIndex(deps.Kafka, deps.Log),
		store:    &store{db: deps.ClickHouse, timeout: cfg.StoreTimeout},
		drawings: &drawings{draw: deps.DrawPage, blobs: deps.Blobs, waiting: map[string]int{},
			kept: drawingCache{most: drawingBytes, of: map[string]*list.Element{}}},
		log: deps.Log,
		lookups: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_api_lookups_total",
			Help: "Requests looked up, by where the answer came from: log, store, scan, none or unavailable.",
		}, []string{"source"}),
	}
	s.desk = deadletter.NewDesk(deps.Kafka, s.letters)
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if deps.Registerer != nil {
		if err := deps.Registerer.Register(s.lookups); err != nil {
			return nil, fmt.Errorf("registering metrics of the api: %w", err)
		}
	}
	var err error
	if s.description, err = described(); err != nil {
		return nil, err
	}
	return s, nil
}

// Register adds the endpoints, the document and its page to a router of
// web.NewRouter.
func (s *Service) Register(r *mux.Router) {
	s.describe(r)
	s.registerAdmin(r)
	r.Path("/extract").Methods(http.MethodGet).HandlerFunc(s.getList)
	r.Path("/extract/batch").Methods(http.MethodGet).HandlerFunc(s.getBatch)
	r.Path("/extract/{requestId}").Methods(http.MethodGet).HandlerFunc(s.getStatus)
	r.Path("/extract/{requestId}").Methods(http.MethodDelete).HandlerFunc(s.deleteRequest)
	r.Path("/extract/{requestId}/markdown").Methods(http.MethodGet).HandlerFunc(s.getMarkdown)
	r.Path("/extract/{requestId}/bounding-box").Methods(http.MethodGet).HandlerFunc(s.getBoundingBox)
	r.Path("/extract/{requestId}/corrections").Methods(http.MethodGet).HandlerFunc(s.getCorrections)
	r.Path("/extract/{requestId}/corrections").Methods(http.MethodPut).HandlerFunc(s.putCorrections)
	r.Path("/extract/{requestId}/pages/{page}").Methods(http.MethodGet).HandlerFunc(s.getPage)
	r.Path("/extract/{requestId}/bounding-boxes").Methods(http.MethodGet).HandlerFunc(s.getBoundingBoxes)
	r.Path("/extract/{requestId}/timeline").Methods(http.MethodGet).HandlerFunc(s.getTimeline)
	r.Path("/callbacks/breakers").Methods(http.MethodGet).HandlerFunc(s.getBreakers)
	r.Path("/callbacks/breakers/{breakerId}/close").Methods(http.MethodPost).HandlerFunc(s.postBreaker)
	r.Path("/analytics/{analysis}").Methods(http.MethodGet).HandlerFunc(s.getAnalytics)
	r.Path("/types").Methods(http.MethodGet).HandlerFunc(s.getTypes)
	r.Path("/types/{documentType}").Methods(http.MethodGet).HandlerFunc(s.getType)
}

// Run keeps up with letters and breakers until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	parts, ctx := errgroup.WithContext(ctx)
	parts.Go(func() error { return s.letters.Run(ctx) })
	parts.Go(func() error { return s.breakers.Run(ctx) })
	return parts.Wait()
}

var (
	// errNotFound says that there is no such request of this account.
	errNotFound = errors.New("no such request")

	// errUnavailable says that nothing can be said now.
	errUnavailable = errors.New("not known at the moment")
)

// retryAfter is what a client waits after a 503: the parts that can be away
// mostly come back in seconds.
const retryAfter = 2 * time.Second

// fail answers for an error of a look-up.
func (s *Service) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case errors.Is(err, errNotFound):
		web.Message(w, http.StatusNotFound, web.TextUnknownRequest)
	case r.Context().Err() != nil:
		// The client is gone, or the server stops.
		web.Unavailable(w, retryAfter)
	case errors.Is(err, errUnavailable):
		s.log.Warn("a request could not be looked up", "trace_id", web.TraceID(r.Context()), "error", err)
		web.Unavailable(w, retryAfter)
	default:
		s.log.Error("answering failed", "trace_id", web.TraceID(r.Context()), "error", err)
		web.Message(w, http.StatusInternalServerError, web.TextUnexpected)
	}
}

// invalid answers 400 for a parameter, in the contract's form.
func invalid(w http.ResponseWriter, parameter, reason string) {
	web.Message(w, http.StatusBadRequest, "Dados inválidos: "+parameter+": "+reason)
}
