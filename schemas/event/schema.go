package event

import (
	"encoding/json"
	"fmt"
	"strings"
)

// node is a type of an Avro schema, with what its names stand for put in.
type node struct {
	kind     string // a primitive's name, record, array, map, enum, fixed or union
	name     string // in full, of a record, an enum or a fixed
	logical  string // logical type of a primitive
	fields   []fieldNode
	items    *node   // of an array or a map
	branches []*node // of a union
	symbols  []string
	size     int // of a fixed
}

type fieldNode struct {
	name     string
	node     *node
	fallback any // the default, as JSON gave it
}

func parseSchema(text string) (*node, error) {
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		return nil, fmt.Errorf("parsing schema: %w", err)
	}
	return parser{}.parse(tree, "")
}

// parser knows the named types met so far; nil: one that it is still within.
type parser map[string]*node

func (p parser) parse(tree any, namespace string) (*node, error) {
	switch t := tree.(type) {
	case string:
		return p.parseName(t, namespace)
	case []any:
		union := &node{kind: "union"}
		for _, branch := range t {
			n, err := p.parse(branch, namespace)
			if err != nil {
				return nil, err
			}
			union.branches = append(union.branches, n)
		}
		return union, nil
	case map[string]any:
		return p.parseObject(t, namespace)
	}
	return nil, fmt.Errorf("schema of kind %T", tree)
}

func (p parser) parseName(name, namespace string) (*node, error) {
	switch name {
	case "null", "boolean", "int", "long", "float", "double", "bytes", "string":
		return &node{kind: name}, nil
	}
	for _, full := range []string{namespace + "." + name, name} {
		known, ok := p[full]
		if ok && known == nil {
			return nil, fmt.Errorf("schema has the type %q within itself", name)
		}
		if ok {
			return known, nil
		}
	}
	return nil, fmt.Errorf("schema names an unknown type %q", name)
}

func (p parser) parseObject(object map[string]any, namespace string) (*node, error) {
	kind, _ := object["type"].(string)
	n := &node{kind: kind}
	if given, ok := object["namespace"].(string); ok {
		namespace = given
	}
	if name, ok := object["name"].(string); ok {
		if n.name = name; !strings.Contains(name, ".") && namespace != "" {
			n.name = namespace + "." + name
		}
		namespace = n.name[:max(strings.LastIndexByte(n.name, '.'), 0)]
		p[n.name] = nil
	}
	var err error
	switch kind {
	case "record":
		err = p.parseFields(n, object["fields"], namespace)
	case "array":
		n.items, err = p.parse(object["items"], namespace)
	case "map":
		n.items, err = p.parse(object["values"], namespace)
	case "fixed":
		size, ok := object["size"].(float64)
		if n.size = int(size); !ok || n.size < 0 {
			err = fmt.Errorf("fixed %s has no size", n.name)
		}
	case "enum":
		symbols, _ := object["symbols"].([]any)
		for _, symbol := range symbols {
			n.symbols = append(n.symbols, fmt.Sprint(symbol))
		}
	default: // a primitive with attributes, or a type in a type
		if n, err = p.parse(object["type"], namespace); err == nil && n.name == "" {
			n.logical, _ = object["logicalType"].(string)
		}
	}
	if err == nil && n.name != "" {
		p[n.name] = n
	}
	return n, err
}

func (p parser) parseFields(n *node, list any, namespace string) error {
	fields, _ := list.([]any)
	for _, f := range fields {
		field, _ := f.(map[string]any)
		name, _ := field["name"].(string)
		inner, err := p.parse(field["type"], namespace)
		if err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
		n.fields = append(n.fields, fieldNode{name, inner, field["default"]})
	}
	return nil
}

// smallest is how few bytes a value takes.
func (n *node) smallest() int {
	switch n.kind {
	case "null":
		return 0
	case "float":
		return 4
	case "double":
		return 8
	case "fixed":
		return n.size
	case "record":
		sum := 0
		for _, f := range n.fields {
			sum += f.node.smallest()
		}
		return sum
	}
	return 1
}
