package conformance

import (
	"strings"
	"testing"
)

// Pages of other origins call where a setting names them, and nowhere else.
func TestOnlyNamedOriginsMayCall(t *testing.T) {
	w := &world{T: t, service: startOnce(t), key: mainKey}
	const page = "https://pagina.exemplo.test"
	preflight := func(w *world, origin string) answer {
		return w.as("").do("OPTIONS", "/extract/batch", nil, "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization")
	}
	for _, a := range []answer{w.get("/health", "Origin", page), preflight(w, page), w.strictly().get("/health", "Origin", "https://outra.exemplo.test"),
		w.strictly().get("/health", "Origin", page+".br"), preflight(w.strictly(), "null")} {
		for name := range a.header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s: %s", a.call, name, a.header.Get(name))
			}
		}
	}
	for _, a := range []answer{w.strictly().get("/health", "Origin", page), w.strictly().as("").get("/extract/x", "Origin", page)} {
		if a.header.Get("Access-Control-Allow-Origin") != page || a.header.Get("Vary") != "Origin" || a.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %v", a.call, a.header)
		}
	}
	a := preflight(w.strictly(), page)
	if a.status != 204 || a.header.Get("Access-Control-Allow-Methods") != "GET, HEAD, POST" || !strings.Contains(a.header.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("%s: %d %v", a.call, a.status, a.header)
	}
}
