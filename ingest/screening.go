package ingest

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"golang.org/x/sync/errgroup"

	"lavra.dev/ingest/form"
	"lavra.dev/schemas/event"
)

// screensAtOnce of one call: more than the screen has children by default, so
// that a batch keeps them busy, and few enough that it does not hold them all.
const screensAtOnce = 4

// screenAll lets every file of a call be looked at. The first file, in the
// client's order, that may not enter refuses the call.
func (s *Service) screenAll(ctx context.Context, c *call) error {
	verdicts := make([]error, len(c.files))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(screensAtOnce)
	for i := range c.files {
		group.Go(func() error {
			refused, err := s.screenOne(ctx, c, &c.files[i])
			verdicts[i] = refused
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("screening: %w", err)
	}
	for i, refused := range verdicts {
		switch {
		case refused == nil:
		case c.spec.Batch:
			return &form.FileError{Name: c.files[i].Name, Err: refused}
		default:
			return refused
		}
	}
	return nil
}

// screenOne gives why a file may not enter, or the error that left it unknown.
func (s *Service) screenOne(ctx context.Context, c *call, d *document) (refused, err error) {
	v, err := s.deps.Screen.Check(ctx, c.account, func(ctx context.Context) (io.ReadCloser, error) {
		return s.deps.Blobs.Open(ctx, d.Key)
	})
	if err != nil {
		return nil, err
	}
	d.format, d.pages = v.Format, v.Pages
	switch {
	case v.Format == event.XML && c.operation == event.Classify: // whatever is in it, the client is at the wrong endpoint
		return badRequest("xml", textClassify), nil
	case v.Blocked:
		return &refusal{status: http.StatusBadRequest, text: textBlocked, reason: "blocked", block: v.Reason}, nil
	case v.Format == "":
		return badRequest("format", textFormat), nil
	case v.Format == event.XML && (c.form.DocumentType == nil || *c.form.DocumentType != "NFE"):
		return invalid("documentType", "XML só é aceito com documentType=NFE."), nil
	case v.Pages > s.cfg.MaxPages:
		return invalid("file", fmt.Sprintf("o documento tem %d páginas e o limite é de %d.", v.Pages, s.cfg.MaxPages)), nil
	}
	return nil, nil
}
