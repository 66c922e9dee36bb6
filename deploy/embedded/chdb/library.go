// Package chdb runs SQL on libchdb, ClickHouse's engine as a shared library.
//
// It owns the binding: the library is loaded at run time, without cgo and
// without a C compiler. In come SQL and input bytes, out go results in any of
// ClickHouse's formats, whole or in chunks.
//
// What never happens here: no network and no protocol. The engine works on one
// path per process, and lives as long as one connection to it is open.
package chdb

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"github.com/ebitengine/purego"
)

// ErrTooOld says that a libchdb lacks a function that this package needs.
var ErrTooOld = errors.New("this libchdb is too old")

// handle is a pointer that belongs to the library.
type handle = unsafe.Pointer

// statement is the form of the three functions that take SQL, a format and
// parameters. All texts come with their length, so that they may hold any byte.
type statement func(conn handle, sql *byte, sqlLen uintptr, format *byte, formatLen uintptr,
	names **byte, nameLens *uintptr, values **byte, valueLens *uintptr, count uintptr) handle

// Library is a loaded libchdb. One process needs one.
type Library struct {
	connect            func(argc int32, argv **byte) *handle
	closeConnection    func(conn *handle)
	setSignalHandlers  func(on int32)
	query              statement
	streamQuery        statement
	streamFetch        func(conn, result handle) handle
	streamCancel       func(conn, result handle)
	destroyResult      func(result handle)
	streamInsert       statement
	insertAppend       func(insert handle, data *byte, length uintptr) int32
	insertDone         func(insert handle) handle
	insertCancel       func(insert handle)
	insertError        func(insert handle) *byte
	destroyInsert      func(insert handle)
	resultBuffer       func(result handle) *byte
	resultLength       func(result handle) uintptr
	resultError        func(result handle) *byte
	resultElapsed      func(result handle) float64
	resultRowsRead     func(result handle) uint64
	resultBytesRead    func(result handle) uint64
	resultRowsWritten  func(result handle) uint64
	resultBytesWritten func(result handle) uint64
}

// Load opens the library at path. It takes 0.1 s, or 0.6 s where the file is
// not in the page cache yet.
func Load(path string) (*Library, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("loading libchdb: %w", err)
	}
	library, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("loading libchdb: %w", err)
	}
	l := new(Library)
	for name, function := range l.functions() {
		symbol, err := purego.Dlsym(library, name)
		if err != nil {
			return nil, fmt.Errorf("loading libchdb: %w: it has no %s", ErrTooOld, name)
		}
		purego.RegisterFunc(function, symbol)
	}
	signals, err := saveSignals()
	if err != nil {
		return nil, fmt.Errorf("loading libchdb: %w", err)
	}
	l.setSignalHandlers(0) // the engine installs none after this
	signals.restore()
	return l, nil
}

func (l *Library) functions() map[string]any {
	return map[string]any{
		"chdb_connect":                     &l.connect,
		"chdb_close_conn":                  &l.closeConnection,
		"chdb_set_signal_handlers_enabled": &l.setSignalHandlers,
		"chdb_query_with_params_n":         &l.query,
		"chdb_stream_query_with_params_n":  &l.streamQuery,
		"chdb_stream_fetch_result":         &l.streamFetch,
		"chdb_stream_cancel_query":         &l.streamCancel,
		"chdb_destroy_query_result":        &l.destroyResult,
		"chdb_stream_insert_with_params_n": &l.streamInsert,
		"chdb_stream_append":               &l.insertAppend,
		"chdb_stream_done":                 &l.insertDone,
		"chdb_stream_cancel_insert":        &l.insertCancel,
		"chdb_stream_insert_error":         &l.insertError,
		"chdb_destroy_insert_stream":       &l.destroyInsert,
		"chdb_result_buffer":               &l.resultBuffer,
		"chdb_result_length":               &l.resultLength,
		"chdb_result_error":                &l.resultError,
		"chdb_result_elapsed":              &l.resultElapsed,
		"chdb_result_rows_read":            &l.resultRowsRead,
		"chdb_result_bytes_read":           &l.resultBytesRead,
		"chdb_result_rows_written":         &l.resultRowsWritten,
		"chdb_result_bytes_written":        &l.resultBytesWritten,
	}
}
