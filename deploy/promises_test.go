package deploy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A promise is worth its test: each that the pages for users name is in the tree.
func TestPromisesNameTestsThatExist(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z]\\w*)`")
	defined := testsOfTheTree(t)
	for _, page := range append(pages, "../SECURITY.md", "../README.md", "../CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range named.FindAllSubmatch(text, -1) {
			if !slices.Contains(defined, string(name[1])) {
				t.Errorf("%s names %s, which is in no test file", page, name[1])
			}
		}
	}
}

func testsOfTheTree(t *testing.T) (names []string) {
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	for _, module := range []string{"api", "cmd", "deploy", "ingest", "platform", "processors", "schemas", "sink"} {
		err := filepath.WalkDir(filepath.Join("..", module), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for _, found := range function.FindAllSubmatch(source, -1) {
				names = append(names, string(found[1]))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// Every row of the threat model's promises has a test, or an attack of make test-security (S).
func TestEveryPromiseHasItsTest(t *testing.T) {
	text, err := os.ReadFile("../docs/threat-model.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "| Promise | Test |\n|---|---|\n")
	table, _, _ := strings.Cut(rest, "\n\n")
	rows := strings.Split(strings.TrimSpace(table), "\n")
	if len(rows) < 20 {
		t.Fatalf("only %d promises found", len(rows))
	}
	for _, row := range rows {
		cells := strings.Split(strings.Trim(row, "|"), "|")
		test := strings.TrimSpace(cells[len(cells)-1])
		if !strings.HasPrefix(test, "S") && !strings.Contains(test, "`") {
			t.Errorf("no test stands with %q", cells[0])
		}
	}
}
