package security

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/trial"
)

// The embedded parts are no way in.
func TestEmbeddedParts(t *testing.T) {
	secret := func(s *target) string { return filepath.Join(s.dir, "secret.key") }
	run(t, []attack{
		{"SQL without a password", "401", func(t *testing.T, s *target) string {
			status, _ := send(t, http.MethodPost, "http://"+s.clickhouse+"/", []byte("SELECT 1"))
			return fmt.Sprint(status)
		}},
		{"SQL from a page, with the password", "403", sqlBy(func(*target) string { return "SELECT 1" }, "Origin", "http://evil.example")},
		{"SQL by a name that points here, with the password", "403", sqlBy(func(*target) string { return "SELECT 1" }, "Host", "evil.example")},
		{"file() on the master secret, with the password", "refused", sqlReads(func(s *target) string { return "SELECT * FROM file('" + secret(s) + "', 'LineAsString')" })},
		{"file() on the environment, with the password", "refused", sqlReads(func(*target) string { return "SELECT * FROM file('/proc/self/../1/environ', 'LineAsString')" })},
		{"url() to the metrics, with the password", "refused", sqlReads(func(s *target) string {
			return "SELECT * FROM url('http://" + s.metric + "/metrics', 'LineAsString') SETTINGS http_max_tries = 1"
		})},
		{"INSERT INTO FUNCTION file() outside, with the password", "refused", sqlReads(func(s *target) string {
			return "INSERT INTO FUNCTION file('" + filepath.Join(s.dir, "planted") + "', 'LineAsString') SELECT 'x'"
		})},
		{"GET that writes with readonly=0, with the password", "refused", func(t *testing.T, s *target) string {
			status, text := send(t, http.MethodGet, trial.StoreURL(s.dir, s.clickhouse)+"?readonly=0&query="+url.QueryEscape("CREATE TABLE planted (n Int8) ENGINE = Memory"), nil)
			return refusedBy(status, text)
		}},
		{"registry: PUT /mode from a page", "403", func(t *testing.T, s *target) string {
			status, _ := send(t, http.MethodPut, "http://"+s.registry+"/mode", []byte(`{"mode":"READONLY"}`), "Origin", "http://evil.example")
			return fmt.Sprint(status)
		}},
		{"registry by a name that points here", "403", func(t *testing.T, s *target) string {
			status, _ := send(t, http.MethodGet, "http://"+s.registry+"/subjects", nil, "Host", "evil.example")
			return fmt.Sprint(status)
		}},
		{"metrics by a name that points here", "403", func(t *testing.T, s *target) string {
			status, _ := send(t, http.MethodGet, "http://"+s.metric+"/metrics", nil, "Host", "evil.example")
			return fmt.Sprint(status)
		}},
		{"Kafka: a page's request, an unknown one, lengths of 2 GiB", "closed, and the service goes on", framesThatAreNone},
		{"a tenant's fileUrl to the registry, loopback allowed", "400", fetches(func(s *target) string { return "http://" + s.registry + "/subjects" })},
		{"a tenant's fileUrl to ClickHouse, loopback allowed", "400", fetches(func(s *target) string { return "http://" + s.clickhouse + "/ping" })},
		{"a tenant's fileUrl to the metrics, in another form", "400", fetches(func(s *target) string { return "http://127.1:" + portOf(s.metric) + "/metrics" })},
		{"a tenant's fileUrl to the interface itself", "400", fetches(func(s *target) string { return s.url + "/health" })},
		{"a tenant's callback to ClickHouse", "400", func(t *testing.T, s *target) string {
			status, _ := s.post(t, modestKey, "/extract", "a.pdf", sample(t, "boleto-02.pdf"), "callbackUrl", "http://"+s.clickhouse+"/?query=SELECT+1")
			return fmt.Sprint(status)
		}},
	})
}

func framesThatAreNone(t *testing.T, s *target) string {
	for _, sent := range []string{
		"POST /mode HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "\x00\x00\x00\x10\x7f\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
		"\x7f\xff\xff\xff\x00\x03\x00\x00\x00\x00\x00\x00", "\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00",
	} {
		conn, err := net.Dial("tcp", s.kafka)
		if err != nil {
			return err.Error()
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(patience))
		if _, err := io.WriteString(conn, sent); err != nil {
			return err.Error()
		}
		if n, err := conn.Read(make([]byte, 1)); n > 0 || os.IsTimeout(err) {
			return fmt.Sprintf("%q: %d bytes, %v", sent, n, err)
		}
	}
	if status, _ := s.get(t, "/health", modestKey); status != http.StatusOK {
		return fmt.Sprintf("closed, but /health answers %d", status)
	}
	return "closed, and the service goes on"
}

func portOf(address string) string { return address[strings.LastIndexByte(address, ':')+1:] }

func sqlBy(statement func(*target) string, headers ...string) func(*testing.T, *target) string {
	return func(t *testing.T, s *target) string {
		status, _ := send(t, http.MethodPost, trial.StoreURL(s.dir, s.clickhouse), []byte(statement(s)), headers...)
		return fmt.Sprint(status)
	}
}

func sqlReads(statement func(*target) string) func(*testing.T, *target) string {
	return func(t *testing.T, s *target) string {
		status, text := send(t, http.MethodPost, trial.StoreURL(s.dir, s.clickhouse), []byte(statement(s)))
		return refusedBy(status, text)
	}
}

// refusedBy names an answer by its code alone: its words quote paths.
func refusedBy(status int, text string) string {
	if status < 400 {
		return fmt.Sprintf("done: %.60q", text)
	}
	code, _, _ := strings.Cut(strings.TrimPrefix(text, "Code: "), ".")
	return fmt.Sprintf("refused, %d, code %.5s", status, code)
}

func fetches(at func(*target) string) func(*testing.T, *target) string {
	return func(t *testing.T, s *target) string {
		body, err := json.Marshal(map[string]string{"fileUrl": at(s)})
		if err != nil {
			t.Fatal(err)
		}
		status, text := send(t, http.MethodPost, s.url+"/extract/sync", body, "Authorization", "Bearer "+modestKey, "Content-Type", "application/json")
		if strings.Contains(text, "lavra_") || strings.Contains(text, "Ok.") {
			return "what stands there: " + text
		}
		return fmt.Sprint(status)
	}
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../../samples", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Clone(data)
}
