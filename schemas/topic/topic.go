// Package topic declares every topic of the pipeline: how long it keeps records,
// and which consumer groups read it. Creating them, and how many partitions they
// get, is platform/kafka's; nothing here talks to a broker.
package topic

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"lavra.dev/schemas/event"
)

// Names, without the prefix of the installation. A topic that exists once per
// lane is addressed through Lane.
const (
	Submitted        = "documents.submitted"
	Read             = "documents.read"
	Classified       = "documents.classified"
	Extracted        = "documents.extracted"
	Completed        = "documents.completed"
	Status           = "documents.status"
	Dead             = "documents.dead"
	Parked           = "documents.parked"
	Settled          = "documents.settled" // what became of dead and parked records: headers alone
	Shadow           = "documents.shadow"  // results that documents would have now, and which of them took their place
	WebhooksDue      = "webhooks.due"
	WebhooksRetry1   = "webhooks.retry.1"
	WebhooksRetry2   = "webhooks.retry.2"
	WebhooksDead     = "webhooks.dead"
	WebhooksAttempts = "webhooks.attempts"
	WebhooksBreakers = "webhooks.breakers"
	Corrections      = "documents.corrections"
	Erasures         = "documents.erasures"
	Idempotency      = "requests.idempotency"
	Accounts         = "accounts"
	Audit            = "accounts.audit"
	Installation     = "installation"
	Instances        = "instances"
)

// Headers of every record of the way, from documents.submitted on. Accounts take
// turns by them without a record being decoded, and a request ends by them and
// its key where its record cannot be read.
const (
	AccountHeader   = "account"
	LaneHeader      = "lane"
	RevisionHeader  = "revision"
	FileHeader      = "file"      // key of the uploaded file in the blob store
	SubmittedHeader = "submitted" // topic/partition@offset of the request; not on documents.submitted
	TypeHeader      = "type"      // the document's type, as far as it is known
	RequestHeader   = "request"   // identifier of the request, where the key is another
)

// Consumer groups that commit offsets. What these have not read, the janitor keeps.
const (
	GroupOCR            = "ocr"
	GroupClassification = "classification"
	GroupExtraction     = "extraction"
	GroupGeometry       = "geometry"
	GroupWebhook        = "webhook"
	GroupSink           = "sink"
	GroupErasure        = "erasure"
)

// Lane is the name of a topic of the way in one lane.
func Lane(name string, lane event.Lane) string { return name + "." + string(lane) }

// Lanes lists the names of a topic of the way in all lanes, interactive first.
func Lanes(name string) []string {
	return []string{Lane(name, event.Interactive), Lane(name, event.Bulk), Lane(name, event.Deep)}
}

// Unlane is the name of a topic of the way without its lane.
func Unlane(name string) string {
	for _, lane := range []event.Lane{event.Interactive, event.Bulk, event.Deep} {
		if of, ok := strings.CutSuffix(name, "."+string(lane)); ok {
			return of
		}
	}
	return name
}

// Topic is one declaration.
type Topic struct {
	Name    string
	Kept    time.Duration // 0: as long as work is kept, or for ever where Compact
	Compact bool
	Readers []string // groups that have to have read a record before it goes; empty: it goes by its age alone
	Small   bool     // records of a few hundred bytes: one partition's worth of segments is little
}

// Work reports whether records are of use until they were read, and some time after for whoever looks.
func (t Topic) Work() bool { return t.Kept == 0 && !t.Compact }

// Read reports whether the janitor empties the topic, and not the broker, which
// does not know what was read.
func (t Topic) Read() bool { return len(t.Readers) > 0 }

const day = 24 * time.Hour

// All lists every topic, in the order a document meets them.
func All() []Topic {
	var all []Topic
	for _, way := range []struct {
		name   string
		groups []string
	}{
		{Submitted, []string{GroupOCR, GroupSink}},
		{Read, []string{GroupClassification}},
		{Classified, []string{GroupExtraction}},
		{Extracted, []string{GroupGeometry}},
	} {
		for _, name := range Lanes(way.name) {
			all = append(all, Topic{Name: name, Readers: way.groups})
		}
	}
	sink := []string{GroupSink}
	return append(all,
		Topic{Name: Completed, Kept: 7 * day, Readers: sink},
		Topic{Name: Status, Kept: 7 * day, Readers: sink, Small: true},
		Topic{Name: Dead, Kept: 30 * day},
		Topic{Name: Parked, Kept: 30 * day},
		Topic{Name: Settled, Kept: 31 * day, Small: true}, // longer than what it is about
		Topic{Name: Shadow, Kept: 7 * day},                // as the results they are compared with
		Topic{Name: WebhooksDue, Readers: []string{GroupWebhook}},
		Topic{Name: WebhooksRetry1, Readers: []string{GroupWebhook}},
		Topic{Name: WebhooksRetry2, Readers: []string{GroupWebhook}},
		Topic{Name: WebhooksDead, Kept: 30 * day},
		Topic{Name: WebhooksAttempts, Kept: 7 * day, Readers: sink, Small: true},
		Topic{Name: WebhooksBreakers, Kept: time.Hour, Small: true}, // said again while they are open
		Topic{Name: Corrections, Kept: 7 * day, Readers: sink, Small: true},
		// Longer than anything that may bring an erased request back: letters are kept
		// for 30 days, rows for 90, and a backup of these is put back now and then.
		Topic{Name: Erasures, Kept: 120 * day, Small: true},
		Topic{Name: Idempotency, Kept: day, Small: true},
		Topic{Name: Accounts, Compact: true, Small: true},
		Topic{Name: Audit, Kept: 30 * day, Readers: sink, Small: true},
		// Not compacted: the first record is true, and compaction keeps the last.
		Topic{Name: Installation, Kept: 100 * 365 * day, Small: true},
		Topic{Name: Instances, Kept: time.Hour, Small: true},
	)
}

// Lookup finds a declaration by name.
func Lookup(name string) (Topic, bool) {
	all := All()
	i := slices.IndexFunc(all, func(t Topic) bool { return t.Name == name })
	if i < 0 {
		return Topic{}, false
	}
	return all[i], true
}

// Replicas is how many brokers hold each record where there are enough of them,
// and Insync how many have to before it counts as written: one may be lost
// without a record, and a second without a record that was acknowledged.
const (
	Replicas = 3
	Insync   = 2
)

// Config is the broker's configuration of the topic.
func (t Topic) Config() map[string]string {
	c := map[string]string{
		// A body travels by reference above 64 KiB compressed; 1 MiB leaves
		// room for what compresses badly and for a batch of them.
		"max.message.bytes": strconv.Itoa(1 << 20),
	}
	switch {
	case t.Compact:
		c["cleanup.policy"] = "compact"
	case t.Read():
		// No time or size bound: a backlog of a million pages is days of work, and a
		// query store may be away for longer than results are kept.
		c["cleanup.policy"] = "delete"
		c["retention.ms"] = "-1"
		c["retention.bytes"] = "-1"
	default:
		c["cleanup.policy"] = "delete"
		c["retention.ms"] = strconv.FormatInt(t.Kept.Milliseconds(), 10)
	}
	if t.Small {
		c["segment.bytes"] = strconv.Itoa(16 << 20)
	}
	return c
}
