package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

var (
	fatalHere   = []uint32{unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB}
	refusedHere = []uint32{
		unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT, unix.SYS_INOTIFY_INIT,
	}
	plainHere = []uint32{
		unix.SYS_NEWFSTATAT, unix.SYS_ACCESS, unix.SYS_OPEN, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_READLINK, unix.SYS_EPOLL_WAIT, unix.SYS_ARCH_PRCTL,
		unix.SYS_GETRLIMIT, unix.SYS_POLL, unix.SYS_TIME,
	}
	enginesHere = []uint32{unix.SYS_SELECT}
)
