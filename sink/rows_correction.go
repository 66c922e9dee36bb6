package sink

import "lavra.dev/schemas/event"

var correctionsTable = newTable("corrections_raw",
	"request_id", "path", "version", "event_id", "account", "accepted_day", "revision", "document_type", "verdict", "value", "read_value", "at")

// correctionRows makes the row of a verdict on a leaf, which replaces the one before: the
// verdicts of a request are in one partition, in the order in which they were given.
func correctionRows(ev event.Correction, src source) []row {
	kind := "correction"
	return []row{
		eventRow{id: ev.EventID, kind: kind, requestID: ev.RequestID, account: ev.Account, revision: ev.Revision, outcome: string(ev.Verdict),
			documentType: text(ev.DocumentType), at: ev.At, acceptedAt: ev.At}.row(src),
		{correctionsTable, []any{
			ev.RequestID, ev.FieldPath, uint64(src.offset), ev.EventID, ev.Account, dayOf(ev.RequestID, ev.At), ev.Revision, text(ev.DocumentType),
			string(ev.Verdict), ev.Value, ev.ReadValue, stamp(ev.At),
		}},
	}
}
