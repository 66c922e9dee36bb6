// Package native finds and opens the shared libraries of the engines without
// cgo, and calls their C functions.
//
// In comes a file name, out comes a library whose functions take and give
// integers and pointers. Nothing here is downloaded, and no library is opened
// before it is asked for.
package native

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ebitengine/purego"

	"lavra.dev/platform/nativelib"
)

// ErrMissing says that a library is on none of the known paths.
var ErrMissing = errors.New("native library not found")

// Library is an open shared library. It stays open to the end of the process:
// the engines keep state that outlives any handle.
type Library struct {
	handle uintptr
	Path   string
}

// Func is the address of a C function. Its arguments and its result are
// integers or pointers: a function that takes or returns a floating-point
// number by value cannot be called this way.
type Func uintptr

// Open opens the first of the named files found in dir, then by the system's
// own search. An empty dir stands for the default folders.
func Open(dir string, names ...string) (*Library, error) {
	folders := []string{dir}
	if dir == "" {
		folders = nativelib.Folders()
	}
	for _, name := range names {
		for _, folder := range folders {
			path := filepath.Join(folder, name)
			if _, err := os.Stat(path); err != nil {
				continue
			}
			return open(path)
		}
	}
	for _, name := range names {
		if lib, err := open(name); err == nil {
			return lib, nil
		}
	}
	return nil, fmt.Errorf("opening %s: %w", names[0], ErrMissing)
}

func open(path string) (*Library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", filepath.Base(path), err)
	}
	return &Library{handle, path}, nil
}

// Bind looks functions up by name; the first that is missing is the error.
func (l *Library) Bind(to map[string]*Func) error {
	for name, f := range to {
		address, err := l.Symbol(name)
		if err != nil {
			return err
		}
		*f = Func(address)
	}
	return nil
}

// Symbol is the address of a function that Func cannot call.
func (l *Library) Symbol(name string) (uintptr, error) {
	address, err := purego.Dlsym(l.handle, name)
	if err != nil {
		return 0, fmt.Errorf("binding %s of %s: %w", name, filepath.Base(l.Path), err)
	}
	return address, nil
}

// Call calls the function. Pointers are passed as uintptr(unsafe.Pointer(p))
// written in the call itself, which keeps what they point to alive and in place.
//
//go:uintptrescapes
func (f Func) Call(args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(uintptr(f), args...)
	return r
}
