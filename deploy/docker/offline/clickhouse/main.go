// Command clickhouse is the server in the image that stands for clickhouse/clickhouse-server
// where no registry of images can be reached. In come CLICKHOUSE_PASSWORD or
// CLICKHOUSE_PASSWORD_FILE, out goes ClickHouse's HTTP interface on port 8123, for the user
// lavra. There is no native protocol, no other user and no replication.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"lavra.dev/deploy/embedded"
)

const (
	child = "engine" // the argument with which this program is the engine's process
	user  = "lavra"

	// memory leaves a third of the container's 3 GiB to the engine's caches.
	memory = 2 << 30
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	run := serve
	if len(os.Args) > 1 && os.Args[1] == child {
		run = embedded.ServeClickHouseChild
	}
	if err := run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "clickhouse:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context) error {
	if name := os.Getenv("CLICKHOUSE_USER"); name != "" && name != user {
		return fmt.Errorf("CLICKHOUSE_USER is %q; here it can only be %q", name, user)
	}
	password, err := password()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding the own executable: %w", err)
	}
	server, err := embedded.StartClickHouse(ctx, embedded.ChildConfig{
		Command: []string{self, child}, Dir: "/var/lib/clickhouse", Listen: "0.0.0.0:8123", Library: "/usr/lib/lavra/libchdb.so",
		Sync: true, Memory: memory, Password: password,
		// The container is the wall: it holds nothing but the engine's data.
		WithoutWall: true,
	})
	if err != nil {
		return err
	}
	<-ctx.Done()
	server.Close()
	return nil
}

func password() (string, error) {
	path := os.Getenv("CLICKHOUSE_PASSWORD_FILE")
	if path == "" {
		return os.Getenv("CLICKHOUSE_PASSWORD"), nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("reading CLICKHOUSE_PASSWORD_FILE: %w", err)
	}
	return strings.TrimSpace(string(content)), nil
}
