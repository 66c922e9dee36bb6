package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A language model of the test's own answers with one phrase that stands in the
// document and with one that does not. The first is given, found and marked, the
// second is dropped; and documents end without the model too.
func TestLanguageModelFillsOnlyWhatIsPrinted(t *testing.T) {
	const printed, invented = "esteve sob meus cuidados profissionais", "Ressonância magnética do crânio"
	var asked atomic.Int64
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		values, _ := json.Marshal(object{"conclusao": printed, "exame": invented})
		json.NewEncoder(w).Encode(object{"choices": []object{{"message": object{"content": string(values)}}}})
	}))
	defer model.Close()
	s := start(t, "LAVRA_LLM_URL="+model.URL+"/v1", "LAVRA_LLM_MODEL=test", "LAVRA_LLM_TIMEOUT=2s")
	d := sampleNamed(t, "laudo-medico-01.pdf")
	send := func() object {
		t.Helper()
		code, answer, _ := s.post("/extract/sync", []upload{{d.File, d.data}}, nil)
		if code != http.StatusOK {
			t.Fatalf("%d %v", code, answer)
		}
		return answer
	}

	answer := send()
	fields, _ := answer["fields"].(object)
	if field, _ := fields["conclusao"].(object); field["value"] != printed || fields["exame"] != nil {
		t.Errorf("conclusao is %v, exame is %v", field, fields["exame"])
	}
	if asked.Load() != 1 {
		t.Errorf("the model was asked %d times", asked.Load())
	}
	id := answer["request_id"].(string)
	code, box := s.get("/extract/" + id + "/bounding-box?fieldPath=fields.conclusao")
	if code != http.StatusOK || box["resolution_status"] != "resolved" {
		t.Errorf("where conclusao stands: %d %v", code, box)
	}
	where := " FROM fields WHERE request_id = '" + id + "' AND "
	eventually(t, 20*time.Second, "the mark of the model reaches ClickHouse", func() bool {
		n, err := s.ask("SELECT count()" + where + "name = 'conclusao' AND witnesses = ['llm']")
		return err == nil && n == "1"
	})
	if n := s.count("SELECT count()" + where + "name != 'conclusao' AND has(witnesses, 'llm')"); n != 0 {
		t.Errorf("%d other fields bear the mark of the model", n)
	}

	model.Close()
	if fields, _ = send()["fields"].(object); fields["paciente_nome"] == nil || fields["conclusao"] != nil {
		t.Errorf("without the model: %v", fields)
	}
}

// The text of a document is there while its fields are still to come.
func TestTheTextIsThereWhileTheModelThinks(t *testing.T) {
	thinking, done := make(chan struct{}, 1), make(chan struct{})
	answer := sync.OnceFunc(func() { close(done) })
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		thinking <- struct{}{}
		<-done
		json.NewEncoder(w).Encode(object{"choices": []object{{"message": object{"content": "{}"}}}})
	}))
	defer model.Close()
	defer answer() // first: the model closes when it has answered
	s := start(t, "LAVRA_LLM_URL="+model.URL+"/v1", "LAVRA_LLM_MODEL=test", "LAVRA_LLM_TIMEOUT=60s")
	d := sampleNamed(t, "laudo-medico-01.pdf")
	_, accepted, _ := s.post("/extract", []upload{{d.File, d.data}}, nil)
	id, _ := accepted["request_id"].(string)
	<-thinking
	record := object{}
	eventually(t, 10*time.Second, "the step is told", func() bool {
		_, record = s.get("/extract/" + id)
		return record["current_step"] == "extraction"
	})
	_, early := s.get("/extract/" + id + "/markdown")
	if record["markdown_status"] != "success" || record["payload"] != nil || early["request_status"] != "in_progress" || early["markdown"] == "" || early["markdown"] == nil {
		t.Errorf("while the model thinks: %v, %v", record, early)
	}
	answer()
	end := s.await(id, time.Minute)
	if _, late := s.get("/extract/" + id + "/markdown"); late["markdown"] != early["markdown"] || late["markdown_generated_at"] != early["markdown_generated_at"] ||
		end["markdown_generated_at"] != record["markdown_generated_at"] {
		t.Errorf("another text in the end: %v", late)
	}
}
