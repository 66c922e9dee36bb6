// Package processors runs the steps of the pipeline in one process: reading,
// classification, extraction, geometry and callbacks. Each is a consumer group
// of its own, so that any number of processes share the work.
//
// In come accepted requests, out go their results, by the log alone. Nothing
// here listens on a port or answers a client.
package processors

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/egress"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/secret"
	"lavra.dev/processors/extraction"
	"lavra.dev/processors/extraction/llm"
	"lavra.dev/processors/ocr"
	"lavra.dev/processors/pipeline"
	"lavra.dev/processors/replay"
	"lavra.dev/processors/webhook"
)

// Config says how the steps work. Only the command of the reader has no default.
type Config struct {
	ReaderCommand     []string      // of a child process whose main calls ocr.ServeReader
	NativeDir         string        // of the engines; empty: where they are looked for by themselves
	ReaderWorkers     int           // children; one for each core, and one more for the interactive lane
	ReaderMemoryBytes int64         // resident, of one child; 512 MiB
	ReaderDeadline    time.Duration // for one file; 5 min
	ReaderPageCPU     time.Duration // of one page; 30 s
	ReaderFileCPU     time.Duration // of one file; 0: what its pages leave
	WithoutWall       bool          // read even where the kernel has no Landlock
	SandboxDir        string        // for the children's directories; the system's

	MaxPages  int     // read of one file; 200
	Threshold float64 // from which a detected type is accepted; 0.6
	Workers   int     // of each other step and lane; one for each core

	// PoisonStop is how many of a step's last hundred records may be undecodable
	// before it waits; 50, -1: any.
	PoisonStop int

	Model     llm.Config // optional, for what extraction leaves open
	Callbacks webhook.Config
	Build     string // version, for dead letters
}

// Deps are what the steps borrow. Registerer and Logger may be nil.
type Deps struct {
	Kafka  *kafka.Kafka
	Blobs  *blob.Store
	Keys   *secret.Keys
	Egress *egress.Guard
	Erased *erasure.Index // nil: nothing is ever erased
	// SigningSecrets are those that an account's callbacks are signed with; nil: none.
	SigningSecrets func(account string) ([][]byte, error)

	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Service is the processors of one process.
type Service struct {
	reader *ocr.Reader
	steps  []func(context.Context) error
}

// New starts the children that read; Run starts the steps.
func New(cfg Config, deps Deps) (*Service, error) {
	s, err := newSteps(cfg, deps)
	if err != nil {
		return nil, err
	}
	callbacks := webhook.New(cfg.Callbacks, webhook.Deps{
		Kafka: deps.Kafka, Keys: deps.Keys, Client: deps.Egress.Client(false), Class: egress.Class, Build: cfg.Build, Erased: deps.Erased,
		Secrets: deps.SigningSecrets, Registerer: deps.Registerer, Logger: deps.Logger,
	})
	return &Service{s.reading.Reader, []func(context.Context) error{s.reading.Run, s.classification.Run, s.extraction.Run, s.geometry.Run, callbacks.Run}}, nil
}

// NewReplay starts the children that read, for documents that are run again
// beside the pipeline, with the steps as they are set up here.
func NewReplay(cfg Config, deps Deps) (*replay.Replay, error) {
	s, err := newSteps(cfg, deps)
	if err != nil {
		return nil, err
	}
	return replay.New(replay.Deps{Kafka: deps.Kafka, Files: s.reading, Steps: pipeline.Again{Extraction: s.extraction},
		Completion: s.extraction.Completion, Logger: deps.Logger}), nil
}

type steps struct {
	reading        *ocr.Stage
	classification *pipeline.Classification
	extraction     *pipeline.Extraction
	geometry       *pipeline.Geometry
}

func newSteps(cfg Config, deps Deps) (*steps, error) {
	if deps.Kafka == nil || deps.Blobs == nil || deps.Keys == nil || deps.Egress == nil {
		return nil, errors.New("processors: kafka, blobs, keys and egress are needed")
	}
	if cfg.MaxPages <= 0 {
		cfg.MaxPages = 200
	}
	if cfg.Threshold <= 0 {
		cfg.Threshold = 0.6
	}
	if err := extraction.Prepare(); err != nil {
		return nil, err
	}
	model, err := llm.New(cfg.Model, deps.Registerer, deps.Logger)
	if err != nil {
		return nil, err
	}
	reader, err := ocr.NewReader(ocr.ReaderConfig{
		Command: cfg.ReaderCommand, NativeDir: cfg.NativeDir, Workers: cfg.ReaderWorkers,
		MemoryBytes: cfg.ReaderMemoryBytes, Deadline: cfg.ReaderDeadline, PageCPU: cfg.ReaderPageCPU, FileCPU: cfg.ReaderFileCPU, Dir: cfg.SandboxDir, WithoutWall: cfg.WithoutWall,
		Registerer: deps.Registerer, Logger: deps.Logger,
	})
	if err != nil {
		return nil, err
	}
	completion, err := pipeline.NewCompletion(deps.Kafka, deps.Keys, deps.Erased, deps.Registerer)
	if err != nil {
		reader.Close()
		return nil, err
	}
	reading := &ocr.Stage{
		Kafka: deps.Kafka, Blobs: deps.Blobs, Completion: completion, Reader: reader,
		MaxPages: cfg.MaxPages, Threshold: cfg.Threshold, PoisonStop: cfg.PoisonStop, Build: cfg.Build, Registerer: deps.Registerer, Logger: deps.Logger,
	}
	shared := pipeline.Deps{Kafka: deps.Kafka, Completion: completion, Threshold: cfg.Threshold, Workers: cfg.Workers, PoisonStop: cfg.PoisonStop, Build: cfg.Build, Registerer: deps.Registerer, Logger: deps.Logger}
	return &steps{reading, &pipeline.Classification{Deps: shared}, &pipeline.Extraction{Deps: shared, Blobs: deps.Blobs, Invoices: reader, Model: model},
		&pipeline.Geometry{Deps: shared}}, nil
}

// Run works until ctx ends, then lets what is at work finish, within bounds,
// and ends the children. The fault of one step ends all.
func (s *Service) Run(ctx context.Context) error {
	defer s.reader.Close()
	all, ctx := errgroup.WithContext(ctx)
	for _, run := range s.steps {
		all.Go(func() error { return run(ctx) })
	}
	return all.Wait()
}
