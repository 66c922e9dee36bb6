package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	// A Go process with its engines maps 1.7 GiB at start, most of it never used.
	// What is left has to be well above the limit on resident memory, whose
	// excess is told apart from a crash; this wall is for what grows too fast.
	addressSpace = 3 << 30
	// Pipes, the input, the engines' data files and a few temporary ones.
	openFiles = 64
	fileSize  = 512 << 20

	// readableVariable carries Config.Readable to the child.
	readableVariable = "LAVRA_SANDBOX_READABLE"
	// walledVariable tells the second start of a child that it is one.
	walledVariable = "LAVRA_SANDBOX_WALLED"
)

// confinement is what Confine got, for the parent's log.
var confinement = "none"

// Confine takes from the calling process, for good and on all its threads, the
// network, other programs, other processes and most of the file system. It
// comes first in a child's main, before any engine is loaded and any byte of a
// stranger is read. Where the kernel has Landlock it starts the program anew
// behind that wall, since a running Go program cannot put up one on all its
// threads; without Landlock the rest still holds.
func Confine() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up new privileges: %w", err)
	}
	confinement = "seccomp"
	if os.Getenv(walledVariable) == "" {
		err := raiseWall(os.Getenv(readableVariable))
		if err == nil {
			return startAnew()
		}
		if !errors.Is(err, errNoLandlock) {
			return fmt.Errorf("walling off the file system: %w", err)
		}
	} else {
		confinement = "seccomp, landlock"
	}
	if err := limitResources(); err != nil {
		return err
	}
	if err := installFilter(filter(os.Getpid())); err != nil {
		return fmt.Errorf("installing the system call filter: %w", err)
	}
	return nil
}

// startAnew replaces the program by itself; it returns only on failure. The
// wall and the given-up privileges stay with the thread that goes on.
func startAnew() error {
	// The signal was set for the first thread; this may be another.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("asking to end with the parent: %w", err)
	}
	err := unix.Exec("/proc/self/exe", os.Args, append(os.Environ(), walledVariable+"=1"))
	return fmt.Errorf("starting anew behind the wall: %w", err)
}

func limitResources() error {
	for _, l := range []struct {
		resource int
		value    uint64
	}{
		{unix.RLIMIT_AS, addressSpace},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_NOFILE, openFiles},
		{unix.RLIMIT_FSIZE, fileSize},
	} {
		if err := syscall.Setrlimit(l.resource, &syscall.Rlimit{Cur: l.value, Max: l.value}); err != nil {
			return fmt.Errorf("limiting resource %d: %w", l.resource, err)
		}
	}
	return nil
}
