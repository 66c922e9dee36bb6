package trial

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// Process is a command of the program that runs.
type Process struct {
	cmd   *exec.Cmd
	log   string
	ended chan struct{} // closed once it is gone
}

// Launch starts a command of the program. What it prints is added to the file log.
func Launch(binary, command string, env []string, log string) (*Process, error) {
	out, err := os.OpenFile(log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the log: %w", err)
	}
	defer out.Close() // the process has its own
	p := &Process{cmd: exec.Command(binary, command), log: log, ended: make(chan struct{})}
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = env, out, out
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s %s: %w", binary, command, err)
	}
	go func() {
		p.cmd.Wait() // how it ended is in its log
		close(p.ended)
	}()
	return p, nil
}

// PID is the process's number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// readyLines are the lines of the log that say why a service ended.
const readyLines = 20

// AwaitReady waits until the service at url no longer says that it is unwell. A
// command without a page on its health answers something else once it listens.
func (p *Process) AwaitReady(ctx context.Context, url string) error {
	for {
		resp, err := http.Get(url + "/health")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode != http.StatusServiceUnavailable {
				return nil
			}
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-p.ended:
			return fmt.Errorf("the service ended before it was ready:\n%s", p.LogTail(readyLines))
		case <-ctx.Done():
			return fmt.Errorf("waiting until the service is ready: %w", ctx.Err())
		}
	}
}

// stopPatience is well over what a stop takes: the work under way and the last flush.
const stopPatience = time.Minute

// Stop ends the process by a signal and waits for its end. One that does not
// heed the signal is killed, which is an error that says where its goroutines were.
func (p *Process) Stop(sig syscall.Signal) error {
	p.cmd.Process.Signal(sig) // of a process that has ended: an error that says so
	select {
	case <-p.ended:
		return nil
	case <-time.After(stopPatience):
		stacks := p.stacks()
		p.cmd.Process.Kill()
		<-p.ended
		return fmt.Errorf("%s did not end within %s of its signal; its goroutines:\n%s", filepath.Base(p.cmd.Path), stopPatience, stacks)
	}
}

// stacks has the process write where its goroutines are, which ends it, and gives the lines.
func (p *Process) stacks() string {
	before, _ := os.ReadFile(p.log)
	p.cmd.Process.Signal(syscall.SIGQUIT)
	select {
	case <-p.ended:
	case <-time.After(quitPatience):
	}
	after, _ := os.ReadFile(p.log)
	return string(after[min(len(before), len(after)):])
}

// quitPatience is what writing some hundred stacks takes, many times over.
const quitPatience = 10 * time.Second

// LogTail gives the last lines of the log.
func (p *Process) LogTail(lines int) string {
	text, _ := os.ReadFile(p.log)
	all := bytes.Split(text, []byte("\n"))
	return string(bytes.Join(all[max(0, len(all)-lines):], []byte("\n")))
}
