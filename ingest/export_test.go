package ingest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lavra.dev/ingest/form"
	"lavra.dev/platform/blob"
	"lavra.dev/platform/secret"
)

// FingerprintOf is the fingerprint of an asynchronous call with this file and
// no fields.
func FingerprintOf(t *testing.T, keys *secret.Keys, content string) string {
	t.Helper()
	store, err := blob.Open(t.Context(), "mem://")
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(
		"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n"+content+"\r\n--b--\r\n"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	limits := form.Limits{File: 1 << 20, Batch: 1 << 20, Files: 1}
	f, err := form.Read(r, form.Spec{}, limits, func(ctx context.Context, r io.Reader) (blob.Info, error) {
		return store.Put(ctx, "x", r)
	})
	if err != nil {
		t.Fatal(err)
	}
	return fingerprint(keys, f)
}

// MeasureBacklog looks at the backlog now.
func (s *Service) MeasureBacklog(ctx context.Context) error {
	now, err := s.backlog.measure(ctx)
	if err == nil {
		s.backlog.judge(now)
	}
	return err
}
