package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"lavra.dev/platform/config"
)

func TestStatementsGoToTheStoreWithItsPassword(t *testing.T) {
	store := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		statement, _ := io.ReadAll(r.Body)
		if user, password, _ := r.BasicAuth(); user != "lavra" || password != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			io.WriteString(w, "Code: 516. DB::Exception: authentication failed\n")
			return
		}
		io.WriteString(w, string(statement)+" in "+r.URL.Query().Get("default_format")+" of "+r.URL.Query().Get("database")+"\n")
	}))
	defer store.Close()
	var out strings.Builder
	at, err := url.Parse(strings.Replace(store.URL, "//", "//lavra:secret@", 1) + "/default")
	if err != nil {
		t.Fatal(err)
	}
	if err := runSQL(t.Context(), http.DefaultClient, at, strings.NewReader("SELECT 1"), "CSV", &out); err != nil || out.String() != "SELECT 1 in CSV of default\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	at.User = url.UserPassword("lavra", "wrong")
	if err := runSQL(t.Context(), http.DefaultClient, at, strings.NewReader("SELECT 1"), "CSV", &out); err == nil || !strings.Contains(err.Error(), "516") || strings.Contains(err.Error(), "wrong") {
		t.Errorf("a wrong password: %v", err)
	}
	for dsn, want := range map[string]bool{"http://u:p@h:8123/d": true, "https://h/d": true, "clickhouse://u:p@h:9000/d": false} {
		if got, err := (&Settings{ClickHouseDSN: config.Secret(dsn)}).queryStore(); (err == nil) != want || err == nil && got.String() != dsn || err != nil && strings.Contains(err.Error(), "u:p") {
			t.Errorf("%s: %v, %v", dsn, got, err)
		}
	}
	s := &Settings{DataDir: t.TempDir(), ClickHouseListen: "127.0.0.1:8123"}
	first, err := s.queryStore()
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.queryStore()
	password, _ := first.User.Password()
	if err != nil || first.String() != second.String() || len(password) < 32 {
		t.Errorf("the password is made anew, or short: %d characters, %v", len(password), err)
	}
}

func TestARowThatFailsHalfWayIsAnError(t *testing.T) {
	store := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-ClickHouse-Exception-Tag", "4711")
		io.WriteString(w, strings.Repeat("a row\n", 10_000)+"\r\n__exception__\r\n4711\r\nCode: 241. DB::Exception: memory\n32 4711\r\n__exception__\r\n")
	}))
	defer store.Close()
	at, err := url.Parse(store.URL + "/default")
	if err != nil {
		t.Fatal(err)
	}
	if err := runSQL(t.Context(), http.DefaultClient, at, strings.NewReader("SELECT 1"), "TSV", io.Discard); err == nil || !strings.Contains(err.Error(), "Code: 241") {
		t.Errorf("the error is %v", err)
	}
}
