package trial

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// process is one line of the tree, as /proc gives it.
type process struct {
	pid, parent int
	command     string
	cpu, reaped time.Duration // own, and of children that have ended and were waited for
}

// is reports whether the process is the child of this name.
func (p process) is(child string) bool { return strings.Contains(p.command, " "+child+" ") }

// ticks per second of /proc: USER_HZ is 100 on every Linux that Go runs on.
const tick = time.Second / 100

// tree lists a process and all below it.
func tree(root int) []process {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	all := map[int]process{}
	for _, path := range stats {
		if p, ok := readProcess(path); ok {
			all[p.pid] = p
		}
	}
	var found []process
	for pid, p := range all {
		for up := pid; up != 0; up = all[up].parent {
			if up == root {
				found = append(found, p)
				break
			}
		}
	}
	return found
}

func readProcess(path string) (process, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return process{}, false // it has ended since the listing
	}
	// The name stands in parentheses and may hold anything.
	end := strings.LastIndexByte(string(text), ')')
	fields := strings.Fields(string(text[end+1:]))
	if end < 0 || len(fields) < 15 {
		return process{}, false
	}
	var n [15]int
	for i := range n {
		n[i], _ = strconv.Atoi(fields[i])
	}
	pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
	command, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
	return process{pid, n[1], strings.ReplaceAll(string(command), "\x00", " "),
		time.Duration(n[11]+n[12]) * tick, time.Duration(n[13]+n[14]) * tick}, true
}

// Child is the number of a process below this one that runs a hidden command.
func (p *Process) Child(command string) (pid int, found bool) {
	for _, below := range tree(p.PID()) {
		if below.is(command) {
			return below.pid, true
		}
	}
	return 0, false
}

// CPU is what the tree has spent so far, ClickHouse's child apart.
func (s *Service) CPU() (rest, clickhouse time.Duration) {
	for _, p := range tree(s.process.PID()) {
		if p.is("clickhouse-engine") {
			clickhouse += p.cpu + p.reaped
		} else {
			rest += p.cpu + p.reaped
		}
	}
	return rest, clickhouse
}

// Memory is what a process and all below it hold, in MiB: the sum of their
// proportional sizes, in which a page that several share counts once.
func Memory(root int) float64 {
	var sum int64
	for _, process := range tree(root) {
		pss, _ := memory(process.pid)
		sum += pss
	}
	return float64(sum) / (1 << 20)
}

// Peak watches the memory of a tree, ten times a second.
type Peak struct {
	mu                     sync.Mutex
	treeBytes, readerBytes int64
	done, ended            chan struct{}
	stopped                sync.Once
}

func watch(root int) *Peak {
	p := &Peak{done: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(p.ended)
		for {
			p.look(root)
			select {
			case <-p.done:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return p
}

// Stop ends the watching, which itself costs a core a tenth or more.
func (p *Peak) Stop() { p.stopped.Do(func() { close(p.done); <-p.ended }) }

func (p *Peak) look(root int) {
	var sum, reader int64
	for _, process := range tree(root) {
		pss, rss := memory(process.pid)
		sum += pss
		if process.is("reader") {
			reader = max(reader, rss)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.treeBytes, p.readerBytes = max(p.treeBytes, sum), max(p.readerBytes, reader)
}

// Tree is the largest sum of the tree seen, in MiB (proportional).
func (p *Peak) Tree() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return float64(p.treeBytes) / (1 << 20)
}

// Reader is the largest reader child seen, in MiB (resident).
func (p *Peak) Reader() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return float64(p.readerBytes) / (1 << 20)
}

// memory gives the proportional and the resident size of a process.
func memory(pid int) (pss, rss int64) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, 0
	}
	defer f.Close()
	for scanner := bufio.NewScanner(f); scanner.Scan(); {
		var kib int64
		if rest, ok := strings.CutPrefix(scanner.Text(), "Pss:"); ok {
			fmt.Sscan(rest, &kib)
			pss = kib << 10
		} else if rest, ok := strings.CutPrefix(scanner.Text(), "Rss:"); ok {
			fmt.Sscan(rest, &kib)
			rss = kib << 10
		}
	}
	return pss, rss
}
