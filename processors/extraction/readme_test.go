package extraction_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The map of this folder names every file of it, and no other.
func TestReadmeNamesEveryFile(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, row := range regexp.MustCompile(`(?m)^\|.*\| ([a-z, ]+) \|$`).FindAllStringSubmatch(string(text), -1) {
		named = append(named, strings.Split(row[1], ", ")...)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".go")
		if strings.HasSuffix(name, "_test") || name == "extract" {
			continue
		}
		at := slices.Index(named, name)
		if at < 0 {
			t.Errorf("%s stands in no row", file)
			continue
		}
		named = slices.Delete(named, at, at+1)
	}
	if len(named) > 0 {
		t.Errorf("no files: %v", named)
	}
}
