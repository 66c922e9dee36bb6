package web

import (
	"net/http"
	"slices"
	"strings"
)

// What a page of another origin may send and see.
const (
	corsRequestHeaders  = "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id"
	corsResponseHeaders = "X-Request-Id, X-Batch-Id, X-Warning, Location, Retry-After, ETag"
	corsMaxAge          = "600" // seconds; Chromium's own bound is 7200
)

// crossOrigin adds the headers for an allowed origin, and answers the preflight
// of one: browsers send those without a key. It reports whether it answered.
func (h *handler) crossOrigin(w http.ResponseWriter, r *http.Request, found match) bool {
	origin := r.Header.Get("Origin")
	if len(h.cfg.CORSOrigins) == 0 {
		return false
	}
	w.Header().Add("Vary", "Origin")
	if origin == "" || !slices.Contains(h.cfg.CORSOrigins, origin) && !slices.Contains(h.cfg.CORSOrigins, "*") {
		return false
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	w.Header().Set("Access-Control-Expose-Headers", corsResponseHeaders)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" || !found.known {
		return false
	}
	w.Header().Set("Access-Control-Allow-Methods", strings.Join(found.allowed, ", "))
	w.Header().Set("Access-Control-Allow-Headers", corsRequestHeaders)
	w.Header().Set("Access-Control-Max-Age", corsMaxAge)
	w.WriteHeader(http.StatusNoContent)
	return true
}
