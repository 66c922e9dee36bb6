package sandbox

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// niceness is of this process.
func niceness() int {
	priority, _ := unix.Getpriority(unix.PRIO_PROCESS, 0) // 20 less the niceness; it fails for no own process
	return 20 - priority
}

// LowerGroup takes a group of processes of this one by so much below its own priority. By group:
// by process it would reach only one of the threads.
func LowerGroup(leader *os.Process, by int) error {
	const lowest = 19
	return unix.Setpriority(unix.PRIO_PGRP, leader.Pid, min(niceness()+by, lowest))
}

// lower lowers the child's priority for good. Whoever looks after it may call it at any time.
func (c *child) lower() {
	if c.low.Swap(true) {
		return
	}
	if err := LowerGroup(c.cmd.Process, c.cfg.Nice); err != nil && c.alive() {
		c.cfg.Logger.Warn("lowering the priority of a child process", "error", err)
	}
}

// swiftBeside is how much of Swift an account has while jobs of other accounts come: one file of
// many pages would take the first two seconds of a core, in which some hundred short ones wait.
const swiftBeside = 4

// yield lowers the jobs at work of accounts that have used much more than the one whose job has
// come. A priority that is lowered stays so: who only comes first is left alone.
func (p *Pool) yield(to *share) {
	if p.cfg.Swift == 0 {
		return
	}
	for t := range p.queue.atWork {
		if t.share == to || t.child == nil || t.child.low.Load() || !t.child.alive() {
			continue
		}
		if t.share.own+t.child.cpu()-t.before-to.own > p.cfg.Swift/swiftBeside {
			t.child.lower()
		}
	}
}

// swiftFor is how much of a core an account may use before its jobs run at lower priority.
func (q *queue) swiftFor(account string) time.Duration {
	if q.company(account) {
		return q.swift / swiftBeside
	}
	return q.swift
}
