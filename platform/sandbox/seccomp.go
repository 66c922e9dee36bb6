package sandbox

import (
	"errors"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Kind is what runs in a child, and with it the calls that it needs.
type Kind int

const (
	Plain   Kind = iota // Go code alone, in a program that the C library started
	Engines             // native libraries beside it
)

// plain is what the Go runtime and the C library's threads use to compute, to read files that
// are open to them, and to speak over pipes that they were given. What stands in no list here
// answers ENOSYS, as on a kernel that does not know it: libraries try new calls and do without,
// so that a new version of one does not kill every document.
var plain = append([]uint32{
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_CLOSE_RANGE, unix.SYS_LSEEK,
	unix.SYS_OPENAT, unix.SYS_FSTAT, unix.SYS_STATX, unix.SYS_READLINKAT, unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_GETDENTS64,
	unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2, unix.SYS_EVENTFD2, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2,
	unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK,
	unix.SYS_FUTEX, unix.SYS_SET_ROBUST_LIST, unix.SYS_GET_ROBUST_LIST, unix.SYS_SET_TID_ADDRESS, unix.SYS_RSEQ, unix.SYS_MEMBARRIER,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGPENDING, unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETPRIORITY, unix.SYS_GETCPU, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP,
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_GETTIMEOFDAY, unix.SYS_GETRUSAGE, unix.SYS_TIMES,
	unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_CAPGET,
	unix.SYS_GETRANDOM, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}, plainHere...)

// engines is what native libraries use besides.
var engines = append([]uint32{
	unix.SYS_SYSINFO, unix.SYS_UNAME, unix.SYS_GETCWD, unix.SYS_STATFS, unix.SYS_FSTATFS, unix.SYS_PPOLL, unix.SYS_PSELECT6,
}, enginesHere...)

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

// refused calls answer EPERM rather than ENOSYS: libraries know what that means.
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

// Offsets into the kernel's struct seccomp_data, little-endian.
const (
	offsetCall      = 0
	offsetArch      = 4
	offsetFirstArg  = 16
	offsetSecondArg = 24

	x32Bit = 0x40000000 // amd64's second call table
)

// filter is the program for a process that may signal itself only. clone3, which hides its
// flags from a filter, and io_uring, which opens sockets behind its back, are in no list.
func filter(kind Kind, pid int) []unix.SockFilter {
	kill, allow := answer(unix.SECCOMP_RET_KILL_PROCESS), answer(unix.SECCOMP_RET_ALLOW)
	eperm, enosys := answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)), answer(unix.SECCOMP_RET_ERRNO|uint32(unix.ENOSYS))
	program := []unix.SockFilter{
		load(offsetArch), jump(unix.BPF_JEQ, auditArch, 1, 0), kill,
		load(offsetCall), jump(unix.BPF_JGE, x32Bit, 0, 1), kill,
	}
	groups := []struct {
		calls  []uint32
		answer unix.SockFilter
	}{{plain, allow}, {fatal, kill}, {refused, eperm}}
	if kind == Engines {
		groups[0].calls = append(slices.Clone(plain), engines...)
	}
	for _, group := range groups {
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
	// No other command: a file that is to signal its owner would signal any process.
	program = append(program, only(unix.SYS_FCNTL, offsetSecondArg, eperm,
		unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL)...)
	program = append(program, only(unix.SYS_IOCTL, offsetSecondArg, eperm, unix.TCGETS)...) // is it a terminal?
	program = append(program, only(unix.SYS_PRCTL, offsetFirstArg, eperm, unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_SET_VMA)...)
	program = append(program, only(unix.SYS_PRLIMIT64, offsetFirstArg, eperm, 0)...) // itself
	return append(program, enosys)
}

// only allows a call with some values of an argument, and else gives another answer.
func only(call, argument uint32, otherwise unix.SockFilter, values ...uint32) []unix.SockFilter {
	program := []unix.SockFilter{jump(unix.BPF_JEQ, call, 0, uint8(2*len(values)+2)), load(argument)}
	for _, value := range values {
		program = append(program, jump(unix.BPF_JEQ, value, 0, 1), answer(unix.SECCOMP_RET_ALLOW))
	}
	return append(program, otherwise)
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
