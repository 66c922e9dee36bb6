package sandbox

import (
	"os/exec"
	"runtime"
)

// starter starts processes from one thread that lives as long as they do. The
// kernel sends the parent-death signal when the thread that forked ends, not
// the process, and Go ends threads as it likes.
type starter struct {
	commands chan *exec.Cmd
	results  chan error
}

func newStarter() *starter {
	s := &starter{commands: make(chan *exec.Cmd), results: make(chan error)}
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		for cmd := range s.commands {
			s.results <- cmd.Start()
		}
		close(s.results)
	}()
	return s
}

// start may be called by several goroutines: each result goes with the command
// just taken, since the loop above takes no other before it is fetched.
func (s *starter) start(cmd *exec.Cmd) error {
	s.commands <- cmd
	return <-s.results
}

// close ends the thread; the children must be gone.
func (s *starter) close() {
	close(s.commands)
	<-s.results
}
