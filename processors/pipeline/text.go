package pipeline

import (
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

// hold says in a status that the text is read, and in which event it stands:
// the one at work, which stays in the log at least until the work is done.
func (d Deps) hold(s *event.Status, rec *kgo.Record, text *event.Text) {
	if text == nil {
		return
	}
	s.TextAt = &text.At
	if text.Markdown != "" {
		s.Text = &event.Pointer{Topic: d.Kafka.Name(rec.Topic), Partition: rec.Partition, Offset: rec.Offset}
	}
}

// textOf is the text that came with the pages. A build that did not send it
// along left it to be rendered here.
func textOf(sent *event.Text, doc document.Document) event.Text {
	if sent != nil {
		return *sent
	}
	return textNow(document.Markdown(doc))
}

func textNow(markdown string) event.Text {
	return event.Text{Markdown: markdown, At: time.Now().UTC().Truncate(time.Millisecond)}
}

// extractedText is the text of an extraction.
func extractedText(in event.Extracted) *event.Text {
	if in.Extraction.MarkdownAt.IsZero() {
		return nil
	}
	return &event.Text{Markdown: in.Extraction.Markdown, At: in.Extraction.MarkdownAt}
}

// withText adds the text of a document, or that there is none.
func withText(x event.Extraction, text event.Text) event.Extraction {
	x.Markdown, x.MarkdownAt = text.Markdown, text.At
	if text.Markdown == "" {
		reason := result.NothingReadable
		x.MarkdownError = &reason
	}
	return x
}
