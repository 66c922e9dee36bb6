package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// A child loads its engines before it says hello; on a busy machine the
	// language data alone takes a second.
	startDeadline = 30 * time.Second
	// Memory is looked at this often while a job runs. At 1 GB/s of growth a
	// child gets 50 MB past its limit; RLIMIT_AS is the wall behind that.
	watchInterval = 50 * time.Millisecond
	inputName     = "input"
)

// child is one process with its directory and pipes. One goroutine uses it at a time.
type child struct {
	cfg      *Config
	cmd      *exec.Cmd
	dir      string
	requests *os.File // parent's end
	answers  *os.File
	statm    *os.File
	stat     *os.File
	printed  *tail
	gone     chan struct{} // closed once the process is reaped
	jobs     int
	account  string      // whose files it reads, once it has read one
	user     int         // that it runs as
	low      atomic.Bool // its priority was lowered, which cannot be undone

	confinement string // what it says of itself
}

// startChild starts a process and waits for its hello.
func startChild(ctx context.Context, s *starter, cfg *Config, in string, as isolation, program *os.File) (_ *child, err error) {
	c := &child{cfg: cfg, printed: new(tail), gone: make(chan struct{})}
	if c.dir, err = os.MkdirTemp(in, "child-"); err != nil {
		return nil, fmt.Errorf("making the child's directory: %w", err)
	}
	if err = c.spawn(s, as, program); err != nil {
		return nil, errors.Join(err, os.RemoveAll(c.dir))
	}
	if err = c.openCounters(); err == nil {
		var hello []byte
		hello, err = c.await(ctx, time.Now().Add(startDeadline))
		c.confinement = string(hello[:min(len(hello), 40)])
	}
	if err != nil {
		// It has seen no file yet, so what it printed is its own.
		err = fmt.Errorf("waiting for the child's hello: %w; it said: %.300q", err, c.printed.text())
		return nil, errors.Join(err, c.end())
	}
	return c, nil
}

// openCounters opens what the kernel counts of the process.
func (c *child) openCounters() (err error) {
	of := "/proc/" + strconv.Itoa(c.cmd.Process.Pid)
	if c.statm, err = os.Open(of + "/statm"); err != nil {
		return err
	}
	c.stat, err = os.Open(of + "/stat")
	return err
}

// spawn makes the pipes and the process. The parent's ends are closed by end,
// the child's ends here.
func (c *child) spawn(s *starter, as isolation, program *os.File) (err error) {
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
		if err != nil && c.requests != nil {
			c.requests.Close()
		}
		if err != nil && c.answers != nil {
			c.answers.Close()
		}
	}()
	in, requests, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("making the request pipe: %w", err)
	}
	theirs, c.requests = append(theirs, in), requests
	answers, out, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("making the answer pipe: %w", err)
	}
	theirs, c.answers = append(theirs, out), answers

	c.cmd = exec.Command(c.cfg.Command[0], c.cfg.Command[1:]...)
	c.cmd.Path = fmt.Sprintf("/proc/self/fd/%d", programFD)
	c.cmd.Err = nil // of looking for the program, which is open already
	c.cmd.Dir = c.dir
	c.cmd.Env = c.environment(as)
	c.cmd.ExtraFiles = []*os.File{in, out, program} // requestsFD, answersFD, programFD
	c.cmd.Stdout, c.cmd.Stderr = c.printed, c.printed
	c.cmd.WaitDelay = time.Second
	c.cmd.SysProcAttr, c.user = as.attributes()
	if as.ownUser {
		if err := os.Chown(c.dir, c.user, c.user); err != nil {
			return fmt.Errorf("giving the child its directory: %w", err)
		}
	}
	if err := s.start(c.cmd); err != nil {
		return fmt.Errorf("starting the child: %w", err)
	}
	go func() {
		c.cmd.Wait() // the exit state is read from cmd
		close(c.gone)
	}()
	// Should the machine run out of memory, the child goes before its parent.
	path := "/proc/" + strconv.Itoa(c.cmd.Process.Pid) + "/oom_score_adj"
	_ = os.WriteFile(path, []byte("500"), 0) // a wish, not a need
	return nil
}

// environment holds nothing of the parent's but where its programs find their
// data: a key in a variable must not be in reach of a parser gone wrong.
func (c *child) environment(as isolation) []string {
	env := []string{
		"HOME=" + c.dir, "TMPDIR=" + c.dir, "LANG=C.UTF-8", "TZ=UTC",
		"GOMAXPROCS=1", "GOTRACEBACK=single", "OMP_THREAD_LIMIT=1",
		// The rest of the limit is for native engines and what Go cannot move.
		"GOMEMLIMIT=" + strconv.FormatInt(c.cfg.MemoryBytes/2, 10),
		readableVariable + "=" + strings.Join(c.cfg.Readable, string(os.PathListSeparator)),
	}
	if as != (isolation{}) {
		env = append(env, ownUserVariable+"=1")
	}
	if c.cfg.WithoutWall {
		env = append(env, withoutWallVariable+"=1")
	}
	return append(env, c.cfg.Env...)
}

// run copies the file in, sends the job and waits for the answer.
func (c *child) run(ctx context.Context, job Job, file io.Reader) ([]byte, error) {
	c.jobs++
	path, err := c.receive(file)
	if err != nil {
		return nil, err
	}
	within := c.cfg.Deadline
	if job.Deadline > 0 {
		within = min(within, job.Deadline)
	}
	deadline := time.Now().Add(within)
	if err := c.requests.SetWriteDeadline(deadline); err != nil {
		return nil, fmt.Errorf("setting the deadline of a request: %w", err)
	}
	if err := writeRequest(c.requests, job.Header, path); err != nil {
		return nil, c.lost()
	}
	answer, err := c.await(ctx, deadline)
	var answered *JobError
	if err != nil && !errors.As(err, &answered) {
		return nil, err
	}
	if tidyErr := c.tidy(); tidyErr != nil {
		return nil, tidyErr
	}
	return answer, err
}

// receive writes the file under a name that must not exist: a child gone wrong
// could have put a link there.
func (c *child) receive(file io.Reader) (string, error) {
	path := filepath.Join(c.dir, inputName)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("making the child's input: %w", err)
	}
	if c.user != os.Getuid() {
		if err := f.Chown(c.user, c.user); err != nil {
			return "", errors.Join(fmt.Errorf("giving the child its input: %w", err), f.Close())
		}
	}
	if file != nil {
		if _, err := io.Copy(f, file); err != nil {
			return "", errors.Join(fmt.Errorf("copying the file to the child: %w", err), f.Close())
		}
	}
	if err := f.Close(); err != nil {
		return "", fmt.Errorf("copying the file to the child: %w", err)
	}
	return path, nil
}

// await reads one answer, looking after the child's memory, the deadline and
// the context while it waits.
func (c *child) await(ctx context.Context, deadline time.Time) ([]byte, error) {
	wake := context.AfterFunc(ctx, func() { c.answers.SetReadDeadline(time.Now()) })
	defer wake()
	began := c.cpu()
	stepped := began
	r := &patient{file: c.answers, onPause: func() error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Now().After(deadline), c.cpu()-stepped > c.cfg.CPU, c.cfg.JobCPU > 0 && c.cpu()-began > c.cfg.JobCPU:
			return &KilledError{Deadline}
		case c.resident() > c.cfg.MemoryBytes:
			return &KilledError{Memory}
		case c.threads() > threads:
			return &KilledError{Crash}
		case c.cfg.Swift > 0 && c.jobs > 0 && c.cpu()-began > c.cfg.Swift:
			c.lower()
		}
		return nil
	}}
	answer, err := readAnswer(r)
	for errors.Is(err, errProgress) {
		if stepped = c.cpu(); c.cfg.JobCPU > 0 && stepped-began > c.cfg.JobCPU {
			err = &KilledError{Deadline}
			break
		}
		answer, err = readAnswer(r)
	}
	var answered *JobError
	var killed *KilledError
	switch {
	case err == nil, errors.As(err, &answered):
		return answer, err
	case ctx.Err() != nil:
		err = ctx.Err()
	case !errors.As(err, &killed):
		return nil, c.lost()
	}
	c.kill()
	return nil, err
}

// exitGrace is how long after its pipes a dying child may be reaped.
const exitGrace = 200 * time.Millisecond

// lost is the error of a child that closed its pipes or spoke nonsense.
func (c *child) lost() error {
	select {
	case <-c.gone:
	case <-time.After(exitGrace):
	}
	byItself := !c.alive()
	c.kill()
	if byItself && c.killedFromOutside() {
		return &KilledError{Outside}
	}
	return &KilledError{Crash}
}

// killedFromOutside reports whether a signal ended the process that neither its own code nor
// the kernel's answer to that code raises: a fault is SEGV, BUS, FPE or ILL, an abort ABRT, a
// forbidden system call SYS.
func (c *child) killedFromOutside() bool {
	status, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() {
		return false
	}
	switch status.Signal() {
	case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT:
		return true
	}
	return false
}

// tidy empties the child's directory after a job.
func (c *child) tidy() error {
	if err := os.Remove(filepath.Join(c.dir, inputName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("removing the child's input: %w", err)
	}
	left, err := os.ReadDir(c.dir)
	if err != nil {
		return fmt.Errorf("looking for what the child left: %w", err)
	}
	for _, entry := range left {
		if err := os.RemoveAll(filepath.Join(c.dir, entry.Name())); err != nil {
			return fmt.Errorf("removing what the child left: %w", err)
		}
	}
	return nil
}

// resident is the memory the child holds, 0 once it is gone.
func (c *child) resident() int64 {
	var buf [128]byte
	n, _ := c.statm.ReadAt(buf[:], 0)
	_, rest, _ := strings.Cut(string(buf[:n]), " ")
	resident, _, _ := strings.Cut(rest, " ")
	pages, err := strconv.ParseInt(resident, 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// threads is how many the child has, 0 once it is gone. Where it has a user or namespaces of
// its own it cannot start more than the limit; elsewhere only this counts them.
func (c *child) threads() int {
	var buf [1024]byte
	n, _ := c.stat.ReadAt(buf[:], 0)
	line := string(buf[:n])
	const afterName = 17 // the 20th field; the second is a name in brackets, in which anything may stand
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	if len(fields) <= afterName {
		return 0
	}
	count, _ := strconv.Atoi(fields[afterName])
	return count
}

// cpu is the time that the process has used, on all its threads.
func (c *child) cpu() time.Duration {
	if !c.alive() {
		return c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
	}
	const schedClock = 2 // of a process by its id, as the kernel counts clocks
	var used unix.Timespec
	if err := unix.ClockGettime(int32(^c.cmd.Process.Pid)<<3|schedClock, &used); err != nil {
		return 0
	}
	return time.Duration(used.Nano())
}

func (c *child) alive() bool {
	select {
	case <-c.gone:
		return false
	default:
		return true
	}
}

func (c *child) exit() string {
	if c.alive() || c.cmd.ProcessState == nil {
		return ""
	}
	return c.cmd.ProcessState.String()
}

// kill ends the whole group. The group exists until its leader is reaped, so
// the number cannot be another's.
func (c *child) kill() {
	if c.alive() {
		_ = unix.Kill(-c.cmd.Process.Pid, unix.SIGKILL)
	}
	<-c.gone
}

// end kills the child and removes what it had.
func (c *child) end() error {
	c.kill()
	c.requests.Close()
	c.answers.Close()
	for _, counter := range []*os.File{c.statm, c.stat} {
		if counter != nil {
			counter.Close()
		}
	}
	return os.RemoveAll(c.dir)
}
