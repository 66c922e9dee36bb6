package embedded

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
)

// The engine's child is told what to do on its standard input, one line of
// JSON, and the input stays open as long as the parent lives. It inherits the
// listener, so that connections wait rather than fail while it restarts, and
// the directory's lock; on the last file it says that it is ready, or why not.
const (
	listenerFile = 3 + iota
	lockFile
	reportFile
)

// childMark is set in the child's environment: without the inherited files the
// command could only do harm.
const childMark = "LAVRA_CLICKHOUSE_CHILD"

type orders struct {
	Dir     string
	Library string
	Sync    bool
	Memory  int64
}

type report struct {
	Error string `json:",omitempty"`
}

// ServeClickHouseChild is the body of the command that StartClickHouse starts.
// It ends when ctx does or when the parent is gone.
func ServeClickHouseChild(ctx context.Context) error {
	if os.Getenv(childMark) == "" {
		return errors.New("this command is started by lavra up itself, not by hand")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lock := os.NewFile(lockFile, "lock") // held until the process ends
	defer lock.Close()
	reports := os.NewFile(reportFile, "report")
	defer reports.Close()
	listener, err := inheritedListener()
	if err != nil {
		return err
	}
	input := bufio.NewReader(os.Stdin)
	told, err := readOrders(input)
	if err != nil {
		return err
	}
	go func() {
		io.Copy(io.Discard, input) // returns when the parent is gone or closes it
		cancel()
	}()
	err = ServeClickHouse(ctx, ClickHouseConfig{
		Dir: told.Dir, Library: told.Library, Sync: told.Sync, Memory: told.Memory,
		listener: listener,
		ready:    func() { json.NewEncoder(reports).Encode(report{}) }, // a parent that is gone ends us anyway
	})
	if err != nil {
		json.NewEncoder(reports).Encode(report{Error: err.Error()}) // likewise
	}
	return err
}

func readOrders(input *bufio.Reader) (orders, error) {
	var told orders
	line, err := input.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &told)
	}
	if err != nil {
		return orders{}, fmt.Errorf("reading what to serve: %w", err)
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
