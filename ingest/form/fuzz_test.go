package form_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"lavra.dev/ingest/form"
)

// clientFault reports whether an error has words for the client.
func clientFault(err error) bool {
	var invalid *form.Invalid
	var file *form.FileError
	if errors.As(err, &invalid) || errors.As(err, &file) {
		return true
	}
	for _, known := range []error{form.ErrBoth, form.ErrNoFile, form.ErrEmpty, form.ErrTooLarge, form.ErrMediaType} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		`{"file":{"fileBase64":"YWJj","filename":"a"},"metadata":{"a":[1,2e3,"\u00e9"]},"timeout":60000}`,
		`{"file":{"fileUrl":"https://x.example/"},"includeMarkdown":true,"documentType":"NFE"}`,
		`{"file":null,"x":{"y":[[],{}]}}`, `[1]`, `{"file":{"fileBase64":"YW\/\n`, `{"a":-0.1E-7}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		_, _, err := read(t, syncSpec, "application/json", strings.NewReader(body))
		if err != nil && !clientFault(err) {
			t.Errorf("an error without words for the client: %v", err)
		}
		// What the standard library calls malformed must not be accepted.
		if err == nil && !json.Valid([]byte(body)) {
			t.Errorf("malformed JSON was taken: %q", body)
		}
	})
}

func FuzzMultipart(f *testing.F) {
	_, body := parts(f, "documentType=NFE", `metadata={"a":1}`, "file@a.pdf=abc", "timeout=60000")
	boundary := body[2:strings.Index(body, "\r\n")]
	f.Add(strings.ReplaceAll(body, boundary, "b"))
	f.Add("--b--\r\n")
	f.Add("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"..\\\\x\"\r\n\r\nabc\r\n--b\r\n\r\n\r\n--b--")
	f.Fuzz(func(t *testing.T, body string) {
		for _, spec := range []form.Spec{syncSpec, batchSpec} {
			if _, _, err := read(t, spec, "multipart/form-data; boundary=b", strings.NewReader(body)); err != nil && !clientFault(err) {
				t.Errorf("an error without words for the client: %v", err)
			}
		}
	})
}
