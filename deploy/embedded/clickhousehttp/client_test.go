package clickhousehttp

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
	"github.com/google/uuid"
)

// These tests hold the interface to what clickhouse-go needs of it. They are
// the loud test for the hello: another version of the client that asks
// something else at first fails all of them.

func dial(t testing.TB, compression *clickhouse.Compression) driver.Conn {
	t.Helper()
	conn, err := clickhouse.Open(&clickhouse.Options{
		Protocol: clickhouse.HTTP, Addr: []string{serve(t)}, Compression: compression,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func exec(t testing.TB, conn driver.Conn, sql string) {
	t.Helper()
	if err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func count(t testing.TB, conn driver.Conn, table string) (n uint64) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), "SELECT count() FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func wantException(t *testing.T, err error, code int32) {
	t.Helper()
	var exception *clickhouse.Exception
	if !errors.As(err, &exception) || exception.Code != code {
		t.Errorf("got %v, want exception %d", err, code)
	}
}

func TestTheClientConnectsByDSN(t *testing.T) {
	options, err := clickhouse.ParseDSN("http://" + serve(t) + "/default")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := clickhouse.Open(options)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	version, err := conn.ServerVersion()
	if err != nil || version.Revision != nativeRevision || version.Version.Major < 26 {
		t.Errorf("got %v, %v", version, err)
	}
}

// row has one column of each kind the sink writes.
type row struct {
	ID      uint64
	At      time.Time
	Host    string
	Level   string
	Tags    map[string]string
	Words   []string
	Score   *float64
	Payload string
	Key     uuid.UUID
}

const rowColumns = `id UInt64, at DateTime64(3), host String, level LowCardinality(String), tags Map(String, String),
	words Array(String), score Nullable(Float64), payload String, key UUID`

func rowOf(i int) row {
	r := row{
		ID: uint64(i), At: time.UnixMilli(1790000000000 + int64(i)).UTC(), Host: "host-" + strconv.Itoa(i%200),
		Level: []string{"info", "warn", "error"}[i%3], Tags: map[string]string{"k": strconv.Itoa(i)},
		Words: []string{"não", strconv.Itoa(i % 10)}, Payload: `{"n":` + strconv.Itoa(i) + "}", Key: uuid.New(),
	}
	if i%5 != 0 {
		score := float64(i) / 3
		r.Score = &score
	}
	return r
}

func TestRowsComeBackAsTheyWereSent(t *testing.T) {
	for name, compression := range map[string]*clickhouse.Compression{
		"none":    nil,
		"lz4":     {Method: clickhouse.CompressionLZ4},
		"zstd":    {Method: clickhouse.CompressionZSTD},
		"gzip":    {Method: clickhouse.CompressionGZIP, Level: 1},
		"deflate": {Method: clickhouse.CompressionDeflate, Level: 1},
	} {
		t.Run(name, func(t *testing.T) {
			conn, table := dial(t, compression), "rows_"+name
			exec(t, conn, "CREATE TABLE "+table+" ("+rowColumns+") ENGINE = MergeTree ORDER BY id")
			batch, err := conn.PrepareBatch(t.Context(), "INSERT INTO "+table)
			if err != nil {
				t.Fatal(err)
			}
			sent := make([]row, 20000)
			for i := range sent {
				sent[i] = rowOf(i)
				r := &sent[i]
				if err := batch.Append(r.ID, r.At, r.Host, r.Level, r.Tags, r.Words, r.Score, r.Payload, r.Key); err != nil {
					t.Fatal(err)
				}
			}
			if err := batch.Send(); err != nil {
				t.Fatal(err)
			}
			rows, err := conn.Query(t.Context(), "SELECT * FROM "+table+" ORDER BY id")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			i := 0
			for ; rows.Next(); i++ {
				var r row
				if err := rows.Scan(&r.ID, &r.At, &r.Host, &r.Level, &r.Tags, &r.Words, &r.Score, &r.Payload, &r.Key); err != nil {
					t.Fatal(err)
				}
				r.At = r.At.UTC()
				if !reflect.DeepEqual(r, sent[i]) {
					t.Fatalf("row %d: got %+v, want %+v", i, r, sent[i])
				}
			}
			if rows.Err() != nil || i != len(sent) {
				t.Errorf("got %d rows, %v", i, rows.Err())
			}
		})
	}
}

func TestParametersAndSettingsReachTheStatement(t *testing.T) {
	conn := dial(t, nil)
	var text string
	if err := conn.QueryRow(t.Context(), "SELECT ? || @p", "it's", clickhouse.Named("p", "!")).Scan(&text); err == nil {
		t.Error("mixed parameters were taken")
	}
	if err := conn.QueryRow(t.Context(), "SELECT ? || ?", `it's \`, "!").Scan(&text); err != nil || text != `it's \!` {
		t.Errorf("positional: %q, %v", text, err)
	}
	if err := conn.QueryRow(t.Context(), "SELECT @p", clickhouse.Named("p", "n'")).Scan(&text); err != nil || text != "n'" {
		t.Errorf("named: %q, %v", text, err)
	}
	ctx := clickhouse.Context(t.Context(), clickhouse.WithParameters(clickhouse.Parameters{"p": "wa'rn"}))
	if err := conn.QueryRow(ctx, "SELECT {p:String}").Scan(&text); err != nil || text != "wa'rn" {
		t.Errorf("server side: %q, %v", text, err)
	}
	ctx = clickhouse.Context(t.Context(), clickhouse.WithSettings(clickhouse.Settings{"max_block_size": 777}))
	if err := conn.QueryRow(ctx, "SELECT toString(getSetting('max_block_size'))").Scan(&text); err != nil || text != "777" {
		t.Errorf("setting: %q, %v", text, err)
	}
	if err := conn.QueryRow(t.Context(), "SELECT toString(getSetting('max_block_size'))").Scan(&text); err != nil || text == "777" {
		t.Errorf("the setting leaked into the next request: %q, %v", text, err)
	}
}

func TestAnInsertSentTwiceWithItsTokenCountsOnce(t *testing.T) {
	conn := dial(t, nil)
	const window = " SETTINGS non_replicated_deduplication_window = 1000"
	exec(t, conn, "CREATE TABLE twice (n UInt64) ENGINE = MergeTree ORDER BY n"+window)
	exec(t, conn, "CREATE TABLE twice_sum (total UInt64) ENGINE = SummingMergeTree ORDER BY tuple()"+window)
	exec(t, conn, "CREATE MATERIALIZED VIEW twice_view TO twice_sum AS SELECT sum(n) AS total FROM twice")
	ctx := clickhouse.Context(t.Context(), clickhouse.WithSettings(clickhouse.Settings{
		"insert_deduplication_token": "topic/0/100-200", "deduplicate_blocks_in_dependent_materialized_views": 1,
	}))
	for range 2 {
		batch, err := conn.PrepareBatch(ctx, "INSERT INTO twice")
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []uint64{1, 2} {
			if err := batch.Append(n); err != nil {
				t.Fatal(err)
			}
		}
		if err := batch.Send(); err != nil {
			t.Fatal(err)
		}
	}
	var total uint64
	if err := conn.QueryRow(t.Context(), "SELECT sum(total) FROM twice_sum").Scan(&total); err != nil || total != 3 {
		t.Errorf("the view holds %d, %v; want 3", total, err)
	}
	if got := count(t, conn, "twice"); got != 2 {
		t.Errorf("%d rows, want 2", got)
	}
}

func TestErrorsAreTyped(t *testing.T) {
	conn := dial(t, nil)
	for sql, code := range map[string]int32{
		"SELECT nothing FROM system.one":      47,
		"SELECT * FROM missing":               60,
		"SELECT * FROM missing.missing":       81,
		"SELEC 1":                             62,
		"SELECT 1 SETTINGS no_such_thing = 1": 115,
	} {
		_, err := conn.Query(t.Context(), sql)
		wantException(t, err, code)
	}
	_, err := conn.PrepareBatch(t.Context(), "INSERT INTO missing")
	wantException(t, err, 60)
}

func TestAnErrorAfterTheFirstRowsIsTypedToo(t *testing.T) {
	for name, compression := range map[string]*clickhouse.Compression{"none": nil, "lz4": {Method: clickhouse.CompressionLZ4}} {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, compression)
			rows, err := conn.Query(t.Context(),
				"SELECT throwIf(number = 900000), number FROM numbers(1000000) SETTINGS max_block_size = 10000")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			n := 0
			for rows.Next() {
				n++
			}
			if n == 0 || n > 900000 {
				t.Errorf("%d rows came before the error", n)
			}
			wantException(t, rows.Err(), 395)
		})
	}
}

func TestAQueryWhoseClientLeftIsStopped(t *testing.T) {
	conn, watcher := dial(t, nil), dial(t, nil)
	for _, sql := range []string{
		"SELECT sum(sipHash64(number)) FROM numbers(1000000000000) -- left early",                               // streamed, before its first row
		"SELECT number FROM system.numbers -- left early",                                                       // streamed, after it
		"CREATE TABLE left_early ENGINE = Memory AS SELECT number FROM system.numbers LIMIT 1e12 -- left early", // not streamed
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if rows, err := conn.Query(ctx, sql); err == nil {
			for rows.Next() {
			}
			rows.Close()
		}
		cancel()
		running := uint64(1)
		for deadline := time.Now().Add(10 * time.Second); running > 0 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if err := watcher.QueryRow(t.Context(),
				"SELECT count() FROM system.processes WHERE query LIKE '%left early%' AND query NOT LIKE '%processes%'").Scan(&running); err != nil {
				t.Fatal(err)
			}
		}
		if running > 0 {
			t.Errorf("still running: %s", sql)
		}
	}
}

func TestReadersAndWritersDoNotDisturbEachOther(t *testing.T) {
	conn := dial(t, nil)
	exec(t, conn, "CREATE TABLE shared (n UInt64) ENGINE = MergeTree ORDER BY n")
	const writers, batches, rows = 3, 5, 1000
	var group sync.WaitGroup
	failed := make(chan error, 100)
	for range writers {
		group.Go(func() {
			for range batches {
				batch, err := conn.PrepareBatch(t.Context(), "INSERT INTO shared")
				for i := uint64(0); err == nil && i < rows; i++ {
					err = batch.Append(i)
				}
				if err == nil {
					err = batch.Send()
				}
				if err != nil {
					failed <- err
				}
			}
		})
		group.Go(func() {
			for range 10 {
				var n uint64
				if err := conn.QueryRow(t.Context(), "SELECT count() FROM shared").Scan(&n); err != nil {
					failed <- err
				} else if n%rows != 0 {
					failed <- fmt.Errorf("a part of a batch is visible: %d rows", n)
				}
			}
		})
	}
	group.Wait()
	close(failed)
	for err := range failed {
		t.Error(err)
	}
	if got := count(t, conn, "shared"); got != writers*batches*rows {
		t.Errorf("got %d rows", got)
	}
}

func TestADatabaseBelongsToTheConnection(t *testing.T) {
	exec(t, dial(t, nil), "CREATE DATABASE `da``ta`")
	conn, err := clickhouse.Open(&clickhouse.Options{
		Protocol: clickhouse.HTTP, Addr: []string{serve(t)}, Auth: clickhouse.Auth{Database: "da`ta"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var name string
	if err := conn.QueryRow(t.Context(), "SELECT currentDatabase()").Scan(&name); err != nil || name != "da`ta" {
		t.Errorf("got %q, %v", name, err)
	}
}

func TestJSONColumnsWork(t *testing.T) {
	conn := dial(t, nil)
	exec(t, conn, "CREATE TABLE documents_json (doc JSON) ENGINE = MergeTree ORDER BY tuple()")
	batch, err := conn.PrepareBatch(t.Context(), "INSERT INTO documents_json")
	if err != nil {
		t.Fatal(err)
	}
	if err := batch.Append(`{"a":{"b":7},"t":"x"}`); err != nil {
		t.Fatal(err)
	}
	if err := batch.Send(); err != nil {
		t.Fatal(err)
	}
	var text string
	if err := conn.QueryRow(t.Context(), "SELECT toString(doc.a.b) || toString(doc) FROM documents_json").Scan(&text); err != nil ||
		!strings.HasPrefix(text, "7{") {
		t.Errorf("got %q, %v", text, err)
	}
}
