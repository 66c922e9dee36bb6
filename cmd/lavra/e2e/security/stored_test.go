package security

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
)

// Secrets of a callback that cannot be delivered, so that it passes every topic that it can.
const (
	secretToken     = "geheim-token-4711"
	secretSignature = "geheim-signature-4711"
	secretQuery     = "geheim-query-4711"
	secretPassword  = "geheim-password-4711"
)

// What is stored holds no secret.
func TestWhatIsStored(t *testing.T) {
	run(t, []attack{
		{"a callback's secrets in the log, the query store and the data folder", "none found", func(t *testing.T, s *target) string {
			nobody, err := trial.FreeAddr()
			if err != nil {
				t.Fatal(err)
			}
			status, text := s.post(t, modestKey, "/extract", "a.pdf", sample(t, "recibo-01.pdf"), "callbackAuthToken", secretToken, "signature", secretSignature,
				"callbackUrl", "http://user:"+secretPassword+"@"+nobody+"/hook?key="+secretQuery)
			if status != http.StatusOK {
				return fmt.Sprintf("not accepted: %d %s", status, text)
			}
			s.awaitDead(t)
			found := s.inTheLog(t)
			_, rows := send(t, http.MethodPost, trial.StoreURL(s.dir, s.clickhouse), []byte("SELECT * FROM documents_raw FORMAT JSONEachRow"))
			found = append(found, holds("ClickHouse", []byte(rows), secrets)...)
			found = append(found, s.inTheFolder(t, secrets...)...)
			if len(found) == 0 {
				return "none found"
			}
			return strings.Join(found, ", ")
		}},
	})
}

// With data keys no word of a document is stored, in no part; without them words are.
func TestWordsOfDocuments(t *testing.T) {
	run(t, []attack{
		{"words of a document in the data folder, without data keys", "found", wordsStored()},
		{"words of a document in the data folder, with data keys", "none found", wordsStored("LAVRA_DATA_KEYS=k1:" + strings.Repeat("5a", 32))},
	})
}

func wordsStored(settings ...string) func(*testing.T, *target) string {
	// What is printed on it, and as it is read.
	words := []string{"Azevedo", "Sabrina", "Caxias", "671.203.645-37", "67120364537", "43468327412", "instalação", "quitação"}
	return func(t *testing.T, _ *target) string {
		s, err := startTarget(settings...)
		if err != nil {
			t.Fatal(err)
		}
		defer s.stop()
		nobody, err := trial.FreeAddr()
		if err != nil {
			t.Fatal(err)
		}
		// By every topic, the letters of callbacks among them, and to ClickHouse.
		status, text := s.post(t, modestKey, "/extract", "a.pdf", sample(t, "recibo-01.pdf"), "callbackUrl", "http://"+nobody+"/hook", "referenceId", "pedido de Azevedo")
		if status != http.StatusOK {
			return fmt.Sprintf("not accepted: %d %s", status, text)
		}
		if status, text := s.post(t, modestKey, "/extract/sync", "b.pdf", sample(t, "recibo-01.pdf")); status != http.StatusOK || !strings.Contains(text, "Azevedo") {
			return fmt.Sprintf("not read: %d %s", status, text)
		}
		s.awaitDead(t)
		s.awaitRows(t, 2)
		s.process.Stop(syscall.SIGTERM) // all is on the disk
		found := s.inTheFolder(t, words...)
		if len(found) == 0 {
			return "none found"
		}
		return fmt.Sprintf("found, %d times", len(found))
	}
}

// What is erased cannot be read from the log by who has it, every key and the blob store.
func TestErasedRecords(t *testing.T) {
	run(t, []attack{{"records of an erased request, with the log, the store and all keys", "none opens", erasedRecords}})
}

func erasedRecords(t *testing.T, _ *target) string {
	ring := "k1:" + strings.Repeat("5a", 32)
	s, err := startTarget("LAVRA_DATA_KEYS=" + ring)
	if err != nil {
		t.Fatal(err)
	}
	defer s.stop()
	nobody, err := trial.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for range 2 { // the second stays
		_, text := s.post(t, modestKey, "/extract", "a.pdf", sample(t, "recibo-01.pdf"), "callbackUrl", "http://"+nobody+"/hook")
		var answer struct {
			ID string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			return "not accepted: " + text
		}
		ids = append(ids, answer.ID)
	}
	s.awaitRows(t, 2)
	s.awaitDead(t)
	before := s.opens(t, ring, ids[0])
	if before < 6 { // submitted, read, classified, extracted, completed, and the callback's
		return fmt.Sprintf("%d records opened before", before)
	}
	if status, text := send(t, http.MethodDelete, s.url+"/extract/"+ids[0], nil, "Authorization", "Bearer "+modestKey); status != http.StatusNoContent {
		return fmt.Sprintf("not erased: %d %s", status, text)
	}
	if after := s.opens(t, ring, ids[0]); after > 0 {
		return fmt.Sprintf("%d of %d open", after, before)
	}
	if other := s.opens(t, ring, ids[1]); other < 6 {
		return fmt.Sprintf("of the other request %d open", other)
	}
	return fmt.Sprintf("none opens, of %d that did before", before)
}

// opens counts the records of a request that open with what is at hand now.
func (s *target) opens(t *testing.T, ring, id string) int {
	t.Helper()
	keys, err := blob.ParseKeys(ring)
	if err != nil {
		t.Fatal(err)
	}
	store, err := blob.Open(t.Context(), "file://"+filepath.Join(s.dir, "blobs"), blob.WithKeys(keys))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var own blob.OwnKey
	name, _ := kafka.KeyOf(id)
	if in, err := store.Open(t.Context(), name); err == nil {
		io.ReadFull(in, own[:])
		in.Close()
	}
	return s.records(t, func(r *kgo.Record) bool {
		if kafka.RequestOf(r) != id {
			return false
		}
		_, byRing := keys.OpenRecord(r.Value, id)
		_, byOwn := own.OpenRecord(r.Value, id)
		return byRing == nil || byOwn == nil
	})
}

func (s *target) awaitRows(t *testing.T, n int) {
	t.Helper()
	var rows string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		_, rows = send(t, http.MethodPost, trial.StoreURL(s.dir, s.clickhouse), []byte("SELECT count() FROM documents WHERE status = 'success'"))
		if strings.TrimSpace(rows) == fmt.Sprint(n) {
			return
		}
	}
	t.Fatalf("%d rows did not come: %s", n, rows)
}

// awaitDead waits until the delivery was given up.
func (s *target) awaitDead(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if s.records(t, func(r *kgo.Record) bool { return strings.HasSuffix(r.Topic, "webhooks.dead") }) > 0 {
			return
		}
	}
	t.Fatal("the delivery was not given up")
}

func (s *target) inTheLog(t *testing.T) (found []string) {
	t.Helper()
	n := s.records(t, func(r *kgo.Record) bool {
		found = append(found, holds(r.Topic, append(bytes.Clone(r.Key), r.Value...), secrets)...)
		return true
	})
	if n == 0 {
		t.Error("the log is empty")
	}
	return found
}

// records counts those of the log that count, from its beginning to where it ends now. A log that
// was read in part would hold no secret either.
func (s *target) records(t *testing.T, counts func(*kgo.Record) bool) (n int) {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(s.kafka), kgo.ConsumeRegex(), kgo.ConsumeTopics(`^lavra\..*`), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.KeepControlRecords())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	unread := s.unread(ctx, t, client)
	for len(unread) > 0 {
		fetches := client.PollFetches(ctx)
		if ctx.Err() != nil {
			t.Fatalf("the log was not read to its end; what is left: %v", unread)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			at := partition{r.Topic, r.Partition}
			if end, ok := unread[at]; ok && r.Offset+1 >= end {
				delete(unread, at)
			}
			if !r.Attrs.IsControl() && counts(r) {
				n++
			}
		})
	}
	return n
}

type partition struct {
	topic  string
	number int32
}

// unread gives the end of each partition that holds something.
func (s *target) unread(ctx context.Context, t *testing.T, client *kgo.Client) map[partition]int64 {
	t.Helper()
	asks := kadm.NewClient(client)
	starts, err := asks.ListStartOffsets(ctx)
	if err != nil {
		t.Fatal(err)
	}
	ends, err := asks.ListEndOffsets(ctx)
	if err != nil {
		t.Fatal(err)
	}
	unread := map[partition]int64{}
	ends.Each(func(end kadm.ListedOffset) {
		start, _ := starts.Lookup(end.Topic, end.Partition)
		if strings.HasPrefix(end.Topic, "lavra.") && end.Offset > start.Offset {
			unread[partition{end.Topic, end.Partition}] = end.Offset
		}
	})
	return unread
}

func (s *target) inTheFolder(t *testing.T, words ...string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(s.dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || entry.Name() == "lavra" {
			return nil // parts are merged and segments removed while we look
		}
		data, err := os.ReadFile(path)
		if err == nil {
			found = append(found, holds(filepath.Base(path), data, words)...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

var secrets = []string{secretToken, secretSignature, secretQuery, secretPassword, modestKey, greedyKey}

func holds(where string, data []byte, words []string) (found []string) {
	for _, word := range words {
		if bytes.Contains(data, []byte(word)) {
			found = append(found, where+" holds "+word[:len(word)-5])
		}
	}
	return found
}
