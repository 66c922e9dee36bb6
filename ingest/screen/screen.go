// Package screen decides whether a file may enter the service, before anything
// of it is accepted: its format by content alone, and whether it carries
// something that no document needs (active content, embedded files, a second
// document or a program, a decompression bomb, XML entities).
//
// In comes a file, out goes a Verdict. The file is looked at in a child process
// (Serve is its body) by plain Go code: no native library, no network, nothing
// is rendered, no program or script in it is ever run.
package screen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/platform/sandbox"
	"lavra.dev/schemas/event"
)

// Verdict is what the screen says of a file. The zero Format is a file of no
// accepted format. Blocked outranks everything else.
type Verdict struct {
	Format    event.Format `json:"format"`
	Pages     int          `json:"pages"` // 0: not known; the reader decides
	Encrypted bool         `json:"encrypted"`
	Blocked   bool         `json:"blocked"`
	Reason    string       `json:"reason"` // a short word for metrics: why it is blocked or of no format
}

// Scanner looks for known signatures in what the screen has not blocked.
type Scanner interface {
	Scan(ctx context.Context, file io.Reader) (found bool, err error)
}

// Config sets up a Screen.
type Config struct {
	Command  []string // of a child whose main calls Serve
	Workers  int
	Scanner  Scanner // nil: no virus scanner
	Deadline time.Duration
	Dir      string // for the children's directories; default: the system's
	// WithoutWall goes on where the kernel has no Landlock.
	WithoutWall bool

	Logger     *slog.Logger
	Registerer prometheus.Registerer
}

// Screen examines files in child processes.
type Screen struct {
	pool     *sandbox.Pool
	scanner  Scanner
	verdicts *prometheus.CounterVec
}

// reasonForm is what a reason looks like; there are some 30.
var reasonForm = regexp.MustCompile(`^[a-z_]{0,40}$`)

// New starts the children.
func New(cfg Config) (*Screen, error) {
	if cfg.Deadline <= 0 {
		cfg.Deadline = time.Minute
	}
	pool, err := sandbox.New(sandbox.Config{
		Name: "screen", Command: cfg.Command, Dir: cfg.Dir, WithoutWall: cfg.WithoutWall, Workers: cfg.Workers, Deadline: cfg.Deadline,
		Beside:       max(1, cfg.Workers/2),  // a file takes a millisecond: one child is 1,000 a second
		Nice:         5,                      // for what an account has beside its first, and for who sends
		Swift:        200 * time.Millisecond, // more than some 200 files without pause
		CPU:          10 * time.Second,       // a file at every limit takes under one
		Patience:     30 * time.Second,
		RecycleAfter: 1000, // a file takes a millisecond, a start 50
		Logger:       cfg.Logger, Registerer: cfg.Registerer,
	})
	if err != nil {
		return nil, err
	}
	verdicts := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "lavra_screen_files_total", Help: "Files screened, by format and reason; an empty reason is a file let through.",
	}, []string{"format", "reason"})
	if cfg.Registerer != nil {
		cfg.Registerer.MustRegister(verdicts)
	}
	return &Screen{pool: pool, scanner: cfg.Scanner, verdicts: verdicts}, nil
}

// Close ends the children.
func (s *Screen) Close() { s.pool.Close() }

// Check examines a file of an account. open is called once for the screen and once more where
// a scanner is set up. An error means that nothing is known of the file.
func (s *Screen) Check(ctx context.Context, account string, open func(context.Context) (io.ReadCloser, error)) (Verdict, error) {
	v, err := s.examine(ctx, account, open)
	if err != nil {
		return Verdict{}, fmt.Errorf("examining a file: %w", err)
	}
	if s.scanner != nil && !v.Blocked {
		found, err := s.scan(ctx, open)
		switch {
		case found:
			v.Blocked, v.Reason = true, "virus"
		case err != nil && v.Format != "": // one of no format is refused whatever is in it
			return Verdict{}, fmt.Errorf("scanning a file for viruses: %w", err)
		}
	}
	s.verdicts.WithLabelValues(string(v.Format), v.Reason).Inc()
	return v, nil
}

func (s *Screen) examine(ctx context.Context, account string, open func(context.Context) (io.ReadCloser, error)) (Verdict, error) {
	return verdictOf(s.pool.Do(ctx, sandbox.Job{Open: open, Account: account}))
}

// verdictOf is what a child's answer, or its death, says of a file. A kill from outside says nothing.
func verdictOf(answer []byte, err error) (Verdict, error) {
	var killed *sandbox.KilledError
	switch {
	case errors.As(err, &killed) && killed.Reason != sandbox.Outside:
		// A file that kills what only looks at it is not let further in.
		return Verdict{Blocked: true, Reason: "screen_" + string(killed.Reason)}, nil
	case err != nil:
		return Verdict{}, err
	}
	var v Verdict
	if err := json.Unmarshal(answer, &v); err != nil {
		return Verdict{}, fmt.Errorf("reading a verdict: %w", err)
	}
	if !reasonForm.MatchString(v.Reason) { // it goes into labels and headers, and the child may be a stranger's by now
		return Verdict{Blocked: true, Reason: "screen_answer"}, nil
	}
	return v, nil
}

func (s *Screen) scan(ctx context.Context, open func(context.Context) (io.ReadCloser, error)) (bool, error) {
	file, err := open(ctx)
	if err != nil {
		return false, err
	}
	defer file.Close()
	return s.scanner.Scan(ctx, file)
}
