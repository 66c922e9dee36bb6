// Package avro holds the Avro schemas of every event, one numbered file per
// version. A file never changes once it has landed: a new version is a new
// file, and the compatibility test compares every pair of versions.
//
// A type written "@name.vN" stands for the record of parts/name.vN.avsc: Avro
// has no include, and a request appears in five events. Schema gives the whole
// text, which is what a registry gets.
package avro

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

//go:embed *.avsc parts/*.avsc
var files embed.FS

// Versions lists the version numbers of an event, oldest first.
func Versions(name string) []int {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	var versions []int
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), name+".v")
		if !ok {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSuffix(rest, ".avsc")); err == nil {
			versions = append(versions, n)
		}
	}
	sort.Ints(versions)
	return versions
}

// Names lists the events that have a schema, sorted.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the binary
	}
	var names []string
	for _, e := range entries {
		if name, _, ok := strings.Cut(e.Name(), ".v"); ok && !e.IsDir() {
			if len(names) == 0 || names[len(names)-1] != name {
				names = append(names, name)
			}
		}
	}
	return names
}

// Schema is the self-contained schema of one version of an event.
func Schema(name string, version int) (string, error) {
	seen := map[string]string{}
	tree, err := load(fmt.Sprintf("%s.v%d.avsc", name, version), seen)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(tree)
	if err != nil {
		return "", fmt.Errorf("encoding schema %s version %d: %w", name, version, err)
	}
	return string(text), nil
}

func load(file string, seen map[string]string) (any, error) {
	text, err := files.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading schema: %w", err)
	}
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		return nil, fmt.Errorf("reading schema %s: %w", file, err)
	}
	return expand(tree, seen)
}

// expand replaces "@part" by its record where it stands first and by its full
// name afterwards, as Avro wants it.
func expand(node any, seen map[string]string) (any, error) {
	switch n := node.(type) {
	case string:
		part, ok := strings.CutPrefix(n, "@")
		if !ok {
			return n, nil
		}
		if full := seen[part]; full != "" {
			return full, nil
		}
		tree, err := load("parts/"+part+".avsc", seen)
		if err != nil {
			return nil, err
		}
		record, ok := tree.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("reading schema part %s: not a record", part)
		}
		seen[part] = fmt.Sprintf("%s.%s", record["namespace"], record["name"])
		return record, nil
	case []any:
		for i := range n {
			var err error
			if n[i], err = expand(n[i], seen); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		// Fields in order: a part is written out where it stands first.
		for _, key := range []string{"type", "items", "values", "fields"} {
			if child, ok := n[key]; ok {
				var err error
				if n[key], err = expand(child, seen); err != nil {
					return nil, err
				}
			}
		}
	}
	return node, nil
}
