package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strconv"

	"lavra.dev/ingest/form"
	"lavra.dev/platform/secret"
)

// fingerprint is a hash of what a call asks: its files by content, or their URL,
// and its fields, whatever the encoding and the order they came in. It is kept
// with an Idempotency-Key: changing it makes repeated calls conflict for a day.
// It is keyed, since among what it covers is a token that may be easy to guess.
func fingerprint(keys *secret.Keys, f *form.Form) string {
	h := sha256.New()
	add := func(name string, value *string) {
		var length [9]byte
		h.Write([]byte(name))
		if value == nil {
			h.Write(length[:1])
			return
		}
		length[0] = 1
		binary.BigEndian.PutUint64(length[1:], uint64(len(*value)))
		h.Write(length[:])
		h.Write([]byte(*value))
	}
	given := func(name, value string) { add(name, &value) }
	for _, file := range f.Files {
		given("file", file.SHA256)
	}
	add("fileUrl", f.URL)
	add("documentType", f.DocumentType)
	add("referenceId", f.ReferenceID)
	add("metadata", canonical(f.Metadata))
	given("includeMarkdown", strconv.FormatBool(f.IncludeMarkdown))
	given("timeout", f.Timeout.String())
	add("callbackUrl", f.Callback.URL)
	add("callbackAuthToken", f.Callback.Token)
	given("callbackMethod", f.Callback.Method)
	add("signature", f.Callback.Signature)
	given("includeMarkdownInWebhook", strconv.FormatBool(f.Callback.IncludeMarkdown))
	return hex.EncodeToString(keys.MAC(secret.Idempotency, "content", string(h.Sum(nil))))
}

// canonical writes a JSON object without its white space and order. Numbers
// stay as they were written.
func canonical(object *string) *string {
	if object == nil {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader([]byte(*object)))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return object // was valid when it was read
	}
	text, err := json.Marshal(value)
	if err != nil {
		return object
	}
	s := string(text)
	return &s
}
