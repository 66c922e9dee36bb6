package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/result"
)

// getMarkdown answers GET /extract/{requestId}/markdown, as a record or, where
// the client prefers it, as the text itself.
func (s *Service) getMarkdown(w http.ResponseWriter, r *http.Request) {
	doc, err := s.lookup(r.Context(), web.Account(r.Context()), mux.Vars(r)["requestId"])
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Add("Vary", "Accept")
	raw := wantsMarkdown(r.Header.Values("Accept"))
	if !doc.ended() {
		s.getMarkdownInProgress(w, r, doc, raw)
		return
	}
	if result.MarkdownStatus(*doc.completed) == result.MarkdownSuccess && raw {
		sendMarkdown(w, r, doc.completed.Extraction.Markdown)
		return
	}
	body, err := result.Markdown(*doc.completed)
	s.write(w, r, body, err)
}

func (s *Service) getMarkdownInProgress(w http.ResponseWriter, r *http.Request, doc document, raw bool) {
	markdown, err := s.textOf(r.Context(), doc)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if markdown != "" && raw {
		sendMarkdown(w, r, markdown)
		return
	}
	body, err := result.MarkdownInProgress(doc.request, doc.documentType, doc.text.state(), markdown)
	s.write(w, r, body, err)
}

func sendMarkdown(w http.ResponseWriter, r *http.Request, markdown string) {
	web.Answer(w, r, "text/markdown; charset=utf-8", []byte(markdown))
}

// wantsMarkdown reports whether Accept names text/markdown and does not prefer
// JSON to it. A wildcard names nothing: JSON is the usual form.
func wantsMarkdown(accept []string) bool {
	markdown, other := -1.0, -1.0
	for _, part := range strings.Split(strings.Join(accept, ","), ",") {
		fields := strings.Split(part, ";")
		q := quality(fields[1:])
		switch strings.ToLower(strings.TrimSpace(fields[0])) {
		case "text/markdown":
			markdown = max(markdown, q)
		case "application/json":
			other = max(other, q)
		}
	}
	return markdown > 0 && markdown >= other
}

// quality is the weight of an entry of Accept; a malformed one counts as none given.
func quality(parameters []string) float64 {
	for _, p := range parameters {
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil && q >= 0 && q <= 1 {
			return q
		}
	}
	return 1
}
