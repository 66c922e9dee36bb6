// Package ingest is the writing half of the interface: POST /extract,
// /extract/sync, /extract/batch and /classify.
//
// In: HTTP requests of authenticated accounts. Out: files in the blob store,
// one `documents.submitted` record for each accepted request, and the answer; a
// synchronous call waits for the end of its request and renders it. A request is
// accepted by its record, or a batch by one transaction over its records, and
// by nothing else: what is refused leaves neither record nor file.
//
// Files are never parsed here; the screen does that in a child process. Nothing
// is read from ClickHouse.
package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"lavra.dev/ingest/form"
	"lavra.dev/ingest/idempotency"
	"lavra.dev/ingest/screen"
	"lavra.dev/platform/blob"
	"lavra.dev/platform/config"
	"lavra.dev/platform/egress"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/status"
)

// Config of the endpoints. All limits are of the contract, and settable.
type Config struct {
	// MaxFile and MaxPages bound a document.
	MaxFile  config.Size `env:"MAX_FILE" envDefault:"20MiB"`
	MaxPages int         `env:"MAX_PAGES" envDefault:"200"`
	// MaxBatch and MaxFiles bound a batch.
	MaxBatch config.Size `env:"MAX_BATCH" envDefault:"200MiB"`
	MaxFiles int         `env:"MAX_BATCH_FILES" envDefault:"100"`
	// MaxMetadata, MaxSignature and MaxReference (characters) bound these fields of a call.
	MaxMetadata  config.Size `env:"MAX_METADATA" envDefault:"16KiB"`
	MaxSignature config.Size `env:"MAX_SIGNATURE" envDefault:"1KiB"`
	MaxReference int         `env:"MAX_REFERENCE" envDefault:"256"`
	// Download bounds the fetching of a fileUrl.
	Download time.Duration `env:"DOWNLOAD_TIMEOUT" envDefault:"30s"`

	// RateLimit is how many calls a minute an account may make; 0: any number.
	// RateBurst of them may come at once.
	RateLimit int `env:"RATE_LIMIT" envDefault:"0"`
	RateBurst int `env:"RATE_BURST" envDefault:"20"`

	// InteractiveAsync is how many single asynchronous requests of an account
	// are in flight in the interactive lane; those above go to the bulk lane.
	// Each takes about a second of a core, so 8 are a few seconds of delay for
	// a synchronous call at worst.
	InteractiveAsync int `env:"INTERACTIVE_ASYNC" envDefault:"8"`

	// AccountBulk is how many documents of an account that this process accepted are in flight in
	// the bulk lane; those above wait in one behind it, out of the way of other accounts.
	AccountBulk int `env:"ACCOUNT_BULK" envDefault:"1000"`

	// IdempotencyKeys is how many keys of the last day this process holds, at 134 bytes each and
	// twice that again until garbage is collected. Calls with others get 503; 0: any number.
	IdempotencyKeys int `env:"IDEMPOTENCY_KEYS" envDefault:"5000000"`

	// AccountPages and AccountBytes bound what an account has in flight: the pages and bytes of
	// its requests that this process accepted and that have not ended; beyond them it gets 429.
	// 0: any number. A page may use LAVRA_READER_PAGE_CPU of a core, so that a bound of pages is
	// one of processor time too.
	AccountPages int         `env:"ACCOUNT_PAGES" envDefault:"0"`
	AccountBytes config.Size `env:"ACCOUNT_BYTES" envDefault:"0"`

	// MaxBacklog is how many accepted documents may be under way before more
	// are refused; 0: any number. MaxDrain is the same as time, at the rate of
	// late.
	MaxBacklog int64         `env:"MAX_BACKLOG" envDefault:"2000000"`
	MaxDrain   time.Duration `env:"MAX_DRAIN" envDefault:"72h"`
}

// Validate names what is wrong.
func (c *Config) Validate() error {
	var faults []error
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"MAX_FILE", int64(c.MaxFile)}, {"MAX_PAGES", int64(c.MaxPages)}, {"MAX_BATCH", int64(c.MaxBatch)},
		{"MAX_BATCH_FILES", int64(c.MaxFiles)}, {"MAX_METADATA", int64(c.MaxMetadata)}, {"MAX_SIGNATURE", int64(c.MaxSignature)},
		{"MAX_REFERENCE", int64(c.MaxReference)}, {"DOWNLOAD_TIMEOUT", int64(c.Download)}, {"RATE_BURST", int64(c.RateBurst)},
	} {
		if n.value <= 0 {
			faults = append(faults, fmt.Errorf("%s%s: must be above zero", config.Prefix, n.name))
		}
	}
	for _, n := range []struct {
		name  string
		value int64
	}{
		{"RATE_LIMIT", int64(c.RateLimit)}, {"INTERACTIVE_ASYNC", int64(c.InteractiveAsync)}, {"ACCOUNT_BULK", int64(c.AccountBulk)}, {"IDEMPOTENCY_KEYS", int64(c.IdempotencyKeys)},
		{"ACCOUNT_PAGES", int64(c.AccountPages)}, {"ACCOUNT_BYTES", int64(c.AccountBytes)}, {"MAX_BACKLOG", c.MaxBacklog}, {"MAX_DRAIN", int64(c.MaxDrain)},
	} {
		if n.value < 0 {
			faults = append(faults, fmt.Errorf("%s%s: must not be negative", config.Prefix, n.name))
		}
	}
	if c.MaxBatch < c.MaxFile {
		faults = append(faults, errors.New("LAVRA_MAX_BATCH: below LAVRA_MAX_FILE, so that a batch could not take every file"))
	}
	return errors.Join(faults...)
}

func (c *Config) limits() form.Limits {
	return form.Limits{
		File: int64(c.MaxFile), Batch: int64(c.MaxBatch), Files: c.MaxFiles,
		Metadata: int(c.MaxMetadata), Signature: int(c.MaxSignature), Reference: c.MaxReference,
	}
}

// Screen reports whether a file may enter. screen.Screen is one. An error means
// that nothing is known of the file.
type Screen interface {
	Check(ctx context.Context, account string, open func(context.Context) (io.ReadCloser, error)) (screen.Verdict, error)
}

// Statuses is what is known of requests from the log. status.Index is one.
type Statuses interface {
	// Get gives the highest status seen of a request.
	Get(id string) (status.State, bool)
	// CaughtUp waits until everything written of a request before the call is
	// seen; its error says that this took too long.
	CaughtUp(ctx context.Context, id string) error
	// Wait gives the terminal status of a request once there is one.
	Wait(ctx context.Context, id string) (status.State, error)
}

// Deps are what a Service borrows.
type Deps struct {
	Kafka      *kafka.Kafka
	Blobs      *blob.Store
	Keys       *secret.Keys
	IDs        *requestid.Issuer
	Guard      *egress.Guard
	Screen     Screen
	Statuses   Statuses
	Erased     *erasure.Index // nil: nothing is ever erased
	Log        *slog.Logger
	Registerer prometheus.Registerer
}

// Service is the writing half of the interface.
type Service struct {
	cfg        Config
	deps       Deps
	limits     form.Limits
	downloader *egress.Downloader
	claims     *idempotency.Claims
	backlog    *backlog
	rates      *rates
	lanes      *lanes
	budgets    *budgets
	metrics    *metrics

	background sync.WaitGroup // what goes on after an answer
}

// New makes a Service. It answers once Run is running.
func New(cfg Config, deps Deps) (*Service, error) {
	m, err := newMetrics(deps.Registerer)
	if err != nil {
		return nil, err
	}
	claims := idempotency.New(deps.Kafka, deps.Keys, deps.Log)
	claims.Most = cfg.IdempotencyKeys
	return &Service{
		cfg:        cfg,
		deps:       deps,
		limits:     cfg.limits(),
		downloader: egress.NewDownloader(deps.Guard, cfg.Download),
		claims:     claims,
		backlog:    newBacklog(cfg, deps.Kafka, deps.Log, m),
		rates:      newRates(cfg),
		lanes:      newLanes(cfg, deps.Statuses),
		budgets:    newBudgets(cfg, deps.Statuses),
		metrics:    m,
	}, nil
}

// Register puts the endpoints on a router.
func (s *Service) Register(router *mux.Router) {
	for _, e := range endpoints {
		router.Handle(e.path, s.handler(e)).Methods("POST")
	}
}

// Run tails the idempotency claims and watches the backlog until ctx ends, then
// waits for what answered calls have left to do.
func (s *Service) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := s.deps.Kafka.EndTransactions(ctx); err != nil && ctx.Err() == nil {
			s.deps.Log.Warn("a predecessor's transactions are left to the brokers, which end them within 15 s", "error", err)
		}
		return nil
	})
	group.Go(func() error { return s.claims.Run(ctx) })
	group.Go(func() error { return s.backlog.run(ctx) })
	group.Go(func() error { return s.lanes.run(ctx) })
	err := group.Wait()
	s.background.Wait()
	return err
}
