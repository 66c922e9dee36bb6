package stage_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"go.uber.org/goleak"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/topic"
)

// A record that kills its process can only be tested with processes: the test
// binary runs itself with these set.
const (
	childBrokers  = "STAGE_TEST_BROKERS"
	childRegistry = "STAGE_TEST_REGISTRY"
	childMode     = "STAGE_TEST_MODE"
	childPrefix   = "STAGE_TEST_PREFIX"
)

func TestMain(m *testing.M) {
	if os.Getenv(childBrokers) != "" {
		child()
		return
	}
	goleak.VerifyTestMain(m)
}

// child runs a stage until it has done all there is. Record "killer" ends the
// process while others are at work; in mode "hang" all records just take long.
func child() {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	k, err := kafka.Dial(ctx, kafka.Config{
		Brokers: []string{os.Getenv(childBrokers)}, RegistryURL: os.Getenv(childRegistry), Prefix: os.Getenv(childPrefix),
	}, kafka.Deps{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	hang := os.Getenv(childMode) == "hang"
	cfg := stage.Config{
		Kafka: k, Name: "test", Topics: []string{in}, Workers: 4, CommitInterval: 20 * time.Millisecond,
		Logger: slog.New(slog.NewTextHandler(os.Stdout, nil)),
		OnPermanent: func(_ context.Context, rec *kgo.Record, failure *stage.PermanentError) error {
			fmt.Printf("ended %s: %s\n", rec.Key, failure.Reason)
			return nil
		},
	}
	stage.SetHeartbeat(&cfg, 100*time.Millisecond)
	err = stage.Run(ctx, cfg, func(ctx context.Context, rec *kgo.Record) error {
		fmt.Printf("began %s\n", rec.Key)
		if string(rec.Key) == "last" {
			fmt.Println("reached the last record")
		}
		switch {
		case hang:
			time.Sleep(time.Minute)
		case string(rec.Key) == "killer":
			time.Sleep(30 * time.Millisecond)
			os.Exit(137)
		default:
			time.Sleep(60 * time.Millisecond)
		}
		return nil
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		fmt.Println(err)
	}
	k.Close()
}

// life starts a process and gives what it said until it died, or until it said enough.
func life(t *testing.T, log *kafkatest.Log, mode string, enough func(said string) bool) (said string, died bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(),
		childBrokers+"="+log.Config.Brokers[0], childRegistry+"="+log.Config.RegistryURL, childMode+"="+mode, childPrefix+"="+log.Config.Prefix)
	out := &lockedBuffer{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case <-ended:
			expel(t, log)
			return out.String(), true
		case <-time.After(10 * time.Millisecond):
			if enough(out.String()) {
				_ = cmd.Process.Kill()
				<-ended
				expel(t, log)
				return out.String(), false
			}
		}
	}
}

// expel takes dead members out of the group, which would else keep their
// partitions until their session runs out.
func expel(t *testing.T, log *kafkatest.Log) {
	t.Helper()
	groups, err := log.Admin().DescribeGroups(t.Context(), log.Group("test"))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		req := kmsg.NewPtrLeaveGroupRequest()
		req.Group = g.Group
		for _, m := range g.Members {
			member := kmsg.NewLeaveGroupRequestMember()
			member.MemberID = m.MemberID
			req.Members = append(req.Members, member)
		}
		client, err := log.NewConsumer("expel")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := req.RequestWith(t.Context(), client); err != nil {
			t.Fatal(err)
		}
		client.Close()
	}
}

func TestOnlyTheRecordThatKillsAloneIsParked(t *testing.T) {
	log := kafkatest.New(t)
	keys := append(numbered("before", 4), "killer")
	keys = append(keys, numbered("after", 4)...)
	produce(t, log, keys...)
	deaths := 0
	var said string
	for range 10 {
		var died bool
		said, died = life(t, log, "", func(string) bool { return lag(t, log, "test") == 0 })
		if !died {
			break
		}
		deaths++
	}
	if strings.Contains(said, "ended ") {
		t.Errorf("a request was ended; the last process said:\n%s", said)
	}
	if deaths < 4 || deaths > 6 {
		t.Errorf("it took %d deaths, want two beside others and three alone, give or take one", deaths)
	}
	got := letters(t, log, topic.Parked, 1)
	if len(got) != 1 || string(got[0].Key) != "killer" || headersOf(got[0])[stage.HeaderClass] != "parked" {
		t.Errorf("%d parked records, the first of %s: %v", len(got), got[0].Key, headersOf(got[0]))
	}
}

func TestKillsFromOutsideFailNobody(t *testing.T) {
	log := kafkatest.New(t)
	produce(t, log, numbered("k", 6)...)
	for range 3 {
		_, died := life(t, log, "hang", func(said string) bool {
			time.Sleep(150 * time.Millisecond) // let the journal see what began
			return strings.Contains(said, "began")
		})
		if died {
			t.Fatal("the process ended by itself")
		}
	}
	said, _ := life(t, log, "", func(string) bool { return lag(t, log, "test") == 0 })
	if n := strings.Count(said, "began"); n != 6 {
		t.Errorf("%d of 6 records were done after three kills:\n%s", n, said)
	}
	if strings.Contains(said, "ended") {
		t.Errorf("a record was given up:\n%s", said)
	}
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
