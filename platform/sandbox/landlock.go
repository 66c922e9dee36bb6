package sandbox

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Rights by the version of Landlock that brought them. What is handled is denied unless a
// rule allows it.
const (
	readAccess = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR | unix.LANDLOCK_ACCESS_FS_EXECUTE
	fileAccess = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE
	// ownAccess is what a program may do in its own folders beside cutting files and linking
	// them, which is no way out of them: no devices, pipes or sockets.
	ownAccess = readAccess | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG
	version1 = ownAccess | unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	version2 = version1 | unix.LANDLOCK_ACCESS_FS_REFER
	version3 = version2 | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	version5 = version3 | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	// From version 4 on all of TCP is denied, from 6 on abstract sockets and signals of
	// processes outside the wall: the filter denies the first two already.
	netAccess = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	scopes    = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
)

// landlockVersion is what the kernel offers; 0 where it has none, it is switched off, or a
// container's own filter hides it.
func landlockVersion() int {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// Walled reports whether the kernel walls child processes off from the files of their user.
func Walled() bool { return walls && landlockVersion() > 0 }

// handled is everything that a version can deny.
func handled(version int) unix.LandlockRulesetAttr {
	attr := unix.LandlockRulesetAttr{Handled_access_fs: version1}
	switch {
	case version >= 5:
		attr.Handled_access_fs = version5
	case version >= 3:
		attr.Handled_access_fs = version3
	case version >= 2:
		attr.Handled_access_fs = version2
	}
	if version >= 4 {
		attr.Handled_access_net = netAccess
	}
	if version >= 6 {
		attr.Scoped = scopes
	}
	return attr
}

// size is how much of the attributes a version knows; it refuses more.
func size(version int) uintptr {
	var attr unix.LandlockRulesetAttr
	switch {
	case version >= 6:
		return unsafe.Offsetof(attr.Scoped) + unsafe.Sizeof(attr.Scoped)
	case version >= 4:
		return unsafe.Offsetof(attr.Handled_access_net) + unsafe.Sizeof(attr.Handled_access_net)
	}
	return unsafe.Sizeof(attr.Handled_access_fs)
}

// systemPaths is what dynamic libraries, language data and fonts need. Not
// /etc as a whole, no home, no data directory, no /proc of other processes.
var systemPaths = []string{
	"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/etc/localtime",
	"/dev/null", "/dev/urandom", "/sys/kernel/mm/transparent_hugepage",
}

// raiseWall leaves the calling thread, and what it starts, its own folders and read
// access to some paths.
func raiseWall(version int, readable, folders []string) error {
	ruleset := handled(version)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&ruleset)), size(version), 0)
	if errno != 0 {
		return fmt.Errorf("making a ruleset of version %d: %w", version, errno)
	}
	defer unix.Close(int(fd))

	paths := append(slices.Clone(readable), systemPaths...)
	for _, path := range append(paths, "/proc/self/exe") {
		if err := allow(int(fd), path, readAccess); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	own := ownAccess | ruleset.Handled_access_fs&(unix.LANDLOCK_ACCESS_FS_TRUNCATE|unix.LANDLOCK_ACCESS_FS_REFER|unix.LANDLOCK_ACCESS_FS_MAKE_SYM)
	for _, folder := range folders {
		if err := allow(int(fd), folder, own); err != nil {
			return err
		}
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

func allow(ruleset int, path string, access uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("opening %s: %w", path, err)
	}
	defer unix.Close(fd)
	var stat unix.Stat_t
	if err := unix.Fstat(fd, &stat); err != nil {
		return fmt.Errorf("looking at %s: %w", path, err)
	}
	if stat.Mode&unix.S_IFMT != unix.S_IFDIR {
		access &= fileAccess
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("allowing %s: %w", path, errno)
	}
	return nil
}
