package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Every bundled sample ends, and the three that the demonstration shows have
// every value that is printed on them.
func TestSamplesComeBackWithTheirTrueValues(t *testing.T) {
	s := start(t)
	exact := map[string]bool{"nfe-xml-01.xml": true, "boleto-02.pdf": true, "holerite-02.pdf": true}
	for _, d := range loadSamples(t) {
		t.Run(d.File, func(t *testing.T) {
			fields := map[string]string{"timeout": "120000"}
			if d.tagged("xml") {
				fields["documentType"] = "NFE"
			}
			var code int
			var result object
			eventually(t, 5*time.Minute, "an answer", func() bool {
				code, result, _ = s.post("/extract/sync", []upload{{d.File, d.data}}, fields)
				return code != http.StatusServiceUnavailable // a broker on a busy machine; a client comes again
			})
			if code != http.StatusOK {
				t.Fatalf("%d %v", code, result)
			}
			if !exact[d.File] {
				return
			}
			if result["document_type"] != d.DocumentType {
				t.Errorf("read as %v, is %s", result["document_type"], d.DocumentType)
			}
			got, _ := result["fields"].(object)
			for name, want := range d.Fields {
				field, _ := got[name].(object)
				if !reflect.DeepEqual(field["value"], want) {
					t.Errorf("%s is %v, want %v", name, field["value"], want)
				}
			}
		})
	}
}

// A batch producer's day in small: 500 documents in 5 calls, one row each, the
// metrics agree.
func TestFiveBatchesOfAHundred(t *testing.T) {
	s := start(t)
	docs := textSamples(t)
	var ids []string
	for b := range 5 {
		var files []upload
		for i := range 100 {
			d := docs[(100*b+i)%len(docs)]
			files = append(files, upload{fmt.Sprintf("%d-%d-%s", b, i, d.File), d.data})
		}
		code, answer, header := s.post("/extract/batch", files, map[string]string{"referenceId": fmt.Sprintf("lote-%d", b)})
		items, _ := answer["items"].([]any)
		if code != http.StatusOK || len(items) != 100 {
			t.Fatalf("batch %d: %d %v", b, code, answer)
		}
		batch := header.Get("X-Batch-Id")
		if code, list := s.get("/extract/batch?batchId=" + batch); code != http.StatusOK || list["total"] != 100.0 {
			t.Errorf("batch straight after its answer: %d %v", code, list)
		}
		for _, item := range items {
			ids = append(ids, item.(object)["request_id"].(string))
		}
	}
	outcomes := map[string]int{}
	for _, id := range ids {
		outcomes[s.await(id, 3*time.Minute)["status"].(string)]++
	}
	if outcomes["success"]+outcomes["partial_success"] != 500 {
		t.Errorf("outcomes %v", outcomes)
	}
	for b := range 5 {
		code, list := s.get(fmt.Sprintf("/extract/batch?referenceId=lote-%d&limit=1000", b))
		if code != http.StatusOK || list["in_progress"] != 0.0 || list["total"] != 100.0 {
			t.Errorf("batch %d: %d, %v of %v in progress", b, code, list["in_progress"], list["total"])
		}
	}
	s.oneRowEach(500)
	s.exports(500)
	s.sameLeaves(ids[:50]) // each of the text samples twice or so
	if accepted, ended := s.metric("lavra_ingest_requests_accepted_total"), s.metric("lavra_requests_ended_total"); accepted != 500 || ended != 500 {
		t.Errorf("metrics say %v accepted and %v ended, want 500 each", accepted, ended)
	}
	// The markers that end the batches' transactions are passed, too.
	eventually(t, time.Minute, "no group is behind", func() bool { return s.metric("lavra_kafka_lag_records") == 0 })
}

// oneRowEach checks ClickHouse: a row per document, terminal, and no event twice.
func (s *service) oneRowEach(n int) {
	s.t.Helper()
	var got string
	var err error
	if !became(time.Minute, func() bool {
		got, err = s.ask("SELECT count() FROM documents WHERE status != 'in_progress'")
		return err == nil && got == strconv.Itoa(n)
	}) {
		s.t.Fatalf("documents has %q terminal rows a minute after they ended, want %d (%v)", got, n, err)
	}
	for query, want := range map[string]int{
		"SELECT count() FROM documents":                             n,
		"SELECT uniqExact(request_id) FROM documents":               n,
		"SELECT count() - uniqExact(event_id) FROM events":          0,
		"SELECT count() FROM events WHERE kind = 'completed'":       n,
		"SELECT uniqExact(request_id) FROM fields WHERE path != ''": n,
	} {
		if got := s.count(query); got != want {
			s.t.Errorf("%s gives %d, want %d", query, got, want)
		}
	}
}

// metric sums a metric over its labels.
func (s *service) metric(name string) float64 {
	s.t.Helper()
	resp, err := http.Get("http://" + s.metrics + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	var sum float64
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, name+"{") && !strings.HasPrefix(line, name+" ") {
			continue
		}
		var value float64
		if _, err := fmt.Sscan(line[strings.LastIndex(line, " ")+1:], &value); err != nil {
			s.t.Fatalf("metric line %q: %v", line, err)
		}
		sum += value
	}
	return sum
}

// The same file twice gives the same result, and an outside broker gives the
// same as the embedded one, byte for byte but for identifiers and times.
func TestSameBytesSameResult(t *testing.T) {
	here := start(t)
	embedded := here
	if outside != nil {
		embedded = startOn(t, nil)
	}
	docs := textSamples(t)
	for i := range 200 { // the documents that are killed under, in the same order
		d := docs[i%len(docs)]
		a, b := here.result(d), embedded.result(d)
		if a != b {
			t.Errorf("%s: two readings differ:\n%s\n%s", d.File, a, b)
		}
	}
}

// result is the answer without what names the request and its time.
func (s *service) result(d truth) string {
	s.t.Helper()
	code, result, _ := s.post("/extract/sync", []upload{{d.File, d.data}}, map[string]string{"includeMarkdown": "true"})
	if code != http.StatusOK {
		s.t.Fatalf("%s: %d %v", d.File, code, result)
	}
	delete(result, "request_id")
	delete(result, "processed_at")
	text, err := json.Marshal(result)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

func TestKafkaToolsWorkAgainstTheEmbeddedBroker(t *testing.T) {
	kcat, err := exec.LookPath("kcat")
	if err != nil {
		t.Skip("kcat is not installed: make setup installs it")
	}
	if outside != nil {
		t.Skip("this tier has a broker of its own")
	}
	s := start(t)
	out, err := exec.Command(kcat, "-L", "-b", s.kafka).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "documents.status") {
		t.Errorf("kcat -L: %v\n%s", err, out)
	}
	if got := s.sql("SELECT 1 + 1"); got != "2" {
		t.Errorf("SELECT 1 + 1 is %q", got)
	}
}
