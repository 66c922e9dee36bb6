package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/audit"
	"lavra.dev/cmd/lavra/trial"
)

// What goes from any table is found: a row of documents, an end among the events, an attempt.
func TestTheAuditLooksAtEveryTable(t *testing.T) {
	t.Parallel()
	began := time.Now()
	s := start(t)
	var ids []string
	for range 3 {
		code, answer, _ := s.post("/extract", []upload{{"boleto-02.pdf", sampleNamed(t, "boleto-02.pdf").data}}, map[string]string{"callbackUrl": newReceiver(t).URL})
		if code != http.StatusOK {
			t.Fatal(code, answer)
		}
		ids = append(ids, answer["request_id"].(string))
	}
	for _, id := range ids {
		s.await(id, time.Minute)
	}
	if r := s.audit(began); r.Accepted != 3 || r.Callbacks != 3 {
		t.Fatalf("the audit says %+v", r)
	}
	for n, table := range []string{"results_raw", "events_raw", "webhook_attempts_raw"} {
		statement := fmt.Sprintf("ALTER TABLE %s DELETE WHERE request_id = '%s' SETTINGS mutations_sync = 2", table, ids[n])
		resp, err := http.Post(cmp.Or(s.store, trial.StoreURL(s.dir, s.clickhouse)+"?"), "text/plain", strings.NewReader(statement))
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != http.StatusOK {
			t.Fatal(table, resp.Status)
		}
		out, err := s.lavra("audit", "--json", "--since", began.UTC().Format(time.RFC3339))
		var r audit.Report
		if bad := json.Unmarshal(out, &r); bad != nil || err == nil || !maps.Equal(r.Counts, map[audit.Fault]int{audit.RowMissing: n + 1}) {
			t.Errorf("without a row of %s the audit says %v %s", table, err, out)
		}
	}
}
