package processors_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lavra.dev/platform/egress"
	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/processors"
	"lavra.dev/processors/pipeline"
	"lavra.dev/processors/replay"
	"lavra.dev/schemas/event"
)

// again is a replay beside the line.
func (l *line) again(t *testing.T) *replay.Replay {
	t.Helper()
	cfg := processors.Config{ReaderCommand: []string{os.Args[0], childArgument}, NativeDir: filepath.Dir(nativelibtest.Path(t, "libpdfium.so")), ReaderWorkers: 1, SandboxDir: t.TempDir()}
	r, err := processors.NewReplay(cfg, processors.Deps{Kafka: l.Kafka, Blobs: l.Blobs, Keys: l.keys,
		Egress: egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, nil)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// forget ends a document once more, as a build did that read it worse: the
// first field is missing, the second is another.
func (l *line) forget(t *testing.T, end event.Completed) event.Completed {
	t.Helper()
	completion, err := pipeline.NewCompletion(l.Kafka, l.keys, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	end.Request.Revision++
	end.Extraction.Fields = append([]event.Field{}, end.Extraction.Fields[1:]...)
	end.Extraction.Fields[0].Value = `"outro"`
	if err := completion.End(t.Context(), end); err != nil {
		t.Fatal(err)
	}
	return l.wait(t, end.Request.ID)
}

// run does one replay of all there is.
func run(t *testing.T, r *replay.Replay, step event.Step) (name string, report replay.Report) {
	t.Helper()
	documents, unread, err := r.Choose(t.Context(), replay.Choice{Step: step, Since: time.Now().Add(-time.Hour), Type: "BOLETO"})
	if err != nil || unread != 0 || len(documents) == 0 {
		t.Fatalf("%d documents, %d unread, %v", len(documents), unread, err)
	}
	name = replay.NewRun(time.Now())
	for range 2 { // the second time goes on where the first has ended
		if failed, err := r.Run(t.Context(), name, step, documents, pace); err != nil || failed != 0 {
			t.Fatalf("%d failed, %v", failed, err)
		}
	}
	if report, err = r.Report(t.Context(), name, nil); err != nil || report.Documents != len(documents) {
		t.Fatalf("the report has %d of %d documents, %v", report.Documents, len(documents), err)
	}
	return name, report
}

var pace = replay.Pace{Rate: 1000, Workers: 2}

func apply(t *testing.T, r *replay.Replay, name string, how replay.Applying, want replay.Applied) {
	t.Helper()
	how.Pace = pace
	if got, err := r.Apply(t.Context(), name, how); err != nil || got != want {
		t.Errorf("applied %+v, want %+v; %v", got, want, err)
	}
}

func TestDocumentsAreRunAgainAndCompared(t *testing.T) {
	l := start(t, nil)
	first := l.wait(t, l.submit(t, sample(t, "../samples/boleto-02.pdf"), event.PDF, func(r *event.Request) {
		r.Callback = &event.Callback{URL: l.url, Method: "POST"}
	}))
	<-l.calls
	l.forget(t, first)
	<-l.calls
	r := l.again(t)
	lost := first.Extraction.Fields[0].Name

	name, report := run(t, r, event.StepExtraction)
	if report.Same != 0 || report.FromFiles != 0 {
		t.Errorf("%+v", report)
	}
	for _, f := range report.Fields {
		want := replay.FieldCount{Type: "BOLETO", Field: f.Field}
		switch f.Field {
		case lost:
			want.Found = 1
		case first.Extraction.Fields[1].Name:
			want.Changed = 1
		default:
			want.Same = 1
		}
		if f != want {
			t.Errorf("counted %+v, want %+v", f, want)
		}
	}
	apply(t, r, name, replay.Applying{DryRun: true}, replay.Applied{Took: 1})
	apply(t, r, name, replay.Applying{}, replay.Applied{Took: 1})
	apply(t, r, name, replay.Applying{}, replay.Applied{Before: 1})
	now := l.wait(t, first.Request.ID)
	if d := replay.Compare(first, now); !d.Same() || now.Request.Revision != 3 || len(now.Stages) != 4 {
		t.Errorf("revision %d after %d stages says otherwise: %+v", now.Request.Revision, len(now.Stages), d)
	}
	if len(l.calls) != 0 || now.Request.Callback.Method != "" {
		t.Error("the client was called, and nobody had asked for it")
	}
}

func TestWhatIsNewerIsNotReplaced(t *testing.T) {
	l := start(t, nil)
	first := l.wait(t, l.submit(t, sample(t, "../samples/boleto-02.pdf"), event.PDF, nil))
	second := l.forget(t, first)
	r := l.again(t)
	name, _ := run(t, r, event.StepGeometry)
	l.forget(t, second) // somebody else is faster
	apply(t, r, name, replay.Applying{}, replay.Applied{Superseded: 1})
}

func TestAFileIsReadAgainWhereNothingElseIsKept(t *testing.T) {
	l := start(t, nil)
	first := l.wait(t, l.submit(t, sample(t, "../samples/boleto-02.pdf"), event.PDF, func(r *event.Request) {
		r.Callback = &event.Callback{URL: l.url, Method: "POST"}
	}))
	<-l.calls
	r := l.again(t)
	name, report := run(t, r, event.StepOCR)
	if report.FromFiles != 1 || report.Same != 1 {
		t.Errorf("%+v", report)
	}
	apply(t, r, name, replay.Applying{}, replay.Applied{Same: 1})
	l.forget(t, first)
	<-l.calls
	name, _ = run(t, r, event.StepClassification)
	apply(t, r, name, replay.Applying{Callbacks: true}, replay.Applied{Took: 1})
	select {
	case <-l.calls:
	case <-time.After(time.Minute):
		t.Error("the client was not called, though that was asked for")
	}
	if err := l.Blobs.Delete(t.Context(), first.Request.File.URI); err != nil {
		t.Fatal(err)
	}
	documents, _, err := r.Choose(t.Context(), replay.Choice{Step: event.StepOCR, Since: time.Now().Add(-time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if failed, err := r.Run(t.Context(), replay.NewRun(time.Now()), event.StepOCR, documents, pace); err != nil || failed != 1 {
		t.Errorf("a file that is gone: %d failed, %v", failed, err)
	}
}
