package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

const key = "bench-key-0123456789abcdef"

// stageNames are the stages in the order of the way.
var stageNames = []string{"ocr", "classification", "extraction", "geometry"}

// service is the `lavra up` being measured.
type service struct {
	cmd          *exec.Cmd
	dir          string
	url, metrics string
	ready        time.Duration
	peak         *peak
}

func startService(ctx context.Context, bin string) (*service, error) {
	dir, err := os.MkdirTemp("", "lavra-bench-")
	if err != nil {
		return nil, err
	}
	s := &service{dir: dir}
	var listen [5]string
	for i := range listen {
		if listen[i], err = freeAddr(); err != nil {
			return nil, err
		}
	}
	s.url, s.metrics = "http://"+listen[0], "http://"+listen[4]+"/metrics"
	logs, err := os.Create(dir + "/lavra.log")
	if err != nil {
		return nil, err
	}
	s.cmd = exec.Command(bin, "up")
	s.cmd.Stdout, s.cmd.Stderr = logs, logs
	s.cmd.Env = append(os.Environ(), "LAVRA_DATA_DIR="+dir, "LAVRA_LISTEN="+listen[0], "LAVRA_KAFKA_LISTEN="+listen[1],
		"LAVRA_CLICKHOUSE_LISTEN="+listen[2], "LAVRA_REGISTRY_LISTEN="+listen[3], "LAVRA_METRICS_LISTEN="+listen[4], "LAVRA_BOOTSTRAP_KEYS=bench:"+key)
	start := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", bin, err)
	}
	s.peak = watch(s.cmd.Process.Pid)
	for time.Since(start) < time.Minute {
		if resp, err := http.Get(s.url + "/health"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				s.ready = time.Since(start)
				return s, nil
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	text, _ := os.ReadFile(dir + "/lavra.log")
	s.close()
	return nil, fmt.Errorf("not ready within a minute; its log:\n%s", text)
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

func (s *service) close() {
	s.peak.stop()
	s.cmd.Process.Signal(syscall.SIGTERM)
	s.cmd.Wait()
	os.RemoveAll(s.dir)
}

// extract sends one document by /extract/sync and gives the result's status.
func (s *service) extract(ctx context.Context, name string, data []byte) (string, error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		return "", err
	}
	part.Write(data) // a buffer does not fail
	form.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/extract/sync", &body)
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s: %.300s", name, resp.Status, text)
	}
	var result struct{ Status string }
	return result.Status, json.Unmarshal(text, &result)
}

func (s *service) extractMany(ctx context.Context, n, parallel int, data []byte) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallel)
	for range n {
		group.Go(func() error {
			_, err := s.extract(ctx, "a.pdf", data)
			return err
		})
	}
	return group.Wait()
}

// total is a sum and count of a histogram.
type total struct{ seconds, count float64 }

func (t total) minus(o total) total { return total{t.seconds - o.seconds, t.count - o.count} }

// mean is in milliseconds.
func (t total) mean() float64 {
	if t.count == 0 {
		return 0
	}
	return 1000 * t.seconds / t.count
}

// stages reads the time each stage has spent from the service's own metrics.
func (s *service) stages(ctx context.Context) (map[string]total, error) {
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
	totals := map[string]total{}
	for line := range strings.Lines(string(text)) {
		for _, stage := range stageNames {
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

func decodeJSON(text []byte, v any) error { return json.Unmarshal(text, v) }
