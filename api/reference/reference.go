// Package reference is the page that shows the OpenAPI document to people and
// lets them try it: Swagger UI, served from here. Nothing is loaded from anywhere
// else, and its policy allows nothing else.
package reference

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io"
)

//go:generate ./fetch.sh

//go:embed index.html page.js page.css
var own embed.FS

//go:embed assets/*.gz
var viewer embed.FS

// Policy is the content security policy of the page. The viewer's own style sheet
// has pictures as data, and it sets styles of elements.
const Policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
	"script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'"

// File is one of the page's files.
type File struct {
	Path, ContentType string
	Body              []byte
}

// Files reads them.
func Files() ([]File, error) {
	var files []File
	for _, f := range []struct{ path, name, contentType string }{
		{"/docs", "index.html", "text/html; charset=utf-8"},
		{"/docs/page.js", "page.js", "text/javascript; charset=utf-8"},
		{"/docs/page.css", "page.css", "text/css; charset=utf-8"},
	} {
		body, err := own.ReadFile(f.name)
		if err != nil {
			return nil, fmt.Errorf("reading the reference page: %w", err)
		}
		files = append(files, File{f.path, f.contentType, body})
	}
	for _, f := range []struct{ name, contentType string }{
		{"swagger-ui-bundle.js", "text/javascript; charset=utf-8"}, {"swagger-ui.css", "text/css; charset=utf-8"},
	} {
		body, err := unpack("assets/" + f.name + ".gz")
		if err != nil {
			return nil, fmt.Errorf("reading the viewer: %w", err)
		}
		files = append(files, File{"/docs/" + f.name, f.contentType, body})
	}
	return files, nil
}

func unpack(name string) ([]byte, error) {
	packed, err := viewer.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
