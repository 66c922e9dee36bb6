package status

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"

	"lavra.dev/schemas/event"
)

// BenchmarkMemory measures what a request takes in the index, alone and as one
// of a batch of a hundred:
// go test -bench Memory -benchtime 1000000x -run '^$' ./status
func BenchmarkMemory(b *testing.B) {
	for _, inBatch := range []bool{false, true} {
		b.Run(fmt.Sprintf("batch=%v", inBatch), func(b *testing.B) {
			x, err := New(Config{Capacity: max(b.N, chunkSize)}, Deps{})
			if err != nil {
				b.Fatal(err)
			}
			before := heap()
			batch := ""
			for n := range b.N {
				id := uuid.Must(uuid.NewV7()).String()
				r := event.Request{ID: id, Account: "acme", Revision: 1, AcceptedAt: time.Now(), File: event.File{Name: fmt.Sprintf("documento-%d.pdf", n)}}
				if n%100 == 0 {
					batch = id
				}
				if inBatch {
					r.Batch = &event.Batch{ID: batch, Index: int32(n % 100), Total: 100}
				}
				x.applySubmitted(event.Submitted{Request: r}, event.Pointer{Topic: "documents.submitted.bulk", Offset: int64(n)})
			}
			b.ReportMetric(float64(heap()-before)/float64(b.N), "B/request")
			runtime.KeepAlive(x)
		})
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
