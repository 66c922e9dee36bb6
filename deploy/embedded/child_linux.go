package embedded

import "syscall"

// childAttributes make the child die with its parent, however that dies, and
// keep a Ctrl-C in the terminal from reaching it before the services that still
// write to it have ended.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
