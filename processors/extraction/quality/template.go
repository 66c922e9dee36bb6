package quality

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed summaries.yaml
var summariesFile []byte

var summaries = sync.OnceValue(func() map[string]template {
	var texts map[string]string
	if err := yaml.Unmarshal(summariesFile, &texts); err != nil {
		panic(err) // part of the program, and a test reads it
	}
	parsed := make(map[string]template, len(texts))
	for name, text := range texts {
		t, err := parseTemplate(text)
		if err != nil {
			panic(fmt.Errorf("parsing the summary of %s: %w", name, err))
		}
		parsed[name] = t
	}
	return parsed
})

// template is a sentence with values and parts that can be left out; summaries.yaml
// says how one is written.
type template []part

// part is one of three: text, a value, or alternatives of which the first that can
// be written is.
type part struct {
	text         string
	value        value
	alternatives []template
}

// value is {field}, {field.column} or {field: one, many}.
type value struct{ field, column, one, many string }

// render writes the template with the values that get gives. It is false where one
// of its own values is missing.
func (t template) render(get func(value) (string, bool)) (string, bool) {
	var b strings.Builder
	for _, p := range t {
		switch {
		case p.value.field != "":
			text, ok := get(p.value)
			if !ok {
				return "", false
			}
			b.WriteString(text)
		case p.alternatives != nil:
			for _, alternative := range p.alternatives {
				if text, ok := alternative.render(get); ok {
					b.WriteString(text)
					break
				}
			}
		default:
			b.WriteString(p.text)
		}
	}
	return b.String(), true
}

func parseTemplate(text string) (template, error) {
	text = strings.Join(strings.Fields(text), " ")
	t, rest, err := parseParts(text)
	if err == nil && rest != "" {
		err = fmt.Errorf("unexpected %q", rest)
	}
	return t, err
}

// parseParts reads up to the end, or to a | or ] of the part it stands in.
func parseParts(text string) (t template, rest string, err error) {
	for text != "" && text[0] != '|' && text[0] != ']' {
		switch text[0] {
		case '{':
			end := strings.IndexByte(text, '}')
			if end < 0 {
				return nil, "", fmt.Errorf("no } after %q", text)
			}
			v, err := parseValue(text[1:end])
			if err != nil {
				return nil, "", err
			}
			t, text = append(t, part{value: v}), text[end+1:]
		case '[':
			var p part
			if p, text, err = parseAlternatives(text[1:]); err != nil {
				return nil, "", err
			}
			t = append(t, p)
		default:
			end := strings.IndexAny(text, "{[|]")
			if end < 0 {
				end = len(text)
			}
			t, text = append(t, part{text: text[:end]}), text[end:]
		}
	}
	return t, text, nil
}

func parseAlternatives(text string) (part, string, error) {
	var p part
	for {
		t, rest, err := parseParts(text)
		if err != nil {
			return part{}, "", err
		}
		p.alternatives = append(p.alternatives, t)
		switch {
		case rest == "":
			return part{}, "", fmt.Errorf("no ] after %q", text)
		case rest[0] == ']':
			return p, rest[1:], nil
		}
		text = rest[1:]
	}
}

var valueForm = regexp.MustCompile(`^([a-z0-9_]+)(?:\.([a-z0-9_]+)|: ([^,]+), ([^,]+))?$`)

func parseValue(text string) (value, error) {
	match := valueForm.FindStringSubmatch(text)
	if match == nil {
		return value{}, fmt.Errorf("{%s} is no value", text)
	}
	return value{match[1], match[2], match[3], match[4]}, nil
}
