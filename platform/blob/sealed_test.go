package blob_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lavra.dev/platform/blob"
)

func ring(t *testing.T, names ...string) *blob.Keys {
	t.Helper()
	var list []string
	for _, name := range names {
		list = append(list, name+":"+strings.Repeat(name, 64)[:64])
	}
	keys, err := blob.ParseKeys(strings.Join(list, ","))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func open(t *testing.T, dir string, keys *blob.Keys) *blob.Store {
	t.Helper()
	s, err := blob.Open(t.Context(), "file://"+filepath.ToSlash(dir), blob.WithKeys(keys))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func read(t *testing.T, s *blob.Store, key string) (string, error) {
	t.Helper()
	r, err := s.Open(t.Context(), key)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	return string(text), err
}

func put(t *testing.T, s *blob.Store, key, text string) blob.Info {
	t.Helper()
	info, err := s.Put(t.Context(), key, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// long is more than three packages of the encryption.
var long = strings.Repeat("segredo de Maria da Silva, CPF 111.444.777-35\n", 5000)

func TestNoWordOfADocumentStandsOnTheDisk(t *testing.T) {
	dir := t.TempDir()
	plain := put(t, open(t, filepath.Join(t.TempDir(), "plain"), nil), "long", long)
	s := open(t, dir, ring(t, "a"))
	for key, text := range map[string]string{"files/long": long, "files/short": "segredo", "files/none": ""} {
		if info := put(t, s, key, text); key == "files/long" && (info.SHA256 != plain.SHA256 || info.Size != plain.Size) {
			t.Errorf("%+v speaks of what is stored, not of what was given", info)
		}
		if got, err := read(t, s, key); err != nil || got != text {
			t.Errorf("%s: %d bytes come back of %d: %v", key, len(got), len(text), err)
		}
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, word := range []string{"segredo", "Maria", "111.444"} {
			if bytes.Contains(text, []byte(word)) {
				t.Errorf("%s holds %q", path, word)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDataKeysAreChangedWithoutLosingABlob(t *testing.T) {
	dir := t.TempDir()
	put(t, open(t, dir, nil), "plain", "in plain")
	put(t, open(t, dir, ring(t, "a")), "first", "by the first key")
	both := open(t, dir, ring(t, "b", "a"))
	put(t, both, "second", "by the second key")
	for key, want := range map[string]string{"plain": "in plain", "first": "by the first key", "second": "by the second key"} {
		if got, err := read(t, both, key); err != nil || got != want {
			t.Errorf("%s: %q, %v", key, got, err)
		}
	}
	for name, c := range map[string]struct {
		keys *blob.Keys
		key  string
	}{"the first key only": {ring(t, "a"), "second"}, "no keys": {nil, "first"}} {
		if got, err := read(t, open(t, dir, c.keys), c.key); !errors.Is(err, blob.ErrKey) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestAChangedBlobDoesNotOpen(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, ring(t, "a"))
	put(t, s, "good", long)
	good, err := os.ReadFile(filepath.Join(dir, "good"))
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(good)
	flipped[len(flipped)-1] ^= 1
	for name, stored := range map[string][]byte{"renamed": good, "flipped": flipped, "cut": good[:len(good)-100<<10], "cut-in-the-head": good[:20]} {
		if err := os.WriteFile(filepath.Join(dir, name), stored, 0o600); err != nil {
			t.Fatal(err)
		}
		var fault *blob.Fault
		if got, err := read(t, s, name); !errors.As(err, &fault) || got == long {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}

func TestFaultyDataKeysAreRefusedUnquoted(t *testing.T) {
	for _, list := range []string{"a", "a:abc", ":" + strings.Repeat("ab", 32), "a:" + strings.Repeat("zz", 32),
		"a:" + strings.Repeat("ab", 32) + ",a:" + strings.Repeat("cd", 32)} {
		if _, err := blob.ParseKeys(list); err == nil || strings.Contains(err.Error(), "abc") || strings.Contains(err.Error(), "abab") {
			t.Errorf("%q: %v", list, err)
		}
	}
	if keys, err := blob.ParseKeys(" "); keys != nil || err != nil {
		t.Errorf("%v, %v", keys, err)
	}
}
