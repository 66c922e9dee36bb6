//go:build !linux

package embedded

import (
	"os"
	"syscall"
)

// childAttributes keep a Ctrl-C in the terminal from reaching the child before
// the services that still write to it have ended. The child notices the
// parent's death by the end of its standard input.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true}
}

// stayWithin does nothing: there is no Landlock.
func stayWithin(orders) error { return nil }

// yield does nothing: priorities are the kernel's matter.
func yield(*os.Process) error { return nil }
