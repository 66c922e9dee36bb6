package sink

import (
	"time"

	"lavra.dev/schemas/event"
)

var auditTable = newTable("audit_raw", "event_id", "account", "key_id", "action", "status", "uses", "first_at", "last_at", "accepted_day")

// auditRows makes the row of an entry of the audit. It is of no request, so the view events has none.
func auditRows(ev event.AuditEntry) []row {
	return []row{{auditTable, []any{ev.EventID, ev.Account, ev.KeyID, ev.Action, ev.Status, ev.Uses, stamp(ev.FirstAt), stamp(ev.LastAt), stamp(ev.LastAt).Truncate(24 * time.Hour)}}}
}
