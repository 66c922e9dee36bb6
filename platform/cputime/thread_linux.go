package cputime

import (
	"time"

	"golang.org/x/sys/unix"
)

// thread is the time that the calling thread has used.
func thread() (time.Duration, bool) {
	var used unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &used); err != nil {
		return 0, false
	}
	return time.Duration(used.Nano()), true
}
