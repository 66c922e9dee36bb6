package submit

import (
	"crypto/sha256"
	"encoding/json"
	"path/filepath"
	"strings"
)

// Document is one file to send.
type Document struct {
	File      string          `json:"file"`             // as the user named it: what the results show
	Path      string          `json:"path"`             // absolute, or the object's key
	Bucket    string          `json:"bucket,omitempty"` // where the object is; empty: in the file system
	Type      string          `json:"type,omitempty"`
	Reference string          `json:"reference,omitempty"`
	Metadata  json.RawMessage `json:"metadata,omitempty"`
	Size      int64           `json:"size"`
}

// mark stands for a document in memory: 16 bytes for each of a hundred thousand.
type mark [16]byte

func (d Document) mark() mark {
	sum := sha256.Sum256([]byte(d.Bucket + "\x00" + d.Path))
	return mark(sum[:16])
}

// group is what the documents of one call must share: the interface takes these
// once for a whole batch.
type group struct{ kind, reference, metadata string }

func (d Document) group() group { return group{d.Type, d.Reference, string(d.Metadata)} }

// typed gives XML the one type that the service takes it as.
func (d Document) typed() Document {
	if d.Type == "" && strings.EqualFold(filepath.Ext(d.Path), ".xml") {
		d.Type = "NFE"
	}
	return d
}

// readable reports whether a file in a folder looks like a document. A file that is
// named outright is sent whatever its name: the service decides by content.
func readable(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pdf", ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".xml":
		return true
	}
	return false
}
