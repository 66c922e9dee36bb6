package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

const childVariable = "LAVRA_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		childMain()
		return
	}
	goleak.VerifyTestMain(m)
}

// childMain is the program of the tests' children.
func childMain() {
	switch os.Getenv(childVariable) {
	case "dead":
		os.Exit(3)
	case "parent":
		parentMain()
		return
	}
	if err := Confine(Plain); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := Serve(context.Background(), perform); err != nil {
		os.Exit(1)
	}
}

// parentMain owns a pool, says its child's process id and waits to be killed.
func parentMain() {
	p, err := New(Config{Name: "test", Command: []string{os.Args[0]}, Env: []string{childVariable + "=1"}, Dir: os.Getenv("TMPDIR"), Workers: 2})
	if err != nil {
		os.Exit(1)
	}
	go p.Do(context.Background(), Job{Header: []byte("sleep 1m")}) // dies with one child busy, one idle
	if _, err := p.Do(context.Background(), Job{Header: []byte("name")}); err != nil {
		os.Exit(1)
	}
	p.mu.Lock()
	fmt.Println(p.children.idle[len(p.children.idle)-1].cmd.Process.Pid)
	select {}
}

var performed int // jobs of "worn" that this child did

// perform does what the header says.
func perform(_ context.Context, header []byte, path string) ([]byte, error) {
	verb, arg, _ := strings.Cut(string(header), " ")
	switch verb {
	case "echo":
		return os.ReadFile(path)
	case "name": // of the child: its number may be another inside
		return []byte(os.Getenv("HOME")), nil
	case "nice":
		return strconv.AppendInt(nil, int64(niceness()), 10), nil
	case "lowered": // works until its priority is lower
		for before := niceness(); niceness() == before; {
			burn(10 * time.Millisecond)
		}
		return nil, nil
	case "refuse":
		return nil, &JobError{Code: arg}
	case "secret":
		return nil, errors.New("the name is Maria")
	case "crash":
		panic("the name is Maria")
	case "sleep":
		d, err := time.ParseDuration(arg)
		time.Sleep(d)
		return nil, err
	case "steps":
		n, _ := strconv.Atoi(arg)
		for range n {
			burn(50 * time.Millisecond)
			if err := Progress(); err != nil {
				return nil, err
			}
		}
		return nil, nil
	case "spin":
		burn(time.Hour)
	case "exit":
		os.Exit(7)
	case "suicide":
		return nil, unix.Kill(os.Getpid(), unix.SIGKILL)
	case "worn": // a fault that only a child has which did something before
		performed++
		if performed > 1 {
			os.Exit(7)
		}
		return []byte("fresh"), nil
	case "threads":
		for range 3000 {
			go func() { runtime.LockOSThread(); time.Sleep(time.Hour) }()
		}
		time.Sleep(time.Second)
		return nil, nil
	case "eat":
		var all [][]byte
		for range 100 {
			all = append(all, bytes.Repeat([]byte{1}, 4<<20))
			time.Sleep(10 * time.Millisecond)
		}
		return []byte(strconv.Itoa(len(all))), nil
	case "env":
		return []byte(strings.Join(os.Environ(), "\n")), nil
	case "try":
		return []byte(errorName(try(arg))), nil
	}
	return nil, errors.New("unknown verb")
}

// burn uses that much of a processor.
func burn(d time.Duration) {
	used := func() time.Duration {
		var at unix.Timespec
		_ = unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &at)
		return time.Duration(at.Nano())
	}
	for until := used() + d; used() < until; {
	}
}

func newPool(t *testing.T, change func(*Config)) *Pool {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o711); err != nil { // as the system's is: a child's own user passes through
		t.Fatal(err)
	}
	cfg := Config{Name: "test", Command: []string{os.Args[0]}, Env: []string{childVariable + "=1"}, Dir: dir, Deadline: 20 * time.Second, WithoutWall: landlockVersion() == 0}
	if change != nil {
		change(&cfg)
	}
	p, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Close()
		if left, err := os.ReadDir(cfg.Dir); err != nil || len(left) > 0 {
			t.Errorf("the pool left %d directories behind (%v)", len(left), err)
		}
	})
	return p
}

// content is a file that can be opened as often as it is asked for.
func content(text string) Opener {
	return func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
}

func do(t *testing.T, p *Pool, header string) string {
	t.Helper()
	answer, err := p.Do(t.Context(), Job{Header: []byte(header), Open: content("content")})
	if err != nil {
		t.Fatalf("%s: %v", header, err)
	}
	return string(answer)
}

func TestChildAnswersWithTheFileItWasGiven(t *testing.T) {
	p := newPool(t, nil)
	for _, size := range []int{0, 1, 70_000, 3 << 20} {
		file := bytes.Repeat([]byte("lavra"), size/5)
		answer, err := p.Do(t.Context(), Job{Header: []byte("echo"), Open: content(string(file))})
		if err != nil || !bytes.Equal(answer, file) {
			t.Errorf("a file of %d bytes came back as %d bytes, error %v", len(file), len(answer), err)
		}
	}
}

func TestEndOfABadJob(t *testing.T) {
	for _, c := range []struct {
		name, header string
		want         Reason
	}{
		{"a child that panics", "crash", Crash},
		{"a child that exits", "exit", Crash},
		{"a child that hangs", "sleep 1m", Deadline},
		{"a child that eats memory", "eat", Memory},
		{"a child that traces another process", "try ptrace", Crash},
		{"a child that sets the clock", "try clock", Crash},
		{"a child that names the machine", "try host name", Crash},
		{"a child that starts threads without end", "threads", Crash},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := newPool(t, func(cfg *Config) {
				cfg.MemoryBytes = 150 << 20
				if c.want == Deadline {
					cfg.Deadline = 300 * time.Millisecond
				}
			})
			_, err := p.Do(t.Context(), Job{Header: []byte(c.header)})
			var killed *KilledError
			if !errors.As(err, &killed) || killed.Reason != c.want {
				t.Errorf("got %v, want a child killed for %s", err, c.want)
			}
			if got := do(t, p, "echo"); got != "content" {
				t.Errorf("after it the pool answered %q", got)
			}
		})
	}
}

// Where the kernel gives a child neither a user nor namespaces of its own, its parent counts.
func TestThreadsAreCountedWithoutIsolation(t *testing.T) {
	p := newPool(t, nil)
	c, err := startChild(t.Context(), p.starter, &p.cfg, p.dir.path, isolation{}, p.program)
	if err != nil {
		t.Fatal(err)
	}
	defer c.end()
	if n := c.threads(); n < 1 || n > threads {
		t.Errorf("a child with nothing to do has %d threads", n)
	}
	_, err = c.run(t.Context(), Job{Header: []byte("threads")}, nil)
	var killed *KilledError
	if !errors.As(err, &killed) || killed.Reason != Crash {
		t.Errorf("3,000 threads: %v", err)
	}
}

// A death says something about a document only when a fresh child dies of it too.
func TestADeathThatIsNotTheDocumentsFault(t *testing.T) {
	t.Run("killed from outside", func(t *testing.T) {
		t.Parallel()
		p := newPool(t, nil)
		do(t, p, "name")
		const kills = 3 // more than faults of its own would end it
		killed := make(chan error, kills)
		go func() {
			var pid int
			for range kills {
				p.until(t, func() bool {
					for at := range p.queue.atWork {
						if at.child != nil && at.child.cmd.Process.Pid != pid {
							pid = at.child.cmd.Process.Pid
							return true
						}
					}
					return false
				})
				killed <- unix.Kill(pid, unix.SIGKILL)
			}
		}()
		if _, err := p.Do(t.Context(), Job{Header: []byte("sleep 300ms")}); err != nil {
			t.Errorf("the job ended with %v", err)
		}
		for range kills {
			if err := <-killed; err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("a fault of the document before", func(t *testing.T) {
		t.Parallel()
		p := newPool(t, nil)
		for range 3 {
			if got := do(t, p, "worn"); got != "fresh" {
				t.Errorf("answered %q", got)
			}
		}
	})
	t.Run("it kills itself", func(t *testing.T) {
		t.Parallel()
		p := newPool(t, nil)
		_, err := p.Do(t.Context(), Job{Header: []byte("suicide")})
		var killed *KilledError
		switch {
		case p.ladder.step().namespaces:
			if err != nil { // the first process of a namespace takes no signal from inside
				t.Errorf("got %v", err)
			}
		case !errors.As(err, &killed) || killed.Reason != Outside:
			t.Errorf("got %v, want a kill", err)
		}
	})
	t.Run("its file cannot be opened", func(t *testing.T) {
		t.Parallel()
		p := newPool(t, nil)
		before := do(t, p, "name")
		gone := errors.New("gone")
		_, err := p.Do(t.Context(), Job{Open: func(context.Context) (io.ReadCloser, error) { return nil, gone }})
		if !errors.Is(err, gone) {
			t.Errorf("got %v", err)
		}
		if after := do(t, p, "name"); after != before {
			t.Error("the child was replaced")
		}
	})
}

// withChild runs something with a child of its own.
func (p *Pool) withChild(t *testing.T, use func(*child) error) {
	t.Helper()
	at, err := p.await(t.Context(), Job{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.working.Done()
	if at.child, err = p.childFor(t.Context(), "", false, false); err == nil {
		err = use(at.child)
	}
	p.leave(at, 0, err)
}

func (p *Pool) confinementOfOne(t *testing.T) (confinement string) {
	t.Helper()
	p.withChild(t, func(c *child) error { confinement = c.confinement; return nil })
	return confinement
}

func TestParentsSecretsStayOutOfTheEnvironment(t *testing.T) {
	t.Setenv("LAVRA_SECRET_KEY", "very secret")
	if env := do(t, newPool(t, nil), "env"); strings.Contains(env, "very secret") {
		t.Error("a child sees a variable of its parent")
	}
}

func TestWhatKilledProcessesLeftIsRemoved(t *testing.T) {
	dir := t.TempDir()
	make := func(name string, age time.Duration) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(path, "child-1"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, "child-1", inputName), []byte("content"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Now().Add(-age), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	left, fresh, other := make("lavra-test-1", time.Hour), make("lavra-test-2", 0), make("lavra-reading", time.Hour)
	alive, err := lockDirectory(make("lavra-test-3", time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	defer alive.Close()
	p, err := New(Config{Name: "test", Command: []string{os.Args[0]}, Env: []string{childVariable + "=1"}, Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	for path, want := range map[string]bool{left: false, fresh: true, other: true, alive.Name(): true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", filepath.Base(path), err == nil, want)
		}
	}
}

func TestErrorsCarryNoContent(t *testing.T) {
	p := newPool(t, nil)
	for header, want := range map[string]string{"secret": "internal", "refuse encrypted": "encrypted", "refuse NOT a code": "internal"} {
		_, err := p.Do(t.Context(), Job{Header: []byte(header)})
		var answered *JobError
		if !errors.As(err, &answered) || answered.Code != want {
			t.Errorf("%s: got %v, want code %s", header, err, want)
		}
	}
	var frames string
	p.withChild(t, func(c *child) error {
		_, err := c.run(t.Context(), Job{Header: []byte("crash")}, nil)
		frames = strings.Join(c.printed.frames(), " ")
		return err
	})
	if !strings.Contains(frames, "sandbox.perform") || strings.Contains(frames, "Maria") {
		t.Errorf("a crash is logged with frames %q", frames)
	}
}

func TestChildIsReplacedAfterItsJobs(t *testing.T) {
	p := newPool(t, func(cfg *Config) { cfg.RecycleAfter = 3 })
	pids := map[string]int{}
	for range 6 {
		pids[do(t, p, "name")]++
	}
	if len(pids) != 2 {
		t.Errorf("6 jobs at 3 a child were done by %d children", len(pids))
	}
}

func TestInteractiveJobsDoNotWaitForBulk(t *testing.T) {
	p := newPool(t, func(cfg *Config) { cfg.Reserved, cfg.Nice = 1, 5 })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := p.Do(ctx, Job{Header: []byte("sleep 1m"), Bulk: true})
			done <- err
		}()
	}
	p.until(t, func() bool { return p.queue.general == 1 }) // one may run, the other waits
	if got, own := do(t, p, "nice"), strconv.Itoa(niceness()); got != own {
		t.Errorf("an interactive job ran at niceness %s, its parent at %s", got, own)
	}
	cancel()
	for range 2 {
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled job ended with %v", err)
		}
	}
	answer, err := p.Do(t.Context(), Job{Header: []byte("nice"), Bulk: true})
	if err != nil || string(answer) != strconv.Itoa(niceness()+5) {
		t.Errorf("a bulk job ran at niceness %q, error %v", answer, err)
	}
}

// Who sends one short file does not wait for turns of a core behind whoever sends without pause.
func TestWhoUsedMuchRunsAtLowerPriority(t *testing.T) {
	p := newPool(t, func(cfg *Config) {
		cfg.Workers, cfg.Nice, cfg.Swift, cfg.Deadline = 2, 5, 50*time.Millisecond, 10*time.Minute
	})
	if _, err := p.Do(t.Context(), Job{Header: []byte("lowered"), Account: "busy"}); err != nil {
		t.Fatalf("a long job went on at its priority: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { // the account goes on
		_, err := p.Do(ctx, Job{Header: []byte("sleep 10m"), Account: "busy"})
		ended <- err
	}()
	p.until(t, func() bool { return p.queue.general == 1 })
	if _, err := p.Do(t.Context(), Job{Header: []byte("steps 4"), Account: "busy"}); err != nil {
		t.Fatal(err)
	}
	for account, want := range map[string]int{"busy": niceness() + 5, "other": niceness()} {
		answer, err := p.Do(t.Context(), Job{Header: []byte("nice"), Account: account})
		if got := string(answer); err != nil || got != strconv.Itoa(want) {
			t.Errorf("a short job of the %s account ran at niceness %s, error %v; want %d", account, got, err, want)
		}
	}
	stop()
	<-ended
}

// A file of many pages is at work at full priority when another account's file comes: it gives way
// at once, but not for what it used so far if that is little.
func TestWhatIsAtWorkGivesWayToWhoComes(t *testing.T) {
	p := newPool(t, func(cfg *Config) {
		cfg.Workers, cfg.Nice, cfg.Swift, cfg.Deadline = 2, 5, time.Hour, 10*time.Minute
	})
	ended := make(chan error, 1)
	go func() {
		_, err := p.Do(t.Context(), Job{Header: []byte("lowered"), Account: "busy"})
		ended <- err
	}()
	atWork := func() (t *ticket) {
		for t = range p.queue.atWork {
		}
		return t
	}
	p.until(t, func() bool { one := atWork(); return one != nil && one.child != nil })
	if _, err := p.Do(t.Context(), Job{Header: []byte("nice"), Account: "other"}); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		t.Fatalf("a job that had used little ended with %v: its priority was lowered", err)
	case <-time.After(100 * time.Millisecond):
	}
	p.mu.Lock()
	p.queue.accounts["busy"].own = time.Hour // as after many pages
	p.mu.Unlock()
	if _, err := p.Do(t.Context(), Job{Header: []byte("nice"), Account: "other"}); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// until waits for something of the queue.
func (p *Pool) until(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		p.mu.Lock()
		held := holds()
		p.mu.Unlock()
		if held {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("what was waited for did not come")
		}
	}
}

// An account that fills every child it may have leaves one to the others, for each kind of job.
func TestNoAccountHasEveryChild(t *testing.T) {
	for name, c := range map[string]struct {
		greedy []bool // bulk or not
		most   int
	}{
		"calls": {[]bool{false}, 3}, "bulk work": {[]bool{true}, 2}, "calls and bulk work": {[]bool{false, true}, 3}, "bulk work and calls": {[]bool{true, false}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPool(t, func(cfg *Config) { cfg.Workers, cfg.Reserved, cfg.Deadline = 2, 1, 10*time.Minute })
			ctx, cancel := context.WithCancel(t.Context())
			var greedy sync.WaitGroup
			for i := range 12 {
				greedy.Go(func() {
					job := Job{Header: []byte("sleep 10m"), Account: "greedy", Bulk: c.greedy[i%len(c.greedy)]}
					if _, err := p.Do(ctx, job); !errors.Is(err, context.Canceled) {
						t.Errorf("a job ended with %v", err)
					}
				})
			}
			p.until(t, func() bool {
				s := p.queue.accounts["greedy"]
				return s != nil && s.running == c.most && s.running+len(s.waiting[0])+len(s.waiting[1]) == 12
			})
			for _, bulk := range []bool{false, true, false, true} {
				if _, err := p.Do(t.Context(), Job{Header: []byte("name"), Account: "modest", Bulk: bulk}); err != nil {
					t.Errorf("the other account's job (bulk %v) ended with %v", bulk, err)
				}
			}
			cancel()
			greedy.Wait()
		})
	}
}

// Who used least goes first, whoever came first.
func TestAccountsTakeTurnsByTheTimeTheyUsed(t *testing.T) {
	q := newQueue(1, 1, 0, 0)
	nobody := func(string) bool { return false }
	start := func(account string) *ticket { tick := q.push(account, false); q.grant(nobody); return tick }
	first, second := start("long"), start("held") // both slots are taken, one each
	var waiting []*ticket
	for range 3 {
		waiting = append(waiting, start("long"))
	}
	short := []*ticket{start("short"), start("short")}
	q.end(first, time.Minute)
	q.grant(nobody)
	isGranted := func(t *ticket) bool {
		select {
		case <-t.granted:
			return true
		default:
			return false
		}
	}
	for i, tick := range short {
		if !isGranted(tick) || isGranted(waiting[0]) {
			t.Fatalf("short job %d waits behind long ones that came before it", i)
		}
		q.end(tick, time.Millisecond)
		q.grant(nobody)
	}
	if !isGranted(waiting[0]) || isGranted(waiting[1]) {
		t.Error("an account has more than all slots but one, or none where nobody else waits")
	}
	if !q.withdraw(waiting[1]) || q.withdraw(waiting[0]) {
		t.Error("a ticket that waits cannot be withdrawn, or one that runs can")
	}
	q.end(second, 0)
	q.grant(nobody)
	q.end(waiting[0], 0)
	q.grant(nobody)
	q.end(waiting[2], 0)
	if len(q.accounts) != 0 || q.general != 0 {
		t.Errorf("%d accounts and %d jobs are left", len(q.accounts), q.general)
	}
}

// Who sends without pause has fewer at work while another account sends too, and goes on at once
// where a job of its own ends; the other has its first whatever happens.
func TestAnAccountHasFewerWhileOthersCome(t *testing.T) {
	q := newQueue(4, 2, 0, 0)
	nobody := func(string) bool { return false }
	working := func(account string) int { return q.accounts[account].general }
	var busy []*ticket
	push := func(account string) *ticket { tick := q.push(account, false); q.grant(nobody); return tick }
	for range 6 {
		busy = append(busy, push("busy"))
	}
	if working("busy") != 4 {
		t.Fatalf("an account that is alone has %d at work", working("busy"))
	}
	q.end(push("other"), 0)
	for _, ends := range busy[:3] {
		q.end(ends, 0)
		q.grant(nobody)
	}
	if working("busy") != 2 {
		t.Errorf("beside another it has %d at work", working("busy"))
	}
	q.before.at = q.before.at.Add(-stay)
	q.last.at = q.last.at.Add(-stay) // as later
	push("busy")
	push("busy")
	if working("busy") != 4 {
		t.Errorf("when the other is gone it has %d at work", working("busy"))
	}
}

// What one child has read another account's file must never meet.
func TestNoChildReadsForTwoAccounts(t *testing.T) {
	p := newPool(t, func(cfg *Config) { cfg.Workers = 2 })
	owner := map[string]string{}
	for i := range 24 {
		account := "account " + strconv.Itoa(i/2%4)
		answer, err := p.Do(t.Context(), Job{Header: []byte("name"), Account: account})
		if err != nil {
			t.Fatal(err)
		}
		if before := owner[string(answer)]; before != "" && before != account {
			t.Errorf("child %s read for %s and for %s", answer, before, account)
		}
		owner[string(answer)] = account
		p.mu.Lock()
		if p.children.live > p.children.most {
			t.Errorf("%d children are alive, of %d", p.children.live, p.children.most)
		}
		p.mu.Unlock()
	}
}

// Whoever keeps two at work has one of each priority at any time: a child of either is there,
// and neither has to be started, at another account's cost, whenever one of them ends.
func TestABusyAccountGoesOnInItsChildren(t *testing.T) {
	q := newQueue(2, 2, 0, time.Minute)
	lower := map[bool]*ticket{}
	next := func() {
		ticket := q.push("busy", false)
		q.grant(func(string) bool { return true })
		if before := lower[ticket.low]; before != nil {
			t.Fatalf("two jobs are at work at the same priority, lower: %v", ticket.low)
		}
		lower[ticket.low] = ticket
	}
	next()
	next()
	for i := range 20 {
		ends := lower[i%3 == 0]
		delete(lower, ends.low)
		q.end(ends, time.Millisecond)
		next()
	}
}

func TestAJobDoesNotWaitForEver(t *testing.T) {
	p := newPool(t, func(cfg *Config) { cfg.Patience, cfg.Deadline = 50*time.Millisecond, 10*time.Minute })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := p.Do(ctx, Job{Header: []byte("sleep 10m")})
		done <- err
	}()
	p.until(t, func() bool { return p.queue.general == 1 })
	if _, err := p.Do(t.Context(), Job{}); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
	cancel()
	<-done
}

// The time of a step counts, not that of a job: 20 steps of 50 ms pass where one of 500 ms does not.
func TestAStepHasItsOwnTime(t *testing.T) {
	p := newPool(t, func(cfg *Config) { cfg.CPU, cfg.Deadline = 400*time.Millisecond, 10*time.Minute })
	if _, err := p.Do(t.Context(), Job{Header: []byte("steps 20")}); err != nil {
		t.Errorf("a job of many short steps ended with %v", err)
	}
	_, err := p.Do(t.Context(), Job{Header: []byte("spin")})
	var killed *KilledError
	if !errors.As(err, &killed) || killed.Reason != Deadline {
		t.Errorf("a step without an end ended with %v", err)
	}
}

// A child that says all the time that a step is done comes to an end too.
func TestAJobHasItsTimeInAll(t *testing.T) {
	p := newPool(t, func(cfg *Config) { cfg.JobCPU, cfg.Deadline = 400*time.Millisecond, 10*time.Minute })
	if _, err := p.Do(t.Context(), Job{Header: []byte("steps 2")}); err != nil {
		t.Errorf("a short job ended with %v", err)
	}
	for _, job := range []string{"steps 100000", "spin"} {
		_, err := p.Do(t.Context(), Job{Header: []byte(job)})
		var killed *KilledError
		if !errors.As(err, &killed) || killed.Reason != Deadline {
			t.Errorf("%q ended with %v", job, err)
		}
	}
}

func TestCloseEndsWhatIsUnderWay(t *testing.T) {
	p := newPool(t, nil)
	do(t, p, "name")
	done := make(chan error)
	go func() {
		_, err := p.Do(t.Context(), Job{Header: []byte("sleep 1m")})
		done <- err
	}()
	p.until(t, func() bool { return p.queue.general == 1 })
	p.Close()
	if err := <-done; !errors.Is(err, ErrClosed) {
		t.Errorf("the job ended with %v", err)
	}
	if _, err := p.Do(t.Context(), Job{}); !errors.Is(err, ErrClosed) {
		t.Errorf("a job after Close ended with %v", err)
	}
}

func TestChildrenDieWithTheirParent(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"=parent", "TMPDIR="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed, as meant
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(state), ") Z ") { // gone, or waiting for init to notice
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the child outlived its parent")
		}
	}
}

func TestChildrenThatCannotStartAreTriedAgain(t *testing.T) {
	p := newPool(t, func(cfg *Config) { cfg.Env = []string{childVariable + "=dead"} })
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := p.Do(ctx, Job{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func FuzzAnswersOfAStrangerAreRefusedWithoutHarm(f *testing.F) {
	var good bytes.Buffer
	if err := writeAnswer(&good, statusDone, []byte("answer")); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes())
	f.Add([]byte{statusError, 0, 0, 0, 4, 'M', 'a', 'r', 'i'})
	f.Add([]byte{statusDone, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		answer, err := readAnswer(bytes.NewReader(b))
		if err == nil && len(answer) > len(b) {
			t.Error("an answer longer than what was sent")
		}
		if errors.Is(err, io.EOF) && len(b) > 5 {
			t.Error("an early end taken for a clean one")
		}
	})
}

// What a child reads is what was written, and nothing more than was sent.
func FuzzRequests(f *testing.F) {
	var good bytes.Buffer
	if err := writeRequest(&good, []byte(`{"format":"pdf"}`), "/tmp/child/input"); err != nil {
		f.Fatal(err)
	}
	f.Add(good.Bytes())
	f.Add([]byte{0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		header, path, err := readRequest(bytes.NewReader(b))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := writeRequest(&again, header, path); err != nil || !bytes.HasPrefix(b, again.Bytes()) {
			t.Errorf("%q and %q from %d bytes, %v", header, path, len(b), err)
		}
	})
}

func BenchmarkJob(b *testing.B) {
	p, err := New(Config{Name: "bench", Command: []string{os.Args[0]}, Env: []string{childVariable + "=1"}, Dir: b.TempDir(), RecycleAfter: 1 << 30})
	if err != nil {
		b.Fatal(err)
	}
	defer p.Close()
	file := bytes.Repeat([]byte("x"), 30<<10)
	if _, err := p.Do(b.Context(), Job{Header: []byte("name"), Open: content(string(file))}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.Do(b.Context(), Job{Header: []byte("name"), Open: content(string(file))}); err != nil {
			b.Fatal(err)
		}
	}
}
