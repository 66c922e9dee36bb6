package standardwebhooks_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"lavra.dev/platform/standardwebhooks"
)

// The example of the specification's own libraries.
const (
	exampleSecret    = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	exampleID        = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	exampleTime      = 1614265330
	exampleBody      = `{"test": 2432232314}`
	exampleSignature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
)

func TestTheExampleOfTheStandard(t *testing.T) {
	secret, err := standardwebhooks.ParseSecret(exampleSecret)
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{}
	standardwebhooks.Sign(h, [][]byte{secret}, exampleID, time.Unix(exampleTime, 0), []byte(exampleBody))
	if got := h.Get("webhook-signature"); got != exampleSignature || h.Get("webhook-id") != exampleID || h.Get("webhook-timestamp") != "1614265330" {
		t.Errorf("signed with %v", h)
	}
}

func TestAReceiverKnowsWhatWasSigned(t *testing.T) {
	parse := func(text string) []byte {
		secret, err := standardwebhooks.ParseSecret(text)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	old, fresh, foreign := parse(standardwebhooks.NewSecret()), parse(standardwebhooks.NewSecret()), parse(standardwebhooks.NewSecret())
	now := time.Unix(exampleTime, 0)
	for name, c := range map[string]struct {
		secret []byte
		change func(http.Header)
		body   string
		at     time.Time
		want   error
	}{
		"the new secret":      {secret: fresh},
		"the old, in overlap": {secret: old},
		"another secret":      {secret: foreign, want: standardwebhooks.ErrSignature},
		"another body":        {secret: fresh, body: exampleBody + " ", want: standardwebhooks.ErrSignature},
		"another id":          {secret: fresh, change: func(h http.Header) { h.Set("webhook-id", "x") }, want: standardwebhooks.ErrSignature},
		"no signature":        {secret: fresh, change: func(h http.Header) { h.Del("webhook-signature") }, want: standardwebhooks.ErrSignature},
		"an unknown version": {secret: fresh, change: func(h http.Header) {
			h.Set("webhook-signature", strings.ReplaceAll(h.Get("webhook-signature"), "v1,", "v2,"))
		}, want: standardwebhooks.ErrSignature},
		"sent again later":      {secret: fresh, at: now.Add(6 * time.Minute), want: standardwebhooks.ErrTimestamp},
		"from the time to come": {secret: fresh, at: now.Add(-6 * time.Minute), want: standardwebhooks.ErrTimestamp},
		"no time":               {secret: fresh, change: func(h http.Header) { h.Del("webhook-timestamp") }, want: standardwebhooks.ErrTimestamp},
		"another time":          {secret: fresh, change: func(h http.Header) { h.Set("webhook-timestamp", "1614265331") }, want: standardwebhooks.ErrSignature},
	} {
		t.Run(name, func(t *testing.T) {
			h := http.Header{}
			standardwebhooks.Sign(h, [][]byte{fresh, old}, exampleID, now, []byte(exampleBody))
			if c.change != nil {
				c.change(h)
			}
			body, at := exampleBody, now
			if c.body != "" {
				body = c.body
			}
			if !c.at.IsZero() {
				at = c.at
			}
			if err := standardwebhooks.Verify(h, c.secret, at, []byte(body)); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	for _, text := range []string{"", "whsec_", "whsec_c2hvcnQ=", "whsec_%%%", "segredo"} {
		if _, err := standardwebhooks.ParseSecret(text); err == nil {
			t.Errorf("%q is taken for a secret", text)
		}
	}
}
