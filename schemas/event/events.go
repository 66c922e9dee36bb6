package event

import "time"

// Submitted accepts a request: it exists, or the request was never accepted.
type Submitted struct {
	EventID string  `avro:"event_id"`
	Request Request `avro:"request"`
}

// Read holds what was read from the file. XML is not read into pages.
type Read struct {
	EventID   string      `avro:"event_id"`
	Request   Request     `avro:"request"`
	Stages    []StageTime `avro:"stages"`
	Reading   Reading     `avro:"reading"`
	Text      *Text       `avro:"text"`      // nil: XML, or from a build that rendered it later
	Submitted *Pointer    `avro:"submitted"` // where the request stands
}

// Text is the text of a document as markdown; empty where nothing is readable.
type Text struct {
	Markdown string    `avro:"markdown"`
	At       time.Time `avro:"at"` // when it was made
}

// Classified adds the type.
type Classified struct {
	EventID   string      `avro:"event_id"`
	Request   Request     `avro:"request"`
	Stages    []StageTime `avro:"stages"`
	Reading   Reading     `avro:"reading"`
	Detection Detection   `avro:"detection"`
	Text      *Text       `avro:"text"`
	Submitted *Pointer    `avro:"submitted"`

	FirstPages int32 `avro:"first_pages"` // of the first of several documents in the file; 0: the file is one
}

// Extracted adds the fields with their sources. The text is the extraction's
// from here on.
type Extracted struct {
	EventID    string      `avro:"event_id"`
	Request    Request     `avro:"request"`
	Stages     []StageTime `avro:"stages"`
	Reading    Reading     `avro:"reading"`
	Detection  Detection   `avro:"detection"`
	Extraction Extraction  `avro:"extraction"`
	Submitted  *Pointer    `avro:"submitted"`
}

// Completed is the end of a request, success or not: the whole result and the
// whole request again, and one geometry record per leaf.
type Completed struct {
	EventID     string      `avro:"event_id"`
	Request     Request     `avro:"request"`
	Stages      []StageTime `avro:"stages"`
	Outcome     Outcome     `avro:"outcome"`
	CompletedAt time.Time   `avro:"completed_at"`
	Detection   Detection   `avro:"detection"`
	Extraction  Extraction  `avro:"extraction"`
	Places      []Place     `avro:"places"`
	PageCount   int32       `avro:"page_count"`
	PageSource  string      `avro:"page_source"` // text, scan or photo, or mixed where pages differ; empty: nothing was read, or not known
}

// Status is the small event that everybody tails. Readers keep the highest
// (Revision, Rank) of a request, never the last one seen.
type Status struct {
	EventID      string     `avro:"event_id"`
	RequestID    string     `avro:"request_id"`
	Account      string     `avro:"account"`
	BatchID      *string    `avro:"batch_id"`
	BatchTotal   int32      `avro:"batch_total"`
	Lane         Lane       `avro:"lane"`
	Revision     int32      `avro:"revision"`
	Rank         int32      `avro:"rank"` // order of Step; a terminal status outranks every step
	Step         Step       `avro:"step"`
	Outcome      *Outcome   `avro:"outcome"` // set when terminal
	DocumentType *string    `avro:"document_type"`
	AcceptedAt   time.Time  `avro:"accepted_at"`
	At           time.Time  `avro:"at"`
	Submitted    *Pointer   `avro:"submitted"` // where the request stands
	Completed    *Pointer   `avro:"completed"` // where the result stands; set when terminal
	Text         *Pointer   `avro:"text"`      // the event that holds the text; nil: none yet, or nothing readable
	TextAt       *time.Time `avro:"text_at"`   // when the text was read; nil: not yet
}

// Pointer names one record of a topic.
type Pointer struct {
	Topic     string `avro:"topic"`
	Partition int32  `avro:"partition"`
	Offset    int64  `avro:"offset"`
}

// Delivery is a callback to be made. Body is made once, so that its bytes are
// the same at each attempt.
type Delivery struct {
	EventID     string    `avro:"event_id"` // the end's event id: also the id of the delivery
	RequestID   string    `avro:"request_id"`
	Account     string    `avro:"account"`
	URL         string    `avro:"url"`
	Method      string    `avro:"method"`
	SealedToken []byte    `avro:"sealed_token"`
	Signature   *string   `avro:"signature"`
	Body        []byte    `avro:"body"`
	Attempt     int32     `avro:"attempt"`    // attempts made so far, 0 to 3
	Deferrals   int32     `avro:"deferrals"`  // times it was put off because its endpoint was busy
	NotBefore   time.Time `avro:"not_before"` // zero time: at once
	DueAt       time.Time `avro:"due_at"`
}

// DeliveryAttempt records one attempt. One with Outcome "started" is written
// before the attempt is made, so that a crash never makes a fourth.
type DeliveryAttempt struct {
	EventID    string    `avro:"event_id"` // hash of delivery, attempt and outcome
	DeliveryID string    `avro:"delivery_id"`
	RequestID  string    `avro:"request_id"`
	Account    string    `avro:"account"`
	Host       string    `avro:"host"` // of the URL; the path may carry secrets
	Attempt    int32     `avro:"attempt"`
	Outcome    string    `avro:"outcome"` // started, delivered, failed, exhausted
	StatusCode int32     `avro:"status_code"`
	Error      string    `avro:"error"` // a short class, never the endpoint's words
	DurationMS int64     `avro:"duration_ms"`
	At         time.Time `avro:"at"`
}

// Claim reserves an Idempotency-Key: the first claim in its partition wins.
type Claim struct {
	ClaimID    string    `avro:"claim_id"`
	Account    string    `avro:"account"`
	Content    string    `avro:"content"` // hash of what the request says
	RequestIDs []string  `avro:"request_ids"`
	BatchID    *string   `avro:"batch_id"`
	At         time.Time `avro:"at"`
}

// Account is the state of one account; the topic is compacted by its id.
type Account struct {
	ID        string    `avro:"id"`
	Active    bool      `avro:"active"`
	Keys      []Key     `avro:"keys"`
	CreatedAt time.Time `avro:"created_at"`
	UpdatedAt time.Time `avro:"updated_at"`
	Revision  int64     `avro:"revision"` // grows with each change

	SigningSecrets []SigningSecret `avro:"signing_secrets"` // of its callbacks; the newest is the last
}

// SigningSecret is what an account's callbacks are signed with, sealed.
type SigningSecret struct {
	ID        string     `avro:"id"`
	Sealed    []byte     `avro:"sealed"`
	CreatedAt time.Time  `avro:"created_at"`
	EndsAt    *time.Time `avro:"ends_at"` // it is used until then, beside the newer ones
}

// Key is a salted hash of an API key; the key itself is shown once and not kept.
type Key struct {
	ID        string     `avro:"id"`
	Salt      []byte     `avro:"salt"`
	Hash      []byte     `avro:"hash"`
	Hint      string     `avro:"hint"` // last four characters, to tell keys apart in a list
	CreatedAt time.Time  `avro:"created_at"`
	RevokedAt *time.Time `avro:"revoked_at"`
	ExpiresAt *time.Time `avro:"expires_at"`
	Scopes    []string   `avro:"scopes"` // empty: all
}

// Installation says what belongs to a log. The first one is true.
type Installation struct {
	StoreID string    `avro:"store_id"` // what the mark of the blob store holds
	At      time.Time `avro:"at"`
}

// Instance is a sign of life of a process under its name.
type Instance struct {
	Process string    `avro:"process"` // another for each start
	Left    bool      `avro:"left"`    // it ended in order
	At      time.Time `avro:"at"`
}

// BodyReference stands in for an event whose encoded body was too large for
// the log: the blob holds the bytes the record would have held, zstd-compressed.
type BodyReference struct {
	URI    string `avro:"uri"`
	SHA256 string `avro:"sha256"` // of the blob as stored
	Size   int64  `avro:"size"`   // of the body, uncompressed
}
