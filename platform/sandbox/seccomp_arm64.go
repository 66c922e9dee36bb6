package sandbox

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// arm64 has none of the old calls.
var (
	fatalHere, refusedHere, enginesHere []uint32
	plainHere                           = []uint32{unix.SYS_FSTATAT, unix.SYS_GETRLIMIT}
)
