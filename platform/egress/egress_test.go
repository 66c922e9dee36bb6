package egress_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lavra.dev/platform/egress"
)

// names is a resolver of the tests' own: each look-up of a name takes the next
// of its answers, and stays at the last.
type names map[string]*answers

type answers struct {
	sets  [][]string
	calls atomic.Int32
}

func answer(sets ...[]string) *answers { return &answers{sets: sets} }

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	a := n[host]
	if a == nil {
		return nil, &net.DNSError{Name: host, IsNotFound: true}
	}
	i := min(int(a.calls.Add(1))-1, len(a.sets)-1)
	var addrs []netip.Addr
	for _, s := range a.sets[i] {
		addrs = append(addrs, netip.MustParseAddr(s))
	}
	return addrs, nil
}

func networks(t testing.TB, list string) []netip.Prefix {
	t.Helper()
	n, err := egress.ParseNetworks(list)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestURLsAreJudgedInEveryForm(t *testing.T) {
	resolver := names{
		"public.example":  answer([]string{"93.184.216.34", "2606:2800:220:1::1"}),
		"private.example": answer([]string{"10.0.0.1", "fd00::1"}),
		"mixed.example":   answer([]string{"10.0.0.1", "93.184.216.34"}),
		"mapped.example":  answer([]string{"::ffff:127.0.0.1"}),
		"localhost":       answer([]string{"127.0.0.1", "::1"}),
		"localhost.":      answer([]string{"127.0.0.1", "::1"}),
	}
	tests := map[string]error{
		// Public.
		"http://public.example/a":            nil,
		"https://public.example:8443/a?b=c":  nil,
		"HTTPS://PUBLIC.EXAMPLE./":           nil,
		"http://mixed.example/":              nil,
		"http://unknown.example/":            nil, // may have an address when it counts
		"http://93.184.216.34/":              nil,
		"http://[2606:2800:220:1::1]/":       nil,
		"http://[::ffff:93.184.216.34]/":     nil,
		"http://[64:ff9b::5db8:d822]/":       nil, // NAT64 of 93.184.216.34
		"http://user:word@public.example/":   nil,
		"http://1572395042/":                 nil, // 93.184.216.34
		"http://sub_domain.public.example/a": nil,

		// Not URLs.
		"":                             egress.ErrURL,
		"public.example/a":             egress.ErrURL,
		"public.example:8080/a":        egress.ErrURL,
		"//public.example/a":           egress.ErrURL,
		"/a":                           egress.ErrURL,
		"not a url":                    egress.ErrURL,
		"http://":                      egress.ErrURL,
		"http:///a":                    egress.ErrURL,
		"http:public.example":          egress.ErrURL,
		"http://public.example:0/":     egress.ErrURL,
		"http://public.example:99999/": egress.ErrURL,
		"http://a b/":                  egress.ErrURL,
		"http://public.example\\@x/":   egress.ErrURL,
		"http://[::1/":                 egress.ErrURL,
		"http://256.1.1.1/":            egress.ErrURL,
		"http://1.2.3.4.5/":            egress.ErrURL,
		"http://public.example\r\nA:b": egress.ErrURL,
		"http://09.1.1.1/":             egress.ErrURL, // neither octal nor decimal
		"http://./":                    egress.ErrURL,
		"http://" + strings.Repeat("a", 9000) + ".example/": egress.ErrURL,

		// Other schemes.
		"ftp://public.example/a":      egress.ErrScheme,
		"file:///etc/passwd":          egress.ErrScheme,
		"gopher://public.example/":    egress.ErrScheme,
		"javascript:alert(1)":         egress.ErrScheme,
		"data:text/plain,x":           egress.ErrScheme,
		"mailto:someone@x.example":    egress.ErrScheme,
		"unix:///var/run/docker.sock": egress.ErrScheme,

		// Refused addresses.
		"http://private.example/":                       egress.ErrAddress,
		"http://mapped.example/":                        egress.ErrAddress,
		"http://localhost/":                             egress.ErrAddress,
		"http://localhost./":                            egress.ErrAddress,
		"http://127.0.0.1/":                             egress.ErrAddress,
		"http://127.0.0.1./":                            egress.ErrAddress,
		"http://127.1/":                                 egress.ErrAddress,
		"http://2130706433/":                            egress.ErrAddress,
		"http://0x7f000001/":                            egress.ErrAddress,
		"http://0x7F.0.0.1/":                            egress.ErrAddress,
		"http://0177.0.0.1/":                            egress.ErrAddress,
		"http://017700000001/":                          egress.ErrAddress,
		"http://１２７.0.0.1/":                             egress.ErrAddress,
		"http://127。0。0。1/":                             egress.ErrAddress,
		"http://0/":                                     egress.ErrAddress,
		"http://0.0.0.0/":                               egress.ErrAddress,
		"http://public.example@127.0.0.1/":              egress.ErrAddress,
		"http://10.1.2.3/":                              egress.ErrAddress,
		"http://172.31.255.255/":                        egress.ErrAddress,
		"http://192.168.0.1/":                           egress.ErrAddress,
		"http://100.64.0.1/":                            egress.ErrAddress,
		"http://100.100.100.200/":                       egress.ErrAddress,
		"http://169.254.169.254/latest/meta-data/":      egress.ErrAddress,
		"http://168.63.129.16/":                         egress.ErrAddress,
		"http://192.0.0.192/":                           egress.ErrAddress,
		"http://192.0.2.1/":                             egress.ErrAddress,
		"http://198.18.0.1/":                            egress.ErrAddress,
		"http://203.0.113.9/":                           egress.ErrAddress,
		"http://224.0.0.1/":                             egress.ErrAddress,
		"http://240.0.0.1/":                             egress.ErrAddress,
		"http://255.255.255.255/":                       egress.ErrAddress,
		"http://[::]/":                                  egress.ErrAddress,
		"http://[::1]/":                                 egress.ErrAddress,
		"http://[::127.0.0.1]/":                         egress.ErrAddress,
		"http://[::ffff:127.0.0.1]/":                    egress.ErrAddress,
		"http://[::ffff:7f00:1]/":                       egress.ErrAddress,
		"http://[::ffff:0:127.0.0.1]/":                  egress.ErrAddress,
		"http://[64:ff9b::127.0.0.1]/":                  egress.ErrAddress,
		"http://[64:ff9b:1::1]/":                        egress.ErrAddress,
		"http://[2002:7f00:1::]/":                       egress.ErrAddress,
		"http://[2001:0:4136:e378:8000:63bf:80ff:fffe]": egress.ErrAddress, // Teredo of 127.0.0.1
		"http://[2001:db8::1]/":                         egress.ErrAddress,
		"http://[3fff::1]/":                             egress.ErrAddress,
		"http://[fc00::1]/":                             egress.ErrAddress,
		"http://[fd00:ec2::254]/":                       egress.ErrAddress,
		"http://[fe80::1%25eth0]/":                      egress.ErrAddress,
		"http://[fec0::1]/":                             egress.ErrAddress,
		"http://[ff02::1]/":                             egress.ErrAddress,
	}
	guard := egress.New(nil, resolver)
	for url, want := range tests {
		if got := guard.CheckURL(t.Context(), url); !errors.Is(got, want) {
			t.Errorf("%.80q: got %v, want %v", url, got, want)
		}
	}
}

func TestAnAllowedNetworkIsAllowedInEveryForm(t *testing.T) {
	guard := egress.New(networks(t, "127.0.0.0/8, fd00::/8,10.9.8.7"), names{})
	for url, want := range map[string]error{
		"http://127.0.0.1/":             nil,
		"http://2130706433/":            nil,
		"http://[::ffff:127.0.0.1]/":    nil,
		"http://[64:ff9b::127.0.0.1]/":  nil,
		"http://[fd12::1]/":             nil,
		"http://10.9.8.7/":              nil,
		"http://10.9.8.6/":              egress.ErrAddress,
		"http://[::1]/":                 egress.ErrAddress,
		"http://[::ffff:169.254.1.1]/":  egress.ErrAddress,
		"http://169.254.169.254/latest": egress.ErrAddress,
	} {
		if got := guard.CheckURL(t.Context(), url); !errors.Is(got, want) {
			t.Errorf("%q: got %v, want %v", url, got, want)
		}
	}
}

func TestAllowListFaultsAreNamed(t *testing.T) {
	_, err := egress.ParseNetworks("10.0.0.0/8,here,300.1.1.1/8")
	if err == nil || !strings.Contains(err.Error(), `"here"`) || !strings.Contains(err.Error(), `"300.1.1.1/8"`) {
		t.Errorf("got %v", err)
	}
}

// server serves on an address of the loopback network, and counts its calls.
func server(t *testing.T, host string, handler http.HandlerFunc) (port string, calls *atomic.Int32) {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Skipf("this machine has no %s: %v", host, err)
	}
	calls = new(atomic.Int32)
	s := &httptest.Server{Listener: listener, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		handler(w, r)
	})}}
	s.Start()
	t.Cleanup(s.Close)
	_, port, _ = net.SplitHostPort(listener.Addr().String())
	return port, calls
}

func say(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }
}

func fetch(t *testing.T, g *egress.Guard, url string, limit int64) (string, error) {
	t.Helper()
	body, err := egress.NewDownloader(g, 2*time.Second).Open(t.Context(), url, limit)
	if err != nil {
		return "", err
	}
	defer body.Close()
	content, err := io.ReadAll(body)
	return string(content), err
}

func TestANameThatChangesItsMindGainsNothing(t *testing.T) {
	port, calls := server(t, "127.0.0.2", say("secret"))
	// Checked at first as a public address, then dialled as a private one.
	resolver := names{"rebind.example": answer([]string{"93.184.216.34"}, []string{"127.0.0.2"})}
	guard := egress.New(networks(t, "127.0.0.1/32"), resolver)
	url := "http://rebind.example:" + port + "/"
	if err := guard.CheckURL(t.Context(), url); err != nil {
		t.Fatalf("the public address is refused: %v", err)
	}
	if _, err := fetch(t, guard, url, 100); !errors.Is(err, egress.ErrAddress) {
		t.Errorf("got %v", err)
	}
	if calls.Load() != 0 {
		t.Error("the private address was called")
	}
}

func TestOnlyAllowedAddressesOfANameAreTried(t *testing.T) {
	port, allowed := server(t, "127.0.0.1", say("file"))
	resolver := names{"mixed.example": answer([]string{"127.0.0.2", "10.0.0.1", "127.0.0.1"})}
	guard := egress.New(networks(t, "127.0.0.1/32"), resolver)
	got, err := fetch(t, guard, "http://mixed.example:"+port+"/", 100)
	if err != nil || got != "file" || allowed.Load() != 1 {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestRedirects(t *testing.T) {
	privatePort, private := server(t, "127.0.0.2", say("secret"))
	var port string
	port, _ = server(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Referer") != "" {
			t.Error("the URL before the redirect was passed on")
		}
		to := map[string]string{
			"/1": "/0", "/2": "/1", "/3": "/2", "/4": "/3",
			"/private": "http://127.0.0.2:" + privatePort + "/",
			"/decimal": "http://2130706434:" + privatePort + "/",
			"/file":    "file:///etc/passwd",
			"/loop":    "/loop",
			"/broken":  "http://[/",
		}[r.URL.Path]
		if to == "" {
			io.WriteString(w, "file")
			return
		}
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	})
	guard := egress.New(networks(t, "127.0.0.1/32"), names{})
	for path, want := range map[string]error{
		"/0": nil, "/3": nil, "/4": egress.ErrDownload, "/loop": egress.ErrDownload, "/broken": egress.ErrDownload,
		"/private": egress.ErrAddress, "/decimal": egress.ErrAddress, "/file": egress.ErrScheme,
	} {
		_, err := fetch(t, guard, "http://127.0.0.1:"+port+path, 100)
		if !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", path, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "http") {
			t.Errorf("the error names the URL: %v", err)
		}
	}
	if private.Load() != 0 {
		t.Error("a refused address was called")
	}
}

func TestDownloadLimits(t *testing.T) {
	port, _ := server(t, "127.0.0.1", func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/missing":
			w.WriteHeader(http.StatusNotFound)
		case "/chunked":
			w.Write(bytes.Repeat([]byte("x"), 60))
			w.(http.Flusher).Flush()
			w.Write(bytes.Repeat([]byte("x"), 60))
		case "/slow":
			for range 100 {
				w.Write([]byte("x"))
				w.(http.Flusher).Flush()
				select {
				case <-time.After(100 * time.Millisecond):
				case <-r.Context().Done():
					return
				}
			}
		case "/cut":
			w.Header().Set("Content-Length", "50")
			w.Write([]byte("x"))
		default:
			w.Write(bytes.Repeat([]byte("x"), 100))
		}
	})
	guard := egress.New(networks(t, "127.0.0.1/32"), names{})
	for path, want := range map[string]error{
		"/": nil, "/missing": egress.ErrDownload, "/chunked": egress.ErrTooLarge,
		"/slow": egress.ErrDownload, "/cut": egress.ErrDownload,
	} {
		if _, err := fetch(t, guard, "http://127.0.0.1:"+port+path, 100); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", path, err, want)
		}
	}
	if _, err := fetch(t, guard, "http://127.0.0.1:"+port+"/", 99); !errors.Is(err, egress.ErrTooLarge) {
		t.Errorf("an announced size above the limit: %v", err)
	}
	if _, err := fetch(t, guard, "http://nowhere.example/", 99); !errors.Is(err, egress.ErrDownload) || strings.Contains(err.Error(), "nowhere") {
		t.Errorf("an unknown name: %v", err)
	}
}

func TestProxiesOfTheEnvironmentAreIgnored(t *testing.T) {
	proxyPort, proxied := server(t, "127.0.0.1", say("proxied"))
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:"+proxyPort)
	port, _ := server(t, "127.0.0.1", say("file"))
	resolver := names{"files.example": answer([]string{"127.0.0.1"})}
	got, err := fetch(t, egress.New(networks(t, "127.0.0.1"), resolver), "http://files.example:"+port+"/", 100)
	if err != nil || got != "file" || proxied.Load() != 0 {
		t.Errorf("got %q, %v", got, err)
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, seed := range []string{"http://127.0.0.1/", "http://[::1]:80/", "http://0x7f.1", "http://a:b@c/d?e#f", "mailto:x", "http://1.2.3.4.5.6/", "http://[fe80::1%25en0]/"} {
		f.Add(seed)
	}
	guard := egress.New(nil, names{})
	f.Fuzz(func(t *testing.T, raw string) {
		err := guard.CheckURL(t.Context(), raw)
		for _, known := range []error{nil, egress.ErrURL, egress.ErrScheme, egress.ErrAddress} {
			if errors.Is(err, known) {
				return
			}
		}
		t.Errorf("%q: %v", raw, err)
	})
}
