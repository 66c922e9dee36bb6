package clickhousehttp

import (
	"fmt"
	"io"
	"net/http"

	"lavra.dev/deploy/embedded/chdb"
)

// insertChunk is how much of the body is handed over at a time. 1 MiB costs as
// little as reading a file would.
const insertChunk = 1 << 20

// insert streams the body into the engine. The rows are committed only when the
// body has come to its proper end, and 200 goes out only after that.
func insert(w http.ResponseWriter, c *chdb.Connection, q *request) error {
	rows, err := c.Insert(q.sql, q.insertFormat, q.parameters)
	if err != nil {
		return err
	}
	defer rows.Close()
	chunk := make([]byte, insertChunk)
	for {
		n, readErr := q.body.Read(chunk)
		if _, err := rows.Write(chunk[:n]); err != nil {
			rows.Cancel()
			return err
		}
		if readErr == io.EOF {
			break
		}
		if readErr != nil { // a cut-off body is ErrUnexpectedEOF
			rows.Cancel()
			return refusal{http.StatusBadRequest, 33, fmt.Sprintf("reading the rows: %v", readErr)}
		}
	}
	statistics, err := rows.Commit()
	if err != nil {
		return err
	}
	w.Header().Set("X-ClickHouse-Summary", summary(statistics))
	return nil
}
