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
	page []reference.File
}

var described = sync.OnceValues(func() (description, error) {
	json, err := yaml.YAMLToJSON(OpenAPI)
	if err != nil {
		return description{}, fmt.Errorf("reading the OpenAPI document: %w", err)
	}
	page, err := reference.Files()
	if err != nil {
		return description{}, err
	}
	return description{json, page}, nil
})

// describe adds the document and its page, which need no key.
func (s *Service) describe(router *mux.Router) {
	serve := func(path, contentType string, body []byte, policy string) {
		web.Public(router.Path(path).Methods(http.MethodGet).HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if policy != "" {
				w.Header().Set("Content-Security-Policy", policy)
			}
			w.Header().Set("Cache-Control", "public, max-age=300")
			web.Answer(w, r, contentType, body)
		}))
	}
	serve("/openapi.yaml", "application/yaml; charset=utf-8", OpenAPI, "")
	serve("/openapi.json", "application/json; charset=utf-8", s.description.json, "")
	for _, file := range s.description.page {
		serve(file.Path, file.ContentType, file.Body, reference.Policy)
	}
}
