package e2e

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"lavra.dev/deploy/testbed"
)

// batchOf sends n copies of a document that reads well and gives their identifiers.
func (s *service) batchOf(n int) (ids []string) {
	s.t.Helper()
	d := sampleNamed(s.t, "recibo-01.pdf")
	var files []upload
	for i := range n {
		files = append(files, upload{fmt.Sprintf("%d-%s", i, d.File), d.data})
	}
	code, answer, _ := s.post("/extract/batch", files, nil)
	items, _ := answer["items"].([]any)
	if code != http.StatusOK || len(items) != n {
		s.t.Fatalf("batch: %d %v", code, answer)
	}
	for _, item := range items {
		ids = append(ids, item.(object)["request_id"].(string))
	}
	return ids
}

// allSucceed waits for every request and takes no other end than a good one.
func (s *service) allSucceed(ids []string) {
	s.t.Helper()
	outcomes := map[string]int{}
	for _, id := range ids {
		outcomes[s.await(id, 2*time.Minute)["status"].(string)]++
	}
	if outcomes["success"] != len(ids) {
		s.t.Errorf("outcomes %v of %d documents that read well", outcomes, len(ids))
	}
}

// sync sends a document that reads well and gives the answer's code.
func (s *service) sync() (int, object, http.Header) {
	s.t.Helper()
	d := sampleNamed(s.t, "recibo-01.pdf")
	return s.post("/extract/sync", []upload{{d.File, d.data}}, map[string]string{"timeout": "60000"})
}

// refuses sends a document while something it needs is away: the answer is 503,
// soon, and says when to come back.
func (s *service) refuses() {
	s.t.Helper()
	started := time.Now()
	code, answer, header := s.sync()
	if code != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		s.t.Errorf("POST meanwhile: %d %v, Retry-After %q", code, answer, header.Get("Retry-After"))
	}
	if took := time.Since(started); took > time.Minute { // 5 s, and what a busy machine adds
		s.t.Errorf("the refusal took %s", took)
	}
}

// says waits for a line of the log that has all these words.
func (s *service) says(words ...string) {
	s.t.Helper()
	eventually(s.t, time.Minute, fmt.Sprintf("a line of the log with %q", words), func() bool {
		text, err := os.ReadFile(s.log)
		if err != nil {
			s.t.Fatal(err)
		}
	lines:
		for line := range bytes.Lines(text) {
			for _, word := range words {
				if !bytes.Contains(line, []byte(word)) {
					continue lines
				}
			}
			return true
		}
		return false
	})
}

// The query store's death under load is noticed by nobody but those who query.
func TestClickHouseKilledUnderLoad(t *testing.T) {
	notInContainers(t, "this tier has a ClickHouse of its own")
	s := start(t)
	ids := s.batchOf(60)
	for range 2 {
		time.Sleep(500 * time.Millisecond)
		engine, found := s.process.Child("clickhouse-engine")
		if !found {
			t.Fatal("no child runs the engine")
		}
		if err := syscall.Kill(engine, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		code, result, _ := s.sync()
		if code != http.StatusOK || result["status"] != "success" {
			t.Errorf("sync straight after the death: %d %v", code, result)
		}
		ids = append(ids, result["request_id"].(string))
		if code, record := s.get("/extract/" + ids[0]); code != http.StatusOK {
			t.Errorf("GET straight after the death: %d %v", code, record)
		}
	}
	s.allSucceed(ids)
	s.oneRowEach(len(ids))
	s.audit(time.Now().Add(-time.Hour)) // the data is this test's own
}

// Files that are away for a while are waited for, and nothing new is taken in.
func TestBlobStoreAwayForAWhile(t *testing.T) {
	s := start(t)
	ids := s.batchOf(60)
	blobs, away := filepath.Join(s.dir, "blobs"), filepath.Join(s.dir, "blobs-away")
	if err := os.Rename(blobs, away); err != nil {
		t.Fatal(err)
	}
	s.refuses()
	var code int
	var record object
	eventually(t, time.Minute, "an answer about what was accepted", func() bool {
		code, record = s.get("/extract/" + ids[len(ids)-1])
		return code != http.StatusServiceUnavailable // on a busy machine the index may be behind
	})
	if code != http.StatusOK || record["status"] == "failed" {
		t.Errorf("GET meanwhile: %d %v", code, record)
	}
	if err := os.Rename(away, blobs); err != nil {
		t.Fatal(err)
	}
	code, result, _ := s.sync()
	if code != http.StatusOK || result["status"] != "success" {
		t.Fatalf("sync after it is back: %d %v", code, result)
	}
	ids = append(ids, result["request_id"].(string))
	s.allSucceed(ids)
	s.oneRowEach(len(ids))
	s.audit(time.Now().Add(-time.Hour)) // the data is this test's own
}

// needJavaParts skips where Kafka and the registry cannot be ended alone. A test
// that fails half-way leaves them running for those to come.
func needJavaParts(t *testing.T) {
	t.Helper()
	notInContainers(t, "this tier does not end Kafka and the registry")
	if javaParts == nil {
		t.Skip("Kafka and the registry can be ended in the tier kafka only")
	}
	t.Cleanup(func() {
		if !t.Failed() {
			return
		}
		for _, p := range []*testbed.Process{javaParts.KafkaProcess, javaParts.RegistryProcess} {
			p.Stop()
			if err := p.Start(context.Background()); err != nil {
				t.Error(err)
			}
		}
	})
}

// Parts that are away at the start are named in the log and waited for.
func TestKafkaAndRegistryAwayAtTheStart(t *testing.T) {
	needJavaParts(t)
	javaParts.KafkaProcess.Stop()
	javaParts.RegistryProcess.Stop()
	s := prepare(t, outside)
	s.launch()
	s.says("part is away", "brokers")
	if err := javaParts.KafkaProcess.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.says("part is away", "schema registry")
	if err := javaParts.RegistryProcess.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.ready()
	if code, result, _ := s.sync(); code != http.StatusOK || result["status"] != "success" {
		t.Errorf("sync after all are there: %d %v", code, result)
	}
}

// Brokers that die under load take nothing with them that was accepted, and
// what was refused meanwhile is not there afterwards.
func TestBrokersAwayForAWhile(t *testing.T) {
	needJavaParts(t)
	s := start(t)
	ids := s.batchOf(60)
	// A broker without others that dies in the milliseconds between a commit and
	// its markers forgets to write the markers when it starts again, and calls
	// the transaction complete: nothing that a client does mends that.
	s.await(ids[0], time.Minute)
	javaParts.KafkaProcess.Kill()
	s.refuses()
	if code, record := s.get("/extract/" + ids[0]); code != http.StatusOK && code != http.StatusServiceUnavailable {
		t.Errorf("GET meanwhile: %d %v", code, record)
	}
	if err := javaParts.KafkaProcess.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	var code int
	var result map[string]any
	eventually(t, time.Minute, "sync is answered once they are back", func() bool { // until then 503: nothing was accepted
		code, result, _ = s.sync()
		return code != http.StatusServiceUnavailable
	})
	if code != http.StatusOK || result["status"] != "success" {
		t.Fatalf("sync after they are back: %d %v", code, result)
	}
	ids = append(ids, result["request_id"].(string))
	s.allSucceed(ids)
	s.oneRowEach(len(ids))
	s.audit(time.Now().Add(-time.Hour)) // the data is this test's own
}

// A registry that is away is not needed by what runs.
func TestRegistryAwayForAWhile(t *testing.T) {
	needJavaParts(t)
	s := start(t)
	javaParts.RegistryProcess.Kill()
	ids := s.batchOf(10)
	s.allSucceed(ids)
	if err := javaParts.RegistryProcess.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.oneRowEach(len(ids))
}
