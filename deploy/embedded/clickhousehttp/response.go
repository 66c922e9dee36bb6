package clickhousehttp

import (
	"bufio"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/ClickHouse/ch-go/compress"

	"lavra.dev/deploy/embedded/chdb"
)

// compressedFrame is the size of the frames that ClickHouse itself writes.
const compressedFrame = 1 << 20

// response is the body of an answer. Its first byte sends the status line, so
// an error before it can still have a status of its own.
type response struct {
	w           http.ResponseWriter
	format      string
	compression string
	gzip        bool
	tag         string

	out     io.Writer // nil before the first byte
	flushes []func() error
}

func newResponse(w http.ResponseWriter, r *http.Request, q *request) *response {
	return &response{
		w:           w,
		format:      q.format,
		compression: q.compression,
		gzip:        q.compression == "" && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip"),
		tag:         newExceptionTag(),
	}
}

func (r *response) started() bool { return r.out != nil }

func (r *response) start(statistics chdb.Statistics) {
	h := r.w.Header()
	h.Set("X-ClickHouse-Format", r.format)
	h.Set("X-ClickHouse-Summary", summary(statistics))
	h.Set("X-ClickHouse-Exception-Tag", r.tag)
	h.Set("Content-Type", contentType(r.format))
	r.out = r.w
	switch {
	case r.compression != "":
		method := compress.LZ4
		if r.compression == "ZSTD" {
			method = compress.ZSTD
		}
		buffer := bufio.NewWriterSize(&frames{w: r.w, c: compress.NewWriter(compress.LevelZero, method)}, compressedFrame)
		r.out, r.flushes = buffer, append(r.flushes, buffer.Flush)
	case r.gzip:
		h.Set("Content-Encoding", "gzip")
		zipped, _ := gzip.NewWriterLevel(r.w, gzip.BestSpeed) // the level is a valid one
		r.out, r.flushes = zipped, append(r.flushes, zipped.Close)
	}
}

func (r *response) Write(p []byte) (int, error) {
	if !r.started() {
		r.start(chdb.Statistics{})
	}
	return r.out.Write(p)
}

func (r *response) finish(statistics chdb.Statistics) error {
	if !r.started() {
		r.start(statistics)
	}
	for _, flush := range r.flushes {
		if err := flush(); err != nil {
			return err
		}
	}
	return nil
}

// source is a result in chunks.
type source interface {
	Next(use func([]byte) error) (more bool, statistics chdb.Statistics, err error)
	Cancel()
}

// whole is the result of a statement that the engine does not stream.
type whole struct {
	rows       []byte
	statistics chdb.Statistics
}

func (w *whole) Cancel() {}

func (w *whole) Next(use func([]byte) error) (bool, chdb.Statistics, error) {
	rows := w.rows
	w.rows = nil
	if len(rows) == 0 {
		return false, w.statistics, nil
	}
	return true, w.statistics, use(rows)
}

// send writes a result. It returns an error only before the first byte; after
// that the error goes to the client in the body.
func send(ctx context.Context, from source, out *response) error {
	for {
		if err := ctx.Err(); err != nil {
			from.Cancel()
			return err
		}
		var gone error
		more, statistics, err := from.Next(func(rows []byte) error {
			_, gone = out.Write(rows)
			return gone
		})
		switch {
		case gone != nil: // the client left
			from.Cancel()
			return nil
		case err != nil && !out.started():
			return err
		case err != nil:
			if writeException(out, out.tag, err) == nil {
				out.finish(statistics) // the client that cannot be told has left
			}
			return nil
		case !more:
			out.finish(statistics) // likewise
			return nil
		}
	}
}

// frames writes ClickHouse's compressed blocks, one for each Write.
type frames struct {
	w io.Writer
	c *compress.Writer
}

func (f *frames) Write(p []byte) (int, error) {
	if err := f.c.Compress(p); err != nil {
		return 0, err
	}
	if _, err := f.w.Write(f.c.Data); err != nil {
		return 0, err
	}
	return len(p), nil
}

func summary(s chdb.Statistics) string {
	return fmt.Sprintf(`{"read_rows":"%d","read_bytes":"%d","written_rows":"%d","written_bytes":"%d","elapsed_ns":"%d"}`,
		s.RowsRead, s.BytesRead, s.RowsWritten, s.BytesWritten, int64(s.Seconds*1e9))
}

func contentType(format string) string {
	switch {
	case strings.HasPrefix(format, "JSON") && strings.Contains(format, "EachRow"):
		return "application/x-ndjson; charset=UTF-8"
	case strings.HasPrefix(format, "JSON"):
		return "application/json; charset=UTF-8"
	case strings.HasPrefix(format, "CSV"):
		return "text/csv; charset=UTF-8"
	case strings.HasPrefix(format, "TSV"), strings.HasPrefix(format, "TabSeparated"):
		return "text/tab-separated-values; charset=UTF-8"
	case strings.HasPrefix(format, "Pretty"), format == "Vertical":
		return "text/plain; charset=UTF-8"
	}
	return "application/octet-stream"
}
