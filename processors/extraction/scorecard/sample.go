package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sample is a document with its truth.
type sample struct {
	name  string
	path  string
	truth truth
}

type truth struct {
	File         string         `json:"file"`
	DocumentType string         `json:"document_type"`
	Tags         []string       `json:"tags"`
	Pages        int            `json:"pages"`
	Fields       map[string]any `json:"fields"`
}

// samples lists what stands below the folders, by name.
func samples(folders []string) ([]sample, error) {
	var out []sample
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".truth.json") {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			s := sample{name: strings.TrimSuffix(filepath.Base(path), ".truth.json")}
			if err := json.Unmarshal(data, &s.truth); err != nil {
				return fmt.Errorf("reading %s: %w", path, err)
			}
			s.path = filepath.Join(filepath.Dir(path), s.truth.File)
			out = append(out, s)
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("listing samples: %w", err)
		}
	}
	slices.SortStableFunc(out, func(a, b sample) int { return strings.Compare(a.path, b.path) })
	return out, nil
}
