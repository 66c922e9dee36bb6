package screen

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/goleak"

	"lavra.dev/platform/sandbox"
)

const childVariable = "LAVRA_TEST_SCREEN"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == childVariable {
		if err := Serve(context.Background()); err != nil {
			os.Exit(1)
		}
		return
	}
	goleak.VerifyTestMain(m)
}

type scanner struct {
	found bool
	err   error
}

func (s scanner) Scan(_ context.Context, file io.Reader) (bool, error) {
	data, _ := io.ReadAll(file)
	return s.found && strings.Contains(string(data), "EICAR"), s.err
}

func newScreen(t *testing.T, s Scanner) (*Screen, *prometheus.Registry) {
	t.Helper()
	registry := prometheus.NewRegistry()
	screen, err := New(Config{Command: []string{os.Args[0], childVariable}, Scanner: s, Dir: t.TempDir(), Registerer: registry})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(screen.Close)
	return screen, registry
}

func content(s string) func(context.Context) (io.ReadCloser, error) {
	return func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }
}

func TestCheckAsksTheChildAndTheScanner(t *testing.T) {
	good := string(write(catalog, tree, page))
	screen, registry := newScreen(t, scanner{found: true})
	for _, c := range []struct {
		name, file string
		want       Verdict
	}{
		{"a good file", good, Verdict{Format: "pdf", Pages: 1}},
		{"a script", strings.Replace(good, "/Type/Page/", "/JS(x)/Type/Page/", 1), Verdict{Format: "pdf", Blocked: true, Reason: "javascript"}},
		{"a virus", good + "% EICAR", Verdict{Format: "pdf", Pages: 1, Blocked: true, Reason: "virus"}},
		{"a virus that is no document", "EICAR", Verdict{Blocked: true, Reason: "virus"}},
		{"no document", "text", Verdict{Reason: "format"}},
	} {
		got, err := screen.Check(t.Context(), "acme", content(c.file))
		if err != nil || got != c.want {
			t.Errorf("%s: got %+v, error %v, want %+v", c.name, got, err, c.want)
		}
	}
	if n := testutil.CollectAndCount(registry, "lavra_screen_files_total"); n != 5 {
		t.Errorf("%d kinds of verdict counted, want 5", n)
	}
}

func TestADeathFromOutsideIsNoVerdict(t *testing.T) {
	for reason, want := range map[sandbox.Reason]string{sandbox.Crash: "screen_crash", sandbox.Memory: "screen_memory", sandbox.Deadline: "screen_deadline", sandbox.Outside: ""} {
		v, err := verdictOf(nil, &sandbox.KilledError{Reason: reason})
		if v.Reason != want || v.Blocked != (want != "") || (err == nil) != v.Blocked {
			t.Errorf("%s: %+v, %v", reason, v, err)
		}
	}
}

func TestCheckWithoutAnAnswerIsNoVerdict(t *testing.T) {
	away := errors.New("away")
	screen, _ := newScreen(t, scanner{err: away})
	if _, err := screen.Check(t.Context(), "acme", content(string(write(catalog, tree, page)))); !errors.Is(err, away) {
		t.Errorf("with the scanner away: %v", err)
	}
	if v, err := screen.Check(t.Context(), "acme", content("text")); err != nil || v != (Verdict{Reason: "format"}) {
		t.Errorf("no document, with the scanner away: %+v, %v", v, err)
	}
	_, err := screen.Check(t.Context(), "acme", func(context.Context) (io.ReadCloser, error) { return nil, away })
	if !errors.Is(err, away) {
		t.Errorf("with the file away: %v", err)
	}
}
