package sandbox

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
)

// isolation is what the parent asks of the kernel for a child, beside the walls that the
// child puts up itself.
type isolation struct {
	namespaces bool // user, processes, network, mounts, System V objects, host name: its own
	ownUser    bool // a user number that nobody else has
}

func (i isolation) String() string {
	return map[isolation]string{
		{true, true}: "namespaces, own user", {true, false}: "namespaces", {false, true}: "own user", {}: "none",
	}[i]
}

const namespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS

// Own users are taken in turn from where systemd takes those of its services: below the end
// of what a container usually maps, above people's and packages'.
const (
	firstOwnUser = 61184
	ownUsers     = 4000
	nobody       = 65534 // what root is called inside, where it has no user of its own
)

var lastOwnUser atomic.Uint32

// ownUser is the next number. Processes that start at different times begin elsewhere.
func ownUser() int {
	return firstOwnUser + (os.Getpid()+int(lastOwnUser.Add(1)))%ownUsers
}

// attributes are those of a process that is to be isolated, with the user that it runs as.
func (i isolation) attributes() (*syscall.SysProcAttr, int) {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	user, group := os.Getuid(), os.Getgid()
	if i.ownUser {
		user = ownUser()
		group = user
		attr.Credential = &syscall.Credential{Uid: uint32(user), Gid: uint32(group)}
	}
	if !i.namespaces {
		return attr, user
	}
	inside, insideGroup := user, group
	if user == 0 { // it must not be root in its own namespace either
		inside, insideGroup = nobody, nobody
		attr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	attr.Cloneflags = namespaces
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: inside, HostID: user, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: insideGroup, HostID: group, Size: 1}}
	attr.GidMappingsEnableSetgroups = os.Getuid() == 0
	return attr, user
}

// ladder finds the strongest isolation that works here. Containers, kernels and the rights of
// folders differ, and only a child that started proves anything; the walls of a child's own
// do not depend on it. Where nothing works it begins again.
type ladder struct {
	mu      sync.Mutex
	steps   []isolation
	at      int
	settled bool
}

func newLadder() *ladder {
	switch {
	case !walls:
		return &ladder{steps: []isolation{{}}}
	case os.Getuid() == 0:
		return &ladder{steps: []isolation{{true, true}, {true, false}, {false, true}, {}}}
	}
	return &ladder{steps: []isolation{{namespaces: true}, {}}}
}

func (l *ladder) step() isolation {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.steps[l.at]
}

// worked notes that a child started so; it reports whether that was not known.
func (l *ladder) worked(i isolation) (news bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	news = !l.settled && l.steps[l.at] == i
	l.settled = l.settled || news
	return news
}

// failed notes that a child did not start so; it reports whether there is something else to
// try at once.
func (l *ladder) failed(i isolation) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.settled {
		return false
	}
	if l.steps[l.at] == i {
		l.at = (l.at + 1) % len(l.steps)
	}
	return l.at > 0
}

// program is the child's, opened here: its path may lead through folders that are closed to
// the child's user.
func openProgram(path string) (*os.File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the children's program: %w", err)
	}
	return file, nil
}

// Where a child finds its program: behind its pipes.
const programFD = answersFD + 1
