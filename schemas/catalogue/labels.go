package catalogue

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
)

// Labels are what people call types, fields, kinds and values, in Portuguese,
// each with its article: "a data de emissão".
type Labels struct {
	Types  map[string]string `yaml:"types"`
	Fields map[string]string `yaml:"fields"` // by name, or by TYPE.name where a name means several things
	Kinds  map[string]string `yaml:"kinds"`
	Values map[string]string `yaml:"values"`
}

//go:embed labels.yaml
var labelsFile []byte

// Words gives the labels of all types.
var Words = sync.OnceValue(func() Labels {
	var l Labels
	if err := yaml.Unmarshal(labelsFile, &l); err != nil {
		panic(err) // part of the program, and a test reads it
	}
	return l
})

// Field is what people call a field of a type, with its article; false where
// nobody has said.
func (l Labels) Field(documentType, name string) (string, bool) {
	if label, ok := l.Fields[documentType+"."+name]; ok {
		return label, true
	}
	label, ok := l.Fields[name]
	return label, ok
}

// Title is what heads a type, a field or a column in a list: "Data de emissão".
func Title(label string) string {
	_, noun, _ := strings.Cut(label, " ")
	first, size := utf8.DecodeRuneInString(noun)
	if size == 0 {
		return label
	}
	return string(unicode.ToUpper(first)) + noun[size:]
}
