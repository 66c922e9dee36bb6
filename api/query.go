package api

import (
	"net/http"
	"net/url"
)

// parseQuery reads the query of a request, or answers why it cannot be read: a
// parameter that is left out in silence would give another answer than the one
// that was asked for.
func parseQuery(w http.ResponseWriter, r *http.Request, parameters ...string) (url.Values, bool) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		invalid(w, "consulta", "não é uma query string bem formada.")
		return nil, false
	}
	for _, name := range parameters {
		if len(query[name]) > 1 {
			invalid(w, name, "enviado mais de uma vez.")
			return nil, false
		}
	}
	return query, true
}
