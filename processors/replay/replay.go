// Package replay runs documents again that have ended: from what a step of the
// pipeline left in the log, or from their files where that is gone.
//
// In come the results of documents.completed and the records of the way that are
// still kept; out goes first documents.shadow, with the result that each document
// would have now, and a report of what differs, field by field. What was looked at
// can then take its place: as the next revision of its request, unless something
// newer stands there by then. The pipeline is not used and not held up: the work
// is done here, by the build that runs, which may be newer than what serves.
// Nothing is overwritten, and no client is called unless it is asked for.
package replay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/kafka"
	"lavra.dev/processors/ocr"
	"lavra.dev/processors/pipeline"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Deps are what a replay borrows. Logger may be nil.
type Deps struct {
	Kafka      *kafka.Kafka
	Files      *ocr.Stage // reads files anew
	Steps      pipeline.Again
	Completion *pipeline.Completion
	Logger     *slog.Logger
}

// Replay runs documents again. Close ends its children.
type Replay struct{ Deps }

// New makes one.
func New(deps Deps) *Replay {
	if deps.Logger == nil {
		deps.Logger = slog.New(slog.DiscardHandler)
	}
	return &Replay{deps}
}

// Close ends the children that read files.
func (r *Replay) Close() { r.Files.Reader.Close() }

// sources are the topics that a step works from.
var sources = map[event.Step]string{
	event.StepOCR:            "", // the file
	event.StepClassification: topic.Read, event.StepExtraction: topic.Classified, event.StepGeometry: topic.Extracted,
}

// Steps lists what a replay may begin with, in the order of the way.
func Steps() []event.Step {
	return []event.Step{event.StepOCR, event.StepClassification, event.StepExtraction, event.StepGeometry}
}

// NewRun names a run. The name tells when it began: what is older is not asked for.
func NewRun(now time.Time) string {
	return now.UTC().Format(runForm) + "-" + uuid.NewString()[:4]
}

const runForm = "20060102T150405Z"

var runName = regexp.MustCompile(`^(\d{8}T\d{6}Z)-[0-9a-f]{4}$`)

// ErrRun says that no run has this name.
var ErrRun = errors.New("no such run")

// begun is when a run began.
func begun(run string) (time.Time, error) {
	parts := runName.FindStringSubmatch(run)
	if parts == nil {
		return time.Time{}, ErrRun
	}
	at, err := time.Parse(runForm, parts[1])
	if err != nil {
		return time.Time{}, ErrRun
	}
	return at, nil
}

// clockSkew is how far the clocks of brokers and of this process may be apart.
const clockSkew = time.Minute

// result reads an end from the log.
func (r *Replay) result(ctx context.Context, at event.Pointer) (event.Completed, error) {
	var end event.Completed
	rec, err := r.Kafka.ReadAt(ctx, at)
	if err == nil {
		err = r.Kafka.Decode(ctx, rec, &end)
	}
	if err != nil {
		return end, fmt.Errorf("reading a result: %w", err)
	}
	return end, nil
}
