package blob

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// marker is a blob at the top of the store that holds its name. Where it is
// missing, or holds another one, the store is not the one that was bound: the
// place where a disk is mounted that is away now, a wiped bucket, another's.
const marker = ".lavra-blobs"

var errAway = errors.New("the store is not there, or is another one")

// Mark is the name that the store was given; empty where it was given none, and
// marked false where it has no mark at all.
func (s *Store) Mark(ctx context.Context) (id string, marked bool, err error) {
	var data []byte
	if s.dir != "" {
		data, err = os.ReadFile(filepath.Join(s.dir, marker))
		if errors.Is(err, os.ErrNotExist) {
			return "", false, nil
		}
	} else if data, err = s.bucket.ReadAll(ctx, marker); errors.Is(known(err), ErrNotFound) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("reading the mark of the blob store: %w", err)
	}
	return strings.TrimSpace(string(data)), true, nil
}

// Bind makes the store the one of this name: from here on it is away while its
// mark is missing or holds another. mark says to write it, once.
func (s *Store) Bind(ctx context.Context, id string, mark bool) error {
	if mark {
		var err error
		if s.dir != "" {
			err = os.WriteFile(filepath.Join(s.dir, marker), []byte(id+"\n"), 0o600)
		} else {
			err = s.bucket.WriteAll(ctx, marker, []byte(id+"\n"), nil)
		}
		if err != nil {
			return fmt.Errorf("marking the blob store: %w", err)
		}
	}
	s.id = id
	return s.Check(ctx)
}

// Empty reports whether the store holds no blob.
func (s *Store) Empty(ctx context.Context) (bool, error) {
	for _, err := range s.List(ctx, "") {
		return false, err
	}
	return true, nil
}

// Check reports whether the store can be reached and is the one that was bound.
func (s *Store) Check(ctx context.Context) error {
	if s.id == "" {
		ok, err := s.bucket.IsAccessible(ctx)
		if err == nil && !ok {
			err = errAway
		}
		return reaching(err)
	}
	id, _, err := s.Mark(ctx)
	if err == nil && id != s.id {
		err = errAway
	}
	return reaching(err)
}

func reaching(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("reaching blob store: %w", err)
}
