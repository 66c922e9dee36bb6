package ingest

import (
	"lavra.dev/ingest/form"
	"lavra.dev/schemas/event"
)

// endpoint is what one path of the contract reads and does.
type endpoint struct {
	name       string // in metrics, and of idempotency keys: stable
	path       string
	spec       form.Spec
	operation  event.Operation
	waits      bool // answers with the result
	idempotent bool // heeds Idempotency-Key
}

var endpoints = []endpoint{
	{
		name: "sync", path: "/extract/sync", operation: event.Extract, waits: true, idempotent: true,
		spec: form.Spec{Fields: []string{"documentType", "referenceId", "metadata", "includeMarkdown", "timeout"}},
	},
	{
		name: "async", path: "/extract", operation: event.Extract, idempotent: true,
		spec: form.Spec{Fields: asyncFields},
	},
	{
		name: "batch", path: "/extract/batch", operation: event.Extract, idempotent: true,
		spec: form.Spec{Fields: asyncFields, Batch: true},
	},
	{
		name: "classify", path: "/classify", operation: event.Classify, waits: true,
		spec: form.Spec{Fields: []string{"referenceId", "metadata", "timeout"}},
	},
}

var asyncFields = []string{
	"documentType", "callbackUrl", "callbackAuthToken", "callbackMethod", "includeMarkdownInWebhook",
	"referenceId", "metadata", "signature",
}
