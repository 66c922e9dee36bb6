package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"time"

	"lavra.dev/deploy/embedded/schemaregistry"
	"lavra.dev/platform/origin"
)

// RegistryConfig says where the registry keeps its file and where it listens.
type RegistryConfig struct {
	Dir    string
	Listen string // host:port; port 0 takes a free one
	Log    *slog.Logger
}

// Registry is a running schema registry.
type Registry struct {
	URL string

	server  *http.Server
	lock    *os.File
	served  sync.WaitGroup
	closing sync.Once
}

// StartRegistry opens the directory's registry and serves it.
func StartRegistry(ctx context.Context, cfg RegistryConfig) (*Registry, error) {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	lock, err := waitForLock(ctx, cfg.Dir, lastRequests)
	if err != nil {
		return nil, fmt.Errorf("starting the embedded schema registry: %w", err)
	}
	schemas, err := schemaregistry.Open(cfg.Dir)
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("starting the embedded schema registry: %w", err)
	}
	listener, err := listen(ctx, cfg.Listen, "LAVRA_REGISTRY_LISTEN")
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("starting the embedded schema registry: %w", err)
	}
	r := &Registry{
		URL:  "http://" + listener.Addr().String(),
		lock: lock,
		server: &http.Server{
			Handler:           origin.Guard(schemas.Handler(), listener.Addr()),
			ReadHeaderTimeout: 10 * time.Second,
			ReadTimeout:       30 * time.Second,
			IdleTimeout:       2 * time.Minute,
		},
	}
	r.served.Go(func() {
		if err := r.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			cfg.Log.Error("embedded schema registry stopped serving", "error", err)
		}
	})
	cfg.Log.Info("embedded schema registry is ready", "url", r.URL, "directory", cfg.Dir)
	return r, nil
}

// Close ends the requests under way and releases the directory.
func (r *Registry) Close() {
	r.closing.Do(func() {
		r.server.Close()
		r.served.Wait()
		r.lock.Close()
	})
}
