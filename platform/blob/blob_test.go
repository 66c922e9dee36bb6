package blob_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"lavra.dev/platform/blob"
)

// stores opens one store of each kind.
func stores(t *testing.T, run func(t *testing.T, s *blob.Store)) {
	dir := "file://" + filepath.ToSlash(filepath.Join(t.TempDir(), "blobs"))
	for name, open := range map[string]func() (*blob.Store, error){
		"memory":           func() (*blob.Store, error) { return blob.Open(t.Context(), "mem://") },
		"directory":        func() (*blob.Store, error) { return blob.Open(t.Context(), dir) },
		"synced directory": func() (*blob.Store, error) { return blob.Open(t.Context(), dir+"-synced", blob.WithSync(true)) },
		"bucket":           func() (*blob.Store, error) { return blob.Open(t.Context(), bucket(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			run(t, s)
		})
	}
}

// bucket gives the URL of an empty bucket of an S3 server.
func bucket(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("lavra"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "teste")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "teste")
	return "s3://lavra?region=sa-east-1&use_path_style=true&endpoint=" + server.URL
}

func keysOf(t *testing.T, s *blob.Store) []string {
	t.Helper()
	var keys []string
	for info, err := range s.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, info.Key)
	}
	return keys
}

func TestABlobIsReadAsItWasPut(t *testing.T) {
	stores(t, func(t *testing.T, s *blob.Store) {
		content := make([]byte, 3<<20)
		rand.Read(content)
		sum := sha256.Sum256(content)
		info, err := s.Put(t.Context(), "files/2026-11-21/a1.bin", iotest.HalfReader(bytes.NewReader(content)))
		if err != nil {
			t.Fatal(err)
		}
		if info.Size != int64(len(content)) || info.SHA256 != hex.EncodeToString(sum[:]) || info.Key != "files/2026-11-21/a1.bin" {
			t.Errorf("described as %+v", info)
		}
		r, err := s.Open(t.Context(), info.Key)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil || !bytes.Equal(got, content) {
			t.Errorf("read back %d bytes, %v", len(got), err)
		}
		if keys := keysOf(t, s); len(keys) != 1 || keys[0] != info.Key {
			t.Errorf("listed %q", keys)
		}
		for range 2 {
			if err := s.Delete(t.Context(), info.Key); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Open(t.Context(), info.Key); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("a deleted blob opens: %v", err)
		}
	})
}

func TestAnUnfinishedPutLeavesNothing(t *testing.T) {
	broken := errors.New("broken")
	stores(t, func(t *testing.T, s *blob.Store) {
		cut := io.MultiReader(strings.NewReader(strings.Repeat("x", 100_000)), iotest.ErrReader(broken))
		if _, err := s.Put(t.Context(), "a", cut); !errors.Is(err, broken) {
			t.Errorf("the reader's error is lost: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stopping := readerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
		if _, err := s.Put(ctx, "b", stopping); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled put gives %v", err)
		}
		if keys := keysOf(t, s); len(keys) != 0 {
			t.Errorf("left behind %q", keys)
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestMalformedKeysAreRefused(t *testing.T) {
	stores(t, func(t *testing.T, s *blob.Store) {
		for _, key := range []string{"", "/a", "a/", "../a", "a/../b", "a//b", ".hidden", "a b", "ação", "a\\b"} {
			if _, err := s.Put(t.Context(), key, strings.NewReader("x")); err == nil {
				t.Errorf("%q was taken", key)
			}
		}
	})
}

// A directory that was moved away, or the place where a disk is not mounted,
// is no empty store: nothing is written there, and nothing is said to be gone.
func TestADirectoryThatIsAwayIsNoEmptyStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "blobs")
	s, err := blob.Open(t.Context(), "file://"+filepath.ToSlash(dir))
	if err == nil {
		err = s.Bind(t.Context(), "a store", true)
	}
	if err != nil {
		t.Fatal(err)
	}
	put := func() error {
		_, err := s.Put(t.Context(), "a/c", strings.NewReader("x"))
		return err
	}
	if err := put(); err != nil {
		t.Fatal(err)
	}
	away := func(what string) {
		if err := put(); err == nil {
			t.Errorf("%s: a blob was taken", what)
		}
		if _, err := s.Open(t.Context(), "a/c"); err == nil || errors.Is(err, blob.ErrNotFound) {
			t.Errorf("%s: opening gives %v", what, err)
		}
	}
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	away("moved away")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	away("another directory in its place")
	if err := os.WriteFile(filepath.Join(dir, ".lavra-blobs"), []byte("another store\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	away("another store in its place")
	if err := errors.Join(os.RemoveAll(dir), os.Rename(dir+"-away", dir)); err != nil {
		t.Fatal(err)
	}
	r, err := s.Open(t.Context(), "a/c")
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	if _, err := s.Open(t.Context(), "a/none"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("a blob that is not there: %v", err)
	}
}

func TestADirectoryHoldsNothingButBlobs(t *testing.T) {
	dir := t.TempDir()
	s, err := blob.Open(t.Context(), "file://"+filepath.ToSlash(dir))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Put(t.Context(), "a/b", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	var files []string
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if !d.IsDir() && d.Name() != ".lavra-blobs" { // the mark of a store
			files = append(files, path)
		}
		return err
	})
	if len(files) != 1 || files[0] != filepath.Join(dir, "a", "b") {
		t.Errorf("the directory holds %q", files)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAnUnknownStoreIsRefused(t *testing.T) {
	for _, url := range []string{"", "ftp://x", "file://%zz", "://"} {
		if _, err := blob.Open(t.Context(), url); err == nil {
			t.Errorf("%q opened", url)
		}
	}
}
