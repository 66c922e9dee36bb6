package embedded

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lavra.dev/platform/nativelib/nativelibtest"
)

func startEngine(t *testing.T, dir string) *ClickHouse {
	t.Helper()
	return startEngineWith(t, dir, 0)
}

// startEngineWith gives statements so many bytes, or as many as by default.
func startEngineWith(t *testing.T, dir string, memory int64) *ClickHouse {
	t.Helper()
	c, err := StartClickHouse(t.Context(), ChildConfig{
		Command: []string{os.Args[0]}, Dir: dir, Listen: "127.0.0.1:0", Library: nativelibtest.Path(t, "libchdb.so"), Memory: memory,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// ask runs SQL as curl would. It waits while the engine is restarting, since the
// listener stays open.
func ask(dsn, sql string) (string, error) {
	base := strings.TrimSuffix(dsn, "/default")
	client := &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Post(base+"/", "text/plain", strings.NewReader(sql))
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = errors.New(string(body))
	}
	return strings.TrimSuffix(string(body), "\n"), err
}

func mustAsk(t *testing.T, dsn, sql string) string {
	t.Helper()
	answer, err := ask(dsn, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return answer
}

func TestTheEngineAnswersCurl(t *testing.T) {
	c := startEngine(t, t.TempDir())
	response, err := http.Get(strings.TrimSuffix(c.DSN, "/default") + "/?query=" + url.QueryEscape("SELECT 1"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, _ := io.ReadAll(response.Body); string(body) != "1\n" {
		t.Errorf("got %q", body)
	}
}

func TestStatementsHaveTheMemoryTheyWereGiven(t *testing.T) {
	for given, want := range map[int64]string{0: "419430400", 600 << 20: "629145600"} {
		c := startEngineWith(t, t.TempDir(), given)
		if got := mustAsk(t, c.DSN, "SELECT value FROM system.server_settings WHERE name = 'max_server_memory_usage'"); got != want {
			t.Errorf("given %d, the engine uses %s bytes at most, want %s", given, got, want)
		}
	}
}

func TestAKilledEngineComesBackWithItsRows(t *testing.T) {
	c := startEngine(t, t.TempDir())
	mustAsk(t, c.DSN, "CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n")
	mustAsk(t, c.DSN, "INSERT INTO kept SELECT number FROM numbers(1000)")
	before := c.PID()
	if err := syscall.Kill(before, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	var answer string
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		var err error
		// A connection that the dead engine had accepted is lost; the next one waits.
		if answer, err = ask(c.DSN, "SELECT count() FROM kept"); err == nil {
			break
		}
	}
	if answer != "1000" || c.PID() == before {
		t.Errorf("got %q rows from process %d (killed: %d)", answer, c.PID(), before)
	}
}

func TestAllIsThereAfterClosing(t *testing.T) {
	dir := t.TempDir()
	c := startEngine(t, dir)
	mustAsk(t, c.DSN, "CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n")
	mustAsk(t, c.DSN, "INSERT INTO kept SELECT number FROM numbers(1000)")
	c.Close()
	if c.PID() != 0 {
		t.Errorf("process %d is still there", c.PID())
	}
	c = startEngine(t, dir)
	if got := mustAsk(t, c.DSN, "SELECT count() FROM kept"); got != "1000" {
		t.Errorf("got %s rows", got)
	}
}

// With keys no word of a row that is written stands in the folder; rows of before stay readable,
// in plain or by a key that another one stands in front of.
func TestRowsAreEncrypted(t *testing.T) {
	dir := t.TempDir()
	a, b := strings.Repeat("ab", 32), strings.Repeat("cd", 32)
	start := func(keys ...string) (*ClickHouse, error) {
		return StartClickHouse(t.Context(), ChildConfig{
			Command: []string{os.Args[0]}, Dir: dir, Listen: "127.0.0.1:0", Library: nativelibtest.Path(t, "libchdb.so"), Keys: keys,
		})
	}
	session := func(word string, rows int, keys ...string) {
		t.Helper()
		c, err := start(keys...)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		mustAsk(t, c.DSN, "CREATE TABLE IF NOT EXISTS kept (word String, n UInt64) ENGINE = MergeTree ORDER BY n")
		mustAsk(t, c.DSN, fmt.Sprintf("INSERT INTO kept SELECT '%s', number FROM numbers(1000)", word))
		if got := mustAsk(t, c.DSN, "SELECT count() FROM kept WHERE word != ''"); got != fmt.Sprint(rows) {
			t.Errorf("%s: %s rows of %d", word, got, rows)
		}
	}
	session("Anteontem", 1000)
	session("Ontem", 2000, a)
	session("Hoje", 3000, b, a)
	for _, word := range []string{"Ontem", "Hoje", a, b} {
		if files := filesWith(t, dir, word); len(files) > 0 {
			t.Errorf("%.8s stands in %v", word, files)
		}
	}
	if len(filesWith(t, dir, "Anteontem")) == 0 {
		t.Error("not even a row in plain is found")
	}
	if c, err := start(); err == nil || !strings.Contains(err.Error(), "LAVRA_DATA_KEYS") {
		t.Errorf("without keys: %v", err)
		c.Close()
	}
}

func filesWith(t *testing.T, dir, word string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), word) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestSyncReachesTheEngine(t *testing.T) {
	for _, sync := range []bool{false, true} {
		c, err := StartClickHouse(t.Context(), ChildConfig{
			Command: []string{os.Args[0]}, Dir: t.TempDir(), Listen: "127.0.0.1:0", Library: nativelibtest.Path(t, "libchdb.so"), Sync: sync,
		})
		if err != nil {
			t.Fatal(err)
		}
		got := mustAsk(t, c.DSN, "SELECT value FROM system.merge_tree_settings WHERE name = 'fsync_after_insert'")
		c.Close()
		if want := map[bool]string{false: "0", true: "1"}[sync]; got != want {
			t.Errorf("with Sync %v, fsync_after_insert is %s", sync, got)
		}
	}
}

func TestStartingFailsWithAReasonThatHelps(t *testing.T) {
	library := nativelibtest.Path(t, "libchdb.so")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	held := t.TempDir()
	lock, err := lockDirectory(held)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	tests := []struct {
		name string
		cfg  ChildConfig
		want string
	}{
		{"port taken", ChildConfig{Dir: t.TempDir(), Listen: taken.Addr().String(), Library: library}, "set LAVRA_CLICKHOUSE_LISTEN"},
		{"directory held", ChildConfig{Dir: held, Listen: "127.0.0.1:0", Library: library}, "another process is using"},
		{"no library", ChildConfig{Dir: t.TempDir(), Listen: "127.0.0.1:0", Library: "/nowhere/libchdb.so"}, "libchdb.so"},
		{"no program", ChildConfig{Dir: t.TempDir(), Listen: "127.0.0.1:0", Library: library, Command: []string{"/nowhere/lavra"}}, "/nowhere/lavra"},
		{"program that ends at once", ChildConfig{Dir: t.TempDir(), Listen: "127.0.0.1:0", Library: library, Command: []string{"true"}}, "the engine's process"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.cfg.Command == nil {
				test.cfg.Command = []string{os.Args[0]}
			}
			c, err := StartClickHouse(t.Context(), test.cfg)
			if err == nil {
				c.Close()
				t.Fatal("it started")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %q, want it to say %q", err, test.want)
			}
		})
	}
}

func TestAMissingLibraryNamesWhatToDo(t *testing.T) {
	t.Setenv("LAVRA_NATIVE_DIR", t.TempDir())
	_, err := FindLibrary()
	for _, want := range []string{"make setup", "LAVRA_NATIVE_DIR", "LAVRA_CLICKHOUSE_DSN"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to name %s", err, want)
		}
	}
}

func TestTheChildCommandAloneRefuses(t *testing.T) {
	if err := ServeClickHouseChild(t.Context()); err == nil {
		t.Error("it ran without a parent")
	}
}

// runParent is a process that keeps an engine until it is killed.
func runParent(dir string) error {
	c, err := StartClickHouse(context.Background(), ChildConfig{
		Command: []string{os.Args[0]}, Dir: dir, Listen: "127.0.0.1:0", Library: os.Getenv("TEST_LIBRARY"),
	})
	if err != nil {
		return err
	}
	fmt.Println(c.DSN)
	select {}
}

func TestTheEngineDiesWithAKilledParent(t *testing.T) {
	dir, library := t.TempDir(), nativelibtest.Path(t, "libchdb.so")
	parent := exec.CommandContext(t.Context(), os.Args[0])
	parent.Env = append(os.Environ(), "TEST_ROLE=parent", "TEST_DIR="+dir, "TEST_LIBRARY="+library)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	dsn, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	parent.Process.Kill()
	parent.Wait()
	startEngine(t, dir) // takes the lock that the child held too
	if answer, err := ask(strings.TrimSpace(dsn), "SELECT 1"); err == nil {
		t.Errorf("the child outlived its parent and answers %q", answer)
	}
}

// Whoever can send SQL, a page or a neighbour, reads no file, no variable and no address of
// the service by it, and writes nothing outside the engine's folder.
func TestStatementsStayWithinTheEnginesFolder(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.key")
	if err := os.WriteFile(secret, []byte("0123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LAVRA_BOOTSTRAP_KEYS", "acme:0123456789abcdef")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	called := make(chan struct{}, 1)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		called <- struct{}{}
		io.WriteString(w, "0123456789abcdef")
	})}
	go server.Serve(listener)
	defer server.Close()
	dsn := startEngine(t, t.TempDir()).DSN
	for name, sql := range map[string]string{
		"a file":        "SELECT * FROM file('" + secret + "', 'LineAsString')",
		"the variables": "SELECT * FROM file('/proc/self/environ', 'LineAsString')",
		"the parent's":  fmt.Sprintf("SELECT * FROM file('/proc/%d/environ', 'LineAsString')", os.Getpid()),
		"an address":    "SELECT * FROM url('http://" + listener.Addr().String() + "/', 'LineAsString') SETTINGS http_max_tries = 1",
		"a new file":    "INSERT INTO FUNCTION file('" + filepath.Join(outside, "new") + "', 'LineAsString', 'line String') VALUES ('x')",
		"a program":     "SELECT * FROM executable('cat', 'LineAsString', 'line String', (SELECT 1))",
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := ask(dsn, sql)
			if strings.Contains(answer, "0123456789abcdef") || err == nil && name != "the variables" {
				t.Errorf("answered %q", answer)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(outside, "new")); err == nil {
		t.Error("a file was written outside")
	}
	select {
	case <-called:
		t.Error("the engine called an address")
	default:
	}
}
