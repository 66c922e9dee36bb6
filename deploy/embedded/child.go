package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
)

// The engine's child is told what to do in its environment, which holds nothing else of the
// parent's, and its standard input stays open as long as the parent lives. It inherits the
// listener, so that connections wait rather than fail while it restarts, and
// the directory's lock; on the last file it says that it is ready, or why not.
const (
	listenerFile = 3 + iota
	lockFile
	reportFile
)

// ordersVariable holds the child's orders as JSON: without the inherited files the command
// could only do harm.
const ordersVariable = "LAVRA_CLICKHOUSE_CHILD"

type orders struct {
	Dir         string
	Library     string
	Sync        bool
	Memory      int64
	Password    string
	WithoutWall bool
	Keys        int // how many there are in the environment
}

type report struct {
	Error string `json:",omitempty"`
}

// ServeClickHouseChild is the body of the command that StartClickHouse starts.
// It ends when ctx does or when the parent is gone.
func ServeClickHouseChild(ctx context.Context) error {
	told, err := readOrders()
	if err != nil {
		return err
	}
	reports := os.NewFile(reportFile, "report")
	defer reports.Close()
	if err := serveAsTold(ctx, told, reports); err != nil {
		json.NewEncoder(reports).Encode(report{Error: err.Error()}) // a parent that is gone ends us anyway
		return err
	}
	return nil
}

func serveAsTold(ctx context.Context, told orders, reports io.Writer) error {
	if err := stayWithin(told); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lock := os.NewFile(lockFile, "lock") // held until the process ends
	defer lock.Close()
	listener, err := inheritedListener()
	if err != nil {
		return err
	}
	go func() {
		io.Copy(io.Discard, os.Stdin) // returns when the parent is gone or closes it
		cancel()
	}()
	return ServeClickHouse(ctx, ClickHouseConfig{
		Dir: told.Dir, Library: told.Library, Sync: told.Sync, Memory: told.Memory, Password: told.Password,
		listener: listener,
		keys:     told.Keys,
		ready:    func() { json.NewEncoder(reports).Encode(report{}) },
	})
}

func readOrders() (orders, error) {
	var told orders
	text := os.Getenv(ordersVariable)
	if text == "" {
		return told, errors.New("this command is started by lavra up itself, not by hand")
	}
	if err := json.Unmarshal([]byte(text), &told); err != nil {
		return told, fmt.Errorf("reading what to serve: %w", err)
	}
	return told, nil
}

func inheritedListener() (net.Listener, error) {
	file := os.NewFile(listenerFile, "listener")
	defer file.Close()
	listener, err := net.FileListener(file)
	if err != nil {
		return nil, fmt.Errorf("taking over the listener: %w", err)
	}
	return listener, nil
}
