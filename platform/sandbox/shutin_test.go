package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// try does something a child must not be able to do.
func try(what string) error {
	what, arg, _ := strings.Cut(what, "=")
	switch what {
	case "socket":
		_, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		return err
	case "memory file":
		_, err := unix.MemfdCreate("x", 0)
		return err
	case "folder":
		return os.Mkdir("folder", 0o700)
	case "link to":
		return os.Symlink(arg, "link")
	case "remove":
		return unix.Unlink(arg)
	case "rename":
		return unix.Rename(arg, "input")
	case "list":
		_, err := os.ReadDir(arg)
		return err
	case "dumpable":
		return unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0)
	case "outlive":
		return unix.Prctl(unix.PR_SET_PDEATHSIG, 0, 0, 0, 0)
	case "terminal":
		return unix.IoctlSetInt(0, unix.TIOCSTI, 0)
	case "priority of io":
		_, _, errno := unix.Syscall(unix.SYS_IOPRIO_SET, 1, uintptr(os.Getppid()), 0)
		return errno
	case "limits of others":
		pid, _ := strconv.Atoi(arg)
		return unix.Prlimit(pid, unix.RLIMIT_CPU, &unix.Rlimit{}, nil)
	case "lock memory":
		return unix.Mlockall(unix.MCL_CURRENT)
	case "unix":
		_, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		return err
	case "uring":
		_, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 8, 0, 0)
		return errno
	case "exec":
		return unix.Exec("/bin/true", []string{"true"}, nil)
	case "fork":
		_, err := syscall.ForkExec("/bin/true", []string{"true"}, nil)
		return err
	case "kill":
		pid, _ := strconv.Atoi(arg)
		return unix.Kill(pid, 0)
	case "ptrace":
		return unix.PtraceAttach(1)
	case "read":
		_, err := os.ReadFile(arg)
		return err
	case "write":
		return os.WriteFile(arg, []byte("x"), 0o600)
	case "truncate":
		return unix.Truncate(arg, 0)
	case "chmod":
		return unix.Chmod(arg, 0o777)
	case "chown":
		return unix.Chown(arg, 1, 1)
	case "times":
		return unix.Utimes(arg, make([]unix.Timeval, 2))
	case "xattr":
		return unix.Setxattr(arg, "user.x", []byte("x"), 0)
	case "link":
		return unix.Link(arg, "link")
	case "signal by file":
		r, _, err := os.Pipe()
		if err != nil {
			return err
		}
		_, err = unix.FcntlInt(r.Fd(), unix.F_SETOWN, os.Getppid())
		return err
	case "signal of a file":
		_, err := unix.FcntlInt(0, unix.F_SETSIG, int(unix.SIGKILL))
		return err
	case "priority":
		return unix.Setpriority(unix.PRIO_PROCESS, os.Getppid(), 19)
	case "affinity":
		return unix.SchedSetaffinity(os.Getppid(), new(unix.CPUSet))
	case "inotify":
		_, err := unix.InotifyInit1(0)
		return err
	case "shared memory":
		_, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT)
		return err
	case "clock":
		return unix.ClockSettime(unix.CLOCK_REALTIME, &unix.Timespec{Sec: 1})
	case "host name":
		return unix.Sethostname([]byte("x"))
	case "capabilities":
		header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var has [2]unix.CapUserData
		if err := unix.Capget(&header, &has[0]); err != nil {
			return err
		}
		if has != ([2]unix.CapUserData{}) {
			return nil
		}
		return unix.EPERM
	case "descriptor":
		n, _ := strconv.Atoi(arg)
		_, err := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0)
		return err
	case "limit":
		return unix.Setrlimit(unix.RLIMIT_AS, &unix.Rlimit{Cur: 8 << 30, Max: 8 << 30})
	}
	return errors.New("unknown trial")
}

func errorName(err error) string {
	var errno syscall.Errno
	switch {
	case err == nil:
		return "allowed"
	case errors.As(err, &errno):
		return unix.ErrnoName(errno)
	}
	return err.Error()
}

// What a parser that was taken over would try. As root and, in a process of its own, as a user
// who may nothing: the walls must not hang on either.
func TestChildIsShutIn(t *testing.T) {
	t.Run("as this user", tryToGetOut)
	if os.Getuid() != 0 {
		return
	}
	t.Run("as nobody", func(t *testing.T) {
		cmd := exec.Command("/proc/self/exe", "-test.run", "TestChildIsShutIn/as_this_user", "-test.v")
		cmd.Dir = "/"
		cmd.Env = append(os.Environ(), "TMPDIR=/tmp")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "--- PASS: TestChildIsShutIn/as_this_user") {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

func tryToGetOut(t *testing.T) {
	file, err := os.Open("/etc/passwd")
	if err != nil {
		t.Fatal(err)
	}
	inherited, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD, 60) // as a launcher leaves one open: not to be closed on exec
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(inherited)
	defer file.Close()
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("key"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newPool(t, nil)
	walled := strings.Contains(p.confinementOfOne(t), "landlock")
	t.Logf("user %d, %s, isolated by %s", os.Getuid(), p.confinementOfOne(t), p.ladder.step())
	parent := strconv.Itoa(os.Getpid())
	for _, c := range []struct{ trial, want string }{
		{"read=" + inputName, "allowed"}, // what it is there for

		{"socket", "EPERM"}, {"unix", "EPERM"}, {"uring", "ENOSYS"},
		{"exec", "EPERM"}, {"fork", "EPERM"},

		{"kill=" + parent, "EPERM"}, {"signal by file", "EPERM"}, {"signal of a file", "EPERM"},
		{"priority", "EPERM"}, {"affinity", "EPERM"}, {"priority of io", "EPERM"}, {"limits of others=" + parent, "EPERM"},
		{"shared memory", "EPERM"}, {"memory file", "ENOSYS"}, {"lock memory", "ENOSYS"},

		{"limit", "EPERM"}, {"capabilities", "EPERM"}, {"dumpable", "EPERM"}, {"outlive", "EPERM"}, {"terminal", "EPERM"},
		{"descriptor=" + strconv.Itoa(inherited), "EBADF"}, {"inotify", "EPERM"},

		{"truncate=" + secret, "EPERM"}, {"chmod=" + secret, "EPERM"}, {"chown=" + secret, "EPERM"}, {"times=" + secret, "EPERM"},
		{"xattr=" + secret, "EPERM"}, {"link=" + secret, "ENOSYS"}, {"link to=/etc", "ENOSYS"}, {"remove=" + secret, "ENOSYS"},
		{"rename=" + secret, "ENOSYS"}, {"folder", "ENOSYS"},
	} {
		if got := do(t, p, "try "+c.trial); got != c.want {
			t.Errorf("%s: got %s, want %s", c.trial, got, c.want)
		}
	}
	if !walled {
		t.Log("files: not tried, the kernel has no Landlock")
		return
	}
	for _, trial := range []string{"read=" + secret, "read=/etc/passwd", "read=/proc/" + parent + "/environ", "list=/proc", "list=/", "list=" + dir,
		"write=" + secret, "write=" + inputName, "write=new"} {
		if got := do(t, p, "try "+trial); got != "EACCES" {
			t.Errorf("%s: got %s", trial, got)
		}
	}
}
