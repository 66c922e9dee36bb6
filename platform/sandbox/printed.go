package sandbox

import (
	"regexp"
	"strings"
	"sync"
)

const (
	tailBytes = 32 << 10
	maxFrames = 12
)

// framePattern is a line of a Go stack trace: package path, function, arguments.
var framePattern = regexp.MustCompile(`^([A-Za-z0-9_.\-/]+\.[A-Za-z0-9_.\-*()\[\]]+)\(.*\)$`)

// tail keeps the end of what a child prints. Once the child has seen a file,
// only the function names of a crash's stack trace are ever taken out: all else
// may be document content.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b[max(0, len(b)-tailBytes):]...)
	if over := len(t.buf) - tailBytes; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(b), nil
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.buf))
}

// frames are the innermost function names of a crash.
func (t *tail) frames() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, trace, found := strings.Cut(string(t.buf), "\ngoroutine ")
	if !found {
		return nil
	}
	var names []string
	for line := range strings.Lines(trace) {
		if m := framePattern.FindStringSubmatch(strings.TrimSpace(line)); m != nil && len(names) < maxFrames {
			names = append(names, m[1])
		}
	}
	return names
}
