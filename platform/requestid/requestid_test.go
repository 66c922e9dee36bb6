package requestid_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
)

func issuer(t testing.TB, master string) *requestid.Issuer {
	t.Helper()
	keys, err := secret.New(master)
	if err != nil {
		t.Fatal(err)
	}
	return requestid.NewIssuer(keys)
}

const master = "0123456789abcdef0123456789abcdef"

func TestAnIDIsAVersion7UUIDOfItsTime(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 123e6, time.UTC)
	text := issuer(t, master).New("acme", now)
	id, err := uuid.Parse(text)
	if err != nil || id.Version() != 7 || id.Variant() != uuid.RFC4122 {
		t.Fatalf("%s: %v", text, err)
	}
	if got, ok := requestid.Time(text); !ok || !got.Equal(now) {
		t.Errorf("time is %v, want %v", got, now)
	}
}

func TestOnlyTheAccountsOwnIDIsValid(t *testing.T) {
	id := issuer(t, master).New("acme", time.Now())
	flipped := id[:35] + string("0123456789abcdef"[(strings.IndexByte("0123456789abcdef", id[35])+1)%16])
	random, err := uuid.NewV7()
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		text, account string
		want          bool
	}{
		"its own":             {id, "acme", true},
		"another account":     {id, "other", false},
		"no account":          {id, "", false},
		"a changed digit":     {flipped, "acme", false},
		"another UUIDv7":      {random.String(), "acme", false},
		"another version":     {uuid.NewString(), "acme", false},
		"capitals":            {strings.ToUpper(id), "acme", false},
		"a URN":               {"urn:uuid:" + id, "acme", false},
		"braces":              {"{" + id + "}", "acme", false},
		"no dashes":           {strings.ReplaceAll(id, "-", ""), "acme", false},
		"empty":               {"", "acme", false},
		"a word of the paths": {"sync", "acme", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			// Another process of the installation checks it.
			if got := issuer(t, master).Valid(test.text, test.account); got != test.want {
				t.Errorf("Valid(%q, %q) = %v", test.text, test.account, got)
			}
		})
	}
	if issuer(t, master+"x").Valid(id, "acme") {
		t.Error("valid under another secret")
	}
}

func TestIDsOfOneProcessNeverMeet(t *testing.T) {
	i, now := issuer(t, master), time.Now()
	seen := map[string]bool{}
	for range 20_000 { // all in one millisecond, which has 4096 counters
		id := i.New("acme", now)
		if seen[id[:18]] {
			t.Fatalf("%s: time and counter came twice", id)
		}
		seen[id[:18]] = true
	}
}

func BenchmarkValid(b *testing.B) {
	i := issuer(b, master)
	id := i.New("acme", time.Now())
	for b.Loop() {
		i.Valid(id, "acme")
	}
}
