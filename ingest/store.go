package ingest

import (
	"context"
	"io"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/blob"
)

// FilePrefix is where in the blob store the uploaded files are, a folder for
// each day of arrival.
const FilePrefix = "files/"

// store keeps an uploaded file under a key of its own. The content decides
// nothing of the key: the same file sent twice is two files, so that deleting
// one request never takes another one's.
func (s *Service) store(ctx context.Context, r io.Reader) (blob.Info, error) {
	return s.deps.Blobs.Put(ctx, FilePrefix+time.Now().UTC().Format(time.DateOnly)+"/"+uuid.NewString(), r)
}
