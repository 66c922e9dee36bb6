package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lavra.dev/deploy/embedded/chdb"
	"lavra.dev/deploy/embedded/clickhousehttp"
	"lavra.dev/platform/health"
	"lavra.dev/platform/origin"
)

const (
	// defaultMemory is what queries, inserts and merges may use together. With
	// the engine's own 190 MB of code pages, and what the allocator holds
	// besides, the process stays under 700 MB, so that the whole tree fits in
	// 1.5 GiB. The load of a sink alone keeps it near 300 MB.
	defaultMemory = 400 << 20

	// concurrentStatements is for a machine of a few cores: more at once only
	// share the same memory.
	concurrentStatements = 8

	// lastRequests is how long requests under way may take once the engine is
	// told to stop. A sink's block takes well under a second.
	lastRequests = 5 * time.Second
)

// ClickHouseConfig says what to serve.
type ClickHouseConfig struct {
	Dir     string
	Listen  string // host:port
	Library string // path of libchdb.so; empty: FindLibrary
	Sync    bool   // sync inserted parts to disk, so that a power cut loses nothing
	Memory  int64  // bytes that statements may use together; 400 MiB if zero
	Log     *slog.Logger

	// Password of the user lavra; empty: nobody is asked for one.
	Password string

	listener net.Listener // instead of Listen, where the parent opened it
	keys     int          // in the environment, the one that encrypts first
	ready    func()
}

func (c ClickHouseConfig) address() string {
	if c.listener != nil {
		return c.listener.Addr().String()
	}
	return c.Listen
}

// ServeClickHouse runs the engine in this process and serves ClickHouse's HTTP
// interface until ctx ends. A crash of the engine takes the process with it, so
// this is meant for a process of its own, which StartClickHouse keeps.
func ServeClickHouse(ctx context.Context, cfg ClickHouseConfig) error {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	engine, err := openEngine(cfg)
	if err != nil {
		return fmt.Errorf("starting the embedded ClickHouse: %w", err)
	}
	defer engine.Close()
	listener := cfg.listener
	if listener == nil {
		if listener, err = listen(ctx, cfg.Listen, "LAVRA_CLICKHOUSE_LISTEN"); err != nil {
			return fmt.Errorf("starting the embedded ClickHouse: %w", err)
		}
	}
	if cfg.ready != nil {
		cfg.ready()
	}
	return serveUntil(ctx, listener, engine)
}

func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("serving the embedded ClickHouse: %w", err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastRequests)
	defer cancel()
	if err := server.Shutdown(stop); err != nil {
		server.Close() // ends the requests' contexts, and with them their queries
	}
	<-served
	return nil
}

func openEngine(cfg ClickHouseConfig) (*clickhousehttp.Server, error) {
	path := cfg.Library
	if path == "" {
		var err error
		if path, err = FindLibrary(); err != nil {
			return nil, err
		}
	}
	library, err := chdb.Load(path)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(cfg.Dir, "data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, fmt.Errorf("creating the data directory: %w", err)
	}
	if _, err := os.Stat(filepath.Join(data, sealedFolder)); err == nil && cfg.keys == 0 {
		return nil, errors.New("its rows are encrypted, and would seem to be gone: give LAVRA_DATA_KEYS")
	}
	settings := filepath.Join(cfg.Dir, "engine.xml")
	if err := writeWhereOther(settings, engineSettings(cfg)); err != nil {
		return nil, fmt.Errorf("writing the engine's settings: %w", err)
	}
	engine, err := clickhousehttp.New(clickhousehttp.Config{
		Library:    library,
		Arguments:  []string{"--path=" + data, "--config-file=" + settings},
		Settings:   sessionSettings,
		Concurrent: concurrentStatements,
		Loopback:   origin.Loopback(cfg.address()),
		Password:   cfg.Password,
		Full:       func() bool { return diskFull(cfg.Dir) },
	})
	if errors.Is(err, chdb.ErrConnect) {
		return nil, fmt.Errorf("%w: %s", err, data)
	}
	if err != nil {
		return nil, err
	}
	sayTorn(engine, cfg.Log)
	return engine, nil
}

// sayTorn tells of inserted blocks that were set aside. A merged part's rows are still in its sources.
func sayTorn(engine *clickhousehttp.Server, log *slog.Logger) {
	names, err := engine.Ask("SELECT concat(database, '.', table, '/', name) FROM system.detached_parts WHERE reason = 'broken-on-start' AND level = 0 LIMIT 20")
	switch {
	case err != nil:
		log.Warn("embedded ClickHouse: the parts that were set aside are not known", "error", err)
	case names != "":
		log.Error("embedded ClickHouse: rows that were taken are torn; make them again from the log", "parts", strings.Fields(names))
	}
}

// writeWhereOther leaves a file that is right alone, so that an engine starts on a full disk too.
func writeWhereOther(path, content string) error {
	if there, err := os.ReadFile(path); err == nil && string(there) == content {
		return nil
	}
	return os.WriteFile(path, []byte(content), 0o600)
}

// sessionSettings are where the engine's defaults differ from what the services
// need, or from a server's.
var sessionSettings = []string{
	"async_insert=0", // the answer to an insert means that it is stored
	"max_threads=2",
	"max_insert_threads=1",
	"implicit_select=0",
	"allow_introspection_functions=0",
}

// engineSettings is the server's part, for one small machine: few background
// threads, and caches of megabytes where the defaults are gigabytes.
func engineSettings(cfg ClickHouseConfig) string {
	const mib = 1 << 20
	sync := 0
	if cfg.Sync {
		sync = 1
	}
	var xml strings.Builder
	xml.WriteString("<clickhouse>\n")
	for _, setting := range []struct {
		name  string
		value int64
	}{
		{"max_server_memory_usage", cmp.Or(cfg.Memory, defaultMemory)},
		{"background_pool_size", 2},
		{"background_schedule_pool_size", 2},
		{"max_thread_pool_size", 256},
		{"max_io_thread_pool_size", 8},
		{"max_active_parts_loading_thread_pool_size", 2},
		{"max_outdated_parts_loading_thread_pool_size", 2},
		{"max_parts_cleaning_thread_pool_size", 2},
		{"mark_cache_size", 16 * mib},
		{"index_mark_cache_size", 4 * mib},
		{"primary_index_cache_size", 32 * mib},
		{"query_condition_cache_size", 4 * mib},
		{"compiled_expression_cache_size", 8 * mib},
	} {
		fmt.Fprintf(&xml, " <%s>%d</%s>\n", setting.name, setting.value, setting.name)
	}
	policy := ""
	xml.WriteString(storage(cfg.keys))
	if cfg.keys > 0 {
		policy = "<storage_policy>sealed</storage_policy>"
	}
	fmt.Fprintf(&xml, " <merge_tree>%s<fsync_after_insert>%d</fsync_after_insert>"+
		"<fsync_part_directory>%d</fsync_part_directory></merge_tree>\n</clickhouse>\n", policy, sync, sync)
	return xml.String()
}

// sealedFolder has the encrypted rows, inside the data.
const sealedFolder = "sealed"

// keyVariable holds a key of the engine's child.
func keyVariable(n int) string { return fmt.Sprintf("LAVRA_CLICKHOUSE_KEY_%d", n) }

// storage has no insert and no merge begin on a disk that is full. With keys it has new rows written to an encrypted disk,
// and those of before read where they are. A key keeps its number when another one is put in front.
func storage(keys int) string {
	var xml strings.Builder
	fmt.Fprintf(&xml, " <storage_configuration><disks><default><keep_free_space_bytes>%d</keep_free_space_bytes></default>", health.Enough)
	if keys == 0 {
		xml.WriteString("</disks></storage_configuration>\n")
		return xml.String()
	}
	xml.WriteString("<sealed><type>encrypted</type><disk>default</disk><path>" + sealedFolder + "/</path><algorithm>AES_256_CTR</algorithm>\n")
	for i := range keys {
		fmt.Fprintf(&xml, "  <key_hex id=\"%d\" from_env=\"%s\"/>\n", keys-1-i, keyVariable(i))
	}
	fmt.Fprintf(&xml, "  <current_key_id>%d</current_key_id></sealed></disks>\n"+
		"  <policies><sealed><volumes><new><disk>sealed</disk></new><before><disk>default</disk></before></volumes>"+
		"<move_factor>0</move_factor></sealed></policies></storage_configuration>\n", keys-1)
	return xml.String()
}
