package e2e

import (
	"fmt"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestSinksCatchUpAfterAStop stops every sink while CATCHUP_DOCUMENTS are read, which
// are answered all the same, and times how long ClickHouse then takes to have them all:
// from the start of the processes, joining the group and the checks of migrations included.
// `make catch-up` runs it with more.
func TestSinksCatchUpAfterAStop(t *testing.T) {
	notInContainers(t, "its ClickHouse is shared with other tests")
	count := setting("CATCHUP_DOCUMENTS", 24)
	s := prepare(t, nil)
	a := startApart(t, s, binary)
	warm := s.batchOf(1) // the tables are there, as before any stop
	s.oneRowEach(len(warm))
	stopped := time.Now()
	for name, sig := range map[string]syscall.Signal{"sink-1": syscall.SIGKILL, "sink-2": syscall.SIGTERM} {
		if err := a.roles[name].process.Stop(sig); err != nil {
			t.Fatal(err)
		}
	}
	ids := s.textDocuments(count)
	for _, id := range ids {
		s.await(id, time.Hour)
	}
	if got := s.count("SELECT count() FROM documents"); got != len(warm) {
		t.Errorf("%d documents in ClickHouse while no sink runs", got)
	}
	started := time.Now()
	for _, name := range []string{"sink-1", "sink-2"} {
		a.launchRole(t, s, name)
	}
	eventually(t, 10*time.Minute, "every document in ClickHouse", func() bool {
		got, err := s.ask("SELECT count() FROM documents WHERE status != 'in_progress'")
		return err == nil && got == strconv.Itoa(count+len(warm))
	})
	caughtUp := time.Since(started)
	s.oneRowEach(count + len(warm))
	s.audit(stopped.Add(-time.Minute))
	rows := s.count("SELECT count() FROM events") + s.count("SELECT count() FROM fields")
	fmt.Printf("catch-up: stopped for %s, %d documents, %d events and leaves: all there %.1f s after the sinks were started\n",
		started.Sub(stopped).Round(time.Second), count, rows, caughtUp.Seconds())
}

// textDocuments sends as many of the samples with text, in batches, and gives their identifiers.
func (s *service) textDocuments(count int) (ids []string) {
	s.t.Helper()
	docs := textSamples(s.t)
	for len(ids) < count {
		var files []upload
		for i := range min(50, count-len(ids)) {
			d := docs[(len(ids)+i)%len(docs)]
			files = append(files, upload{strconv.Itoa(i) + "-" + filepath.Base(d.File), d.data})
		}
		_, answer, _ := s.post("/extract/batch", files, nil)
		items, _ := answer["items"].([]any)
		if len(items) != len(files) {
			s.t.Fatalf("batch: %v", answer)
		}
		for _, item := range items {
			ids = append(ids, item.(object)["request_id"].(string))
		}
	}
	return ids
}
