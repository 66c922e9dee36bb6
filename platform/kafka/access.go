package kafka

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/oauth"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"
	"github.com/twmb/franz-go/pkg/sr"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"lavra.dev/platform/config"
)

// Access is how brokers and registry are spoken to, and as whom.
type Access struct {
	// TLS towards the brokers; Cert and Key are PEM files, where they want to see a client's certificate.
	TLS  bool   `env:"KAFKA_TLS"`
	Cert string `env:"KAFKA_CERT"`
	Key  string `env:"KAFKA_KEY"`
	// SASL is how the brokers know who asks: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER; empty: not at all.
	SASL string `env:"KAFKA_SASL"`
	// User and Password; for OAUTHBEARER those of the client at TokenURL.
	User     string        `env:"KAFKA_USER"`
	Password config.Secret `env:"KAFKA_PASSWORD"`
	// TokenURL gives tokens for OAUTHBEARER, by the grant client_credentials.
	TokenURL    string   `env:"KAFKA_TOKEN_URL"`
	TokenScopes []string `env:"KAFKA_TOKEN_SCOPES"`

	// RegistryUser and RegistryPassword, or RegistryToken, are what the registry wants to see.
	RegistryUser     string        `env:"SCHEMA_REGISTRY_USER"`
	RegistryPassword config.Secret `env:"SCHEMA_REGISTRY_PASSWORD"`
	RegistryToken    config.Secret `env:"SCHEMA_REGISTRY_TOKEN"`
}

// Ways in which brokers know who asks.
const (
	saslPlain  = "PLAIN"
	saslSCRAM2 = "SCRAM-SHA-256"
	saslSCRAM5 = "SCRAM-SHA-512"
	saslOAuth  = "OAUTHBEARER"
)

var mechanisms = []string{saslPlain, saslSCRAM2, saslSCRAM5, saslOAuth}

// Validate names every fault.
func (a Access) Validate() error {
	var faults []error
	fault := func(wrong bool, text string) {
		if wrong {
			faults = append(faults, errors.New(text))
		}
	}
	fault(a.SASL != "" && !slices.Contains(mechanisms, a.SASL), "LAVRA_KAFKA_SASL: want one of "+strings.Join(mechanisms, ", "))
	fault(a.SASL != "" && (a.User == "" || !a.Password.Set()), "LAVRA_KAFKA_SASL: needs LAVRA_KAFKA_USER and LAVRA_KAFKA_PASSWORD")
	fault(a.SASL == "" && a.User != "", "LAVRA_KAFKA_USER: needs LAVRA_KAFKA_SASL")
	fault(!a.TLS && (a.SASL == saslPlain || a.SASL == saslOAuth), "LAVRA_KAFKA_SASL: "+a.SASL+" sends what must stay secret: needs LAVRA_KAFKA_TLS=true")
	fault((a.SASL == saslOAuth) != (a.TokenURL != ""), "LAVRA_KAFKA_TOKEN_URL: goes with LAVRA_KAFKA_SASL=OAUTHBEARER, and that with it")
	fault((a.Cert == "") != (a.Key == "") || a.Cert != "" && !a.TLS, "LAVRA_KAFKA_CERT, LAVRA_KAFKA_KEY: go together, and with LAVRA_KAFKA_TLS=true")
	fault(a.RegistryUser != "" && a.RegistryToken.Set(), "LAVRA_SCHEMA_REGISTRY_USER and LAVRA_SCHEMA_REGISTRY_TOKEN: want one of them")
	fault((a.RegistryUser == "") != !a.RegistryPassword.Set(), "LAVRA_SCHEMA_REGISTRY_USER, LAVRA_SCHEMA_REGISTRY_PASSWORD: go together")
	return errors.Join(faults...)
}

// clientOptions are what every client needs to be let in.
func (a Access) clientOptions(roots *x509.CertPool) ([]kgo.Opt, error) {
	var options []kgo.Opt
	if a.TLS {
		settings := &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
		if a.Cert != "" {
			pair, err := tls.LoadX509KeyPair(a.Cert, a.Key)
			if err != nil {
				return nil, fmt.Errorf("reading LAVRA_KAFKA_CERT: %w", err)
			}
			settings.Certificates = []tls.Certificate{pair}
		}
		options = append(options, kgo.DialTLSConfig(settings))
	}
	if m := a.mechanism(roots); m != nil {
		options = append(options, kgo.SASL(m))
	}
	return options, nil
}

func (a Access) mechanism(roots *x509.CertPool) sasl.Mechanism {
	switch a.SASL {
	case saslPlain:
		return plain.Auth{User: a.User, Pass: a.Password.Reveal()}.AsMechanism()
	case saslSCRAM2:
		return scram.Auth{User: a.User, Pass: a.Password.Reveal()}.AsSha256Mechanism()
	case saslSCRAM5:
		return scram.Auth{User: a.User, Pass: a.Password.Reveal()}.AsSha512Mechanism()
	case saslOAuth:
		return oauth.Oauth(a.tokens(roots))
	}
	return nil
}

// tokens gives a token for each connection: the same until it is about to expire.
func (a Access) tokens(roots *x509.CertPool) func(context.Context) (oauth.Auth, error) {
	ask := &clientcredentials.Config{ClientID: a.User, ClientSecret: a.Password.Reveal(), TokenURL: a.TokenURL, Scopes: a.TokenScopes}
	client := &http.Client{Timeout: 10 * time.Second, Transport: trusting(roots)}
	source := ask.TokenSource(context.WithValue(context.Background(), oauth2.HTTPClient, client))
	return func(context.Context) (oauth.Auth, error) {
		token, err := source.Token()
		if err != nil {
			var answer *oauth2.RetrieveError
			if errors.As(err, &answer) && answer.Response != nil {
				err = errors.New(answer.Response.Status) // its text quotes the whole answer
			}
			return oauth.Auth{}, fmt.Errorf("asking for a token: %w", err)
		}
		return oauth.Auth{Token: token.AccessToken}, nil
	}
}

func (a Access) registryOptions() []sr.ClientOpt {
	switch {
	case a.RegistryToken.Set():
		return []sr.ClientOpt{sr.BearerToken(a.RegistryToken.Reveal())}
	case a.RegistryUser != "":
		return []sr.ClientOpt{sr.BasicAuth(a.RegistryUser, a.RegistryPassword.Reveal())}
	}
	return nil
}

func trusting(roots *x509.CertPool) *http.Transport {
	return &http.Transport{MaxIdleConnsPerHost: 1, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
}
