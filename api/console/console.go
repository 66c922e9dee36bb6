// Package console serves the web console: one page at / and the files it loads,
// built from the folder console/ and kept in the binary.
//
// In come requests of browsers, without a key; out go files that are the same for
// everybody, packed once. What the page shows it asks of the interface, with the key
// of whoever sits before it; nothing here knows an account or a document.
package console

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
)

//go:embed dist
var dist embed.FS

// Settings are what the page needs to know of the service.
type Settings struct {
	Version       string `json:"version"`
	IngestURL     string `json:"ingestUrl"` // where documents are sent; empty: here
	MaxFileBytes  int64  `json:"maxFileBytes"`
	MaxBatchBytes int64  `json:"maxBatchBytes"`
	MaxBatchFiles int    `json:"maxBatchFiles"`
}

// Console is the page and its files.
type Console struct {
	settings Settings
	policy   string
	files    map[string]file // by their names
}

type file struct {
	kind          string
	plain, packed []byte
}

// page is the file that / answers with.
const page = "index.html"

// kinds of the files, by how their names end. The system's own table may say anything.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
}

// New reads the files.
func New(s Settings) (*Console, error) {
	ingest, err := origin(s.IngestURL)
	if err != nil {
		return nil, err
	}
	c := &Console{settings: s, files: map[string]file{}}
	// Files of this origin only; pictures of pages are fetched with the key and shown as blobs.
	c.policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'" + ingest +
		"; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("reading the console: %w", err)
	}
	for _, e := range entries {
		plain, err := fs.ReadFile(dist, "dist/"+e.Name())
		if err != nil {
			return nil, fmt.Errorf("reading the console: %w", err)
		}
		c.files[e.Name()] = file{kind: kinds[path.Ext(e.Name())], plain: plain, packed: pack(plain)}
	}
	if _, ok := c.files[page]; !ok {
		return nil, fmt.Errorf("reading the console: no %s; run make console", page)
	}
	return c, nil
}

var hostForm = regexp.MustCompile(`^[A-Za-z0-9.\-:\[\]]+$`)

// origin is the source that a policy names for an address, after a space.
func origin(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !hostForm.MatchString(u.Host) {
		return "", errors.New("want http://host:port")
	}
	return " " + u.Scheme + "://" + u.Host, nil
}

func pack(plain []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is known
	_, _ = w.Write(plain)                                   // memory takes all
	_ = w.Close()
	return out.Bytes()
}

// Register adds the page and its files to a router of web.NewRouter.
func (c *Console) Register(r *mux.Router) {
	web.Public(r.Path("/").Methods(http.MethodGet).HandlerFunc(c.getPage))
	web.Public(r.Path("/console/config.json").Methods(http.MethodGet).HandlerFunc(c.getSettings))
	web.Public(r.Path("/console/{file}").Methods(http.MethodGet).HandlerFunc(c.getFile))
}

func (c *Console) getPage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", c.policy)
	w.Header().Set("Cache-Control", "no-cache") // it names the files of this build
	send(w, r, c.files[page])
}

func (c *Console) getSettings(w http.ResponseWriter, _ *http.Request) {
	web.JSON(w, http.StatusOK, c.settings)
}

func (c *Console) getFile(w http.ResponseWriter, r *http.Request) {
	name := mux.Vars(r)["file"]
	f, ok := c.files[name]
	switch {
	case !ok || name == page:
		web.Message(w, http.StatusNotFound, "Not found")
		return
	case path.Ext(name) == ".svg":
		w.Header().Set("Cache-Control", "public, max-age=3600")
	default: // the name holds a hash of the content
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	send(w, r, f)
}

func send(w http.ResponseWriter, r *http.Request, f file) {
	body := f.plain
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(f.packed) < len(f.plain) {
		h.Set("Content-Encoding", "gzip")
		body = f.packed
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a client that is gone needs no answer
}
