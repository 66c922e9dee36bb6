package e2e

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// command runs one of the program's commands against the service.
func (s *service) command(arguments ...string) string {
	s.t.Helper()
	cmd := exec.Command(binary, arguments...)
	cmd.Env = s.env
	text, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("lavra %s: %v\n%s", strings.Join(arguments, " "), err, text)
	}
	return string(text)
}

// A threshold that no type reaches fails every document. Once it is mended they are run
// again, looked at, and take their places; who asked for it is called again.
func TestDocumentsThatAFaultySettingFailedAreRunAgain(t *testing.T) {
	began := time.Now()
	s := start(t, "LAVRA_TYPE_THRESHOLD=1")
	calls := newReceiver(t)
	d := sampleNamed(t, "recibo-01.pdf")
	code, answer, _ := s.post("/extract/batch", []upload{{"a.pdf", d.data}, {"b.pdf", d.data}}, map[string]string{"callbackUrl": calls.URL})
	if code != 200 {
		t.Fatalf("%d %v", code, answer)
	}
	var ids []string
	for _, item := range answer["items"].([]any) {
		ids = append(ids, item.(object)["request_id"].(string))
		if record := s.await(ids[len(ids)-1], time.Minute); record["status"] == "success" {
			t.Fatalf("succeeded under that threshold: %v", record)
		}
	}
	eventually(t, time.Minute, "first callbacks", func() bool { return len(calls.missing(ids)) == 0 })
	s.env = append(s.env, "LAVRA_TYPE_THRESHOLD=0.6")

	if said := s.command("replay", "--stage", "classification", "--since", "1h", "--dry-run"); !strings.Contains(said, "2 documents: 2 from the log") {
		t.Errorf("a dry run says %q", said)
	}
	said := s.command("replay", "--stage", "classification", "--since", "1h")
	if !strings.Contains(said, "outcome better 2, worse 0; another type 2") {
		t.Errorf("the run says %s", said)
	}
	run := regexp.MustCompile(`replay apply (\S+)`).FindStringSubmatch(said)[1]
	if record := s.await(ids[0], time.Minute); record["status"] == "success" {
		t.Error("the result took its place before anybody asked for that")
	}
	if said := s.command("replay", "apply", run, "--callbacks"); !strings.Contains(said, "2 took their places") {
		t.Errorf("apply says %q", said)
	}
	s.allSucceed(ids)
	eventually(t, time.Minute, "second callbacks", func() bool {
		calls.mu.Lock()
		defer calls.mu.Unlock()
		return calls.seen[ids[0]] == 2 && calls.seen[ids[1]] == 2
	})
	if said := s.command("replay", "apply", run); !strings.Contains(said, "2 had before") {
		t.Errorf("once more says %q", said)
	}
	if r := s.audit(began); r.Ended != 2 || r.Failed != 0 || r.Callbacks != 4 {
		t.Errorf("the audit says %+v", r)
	}
	// The audit has waited for the rows of the second results.
	if rows := s.sql("SELECT count(), countIf(status = 'success' AND revision = 2) FROM documents"); rows != "2\t2" {
		t.Errorf("rows and second results: %q", rows)
	}
}
