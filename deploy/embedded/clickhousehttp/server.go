// Package clickhousehttp answers ClickHouse's HTTP interface on top of libchdb.
//
// It owns the protocol: requests as clickhouse-go, curl and Grafana make them,
// sessions, compression, exceptions before and after the first row, and the
// stop of a query whose client left. In come SQL and rows, out go results.
//
// What never happens here: there is one user, who may do everything that the engine's
// process may, and without his password nothing but /ping is answered. A body that
// was cut off is never committed. Sessions over several requests and external
// tables are refused.
package clickhousehttp

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"lavra.dev/deploy/embedded/chdb"
	"lavra.dev/platform/origin"
)

// killInterval is how often a query whose client left is told to stop. The
// first time may come before the engine knows of the query.
const killInterval = 200 * time.Millisecond

// Config says which engine to serve.
type Config struct {
	Library    *chdb.Library
	Arguments  []string // of every connection: --path and --config-file
	Settings   []string // "name=value" of every session, before the request's own
	Concurrent int      // statements at a time; further requests wait
	Loopback   bool     // refuse requests by a name that is not this machine's
	Password   string   // of the user User; empty: nobody is asked for one

	// Full reports whether the disk is: nothing that writes is begun then. nil: it never is.
	Full func() bool
}

// Server is the interface's handler. It holds the engine open.
type Server struct {
	cfg     Config
	slots   chan struct{}
	queries atomic.Int64
	keep    *chdb.Connection // the engine lives as long as one connection is open
	about   about
}

// about is what a client asks before anything else.
type about struct{ name, version, timezone string }

// New opens the engine.
func New(cfg Config) (*Server, error) {
	keep, err := cfg.Library.Open(cfg.Arguments...)
	if err != nil {
		return nil, err
	}
	answer, _, err := keep.Query("SELECT displayName(), version(), timezone()", "TSVRaw", nil)
	columns := strings.Split(strings.TrimSpace(string(answer)), "\t")
	if err == nil && len(columns) != 3 {
		err = errors.New("the engine's answer has not three columns")
	}
	if err != nil {
		keep.Close()
		return nil, fmt.Errorf("asking the engine for its version: %w", err)
	}
	return &Server{
		cfg:   cfg,
		slots: make(chan struct{}, cfg.Concurrent),
		keep:  keep,
		about: about{name: columns[0], version: columns[1], timezone: columns[2]},
	}, nil
}

// Ask puts a question of the process itself and gives the lines of its answer.
func (s *Server) Ask(sql string) (string, error) {
	answer, _, err := s.keep.Query(sql, "TSVRaw", nil)
	return string(answer), err
}

// Close shuts the engine. No request may be under way.
func (s *Server) Close() { s.keep.Close() }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if reason := origin.Foreign(r, s.cfg.Loopback); reason != "" {
		http.Error(w, reason, http.StatusForbidden)
		return
	}
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodPost:
		w.Header().Set("Allow", "GET, POST")
		http.Error(w, "only GET and POST", http.StatusMethodNotAllowed)
	case r.URL.Path == "/ping", r.URL.Path == "/replicas_status", r.Method == http.MethodGet && r.URL.RawQuery == "":
		fmt.Fprint(w, "Ok.\n")
	case r.URL.Path != "/":
		http.Error(w, "there is no such path here", http.StatusNotFound)
	case !s.knows(r):
		w.Header().Set("WWW-Authenticate", `Basic realm="ClickHouse"`)
		fail(w, refusal{http.StatusUnauthorized, authenticationFailed, "authentication failed: the user is " + User + ", the password stands in the data folder"})
	default:
		if err := s.serve(w, r); err != nil {
			fail(w, err)
		}
	}
}

// User is the one that there is.
const User = "lavra"

// The engine's codes.
const (
	notEnoughSpace       = 243
	authenticationFailed = 516
)

// accessCodes are what statements about access end with here: there is one user, who may do all else.
var accessCodes = []int{192, 497, 511, 514} // unknown user, denied, unknown role, nowhere to store it

// knows checks user and password, wherever ClickHouse's clients put them.
func (s *Server) knows(r *http.Request) bool {
	if s.cfg.Password == "" {
		return true
	}
	user, password, basic := r.BasicAuth()
	if !basic {
		user, password = r.Header.Get("X-ClickHouse-User"), r.Header.Get("X-ClickHouse-Key")
	}
	if user == "" && password == "" {
		v := r.URL.Query()
		user, password = v.Get("user"), v.Get("password")
	}
	// Hashes are of one length: how long it takes says nothing of either.
	given, right := sha256.Sum256([]byte(password)), sha256.Sum256([]byte(s.cfg.Password))
	return subtle.ConstantTimeCompare(given[:], right[:]) == 1 && user == User
}

// serve runs one statement in a session of its own, so that no setting and no
// USE can reach the next request. Opening one costs 0.4 ms.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	q, err := readRequest(r)
	if err != nil {
		return err
	}
	if s.cfg.Full != nil && q.writes() && s.cfg.Full() {
		return refusal{http.StatusInternalServerError, notEnoughSpace, "the disk is full: nothing is written (NOT_ENOUGH_SPACE)"}
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	c, err := s.cfg.Library.Open(s.cfg.Arguments...)
	if err != nil {
		return err
	}
	defer c.Close()
	tag := fmt.Sprintf("request-%d", s.queries.Add(1))
	if err := c.Exec("SET " + strings.Join(q.settings(s.cfg.Settings, tag), ", ")); err != nil {
		return err
	}
	if q.database != "" && q.database != "default" {
		if err := c.Exec("USE " + quoteName(q.database)); err != nil {
			return err
		}
	}
	defer s.killWhenGone(r.Context(), tag)()
	return s.run(w, r, c, q)
}

func (s *Server) run(w http.ResponseWriter, r *http.Request, c *chdb.Connection, q *request) error {
	h := w.Header()
	h.Set("X-ClickHouse-Server-Display-Name", s.about.name)
	h.Set("X-ClickHouse-Timezone", s.about.timezone)
	h.Set("X-ClickHouse-Query-Id", q.id)
	if q.insertFormat != "" {
		return insert(w, c, q)
	}
	out := newResponse(w, r, q)
	if q.isHello() {
		return s.answerHello(out, q.revision)
	}
	if q.streams() {
		stream, err := c.Stream(q.sql, q.format, q.parameters)
		if err != nil {
			return err
		}
		defer stream.Close()
		return send(r.Context(), stream, out)
	}
	result, statistics, err := c.Query(q.sql, q.format, q.parameters)
	if err != nil {
		return err
	}
	return send(r.Context(), &whole{result, statistics}, out)
}

// killWhenGone stops the engine's work on a request once its client has left.
// The connection itself is busy with the query, so another one gives the order;
// the query is known by its log comment. ASYNC, since KILL would otherwise wait
// for the connection's next statement, which never comes.
func (s *Server) killWhenGone(ctx context.Context, tag string) (finished func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		ticker := time.NewTicker(killInterval)
		defer ticker.Stop()
		for {
			s.keep.Exec("KILL QUERY WHERE Settings['log_comment'] = '" + tag + "' ASYNC") // tried again below
			select {
			case <-done:
				return
			case <-ticker.C:
			}
		}
	}()
	return func() { close(done); <-stopped }
}
