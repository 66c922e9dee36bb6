package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// fieldPath is a parsed fieldPath: fields.<name>, fields.<list>[<index>].<name>.
type fieldPath struct {
	text  string
	field string // the name after fields.
	steps []any  // into its value: int for an index, string for a name
}

// maxFieldPath bounds a path: field names have some 40 characters.
const maxFieldPath = 512

var (
	errPathStart  = errors.New(`deve começar com "fields.".`)
	errPathSyntax = errors.New("formato inválido; use fields.<nome> ou fields.<lista>[<índice>].<nome>.")
)

func parseFieldPath(text string) (fieldPath, error) {
	p := fieldPath{text: text}
	rest, ok := strings.CutPrefix(text, "fields.")
	if !ok {
		return p, errPathStart
	}
	if len(text) > maxFieldPath {
		return p, errPathSyntax
	}
	for i, part := range strings.Split(rest, ".") {
		name, brackets, _ := strings.Cut(part, "[")
		if !isName(name) {
			return p, errPathSyntax
		}
		if i == 0 {
			p.field = name
		} else {
			p.steps = append(p.steps, name)
		}
		if brackets == "" {
			if strings.HasSuffix(part, "[") {
				return p, errPathSyntax
			}
			continue
		}
		indexes, ok := strings.CutSuffix(brackets, "]")
		if !ok {
			return p, errPathSyntax
		}
		for _, digits := range strings.Split(indexes, "][") {
			n, ok := parseIndex(digits)
			if !ok {
				return p, errPathSyntax
			}
			p.steps = append(p.steps, n)
		}
	}
	return p, nil
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// parseIndex takes one form of a number only, so that a leaf has one path.
func parseIndex(digits string) (int, bool) {
	if len(digits) > 6 || len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// kind is what stands at a path.
type kind int

const (
	missing kind = iota
	leaf
	container // an object or a list
)

// at follows the steps into a JSON value and gives what stands there, with the
// number or text as it is written.
func (p fieldPath) at(value json.RawMessage) (json.RawMessage, kind) {
	for _, step := range p.steps {
		switch step := step.(type) {
		case int:
			var list []json.RawMessage
			if json.Unmarshal(value, &list) != nil || step >= len(list) {
				return nil, missing
			}
			value = list[step]
		case string:
			var object map[string]json.RawMessage
			if json.Unmarshal(value, &object) != nil || object[step] == nil {
				return nil, missing
			}
			value = object[step]
		}
	}
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0:
		return nil, missing
	case value[0] == '{' || value[0] == '[':
		return nil, container
	}
	return value, leaf
}
