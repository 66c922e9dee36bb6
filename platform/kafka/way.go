package kafka

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Way is what a record of the way says in its headers: enough to end its
// request, and to know which file it needs, where its event cannot be read.
type Way struct {
	Account   string
	Lane      event.Lane
	Revision  int32
	File      string         // key in the blob store
	Submitted *event.Pointer // nil on the record that submits the request
	Type      string         // of the document; empty: not known
}

// WayOf is that of a request.
func WayOf(r event.Request, submitted *event.Pointer) Way {
	w := Way{Account: r.Account, Lane: r.Lane, Revision: r.Revision, File: r.File.URI, Submitted: submitted}
	return w.OfType(r.DocumentType)
}

// OfType says which type the document was found to be; nil: none yet.
func (w Way) OfType(documentType *string) Way {
	if documentType != nil {
		w.Type = *documentType
	}
	return w
}

// Headers are those of a record.
func (w Way) Headers() []kgo.RecordHeader {
	headers := []kgo.RecordHeader{
		{Key: topic.AccountHeader, Value: []byte(w.Account)},
		{Key: topic.LaneHeader, Value: []byte(w.Lane)},
		{Key: topic.RevisionHeader, Value: strconv.AppendInt(nil, int64(w.Revision), 10)},
		{Key: topic.FileHeader, Value: []byte(w.File)},
	}
	if w.Type != "" {
		headers = append(headers, kgo.RecordHeader{Key: topic.TypeHeader, Value: []byte(w.Type)})
	}
	if p := w.Submitted; p != nil {
		headers = append(headers, kgo.RecordHeader{Key: topic.SubmittedHeader, Value: FormatPointer(*p)})
	}
	return headers
}

// ReadWay reads the headers of a record as far as they are there. Nothing in
// them is proven: whoever acts on them checks that the key is the account's.
func ReadWay(rec *kgo.Record) Way {
	var w Way
	for _, h := range rec.Headers {
		value := string(h.Value)
		switch h.Key {
		case topic.AccountHeader:
			w.Account = value
		case topic.LaneHeader:
			w.Lane = event.Lane(value)
		case topic.RevisionHeader:
			n, _ := strconv.ParseInt(value, 10, 32)
			w.Revision = int32(n)
		case topic.FileHeader:
			w.File = value
		case topic.SubmittedHeader:
			w.Submitted = ParsePointer(value)
		case topic.TypeHeader:
			w.Type = value
		}
	}
	if w.Lane != event.Interactive && w.Lane != event.Deep {
		w.Lane = event.Bulk
	}
	w.Revision = max(w.Revision, 1)
	return w
}

// ParsePointer reads topic/partition@offset; nil where it is none.
func ParsePointer(text string) *event.Pointer {
	name, rest, _ := strings.Cut(text, "/")
	number, at, _ := strings.Cut(rest, "@")
	partition, err := strconv.ParseInt(number, 10, 32)
	offset, errOffset := strconv.ParseInt(at, 10, 64)
	if name == "" || err != nil || errOffset != nil || partition < 0 || offset < 0 {
		return nil
	}
	return &event.Pointer{Topic: name, Partition: int32(partition), Offset: offset}
}

// FormatPointer writes what ParsePointer reads.
func FormatPointer(p event.Pointer) []byte {
	return fmt.Appendf(nil, "%s/%d@%d", p.Topic, p.Partition, p.Offset)
}
