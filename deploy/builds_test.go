package deploy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bareBuild is a build whose children have no walls (platform/sandbox/walls.go), or one whose tags
// something else says.
var bareBuild = regexp.MustCompile(`-tags|GOFLAGS=.*tags|go:build.*\bbare\b`)

func TestOnlyTheBenchBuildsWithoutWalls(t *testing.T) {
	allowed := map[string]string{
		"Makefile":                       ".cache/bench/lavra",
		"platform/sandbox/walls.go":      "//go:build !bare",
		"platform/sandbox/walls_bare.go": "//go:build bare",
	}
	seen := map[string]bool{}
	root := ".."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		switch {
		case entry.IsDir() && (name == ".git" || name == ".cache" || name == ".native" || entry.Name() == "node_modules"):
			return filepath.SkipDir
		case !entry.Type().IsRegular() || !builds(name):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if !bareBuild.MatchString(line) {
				continue
			}
			if where, ok := allowed[name]; ok && strings.Contains(line, where) {
				seen[name] = true
				continue
			}
			t.Errorf("%s builds with tags: %s", name, strings.TrimSpace(line))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range allowed {
		if !seen[name] {
			t.Errorf("%s no longer says %q: what does this test look at?", name, allowed[name])
		}
	}
}

// builds reports whether a file may say how the program is built. The tests of this folder and
// what only speaks of builds do not.
func builds(name string) bool {
	base := filepath.Base(name)
	switch filepath.Ext(base) {
	case ".sh", ".yml", ".yaml", ".mk", ".toml":
		return true
	case ".go":
		return strings.HasPrefix(name, "platform/") || strings.HasPrefix(name, "cmd/lavra/trial/") || strings.HasPrefix(name, "ingest/")
	}
	return base == "Makefile" || strings.HasPrefix(base, "Dockerfile") || name == ".ci/run"
}
