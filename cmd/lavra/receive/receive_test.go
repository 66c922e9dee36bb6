package receive_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/receive"
	"lavra.dev/platform/standardwebhooks"
)

// start runs the command until it ends by itself and gives its address.
func start(t *testing.T, arguments ...string) (url string, printed func() string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := receive.Command()
	var out strings.Builder
	messages, w := io.Pipe()
	cmd.SetOut(&out)
	cmd.SetErr(w)
	cmd.SetArgs(append([]string{"--listen", "127.0.0.1:0"}, arguments...))
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()
	line, err := bufio.NewReader(messages).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go io.Copy(io.Discard, messages)
	return regexp.MustCompile(`http://\S+`).FindString(line), func() string {
		t.Helper()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
}

func call(t *testing.T, url, body, token, signature string) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPatch, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("x-service-signature", signature)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func TestSignedCallbacksAreVerified(t *testing.T) {
	text := standardwebhooks.NewSecret()
	secret, err := standardwebhooks.ParseSecret(text)
	if err != nil {
		t.Fatal(err)
	}
	url, printed := start(t, "--secret", text, "--count", "1")
	const body = `{"request_id":"a","document_type":"RECIBO","status":"success"}`
	if got := call(t, url, body, "", ""); got != 401 {
		t.Errorf("without a signature: %d", got)
	}
	for _, c := range []struct {
		body string
		want int
	}{{body + " ", 401}, {body, 200}} {
		req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		standardwebhooks.Sign(req.Header, [][]byte{secret}, "a", time.Now(), []byte(body))
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != c.want {
			t.Errorf("%q: %d, want %d", c.body, resp.StatusCode, c.want)
		}
	}
	if out := printed(); !strings.Contains(out, "sent at another time") || !strings.Contains(out, "another signature") {
		t.Errorf("printed %s", out)
	}
}

func TestCallbacksAreVerifiedAndKeptOnce(t *testing.T) {
	out := filepath.Join(t.TempDir(), "results.jsonl")
	url, printed := start(t, "--token", "segredo", "--signature", "s1", "--out", out, "--count", "2")
	const first, second = `{"request_id":"a","document_type":"RECIBO","status":"success"}`, `{"request_id":"b\u001b[2J","status":"failed"}`
	for _, c := range []struct {
		body, token, signature string
		want                   int
	}{
		{first, "outro", "s1", 401}, {first, "segredo", "s2", 401}, {"nada", "segredo", "s1", 400}, {`{}`, "segredo", "s1", 400},
		{first, "segredo", "s1", 200}, {first, "segredo", "s1", 200}, {second, "segredo", "s1", 200},
	} {
		if got := call(t, url, c.body, c.token, c.signature); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	text := printed()
	for _, want := range []string{"another token", "another signature", "the body is no result", "PATCH 200 a RECIBO success \n", "repeat"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("a stranger moves the cursor")
	}
	if kept, err := os.ReadFile(out); err != nil || string(kept) != first+"\n"+second+"\n" {
		t.Errorf("kept %s, %v", kept, err)
	}
}
