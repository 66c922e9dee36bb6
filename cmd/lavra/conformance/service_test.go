package conformance

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/platform/nativelib/nativelibtest"
)

const (
	root = "../../.."

	mainKey     = "conformance-key-0123456789"
	otherKey    = "conformance-other-0123456789"
	sleepingKey = "conformance-sleeping-0123456789"
	limitedKey  = "conformance-limited-0123456789"
)

// secretKey of the installation: the tests make identifiers of their own with it.
var secretKey = strings.Repeat("5eed", 16)

// service is what the rows talk to: one `lavra up`, and beside it other
// processes for what one with everything in it never shows.
type service struct {
	dir    string
	binary string
	env    []string
	up     *trial.Process
	alone  []*trial.Process

	url      string // of `lavra up`
	idlePost string // of `lavra ingest` on topics that no processor reads: nothing ever ends
	idleGet  string // of `lavra api` beside it
	fullPost string // of another `lavra ingest`, which takes two documents
	beside   string // of another `lavra api` of the first service, whose ClickHouse can go away
	strict   string // of another `lavra up`, with other settings

	broker, registry, clickhouse string // of `lavra up`

	outside *outside
	names   *names
	scanner net.Listener
	store   *line // from beside to ClickHouse
	spec    *document
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
	if s.binary, err = trial.Build(s.dir); err != nil {
		return s, err
	}
	if err := s.surround(); err != nil {
		return s, err
	}
	addr, err := freeAddresses(4)
	if err != nil {
		return s, err
	}
	library, err := nativelibtest.Find("libpdfium.so")
	if err != nil {
		return s, err
	}
	s.broker, s.registry, s.clickhouse = addr[1], addr[2], addr[3]
	s.env = append(os.Environ(), "LAVRA_DATA_DIR="+s.dir, "LAVRA_NATIVE_DIR="+filepath.Dir(library),
		"LAVRA_KAFKA_LISTEN="+s.broker, "LAVRA_REGISTRY_LISTEN="+s.registry, "LAVRA_CLICKHOUSE_LISTEN="+s.clickhouse,
		"LAVRA_BOOTSTRAP_KEYS=main:"+mainKey+",other:"+otherKey+",sleeping:"+sleepingKey+",limited:"+limitedKey,
		// One loopback address is open, for the server of the tests; the others are refused.
		"LAVRA_EGRESS_ALLOW=127.0.0.1/32", "LAVRA_EGRESS_RESOLVER="+s.names.LocalAddr().String(),
		"LAVRA_CALLBACK_BACKOFF=1s,2s", "LAVRA_CALLBACK_ENDPOINT_CONCURRENCY=64", "LAVRA_SECRET_KEY="+secretKey,
		"LAVRA_HTTP_WRONG_KEYS=0") // schemathesis tries more of them than the brake lets pass
	s.url = "http://" + addr[0]
	if s.up, err = s.start("up", "LAVRA_LISTEN="+addr[0], "LAVRA_METRICS_LISTEN=127.0.0.1:0"); err != nil {
		return s, err
	}
	if err := s.ready(s.up, s.url); err != nil {
		return s, err
	}
	if err := s.startAlone(); err != nil {
		return s, err
	}
	s.spec, err = loadDocument(s.url)
	return s, err
}

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
func (s *service) start(command string, settings ...string) (*trial.Process, error) {
	return trial.Launch(s.binary, command, append(slices.Clone(s.env), settings...), filepath.Join(s.dir, command+".log"))
}

// ready waits until a process answers, and not that it is unwell.
func (s *service) ready(p *trial.Process, url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 90*time.Second)
	defer cancel()
	return p.AwaitReady(ctx, url)
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
		if err := p.Stop(syscall.SIGTERM); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	if s.outside != nil {
		s.outside.Close()
	}
	if s.names != nil {
		_ = s.names.Close()
	}
	if s.scanner != nil {
		_ = s.scanner.Close()
	}
	if s.store != nil {
		_ = s.store.Close()
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
