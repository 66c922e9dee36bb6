package webhook

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"lavra.dev/platform/erasure"
	"lavra.dev/schemas/event"
)

// A request that is erased between two attempts is not delivered any more.
func TestAnErasedRequestIsNotTriedAgain(t *testing.T) {
	b := newBench(t)
	var err error
	if b.erased, err = erasure.NewIndex(b.Kafka, nil, nil); err != nil {
		t.Fatal(err)
	}
	id := uuid.Must(uuid.NewV7()).String()
	e := newEndpoint(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/erased" {
			if err := b.erased.Write(t.Context(), event.Erasure{RequestID: id, Account: "conta"}); err != nil {
				t.Error(err)
			}
		}
		w.WriteHeader(http.StatusInternalServerError)
	})
	stop := b.run(t, b.Kafka)
	defer stop()
	gone := b.order(t, e.URL+"/erased", func(d *event.Delivery) { d.RequestID = id })
	eventually(t, "a first attempt", func() bool { return len(e.made()) == 1 })
	other := b.order(t, e.URL+"/other", nil)
	eventually(t, "all attempts of another one", func() bool { return len(b.attempts(t, other.EventID)) == 6 })
	count := 0
	for _, c := range e.made() {
		if c.path == "/erased" {
			count++
		}
	}
	if attempts := b.attempts(t, gone.EventID); count != 1 || len(attempts) != 2 {
		t.Errorf("%d calls, attempts %v", count, attempts)
	}
}
