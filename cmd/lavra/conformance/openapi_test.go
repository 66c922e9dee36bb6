package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// document is the OpenAPI document that the service serves.
type document struct {
	*openapi3.T
	router routers.Router
}

func init() {
	openapi3.DefineStringFormatValidator("date-time", openapi3.NewRegexpFormatValidator(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`))
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`))
	openapi3filter.RegisterBodyDecoder("text/markdown", openapi3filter.PlainBodyDecoder)
}

func loadDocument(base string) (*document, error) {
	resp, err := (&http.Client{Timeout: 10 * time.Second}).Get(base + "/openapi.json")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	d := &document{}
	if d.T, err = openapi3.NewLoader().LoadFromData(text); err != nil {
		return nil, fmt.Errorf("reading the OpenAPI document: %w", err)
	}
	var options []openapi3.ValidationOption
	if *update { // the examples are about to be replaced
		options = append(options, openapi3.DisableExamplesValidation())
	}
	if err := d.Validate(context.Background(), options...); err != nil {
		return nil, fmt.Errorf("the OpenAPI document is not valid: %w", err)
	}
	d.router, err = gorillamux.NewRouter(d.T)
	return d, err
}

// fault says how an exchange differs from the document; empty where it does not.
func (d *document) fault(req *http.Request, sent []byte, resp *http.Response, body []byte) string {
	// The document's server is "/": the router knows paths only.
	plain, err := http.NewRequest(req.Method, req.URL.RequestURI(), bytes.NewReader(sent))
	if err != nil {
		return err.Error()
	}
	plain.Header = req.Header
	if req.Method == http.MethodHead && resp.StatusCode != http.StatusMethodNotAllowed { // is GET without the body
		plain.Method = http.MethodGet
		if route, _, err := d.router.FindRoute(plain); err == nil && route.Operation.Responses.Value(strconv.Itoa(resp.StatusCode)) == nil {
			return "the document does not have this status"
		}
		return ""
	}
	route, params, err := d.router.FindRoute(plain)
	switch {
	case errors.Is(err, routers.ErrMethodNotAllowed) || err != nil && strings.Contains(err.Error(), "method"):
		switch resp.StatusCode {
		case http.StatusNoContent: // of a preflight, which no document describes
			if req.Header.Get("Access-Control-Request-Method") == "" {
				return "the document does not have this method"
			}
		case http.StatusMethodNotAllowed, http.StatusUnauthorized, http.StatusForbidden:
		default:
			return "the document does not have this method, and the answer is no 405"
		}
		return ""
	case err != nil:
		return "" // pages, and paths that are unknown on purpose
	}
	input := &openapi3filter.RequestValidationInput{Request: plain, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true}}
	if resp.StatusCode == http.StatusOK {
		// The validator knows no parts beside those of the document; the document allows them.
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil && !strings.HasSuffix(err.Error(), ": undefined") {
			return "accepted, and not valid by the document: " + err.Error()
		}
	}
	if route.Operation.Responses.Value(strconv.Itoa(resp.StatusCode)) == nil {
		return "the document does not have this status"
	}
	err = openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{RequestValidationInput: input,
		Status: resp.StatusCode, Header: resp.Header, Body: io.NopCloser(bytes.NewReader(body)), Options: input.Options})
	if err != nil {
		return "the answer is not valid by the document: " + err.Error()
	}
	return ""
}
