// Package trial starts the program for those who try it from outside, tests and
// measurements alike: it builds it, runs it on free ports, waits until it is
// ready and ends it. Service is a whole `lavra up` in a temporary directory, for
// the commands that measure what it answers and what it costs.
//
// Out go answers, CPU time and memory of the process tree. Nothing is left behind.
package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

const key = "trial-key-0123456789abcdef"

// Accounts is how many accounts a Service has. All but ExtractFor use the first.
const Accounts = 10

func keyOf(account int) string {
	if account == 0 {
		return key
	}
	return fmt.Sprintf("%s-%d", key, account)
}

// bootstrap is the setting that makes the accounts.
func bootstrap() string {
	var all []string
	for account := range Accounts {
		all = append(all, fmt.Sprintf("trial%d:%s", account, keyOf(account)))
	}
	return strings.Join(all, ",")
}

// StageNames are the stages in the order of the way.
var StageNames = []string{"ocr", "classification", "extraction", "geometry"}

// Service is the `lavra up` being measured.
type Service struct {
	Ready time.Duration // from start to a healthy answer
	Peak  *Peak

	process             *Process
	dir                 string
	url, metrics, store string // store: of the embedded ClickHouse
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
		text := s.process.LogTail(60)
		s.Close()
		return nil, fmt.Errorf("%w; the end of its log:\n%s", err, text)
	}
	return s, nil
}

func (s *Service) launch(bin string) (err error) {
	var listen [5]string
	for i := range listen {
		if listen[i], err = FreeAddr(); err != nil {
			return fmt.Errorf("looking for a free port: %w", err)
		}
	}
	s.url, s.metrics, s.store = "http://"+listen[0], "http://"+listen[4]+"/metrics", listen[2]
	env := append(os.Environ(), "LAVRA_DATA_DIR="+s.dir, "LAVRA_LISTEN="+listen[0], "LAVRA_KAFKA_LISTEN="+listen[1],
		"LAVRA_CLICKHOUSE_LISTEN="+listen[2], "LAVRA_REGISTRY_LISTEN="+listen[3], "LAVRA_METRICS_LISTEN="+listen[4], "LAVRA_BOOTSTRAP_KEYS="+bootstrap())
	if s.process, err = Launch(bin, "up", env, filepath.Join(s.dir, "lavra.log")); err != nil {
		return err
	}
	s.Peak = watch(s.process.PID())
	return nil
}

// awaitReady asks for the service's health until it is well.
func (s *Service) awaitReady(ctx context.Context) error {
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	err := s.process.AwaitReady(ctx, s.url)
	s.Ready = time.Since(start)
	return err
}

// Close ends the service and removes its directory.
func (s *Service) Close() {
	s.Peak.Stop()
	s.process.Stop(syscall.SIGTERM) // one that had to be killed has ended too
	os.RemoveAll(s.dir)
}

// Extract sends one document by /extract/sync and gives the result. fields are
// further parts of the form.
func (s *Service) Extract(ctx context.Context, name string, data []byte, fields map[string]string) (json.RawMessage, error) {
	return s.Send(ctx, "/extract/sync", name, data, fields)
}

// ExtractFor sends one document for one of the accounts.
func (s *Service) ExtractFor(ctx context.Context, account int, name string, data []byte) (json.RawMessage, error) {
	return s.send(ctx, account, "/extract/sync", name, data, nil)
}

// Send sends one document to a path and gives the answer.
func (s *Service) Send(ctx context.Context, path, name string, data []byte, fields map[string]string) (json.RawMessage, error) {
	return s.send(ctx, 0, path, name, data, fields)
}

func (s *Service) send(ctx context.Context, account int, path, name string, data []byte, fields map[string]string) (json.RawMessage, error) {
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
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, &body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return s.do(req, account)
}

// Get asks for a path of the interface.
func (s *Service) Get(ctx context.Context, path string) (json.RawMessage, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
	if err != nil {
		return nil, err
	}
	return s.do(req, 0)
}

// Query asks the embedded ClickHouse.
func (s *Service) Query(ctx context.Context, sql string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, StoreURL(s.dir, s.store), strings.NewReader(sql))
	if err != nil {
		return nil, err
	}
	return ask(req)
}

func (s *Service) do(req *http.Request, account int) (json.RawMessage, error) {
	req.Header.Set("Authorization", "Bearer "+keyOf(account))
	return ask(req)
}

// StoreURL is the address of an embedded ClickHouse, with the user and password of its data
// directory.
func StoreURL(dir, address string) string {
	password, _ := os.ReadFile(filepath.Join(dir, "clickhouse.password")) // one that is not there is refused
	return "http://lavra:" + strings.TrimSpace(string(password)) + "@" + address + "/"
}

func ask(req *http.Request) (json.RawMessage, error) {
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
