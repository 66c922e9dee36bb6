package pipeline

import (
	"context"
	"time"

	"lavra.dev/platform/cputime"
	"lavra.dev/schemas/event"
)

// Again does the work of the steps beside the pipeline, for a document that has
// ended before: what comes out is the end that it would have now. Nothing is written.
type Again struct{ *Extraction }

// FromRead goes on from what was read.
func (a Again) FromRead(ctx context.Context, in event.Read) (event.Completed, error) {
	measured, stop := cputime.Start(ctx)
	classified, end, err := a.classify(measured, in, time.Now().UTC())
	stop()
	switch {
	case err != nil:
		return event.Completed{}, err
	case end != nil:
		return *end, nil
	}
	return a.FromClassified(ctx, *classified)
}

// FromClassified goes on from the type.
func (a Again) FromClassified(ctx context.Context, in event.Classified) (event.Completed, error) {
	measured, stop := cputime.Start(ctx)
	extracted, err := a.extracted(measured, in, time.Now().UTC())
	stop()
	if err != nil {
		return event.Completed{}, err
	}
	return a.FromExtracted(ctx, extracted)
}

// FromExtracted goes on from the fields.
func (a Again) FromExtracted(ctx context.Context, in event.Extracted) (event.Completed, error) {
	ctx, stop := cputime.Start(ctx)
	defer stop()
	return placed(ctx, in, time.Now().UTC())
}
