package clickhousehttp

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// do sends one request as curl would.
func do(t *testing.T, method, target, body string, headers ...string) (int, string, http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	if host := request.Header.Get("Host"); host != "" {
		request.Host = host
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer), response.Header
}

func TestStatementsByURLAndByBody(t *testing.T) {
	base := "http://" + serve(t) + "/"
	in := func(query string) string { return base + "?query=" + url.QueryEscape(query) }
	do(t, "POST", base, "CREATE TABLE curled (id UInt32, name String) ENGINE = MergeTree ORDER BY id")
	tests := []struct {
		name, method, url, body string
		headers                 []string
		status                  int
		want                    string
	}{
		{"ping", "GET", base + "ping", "", nil, 200, "Ok.\n"},
		{"nothing asked", "GET", base, "", nil, 200, "Ok.\n"},
		{"query in the URL", "GET", in("SELECT 1"), "", nil, 200, "1\n"},
		{"query in the body", "POST", base, "SELECT 1, 'a'", nil, 200, "1\ta\n"},
		{"query in both", "POST", in("SELECT 1 +"), "2", nil, 200, "3\n"},
		{"a comment first", "POST", base, "-- what\n/* this */ SELECT 1", nil, 200, "1\n"},
		{"format in the query", "GET", in("SELECT 1 AS n FORMAT JSONEachRow"), "", nil, 200, `{"n":1}` + "\n"},
		{"format before settings", "POST", base, "SELECT 1 AS n FORMAT CSVWithNames SETTINGS max_threads = 1", nil, 200, "\"n\"\n1\n"},
		{"format by header", "POST", base, "SELECT 1", []string{"X-ClickHouse-Format", "CSV"}, 200, "1\n"},
		{"FORMAT inside a text", "POST", base, "SELECT ' FORMAT JSON'", nil, 200, " FORMAT JSON\n"},
		{"parameter", "POST", base + "?param_p=it%27s", "SELECT {p:String} FORMAT TSVRaw", nil, 200, "it's\n"},
		{"setting", "POST", base + "?max_block_size=77", "SELECT getSetting('max_block_size')", nil, 200, "77\n"},
		{"rows in the statement", "POST", base, "INSERT INTO curled VALUES (1, 'a'), (2, 'b')", nil, 200, ""},
		{"rows after a format", "POST", base, "INSERT INTO curled FORMAT CSV\n3,c\n4,d\n", nil, 200, ""},
		{"rows in the body", "POST", in("INSERT INTO curled (id, name) FORMAT JSONEachRow"), `{"id":5,"name":"e"}`, nil, 200, ""},
		{"insert by select", "POST", base, "INSERT INTO curled SELECT 6, 'f'", nil, 200, ""},
		{"all six are there", "POST", base, "SELECT groupArray(name) FROM (SELECT * FROM curled ORDER BY id)", nil, 200, "['a','b','c','d','e','f']\n"},
		{"show", "POST", base, "SHOW TABLES LIKE 'curled'", nil, 200, "curled\n"},
		{"GET changes nothing", "GET", in("DROP TABLE curled"), "", nil, 403, "Code: 164"},
		{"GET changes nothing, whatever it asks", "GET", in("DROP TABLE curled") + "&readonly=0", "", nil, 403, "Code: 164"},
		{"unknown table", "POST", base, "SELECT * FROM missing", nil, 404, "Code: 60"},
		{"unknown setting", "POST", base + "?no_such_thing=1", "SELECT 1", nil, 400, "Code: 115"},
		{"rows that do not parse", "POST", in("INSERT INTO curled FORMAT CSV"), "x,y,z", nil, 400, "Code: 27"},
		{"sessions", "POST", base + "?session_id=a", "SELECT 1", nil, 501, "Code: 48"},
		{"unknown path", "GET", base + "play?a=1", "", nil, 404, ""},
		{"unknown method", "DELETE", base, "", nil, 405, ""},
		{"broken gzip", "POST", base, "SELECT 1", []string{"Content-Encoding", "gzip"}, 400, "Code: 354"},
		{"unknown encoding", "POST", base, "SELECT 1", []string{"Content-Encoding", "br"}, 501, "Code: 48"},
		{"too long a statement", "POST", base, "SELECT '" + strings.Repeat("x", maxStatement) + "'", nil, 413, "Code: 307"},
		{"another site's page", "POST", base, "SELECT 1", []string{"Sec-Fetch-Site", "cross-site"}, 403, "refused"},
		{"a name pointed here", "POST", base, "SELECT 1", []string{"Host", "example.com"}, 403, "refused"},
		{"an address that browsers take for this machine", "POST", base, "SELECT 1", []string{"Host", "0.0.0.0:8123"}, 403, "refused"},
		{"another machine's address", "POST", base, "SELECT 1", []string{"Host", "10.0.0.7:8123"}, 403, "refused"},
		{"a page of an older browser", "POST", base, "SELECT 1", []string{"Origin", "http://evil.example"}, 403, "refused"},
		{"a page without an origin", "POST", base, "SELECT 1", []string{"Origin", "null"}, 403, "refused"},
		{"localhost", "POST", base, "SELECT 1", []string{"Host", "localhost:8123"}, 200, "1\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, answer, headers := do(t, test.method, test.url, test.body, test.headers...)
			matches := answer == test.want
			if status != 200 {
				matches = strings.Contains(answer, test.want)
			}
			if status != test.status || !matches {
				t.Errorf("got %d %.300q, want %d %q", status, answer, test.status, test.want)
			}
			if strings.HasPrefix(test.want, "Code: ") && !strings.HasSuffix(test.want, " "+headers.Get("X-ClickHouse-Exception-Code")) {
				t.Errorf("the header says %q, the body %q", headers.Get("X-ClickHouse-Exception-Code"), answer)
			}
		})
	}
}

func TestAFormatWithAHeaderHasOneHeader(t *testing.T) {
	status, answer, _ := do(t, "POST", "http://"+serve(t)+"/", "SELECT number AS n FROM numbers(200000) FORMAT CSVWithNames")
	if status != 200 || strings.Count(answer, `"n"`) != 1 || strings.Count(answer, "\n") != 200001 {
		t.Errorf("status %d, %d headers, %d lines", status, strings.Count(answer, `"n"`), strings.Count(answer, "\n"))
	}
}

func TestACutOffBodyIsNeverCommitted(t *testing.T) {
	address := serve(t)
	do(t, "POST", "http://"+address+"/", "CREATE TABLE cut (n UInt32) ENGINE = MergeTree ORDER BY n")
	target := "/?query=" + url.QueryEscape("INSERT INTO cut FORMAT CSV")
	for name, request := range map[string]string{
		"shorter than its length": fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Length: 100\r\n\r\n1\n2\n", target, address),
		"chunks without an end":   fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1\n2\n\r\n", target, address),
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := conn.Write([]byte(request)); err != nil {
				t.Fatal(err)
			}
			conn.(*net.TCPConn).CloseWrite()
			io.Copy(io.Discard, conn) // until the server is done with it
			conn.Close()
			if _, answer, _ := do(t, "POST", "http://"+address+"/", "SELECT count() FROM cut"); answer != "0\n" {
				t.Errorf("%q rows were committed", answer)
			}
		})
	}
}

func FuzzReadingRequests(f *testing.F) {
	f.Add("SELECT 1 FORMAT JSON", "", "CSV")
	f.Add("INSERT INTO t (a) FORMAT Native", "x", "")
	f.Add("", "/* a */ (WITH 1 AS n SELECT n) SETTINGS a = 1 FORMAT TSV;", "")
	f.Fuzz(func(t *testing.T, query, body, format string) {
		target := "/?" + url.Values{"query": {query}, "default_format": {format}, "decompress": {"0"}}.Encode()
		q, err := readRequest(httptest.NewRequest("POST", target, strings.NewReader(body)))
		if err != nil {
			t.Fatalf("a small request without compression was refused: %v", err)
		}
		q.streams()
		if all := q.sql + q.insertFormat; !strings.Contains(query+"\n"+body, q.insertFormat) || len(all) > len(query)+len(body)+1 {
			t.Errorf("the statement became %q", all)
		}
	})
}

func TestStatementsNeedThePassword(t *testing.T) {
	host := serve(t)
	closed := &Server{cfg: engine.server.cfg, slots: engine.server.slots, keep: engine.server.keep, about: engine.server.about}
	closed.cfg.Password = "a random one"
	server := httptest.NewServer(closed)
	defer server.Close()
	base := server.URL + "/?query=" + url.QueryEscape("SELECT 1")
	basic := func(user, password string) []string {
		r := httptest.NewRequest("GET", "/", nil)
		r.SetBasicAuth(user, password)
		return []string{"Authorization", r.Header.Get("Authorization")}
	}
	for _, c := range []struct {
		name, url string
		headers   []string
		status    int
	}{
		{"none", base, nil, 401},
		{"a wrong one", base, basic("lavra", "another"), 401},
		{"another user", base, basic("default", "a random one"), 401},
		{"the beginning", base, basic("lavra", "a random"), 401},
		{"wrong in headers, right in the URL", base + "&user=lavra&password=a+random+one", []string{"X-ClickHouse-User", "lavra", "X-ClickHouse-Key", "x"}, 401},
		{"basic", base, basic("lavra", "a random one"), 200},
		{"headers", base, []string{"X-ClickHouse-User", "lavra", "X-ClickHouse-Key", "a random one"}, 200},
		{"URL", base + "&user=lavra&password=a+random+one", nil, 200},
		{"a sign of life", server.URL + "/ping", nil, 200},
		{"a page of elsewhere", base, append(basic("lavra", "a random one"), "Origin", "http://evil.example"), 403},
	} {
		for _, method := range []string{"GET", "POST"} {
			status, answer, _ := do(t, method, c.url, "", c.headers...)
			if status != c.status || strings.Contains(answer, "a random one") {
				t.Errorf("%s by %s: %d %s", c.name, method, status, answer)
			}
		}
	}
	if status, _, _ := do(t, "GET", "http://"+host+"/?query=SELECT+1", ""); status != 200 {
		t.Errorf("an engine without a password answers %d", status)
	}
}

func TestARoleIsRefusedWithWhatToDo(t *testing.T) {
	base := "http://" + serve(t) + "/"
	for _, sql := range []string{"CREATE ROLE analyst", "CREATE USER maria IDENTIFIED BY 'x'", "GRANT SELECT ON *.* TO maria", "CREATE ROW POLICY p ON system.one USING 1 TO ALL"} {
		if status, answer, _ := do(t, "POST", base, sql); status == 200 || !strings.Contains(answer, "need a ClickHouse server") {
			t.Errorf("%s: %d %q", sql, status, answer)
		}
	}
}
