package chdb

import (
	"fmt"
	"runtime"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"
)

// handled are the signals whose handler the library touches and the Go runtime
// owns: it turns faults into panics with some, and switches goroutines with
// SIGURG.
var handled = []syscall.Signal{
	syscall.SIGILL, syscall.SIGABRT, syscall.SIGFPE, syscall.SIGBUS, syscall.SIGSEGV,
	syscall.SIGURG, syscall.SIGPIPE, syscall.SIGTERM, syscall.SIGINT,
}

// sigactionSize is above sizeof(struct sigaction) of every platform (152 bytes
// with glibc).
const sigactionSize = 256

// savedSignals holds Go's handlers while the library's own are turned off,
// which sets the default action instead of leaving things alone.
type savedSignals struct {
	sigaction func(signal int32, action, old unsafe.Pointer) int32
	actions   [][sigactionSize]byte
}

func saveSignals() (savedSignals, error) {
	name := "libc.so.6"
	if runtime.GOOS == "darwin" {
		name = "/usr/lib/libSystem.B.dylib"
	}
	libc, err := purego.Dlopen(name, purego.RTLD_NOW)
	if err != nil {
		return savedSignals{}, fmt.Errorf("opening the C library: %w", err)
	}
	saved := savedSignals{actions: make([][sigactionSize]byte, len(handled))}
	purego.RegisterLibFunc(&saved.sigaction, libc, "sigaction")
	for i, signal := range handled {
		saved.sigaction(int32(signal), nil, unsafe.Pointer(&saved.actions[i]))
	}
	return saved, nil
}

func (s savedSignals) restore() {
	for i, signal := range handled {
		s.sigaction(int32(signal), unsafe.Pointer(&s.actions[i]), nil)
	}
}
