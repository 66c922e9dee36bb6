package kafka_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/sr/srfake"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/trust"
)

// guarded is a registry by TLS that asks for a login.
func guarded(t *testing.T) *httptest.Server {
	t.Helper()
	registry := srfake.New()
	t.Cleanup(registry.Close)
	target, err := url.Parse(registry.URL())
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	front := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, basic := r.BasicAuth()
		if basic && user == "lavra" && password == "registry-secret" || r.Header.Get("Authorization") == "Bearer registry-token" {
			proxy.ServeHTTP(w, r)
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(front.Close)
	front.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0) // of who does not trust it
	return front
}

func TestALogThatAsksWhoIsThere(t *testing.T) {
	registry := guarded(t)
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.EnableSASL(), kfake.TLS(&tls.Config{Certificates: registry.TLS.Certificates}),
		kfake.Superuser("PLAIN", "lavra", "plain-secret"), kfake.Superuser("SCRAM-SHA-256", "lavra", "scram-secret"),
		kfake.Superuser("SCRAM-SHA-512", "lavra512", "scram-secret"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: registry.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	roots, err := trust.Pool(file)
	if err != nil {
		t.Fatal(err)
	}
	good := kafka.Access{TLS: true, SASL: "PLAIN", User: "lavra", Password: "plain-secret", RegistryUser: "lavra", RegistryPassword: "registry-secret"}
	with := func(change func(*kafka.Access)) kafka.Access {
		a := good
		change(&a)
		return a
	}
	for _, c := range []struct {
		name   string
		access kafka.Access
		roots  *x509.CertPool
		in     bool
	}{
		{"PLAIN", good, roots, true},
		{"SCRAM-SHA-256", with(func(a *kafka.Access) { a.SASL, a.Password = "SCRAM-SHA-256", "scram-secret" }), roots, true},
		{"SCRAM-SHA-512", with(func(a *kafka.Access) { a.SASL, a.User, a.Password = "SCRAM-SHA-512", "lavra512", "scram-secret" }), roots, true},
		{"a token for the registry", with(func(a *kafka.Access) {
			a.RegistryUser, a.RegistryPassword, a.RegistryToken = "", "", "registry-token"
		}), roots, true},
		{"a wrong password", with(func(a *kafka.Access) { a.Password = "wrong-secret" }), roots, false},
		{"no login", with(func(a *kafka.Access) { a.SASL = "" }), roots, false},
		{"no TLS", with(func(a *kafka.Access) { a.TLS = false }), roots, false},
		{"an authority that nobody knows", good, nil, false},
		{"the registry's wrong password", with(func(a *kafka.Access) { a.RegistryPassword = "wrong-secret" }), roots, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			limit := 2 * time.Second // of those who never get in
			if c.in {
				limit = time.Minute
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			var said bytes.Buffer
			k, err := kafka.Dial(ctx, kafka.Config{Brokers: cluster.ListenAddrs(), RegistryURL: registry.URL, Access: c.access, Roots: c.roots},
				kafka.Deps{Logger: slog.New(slog.NewTextHandler(&said, nil))})
			if err == nil {
				defer k.Close()
			}
			if (err == nil) != c.in {
				t.Errorf("in: %v, want %v: %v", err == nil, c.in, err)
			}
			if strings.Contains(said.String(), "-secret") || err != nil && strings.Contains(err.Error(), "-secret") {
				t.Error("a password is told")
			}
		})
	}
}

func TestAccessThatDoesNotGoTogether(t *testing.T) {
	for want, a := range map[string]kafka.Access{
		"LAVRA_KAFKA_SASL":                 {SASL: "KERBEROS", User: "a", Password: "b", TLS: true},
		"LAVRA_KAFKA_TLS":                  {SASL: "PLAIN", User: "a", Password: "b"},
		"LAVRA_KAFKA_PASSWORD":             {SASL: "SCRAM-SHA-512", User: "a"},
		"LAVRA_KAFKA_TOKEN_URL":            {SASL: "OAUTHBEARER", User: "a", Password: "b", TLS: true},
		"LAVRA_KAFKA_KEY":                  {TLS: true, Cert: "a.pem"},
		"LAVRA_SCHEMA_REGISTRY_TOKEN":      {RegistryUser: "a", RegistryPassword: "b", RegistryToken: "c"},
		"LAVRA_SCHEMA_REGISTRY_PASSWORD":   {RegistryUser: "a"},
		"LAVRA_KAFKA_USER: needs LAVRA_KA": {User: "a"},
	} {
		if err := a.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want a word of %s", a, err, want)
		}
	}
	if err := errors.Join(kafka.Access{}.Validate(), kafka.Access{SASL: "SCRAM-SHA-512", User: "a", Password: "b"}.Validate()); err != nil {
		t.Error(err)
	}
}
