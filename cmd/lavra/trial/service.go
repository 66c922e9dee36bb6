// Package trial runs a `lavra up` of its own, on free ports and in a temporary
// directory, for the commands that measure it: what it answers, what it costs.
//
// Out go answers, CPU time and memory of the process tree. Nothing is left behind.
package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

const key = "trial-key-0123456789abcdef"

// StageNames are the stages in the order of the way.
var StageNames = []string{"ocr", "classification", "extraction", "geometry"}

// Service is the `lavra up` being measured.
type Service struct {
	Ready time.Duration // from start to a healthy answer
	Peak  *Peak

	cmd          *exec.Cmd
	ended        chan struct{} // closed once the process is gone
	dir          string
	url, metrics string
}

// Start runs the binary and waits until it is ready.
func Start(ctx context.Context, bin string) (*Service, error) {
	dir, err := os.MkdirTemp("", "lavra-trial-")
	if err != nil {
		return nil, fmt.Errorf("making the trial's directory: %w", err)
	}
	s := &Service{dir: dir}
	if err := s.launch(bin); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	if err := s.awaitReady(ctx); err != nil {
		text, _ := os.ReadFile(s.log())
		s.Close()
		return nil, fmt.Errorf("%w; its log:\n%s", err, text)
	}
	return s, nil
}

func (s *Service) log() string { return filepath.Join(s.dir, "lavra.log") }

func (s *Service) launch(bin string) (err error) {
	var listen [5]string
	for i := range listen {
		if listen[i], err = FreeAddr(); err != nil {
			return fmt.Errorf("looking for a free port: %w", err)
		}
	}
	s.url, s.metrics = "http://"+listen[0], "http://"+listen[4]+"/metrics"
	logs, err := os.Create(s.log())
	if err != nil {
		return fmt.Errorf("making the log: %w", err)
	}
	defer logs.Close() // the process has its own
	s.cmd = exec.Command(bin, "up")
	s.cmd.Stdout, s.cmd.Stderr = logs, logs
	s.cmd.Env = append(os.Environ(), "LAVRA_DATA_DIR="+s.dir, "LAVRA_LISTEN="+listen[0], "LAVRA_KAFKA_LISTEN="+listen[1],
		"LAVRA_CLICKHOUSE_LISTEN="+listen[2], "LAVRA_REGISTRY_LISTEN="+listen[3], "LAVRA_METRICS_LISTEN="+listen[4], "LAVRA_BOOTSTRAP_KEYS=trial:"+key)
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("starting %s: %w", bin, err)
	}
	s.ended = make(chan struct{})
	go func() {
		s.cmd.Wait() // how it ended is in its log
		close(s.ended)
	}()
	s.Peak = watch(s.cmd.Process.Pid)
	return nil
}

// awaitReady asks for the service's health until it is well.
func (s *Service) awaitReady(ctx context.Context) error {
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		if _, err := s.Get(ctx, "/health"); err == nil {
			s.Ready = time.Since(start)
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-s.ended:
			return errors.New("the service ended before it was ready")
		case <-ctx.Done():
			return fmt.Errorf("waiting until the service is ready: %w", ctx.Err())
		}
	}
}

// Close ends the service and removes its directory.
func (s *Service) Close() {
	s.Peak.stop()
	s.cmd.Process.Signal(syscall.SIGTERM)
	<-s.ended
	os.RemoveAll(s.dir)
}

// Extract sends one document by /extract/sync and gives the result. fields are
// further parts of the form.
func (s *Service) Extract(ctx context.Context, name string, data []byte, fields map[string]string) (json.RawMessage, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range fields {
		form.WriteField(field, value) // a buffer does not fail
	}
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return nil, err
	}
	part.Write(data)
	form.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/extract/sync", &body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return s.do(req)
}

// Get asks for a path of the interface.
func (s *Service) Get(ctx context.Context, path string) (json.RawMessage, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return nil, err
	}
	return s.do(req)
}

func (s *Service) do(req *http.Request) (json.RawMessage, error) {
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s: %.300s", req.URL.Path, resp.Status, text)
	}
	return text, nil
}

// ExtractMany sends one document n times, some of them at once.
func (s *Service) ExtractMany(ctx context.Context, n, parallel int, data []byte) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for range n {
		group.Go(func() error {
			_, err := s.Extract(ctx, "a.pdf", data, nil)
			return err
		})
	}
	return group.Wait()
}

// Total is a sum and count of a histogram.
type Total struct{ seconds, count float64 }

// Minus is what came in between.
func (t Total) Minus(o Total) Total { return Total{t.seconds - o.seconds, t.count - o.count} }

// Mean is in milliseconds.
func (t Total) Mean() float64 {
	if t.count == 0 {
		return 0
	}
	return 1000 * t.seconds / t.count
}

// Stages reads the time each stage has spent from the service's own metrics.
func (s *Service) Stages(ctx context.Context) (map[string]Total, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.metrics, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	totals := map[string]Total{}
	for line := range strings.Lines(string(text)) {
		for _, stage := range StageNames {
			if !strings.Contains(line, `stage="`+stage+`"`) {
				continue
			}
			var value float64
			fmt.Sscan(line[strings.LastIndexByte(line, ' ')+1:], &value)
			t := totals[stage]
			switch {
			case strings.HasPrefix(line, "lavra_stage_duration_seconds_sum"):
				t.seconds += value
			case strings.HasPrefix(line, "lavra_stage_duration_seconds_count"):
				t.count += value
			}
			totals[stage] = t
		}
	}
	return totals, nil
}
