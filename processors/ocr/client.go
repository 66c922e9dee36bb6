package ocr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/nativelib"
	"lavra.dev/platform/sandbox"
	"lavra.dev/platform/stage"
	"lavra.dev/processors/nfexml"
	"lavra.dev/schemas/event"
)

// ReaderConfig sets up the children that read.
type ReaderConfig struct {
	Command     []string      // of a child whose main calls ServeReader
	NativeDir   string        // of the engines; empty: where they are looked for by themselves
	Workers     int           // default: one for each core; one more serves the interactive lane alone
	MemoryBytes int64         // resident, of one child; default 512 MiB
	Deadline    time.Duration // for one file; default 5 min
	PageCPU     time.Duration // of one page; default 30 s
	FileCPU     time.Duration // of one file; 0: what its pages and Deadline leave
	WithoutWall bool          // go on where the kernel has no Landlock
	Dir         string        // for the children's directories; default: the system's

	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Reader reads files in child processes.
type Reader struct {
	pool    *sandbox.Pool
	workers int
}

// childMemory keeps a child under 200 MiB over hours of scans (190 at the peak
// over 80 pages, 305 without it; the cost is within 3 % of CPU): Go collects
// from 64 MiB on, and what the engines free goes back to the system at once
// where it is a page's image, and soon where it is less.
var childMemory = []string{
	"GOMEMLIMIT=64MiB",
	"MALLOC_ARENA_MAX=1",
	"MALLOC_MMAP_THRESHOLD_=4194304",
	"MALLOC_TRIM_THRESHOLD_=8388608",
}

// bulkNice leaves the cores to whoever waits for an answer.
const bulkNice = 10

// NewReader starts the children.
func NewReader(cfg ReaderConfig) (*Reader, error) {
	if cfg.Workers <= 0 {
		cfg.Workers = runtime.NumCPU()
	}
	if cfg.Deadline <= 0 {
		// 200 pages of scans at some 1.5 s a page.
		cfg.Deadline = 5 * time.Minute
	}
	if cfg.PageCPU <= 0 {
		// Ten times the densest scan; counted in time of a core, which no load of the machine adds to.
		cfg.PageCPU = 30 * time.Second
	}
	pool, err := sandbox.New(sandbox.Config{
		Name: "reader", Command: cfg.Command, Env: nativeEnvironment(cfg.NativeDir), Readable: nativeFolders(cfg.NativeDir), Dir: cfg.Dir, WithoutWall: cfg.WithoutWall,
		Workers: cfg.Workers, Reserved: 1, Nice: bulkNice,
		MemoryBytes: cfg.MemoryBytes, Deadline: cfg.Deadline, CPU: cfg.PageCPU, JobCPU: cfg.FileCPU,
		RecycleAfter: 250, // a start costs 40 ms of a core: 0.2 ms a file
		Registerer:   cfg.Registerer, Logger: cfg.Logger,
	})
	if err != nil {
		return nil, err
	}
	return &Reader{pool, cfg.Workers}, nil
}

// Close ends the children.
func (r *Reader) Close() { r.pool.Close() }

// How many files of each lane can be read at once, of all accounts.
func (r *Reader) interactive() int { return r.workers + 2 }
func (r *Reader) bulk() int        { return r.workers + 1 }

// nativeFolders are where the engines may be, for the wall around a child.
func nativeFolders(dir string) []string {
	folders := nativelib.Folders()
	for _, folder := range []string{dir, os.Getenv(tessdata)} {
		if folder != "" {
			folders = append(folders, folder)
		}
	}
	return folders
}

// tessdata names the folder of Tesseract's languages, where it is not its own.
const tessdata = "TESSDATA_PREFIX"

func nativeEnvironment(dir string) []string {
	env := slices.Clone(childMemory)
	if dir == "" {
		dir = os.Getenv(nativelib.Variable)
	}
	for variable, value := range map[string]string{nativelib.Variable: dir, tessdata: os.Getenv(tessdata)} {
		if value != "" {
			env = append(env, variable+"="+value)
		}
	}
	return env
}

// Read reads the pages of a request's file. What is wrong with the file itself is a
// permanent error with its reason.
func (r *Reader) Read(ctx context.Context, of event.Request, open sandbox.Opener, maxPages int) (event.Reading, error) {
	var reading event.Reading
	err := r.do(ctx, of, order{Format: of.File.Format, MaxPages: maxPages}, open, &reading)
	return reading, explained(err)
}

// ReadInvoice reads the XML of an NF-e.
func (r *Reader) ReadInvoice(ctx context.Context, of event.Request, open sandbox.Opener) (nfexml.Result, error) {
	var invoice nfexml.Result
	err := r.do(ctx, of, order{Format: event.XML, MaxPages: 1}, open, &invoice)
	return invoice, explained(err)
}

// A file may take the time of its pages, and some to begin: the few that a classification
// looks at do not get what 200 pages need.
const (
	beginning = time.Minute
	eachPage  = 20 * time.Second
)

func (r *Reader) do(ctx context.Context, of event.Request, o order, open sandbox.Opener, answer any) error {
	header, err := json.Marshal(o)
	if err != nil {
		return err
	}
	data, err := r.pool.Do(ctx, sandbox.Job{
		Header: header, Open: open, Account: of.Account, Bulk: of.Lane != event.Interactive,
		Deadline: beginning + time.Duration(o.MaxPages)*eachPage,
	})
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("taking apart a child's answer: %w", errAnswer)
	}
	return nil
}

// errAnswer stands for the decoder's own words, which quote what was read.
var errAnswer = errors.New("not of the agreed form")

// killings say what a file did whose children died of it.
var killings = map[sandbox.Reason]string{
	sandbox.Memory:   "O arquivo exige memória demais para ser processado.",
	sandbox.Deadline: "O processamento do arquivo excedeu o tempo máximo.",
	sandbox.Crash:    "O arquivo está corrompido e não pôde ser processado.",
}

// explained says in Portuguese what a file did that a child could not read it.
// An error that says nothing about the file stays as it is: it will be tried again.
func explained(err error) error {
	var killed *sandbox.KilledError
	var answered *sandbox.JobError
	switch {
	case errors.As(err, &killed):
		if of := killings[killed.Reason]; of != "" {
			return stage.Permanent(err, of)
		}
		// From outside: tried again, and parked where it goes on while others are read.
	case errors.As(err, &answered) && reasons[answered.Code] != "":
		return stage.Permanent(err, reasons[answered.Code])
	case errors.Is(err, errAnswer):
		return stage.Permanent(err, reasons[codeUnreadable])
	}
	return err
}
