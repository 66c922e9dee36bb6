package webhook

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"lavra.dev/platform/standardwebhooks"
	"lavra.dev/platform/tracing"
	"lavra.dev/schemas/event"
)

// The outcomes of an attempt.
const (
	outcomeStarted   = "started"
	outcomeDelivered = "delivered"
	outcomeFailed    = "failed"
	outcomeExhausted = "exhausted" // failed, and it was the last
)

// attempt is the record of attempt n.
func (p *Processor) attempt(o *order, n int32, outcome, class string) event.DeliveryAttempt {
	return event.DeliveryAttempt{
		EventID: attemptID(o.id, n, outcome), DeliveryID: o.id, RequestID: o.requestID, Account: o.account,
		Host: o.host, Attempt: n, Outcome: outcome, Error: class, At: time.Now().UTC(),
	}
}

func attemptID(delivery string, n int32, outcome string) string {
	return event.ID(delivery, outcome, n)
}

// send makes attempt n and says what came of it.
func (p *Processor) send(ctx context.Context, o *order, n int32) event.DeliveryAttempt {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	began := time.Now()
	ctx, span := tracing.Call(ctx, o.Method, n)
	status, class := p.call(ctx, *o.Delivery)
	outcome := outcomeFailed
	if class == "" {
		outcome = outcomeDelivered
	}
	span.Answered(status)
	span.End(cmp.Or(class, outcome), class == "")
	made := p.attempt(o, n, outcome, class)
	made.StatusCode, made.DurationMS = int32(status), time.Since(began).Milliseconds()
	return made
}

// call sends the body with the headers of the contract, those of a signature where the
// account has a secret for it, and no others but what HTTP needs. An empty class means that the endpoint took it.
func (p *Processor) call(ctx context.Context, d event.Delivery) (status int, class string) {
	address, err := p.deps.Keys.OpenURL(d.URL, d.RequestID)
	if err != nil {
		return 0, "token" // sealed under another secret key, as below
	}
	req, err := http.NewRequestWithContext(ctx, d.Method, address, bytes.NewReader(d.Body))
	if err != nil {
		return 0, "url"
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Lavra")
	if len(d.SealedToken) > 0 {
		token, err := p.deps.Keys.Open(d.SealedToken, d.RequestID)
		if err != nil {
			return 0, "token" // sealed under another secret key: not sent without it
		}
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if d.Signature != nil {
		signature, err := p.deps.Keys.OpenText(*d.Signature, d.RequestID)
		if err != nil {
			return 0, "token"
		}
		req.Header["x-service-signature"] = []string{signature}
	}
	if p.deps.Secrets != nil {
		secrets, err := p.deps.Secrets(d.Account)
		if err != nil {
			return 0, "token"
		}
		if len(secrets) > 0 {
			standardwebhooks.Sign(req.Header, secrets, d.EventID, time.Now(), d.Body)
		}
	}
	resp, err := p.deps.Client.Do(req)
	if err != nil {
		return 0, p.deps.Class(err)
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, answerBytes)) // the status is the answer
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return resp.StatusCode, "status_" + strconv.Itoa(resp.StatusCode/100) + "xx"
	}
	return resp.StatusCode, ""
}
