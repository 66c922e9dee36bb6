package clickhousehttp

import (
	"fmt"
	"strings"

	chproto "github.com/ClickHouse/ch-go/proto"
	"github.com/ClickHouse/clickhouse-go/v2/lib/column"
	"github.com/ClickHouse/clickhouse-go/v2/lib/proto"

	"lavra.dev/deploy/embedded/chdb"
)

// hello is what clickhouse-go asks when it connects. From the revision in the
// answer it knows how all later blocks are laid out.
const hello = "SELECT displayName(), version(), revision(), timezone()"

// nativeRevision is the layout the engine writes its Native blocks in, without
// block information; no setting changes that. The truth about revision() would
// make the client read something else.
const nativeRevision = 0

func (q *request) isHello() bool { return q.revision > 0 && strings.TrimSpace(q.sql) == hello }

// answerHello is the one block that is laid out as the client itself asked
// for, since it does not know our revision yet.
func (s *Server) answerHello(out *response, revision uint64) error {
	block := proto.Block{ServerContext: &column.ServerContext{}}
	values := []any{s.about.name, s.about.version, uint32(nativeRevision), s.about.timezone}
	for i, c := range []struct {
		name string
		kind column.Type
	}{{"displayName()", "String"}, {"version()", "String"}, {"revision()", "UInt32"}, {"timezone()", "String"}} {
		if err := block.AddColumn(c.name, c.kind); err != nil {
			return fmt.Errorf("answering a client's hello: %w", err)
		}
		if err := block.Columns[i].AppendRow(values[i]); err != nil {
			return fmt.Errorf("answering a client's hello: %w", err)
		}
	}
	var raw chproto.Buffer
	if err := block.Encode(&raw, revision); err != nil {
		return fmt.Errorf("answering a client's hello: %w", err)
	}
	if _, err := out.Write(raw.Buf); err == nil {
		out.finish(chdb.Statistics{}) // a client that left gets nothing, and there is nobody to tell
	}
	return nil
}
