package event

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"
)

// writer appends a Go value in the bare Avro form.
type writer func(dst []byte, v reflect.Value) []byte

// writerFor ties a Go type to the schema that it is written by. What does not go together,
// field by field, is an error now.
func writerFor(n *node, t reflect.Type) (writer, error) {
	switch {
	case n.kind == "union":
		return optionalWriter(n, t)
	case n.kind == "record":
		return recordWriter(n, t)
	case n.kind == "array" && t.Kind() == reflect.Slice:
		return listWriter(n, t)
	case n.logical == "timestamp-millis" && t == reflect.TypeFor[time.Time]():
		return writeTime, nil
	case n.kind == "string" && t.Kind() == reflect.String:
		return writeString, nil
	case n.kind == "int" && t.Kind() == reflect.Int32, n.kind == "long" && t.Kind() == reflect.Int64:
		return func(dst []byte, v reflect.Value) []byte { return binary.AppendVarint(dst, v.Int()) }, nil
	case n.kind == "double" && t.Kind() == reflect.Float64:
		return func(dst []byte, v reflect.Value) []byte {
			return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v.Float()))
		}, nil
	case n.kind == "boolean" && t.Kind() == reflect.Bool:
		return writeBool, nil
	case n.kind == "bytes" && t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return writeBytes, nil
	}
	return nil, fmt.Errorf("%s does not go with %s", n.kind, t)
}

// optionalWriter takes the one union in use: null or a type, a pointer in Go.
func optionalWriter(n *node, t reflect.Type) (writer, error) {
	if len(n.branches) != 2 || n.branches[0].kind != "null" || t.Kind() != reflect.Pointer {
		return nil, fmt.Errorf("union does not go with %s", t)
	}
	inner, err := writerFor(n.branches[1], t.Elem())
	return func(dst []byte, v reflect.Value) []byte {
		if v.IsNil() {
			return binary.AppendVarint(dst, 0)
		}
		return inner(binary.AppendVarint(dst, 1), v.Elem())
	}, err
}

func recordWriter(n *node, t reflect.Type) (writer, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("record %s does not go with %s", n.name, t)
	}
	if len(n.fields) != t.NumField() {
		return nil, fmt.Errorf("record %s has %d fields, %s has %d", n.name, len(n.fields), t, t.NumField())
	}
	indexes, of := make([]int, len(n.fields)), make([]writer, len(n.fields))
	for i, f := range n.fields {
		index, kind := fieldOf(t, f.name)
		if index < 0 {
			return nil, fmt.Errorf("%s has no field for %q", t, f.name)
		}
		inner, err := writerFor(f.node, kind)
		if err == nil && !isZero(f.fallback) {
			err = errors.New("its default is not zero, which readers leave where a writer knew no such field")
		}
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.name, err)
		}
		indexes[i], of[i] = index, inner
	}
	return func(dst []byte, v reflect.Value) []byte {
		for i, inner := range of {
			dst = inner(dst, v.Field(indexes[i]))
		}
		return dst
	}, nil
}

func isZero(fallback any) bool {
	list, is := fallback.([]any)
	return is && len(list) == 0 || fallback == nil || fallback == "" || fallback == 0.0 || fallback == false
}

// listWriter writes a list in blocks of as many items as a reader takes.
func listWriter(n *node, t reflect.Type) (writer, error) {
	inner, err := writerFor(n.items, t.Elem())
	return func(dst []byte, v reflect.Value) []byte {
		for i := range v.Len() {
			if i%maxBlockItems == 0 {
				dst = binary.AppendVarint(dst, int64(min(v.Len()-i, maxBlockItems)))
			}
			dst = inner(dst, v.Index(i))
		}
		return binary.AppendVarint(dst, 0)
	}, err
}

// writeTime has the zero time stand as the epoch, which no event of ours can carry.
func writeTime(dst []byte, v reflect.Value) []byte {
	t := v.Interface().(time.Time)
	if t.IsZero() {
		return binary.AppendVarint(dst, 0)
	}
	return binary.AppendVarint(dst, t.UnixMilli())
}

func writeString(dst []byte, v reflect.Value) []byte {
	return append(binary.AppendVarint(dst, int64(v.Len())), v.String()...)
}

func writeBytes(dst []byte, v reflect.Value) []byte {
	return append(binary.AppendVarint(dst, int64(v.Len())), v.Bytes()...)
}

func writeBool(dst []byte, v reflect.Value) []byte {
	if v.Bool() {
		return append(dst, 1)
	}
	return append(dst, 0)
}
