// Package web is what the writing and the reading half of the interface share:
// the HTTP server with its limits, and everything that is decided before an
// endpoint is reached.
//
// The order of decisions is: panics, X-Request-Id and security headers, CORS,
// is the path known (404), is there a valid key (401) of an active account
// (403), is the method right (405); then the endpoint. That order is why a
// handler wraps the whole router instead of being one of its middlewares: those
// of gorilla/mux are skipped where no route matches.
package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// Texts that clients see. The contract writes the first four in English.
const (
	textUnauthorized = "Unauthorized"
	textForbidden    = "Forbidden"
	textNotFound     = "Not found"
	// TextUnknownRequest answers for an id that is unknown or another account's.
	TextUnknownRequest = "Request not found"

	// TextUnexpected answers for what should not have happened.
	TextUnexpected = "Erro inesperado."
	// TextUnavailable answers while something that is needed is away.
	TextUnavailable = "Serviço temporariamente indisponível. Tente novamente em instantes."

	textMethod    = "Método não permitido."
	textWrongKeys = "Muitas chaves de API inválidas a partir deste endereço. Tente novamente em instantes."
	textAtWork    = "Muitas requisições simultâneas da conta. Tente novamente em instantes."
)

// message is the usual body of an error.
type message struct {
	Message   string `json:"message"`
	RequestID string `json:"request_id,omitempty"`
}

const jsonType = "application/json; charset=utf-8"

// JSON answers with a value as JSON.
func JSON(w http.ResponseWriter, status int, value any) {
	body, err := encode(value)
	if err != nil {
		// Our own types only: a fault of the build, not of the request.
		status = http.StatusInternalServerError
		body = []byte(`{"message":"` + TextUnexpected + "\"}\n")
	}
	h := w.Header()
	h.Set("Content-Type", jsonType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone needs no answer
}

func encode(value any) ([]byte, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // a name with & in it comes back as it was sent
	err := encoder.Encode(value)
	return body.Bytes(), err
}

// Message answers {"message": text}.
func Message(w http.ResponseWriter, status int, text string) { JSON(w, status, message{Message: text}) }

// MessageFor is Message with the request it is about.
func MessageFor(w http.ResponseWriter, status int, text, requestID string) {
	JSON(w, status, message{text, requestID})
}

// Unavailable answers 503: nothing was done, and when to come back.
func Unavailable(w http.ResponseWriter, after time.Duration) {
	retryAfter(w, after)
	Message(w, http.StatusServiceUnavailable, TextUnavailable)
}

// TooMany answers 429.
func TooMany(w http.ResponseWriter, after time.Duration, text string) {
	retryAfter(w, after)
	Message(w, http.StatusTooManyRequests, text)
}

// retryAfter is in whole seconds, never 0, which some clients take for "at once".
func retryAfter(w http.ResponseWriter, after time.Duration) {
	seconds := max(int64((after+time.Second-1)/time.Second), 1)
	w.Header().Set("Retry-After", strconv.FormatInt(seconds, 10))
}

func refuse(w http.ResponseWriter, status int, text string) {
	JSON(w, status, struct {
		Error string `json:"error"`
	}{text})
}
