// Package pools reads the words that the generator of samples prints its free layouts in.
//
// In comes a folder of pools; out go its labels. It prints nothing: some pools may not be looked at.
package pools

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"lavra.dev/schemas/catalogue"
)

// Label is a wording of a type, with what it is the label of: a field or "field.column" where it is wanted,
// else something that is printed and not asked for, or several fields in one.
type Label struct {
	Type, Key, Text string
	Wanted          bool
}

// Labels lists the labels of a pool in one order. They stand in one file or in several, labels1.yaml and on.
func Labels(folder string) ([]Label, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "labels*.yaml"))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("reading a pool: no labels*.yaml in %s", folder)
	}
	var out []Label
	for _, path := range paths {
		labels, err := labelsOf(path)
		if err != nil {
			return nil, err
		}
		out = append(out, labels...)
	}
	slices.SortFunc(out, func(a, b Label) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Text, b.Text))
	})
	return out, nil
}

func labelsOf(path string) ([]Label, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a pool: %w", err)
	}
	var pool map[string]map[string]any
	if err := yaml.Unmarshal(data, &pool); err != nil {
		return nil, fmt.Errorf("reading the pool %s: %w", path, err)
	}
	var out []Label
	for name, keys := range pool {
		typ, ok := catalogue.Lookup(name)
		if !ok {
			continue // words for any type
		}
		for key, texts := range keys {
			wanted := has(typ, key)
			for _, text := range wordings(texts) {
				out = append(out, Label{name, key, years.Replace(text), wanted})
			}
		}
	}
	return out, nil
}

// years stand in labels as the generator fills them in.
var years = strings.NewReplacer("{ano}", "2024", "{aa}", "24")

// wordings are those of one entry of a pool: a list, or one text with bars between them.
func wordings(entry any) []string {
	var out []string
	switch entry := entry.(type) {
	case string:
		for text := range strings.SplitSeq(entry, "|") {
			out = append(out, strings.TrimSpace(text))
		}
	case []any:
		for _, text := range entry {
			out = append(out, strings.TrimSpace(fmt.Sprint(text)))
		}
	}
	return slices.DeleteFunc(out, func(text string) bool { return text == "" })
}

// has reports whether a type has a field, or a column of a list, by this name.
func has(typ catalogue.Type, key string) bool {
	name, column, isColumn := strings.Cut(key, ".")
	f, ok := typ.Field(name)
	return ok && (!isColumn || slices.ContainsFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == column }))
}
