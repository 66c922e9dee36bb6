// Package sandbox runs work on untrusted files in child processes that can be
// killed: they have no network, may start and write nothing, have bounds on memory
// and time, and see files of one account only (Linux only). A Pool in the parent owns the children; Confine and Serve are the
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

	"lavra.dev/platform/cputime"
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

	// Workers is how many jobs of one account run at once; default 1. One more than that may
	// run, so that an account with long files never has every child. Reserved is how many more
	// take no bulk job.
	Workers  int
	Reserved int

	// Beside is as Workers while jobs of other accounts come; default Workers. Less is for jobs that
	// keep less than the cores busy: who sends without pause then leaves the other cores to others'
	// short steps, and loses little.
	Beside int
	Nice   int // niceness, beyond that of this process, of bulk work, of what an account has beside half of the Workers, and of what used Swift; 0 to 19

	// Swift is how much of a core an account may use, from when it has a job until it has none,
	// before its jobs run at lower priority, and one job before it goes on so; default 2 s. While jobs
	// of other accounts come it is a quarter of that, and counts for what is at work already. Who sends
	// one short file then never waits for turns of a core behind who sends without pause.
	Swift time.Duration

	MemoryBytes  int64         // resident memory that gets a child killed; default 512 MiB
	Deadline     time.Duration // per job; default 60 s
	CPU          time.Duration // that a job may use between two steps (Progress); default: what the deadline leaves
	JobCPU       time.Duration // that a job may use in all; 0: what its steps and the deadline leave
	Patience     time.Duration // how long a job may wait for a child; 0: as long as its context
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

	// Account is whose file it is. Accounts take turns by the time that their jobs used, and
	// no child reads files of two of them.
	Account  string
	Deadline time.Duration // shorter than the pool's; 0: the pool's
}

// Opener opens the file of a job.
type Opener = func(context.Context) (io.ReadCloser, error)

// Reason says why a child was killed, or that it died by itself.
type Reason string

const (
	Memory   Reason = "memory"
	Deadline Reason = "deadline"
	Crash    Reason = "crash"
	Outside  Reason = "outside" // somebody else killed it, again and again
)

// tries is how often a job is begun before a death counts against it. A child's memory or a
// fault of its engines may come from the documents before, so both are seen twice, the second
// time in a fresh child that does nothing else; a deadline would only pass again. A kill from
// outside (an operator, the kernel short of memory) says nothing about the job. After 5 in a row,
// in some 8 s with the waits, whoever asked is told that it was from outside: what kills may go
// on, or be a child that its file took over.
var tries = map[Reason]int{Memory: 2, Deadline: 1, Crash: 2, Outside: 5}

// KilledError is the end of a job whose child did not live to answer, as often as tries
// says. Running the same job again would most likely end the same way, but for Outside.
type KilledError struct{ Reason Reason }

func (e *KilledError) Error() string { return "child killed: " + string(e.Reason) }

// JobError is what a child answers when it lives but has no result. Code is a
// short word of the child's program, never text from the file.
type JobError struct{ Code string }

func (e *JobError) Error() string { return "child answered: " + e.Code }

// ErrClosed is returned by Do once Close was called.
var ErrClosed = errors.New("sandbox pool is closed")

// ErrBusy is returned by Do where a job waited for a child longer than Config.Patience.
var ErrBusy = errors.New("no child process was free in time")

// Pool is a set of children and the queue before them.
type Pool struct {
	cfg     Config
	log     *slog.Logger
	metrics *metrics
	starter *starter
	dir     *directory
	program *os.File
	ladder  *ladder
	closing context.Context
	stop    context.CancelFunc
	closed  sync.Once
	working sync.WaitGroup // jobs, and children being started

	mu       sync.Mutex
	queue    *queue
	children children
}

// New starts the first children in the background.
func New(cfg Config) (*Pool, error) {
	if err := cfg.complete(); err != nil {
		return nil, fmt.Errorf("configuring sandbox %q: %w", cfg.Name, err)
	}
	wall := landlockVersion()
	if wall == 0 && !cfg.WithoutWall {
		return nil, fmt.Errorf("opening sandbox %q: %w; use a kernel from 5.13 on, or set LAVRA_SANDBOX_WITHOUT_LANDLOCK=true to go on without", cfg.Name, errNoLandlock)
	}
	if !walls {
		cfg.Logger.Warn("children that read strangers' files have no walls in this build, which is for measurements alone", "pool", cfg.Name)
	}
	if wall == 0 {
		cfg.Logger.Warn("children that read strangers' files can read every file of this user: the kernel has no Landlock", "pool", cfg.Name)
	}
	dir, err := newDirectory(cfg.Dir, cfg.Name)
	if err != nil {
		return nil, fmt.Errorf("opening sandbox %q: %w", cfg.Name, err)
	}
	program, err := openProgram(cfg.Command[0])
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening sandbox %q: %w", cfg.Name, err), dir.close())
	}
	p := &Pool{
		cfg:     cfg,
		dir:     dir,
		program: program,
		ladder:  newLadder(),
		log:     cfg.Logger.With("pool", cfg.Name),
		metrics: newMetrics(cfg.Registerer, cfg.Name, wall),
		starter: newStarter(),
		queue:   newQueue(cfg.Workers, cfg.Beside, cfg.Reserved, cfg.Swift),
	}
	p.closing, p.stop = context.WithCancel(context.Background())
	p.children = children{most: p.queue.slots() + 1}
	p.prefork()
	p.working.Go(p.guard)
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
	if c.Beside <= 0 {
		c.Beside = c.Workers
	}
	if c.MemoryBytes <= 0 {
		c.MemoryBytes = 512 << 20
	}
	if c.Deadline <= 0 {
		c.Deadline = time.Minute
	}
	if c.CPU <= 0 {
		c.CPU = c.Deadline
	}
	if c.Swift <= 0 {
		c.Swift = 2 * time.Second
	}
	if c.Nice == 0 {
		c.Swift = 0
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
	ctx, cancel := p.withClosing(ctx)
	defer cancel()
	t, err := p.await(ctx, job)
	if err != nil {
		return nil, err
	}
	defer p.working.Done()
	answer, spent, err := p.work(ctx, t, job, fresh)
	p.leave(t, spent, err)
	cputime.Add(ctx, spent)
	if err != nil && p.closing.Err() != nil {
		return nil, ErrClosed
	}
	return answer, err
}

// work opens the file first: no child is taken for one that is away.
func (p *Pool) work(ctx context.Context, t *ticket, job Job, fresh bool) (answer []byte, spent time.Duration, err error) {
	var file io.Reader
	if job.Open != nil {
		opened, err := job.Open(ctx)
		if err != nil {
			return nil, 0, &openError{err}
		}
		defer opened.Close()
		file = opened
	}
	c, err := p.childFor(ctx, job.Account, t.low, fresh)
	if err != nil {
		return nil, 0, err
	}
	started, before := time.Now(), c.cpu()
	p.mu.Lock()
	t.child, t.before = c, before
	p.mu.Unlock()
	answer, err = c.run(ctx, job, file)
	p.metrics.done(err, time.Since(started))
	return answer, max(c.cpu()-before, 0), err
}

// openError is a file that could not be opened: no child had a part in it.
type openError struct{ err error }

func (e *openError) Error() string { return "opening the file of a job: " + e.err.Error() }
func (e *openError) Unwrap() error { return e.err }

// Close kills the children and waits for them. Jobs under way end with ErrClosed.
func (p *Pool) Close() {
	p.closed.Do(func() {
		p.mu.Lock()
		p.stop() // under the lock: nothing begins after it
		p.mu.Unlock()
		p.working.Wait()
		for _, c := range p.children.idle {
			p.discard(c)
		}
		p.starter.close()
		p.program.Close()
		if err := p.dir.close(); err != nil {
			p.log.Warn("removing the directory of the child processes", "error", err)
		}
	})
}

// withClosing ends the context when the pool is closed.
func (p *Pool) withClosing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	release := context.AfterFunc(p.closing, cancel)
	return ctx, func() { release(); cancel() }
}
