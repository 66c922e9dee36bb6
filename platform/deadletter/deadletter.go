// Package deadletter shows the records that nobody could finish, and puts them
// back or gives them up.
//
// In come documents.dead, documents.parked and webhooks.dead, and what became of
// their records before (documents.settled); out go letters without content, and
// from a Desk the records themselves, back to where they came from. A letter is
// never changed or deleted: what is done with it is a record beside it, so that
// work on many of them goes on where it was stopped. No key, body or file is
// shown here.
package deadletter

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Kind says what a letter means for its request.
type Kind string

const (
	Dead     Kind = "dead"     // the request has ended as failed, or the query store lacks a row of it
	Parked   Kind = "parked"   // the request is open, and waits for somebody to look
	Callback Kind = "callback" // the request has ended, its endpoint was never reached
)

var topicOf = map[Kind]string{Dead: topic.Dead, Parked: topic.Parked, Callback: topic.WebhooksDead}

// Kinds lists them all.
func Kinds() []Kind { return []Kind{Dead, Parked, Callback} }

// State is what became of a letter.
type State string

const (
	Open      State = "open"
	Replayed  State = "replayed"
	Discarded State = "discarded"
)

// exhausted is the class of a callback whose attempts are all made.
const exhausted = "exhausted"

// Letter is what is known of a record that nobody could finish.
type Letter struct {
	ID       string    `json:"letter_id"` // kind-partition-offset
	Kind     Kind      `json:"kind"`
	State    State     `json:"state"`
	At       time.Time `json:"at"`
	Stage    string    `json:"stage"`
	Class    string    `json:"class"`
	Reason   string    `json:"reason"`
	Attempts int       `json:"attempts"`
	Replays  int       `json:"replays"` // how often it was put back before

	RequestID string `json:"request_id,omitempty"` // empty: not known
	Account   string `json:"account,omitempty"`
	Type      string `json:"document_type,omitempty"`
	File      string `json:"file,omitempty"` // key in the blob store
	Body      string `json:"body,omitempty"` // key of the record's body there; empty: it stands in the record

	From         *event.Pointer `json:"from,omitempty"` // nil: the letter is all there is
	FirstFailure time.Time      `json:"first_failure,omitzero"`
	LastFailure  time.Time      `json:"last_failure,omitzero"`
	Build        string         `json:"build,omitempty"`   // version that gave it up
	Dropped      bool           `json:"dropped,omitempty"` // its value was too large to keep beside it
	SettledAt    time.Time      `json:"settled_at,omitzero"`
	SettledBy    string         `json:"settled_by,omitempty"`

	at event.Pointer
}

// letterOf reads a letter's headers.
func letterOf(kind Kind, rec *kgo.Record) Letter {
	h := map[string]string{}
	for _, header := range rec.Headers {
		h[header.Key] = string(header.Value)
	}
	way := kafka.ReadWay(rec)
	l := Letter{
		ID: fmt.Sprintf("%s-%d-%d", kind, rec.Partition, rec.Offset), Kind: kind, State: Open, At: rec.Timestamp.UTC(),
		Stage: h[stage.HeaderStage], Class: h[stage.HeaderClass], Reason: h[stage.HeaderReason],
		Attempts: number(h[stage.HeaderAttempts]), Replays: number(h[stage.HeaderReplays]),
		RequestID: h[topic.RequestHeader], Account: way.Account, Type: way.Type, File: way.File,
		FirstFailure: timeOf(h[stage.HeaderFirstFailure]), LastFailure: timeOf(h[stage.HeaderLastFailure]),
		Build: h[stage.HeaderBuild], Dropped: h[stage.HeaderDropped] != "",
		at: event.Pointer{Topic: topicOf[kind], Partition: rec.Partition, Offset: rec.Offset},
	}
	if len(rec.Value) <= referenceMax {
		l.Body = string(reference.Find(rec.Value))
	}
	// The key of a record of the way is its request. Any other key is nobody's business.
	if _, err := uuid.Parse(string(rec.Key)); err == nil && len(rec.Key) == 36 && l.RequestID == "" {
		l.RequestID = string(rec.Key)
	}
	if h[stage.HeaderTopic] != "" {
		l.From = &event.Pointer{Topic: h[stage.HeaderTopic], Partition: int32(number(h[stage.HeaderPartition])), Offset: int64(number(h[stage.HeaderOffset]))}
	}
	return l
}

// A body in the blob store is named in clear in what refers to it, whose schema
// may be what nobody can read.
var reference = regexp.MustCompile(regexp.QuoteMeta(kafka.BodyPrefix) + `[0-9a-f]{2}/[0-9a-f]{64}`)

const referenceMax = 512 // twice what one takes

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func timeOf(text string) time.Time {
	at, _ := time.Parse(time.RFC3339Nano, text)
	return at
}

// parseID is the place of a letter by its identifier.
func parseID(id string) (Kind, event.Pointer, bool) {
	parts := strings.Split(id, "-")
	if len(parts) != 3 || topicOf[Kind(parts[0])] == "" {
		return "", event.Pointer{}, false
	}
	partition, err := strconv.ParseInt(parts[1], 10, 32)
	offset, errOffset := strconv.ParseInt(parts[2], 10, 64)
	ok := err == nil && errOffset == nil && partition >= 0 && offset >= 0
	return Kind(parts[0]), event.Pointer{Topic: topicOf[Kind(parts[0])], Partition: int32(partition), Offset: offset}, ok
}

// what differs between letters that failed for the same reason: identifiers, hashes, numbers.
var particular = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|[0-9a-f]{16,}|\d+`)

// kindOfReason is a reason without what is particular to one letter.
func kindOfReason(reason string) string { return particular.ReplaceAllString(reason, "#") }
