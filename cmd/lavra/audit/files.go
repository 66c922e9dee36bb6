package audit

import (
	"context"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/blob"
	"lavra.dev/schemas/topic"
)

// filesAtOnce are looked for beside each other: a bucket takes some 20 ms for one.
const filesAtOnce = 32

// lookForFiles finds the requests under way whose file is gone. What ended, or is erased, needs none.
func (a *audit) lookForFiles(ctx context.Context) error {
	if a.deps.Blobs == nil {
		return nil
	}
	var mu sync.Mutex
	var missing []string
	looking, stopped := errgroup.WithContext(ctx)
	looking.SetLimit(filesAtOnce)
	for id, r := range a.requests {
		if r.file == "" || !r.underWay() {
			continue
		}
		looking.Go(func() error {
			there, err := a.isThere(stopped, r.file)
			if err == nil && !there {
				mu.Lock()
				defer mu.Unlock()
				missing = append(missing, id)
			}
			return err
		})
	}
	if err := looking.Wait(); err != nil || len(missing) == 0 {
		return err
	}
	// It may have been erased since its erasure was looked for.
	if err := a.scan(ctx, topic.Erasures, a.takeErasure); err != nil {
		return err
	}
	for _, id := range missing {
		if !a.requests[id].erased {
			a.report.fault(FileMissing, id)
		}
	}
	return nil
}

func (a *audit) isThere(ctx context.Context, key string) (bool, error) {
	file, err := a.deps.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, file.Close()
}
