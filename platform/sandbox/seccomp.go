package sandbox

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The filter is a list of what is denied rather than of what is allowed: two
// engines, a C library and the Go runtime use too many calls to list, and a new
// version of any of them must not kill every document. What is denied is every
// way out: network, programs, processes, other processes' memory, the kernel.

// fatal calls have no honest use in a child; the process ends at once.
var fatal = append([]uint32{
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_UNSHARE, unix.SYS_SETNS,
	unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_FSCONFIG, unix.SYS_MOUNT_SETATTR,
	unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SYSLOG, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
	unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_ADJTIMEX, unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
}, fatalHere...)

// refused calls answer EPERM: libraries try some of them and do without.
var refused = append([]uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
	unix.SYS_SENDTO, unix.SYS_SENDMSG, unix.SYS_SENDMMSG, unix.SYS_RECVFROM, unix.SYS_RECVMSG, unix.SYS_RECVMMSG,
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_SETPGID, unix.SYS_SETSID,
	// What Landlock has no right for, or only in a later version: files by their names, and their owners, modes and times.
	unix.SYS_TRUNCATE, unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
	unix.SYS_INOTIFY_INIT1, unix.SYS_INOTIFY_ADD_WATCH,
	// Other processes of the same user, without a signal.
	unix.SYS_SETPRIORITY, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
	unix.SYS_IOPRIO_SET, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
}, refusedHere...)

// absent calls answer ENOSYS, as on an older kernel. clone3 hides its flags from
// a filter, so that the C library must use clone; io_uring would open sockets
// behind the filter's back.
var absent = []uint32{unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER}

// Offsets into the kernel's struct seccomp_data, little-endian.
const (
	offsetCall      = 0
	offsetArch      = 4
	offsetFirstArg  = 16
	offsetSecondArg = 24

	x32Bit = 0x40000000 // amd64's second call table
)

// filter is the program for a process that may signal itself only.
func filter(pid int) []unix.SockFilter {
	kill, allow := answer(unix.SECCOMP_RET_KILL_PROCESS), answer(unix.SECCOMP_RET_ALLOW)
	eperm, enosys := answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)), answer(unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS))
	program := []unix.SockFilter{
		load(offsetArch), jump(unix.BPF_JEQ, auditArch, 1, 0), kill,
		load(offsetCall), jump(unix.BPF_JGE, x32Bit, 0, 1), kill,
	}
	for _, group := range []struct {
		calls  []uint32
		answer unix.SockFilter
	}{{fatal, kill}, {refused, eperm}, {absent, enosys}} {
		for _, call := range group.calls {
			program = append(program, jump(unix.BPF_JEQ, call, 0, 1), group.answer)
		}
	}
	// Threads yes, processes no.
	program = append(program, jump(unix.BPF_JEQ, unix.SYS_CLONE, 0, 4),
		load(offsetFirstArg), jump(unix.BPF_JSET, unix.CLONE_THREAD, 1, 0), eperm, allow)
	for _, call := range []uint32{unix.SYS_KILL, unix.SYS_TGKILL} {
		program = append(program, jump(unix.BPF_JEQ, call, 0, 4),
			load(offsetFirstArg), jump(unix.BPF_JEQ, uint32(pid), 1, 0), eperm, allow)
	}
	// A file that is to signal its owner would signal any process.
	for _, command := range []uint32{unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG, unix.F_NOTIFY} {
		program = append(program, jump(unix.BPF_JEQ, unix.SYS_FCNTL, 0, 4),
			load(offsetSecondArg), jump(unix.BPF_JEQ, command, 0, 1), eperm, load(offsetCall))
	}
	// Limits and priority: of itself only.
	program = append(program, jump(unix.BPF_JEQ, unix.SYS_PRLIMIT64, 0, 4),
		load(offsetFirstArg), jump(unix.BPF_JEQ, 0, 1, 0), eperm, allow)
	return append(program, allow)
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// jump skips yes or no instructions.
func jump(test uint16, value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, K: value, Jt: yes, Jf: no}
}

func answer(value uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
}

// installFilter puts the filter on every thread of the process, those that run
// and those to come.
func installFilter(program []unix.SockFilter) error {
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	thread, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return errno
	}
	if thread != 0 {
		return errors.New("a thread could not take the filter")
	}
	return nil
}
