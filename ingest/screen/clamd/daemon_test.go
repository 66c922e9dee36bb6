package clamd

import (
	"bytes"
	"testing"
	"time"

	"lavra.dev/ingest/screen/clamd/clamdtest"
)

func TestARealDaemonFindsItsSignature(t *testing.T) {
	client := New(clamdtest.Start(t).Socket, 10*time.Second)
	eicar := clamdtest.EICAR()
	big := bytes.Repeat([]byte("documento "), 90_000)
	for _, c := range []struct {
		name  string
		file  []byte
		found bool
	}{
		{"the test file", eicar, true},
		{"the test file in a document", append(append([]byte("%PDF-1.4\n"), big...), eicar...), true},
		{"a document", big, false},
		{"half the test file", eicar[:40], false},
	} {
		if found, err := client.Scan(t.Context(), bytes.NewReader(c.file)); found != c.found || err != nil {
			t.Errorf("%s: found %v, error %v", c.name, found, err)
		}
	}
	if _, err := client.Scan(t.Context(), bytes.NewReader(make([]byte, clamdtest.MaxFile+1))); err == nil {
		t.Error("a file over the daemon's limit passed for clean")
	}
}
