package web

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"lavra.dev/platform/config"
	"lavra.dev/platform/patience"
)

// Config of a server and of what stands before its endpoints.
type Config struct {
	// ReadHeader bounds how long a client may take for a request's header.
	ReadHeader time.Duration `env:"HTTP_READ_HEADER_TIMEOUT" envDefault:"10s"`
	// KeepAlive bounds how long a connection may wait for its next request.
	KeepAlive time.Duration `env:"HTTP_KEEP_ALIVE" envDefault:"2m"`
	// BodyIdle bounds how long a client may send nothing in the middle of a
	// body, BodyTotal how long it may take for the whole.
	BodyIdle  time.Duration `env:"HTTP_BODY_IDLE_TIMEOUT" envDefault:"30s"`
	BodyTotal time.Duration `env:"HTTP_BODY_TIMEOUT" envDefault:"15m"`
	// WriteIdle bounds how long a client may take nothing of an answer.
	WriteIdle time.Duration `env:"HTTP_WRITE_TIMEOUT" envDefault:"60s"`
	// MaxHeader bounds a request's header. A key, an idempotency key and what
	// proxies add fit in 4 KiB.
	MaxHeader config.Size `env:"HTTP_MAX_HEADER" envDefault:"32KiB"`
	// MaxConnections bounds the open connections, MaxPerAddress those of one client
	// address (an IPv4 address, or a /64). 0: half of the descriptors that the process
	// may have, at most 20,000, and half of that.
	MaxConnections int `env:"HTTP_MAX_CONNECTIONS" envDefault:"0"`
	MaxPerAddress  int `env:"HTTP_MAX_CONNECTIONS_PER_ADDRESS" envDefault:"0"`
	// MaxPerAccount bounds the requests of one account that are at work at once; those beyond
	// get 429. 0: a quarter of MaxConnections.
	MaxPerAccount int `env:"HTTP_MAX_REQUESTS_PER_ACCOUNT" envDefault:"0"`
	// WrongKeys is how many wrong keys a minute may be tried from one client address, and ten
	// times as many from all; then keys that were not right before are refused unseen (429).
	// Clients behind a gateway share its address. 0: any number.
	WrongKeys int `env:"HTTP_WRONG_KEYS" envDefault:"300"`
	// Grace is how long requests under way may take when the server stops.
	Grace time.Duration `env:"SHUTDOWN_GRACE" envDefault:"15s"`
	// CORSOrigins are the origins whose pages may call; * is any.
	CORSOrigins []string `env:"CORS_ORIGINS"`
	// TLSCert and TLSKey are PEM files; both or none.
	TLSCert string `env:"TLS_CERT"`
	TLSKey  string `env:"TLS_KEY"`
}

// Validate names what is wrong.
func (c *Config) Validate() error {
	var faults []error
	for _, d := range []struct {
		name  string
		value time.Duration
	}{
		{"HTTP_READ_HEADER_TIMEOUT", c.ReadHeader}, {"HTTP_KEEP_ALIVE", c.KeepAlive},
		{"HTTP_BODY_IDLE_TIMEOUT", c.BodyIdle}, {"HTTP_BODY_TIMEOUT", c.BodyTotal},
		{"HTTP_WRITE_TIMEOUT", c.WriteIdle}, {"SHUTDOWN_GRACE", c.Grace},
	} {
		if d.value <= 0 {
			faults = append(faults, fmt.Errorf("%s%s: must be above zero", config.Prefix, d.name))
		}
	}
	if c.MaxHeader < 4<<10 {
		faults = append(faults, errors.New("LAVRA_HTTP_MAX_HEADER: must be at least 4KiB"))
	}
	if c.WrongKeys < 0 || c.MaxPerAccount < 0 {
		faults = append(faults, errors.New("LAVRA_HTTP_WRONG_KEYS and LAVRA_HTTP_MAX_REQUESTS_PER_ACCOUNT: must not be below zero"))
	}
	if c.MaxConnections < 0 || c.MaxPerAddress < 0 {
		faults = append(faults, errors.New("LAVRA_HTTP_MAX_CONNECTIONS and LAVRA_HTTP_MAX_CONNECTIONS_PER_ADDRESS: must not be below zero"))
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		faults = append(faults, errors.New("LAVRA_TLS_CERT and LAVRA_TLS_KEY: set both or none"))
	} else if c.TLSCert != "" {
		if _, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey); err != nil {
			faults = append(faults, fmt.Errorf("LAVRA_TLS_CERT and LAVRA_TLS_KEY: %w", err))
		}
	}
	return errors.Join(faults...)
}

// Server serves one handler on one address.
type Server struct {
	cfg      Config
	listener net.Listener
	server   *http.Server
	abandon  context.CancelFunc // ends the context of every request under way
}

// Listen takes the address. Serving starts with Run.
func Listen(ctx context.Context, address string, cfg Config, handler http.Handler, log *slog.Logger) (*Server, error) {
	l, err := patience.Listen(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("listening: %w", err)
	}
	base, abandon := context.WithCancel(context.Background())
	bound := newConnections(cfg.MaxConnections, cfg.MaxPerAddress)
	s := &Server{cfg: cfg, listener: boundedListener{l, bound}, abandon: abandon, server: &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: cfg.ReadHeader,
		IdleTimeout:       cfg.KeepAlive,
		MaxHeaderBytes:    int(cfg.MaxHeader),
		BaseContext:       func(net.Listener) context.Context { return base },
		ConnState:         bound.changed,
		ConnContext:       bound.context,
		// OPTIONS * is a path like any other that is not known.
		DisableGeneralOptionsHandler: true,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelDebug), // clients' faults, one a line
	}}
	if cfg.TLSCert != "" {
		cert, err := tls.LoadX509KeyPair(cfg.TLSCert, cfg.TLSKey)
		if err != nil {
			abandon()
			_ = l.Close()
			return nil, fmt.Errorf("loading certificate: %w", err)
		}
		s.server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	}
	return s, nil
}

// Addr is the address taken, with its port where the given one was 0.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Run serves until ctx ends. Then no connection is taken any more, requests
// under way have the grace to finish, those that still wait see their context
// end and can answer so, and what is left is cut off.
func (s *Server) Run(ctx context.Context) error {
	defer s.abandon()
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		s.stop()
	}()
	var err error
	if s.server.TLSConfig != nil {
		err = s.server.ServeTLS(s.listener, "", "")
	} else {
		err = s.server.Serve(s.listener)
	}
	if !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", err)
	}
	<-stopped
	return nil
}

// lastAnswers is what a handler needs to say that it was cut short.
const lastAnswers = 2 * time.Second

func (s *Server) stop() {
	time.AfterFunc(max(s.cfg.Grace-lastAnswers, 0), s.abandon)
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.Grace)
	defer cancel()
	if s.server.Shutdown(ctx) != nil {
		_ = s.server.Close()
	}
}
