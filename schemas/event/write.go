package event

import (
	"errors"
	"fmt"
	"reflect"
	"time"
)

// native makes goavro's form of a Go value: maps, slices and scalars.
type native func(v reflect.Value) any

// nativeFor ties a Go type to the schema that it is written by. What does not go together,
// field by field, is an error now.
func nativeFor(n *node, t reflect.Type) (native, error) {
	switch {
	case n.kind == "union":
		return nativeOptional(n, t)
	case n.kind == "record":
		return nativeRecord(n, t)
	case n.kind == "array" && t.Kind() == reflect.Slice:
		return nativeList(n, t)
	case n.logical == "timestamp-millis" && t == reflect.TypeFor[time.Time]():
		return nativeTime, nil
	case n.kind == "string" && t.Kind() == reflect.String:
		return func(v reflect.Value) any { return v.String() }, nil
	case n.kind == "int" && t.Kind() == reflect.Int32:
		return func(v reflect.Value) any { return int32(v.Int()) }, nil
	case n.kind == "long" && t.Kind() == reflect.Int64:
		return func(v reflect.Value) any { return v.Int() }, nil
	case n.kind == "double" && t.Kind() == reflect.Float64:
		return func(v reflect.Value) any { return v.Float() }, nil
	case n.kind == "boolean" && t.Kind() == reflect.Bool:
		return func(v reflect.Value) any { return v.Bool() }, nil
	case n.kind == "bytes" && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return nativeBytes, nil
	}
	return nil, fmt.Errorf("%s does not go with %s", n.kind, t)
}

// nativeOptional takes the one union in use: null or a type, a pointer in Go.
func nativeOptional(n *node, t reflect.Type) (native, error) {
	if len(n.branches) != 2 || n.branches[0].kind != "null" || t.Kind() != reflect.Pointer {
		return nil, fmt.Errorf("union does not go with %s", t)
	}
	branch := n.branches[1]
	inner, err := nativeFor(branch, t.Elem())
	key := branch.kind
	switch {
	case branch.name != "":
		key = branch.name
	case branch.logical != "":
		key += "." + branch.logical
	}
	return func(v reflect.Value) any {
		if v.IsNil() {
			return nil
		}
		return map[string]any{key: inner(v.Elem())}
	}, err
}

func nativeRecord(n *node, t reflect.Type) (native, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("record %s does not go with %s", n.name, t)
	}
	if len(n.fields) != t.NumField() {
		return nil, fmt.Errorf("record %s has %d fields, %s has %d", n.name, len(n.fields), t, t.NumField())
	}
	indexes, of := make([]int, len(n.fields)), make([]native, len(n.fields))
	for i, f := range n.fields {
		index, kind := fieldOf(t, f.name)
		if index < 0 {
			return nil, fmt.Errorf("%s has no field for %q", t, f.name)
		}
		inner, err := nativeFor(f.node, kind)
		if err == nil && !isZero(f.fallback) {
			err = errors.New("its default is not zero, which readers leave where a writer knew no such field")
		}
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.name, err)
		}
		indexes[i], of[i] = index, inner
	}
	return func(v reflect.Value) any {
		m := make(map[string]any, len(of))
		for i, inner := range of {
			m[n.fields[i].name] = inner(v.Field(indexes[i]))
		}
		return m
	}, nil
}

func isZero(fallback any) bool {
	list, is := fallback.([]any)
	return is && len(list) == 0 || fallback == nil || fallback == "" || fallback == 0.0 || fallback == false
}

func nativeList(n *node, t reflect.Type) (native, error) {
	inner, err := nativeFor(n.items, t.Elem())
	return func(v reflect.Value) any {
		out := make([]any, v.Len())
		for i := range out {
			out[i] = inner(v.Index(i))
		}
		return out
	}, err
}

// nativeTime has the zero time stand as the epoch, which no event of ours can carry.
func nativeTime(v reflect.Value) any {
	t := v.Interface().(time.Time)
	if t.IsZero() {
		return time.UnixMilli(0).UTC()
	}
	return t
}

func nativeBytes(v reflect.Value) any {
	if v.IsNil() {
		return []byte{}
	}
	return v.Bytes()
}
