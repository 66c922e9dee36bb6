package embedded

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"lavra.dev/deploy/embedded/clickhousehttp"
)

const (
	// startTimeout is far above the second or two that a start takes on a busy
	// machine with a cold file cache.
	startTimeout = time.Minute

	// stopTimeout leaves the child its lastRequests and the closing of tables.
	stopTimeout = 2 * lastRequests

	// A child that dies is started again after 100 ms, then 200 ms, and so on up
	// to 5 s; one that has lived for a minute starts over.
	firstRestart = 100 * time.Millisecond
	lastRestart  = 5 * time.Second
	healthyLife  = time.Minute
)

// The engine's allocator keeps freed pages for seconds, in a pool per core times
// four. Given back after 100 ms from two pools, the same heavy queries peak at
// 690 MB instead of 950 MB, for no time that could be measured.
const (
	allocatorVariable = "JE_MALLOC_CONF"
	allocatorSettings = "dirty_decay_ms:100,muzzy_decay_ms:0,narenas:2"
)

// ChildConfig says how to start the engine's process and what it serves.
type ChildConfig struct {
	Command []string // program and arguments; it must call ServeClickHouseChild
	Dir     string
	Listen  string // host:port; port 0 takes a free one
	Library string // path of libchdb.so; empty: FindLibrary
	Sync    bool
	Memory  int64 // bytes that statements may use together; 400 MiB if zero
	Log     *slog.Logger

	// Password of the user lavra; empty: nobody is asked for one.
	Password string

	// Keys encrypt the rows that are written, by the first, and open those that were: 64
	// hexadecimal digits each. None: in plain.
	Keys []string

	// WithoutWall runs the engine even where the kernel cannot keep its statements from
	// files outside Dir.
	WithoutWall bool

	diskFull func(dir string) bool // nil: as the kernel says
}

// ClickHouse is a running engine in a child process.
type ClickHouse struct {
	DSN string // for clickhouse-go

	cfg      ChildConfig
	lock     *os.File
	listener *os.File
	pid      atomic.Int64
	wasFull  chan struct{} // the engine is to be started again for it
	stop     context.CancelFunc
	done     sync.WaitGroup
	closing  sync.Once
}

// StartClickHouse starts the child and returns when it answers. The child is
// started again whenever it dies, and dies with this process, even when that
// is killed.
func StartClickHouse(ctx context.Context, cfg ChildConfig) (*ClickHouse, error) {
	c, err := startClickHouse(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("starting the embedded ClickHouse: %w", err)
	}
	return c, nil
}

func startClickHouse(ctx context.Context, cfg ChildConfig) (c *ClickHouse, err error) {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Library == "" {
		if cfg.Library, err = FindLibrary(); err != nil {
			return nil, err
		}
	}
	if cfg.Library, err = filepath.Abs(cfg.Library); err != nil {
		return nil, fmt.Errorf("finding libchdb: %w", err)
	}
	if cfg.Dir, err = filepath.Abs(cfg.Dir); err != nil {
		return nil, fmt.Errorf("finding the data directory: %w", err)
	}
	if cfg.diskFull == nil {
		cfg.diskFull = diskFull
	}
	lock, err := waitForLock(ctx, cfg.Dir, lastRequests)
	if err != nil {
		return nil, err
	}
	listener, address, err := listenerFor(ctx, cfg.Listen)
	if err != nil {
		lock.Close()
		return nil, err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	c = &ClickHouse{DSN: dsn(address, cfg.Password), cfg: cfg, lock: lock, listener: listener, stop: stop, wasFull: make(chan struct{}, 1)}
	started := make(chan error, 1)
	c.done.Go(func() { c.supervise(background, started) })
	c.done.Go(func() { c.watchDisk(background) })
	select {
	case err = <-started:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	cfg.Log.Info("embedded ClickHouse is ready; it is for one machine: one process, one user, no replication",
		"address", address, "directory", cfg.Dir, "pid", c.PID(), "sync", cfg.Sync)
	return c, nil
}

func dsn(address, password string) string {
	u := url.URL{Scheme: "http", Host: address, Path: "/default"}
	if password != "" {
		u.User = url.UserPassword(clickhousehttp.User, password)
	}
	return u.String()
}

// PID is the child's process id at this moment, 0 while it is down.
func (c *ClickHouse) PID() int { return int(c.pid.Load()) }

// Close lets the requests under way end, then the child.
func (c *ClickHouse) Close() {
	c.closing.Do(func() {
		c.stop()
		c.done.Wait()
		c.listener.Close()
		c.lock.Close()
	})
}

// supervise keeps one child running. The kernel kills a child when the thread
// that started it ends, so this goroutine keeps its thread.
func (c *ClickHouse) supervise(ctx context.Context, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pause := firstRestart
	for first := true; ; first = false {
		began := time.Now()
		err := c.runChild(ctx, func(err error) {
			if first {
				started <- err
			}
		})
		if ctx.Err() == nil && errors.Is(err, errWasFull) {
			c.cfg.Log.Warn("embedded ClickHouse is started again: the disk was full, which tears what it merges")
			continue
		}
		if ctx.Err() != nil || first && !errors.Is(err, errDied) {
			return
		}
		if time.Since(began) > healthyLife {
			pause = firstRestart
		}
		c.cfg.Log.Error("embedded ClickHouse died and is started again", "error", err, "pause", pause)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, lastRestart)
	}
}

// errDied is the end of a child that had been ready.
var errDied = errors.New("the engine's process ended")

// runChild starts a child, reports once whether it became ready, and returns
// when it has ended.
func (c *ClickHouse) runChild(ctx context.Context, ready func(error)) error {
	child, input, reports, err := c.spawn()
	if err != nil {
		ready(err)
		return err
	}
	c.pid.Store(int64(child.Process.Pid))
	if err := yield(child.Process); err != nil { // a wish, not a need
		c.cfg.Log.Warn("lowering the priority of the query store", "error", err)
	}
	select {
	case <-c.wasFull: // this one has looked at its parts
	default:
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	defer c.pid.Store(0)

	err = awaitReport(ctx, reports)
	ready(err)
	if err != nil {
		end(child, input, ended)
		return err
	}
	select {
	case err := <-ended:
		input.Close()
		return fmt.Errorf("%w: %w", errDied, err)
	case <-c.wasFull:
		end(child, input, ended)
		return errWasFull
	case <-ctx.Done():
		end(child, input, ended)
		return ctx.Err()
	}
}

func (c *ClickHouse) spawn() (child *exec.Cmd, input io.Closer, reports *os.File, err error) {
	reports, report, err := os.Pipe()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("making a pipe: %w", err)
	}
	defer report.Close()
	child = exec.Command(c.cfg.Command[0], c.cfg.Command[1:]...)
	told, err := json.Marshal(orders{Dir: c.cfg.Dir, Library: c.cfg.Library, Sync: c.cfg.Sync, Memory: c.cfg.Memory, Password: c.cfg.Password, WithoutWall: c.cfg.WithoutWall, Keys: len(c.cfg.Keys)})
	if err != nil {
		reports.Close()
		return nil, nil, nil, fmt.Errorf("writing what to serve: %w", err)
	}
	// Nothing of ours but this: a statement can read the environment.
	child.Env = []string{
		"LANG=C.UTF-8", "TZ=" + os.Getenv("TZ"), "HOME=" + c.cfg.Dir, "TMPDIR=" + c.cfg.Dir,
		ordersVariable + "=" + string(told), allocatorVariable + "=" + cmp.Or(os.Getenv(allocatorVariable), allocatorSettings),
	}
	for i, key := range c.cfg.Keys {
		child.Env = append(child.Env, keyVariable(i)+"="+key) // the engine's settings, a file, name it only
	}
	child.ExtraFiles = []*os.File{c.listener, c.lock, report} // listenerFile, lockFile, reportFile
	child.Stdout, child.Stderr = os.Stderr, os.Stderr
	child.SysProcAttr = childAttributes()
	stdin, err := child.StdinPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		reports.Close()
		return nil, nil, nil, fmt.Errorf("starting the engine's process: %w", err)
	}
	return child, stdin, reports, nil
}

func awaitReport(ctx context.Context, reports *os.File) error {
	defer reports.Close()
	reports.SetReadDeadline(time.Now().Add(startTimeout)) // a pipe always takes a deadline
	defer context.AfterFunc(ctx, func() { reports.SetReadDeadline(time.Now()) })()
	line, err := bufio.NewReader(reports).ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("waiting for the engine's process: %w", err)
	}
	var got report
	if err := json.Unmarshal(line, &got); err != nil {
		return fmt.Errorf("reading the engine's report: %w", err)
	}
	if got.Error != "" {
		return errors.New(got.Error)
	}
	return nil
}

// end asks the child to stop and kills it when it does not.
func end(child *exec.Cmd, input io.Closer, ended <-chan error) {
	input.Close()
	select {
	case <-ended:
	case <-time.After(stopTimeout):
		child.Process.Kill()
		<-ended
	}
}

// listenerFor opens the port as a file that every child inherits in turn.
func listenerFor(ctx context.Context, address string) (*os.File, string, error) {
	listener, err := listen(ctx, address, "LAVRA_CLICKHOUSE_LISTEN")
	if err != nil {
		return nil, "", err
	}
	defer listener.Close() // the file is a copy that stays open
	file, err := listener.(*net.TCPListener).File()
	if err != nil {
		return nil, "", fmt.Errorf("handing on the listener: %w", err)
	}
	return file, listener.Addr().String(), nil
}
