package screen

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"

	"lavra.dev/platform/sandbox"
)

// Serve is the body of the child process: it shuts itself in and examines files
// until the parent is done.
func Serve(ctx context.Context) error {
	if err := sandbox.Confine(sandbox.Plain); err != nil {
		return fmt.Errorf("confining the screen: %w", err)
	}
	return sandbox.Serve(ctx, func(_ context.Context, _ []byte, path string) ([]byte, error) {
		defer rest()
		file, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		return json.Marshal(Examine(file))
	})
}

// idleHeap is what a child may keep between two files.
const idleHeap = 8 << 20

// rest gives memory back after a large file: the next one may be an hour away.
func rest() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(heap)
	if heap[0].Value.Uint64()+heap[1].Value.Uint64()+heap[2].Value.Uint64() > idleHeap {
		debug.FreeOSMemory()
	}
}
