// Package scoring compares what was read of sample documents with their truth,
// leaf by leaf, and says how types, fields and confidences fare.
//
// In come folders of samples (the form is in samples/README.md) and what was read of
// each; out go counts and tables. Who reads, and how, is the caller's business.
package scoring

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Sample is a document with its truth.
type Sample struct {
	Name  string
	Path  string
	Truth Truth
}

// Truth is what a careful person reads on a document.
type Truth struct {
	File         string         `json:"file"`
	DocumentType string         `json:"document_type"`
	Tags         []string       `json:"tags"`
	Pages        int            `json:"pages"`
	Fields       map[string]any `json:"fields"`
	// Boxes is where values stand on the page as sent, in fractions of it.
	Boxes map[string][]Box `json:"boxes"`
}

// Box is a place on a page.
type Box struct {
	Page                     int
	Left, Top, Width, Height float64
}

// Over reports whether two boxes share half of what they cover together.
func (b Box) Over(o Box) bool {
	width := min(b.Left+b.Width, o.Left+o.Width) - max(b.Left, o.Left)
	height := min(b.Top+b.Height, o.Top+o.Height) - max(b.Top, o.Top)
	if b.Page != o.Page || width <= 0 || height <= 0 {
		return false
	}
	both := width * height
	return both >= 0.5*(b.Width*b.Height+o.Width*o.Height-both)
}

// Tagged reports whether the sample has a tag.
func (t Truth) Tagged(tag string) bool { return slices.Contains(t.Tags, tag) }

// Load lists the samples below the folders, by path.
func Load(folders []string) ([]Sample, error) {
	var out []Sample
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".truth.json") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			s := Sample{Name: strings.TrimSuffix(filepath.Base(path), ".truth.json")}
			if err := json.Unmarshal(data, &s.Truth); err != nil {
				return fmt.Errorf("reading %s: %w", path, err)
			}
			s.Path = filepath.Join(filepath.Dir(path), s.Truth.File)
			out = append(out, s)
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("listing samples: %w", err)
		}
	}
	slices.SortStableFunc(out, func(a, b Sample) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}
