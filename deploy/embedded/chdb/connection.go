package chdb

import (
	"errors"
	"runtime"
)

// Connection is one session of the engine, with settings and a database of its
// own. It runs one statement at a time; open more for concurrency, at 0.4 ms
// each.
type Connection struct {
	library *Library
	conn    *handle
}

// ErrConnect says that the engine could not be opened. The library gives no
// reason; it is a path that is in use by another process or cannot be written.
var ErrConnect = errors.New("opening the engine failed: its directory is in use or cannot be written")

// Open connects to the engine, which starts with the first connection. The
// arguments are those of clickhouse-local, such as --path=DIR; every connection
// of a process must name the same path.
func (l *Library) Open(arguments ...string) (*Connection, error) {
	argv := []*byte{cString("clickhouse")}
	for _, argument := range arguments {
		argv = append(argv, cString(argument))
	}
	conn := l.connect(int32(len(argv)), &argv[0])
	runtime.KeepAlive(argv)
	if conn == nil || *conn == nil {
		return nil, ErrConnect
	}
	return &Connection{library: l, conn: conn}, nil
}

// Close ends the session, and the engine with the last one.
func (c *Connection) Close() { c.library.closeConnection(c.conn) }

// Parameters are the values of {name:Type} in a statement, as TSV-escaped text.
type Parameters map[string]string

// Query runs one statement of any kind and returns the whole result.
func (c *Connection) Query(sql, format string, parameters Parameters) ([]byte, Statistics, error) {
	l := c.library
	result := c.run(l.query, sql, format, parameters)
	defer l.destroyResult(result)
	if err := l.errorOf(result); err != nil {
		return nil, Statistics{}, err
	}
	return append([]byte(nil), l.bytesOf(result)...), l.statisticsOf(result), nil
}

// Exec runs a statement whose result, if any, nobody wants.
func (c *Connection) Exec(sql string) error {
	_, _, err := c.Query(sql, "Null", nil)
	return err
}

// run calls one of the functions that take a statement.
func (c *Connection) run(f statement, sql, format string, parameters Parameters) handle {
	p := pack(parameters)
	result := f(*c.conn, bytePointer(sql), uintptr(len(sql)), bytePointer(format), uintptr(len(format)),
		first(p.names), first(p.nameLengths), first(p.values), first(p.valueLengths), uintptr(len(p.names)))
	runtime.KeepAlive(p)
	return result
}
