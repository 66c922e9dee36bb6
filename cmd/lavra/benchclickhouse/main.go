// Command benchclickhouse fills the query store of an embedded engine, at its
// default memory, with millions of made-up documents, and measures what
// clients and data teams ask of it: how long each question takes and how much
// it reads. A service of its own reads the samples first; the engine multiplies
// those rows.
//
// It prints a table; -keep leaves the store for another run, which then only asks.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"lavra.dev/deploy/embedded"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/sink/migrations"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "benchclickhouse:", err)
		os.Exit(1)
	}
}

type options struct {
	dir       string
	library   string
	bin       string
	samples   string
	documents int
	days      int
	rounds    int
	serve     bool
	fill      bool
}

func parse() options {
	var o options
	flag.StringVar(&o.dir, "dir", "", "folder of the store, kept and used again; empty: a temporary one")
	flag.StringVar(&o.library, "library", os.Getenv("LAVRA_NATIVE_DIR")+"/libchdb.so", "path of libchdb.so")
	flag.StringVar(&o.bin, "bin", "bin/lavra", "the binary that reads the samples")
	flag.StringVar(&o.samples, "samples", "samples", "folder of the documents that are multiplied")
	flag.IntVar(&o.documents, "documents", 10_000_000, "documents to make; 0: ask those that are there")
	flag.IntVar(&o.days, "days", 90, "days to spread them over")
	flag.IntVar(&o.rounds, "rounds", 5, "times each question is asked; the median is printed")
	flag.BoolVar(&o.fill, "fill", false, "make the documents and end; the program calls itself so, since this takes more memory than the questions may have")
	flag.BoolVar(&o.serve, "serve", false, "make the documents, then serve the store until interrupted")
	flag.Parse()
	return o
}

// seed is the file with the rows of the samples.
func (o options) seed() string { return filepath.Join(o.dir, "seed.native") }

func run(ctx context.Context) error {
	o := parse()
	if o.dir == "" {
		dir, err := os.MkdirTemp("", "lavra-bench")
		if err != nil {
			return fmt.Errorf("making a folder: %w", err)
		}
		defer os.RemoveAll(dir)
		o.dir = dir
	}
	if !o.fill && o.documents > 0 {
		if err := readSeed(ctx, o); err != nil {
			return fmt.Errorf("reading the samples: %w", err)
		}
		if err := fillInChild(ctx, o); err != nil {
			return err
		}
	}
	memory := int64(0) // the default
	if o.fill {
		memory = fillMemory
	}
	db, address, stop, err := open(ctx, o, memory)
	if err != nil {
		return err
	}
	defer stop()
	keep := time.Duration(o.days+1) * 24 * time.Hour // the oldest day too
	if err := migrations.Apply(ctx, db, migrations.Options{Keep: keep}); err != nil {
		return err
	}
	if o.fill {
		return fill(ctx, db, address, o)
	}
	if o.serve {
		fmt.Println("serving on http://" + address)
		<-ctx.Done()
		return nil
	}
	return measure(ctx, db, address, o, os.Stdout)
}

// open starts the engine with as much memory as it may use, and connects to it.
func open(ctx context.Context, o options, memory int64) (db *clickhouse.Client, address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, "", nil, fmt.Errorf("finding a port: %w", err)
	}
	address = listener.Addr().String()
	listener.Close()
	engineCtx, stopEngine := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() {
		ended <- embedded.ServeClickHouse(engineCtx, embedded.ClickHouseConfig{Dir: filepath.Join(o.dir, "clickhouse"), Listen: address, Library: o.library, Memory: memory, Log: slog.Default()})
	}()
	stopped := func() {
		stopEngine()
		<-ended
	}
	if db, err = clickhouse.Open(clickhouse.Config{DSN: "http://" + address + "/lavra", Logger: slog.Default()}); err != nil {
		stopped()
		return nil, "", nil, err
	}
	return db, address, func() { db.Close(); stopped() }, nil
}

// fillMemory is what the engine may use while each lane makes the documents of a day at once.
const fillMemory = lanes * 5 << 30

// fillInChild makes the documents in a process of its own.
func fillInChild(ctx context.Context, o options) error {
	child := exec.CommandContext(ctx, os.Args[0], "-fill", "-dir", o.dir, "-library", o.library, "-documents", strconv.Itoa(o.documents), "-days", strconv.Itoa(o.days))
	// A day's rows are 2.5 GB: without huge pages that are kept, a third of the time goes into page faults.
	child.Env = append(os.Environ(), "JE_MALLOC_CONF=thp:always,dirty_decay_ms:-1,muzzy_decay_ms:-1,narenas:2")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	if err := child.Run(); err != nil {
		return fmt.Errorf("making the documents: %w", err)
	}
	return nil
}

func since(began time.Time) time.Duration { return time.Since(began).Round(time.Millisecond) }
