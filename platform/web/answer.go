package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// Answer sends a body that is whole in memory: nothing where the client has it
// already (If-None-Match), compressed where the client takes that.
func Answer(w http.ResponseWriter, r *http.Request, contentType string, body []byte) {
	h := w.Header()
	sum := sha256.Sum256(body)
	tag := `W/"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"` // weak: of the body before compression
	h.Set("ETag", tag)
	h.Add("Vary", "Accept-Encoding")
	if holds(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", contentType)
	if len(body) >= minCompressed && !strings.HasPrefix(contentType, "image/") && acceptsGzip(r.Header.Values("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		body = compressed(body)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a client that is gone needs no answer
}

// AnswerJSON is Answer of a value as JSON.
func AnswerJSON(w http.ResponseWriter, r *http.Request, value any) {
	body, err := encode(value)
	if err != nil {
		Message(w, http.StatusInternalServerError, TextUnexpected) // our own types only: a fault of the build, not of the request
		return
	}
	Answer(w, r, jsonType, body)
}

// minCompressed is about what one packet carries: less is not sent faster.
const minCompressed = 1400

func holds(lists []string, tag string) bool {
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			if item = strings.TrimSpace(item); item == "*" || strings.TrimPrefix(item, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}

func acceptsGzip(lists []string) bool {
	for _, list := range lists {
		for item := range strings.SplitSeq(list, ",") {
			coding, weight, _ := strings.Cut(item, ";")
			if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
				continue
			}
			_, q, weighed := strings.Cut(weight, "=")
			n, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
			return !weighed || err == nil && n > 0
		}
	}
	return false
}

var compressors = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that exists
	return w
}}

func compressed(body []byte) []byte {
	var b bytes.Buffer
	w := compressors.Get().(*gzip.Writer)
	defer compressors.Put(w)
	w.Reset(&b)
	_, _ = w.Write(body) // a buffer does not fail
	_ = w.Close()
	return b.Bytes()
}
