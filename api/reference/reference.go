// Package reference renders an OpenAPI document as one static page. In comes
// the document, out goes HTML that loads nothing from anywhere: its one style
// sheet is inside, allowed by its hash. Nothing is executed in the browser.
package reference

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"github.com/goccy/go-yaml"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// Page is a rendered page with the content security policy it needs.
type Page struct {
	HTML   []byte
	Policy string
}

// Render makes the page of a document.
func Render(document []byte) (Page, error) {
	var d doc
	if err := yaml.UnmarshalWithOptions(document, &d, yaml.UseOrderedMap()); err != nil {
		return Page{}, fmt.Errorf("reading the document: %w", err)
	}
	view, err := d.view()
	if err != nil {
		return Page{}, err
	}
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return Page{}, fmt.Errorf("parsing the page: %w", err)
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{"Doc": d, "Operations": view, "Schemas": d.schemas(), "Style": template.CSS(pageCSS)})
	if err != nil {
		return Page{}, fmt.Errorf("rendering the page: %w", err)
	}
	sum := sha256.Sum256([]byte(pageCSS))
	policy := "default-src 'none'; frame-ancestors 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	return Page{b.Bytes(), policy}, nil
}

// doc is as much of an OpenAPI document as the page shows.
type doc struct {
	Info struct {
		Title       string `yaml:"title"`
		Version     string `yaml:"version"`
		Description string `yaml:"description"`
	} `yaml:"info"`
	Paths      yaml.MapSlice `yaml:"paths"`
	Components struct {
		Schemas    yaml.MapSlice        `yaml:"schemas"`
		Parameters map[string]parameter `yaml:"parameters"`
		Responses  map[string]response  `yaml:"responses"`
	} `yaml:"components"`
}

type parameter struct {
	Ref         string        `yaml:"$ref"`
	Name        string        `yaml:"name"`
	In          string        `yaml:"in"`
	Required    bool          `yaml:"required"`
	Description string        `yaml:"description"`
	Schema      yaml.MapSlice `yaml:"schema"`
}

type response struct {
	Ref         string               `yaml:"$ref"`
	Description string               `yaml:"description"`
	Content     map[string]mediaType `yaml:"content"`
}

type mediaType struct {
	Schema yaml.MapSlice `yaml:"schema"`
}

type operation struct {
	ID          string        `yaml:"operationId"`
	Summary     string        `yaml:"summary"`
	Description string        `yaml:"description"`
	Parameters  []parameter   `yaml:"parameters"`
	Security    []any         `yaml:"security"`
	RequestBody *body         `yaml:"requestBody"`
	Responses   yaml.MapSlice `yaml:"responses"`
}

type body struct {
	Content yaml.MapSlice `yaml:"content"`
}

// shownOperation and the types below are what the page shows.
type shownOperation struct {
	Method, Path string
	operation
	NoKey     bool
	Inputs    []shownField
	Bodies    []shownBody
	Responses []shownResponse
}

type shownField struct {
	Name, Place, Type, Description string
	Required                       bool
}

type shownBody struct{ MediaType, Type string }

type shownResponse struct{ Status, Description, Type string }

type shownSchema struct {
	Name, Description, Type string
	Fields                  []shownField
}

var methods = map[string]bool{"get": true, "post": true, "put": true, "patch": true, "delete": true}

func (d doc) view() ([]shownOperation, error) {
	var out []shownOperation
	for _, path := range d.Paths {
		item, ok := path.Value.(yaml.MapSlice)
		if !ok {
			item = asSlice(path.Value)
		}
		for _, entry := range item {
			method := fmt.Sprint(entry.Key)
			if !methods[method] {
				continue
			}
			var op operation
			if err := reread(entry.Value, &op); err != nil {
				return nil, fmt.Errorf("reading %s %s: %w", method, path.Key, err)
			}
			shown, err := d.show(op)
			if err != nil {
				return nil, fmt.Errorf("reading %s %s: %w", method, path.Key, err)
			}
			shown.Method, shown.Path = strings.ToUpper(method), fmt.Sprint(path.Key)
			out = append(out, shown)
		}
	}
	return out, nil
}

func (d doc) show(op operation) (shownOperation, error) {
	shown := shownOperation{operation: op, NoKey: op.Security != nil && len(op.Security) == 0}
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p = d.Components.Parameters[nameOf(p.Ref)]
		}
		shown.Inputs = append(shown.Inputs, shownField{p.Name, p.In, typeOf(p.Schema), p.Description, p.Required})
	}
	if op.RequestBody != nil {
		for _, c := range op.RequestBody.Content {
			var m mediaType
			if err := reread(c.Value, &m); err != nil {
				return shown, err
			}
			shown.Bodies = append(shown.Bodies, shownBody{fmt.Sprint(c.Key), typeOf(m.Schema)})
		}
	}
	for _, entry := range op.Responses {
		var r response
		if err := reread(entry.Value, &r); err != nil {
			return shown, err
		}
		if r.Ref != "" {
			r = d.Components.Responses[nameOf(r.Ref)]
		}
		shown.Responses = append(shown.Responses, shownResponse{fmt.Sprint(entry.Key), r.Description, typeOf(r.Content["application/json"].Schema)})
	}
	return shown, nil
}

func (d doc) schemas() []shownSchema {
	var out []shownSchema
	for _, entry := range d.Components.Schemas {
		schema := asSlice(entry.Value)
		shown := shownSchema{Name: fmt.Sprint(entry.Key), Description: text(schema, "description"), Type: typeOf(schema)}
		required := map[string]bool{}
		for _, name := range list(schema, "required") {
			required[fmt.Sprint(name)] = true
		}
		for _, property := range asSlice(get(schema, "properties")) {
			name, inner := fmt.Sprint(property.Key), asSlice(property.Value)
			shown.Fields = append(shown.Fields, shownField{Name: name, Type: typeOf(inner), Description: text(inner, "description"), Required: required[name]})
		}
		out = append(out, shown)
	}
	return out
}

// typeOf says in a few words what a schema allows.
func typeOf(schema yaml.MapSlice) string {
	if ref := text(schema, "$ref"); ref != "" {
		return nameOf(ref)
	}
	if any := list(schema, "anyOf"); len(any) > 0 {
		var names []string
		for _, a := range any {
			names = append(names, typeOf(asSlice(a)))
		}
		return strings.Join(names, " or ") + orNull(schema)
	}
	if values := list(schema, "enum"); len(values) > 0 {
		var names []string
		for _, v := range values {
			if v != nil {
				names = append(names, fmt.Sprint(v))
			}
		}
		return strings.Join(names, " | ") + orNull(schema)
	}
	kind := text(schema, "type")
	switch {
	case kind == "array":
		kind = "list of " + typeOf(asSlice(get(schema, "items")))
	case kind == "object" && get(schema, "additionalProperties") != nil && len(asSlice(get(schema, "additionalProperties"))) > 0:
		kind = "object of " + typeOf(asSlice(get(schema, "additionalProperties")))
	case text(schema, "format") != "":
		kind += " (" + text(schema, "format") + ")"
	}
	if low, high := get(schema, "minimum"), get(schema, "maximum"); low != nil && high != nil {
		kind += fmt.Sprintf(", %v to %v", low, high)
	}
	return kind + orNull(schema)
}

func orNull(schema yaml.MapSlice) string {
	if get(schema, "nullable") == true {
		return " or null"
	}
	return ""
}

func nameOf(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

func get(m yaml.MapSlice, key string) any {
	for _, item := range m {
		if item.Key == key {
			return item.Value
		}
	}
	return nil
}

func text(m yaml.MapSlice, key string) string {
	s, _ := get(m, key).(string)
	return s
}

func list(m yaml.MapSlice, key string) []any {
	l, _ := get(m, key).([]any)
	return l
}

// asSlice gives a mapping with its order, whichever way it was decoded.
func asSlice(v any) yaml.MapSlice {
	if m, ok := v.(yaml.MapSlice); ok {
		return m
	}
	var m yaml.MapSlice
	if v == nil || reread(v, &m) != nil {
		return nil
	}
	return m
}

// reread decodes a part of the document again, into another form.
func reread(v, into any) error {
	encoded, err := yaml.Marshal(v)
	if err != nil {
		return err
	}
	return yaml.UnmarshalWithOptions(encoded, into, yaml.UseOrderedMap())
}
