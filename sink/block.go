package sink

import (
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"
)

// block is a range of one partition with the rows that its records make.
type block struct {
	key         partitionKey
	first, last int64 // the range: from where the block before ended to its last record
	records     []entry
	rows        int
	bytes       int
}

// entry is one record of a block.
type entry struct {
	record *kgo.Record
	rows   []row
	dead   error // why it goes to the dead letters; nil: it does not
}

// row is one row of one table.
type row struct {
	table  *table
	values []any
}

func (b *block) empty() bool { return len(b.records) == 0 }

func (b *block) add(rec *kgo.Record, rows []row) {
	b.records = append(b.records, entry{record: rec, rows: rows})
	b.last = rec.Offset
	b.rows += len(rows)
	b.bytes += weight(rec)
	for _, r := range rows {
		for _, v := range r.values {
			switch v := v.(type) {
			case string:
				b.bytes += len(v)
			case []byte:
				b.bytes += len(v)
			}
		}
	}
}

func (b *block) addDead(rec *kgo.Record, why error) {
	b.records = append(b.records, entry{record: rec, dead: why})
	b.last = rec.Offset
	b.bytes += weight(rec)
}

// token names an insert, so that ClickHouse takes it once: the topic's own
// identifier, since a topic that was deleted and made anew counts from 0 again.
func token(topicID string, number int32, first, last int64, table string) string {
	return fmt.Sprintf("%s/%d/%d-%d/%s", topicID, number, first, last, table)
}
