// Package blob keeps files outside the log: uploaded documents, and event
// bodies too large for a record. One store is a directory (file://), an S3
// bucket (s3://) or memory (mem://, for tests).
//
// A blob is there whole under its key or not at all, and its bytes never change
// under one key. Nothing here interprets content, and no client-given text ever
// becomes part of a key.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/memblob" // mem://
	_ "gocloud.dev/blob/s3blob"  // s3://
	"gocloud.dev/gcerrors"
)

// ErrNotFound says that there is no blob under a key.
var ErrNotFound = errors.New("blob not found")

// ErrExists says that PutNew found a blob under its key.
var ErrExists = errors.New("blob exists")

// keyForm keeps keys portable between directories and buckets, and without
// escapes, so that a key is the path of its file. The suffix .tmp is what a
// directory's unfinished writes have.
var keyForm = regexp.MustCompile(`^[a-zA-Z0-9_-][a-zA-Z0-9._-]*(/[a-zA-Z0-9_-][a-zA-Z0-9._-]*)*$`)

// Info describes one blob.
type Info struct {
	Key      string
	SHA256   string    // in hex; known only to Put
	Size     int64     // of its bytes; to List, of what is stored
	Modified time.Time // known only to List
}

// Store is one place for blobs. It is safe for concurrent use.
type Store struct {
	bucket *blob.Bucket
	dir    string // of a file:// store
	sync   bool
	keys   *Keys  // nil: blobs stand there in plain
	id     string // what its mark holds; empty: nobody has bound it
	served atomic.Int64
}

// Option changes how a store is opened.
type Option func(*Store)

// WithSync makes Put of a directory store return only when the bytes and their
// name are on the disk, so that they outlive a power cut. Other stores ignore it.
func WithSync(on bool) Option { return func(s *Store) { s.sync = on } }

// Open opens the store that a URL names: file:///srv/lavra/blobs,
// s3://bucket?region=sa-east-1&prefix=lavra/, or mem://. A directory is made
// where it is missing; unfinished writes stay inside it, so that a rename never
// crosses file systems.
func Open(ctx context.Context, rawURL string, options ...Option) (*Store, error) {
	s := &Store{}
	for _, o := range options {
		o(s)
	}
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, fmt.Errorf("opening blob store: %w", err)
	}
	if u.Scheme == fileblob.Scheme {
		s.dir = filepath.FromSlash(u.Path)
		if u.Host == "." {
			s.dir = "." + u.Path
		}
		s.bucket, err = fileblob.OpenBucket(s.dir, &fileblob.Options{
			CreateDir:   true,
			DirFileMode: 0o700,
			NoTempDir:   true,
			Metadata:    fileblob.MetadataDontWrite,
		})
	} else {
		s.bucket, err = blob.OpenBucket(ctx, rawURL)
	}
	if err != nil {
		return nil, fmt.Errorf("opening blob store: %w", err)
	}
	return s, nil
}

// Close releases the store's connections.
func (s *Store) Close() error { return s.bucket.Close() }

// Put stores what r gives until its end, hashing on the way. An error, of r
// too, or an ended context leaves nothing under the key.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) (Info, error) {
	return s.put(ctx, key, r, false)
}

// PutNew is Put where nothing is under the key yet, else ErrExists. The processes of one
// directory are kept apart by less than a lock: two that end in the same microseconds may both write.
func (s *Store) PutNew(ctx context.Context, key string, r io.Reader) (Info, error) {
	return s.put(ctx, key, r, true)
}

func (s *Store) put(ctx context.Context, key string, r io.Reader, onlyNew bool) (Info, error) {
	if !keyForm.MatchString(key) {
		return Info{}, errors.New("putting blob: malformed key")
	}
	if s.dir != "" {
		if err := s.Check(ctx); err != nil { // a directory would be made anew
			return Info{}, fmt.Errorf("putting blob: %w", err)
		}
	}
	ctx, abandon := context.WithCancel(ctx)
	defer abandon()
	var file *os.File
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{
		IfNotExist:  onlyNew,
		ContentType: "application/octet-stream", // else the head of each blob is held back to guess one
		BeforeWrite: func(as func(any) bool) error {
			as(&file)
			return nil
		},
	})
	if err != nil {
		return Info{}, fmt.Errorf("putting blob: %w", err)
	}
	hash := sha256.New()
	var size int64
	into, err := s.keys.seal(w, key)
	if err == nil {
		size, err = io.Copy(io.MultiWriter(into, hash), contextReader{ctx, r})
	}
	if err == nil {
		err = into.Close()
	}
	if err == nil && s.sync && file != nil {
		err = file.Sync()
	}
	if err != nil {
		abandon() // makes Close drop what was written
		w.Close()
		return Info{}, fmt.Errorf("putting blob: %w", err)
	}
	if err := known(w.Close()); err != nil {
		return Info{}, fmt.Errorf("putting blob: %w", err)
	}
	if s.sync && s.dir != "" {
		if err := syncDirs(s.dir, filepath.Dir(filepath.Join(s.dir, filepath.FromSlash(key)))); err != nil {
			return Info{}, fmt.Errorf("syncing blob: %w", err)
		}
	}
	return Info{Key: key, SHA256: hex.EncodeToString(hash.Sum(nil)), Size: size}, nil
}

// syncDirs makes the names in dir and in the directories above it, up to root,
// last: any of them may be new.
func syncDirs(root, dir string) error {
	for {
		d, err := os.Open(dir)
		if err != nil {
			return err
		}
		if err := errors.Join(d.Sync(), d.Close()); err != nil {
			return err
		}
		if len(dir) <= len(filepath.Clean(root)) {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// Open gives the bytes of a blob, or ErrNotFound, which is only said of a store
// that is there.
func (s *Store) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	r, err := s.bucket.NewReader(ctx, key, nil)
	if errors.Is(known(err), ErrNotFound) {
		if err = s.Check(ctx); err == nil { // a store that was away may just have come back
			r, err = s.bucket.NewReader(ctx, key, nil)
		}
	}
	if err != nil {
		if err = known(err); !errors.Is(err, ErrNotFound) {
			err = &Fault{s, err}
		}
		return nil, fmt.Errorf("opening blob: %w", err)
	}
	plain, err := s.keys.open(r, key)
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("opening blob: %w", &Fault{s, err})
	}
	return &reading{plain, r, s}, nil
}

// Delete removes a blob. That it is gone already is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := known(s.bucket.Delete(ctx, key)); err != nil && !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("deleting blob: %w", err)
	}
	return nil
}

// List gives every blob whose key has the prefix, in no promised order.
// Unfinished writes of a directory are among them, under keys that end in .tmp:
// one that is old was left by a process that died.
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		for objects := s.bucket.List(&blob.ListOptions{Prefix: prefix}); ; {
			o, err := objects.Next(ctx)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Info{}, fmt.Errorf("listing blobs: %w", err))
				return
			}
			if o.Key == marker {
				continue
			}
			if !yield(Info{Key: o.Key, Size: o.Size, Modified: o.ModTime}, nil) {
				return
			}
		}
	}
}

func known(err error) error {
	switch gcerrors.Code(err) {
	case gcerrors.NotFound:
		return ErrNotFound
	case gcerrors.FailedPrecondition:
		return ErrExists
	}
	return err
}

// contextReader ends a copy at the next read once its context has ended.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
