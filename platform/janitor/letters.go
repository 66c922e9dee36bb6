package janitor

import (
	"context"
	"fmt"

	"lavra.dev/platform/deadletter"
)

// needed are the files and bodies without which open letters could not be put
// back. complete is false where there are more letters than are looked at.
func (j *Janitor) needed(ctx context.Context) (keys map[string]bool, complete bool, err error) {
	letters := deadletter.NewIndex(j.kafka, j.log)
	tailing, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- letters.Run(tailing) }()
	defer func() { stop(); <-ended }()
	if err := letters.Ready(ctx); err != nil {
		return nil, false, fmt.Errorf("looking what letters need: %w", err)
	}
	keys = map[string]bool{}
	for _, l := range letters.List(deadletter.Filter{State: deadletter.Open}) {
		keys[l.File], keys[l.Body] = true, true
	}
	return keys, letters.Left() == 0, nil
}
