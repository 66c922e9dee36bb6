package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"lavra.dev/cmd/lavra/trial"
)

const (
	root = "../../.."

	mainKey     = "conformance-key-0123456789"
	otherKey    = "conformance-other-0123456789"
	sleepingKey = "conformance-sleeping-0123456789"
	limitedKey  = "conformance-limited-0123456789"
)

// service is what the rows talk to: one `lavra up`, and beside it the two HTTP
// halves alone on topics that no processor reads, where nothing ever ends.
type service struct {
	dir    string
	binary string
	env    []string
	up     *process
	alone  []*process

	url      string // of `lavra up`
	idlePost string // of `lavra ingest` without processors
	fullPost string // of another one, which takes two documents
	idleGet  string // of `lavra api` beside it
	outside  *outside
	spec     *document
}

type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// startService builds the program and starts everything.
func startService() (s *service, err error) {
	s = &service{}
	defer func() {
		if err != nil {
			s.printLog()
			s.stop()
			s = nil
		}
	}()
	if s.dir, err = os.MkdirTemp("", "lavra-conformance-"); err != nil {
		return s, err
	}
	s.binary = filepath.Join(s.dir, "lavra")
	build := exec.Command("go", "build", "-o", s.binary, "lavra.dev/cmd/lavra")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return s, fmt.Errorf("building lavra: %w\n%s", err, out)
	}
	s.outside = startOutside()
	addr, err := freeAddresses(7) // lavra up: 0 to 3; the halves: 4 to 6
	if err != nil {
		return s, err
	}
	native, err := filepath.Abs(filepath.Join(root, ".native")) // where make setup puts it
	if err != nil {
		return s, err
	}
	if dir := os.Getenv("LAVRA_NATIVE_DIR"); dir != "" {
		native = dir
	}
	s.env = append(os.Environ(), "LAVRA_DATA_DIR="+s.dir, "LAVRA_NATIVE_DIR="+native,
		"LAVRA_KAFKA_LISTEN="+addr[1], "LAVRA_REGISTRY_LISTEN="+addr[2], "LAVRA_CLICKHOUSE_LISTEN="+addr[3],
		"LAVRA_BOOTSTRAP_KEYS=main:"+mainKey+",other:"+otherKey+",sleeping:"+sleepingKey+",limited:"+limitedKey,
		// One loopback address is open, for the server of the tests; the others are refused.
		"LAVRA_EGRESS_ALLOW=127.0.0.1/32", "LAVRA_CALLBACK_BACKOFF=1s,2s", "LAVRA_SECRET_KEY="+strings.Repeat("5eed", 16))
	s.url = "http://" + addr[0]
	if s.up, err = s.start("up", "LAVRA_LISTEN="+addr[0], "LAVRA_METRICS_LISTEN=127.0.0.1:0"); err != nil {
		return s, err
	}
	if err := s.ready(s.up, s.url); err != nil {
		return s, err
	}
	s.idlePost, s.idleGet, s.fullPost = "http://"+addr[4], "http://"+addr[5], "http://"+addr[6]
	for _, half := range []struct {
		name, command, listen string
		settings              []string
	}{
		{"idle", "ingest", addr[4], []string{"LAVRA_RATE_LIMIT=1", fmt.Sprintf("LAVRA_RATE_BURST=%d", idleBurst)}},
		{"idle", "api", addr[5], nil},
		{"full", "ingest", addr[6], []string{fmt.Sprintf("LAVRA_MAX_BACKLOG=%d", fullBacklog)}},
	} {
		blobs := filepath.Join(s.dir, "blobs-"+half.name)
		if err := os.MkdirAll(blobs, 0o700); err != nil {
			return s, err
		}
		settings := append(half.settings, "LAVRA_TOPIC_PREFIX="+half.name+".", "LAVRA_TOPIC_PARTITIONS=1", "LAVRA_KAFKA_BROKERS="+addr[1],
			"LAVRA_SCHEMA_REGISTRY_URL=http://"+addr[2], "LAVRA_CLICKHOUSE_DSN=http://"+addr[3]+"/default",
			"LAVRA_BLOB_URL=file://"+blobs, "LAVRA_METRICS_LISTEN=127.0.0.1:0", "LAVRA_LISTEN="+half.listen)
		p, err := s.start(half.command, settings...)
		if err != nil {
			return s, err
		}
		s.alone = append(s.alone, p)
		if err := s.ready(p, "http://"+half.listen); err != nil {
			return s, err
		}
	}
	s.spec, err = loadDocument(s.url)
	return s, err
}

// Limits that are rows of the table: calls at once of an account, and documents
// under way.
const (
	idleBurst   = 12
	fullBacklog = 2
)

func freeAddresses(n int) (addresses []string, err error) {
	for range n {
		addr, err := trial.FreeAddr()
		if err != nil {
			return nil, err
		}
		addresses = append(addresses, addr)
	}
	return addresses, nil
}

// start runs a command of the program; its log goes to a file by its name.
func (s *service) start(command string, settings ...string) (*process, error) {
	logs, err := os.Create(filepath.Join(s.dir, command+".log"))
	if err != nil {
		return nil, err
	}
	defer logs.Close()
	p := &process{cmd: exec.Command(s.binary, command), ended: make(chan struct{})}
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = append(append([]string{}, s.env...), settings...), logs, logs
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = p.cmd.Wait() // how it ended is in its log
		close(p.ended)
	}()
	return p, nil
}

// ready waits until a process answers at all.
func (s *service) ready(p *process, url string) error {
	for until := time.Now().Add(90 * time.Second); time.Now().Before(until); {
		resp, err := http.Get(url + "/health")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode != http.StatusServiceUnavailable {
				return nil
			}
		}
		select {
		case <-p.ended:
			return errors.New("lavra ended at its start")
		case <-time.After(50 * time.Millisecond):
		}
	}
	return errors.New("lavra did not become ready")
}

// run runs a command of the program to its end, as an operator would.
func (w *world) run(arguments ...string) string {
	w.Helper()
	cmd := exec.Command(w.binary, arguments...)
	cmd.Env = w.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.Fatalf("lavra %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

func (s *service) stop() {
	for _, p := range append(s.alone, s.up) {
		if p == nil {
			continue
		}
		_ = p.cmd.Process.Signal(syscall.SIGTERM) // of a process that has ended: an error that says so
		select {
		case <-p.ended:
		case <-time.After(60 * time.Second):
			_ = p.cmd.Process.Kill()
			<-p.ended
		}
	}
	if s.outside != nil {
		s.outside.Close()
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

func (s *service) printLog() {
	logs, _ := filepath.Glob(filepath.Join(s.dir, "*.log"))
	for _, name := range logs {
		data, _ := os.ReadFile(name)
		lines := bytes.Split(data, []byte("\n"))
		fmt.Printf("end of %s:\n%s\n", filepath.Base(name), bytes.Join(lines[max(0, len(lines)-30):], []byte("\n")))
	}
}
