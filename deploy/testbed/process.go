package testbed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

const (
	// stopPatience is what a broker gets to end by itself. It takes 3 s idle.
	stopPatience = 30 * time.Second

	pollInterval = 200 * time.Millisecond
)

// Process is one of the testbed's programs. It dies with the test, however
// that ends.
type Process struct {
	name    string
	dir     string
	command []string
	ready   func(context.Context) error
	log     string // file that takes its output

	running *exec.Cmd
	ended   chan struct{}
}

// Start runs the program and waits until it answers.
func (p *Process) Start(ctx context.Context) error {
	if err := p.launch(); err != nil {
		return fmt.Errorf("starting %s: %w", p.name, err)
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	for {
		err := p.ready(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-p.ended:
			return fmt.Errorf("starting %s: it ended at once:\n%s", p.name, p.tail())
		case <-ctx.Done():
			p.Stop()
			return fmt.Errorf("starting %s: not ready in time: %w\n%s", p.name, err, p.tail())
		case <-time.After(pollInterval):
		}
	}
}

// Stop ends the program as an operator would, waits, and kills it only when it
// does not end. Stopping one that does not run does nothing.
func (p *Process) Stop() {
	if p.running == nil {
		return
	}
	p.running.Process.Signal(syscall.SIGTERM) // an error means it has ended
	select {
	case <-p.ended:
	case <-time.After(stopPatience):
		p.running.Process.Kill()
		<-p.ended
	}
	p.running = nil
}

// Kill ends the program without a chance to tidy up.
func (p *Process) Kill() {
	if p.running == nil {
		return
	}
	p.running.Process.Kill() // an error means it has ended
	<-p.ended
	p.running = nil
}

// launch starts the program from a goroutine that keeps its thread until the
// end: the kernel kills the child when the thread that started it is gone.
func (p *Process) launch() error {
	output, err := os.OpenFile(p.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	command := exec.Command(p.command[0], p.command[1:]...)
	command.Dir, command.Stdout, command.Stderr = p.dir, output, output
	command.SysProcAttr = processAttributes()
	started, ended := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(ended)
		defer output.Close()
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		started <- err
		if err == nil {
			command.Wait() // how it ended stands in its log
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	p.running, p.ended = command, ended
	return nil
}

// tail is the end of the program's output, for an error.
func (p *Process) tail() []byte {
	const length = 4 << 10
	file, err := os.Open(p.log)
	if err != nil {
		return nil
	}
	defer file.Close()
	if _, err := file.Seek(-length, io.SeekEnd); err != nil && !errors.Is(err, syscall.EINVAL) {
		return nil
	}
	text, _ := io.ReadAll(file) // what can be read is what there is to show
	return bytes.TrimSpace(text)
}
