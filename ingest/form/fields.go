package form

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lavra.dev/schemas/catalogue"
)

// Limits that no setting changes, in bytes as sent.
const (
	maxURL   = 8 << 10
	maxToken = 8 << 10
	// maxText is for everything else: many times the longest value there is,
	// escapes included.
	maxText = 4 << 10
)

// value is one field as it was sent.
type value struct {
	raw  []byte // JSON, or the text of a part
	json bool
}

// absent reports whether the value counts as not sent.
func (v value) absent() bool { return v.json && string(v.raw) == "null" }

func (v value) text(field string) (string, error) {
	if !v.json {
		return string(v.raw), nil
	}
	var s string
	if v.raw[0] != '"' || json.Unmarshal(v.raw, &s) != nil {
		return "", &Invalid{field, "deve ser um texto."}
	}
	// What is no character becomes a replacement character, and would come back as one.
	if !utf8.Valid(v.raw) || strings.Count(s, replacement) > strings.Count(strings.ToLower(string(v.raw)), `\ufffd`)+bytes.Count(v.raw, []byte(replacement)) {
		return "", &Invalid{field, "deve ser texto em UTF-8."}
	}
	return s, nil
}

const replacement = string(utf8.RuneError)

func (v value) boolean(field string) (bool, error) {
	switch text := string(v.raw); {
	case text == "true", !v.json && strings.EqualFold(text, "true"):
		return true, nil
	case text == "false", !v.json && strings.EqualFold(text, "false"):
		return false, nil
	}
	return false, &Invalid{field, "deve ser true ou false."}
}

// integer takes every JSON form of a whole number: 60000, 6e4, 60000.0.
func (v value) integer(field string) (int64, error) {
	text := string(v.raw)
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && text[0] != '+' {
		return n, nil
	}
	wrong := &Invalid{field, "deve ser um número inteiro."}
	if !v.json || v.raw[0] == '"' || len(text) > 32 {
		return 0, wrong
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) {
		return 0, wrong
	}
	n, accuracy := big.NewFloat(f).Int64()
	if accuracy != big.Exact {
		return math.MaxInt64, nil // a whole number, out of every range
	}
	return n, nil
}

// object gives a JSON object as it was sent; nil for a null inside a part.
func (v value) object(field string) (*string, error) {
	raw := bytes.TrimSpace(v.raw)
	if string(raw) == "null" {
		return nil, nil
	}
	if len(raw) == 0 || raw[0] != '{' || !json.Valid(raw) {
		return nil, &Invalid{field, "deve ser um objeto JSON."}
	}
	if !utf8.Valid(raw) {
		return nil, &Invalid{field, "deve ser texto em UTF-8."}
	}
	text := string(raw)
	return &text, nil
}

// rawLimit bounds what is read of a field at all. In JSON a character may take
// six bytes, and one outside the first plane twelve.
func (p *parser) rawLimit(name string) int {
	switch name {
	case "metadata":
		return p.limits.Metadata
	case "referenceId":
		return max(12*p.limits.Reference, maxText)
	case "signature":
		return max(12*p.limits.Signature, maxText)
	case "fileUrl", "callbackUrl":
		return 2 * maxURL
	case "callbackAuthToken":
		return 2 * maxToken
	}
	return maxText
}

func (p *parser) tooLong(name string) error {
	switch name {
	case "metadata":
		return &Invalid{name, fmt.Sprintf("excede o limite de %s.", size(int64(p.limits.Metadata)))}
	case "referenceId":
		return &Invalid{name, fmt.Sprintf("excede o limite de %d caracteres.", p.limits.Reference)}
	case "signature":
		return &Invalid{name, fmt.Sprintf("excede o limite de %s.", size(int64(p.limits.Signature)))}
	case "callbackAuthToken":
		return &Invalid{name, fmt.Sprintf("excede o limite de %s.", size(maxToken))}
	}
	return &Invalid{name, "é longo demais."}
}

// set checks one field and puts it in its place.
func (p *parser) set(name string, v value) error {
	if p.seen[name] {
		return &Invalid{name, "enviado mais de uma vez."}
	}
	p.seen[name] = true
	if v.absent() {
		return nil
	}
	f := p.form
	var err error
	switch name {
	case "fileUrl":
		p.url = true
		f.URL, err = p.string(name, v)
	case "documentType":
		f.DocumentType, err = p.documentType(name, v)
	case "referenceId":
		f.ReferenceID, err = p.string(name, v)
		if err == nil && utf8.RuneCountInString(*f.ReferenceID) > p.limits.Reference {
			err = p.tooLong(name)
		}
		if err == nil && strings.ContainsFunc(*f.ReferenceID, unicode.IsControl) {
			// It is shown in lists and terminals, where such characters act.
			err = &Invalid{name, "não pode ter caracteres de controle."}
		}
	case "metadata":
		f.Metadata, err = v.object(name)
	case "includeMarkdown":
		f.IncludeMarkdown, err = v.boolean(name)
	case "timeout":
		f.Timeout, err = p.timeout(name, v)
	case "callbackUrl":
		f.Callback.URL, err = p.string(name, v)
	case "callbackAuthToken":
		f.Callback.Token, err = p.headerValue(name, v, maxToken)
	case "callbackMethod":
		f.Callback.Method, err = p.method(name, v)
	case "includeMarkdownInWebhook":
		f.Callback.IncludeMarkdown, err = v.boolean(name)
	case "signature":
		f.Callback.Signature, err = p.headerValue(name, v, p.limits.Signature)
	}
	return err
}

func (p *parser) string(name string, v value) (*string, error) {
	text, err := v.text(name)
	return &text, err
}

func (p *parser) documentType(name string, v value) (*string, error) {
	text, err := v.text(name)
	if err != nil {
		return nil, err
	}
	if _, ok := catalogue.Lookup(text); !ok {
		return nil, &Invalid{name, "tipo de documento desconhecido."}
	}
	return &text, nil
}

func (p *parser) timeout(name string, v value) (time.Duration, error) {
	ms, err := v.integer(name)
	if err != nil {
		return 0, err
	}
	if ms < minTimeout.Milliseconds() || ms > maxTimeout.Milliseconds() {
		return 0, &Invalid{name, fmt.Sprintf("deve estar entre %d e %d milissegundos.", minTimeout.Milliseconds(), maxTimeout.Milliseconds())}
	}
	return time.Duration(ms) * time.Millisecond, nil
}

var callbackMethods = []string{http.MethodPost, http.MethodPatch, http.MethodPut}

func (p *parser) method(name string, v value) (string, error) {
	text, err := v.text(name)
	if err != nil {
		return "", err
	}
	if !slices.Contains(callbackMethods, text) {
		return "", &Invalid{name, "deve ser POST, PATCH ou PUT."}
	}
	return text, nil
}

// headerValue is a text that will be sent as an HTTP header: what cannot stand
// in one would make every delivery fail.
func (p *parser) headerValue(name string, v value, limit int) (*string, error) {
	text, err := v.text(name)
	if err != nil {
		return nil, err
	}
	if len(text) > limit {
		return nil, p.tooLong(name)
	}
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' || c == 0x7f {
			return nil, &Invalid{name, "tem caracteres que não cabem em um cabeçalho HTTP."}
		}
	}
	if strings.Trim(text, " \t") != text { // HTTP strips them: another text would arrive
		return nil, &Invalid{name, "não pode começar nem terminar com espaço."}
	}
	return &text, nil
}
