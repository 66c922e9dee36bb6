package secret_test

import (
	"strings"
	"testing"

	"lavra.dev/platform/secret"
)

func TestWhatIsSealedAsText(t *testing.T) {
	keys, err := secret.New("0123456789abcdef0123456789abcdef")
	if err != nil {
		t.Fatal(err)
	}
	const request = "01a206ac-e622-7d87-b471-2635bf9eb539"
	for _, c := range []struct{ url, shown string }{
		{"https://a.example/hook", "https://a.example/hook"},
		{"HTTPS://a.example:8443/a%2Fb", "HTTPS://a.example:8443/a%2Fb"},
		{"https://a.example/hook?token=geheim", "https://a.example/hook?lavra-sealed="},
		{"https://user:geheim@a.example/hook", "https://a.example/hook?lavra-sealed="},
		{"https://a.example/a%2Fb?x#geheim", "https://a.example/a%2Fb?lavra-sealed="},
		{"https://a.example/hook?", "https://a.example/hook?lavra-sealed="},
		{"https://a.example/hook?lavra-sealed=x", "https://a.example/hook?lavra-sealed="},
	} {
		sealed := keys.SealURL(c.url, request)
		if !strings.HasPrefix(sealed, c.shown) || strings.Contains(sealed, "geheim") {
			t.Errorf("%s is kept as %s", c.url, sealed)
		}
		if opened, err := keys.OpenURL(sealed, request); err != nil || opened != c.url {
			t.Errorf("%s opens as %s, %v", c.url, opened, err)
		}
		if opened, err := keys.OpenURL(sealed, "another"); sealed != c.url && (err == nil || opened != "") {
			t.Errorf("%s opens for another request", c.url)
		}
	}
	for _, text := range []string{"", "assinatura", "lavra-sealed:x", "ação 🔑"} {
		sealed := keys.SealText(text, request)
		if opened, err := keys.OpenText(sealed, request); err != nil || opened != text {
			t.Errorf("%q opens as %q, %v", text, opened, err)
		}
		if _, err := keys.OpenText(sealed, "another"); err == nil {
			t.Errorf("%q opens for another request", text)
		}
	}
	if before, err := keys.OpenText("kept by a build before", request); err != nil || before != "kept by a build before" {
		t.Errorf("%q, %v", before, err)
	}
	if _, err := keys.OpenText("lavra-sealed:changed", request); err == nil {
		t.Error("what was changed opens")
	}
}
