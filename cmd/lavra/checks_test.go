package main

import (
	"errors"
	"testing"
	"time"

	"lavra.dev/platform/health"
	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestOldWorkIsToldWhereSomebodyWaitsForIt(t *testing.T) {
	now := time.Now()
	for name, test := range map[string]struct {
		group, topic string
		age          time.Duration // 0: nothing waits
		told         bool
	}{
		"nothing waits":             {topic.GroupOCR, topic.Lane(topic.Submitted, event.Interactive), 0, false},
		"a document, for a moment":  {topic.GroupOCR, topic.Lane(topic.Submitted, event.Interactive), time.Minute, false},
		"a document, for long":      {topic.GroupOCR, topic.Lane(topic.Submitted, event.Interactive), time.Hour, true},
		"a backlog, for long":       {topic.GroupOCR, topic.Lane(topic.Submitted, event.Bulk), 9 * time.Hour, false},
		"a callback, for its turn":  {topic.GroupWebhook, topic.WebhooksRetry2, time.Hour, false},
		"the query store, for long": {topic.GroupSink, topic.Completed, time.Hour, true},
	} {
		lag := kafka.Lag{Group: test.group, Topic: test.topic}
		if test.age > 0 {
			lag.Oldest = now.Add(-test.age)
		}
		if err := tooOld([]kafka.Lag{{}, lag}, now); errors.Is(err, health.Behind) != test.told {
			t.Errorf("%s: %v", name, err)
		}
	}
}
