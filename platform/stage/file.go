package stage

import (
	"context"
	"errors"
	"fmt"
	"io"

	"lavra.dev/platform/blob"
)

// File opens a request's file, as often as it is asked. One that is gone ends the request.
func File(blobs *blob.Store, uri string) func(context.Context) (io.ReadCloser, error) {
	return func(ctx context.Context) (io.ReadCloser, error) {
		file, err := blobs.Open(ctx, uri)
		if errors.Is(err, blob.ErrNotFound) {
			return nil, Permanent(err, reasonGone)
		}
		if err != nil {
			return nil, fmt.Errorf("opening the file: %w", err)
		}
		return file, nil
	}
}
