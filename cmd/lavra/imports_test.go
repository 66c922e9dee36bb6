package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// below are the modules that each may import, beside itself.
var below = map[string][]string{
	"schemas": {}, "platform": {"schemas"}, "deploy": {"platform"},
	"ingest": {"platform", "schemas"}, "processors": {"platform", "schemas"}, "sink": {"platform", "schemas"}, "api": {"platform", "schemas"},
	"cmd": {"schemas", "platform", "deploy", "ingest", "processors", "sink", "api"},
}

// stages of the pipeline: what passes between them is an event.
var stages = []string{"ocr", "classification", "extraction", "geometry", "webhook"}

// Imports point one way: the four services never import each other, nothing but
// cmd imports deploy, and no stage another.
func TestImportsPointOneWay(t *testing.T) {
	seen := 0
	for module, allowed := range below {
		err := filepath.WalkDir(filepath.Join("../..", module), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && entry.Name() == "testdata" {
				return fs.SkipDir
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			here := strings.Split(strings.TrimPrefix(filepath.ToSlash(path), "../../"), "/")
			for _, spec := range file.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value) // it was parsed
				rest, ours := strings.CutPrefix(imported, "lavra.dev/")
				if !ours {
					continue
				}
				seen++
				there := strings.Split(rest, "/")
				if there[0] != module && !slices.Contains(allowed, there[0]) {
					t.Errorf("%s imports %s: %s may import %v", path, imported, module, allowed)
				}
				if module == "processors" && there[0] == "processors" && len(there) > 1 && here[1] != there[1] && slices.Contains(stages, here[1]) && slices.Contains(stages, there[1]) {
					t.Errorf("%s imports %s: a stage imports another", path, imported)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 100 {
		t.Errorf("only %d imports were looked at", seen)
	}
}
