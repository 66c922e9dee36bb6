package secret_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"lavra.dev/platform/config"
	"lavra.dev/platform/secret"
)

const master = "0123456789abcdef0123456789abcdef"

func keys(t *testing.T, master string) *secret.Keys {
	t.Helper()
	k, err := secret.New(master)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestASealedTokenOpensOnlyWhereItBelongs(t *testing.T) {
	k := keys(t, master)
	sealed := k.Seal("token", "request-1")
	if got, err := keys(t, master).Open(sealed, "request-1"); err != nil || got != "token" {
		t.Fatalf("another process of the same installation reads %q, %v", got, err)
	}
	if bytes.Equal(sealed, k.Seal("token", "request-1")) {
		t.Error("sealing twice gives the same bytes")
	}
	changed := bytes.Clone(sealed)
	changed[len(changed)-1] ^= 1
	for name, open := range map[string]func() (string, error){
		"another request": func() (string, error) { return k.Open(sealed, "request-2") },
		"another secret":  func() (string, error) { return keys(t, master+"x").Open(sealed, "request-1") },
		"changed bytes":   func() (string, error) { return k.Open(changed, "request-1") },
		"nothing":         func() (string, error) { return k.Open(nil, "request-1") },
	} {
		if got, err := open(); !errors.Is(err, secret.ErrUnsealable) || got != "" {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

func TestMACsAreSeparatedByPurposeAndPart(t *testing.T) {
	k := keys(t, master)
	same := k.MAC(secret.RequestID, "ab", "c")
	if !bytes.Equal(same, k.MAC(secret.RequestID, "ab", "c")) {
		t.Error("the same input gives another code")
	}
	for name, other := range map[string][]byte{
		"parts":   k.MAC(secret.RequestID, "a", "bc"),
		"purpose": k.MAC(secret.APIKey, "ab", "c"),
		"secret":  keys(t, master+"x").MAC(secret.RequestID, "ab", "c"),
	} {
		if bytes.Equal(same, other) {
			t.Errorf("another %s gives the same code", name)
		}
	}
}

func TestAShortSecretIsRefused(t *testing.T) {
	if _, err := secret.New("short"); err == nil {
		t.Error("taken")
	}
}

func TestAGeneratedSecretIsMadeOnceAndPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	codes := make([][]byte, 8)
	var started sync.WaitGroup
	for i := range codes {
		started.Go(func() {
			k, err := secret.Load("", dir)
			if err != nil {
				t.Error(err)
				return
			}
			codes[i] = k.MAC(secret.APIKey, "x")
		})
	}
	started.Wait()
	for _, code := range codes {
		if !bytes.Equal(code, codes[0]) {
			t.Fatal("two processes starting at once use different secrets")
		}
	}
	info, err := os.Stat(filepath.Join(dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode is %v", info.Mode())
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("left behind: %v %v", files, err)
	}
	configured, err := secret.Load(config.Secret(master), dir)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(configured.MAC(secret.APIKey, "x"), codes[0]) {
		t.Error("the configured secret does not come first")
	}
}
