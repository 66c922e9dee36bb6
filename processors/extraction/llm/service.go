package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// maxAnswer bounds a response: the fields of a type take some 10 KiB.
const maxAnswer = 1 << 20

// What may be wrong with the service. The causes are told apart for the log only,
// which never sees an address, a question or an answer.
var (
	errAway      = errors.New("the service does not answer")
	errMalformed = errors.New("the answer is not what was asked for")
)

// service speaks the chat completions of OpenAI, as most servers of models do.
type service struct {
	url, model, key string
	client          *http.Client
}

func newService(cfg Config) service {
	address := strings.TrimSuffix(cfg.URL, "/")
	if !strings.HasSuffix(address, "/chat/completions") {
		address += "/chat/completions"
	}
	return service{address, cfg.Model, cfg.Key.Reveal(), &http.Client{
		Timeout: cfg.Timeout,
		// The address is the operator's: it may be private, and is reached directly.
		Transport: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
			MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
		},
		// Documents go where the operator said, and nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

type request struct {
	Model       string         `json:"model"`
	Messages    []message      `json:"messages"`
	Format      responseFormat `json:"response_format"`
	Temperature float64        `json:"temperature"`
	Seed        int            `json:"seed"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type responseFormat struct {
	Type   string      `json:"type"`
	Schema namedSchema `json:"json_schema"`
}

type namedSchema struct {
	Name   string `json:"name"`
	Strict bool   `json:"strict"`
	Schema schema `json:"schema"`
}

// ask puts one question and gives back the answers by field, those without a value left out.
func (s service) ask(ctx context.Context, q prompt) (map[string]string, error) {
	body, err := json.Marshal(request{
		Model: s.model, Messages: q.messages, Temperature: 0, Seed: 1,
		Format: responseFormat{"json_schema", namedSchema{"fields", true, q.schema}},
	})
	if err != nil {
		return nil, fmt.Errorf("encoding the question: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(body))
	if err != nil {
		return nil, errAway
	}
	req.Header.Set("Content-Type", "application/json")
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, errAway // the error itself names the address
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		if resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests {
			return nil, fmt.Errorf("%w: status %d", errAway, resp.StatusCode)
		}
		return nil, fmt.Errorf("the service refuses: status %d", resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, errAway
	case len(data) > maxAnswer:
		return nil, fmt.Errorf("%w: it is longer than %d bytes", errMalformed, maxAnswer)
	}
	return decode(data)
}

func decode(data []byte) (map[string]string, error) {
	var completion struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(data, &completion); err != nil || len(completion.Choices) == 0 {
		return nil, errMalformed
	}
	var values map[string]any
	if err := json.Unmarshal([]byte(completion.Choices[0].Message.Content), &values); err != nil {
		return nil, errMalformed
	}
	answers := map[string]string{}
	for name, v := range values {
		if text, ok := v.(string); ok && strings.TrimSpace(text) != "" {
			answers[name] = strings.TrimSpace(text)
		}
	}
	return answers, nil
}
