package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"lavra.dev/platform/sandbox"
)

// childAttributes make the child die with its parent, however that dies, and
// keep a Ctrl-C in the terminal from reaching it before the services that still
// write to it have ended.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}

// behindOthers is how far below everybody's documents the engine works: rows may be there a moment
// later, and what one account sends without pause becomes rows beside another's calls.
const behindOthers = 5

// yield has an engine that starts work behind everything else of the service.
func yield(child *os.Process) error { return sandbox.LowerGroup(child, behindOthers) }

// kernelFiles are what the engine and the Go runtime ask the kernel about memory, processors
// and themselves.
var kernelFiles = []string{"/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/uptime", "/proc/loadavg", "/proc/sys", "/sys/fs/cgroup", "/sys/devices/system", "/etc/passwd", "/etc/group", "/etc/timezone"}

// stayWithin leaves the engine its data and its library: a statement that names another file
// or another address gets no answer from it.
func stayWithin(told orders) error {
	library, err := filepath.EvalSymlinks(told.Library)
	if err != nil {
		return fmt.Errorf("finding the engine's library %s: %w", told.Library, err)
	}
	err = sandbox.Behind(sandbox.Wall{
		Own: []string{told.Dir}, Readable: append([]string{filepath.Dir(told.Library), filepath.Dir(library)}, kernelFiles...),
		LastFile: reportFile, Optional: told.WithoutWall,
	})
	if err != nil {
		return fmt.Errorf("shutting the engine in; LAVRA_SANDBOX_WITHOUT_LANDLOCK=true goes on without: %w", err)
	}
	return nil
}
