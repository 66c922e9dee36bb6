package embedded

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lavra.dev/platform/health"
	"lavra.dev/platform/nativelib/nativelibtest"
)

// What the engine leaves of a part that it merged on a full disk is answered for again once
// there is room, with every row.
func TestRowsOfATornPartComeBack(t *testing.T) {
	var full atomic.Bool
	var looks atomic.Int32 // that have seen it full
	dir := t.TempDir()
	c, err := StartClickHouse(t.Context(), ChildConfig{
		Command: []string{os.Args[0]}, Dir: dir, Listen: "127.0.0.1:0", Library: nativelibtest.Path(t, "libchdb.so"),
		diskFull: func(string) bool {
			if !full.Load() {
				return false
			}
			looks.Add(1)
			return true
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	mustAsk(t, c.DSN, "CREATE TABLE torn (n UInt64, word String) ENGINE = MergeTree ORDER BY n")
	for i := range 4 {
		mustAsk(t, c.DSN, fmt.Sprintf("INSERT INTO torn SELECT number + %d, 'x' FROM numbers(1000)", i*1000))
	}
	mustAsk(t, c.DSN, "OPTIMIZE TABLE torn FINAL")
	files, err := filepath.Glob(filepath.Join(dir, "data", "store", "*", "*", "all_1_4_1", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the merged part has files %v, %v", files, err)
	}
	full.Store(true)
	for _, file := range files {
		if err := os.Truncate(file, 0); err != nil {
			t.Fatal(err)
		}
	}
	if answer, err := ask(c.DSN, "SELECT sum(n), any(word) FROM torn"); err == nil {
		t.Fatalf("the torn part is read: %s", answer)
	}
	for looks.Load() == 0 {
		time.Sleep(diskLook)
	}
	full.Store(false)
	awaitAnswer(t, c, "SELECT sum(n), any(word) FROM torn", "7998000\tx")
}

func awaitAnswer(t *testing.T, c *ClickHouse, sql, want string) {
	t.Helper()
	var answer string
	var err error
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if answer, err = ask(c.DSN, sql); err == nil && answer == want {
			return
		}
	}
	t.Errorf("%s: %q, %v; want %q", sql, answer, err, want)
}

// A disk that is filled to the last byte again and again, under inserts and merges, leaves
// every row that was taken, once and readable.
func TestNoRowIsLostToAFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", health.Enough+160<<20)); err != nil {
		t.Skipf("a file system of its own cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	c := startEngine(t, folder)
	mustAsk(t, c.DSN, "CREATE TABLE filled (n UInt64, words Array(String)) ENGINE = ReplacingMergeTree ORDER BY n SETTINGS non_replicated_deduplication_window = 10000")
	stop := make(chan struct{})
	var work sync.WaitGroup
	var taken atomic.Int64
	work.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			block := taken.Load()
			if _, err := ask(c.DSN, fmt.Sprintf("INSERT INTO filled SETTINGS insert_deduplication_token = '%d' "+
				"SELECT %d + number, arrayMap(x -> toString(rand64(x)), range(10)) FROM numbers(100)", block, block*100)); err == nil {
				taken.Add(1)
			}
		}
	})
	work.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			_, _ = ask(c.DSN, "OPTIMIZE TABLE filled FINAL") // fails while there is no room
		}
	})
	for range 4 {
		time.Sleep(time.Second)
		fillFor(t, folder, 2*time.Second)
	}
	time.Sleep(time.Second)
	close(stop)
	work.Wait()
	if taken.Load() < 10 {
		t.Fatalf("only %d blocks were taken", taken.Load())
	}
	rows := taken.Load() * 100
	awaitAnswer(t, c, "SELECT count(), sum(length(words)) FROM filled FINAL", fmt.Sprintf("%d\t%d", rows, rows*10))
}

// fillFor takes all room of a disk for a while.
func fillFor(t *testing.T, folder string, length time.Duration) {
	t.Helper()
	file, err := os.Create(filepath.Join(folder, "nothing but room"))
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(file.Name())
	defer file.Close()
	block := make([]byte, 1<<20)
	for until := time.Now().Add(length); time.Now().Before(until); {
		switch _, err := file.Write(block); {
		case errors.Is(err, syscall.ENOSPC) && len(block) > 1:
			block = block[:len(block)/2] // to the last byte
		case errors.Is(err, syscall.ENOSPC):
			time.Sleep(time.Millisecond)
		case err != nil:
			t.Fatal(err)
		}
	}
}

// On a full disk nothing is begun that might find no room, neither rows nor a table's definition,
// and what is there is answered for.
func TestNothingIsWrittenToAFullDisk(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", health.Enough+8<<20)); err != nil {
		t.Skipf("a file system of its own cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
	c := startEngine(t, folder)
	mustAsk(t, c.DSN, "CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n")
	mustAsk(t, c.DSN, "INSERT INTO kept SELECT number FROM numbers(1000)")
	if err := os.WriteFile(filepath.Join(folder, "much"), make([]byte, 8<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"INSERT INTO kept SELECT number FROM numbers(1000)", "ALTER TABLE kept ADD COLUMN m UInt64", "CREATE TABLE more (n UInt64) ENGINE = MergeTree ORDER BY n",
		"/* of the sink */ OPTIMIZE TABLE kept FINAL", "DELETE FROM kept WHERE n = 1",
	} {
		if _, err := ask(c.DSN, sql); err == nil || !strings.Contains(err.Error(), "NOT_ENOUGH_SPACE") {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if got := mustAsk(t, c.DSN, "SELECT count() FROM kept"); got != "1000" {
		t.Errorf("%s rows are there", got)
	}
}

func TestAnEngineIsStartedAgainAfterAFullDisk(t *testing.T) {
	for _, test := range []struct {
		name string
		full string // a digit for each second: 1 where the disk is full
		want []int  // seconds at which the engine is to be started again
	}{
		{"never full", "00000000000000", nil},
		{"full once", "0110000000000", []int{7}},
		{"full by turns", "10100100010000000000", []int{14}},
		{"full twice", "1000000010000000", []int{5, 13}},
		{"full for long", strings.Repeat("1", 700), []int{300, 601}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var disk fullDisk
			var got []int
			began := time.Now()
			for second, full := range test.full {
				if disk.look(full == '1', began.Add(time.Duration(second)*time.Second)) {
					got = append(got, second)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("started again at %v, want %v", got, test.want)
			}
		})
	}
}
