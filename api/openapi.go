package api

import (
	_ "embed"
	"fmt"
	"net/http"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/gorilla/mux"

	"lavra.dev/api/reference"
	"lavra.dev/platform/web"
)

// OpenAPI is the machine-readable description of the whole interface, the
// writing half included.
//
//go:embed openapi.yaml
var OpenAPI []byte

// description is what is made of the document once.
type description struct {
	json []byte
	page reference.Page
}

var described = sync.OnceValues(func() (description, error) {
	json, err := yaml.YAMLToJSON(OpenAPI)
	if err != nil {
		return description{}, fmt.Errorf("reading the OpenAPI document: %w", err)
	}
	page, err := reference.Render(OpenAPI)
	if err != nil {
		return description{}, fmt.Errorf("rendering the reference page: %w", err)
	}
	return description{json, page}, nil
})

// describe adds the document and its page, which need no key.
func (s *Service) describe(r *mux.Router) {
	serve := func(path, contentType string, body []byte, policy string) {
		web.Public(r.Path(path).Methods(http.MethodGet).HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if policy != "" {
				w.Header().Set("Content-Security-Policy", policy)
			}
			w.Header().Set("Cache-Control", "public, max-age=300")
			send(w, contentType, body)
		}))
	}
	serve("/openapi.yaml", "application/yaml; charset=utf-8", OpenAPI, "")
	serve("/openapi.json", "application/json; charset=utf-8", s.description.json, "")
	serve("/docs", "text/html; charset=utf-8", s.description.page.HTML, s.description.page.Policy)
}
