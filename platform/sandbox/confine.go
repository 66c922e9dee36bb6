package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	// A Go process with its engines maps 1.7 GiB at start, most of it never used.
	// What is left has to be well above the limit on resident memory, whose
	// excess is told apart from a crash; this wall is for what grows too fast.
	addressSpace = 3 << 30
	// Pipes, the input and the engines' data files.
	openFiles = 64
	// A child writes to its pipes only, whose sizes do not count.
	fileSize = 0
	// Some 10 are at work: those of the Go runtime and of a library beside it.
	threads = 64

	// readableVariable carries Config.Readable to the child.
	readableVariable = "LAVRA_SANDBOX_READABLE"
	// walledVariable tells the second start of a child that it is one.
	walledVariable = "LAVRA_SANDBOX_WALLED"
	// ownUserVariable says that no other process counts among this user's: threads can be limited.
	ownUserVariable = "LAVRA_SANDBOX_OWN_USER"
	// withoutWallVariable lets a child go on where the kernel has no Landlock.
	withoutWallVariable = "LAVRA_SANDBOX_WITHOUT_WALL"
)

// confinement is what Confine got, for the parent's log and metrics.
var confinement = "none"

// Confine takes from the calling process, for good and on all its threads, the
// network, other programs, other processes, the rights of root and most of the
// file system. It comes first in a child's main, before any engine is loaded and
// any byte of a stranger is read. It starts the program anew behind the wall,
// since a running Go program can neither put up one nor give up rights on all its
// threads. A wall that cannot be put up is an error, but where the parent said
// that the kernel need not have Landlock.
func Confine(kind Kind) error {
	if !walls {
		return nil
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	version := landlockVersion()
	if os.Getenv(walledVariable) == "" {
		paths := filepath.SplitList(os.Getenv(readableVariable))
		return behindWall(version, os.Getenv(withoutWallVariable) != "", answersFD, append(paths, "."))
	}
	confinement = "seccomp"
	if version > 0 {
		confinement = "seccomp, landlock " + strconv.Itoa(version)
	}
	if err := limitResources(); err != nil {
		return err
	}
	if err := installFilter(filter(kind, os.Getpid())); err != nil {
		return fmt.Errorf("installing the system call filter: %w", err)
	}
	return nil
}

// Wall is what a program keeps that only its own files concern.
type Wall struct {
	Own      []string // folders it may read and write
	Readable []string // paths it may read, besides the system's libraries
	LastFile uint     // the highest inherited descriptor that it needs
	Optional bool     // go on where the kernel has no Landlock
}

// Behind takes from the calling program the files outside a wall, new connections over TCP
// and the rights of root, and starts it anew; the second time it returns. Unlike Confine it
// leaves system calls alone: for a program of ours that serves, not for a stranger's file.
func Behind(w Wall) error {
	if os.Getenv(walledVariable) != "" {
		return nil
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return behindWall(landlockVersion(), w.Optional, w.LastFile, w.Readable, w.Own...)
}

// behindWall starts the program anew behind a wall; it returns only on failure.
func behindWall(version int, optional bool, lastFile uint, readable []string, own ...string) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("giving up new privileges: %w", err)
	}
	if version > 0 {
		if err := raiseWall(version, readable, own); err != nil {
			return fmt.Errorf("walling off the file system: %w", err)
		}
	} else if !optional {
		return errNoLandlock
	}
	if err := dropCapabilities(); err != nil {
		return fmt.Errorf("giving up capabilities: %w", err)
	}
	return startAnew(lastFile)
}

var errNoLandlock = errors.New("the kernel has no Landlock, so a child could read every file of its user")

// dropCapabilities leaves the thread, and what it starts, none of root's rights: with an
// empty bounding set a program started by root has none.
func dropCapabilities() error {
	for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
		err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.EPERM) {
			break // the kernel knows no more of them, or this is not root
		}
		if err != nil {
			return err
		}
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return unix.Capset(&header, &none[0])
}

// startAnew replaces the program by itself; it returns only on failure. The
// wall and the given-up privileges stay with the thread that goes on.
func startAnew(lastFile uint) error {
	// The signal was set for the first thread; this may be another.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("asking to end with the parent: %w", err)
	}
	// What the parent's own launcher left open is no business of a child.
	if err := unix.CloseRange(lastFile+1, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC); err != nil && !errors.Is(err, unix.ENOSYS) {
		return fmt.Errorf("closing inherited files: %w", err)
	}
	err := unix.Exec("/proc/self/exe", os.Args, append(os.Environ(), walledVariable+"=1"))
	return fmt.Errorf("starting anew behind the wall: %w", err)
}

func limitResources() error {
	type limit struct {
		resource int
		value    uint64
	}
	limits := []limit{
		{unix.RLIMIT_AS, addressSpace},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_NOFILE, openFiles},
		{unix.RLIMIT_FSIZE, fileSize},
		{unix.RLIMIT_MEMLOCK, 0},
		{unix.RLIMIT_MSGQUEUE, 0},
	}
	if os.Getenv(ownUserVariable) != "" {
		limits = append(limits, limit{unix.RLIMIT_NPROC, threads})
	}
	for _, l := range limits {
		if err := syscall.Setrlimit(l.resource, &syscall.Rlimit{Cur: l.value, Max: l.value}); err != nil {
			return fmt.Errorf("limiting resource %d: %w", l.resource, err)
		}
	}
	return nil
}
