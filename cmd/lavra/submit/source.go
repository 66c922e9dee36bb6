package submit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/s3blob" // s3://bucket/prefix
)

// sources are what the user named, walked one document at a time: nothing holds
// the list of a hundred thousand files.
type sources struct {
	args     []string
	manifest string
	common   Document // type, reference and metadata of documents that have none of their own

	buckets map[string]*blob.Bucket
}

// open connects to the buckets that are named and makes sure that whatever is
// named is there, before anything is sent.
func (s *sources) open(ctx context.Context) error {
	s.buckets = map[string]*blob.Bucket{}
	for _, arg := range s.args {
		if address, _, ok := bucketOf(arg); ok {
			if s.buckets[address] != nil {
				continue
			}
			b, err := blob.OpenBucket(ctx, address)
			if err != nil {
				return fmt.Errorf("opening %s: %w", address, err)
			}
			s.buckets[address] = b
			continue
		}
		if _, err := expand(arg); err != nil {
			return err
		}
	}
	return nil
}

func (s *sources) close() {
	for _, b := range s.buckets {
		_ = b.Close() // only read from
	}
}

// bucketOf splits s3://bucket/prefix?region=x into the bucket's address and the prefix.
func bucketOf(arg string) (address, prefix string, ok bool) {
	u, err := url.Parse(arg)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		return "", "", false
	}
	prefix = strings.TrimPrefix(u.Path, "/")
	u.Path = ""
	return u.String(), prefix, true
}

// expand gives what an argument names: itself, or what a glob matches.
func expand(arg string) ([]string, error) {
	if _, err := os.Stat(arg); err == nil {
		return []string{arg}, nil
	}
	matches, err := filepath.Glob(arg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	if len(matches) == 0 {
		return nil, fmt.Errorf("%s: no such file or folder, and no file matches it as a pattern", arg)
	}
	return matches, nil
}

// each visits every document, in the same order each time.
func (s *sources) each(ctx context.Context, visit func(Document) error) error {
	complete := func(d Document) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if d.Type == "" {
			d.Type = s.common.Type
		}
		if d.Reference == "" {
			d.Reference = s.common.Reference
		}
		if d.Metadata == nil {
			d.Metadata = s.common.Metadata
		}
		return visit(d.typed())
	}
	if s.manifest != "" {
		if err := eachOfManifest(s.manifest, complete); err != nil {
			return err
		}
	}
	for _, arg := range s.args {
		if address, prefix, ok := bucketOf(arg); ok {
			if err := s.eachObject(ctx, address, prefix, complete); err != nil {
				return err
			}
			continue
		}
		paths, err := expand(arg)
		if err != nil {
			return err
		}
		for _, path := range paths {
			if err := eachFile(path, complete); err != nil {
				return err
			}
		}
	}
	return nil
}

func eachFile(root string, visit func(Document) error) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("looking for documents: %w", err)
		}
		if entry.IsDir() || path != root && !readable(path) {
			return nil
		}
		d, err := fileDocument(path)
		if errors.Is(err, fs.ErrNotExist) && path != root {
			return nil // gone since the folder was listed
		}
		if err != nil {
			return err
		}
		if d.Path == "" {
			return nil // no file: a socket, a link to a folder
		}
		return visit(d)
	})
}

func fileDocument(path string) (Document, error) {
	info, err := os.Stat(path) // a link counts as what it names
	if err != nil {
		return Document{}, fmt.Errorf("looking for documents: %w", err)
	}
	if !info.Mode().IsRegular() {
		return Document{}, nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return Document{}, fmt.Errorf("locating %s: %w", path, err)
	}
	return Document{File: path, Path: abs, Size: info.Size()}, nil
}

func (s *sources) eachObject(ctx context.Context, address, prefix string, visit func(Document) error) error {
	list := s.buckets[address].List(&blob.ListOptions{Prefix: prefix})
	name, _, _ := strings.Cut(address, "?")
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("listing %s: %w", name, err)
		}
		if object.IsDir || object.Key != prefix && !readable(object.Key) {
			continue
		}
		if err := visit(Document{File: name + "/" + object.Key, Path: object.Key, Bucket: address, Size: object.Size}); err != nil {
			return err
		}
	}
}

// read opens a document. One of a bucket that this run's arguments do not name
// was in the journal of an earlier run.
func (s *sources) read(ctx context.Context, d Document) (io.ReadCloser, error) {
	if d.Bucket == "" {
		return os.Open(d.Path)
	}
	b := s.buckets[d.Bucket]
	if b == nil {
		return nil, fmt.Errorf("%s is no longer among the arguments", d.Bucket)
	}
	return b.NewReader(ctx, d.Path, nil)
}
