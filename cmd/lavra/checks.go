package main

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"lavra.dev/platform/health"
	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// How old what waits may be before /health says so: twice what the alerts of
// deploy/prometheus wait for. A bulk backlog is no fault.
const (
	interactivePatience = 2 * 5 * time.Minute
	sinkPatience        = 2 * 5 * time.Minute
)

// gapTold is how long a gap is told of. It cannot be mended, only looked at.
const gapTold = time.Hour

// conditionChecks ask how a process is that has all it needs.
func (s *serviceSettings) conditionChecks(b *base, r roles) []health.Check {
	var checks []health.Check
	if folders := s.folders(r); len(folders) > 0 {
		checks = append(checks, health.Check{Name: "disk", Ask: func(ctx context.Context) error {
			for _, folder := range folders {
				if err := health.Disk(folder)(ctx); err != nil {
					return err
				}
			}
			return nil
		}})
	}
	if r.processors { // which watch it
		checks = append(checks, health.Check{Name: "lag", Ask: func(context.Context) error { return tooOld(b.kafka.WatchedLag(), time.Now()) }})
	}
	if r.processors || r.sink { // which read as groups
		checks = append(checks, health.Check{Name: "gaps", Ask: func(context.Context) error {
			if at := b.kafka.LastGap(); time.Since(at) < gapTold {
				return fmt.Errorf("%w: seen %s", health.RecordsGone, at.UTC().Format(time.RFC3339))
			}
			return nil
		}})
	}
	return checks
}

// folders are where a process keeps things on disks of this machine, by what they hold.
func (s *serviceSettings) folders(r roles) map[string]string {
	folders := map[string]string{}
	if r.embedded {
		folders["data"] = s.DataDir
	}
	if u, err := url.Parse(s.BlobURL); err == nil && u.Scheme == "file" && (r.ingest || r.processors) {
		folders["blobs"] = filepath.FromSlash(u.Path)
	}
	return folders
}

// tooOld reports whether something waits for longer than it may.
func tooOld(lags []kafka.Lag, now time.Time) error {
	for _, l := range lags {
		patience := time.Duration(0)
		switch {
		case l.Group == topic.GroupSink:
			patience = sinkPatience
		case strings.HasSuffix(l.Topic, "."+string(event.Interactive)):
			patience = interactivePatience
		}
		if age := now.Sub(l.Oldest); patience > 0 && !l.Oldest.IsZero() && age > patience {
			return fmt.Errorf("%w: %s reads %s %s late", health.Behind, l.Group, l.Topic, age.Round(time.Second))
		}
	}
	return nil
}
