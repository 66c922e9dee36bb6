// Package questions holds what data teams ask of the query store, ready to run:
// each file is one statement over the public views, and its first line says in a
// comment what it answers. Tests hold their numbers, `make bench-clickhouse`
// their times.
package questions

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.sql
var files embed.FS

// Question is one ready statement.
type Question struct {
	Name  string // of the file, without its ending
	Title string // what it answers
	SQL   string
}

// All lists the questions by name.
func All() ([]Question, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	var all []Question
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "-- "), "\n")
		all = append(all, Question{strings.TrimSuffix(name, ".sql"), title, string(text)})
	}
	return all, nil
}
