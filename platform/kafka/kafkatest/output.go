package kafkatest

import (
	"io"
	"sync"
	"testing"
)

// output is a test's log until the test ends. A client that was closed may still
// have a word to say after that, which would end all other tests.
type output struct {
	mu   sync.Mutex
	to   io.Writer
	over bool
}

func newOutput(t testing.TB) *output {
	o := &output{to: t.Output()}
	t.Cleanup(func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.over = true
	})
	return o
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.over {
		return len(p), nil
	}
	return o.to.Write(p)
}
