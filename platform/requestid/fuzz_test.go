package requestid_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/requestid"
)

// What a client puts in a path is an identifier only in the one form given out,
// and only for its own account.
func FuzzValid(f *testing.F) {
	ids := issuer(f, master)
	f.Add(ids.New("acme", time.Unix(1_790_000_000, 0)), "acme")
	f.Add("0192e4a0-0000-7000-8000-000000000000", "")
	f.Fuzz(func(t *testing.T, text, account string) {
		at, known := requestid.Time(text)
		if !ids.Valid(text, account) {
			return
		}
		id, err := uuid.Parse(text)
		if err != nil || id.String() != text || id.Version() != 7 || !known || at.UnixMilli() < 0 {
			t.Errorf("%q passes for an identifier", text)
		}
		if ids.Valid(text, account+"x") {
			t.Errorf("%q is two accounts' identifier", text)
		}
	})
}
