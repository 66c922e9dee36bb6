package catalogue

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// use is a word list where an entry uses it.
var use = regexp.MustCompile(`@[a-z_]+`)

// expand writes the word lists of an entry out where they are used: as choices of a
// slot, {papel:one @parties}, as alternatives of a pattern, (@parties), or as items of
// a list, ["@parties"].
func expand(data []byte) ([]byte, error) {
	block, rest, ok := wordBlock(data)
	if !ok {
		return data, nil
	}
	var entry struct {
		Words map[string][]string `yaml:"words"`
	}
	if err := yaml.UnmarshalWithOptions(block, &entry, yaml.Strict()); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for line := range bytes.Lines(rest) {
		at := 0
		for _, found := range use.FindAllIndex(line, -1) {
			words, ok := entry.Words[string(line[found[0]+1:found[1]])]
			if !ok {
				return nil, fmt.Errorf("no word list %s", line[found[0]:found[1]])
			}
			out.Write(line[at:found[0]])
			out.WriteString(strings.Join(words, between(line, found[0], found[1])))
			at = found[1]
		}
		out.Write(line[at:])
	}
	return out.Bytes(), nil
}

// wordBlock parts the block of word lists from an entry.
func wordBlock(data []byte) (block, rest []byte, ok bool) {
	start := bytes.Index(data, []byte("\nwords:\n")) + 1
	if start == 0 {
		return nil, data, false
	}
	past := start + len("words:\n")
	for past < len(data) && (data[past] == ' ' || data[past] == '\n') {
		if end := bytes.IndexByte(data[past:], '\n'); end >= 0 {
			past += end + 1
		} else {
			past = len(data)
		}
	}
	return data[start:past], append(bytes.Clone(data[:start]), data[past:]...), true
}

// between is what parts the words of a list used at line[from:past].
func between(line []byte, from, past int) string {
	quoted := from > 0 && line[from-1] == '"' && past < len(line) && line[past] == '"'
	switch {
	case quoted:
		return `", "`
	case bytes.LastIndexByte(line[:from], '{') > bytes.LastIndexByte(line[:from], '}'):
		return "/"
	}
	return "|"
}
