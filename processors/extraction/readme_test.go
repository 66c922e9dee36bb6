package extraction_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// above is where each room stands in the map of this folder: rooms of one row stand level.
func above(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	rooms := map[string]int{}
	for i, row := range regexp.MustCompile(`(?m)^\| ((?:\[\w+\]\(\w+\)(?:, )?)+) \|`).FindAllStringSubmatch(string(text), -1) {
		for _, room := range regexp.MustCompile(`\]\((\w+)\)`).FindAllStringSubmatch(row[1], -1) {
			rooms[room[1]] = i
		}
	}
	return rooms
}

// What is read goes one way through the rooms: none imports one that stands under it in the map, or
// beside it, and the map names them all.
func TestRoomsImportOnlyRoomsAbove(t *testing.T) {
	const prefix = "lavra.dev/processors/extraction/"
	rooms := above(t)
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, path := range files {
		room := filepath.Dir(path)
		seen[room] = true
		at, named := rooms[room]
		if !named {
			t.Fatalf("the map does not name %s", room)
		}
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if other, ok := strings.CutPrefix(imported, prefix); ok && rooms[other] >= at && !(at == 0 && rooms[other] == 0) {
				t.Errorf("%s imports %s, which stands under it", path, other)
			}
		}
	}
	for room := range rooms {
		if !seen[room] {
			t.Errorf("the map names %s, which is no room", room)
		}
	}
}
