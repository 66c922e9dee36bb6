package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// A child's pipes: not stdin and stdout, on which a native library may print.
const (
	requestsFD = 3
	answersFD  = 4
)

// Handler does one job in a child. It may return a *JobError; the text of any
// other error stays in the child.
type Handler func(ctx context.Context, header []byte, path string) ([]byte, error)

// Serve is the body of a child: it says hello and answers jobs one by one until
// the parent closes the pipe or is gone. Engines are loaded before, after Confine.
func Serve(ctx context.Context, handle Handler) error {
	requests := os.NewFile(requestsFD, "requests")
	answers := os.NewFile(answersFD, "answers")
	if requests == nil || answers == nil {
		return errors.New("not started by a sandbox pool: its pipes are missing")
	}
	if err := writeAnswer(answers, statusDone, []byte(confinement)); err != nil {
		return fmt.Errorf("saying hello: %w", err)
	}
	progress = func() error { return writeAnswer(answers, statusProgress, nil) }
	for ctx.Err() == nil {
		header, path, err := readRequest(requests)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		status := byte(statusDone)
		body, err := handle(ctx, header, path)
		if err != nil {
			status, body = statusError, []byte(code(err))
		}
		if err := writeAnswer(answers, status, body); err != nil {
			return fmt.Errorf("writing an answer: %w", err)
		}
	}
	return ctx.Err()
}

// progress tells the parent; nothing outside a child.
var progress = func() error { return nil }

// Progress says that a step of the job is done, such as a page: the time that the next one
// may take begins. It is for the goroutine of the Handler.
func Progress() error { return progress() }

func code(err error) string {
	var known *JobError
	if errors.As(err, &known) && codePattern.MatchString(known.Code) {
		return known.Code
	}
	return "internal"
}
