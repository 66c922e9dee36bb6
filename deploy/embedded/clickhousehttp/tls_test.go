package clickhousehttp

import (
	"crypto/x509"
	"net/http/httptest"
	"strings"
	"testing"

	"lavra.dev/platform/clickhouse"
)

// The services' own client by TLS, as a user: with the authority and the password it is let in, without either not.
func TestTheServicesComeByTLSAndPassword(t *testing.T) {
	serve(t)
	closed := &Server{cfg: engine.server.cfg, slots: engine.server.slots, keep: engine.server.keep, about: engine.server.about}
	closed.cfg.Password = "a random one"
	server := httptest.NewTLSServer(closed)
	defer server.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	for _, c := range []struct {
		name, user string
		roots      *x509.CertPool
		in         bool
	}{
		{"as told", "lavra:a random one", trusted, true},
		{"a wrong password", "lavra:another", trusted, false},
		{"another user", "default:a random one", trusted, false},
		{"an authority that nobody knows", "lavra:a random one", x509.NewCertPool(), false},
	} {
		dsn := "https://" + strings.ReplaceAll(c.user, " ", "%20") + "@" + strings.TrimPrefix(server.URL, "https://") + "/default"
		client, err := clickhouse.Open(clickhouse.Config{DSN: dsn, Roots: c.roots})
		if err != nil {
			t.Fatal(err)
		}
		var rows []struct {
			N uint8 `ch:"n"`
		}
		err = client.Select(t.Context(), &rows, "SELECT 1 AS n")
		if in := err == nil && len(rows) == 1; in != c.in {
			t.Errorf("%s: %v", c.name, err)
		}
		client.Close()
	}
	if plain, err := clickhouse.Open(clickhouse.Config{DSN: "http://lavra:a%20random%20one@" + strings.TrimPrefix(server.URL, "https://") + "/default"}); err == nil {
		defer plain.Close()
		if err := plain.Exec(t.Context(), "SELECT 1"); err == nil {
			t.Error("without TLS: let in")
		}
	}
}
