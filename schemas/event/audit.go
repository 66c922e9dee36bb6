package event

import "time"

// AuditEntry says what one key was used for within a minute in one process, or that an account
// was changed. It names no document.
type AuditEntry struct {
	EventID string    `avro:"event_id"`
	Account string    `avro:"account"` // empty: the key is nobody's
	KeyID   string    `avro:"key_id"`  // of the key that was used, or changed; empty: none
	Action  string    `avro:"action"`  // method and route, such as GET /extract/{requestId}, or a change, such as "key created"
	Status  int32     `avro:"status"`  // of the answers; 0: no request, a change by whoever can write the log
	Uses    int64     `avro:"uses"`
	FirstAt time.Time `avro:"first_at"`
	LastAt  time.Time `avro:"last_at"`
}
