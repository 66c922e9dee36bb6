package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gorilla/mux"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/cobra"

	"lavra.dev/api"
	"lavra.dev/api/console"
	"lavra.dev/ingest"
	"lavra.dev/ingest/screen"
	"lavra.dev/ingest/screen/clamd"
	"lavra.dev/platform/account"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/config"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/health"
	"lavra.dev/platform/janitor"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/sandbox"
	"lavra.dev/platform/status"
	"lavra.dev/platform/telemetry"
	"lavra.dev/platform/tracing"
	"lavra.dev/platform/web"
	"lavra.dev/processors"
	"lavra.dev/processors/extraction/llm"
	"lavra.dev/processors/webhook"
	"lavra.dev/schemas/topic"
	"lavra.dev/sink"
)

// serviceSettings is the whole environment of a process that serves.
type serviceSettings struct {
	Settings
	traces tracing.Config // under names of OpenTelemetry's

	// Listen is the address of the HTTP interface. Empty: 127.0.0.1:8080 for
	// `lavra up` and `lavra serve`, 8090 for ingest alone, 8091 for the api alone.
	Listen string `env:"LISTEN"`

	// Console serves the web console at /. ConsoleIngestURL is where it sends documents,
	// as browsers reach it; empty: to itself, which is right for `lavra up` and behind one address.
	Console          bool   `env:"CONSOLE" envDefault:"true"`
	ConsoleIngestURL string `env:"CONSOLE_INGEST_URL"`

	HTTP   web.Config
	Ingest ingest.Config

	// ClamdAddr is host:port or a socket path of a ClamAV daemon; empty: no scan.
	ClamdAddr string `env:"CLAMD_ADDR"`
	// ScreenWorkers are children that examine files before acceptance.
	ScreenWorkers int `env:"SCREEN_WORKERS" envDefault:"2"`

	// NativeDir holds libpdfium.so and libchdb.so; empty: .native beside the program's folder, then /usr/lib/lavra.
	NativeDir string `env:"NATIVE_DIR"`
	// ReaderWorkers are children that read pages, besides the one kept for the interactive lane; 0: one for each core.
	ReaderWorkers int `env:"READER_WORKERS"`
	// PageWorkers are children that draw pages for people to look at.
	PageWorkers int `env:"PAGE_WORKERS" envDefault:"1"`
	// ReaderMemory is the resident memory at which a reader is killed.
	ReaderMemory config.Size `env:"READER_MEMORY" envDefault:"512MiB"`
	// ReaderDeadline is how long one file may take.
	ReaderDeadline time.Duration `env:"READER_DEADLINE" envDefault:"5m"`
	// ReaderPageCPU is how much of a core's time one page may take.
	ReaderPageCPU time.Duration `env:"READER_PAGE_CPU" envDefault:"30s"`
	// ReaderFileCPU is how much of a core's time one file may take; 0: what its pages and the deadline leave.
	ReaderFileCPU time.Duration `env:"READER_FILE_CPU" envDefault:"0"`
	// TypeThreshold is the confidence from which a detected type is accepted.
	TypeThreshold float64 `env:"TYPE_THRESHOLD" envDefault:"0.6"`
	// LLM is an optional language model, asked for what extraction leaves open.
	LLM llm.Config
	// StatusIndexRequests is how many of the newest requests each process that answers clients holds in memory: 170 bytes each, 260
	// in batches, and twice that again until garbage is collected. Older ones are answered from the log and ClickHouse.
	StatusIndexRequests int `env:"STATUS_INDEX_REQUESTS" envDefault:"1000000"`
	// OperatorAccounts are those whose keys may use /admin, which speaks of all accounts; their keys are for nothing else.
	OperatorAccounts []string `env:"OPERATOR_ACCOUNTS"`
	// CallbackBackoff is the wait before the second and the third attempt.
	CallbackBackoff []time.Duration `env:"CALLBACK_BACKOFF" envDefault:"10s,60s"`
	// CallbackConcurrency bounds deliveries in their first second, beside twice as many slower ones, CallbackEndpointConcurrency
	// those to one endpoint; a host has four times that, an account three quarters of all.
	CallbackConcurrency         int `env:"CALLBACK_CONCURRENCY" envDefault:"64"`
	CallbackEndpointConcurrency int `env:"CALLBACK_ENDPOINT_CONCURRENCY" envDefault:"4"`
	// CallbackJournal is how many callbacks a process remembers, its own and others', so that none is tried once too often: those
	// of the last ten minutes, at 288 bytes each and twice that again until garbage is collected. Further ones wait; 0: any number.
	CallbackJournal int `env:"CALLBACK_JOURNAL" envDefault:"1000000"`

	// PoisonStop is how many of a stage's last hundred records may be undecodable before it waits; 0: any.
	PoisonStop int `env:"POISON_STOP" envDefault:"50"`

	// SinkRows fill a block for ClickHouse; one that is not full waits from SinkMinAge to SinkMaxAge.
	SinkRows   int           `env:"SINK_ROWS" envDefault:"5000"`
	SinkMinAge time.Duration `env:"SINK_MIN_AGE" envDefault:"200ms"`
	SinkMaxAge time.Duration `env:"SINK_MAX_AGE" envDefault:"2s"`
	// KeepResults is how long ClickHouse keeps rows, KeepFiles how long uploaded files are kept, KeepWork how long
	// records of the way are after every group has read them.
	KeepResults time.Duration `env:"KEEP_RESULTS" envDefault:"2160h"`
	KeepFiles   time.Duration `env:"KEEP_FILES" envDefault:"168h"`
	KeepWork    time.Duration `env:"KEEP_WORK" envDefault:"24h"`
}

// Validate names the faults of what is set here; sections check themselves.
func (s *serviceSettings) Validate() error {
	var faults []error
	fault := func(wrong bool, text string) {
		if wrong {
			faults = append(faults, errors.New(text))
		}
	}
	fault(s.Listen != "" && config.CheckAddress(s.Listen) != nil, "LAVRA_LISTEN: want host:port, such as 127.0.0.1:8080")
	fault(len(s.CallbackBackoff) != 2 || slices.Min(s.CallbackBackoff) <= 0, "LAVRA_CALLBACK_BACKOFF: want two waits above zero, such as 10s,60s")
	fault(s.CallbackConcurrency < 1, "LAVRA_CALLBACK_CONCURRENCY: want 1 or more")
	fault(s.CallbackEndpointConcurrency < 1, "LAVRA_CALLBACK_ENDPOINT_CONCURRENCY: want 1 or more")
	fault(s.CallbackJournal < 0 || s.CallbackJournal > 0 && s.CallbackJournal < 10_000, "LAVRA_CALLBACK_JOURNAL: want 10000 or more, or 0 for any number")
	fault(s.TypeThreshold <= 0 || s.TypeThreshold > 1, "LAVRA_TYPE_THRESHOLD: want a number above 0, at most 1")
	fault(s.ScreenWorkers < 1, "LAVRA_SCREEN_WORKERS: want 1 or more")
	fault(s.PageWorkers < 1, "LAVRA_PAGE_WORKERS: want 1 or more")
	fault(s.ReaderWorkers < 0, "LAVRA_READER_WORKERS: want 1 or more, or 0 for one for each core")
	fault(s.ReaderMemory < 64<<20, "LAVRA_READER_MEMORY: want 64MiB or more")
	fault(s.PoisonStop < 0 || s.PoisonStop > 100, "LAVRA_POISON_STOP: want 0 to 100")
	fault(s.ReaderDeadline <= 0, "LAVRA_READER_DEADLINE: must be above zero")
	fault(s.ReaderPageCPU <= 0 || s.ReaderFileCPU < 0, "LAVRA_READER_PAGE_CPU: must be above zero; LAVRA_READER_FILE_CPU: not below zero")
	fault(s.StatusIndexRequests < 10_000, "LAVRA_STATUS_INDEX_REQUESTS: want 10000 or more, what comes in within some minutes")
	fault(s.SinkRows < 1 || s.SinkRows > 500_000, "LAVRA_SINK_ROWS: want 1 to 500000")
	fault(s.SinkMinAge <= 0 || s.SinkMaxAge < s.SinkMinAge, "LAVRA_SINK_MIN_AGE, LAVRA_SINK_MAX_AGE: want times above zero, the second not below the first")
	for _, k := range []struct {
		name string
		kept time.Duration
	}{{"RESULTS", s.KeepResults}, {"FILES", s.KeepFiles}} {
		fault(k.kept < 24*time.Hour, "LAVRA_KEEP_"+k.name+": want 24h or more")
	}
	fault(s.KeepFiles < s.Ingest.MaxDrain, "LAVRA_KEEP_FILES: below LAVRA_MAX_DRAIN, so that files would be gone before their turn")
	fault(s.KeepWork <= 0, "LAVRA_KEEP_WORK: must be above zero")
	return errors.Join(faults...)
}

// roles are the services that a process runs.
type roles struct{ embedded, ingest, processors, sink, api bool }

func (r roles) http() bool { return r.ingest || r.api }

type process struct {
	name, short, listen string
	roles               roles
}

// processes are the kinds of process that serve.
var processes = []process{
	{"up", "Run everything in one process tree; parts that are not configured are embedded", "127.0.0.1:8080",
		roles{embedded: true, ingest: true, processors: true, sink: true, api: true}},
	{"serve", "Run both halves of the interface in one process, at one address", "127.0.0.1:8080", roles{ingest: true, api: true}},
	{"ingest", "Run the writing half of the interface alone", "127.0.0.1:8090", roles{ingest: true}},
	{"processors", "Run the pipeline's processors alone", "", roles{processors: true}},
	{"sink", "Run the sink into ClickHouse alone", "", roles{sink: true}},
	{"api", "Run the reading half of the interface alone", "127.0.0.1:8091", roles{api: true}},
}

// name tells the processes apart that may share a LAVRA_INSTANCE.
func (r roles) name() string {
	i := slices.IndexFunc(processes, func(p process) bool { return p.roles == r })
	return processes[i].name
}

func serviceCommands() (commands []*cobra.Command) {
	for _, p := range processes {
		commands = append(commands, &cobra.Command{Use: p.name, Short: p.short, Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := load(p.name)
			if err != nil {
				return err
			}
			return serve(cmd.Context(), s, p.roles)
		}})
	}
	return commands
}

// garbagePercent lets the heap grow to three times what is in use before it is collected:
// a document leaves a megabyte behind, and little stays. It saves a tenth of the processor
// time of a text PDF and takes some 50 MiB; GOGC says otherwise.
const garbagePercent = 200

// serve runs the services of a process until ctx ends. Then /readyz is off, the
// layers end one after the other, and the parts last.
func serve(ctx context.Context, s *serviceSettings, r roles) error {
	log := telemetry.NewLogger(os.Stderr, s.Config)
	slog.SetDefault(log)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	metrics, state := telemetry.NewRegistry(), health.New(ctx, version, log)
	stopTracing, err := tracing.Start(ctx, s.traces, r.name(), version, log)
	if err != nil {
		return err
	}
	defer stopTracing()
	// Before everything else: a process that waits for its parts says so.
	listener, err := telemetry.Listen(ctx, s.Config, metrics, state, log)
	if err != nil {
		return err
	}
	s.MetricsListen = listener.Addr() // with its port where the configured one was 0
	run := newLayers(ctx)
	run.start(tails, "metrics listener", listener.Run)
	free, err := s.bringUp(run.ending, r, log, metrics, state, run)
	defer free()
	run.fail(err)
	return run.wait()
}

// bringUp starts the parts and the services of a process. What they borrow is
// freed by the caller, once all have ended.
func (s *serviceSettings) bringUp(ctx context.Context, r roles, log *slog.Logger, metrics *prometheus.Registry, state *health.State, run *layers) (free func(), err error) {
	var borrowed []func()
	free = func() {
		for _, f := range slices.Backward(borrowed) {
			f()
		}
	}
	if r.embedded {
		embeddedParts, err := startParts(ctx, &s.Settings, log)
		if err != nil {
			return free, err
		}
		borrowed = append(borrowed, embeddedParts.Close)
	}
	b, err := newBase(ctx, &s.Settings, log, metrics)
	if err != nil {
		return free, err
	}
	borrowed = append(borrowed, b.Close)
	if err := b.claimName(ctx, &s.Settings, r.name()); err != nil {
		return free, err
	}
	return free, s.assemble(ctx, b, r, state, run)
}

// starter runs a service beside the others of its layer.
type starter func(name string, run func(context.Context) error)

func (s *serviceSettings) assemble(ctx context.Context, b *base, r roles, state *health.State, run *layers) error {
	checks := []health.Check{{Name: "kafka", Needed: true, Ask: b.kafka.Healthy}}
	if !r.sink || r.http() {
		// The api only draws pages from them.
		checks = append(checks, health.Check{Name: "blobs", Needed: r.ingest || r.processors, Ask: b.blobs.Check})
	}
	if !r.http() { // startHTTP has its index told of them first
		run.start(tails, "erasures", b.erased.Run)
	}
	if r.processors || r.http() { // whoever asks for keys, or signs callbacks
		run.start(tails, "accounts", b.accounts.Run)
		if err := s.secretFault(account.NewAdmin(b.accounts).CheckSecret(ctx)); err != nil {
			return err
		}
	}
	if r.processors {
		if err := s.startProcessors(b, run.in(workers)); err != nil {
			return err
		}
	}
	var store *clickhouse.Client
	if r.sink || r.api {
		var err error
		if store, err = clickhouse.Open(clickhouse.Config{DSN: string(s.ClickHouseDSN), Roots: s.authorities(), Logger: b.log}); err != nil {
			return err
		}
		// The api answers from the log while the store is away, and the sink beside it waits.
		checks = append(checks, health.Check{Name: "clickhouse", Needed: !r.http(), Ask: store.Healthy})
	}
	if r.sink {
		service, err := sink.New(sink.Config{Rows: s.SinkRows, MinAge: s.SinkMinAge, MaxAge: s.SinkMaxAge, Keep: s.KeepResults, Build: version},
			sink.Deps{Kafka: b.kafka, ClickHouse: store, Erased: b.erased, Logger: b.log, Registerer: b.metrics})
		if err != nil {
			return err
		}
		run.start(workers, "sink", service.Run)
	}
	if r.http() {
		if err := s.startHTTP(ctx, b, r, store, state, run); err != nil {
			return err
		}
	}
	if (r.processors || r.http()) && !sandbox.Walled() {
		checks = append(checks, health.Check{Name: "confinement"}) // LAVRA_SANDBOX_WITHOUT_LANDLOCK or a bare build, or it would not start
	}
	if err := b.metrics.Register(health.Disks(s.folders(r))); err != nil {
		return fmt.Errorf("registering metrics of disks: %w", err)
	}
	state.Started(append(checks, s.conditionChecks(b, r)...)...)
	return nil
}

func (s *serviceSettings) startProcessors(b *base, start starter) error {
	cfg, err := s.processing()
	if err != nil {
		return err
	}
	service, err := processors.New(cfg, lent(b))
	if err != nil {
		return err
	}
	start("processors", service.Run)
	cleaner, err := janitor.New(janitor.Config{KeepWork: s.KeepWork, KeepFiles: s.KeepFiles},
		janitor.Deps{Kafka: b.kafka, Blobs: b.blobs, Registerer: b.metrics, Logger: b.log})
	if err != nil {
		return err
	}
	start("janitor", cleaner.Run)
	eraser, err := erasure.NewEraser(erasure.Deps{Kafka: b.kafka, Blobs: b.blobs, Build: version, Registerer: b.metrics, Logger: b.log})
	if err != nil {
		return err
	}
	start("eraser", eraser.Run)
	start("lag watch", func(ctx context.Context) error {
		watchLag(ctx, b.kafka)
		return nil
	})
	return nil
}

// processing is how documents are read.
func (s *serviceSettings) processing() (processors.Config, error) {
	command, err := self("reader")
	return processors.Config{
		ReaderCommand: command, NativeDir: s.NativeDir, ReaderWorkers: s.ReaderWorkers, ReaderMemoryBytes: int64(s.ReaderMemory),
		ReaderDeadline: s.ReaderDeadline, ReaderPageCPU: s.ReaderPageCPU, ReaderFileCPU: s.ReaderFileCPU, WithoutWall: s.WithoutLandlock, MaxPages: s.Ingest.MaxPages, Threshold: s.TypeThreshold, PoisonStop: cmp.Or(s.PoisonStop, -1), Model: s.LLM, Build: version,
		Callbacks: webhook.Config{Backoff: [2]time.Duration(s.CallbackBackoff), Concurrency: s.CallbackConcurrency,
			EndpointConcurrency: s.CallbackEndpointConcurrency, Journal: s.CallbackJournal},
	}, err
}

// lent is what reading borrows of a process.
func lent(b *base) processors.Deps {
	return processors.Deps{Kafka: b.kafka, Blobs: b.blobs, Keys: b.keys, Egress: b.egress, Erased: b.erased, SigningSecrets: b.accounts.SigningSecrets, Registerer: b.metrics, Logger: b.log}
}

// watchLag keeps the lag in sight. Every 15 s is as often as it is scraped.
func watchLag(ctx context.Context, k *kafka.Kafka) {
	k.WatchLag(ctx, 15*time.Second, topic.GroupOCR, topic.GroupClassification, topic.GroupExtraction, topic.GroupGeometry,
		topic.GroupWebhook, topic.GroupSink, topic.GroupErasure)
}

func (s *serviceSettings) startHTTP(ctx context.Context, b *base, r roles, store *clickhouse.Client, state *health.State, run *layers) error {
	index, err := status.New(status.Config{Capacity: s.StatusIndexRequests}, status.Deps{Kafka: b.kafka, Erased: b.erased, Logger: b.log, Registerer: b.metrics})
	if err != nil {
		return err
	}
	run.start(tails, "erasures", b.erased.Run)
	run.start(tails, "status index", index.Run)
	bootstrap, err := account.ParseBootstrap(s.BootstrapKeys)
	if err != nil {
		return err
	}
	admin := account.NewAdmin(b.accounts)
	if err := admin.Bootstrap(ctx, bootstrap); err != nil {
		return fmt.Errorf("making the accounts of LAVRA_BOOTSTRAP_KEYS: %w", err)
	}
	router := web.NewRouter()
	for path, page := range map[string]http.HandlerFunc{"/livez": state.Live, "/readyz": state.Ready, "/health": state.Detail} {
		web.Public(router.Path(path).Methods(http.MethodGet).Handler(page))
	}
	if r.ingest {
		if err := s.registerIngest(b, index, router, run.in(tails)); err != nil {
			return err
		}
	}
	if r.api {
		draw, err := s.startDrawer(b, run.in(tails))
		if err != nil {
			return err
		}
		service, err := api.New(api.Config{}, api.Deps{Kafka: b.kafka, ClickHouse: store, Erased: b.erased, Index: index, IDs: b.ids, Keys: b.keys, Accounts: b.accounts,
			Blobs: b.blobs, DrawPage: draw, Log: b.log, Registerer: b.metrics})
		if err != nil {
			return err
		}
		service.Register(router)
		run.start(tails, "api", service.Run)
		if err := s.registerConsole(router); err != nil {
			return err
		}
	}
	isOperator := func(id string) bool { return slices.Contains(s.OperatorAccounts, id) }
	audit := account.NewAudit(b.kafka, b.log)
	run.start(tails, "audit", audit.Run)
	handler, err := web.NewHandler(s.HTTP, web.Deps{Accounts: b.accounts, IsOperator: isOperator, Audit: audit, Log: b.log, Registerer: b.metrics}, router)
	if err != nil {
		return err
	}
	if err := b.erased.Ready(ctx); err != nil {
		return fmt.Errorf("waiting for the erasures: %w", err)
	}
	// A request before the index has caught up would wait for what is long there.
	if err := index.Ready(ctx); err != nil {
		return err
	}
	server, err := web.Listen(ctx, s.Listen, s.HTTP, handler, b.log)
	if err != nil {
		return err
	}
	b.egress.Refuse(server.Addr())
	run.start(doors, "http server", server.Run)
	b.log.Info("ready", "http", server.Addr(), "version", version)
	return nil
}

// registerConsole adds the web console, which is served where the results are.
func (s *serviceSettings) registerConsole(router *mux.Router) error {
	if !s.Console {
		return nil
	}
	page, err := console.New(console.Settings{Version: version, IngestURL: s.ConsoleIngestURL, MaxFileBytes: int64(s.Ingest.MaxFile),
		MaxBatchBytes: int64(s.Ingest.MaxBatch), MaxBatchFiles: s.Ingest.MaxFiles})
	if err != nil {
		return fmt.Errorf("LAVRA_CONSOLE_INGEST_URL: %w", err)
	}
	page.Register(router)
	return nil
}

func (s *serviceSettings) registerIngest(b *base, index *status.Index, router *mux.Router, start starter) error {
	command, err := self("screen")
	if err != nil {
		return err
	}
	cfg := screen.Config{Command: command, Workers: s.ScreenWorkers, WithoutWall: s.WithoutLandlock, Logger: b.log, Registerer: b.metrics}
	if s.ClamdAddr != "" {
		cfg.Scanner = clamd.New(s.ClamdAddr, clamdTimeout)
	}
	screening, err := screen.New(cfg)
	if err != nil {
		return err
	}
	service, err := ingest.New(s.Ingest, ingest.Deps{Kafka: b.kafka, Blobs: b.blobs, Keys: b.keys, IDs: b.ids, Guard: b.egress,
		Screen: screening, Statuses: index, Erased: b.erased, Log: b.log, Registerer: b.metrics})
	if err != nil {
		screening.Close()
		return err
	}
	service.Register(router)
	start("ingest", func(ctx context.Context) error {
		defer screening.Close()
		return service.Run(ctx)
	})
	return nil
}

// clamdTimeout bounds one scan. A file of the largest size takes a few seconds.
const clamdTimeout = 30 * time.Second
