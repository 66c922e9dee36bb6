// Package sandbox runs work on untrusted files in child processes that can be
// killed: they have no network, may start nothing, and have bounds on memory
// and time (Linux only). A Pool in the parent owns the children; Confine and Serve are the
// body of a child.
//
// In come a small header and a file, out goes a small answer. The file is
// copied into the child's own directory and never held whole in memory. What a
// child prints never reaches a log: it may hold document content.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Config describes a pool of identical children.
type Config struct {
	Name     string   // of the pool, in logs and metrics: "reader", "screen"
	Command  []string // program and arguments of a child, whose main calls Confine and Serve
	Env      []string // added to a child's environment, which is otherwise nearly empty
	Readable []string // paths a child may read besides the system's libraries and its own directory
	Dir      string   // where the children's directories are made; default: the system's

	// WithoutWall goes on where the kernel has no Landlock: the filter of system calls still
	// keeps a child from the network, programs and processes, but not from reading files.
	WithoutWall bool

	Workers  int // children that take any job; default 1
	Reserved int // further children that take no bulk job
	Nice     int // added to the niceness of the Workers, so that bulk work yields; 0 to 19

	MemoryBytes  int64         // resident memory that gets a child killed; default 512 MiB
	Deadline     time.Duration // per job; default 60 s
	RecycleAfter int           // jobs after which a child is replaced; default 500

	Logger     *slog.Logger
	Registerer prometheus.Registerer // nil: no metrics
}

// Job is one piece of work. Open gives its file, again where the job is tried again; nil
// is no file. It should be at hand, not a slow client: a child is kept while it is copied.
type Job struct {
	Header []byte
	Open   Opener
	Bulk   bool // may wait behind others and runs at lower priority
}

// Opener opens the file of a job.
type Opener = func(context.Context) (io.ReadCloser, error)

// Reason says why a child was killed, or that it died by itself.
type Reason string

const (
	Memory   Reason = "memory"
	Deadline Reason = "deadline"
	Crash    Reason = "crash"
	Outside  Reason = "outside" // somebody else killed it; what Do returns never says so
)

// tries is how often a job is begun before a death counts against it. A child's memory or a
// fault of its engines may come from the documents before, so both are seen twice, the second
// time in a fresh child that does nothing else; a deadline would only pass again. A kill from
// outside (an operator, the kernel short of memory) says nothing about the job; it is bounded
// all the same, since a child taken over by its file can kill itself: 5 kills in a row, in some
// 8 s with the waits, are no coincidence.
var tries = map[Reason]int{Memory: 2, Deadline: 1, Crash: 2, Outside: 5}

// KilledError is the end of a job whose child did not live to answer, as often as tries
// says. Running the same job again would most likely end the same way.
type KilledError struct{ Reason Reason }

func (e *KilledError) Error() string { return "child killed: " + string(e.Reason) }

// JobError is what a child answers when it lives but has no result. Code is a
// short word of the child's program, never text from the file.
type JobError struct{ Code string }

func (e *JobError) Error() string { return "child answered: " + e.Code }

// ErrClosed is returned by Do once Close was called.
var ErrClosed = errors.New("sandbox pool is closed")

// Pool is a set of long-lived children.
type Pool struct {
	cfg      Config
	log      *slog.Logger
	metrics  *metrics
	starter  *starter
	dir      *directory
	general  chan *place
	reserved chan *place
	closing  context.Context
	stop     context.CancelFunc
	closed   sync.Once
}

// place is the right to run one child. It waits in its queue while the child
// is idle; a dead child's place is off the queue until it has another.
type place struct {
	child *child // nil only once the pool closes
	queue chan *place
	nice  int
}

// New starts the children in the background; Do waits for one that is ready.
func New(cfg Config) (*Pool, error) {
	if err := cfg.complete(); err != nil {
		return nil, fmt.Errorf("configuring sandbox %q: %w", cfg.Name, err)
	}
	wall := landlockVersion()
	if wall == 0 && !cfg.WithoutWall {
		return nil, fmt.Errorf("opening sandbox %q: %w; use a kernel from 5.13 on, or set LAVRA_SANDBOX_WITHOUT_LANDLOCK=true to go on without", cfg.Name, errNoLandlock)
	}
	if wall == 0 {
		cfg.Logger.Warn("children that read strangers' files can read every file of this user: the kernel has no Landlock", "pool", cfg.Name)
	}
	dir, err := newDirectory(cfg.Dir, cfg.Name)
	if err != nil {
		return nil, fmt.Errorf("opening sandbox %q: %w", cfg.Name, err)
	}
	p := &Pool{
		cfg:      cfg,
		dir:      dir,
		log:      cfg.Logger.With("pool", cfg.Name),
		metrics:  newMetrics(cfg.Registerer, cfg.Name, wall),
		starter:  newStarter(),
		general:  make(chan *place, cfg.Workers),
		reserved: make(chan *place, cfg.Reserved),
	}
	p.closing, p.stop = context.WithCancel(context.Background())
	for range cfg.Workers {
		p.fill(&place{queue: p.general, nice: cfg.Nice})
	}
	for range cfg.Reserved {
		p.fill(&place{queue: p.reserved})
	}
	return p, nil
}

func (c *Config) complete() error {
	if len(c.Command) == 0 {
		return errors.New("no command")
	}
	if c.Nice < 0 || c.Nice > 19 {
		return fmt.Errorf("niceness %d is not in 0 to 19", c.Nice)
	}
	c.Workers = max(c.Workers, 1)
	c.Reserved = max(c.Reserved, 0)
	if c.MemoryBytes <= 0 {
		c.MemoryBytes = 512 << 20
	}
	if c.Deadline <= 0 {
		c.Deadline = time.Minute
	}
	if c.RecycleAfter <= 0 {
		c.RecycleAfter = 500
	}
	if c.Dir == "" {
		c.Dir = os.TempDir()
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return nil
}

// Do gives the job to a child and returns its answer. It returns a *KilledError when
// child after child was killed or died over it, a *JobError when one answered so, and the
// context's error when that ended first (the child is killed then too: nothing else stops an
// engine in the middle of a page).
func (p *Pool) Do(ctx context.Context, job Job) ([]byte, error) {
	const first, longest = 100 * time.Millisecond, 5 * time.Second
	for try, wait := 1, first; ; try, wait = try+1, min(4*wait, longest) {
		answer, err := p.once(ctx, job, try > 1)
		var killed *KilledError
		if !errors.As(err, &killed) {
			return answer, err
		}
		if try >= tries[killed.Reason] {
			if killed.Reason == Outside {
				err = &KilledError{Crash}
			}
			return nil, err
		}
		if killed.Reason != Outside {
			continue
		}
		select { // what killed it may be going on
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-p.closing.Done():
			return nil, ErrClosed
		}
	}
}

// once tries a job in one child, a fresh one where that is asked for.
func (p *Pool) once(ctx context.Context, job Job, fresh bool) ([]byte, error) {
	at, err := p.acquire(ctx, job.Bulk)
	if err != nil {
		return nil, err
	}
	ctx, cancel := p.withClosing(ctx)
	defer cancel()
	answer, err := p.work(ctx, at, job, fresh)
	p.release(at, err)
	if err != nil && p.closing.Err() != nil {
		return nil, ErrClosed
	}
	return answer, err
}

func (p *Pool) work(ctx context.Context, at *place, job Job, fresh bool) ([]byte, error) {
	var file io.Reader
	if job.Open != nil {
		opened, err := job.Open(ctx)
		if err != nil {
			return nil, &openError{err}
		}
		defer opened.Close()
		file = opened
	}
	if fresh && at.child.jobs > 0 {
		if err := p.renew(ctx, at); err != nil {
			return nil, err
		}
	}
	started := time.Now()
	answer, err := at.child.run(ctx, job.Header, file)
	p.metrics.done(err, time.Since(started))
	return answer, err
}

// renew replaces the child of a place while the place is in use.
func (p *Pool) renew(ctx context.Context, at *place) error {
	c, err := startChild(ctx, p.starter, &p.cfg, p.dir.path)
	if err != nil {
		return fmt.Errorf("starting a fresh child: %w", err)
	}
	p.discard(at)
	at.child = c
	p.started(at)
	return nil
}

// openError is a file that could not be opened: no child had a part in it.
type openError struct{ err error }

func (e *openError) Error() string { return "opening the file of a job: " + e.err.Error() }
func (e *openError) Unwrap() error { return e.err }

// Close kills the children and waits for them. Jobs under way end with ErrClosed.
func (p *Pool) Close() {
	p.closed.Do(func() {
		p.stop()
		// Every place comes back: from a job, or from where a child is started.
		for range p.cfg.Workers {
			p.discard(<-p.general)
		}
		for range p.cfg.Reserved {
			p.discard(<-p.reserved)
		}
		p.starter.close()
		if err := p.dir.close(); err != nil {
			p.log.Warn("removing the directory of the child processes", "error", err)
		}
	})
}

// acquire takes a place with an idle child. An interactive job prefers a
// reserved one, which no bulk job keeps busy.
func (p *Pool) acquire(ctx context.Context, bulk bool) (*place, error) {
	reserved := p.reserved
	if bulk {
		reserved = nil // a nil channel is never ready
	}
	for p.closing.Err() == nil {
		var at *place
		select {
		case at = <-reserved:
		default:
			select {
			case at = <-reserved:
			case at = <-p.general:
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-p.closing.Done():
				return nil, ErrClosed
			}
		}
		if at.child != nil && at.child.alive() {
			return at, nil
		}
		p.release(at, &KilledError{Crash})
	}
	return nil, ErrClosed
}

// release puts the place back, with a fresh child where the old one is dead,
// worn out, or holds on to more than half of what it may use.
func (p *Pool) release(at *place, err error) {
	if p.closing.Err() != nil {
		at.queue <- at
		return
	}
	c := at.child
	var answered *JobError
	var unopened *openError
	lost := err != nil && !errors.As(err, &answered) && !errors.As(err, &unopened)
	if !lost && c.jobs < p.cfg.RecycleAfter && c.resident() < p.cfg.MemoryBytes/2 {
		at.queue <- at
		return
	}
	p.discard(at)
	var killed *KilledError
	if errors.As(err, &killed) {
		p.log.Warn("child process lost", "reason", killed.Reason, "exit", c.exit(), "frames", c.printed.frames())
	}
	p.fill(at)
}

// fill starts a child for the place, however long that takes, and queues it.
func (p *Pool) fill(at *place) {
	go func() {
		const first, longest = 100 * time.Millisecond, 5 * time.Second
		defer func() { at.queue <- at }()
		for wait := first; p.closing.Err() == nil; wait = min(2*wait, longest) {
			c, err := startChild(p.closing, p.starter, &p.cfg, p.dir.path)
			if err == nil {
				at.child = c
				p.started(at)
				return
			}
			if p.closing.Err() != nil {
				return
			}
			p.log.Error("starting child process; trying again", "error", err, "wait", wait)
			select {
			case <-time.After(wait):
			case <-p.closing.Done():
			}
		}
	}()
}

func (p *Pool) started(at *place) {
	p.metrics.started.Inc()
	p.log.Debug("child process started", "pid", at.child.cmd.Process.Pid, "confinement", at.child.confinement)
	if err := at.child.beNice(at.nice); err != nil {
		p.log.Warn("lowering the priority of a child process", "error", err)
	}
}

func (p *Pool) discard(at *place) {
	if at.child == nil {
		return
	}
	if err := at.child.end(); err != nil {
		p.log.Warn("removing the directory of a child process", "error", err)
	}
	at.child = nil
}

// withClosing ends the context when the pool is closed.
func (p *Pool) withClosing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	release := context.AfterFunc(p.closing, cancel)
	return ctx, func() { release(); cancel() }
}
