package event

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// plan moves values between a Go type and goavro's native form (maps, slices
// and scalars) by one schema. Plans are built once; a schema and a type that
// do not go together are an error then, not at run time.
type plan interface {
	native(v reflect.Value) any
	project(native any, v reflect.Value) error
}

func planFor(schema string, t reflect.Type) (plan, error) {
	var node any
	if err := json.Unmarshal([]byte(schema), &node); err != nil {
		return nil, fmt.Errorf("parsing schema: %w", err)
	}
	return (&builder{named: map[string]any{}}).build(node, t)
}

type builder struct{ named map[string]any }

func (b *builder) build(node any, t reflect.Type) (plan, error) {
	switch n := node.(type) {
	case string:
		if record, ok := b.named[n]; ok {
			return b.build(record, t)
		}
		return scalarPlan(n, t)
	case []any:
		return b.buildOptional(n, t)
	case map[string]any:
		switch n["type"] {
		case "record":
			return b.buildRecord(n, t)
		case "array":
			if t.Kind() != reflect.Slice {
				return nil, fmt.Errorf("array does not go with %s", t)
			}
			item, err := b.build(n["items"], t.Elem())
			return arrayPlan{item}, err
		case "long":
			if n["logicalType"] == "timestamp-millis" && t == reflect.TypeFor[time.Time]() {
				return timePlan{}, nil
			}
		}
		return nil, fmt.Errorf("schema %v does not go with %s", n["type"], t)
	}
	return nil, fmt.Errorf("schema of kind %T", node)
}

func (b *builder) buildRecord(n map[string]any, t reflect.Type) (plan, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("record %v does not go with %s", n["name"], t)
	}
	b.named[fullName(n)] = n
	index := map[string]int{}
	for i := range t.NumField() {
		index[t.Field(i).Tag.Get("avro")] = i
	}
	fields, _ := n["fields"].([]any)
	p := recordPlan{}
	for _, f := range fields {
		field, _ := f.(map[string]any)
		name, _ := field["name"].(string)
		i, ok := index[name]
		if !ok {
			return nil, fmt.Errorf("%s has no field for %q", t, name)
		}
		delete(index, name)
		inner, err := b.build(field["type"], t.Field(i).Type)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", name, err)
		}
		p.fields = append(p.fields, fieldPlan{name, i, inner, field["default"]})
	}
	for name := range index {
		return nil, fmt.Errorf("the schema has no field %q of %s", name, t)
	}
	return p, nil
}

// buildOptional takes the one union in use: null or a type, a pointer in Go.
func (b *builder) buildOptional(n []any, t reflect.Type) (plan, error) {
	if len(n) != 2 || n[0] != "null" || t.Kind() != reflect.Pointer {
		return nil, fmt.Errorf("union %v does not go with %s", n, t)
	}
	inner, err := b.build(n[1], t.Elem())
	return optionalPlan{branchName(n[1]), inner}, err
}

func fullName(n map[string]any) string {
	namespace, _ := n["namespace"].(string)
	name, _ := n["name"].(string)
	if namespace == "" {
		return name
	}
	return namespace + "." + name
}

// branchName is goavro's key for a union's value.
func branchName(node any) string {
	switch n := node.(type) {
	case string:
		return n
	case map[string]any:
		if n["type"] == "record" {
			return fullName(n)
		}
		if logical, ok := n["logicalType"].(string); ok {
			return fmt.Sprintf("%s.%s", n["type"], logical)
		}
		return fmt.Sprint(n["type"])
	}
	return ""
}

type fieldPlan struct {
	name     string
	index    int
	plan     plan
	fallback any // the reader's default, as JSON gave it
}

type recordPlan struct{ fields []fieldPlan }

func (p recordPlan) native(v reflect.Value) any {
	m := make(map[string]any, len(p.fields))
	for i := range p.fields {
		f := &p.fields[i]
		m[f.name] = f.plan.native(v.Field(f.index))
	}
	return m
}

func (p recordPlan) project(native any, v reflect.Value) error {
	m, ok := unwrap(native).(map[string]any)
	if !ok {
		return fmt.Errorf("%T where a record is due", native)
	}
	for i := range p.fields {
		f := &p.fields[i]
		value, ok := m[f.name]
		if !ok {
			value = f.fallback // nil leaves the zero value
		}
		if value == nil {
			continue
		}
		if err := f.plan.project(value, v.Field(f.index)); err != nil {
			return fmt.Errorf("field %s: %w", f.name, err)
		}
	}
	return nil
}

type arrayPlan struct{ item plan }

func (p arrayPlan) native(v reflect.Value) any {
	out := make([]any, v.Len())
	for i := range out {
		out[i] = p.item.native(v.Index(i))
	}
	return out
}

func (p arrayPlan) project(native any, v reflect.Value) error {
	in, ok := unwrap(native).([]any)
	if !ok {
		return fmt.Errorf("%T where an array is due", native)
	}
	if len(in) == 0 {
		return nil
	}
	v.Set(reflect.MakeSlice(v.Type(), len(in), len(in)))
	for i := range in {
		if err := p.item.project(in[i], v.Index(i)); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	return nil
}

type optionalPlan struct {
	branch string
	inner  plan
}

func (p optionalPlan) native(v reflect.Value) any {
	if v.IsNil() {
		return nil
	}
	return map[string]any{p.branch: p.inner.native(v.Elem())}
}

func (p optionalPlan) project(native any, v reflect.Value) error {
	inner := reflect.New(v.Type().Elem())
	if err := p.inner.project(unwrap(native), inner.Elem()); err != nil {
		return err
	}
	v.Set(inner)
	return nil
}

// unwrap takes the value out of goavro's union form, a map of one type name.
// Type names hold a dot or are Avro's own, and no field of ours is called so.
func unwrap(native any) any {
	m, ok := native.(map[string]any)
	if !ok || len(m) != 1 {
		return native
	}
	for name, value := range m {
		switch name {
		case "string", "bytes", "int", "long", "float", "double", "boolean", "array", "map":
			return value
		}
		if strings.Contains(name, ".") {
			return value
		}
	}
	return native
}

// timePlan keeps milliseconds. The zero time stands as the epoch, which no
// event of ours can carry.
type timePlan struct{}

func (timePlan) native(v reflect.Value) any {
	t := v.Interface().(time.Time)
	if t.IsZero() {
		return time.UnixMilli(0).UTC()
	}
	return t
}

func (timePlan) project(native any, v reflect.Value) error {
	var t time.Time
	switch n := unwrap(native).(type) {
	case time.Time:
		t = n.UTC()
	case int64:
		t = time.UnixMilli(n).UTC()
	case float64: // a default
		t = time.UnixMilli(int64(n)).UTC()
	default:
		return fmt.Errorf("%T where a time is due", native)
	}
	if t.UnixMilli() != 0 {
		v.Set(reflect.ValueOf(t))
	}
	return nil
}
