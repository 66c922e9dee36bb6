package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"syscall"
	"testing"
	"time"
)

// receiver is a client's endpoint: it counts the callbacks of each request.
type receiver struct {
	*httptest.Server
	mu   sync.Mutex
	seen map[string]int
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{seen: map[string]int{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		var body struct {
			RequestID string `json:"request_id"`
		}
		if json.NewDecoder(req.Body).Decode(&body) != nil || body.RequestID == "" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.seen[body.RequestID]++
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) missing(ids []string) (missing []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range ids {
		if r.seen[id] == 0 {
			missing = append(missing, id)
		}
	}
	return missing
}

// Killing everything at any moment loses nothing, fails nothing and doubles
// nothing: 200 documents under way, kill -9 three times.
func TestKillNineLosesNothing(t *testing.T) {
	began := time.Now()
	s := start(t)
	callbacks := newReceiver(t)
	docs := textSamples(t)
	var ids []string
	for b := range 2 {
		var files []upload
		for i := range 100 {
			d := docs[(100*b+i)%len(docs)]
			files = append(files, upload{fmt.Sprintf("%d-%s", i, d.File), d.data})
		}
		code, answer, _ := s.post("/extract/batch", files, map[string]string{"callbackUrl": callbacks.URL})
		items, _ := answer["items"].([]any)
		if code != http.StatusOK || len(items) != 100 {
			t.Fatalf("batch %d: %d %v", b, code, answer)
		}
		for _, item := range items {
			ids = append(ids, item.(object)["request_id"].(string))
		}
	}
	for range 3 {
		time.Sleep(700 * time.Millisecond) // a good part of 200 documents is still under way
		s.stop(syscall.SIGKILL)
		s.up()
	}
	outcomes := map[string]int{}
	for _, id := range ids {
		outcomes[s.await(id, 3*time.Minute)["status"].(string)]++
	}
	if outcomes["success"]+outcomes["partial_success"] != len(ids) {
		t.Errorf("outcomes %v: a kill must not fail a document", outcomes)
	}
	s.oneRowEach(len(ids))
	eventually(t, time.Minute, "a callback for every document", func() bool { return len(callbacks.missing(ids)) == 0 })
	if r := s.audit(began); r.Accepted != len(ids) || r.Ended != len(ids) || r.Callbacks != len(ids) {
		t.Errorf("the audit says %+v", r)
	}
}

// Data survives a stop by TERM: what was read before is there after.
func TestResultsSurviveARestart(t *testing.T) {
	s := start(t)
	d := sampleNamed(t, "recibo-01.pdf")
	_, result, _ := s.post("/extract/sync", []upload{{d.File, d.data}}, nil)
	id, _ := result["request_id"].(string)
	s.stop(syscall.SIGTERM)
	s.up()
	if code, record := s.get("/extract/" + id); code != http.StatusOK || record["status"] != result["status"] {
		t.Errorf("after the restart: %d %v", code, record)
	}
}

// A stop by TERM cuts off no call: those under way get their result, and only
// then do the workers and the index end.
func TestCallsUnderWayAreAnsweredThroughATerm(t *testing.T) {
	s := start(t, "LAVRA_SHUTDOWN_GRACE=4m")
	docs := textSamples(t)
	const calls = 12
	codes := make(chan string, calls)
	for n := range calls {
		go func() {
			d := docs[n%len(docs)]
			code, answer, _ := s.post("/extract/sync", []upload{{d.File, d.data}}, map[string]string{"timeout": "240000"})
			codes <- fmt.Sprint(code, " ", answer["transport"])
		}()
	}
	// Accepted is what the log has: from then on a call is under way.
	eventually(t, 2*time.Minute, "the calls are accepted", func() bool {
		_, list := s.get("/extract")
		items, _ := list["items"].([]any)
		return len(items) == calls
	})
	s.stop(syscall.SIGTERM)
	for range calls {
		if code := <-codes; code != "200 <nil>" {
			t.Errorf("a call under way was answered %s", code)
		}
	}
	s.up()
}
