package event

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"time"
)

// cursor is what is left of the bytes of an event.
type cursor struct{ rest []byte }

var (
	errCutOff   = errors.New("the bytes end within a value")
	errOverflow = errors.New("a number does not fit its field")
	errItems    = errors.New("a list says it has more items than there are bytes")
	errBranch   = errors.New("a union or an enum has no such branch")
)

func (c *cursor) long() (int64, error) {
	n, size := binary.Varint(c.rest)
	if size <= 0 {
		return 0, errCutOff
	}
	c.rest = c.rest[size:]
	return n, nil
}

func (c *cursor) take(n int64) ([]byte, error) {
	if n < 0 || n > int64(len(c.rest)) {
		return nil, errCutOff
	}
	taken := c.rest[:n]
	c.rest = c.rest[n:]
	return taken, nil
}

// counted takes bytes that stand behind their number.
func (c *cursor) counted() ([]byte, error) {
	n, err := c.long()
	if err != nil {
		return nil, err
	}
	return c.take(n)
}

// branch takes the place of a union's or an enum's value.
func (c *cursor) branch(of int) (int, error) {
	n, err := c.long()
	if err == nil && (n < 0 || n >= int64(of)) {
		err = errBranch
	}
	return int(n), err
}

// block takes the number of items that follow in a list or a map; 0 ends it. What says
// that it has more than there are bytes is refused before there is room made for it.
func (c *cursor) block(smallest int) (items int, err error) {
	n, err := c.long()
	if err != nil {
		return 0, err
	}
	if n < 0 {
		n = -n
		if _, err := c.long(); err != nil { // the bytes of the block, for those who skip it
			return 0, err
		}
	}
	if n < 0 || n > maxBlockItems || n*int64(smallest) > int64(len(c.rest)) {
		return 0, errItems
	}
	return int(n), nil
}

// reader moves one value from the bytes into a Go value, which is zero before.
type reader func(c *cursor, v reflect.Value) error

// readerFor makes the reader of what was written by a schema into a Go type; a nil type
// passes over it. What does not go together is an error now, not with the first event.
//
// A wider type takes what was written as a narrower one: int to long to double, string and
// bytes either way, a value where none may be.
func readerFor(n *node, t reflect.Type) (reader, error) {
	switch {
	case n.kind == "union":
		return unionReader(n, t)
	case n.kind == "record":
		return recordReader(n, t)
	case n.kind == "array" || n.kind == "map":
		return listReader(n, t)
	case n.kind == "null":
		return func(*cursor, reflect.Value) error { return nil }, nil
	case t == nil:
		return skipReader(n)
	case t.Kind() == reflect.Pointer:
		return pointerReader(n, t)
	case t == reflect.TypeFor[time.Time]() && n.kind == "long":
		return readTime, nil
	}
	switch kind := t.Kind(); {
	case kind == reflect.String && n.kind == "enum":
		return enumReader(n.symbols), nil
	case kind == reflect.String && (n.kind == "string" || n.kind == "bytes"):
		return readString, nil
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && (n.kind == "string" || n.kind == "bytes"):
		return readBytes, nil
	case (kind == reflect.Int32 || kind == reflect.Int64) && (n.kind == "int" || n.kind == "long"):
		return readInt, nil
	case kind == reflect.Float64:
		if read := floatReaders[n.kind]; read != nil {
			return read, nil
		}
	case kind == reflect.Bool && n.kind == "boolean":
		return readBool, nil
	}
	return nil, fmt.Errorf("%s does not go with %s", n.kind, t)
}

func unionReader(n *node, t reflect.Type) (reader, error) {
	branches := make([]reader, len(n.branches))
	for i, b := range n.branches {
		var err error
		if branches[i], err = readerFor(b, t); err != nil {
			return nil, err
		}
	}
	return func(c *cursor, v reflect.Value) error {
		i, err := c.branch(len(branches))
		if err != nil {
			return err
		}
		return branches[i](c, v)
	}, nil
}

func pointerReader(n *node, t reflect.Type) (reader, error) {
	inner, err := readerFor(n, t.Elem())
	return func(c *cursor, v reflect.Value) error {
		to := reflect.New(t.Elem())
		v.Set(to)
		return inner(c, to.Elem())
	}, err
}

// recordReader reads the fields that the type has, and passes over the others. Those that
// the schema lacks stay zero: that is the default of each, nativeRecord sees to it.
func recordReader(n *node, t reflect.Type) (reader, error) {
	if t != nil && t.Kind() == reflect.Pointer {
		return pointerReader(n, t)
	}
	if t != nil && t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("record %s does not go with %s", n.name, t)
	}
	type fieldReader struct {
		index int // -1: the type has no such field
		read  reader
	}
	fields := make([]fieldReader, len(n.fields))
	for i, f := range n.fields {
		index, of := fieldOf(t, f.name)
		read, err := readerFor(f.node, of)
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", f.name, err)
		}
		fields[i] = fieldReader{index, read}
	}
	return func(c *cursor, v reflect.Value) error {
		for i := range fields {
			var to reflect.Value
			if fields[i].index >= 0 {
				to = v.Field(fields[i].index)
			}
			if err := fields[i].read(c, to); err != nil {
				return fmt.Errorf("field %s: %w", n.fields[i].name, err)
			}
		}
		return nil
	}, nil
}

func fieldOf(t reflect.Type, name string) (index int, of reflect.Type) {
	for i := 0; t != nil && i < t.NumField(); i++ {
		if t.Field(i).Tag.Get("avro") == name {
			return i, t.Field(i).Type
		}
	}
	return -1, nil
}

func listReader(n *node, t reflect.Type) (reader, error) {
	if t != nil && t.Kind() == reflect.Pointer {
		return pointerReader(n, t)
	}
	if t != nil && (n.kind == "map" || t.Kind() != reflect.Slice) {
		return nil, fmt.Errorf("%s does not go with %s", n.kind, t)
	}
	var of reflect.Type
	if t != nil {
		of = t.Elem()
	}
	read, err := readerFor(n.items, of)
	smallest := n.items.smallest()
	return func(c *cursor, v reflect.Value) error {
		for at := 0; ; {
			items, err := c.block(smallest)
			if err != nil || items == 0 {
				return err
			}
			if of != nil {
				v.Grow(items)
				v.SetLen(at + items)
			}
			for end := at + items; at < end; at++ {
				var to reflect.Value
				if of != nil {
					to = v.Index(at)
				}
				if n.kind == "map" {
					if _, err := c.counted(); err != nil {
						return err
					}
				}
				if err := read(c, to); err != nil {
					return fmt.Errorf("item %d: %w", at, err)
				}
			}
		}
	}, err
}

func skipReader(n *node) (reader, error) {
	size := int64(0)
	switch n.kind {
	case "string", "bytes":
		return func(c *cursor, _ reflect.Value) error { _, err := c.counted(); return err }, nil
	case "int", "long", "enum":
		return func(c *cursor, _ reflect.Value) error { _, err := c.long(); return err }, nil
	case "boolean", "float", "double", "fixed":
		size = int64(n.smallest())
	default:
		return nil, fmt.Errorf("schema of the unknown type %q", n.kind)
	}
	return func(c *cursor, _ reflect.Value) error { _, err := c.take(size); return err }, nil
}

// readTime keeps the zero time, which stands as the epoch: no event of ours can carry that.
func readTime(c *cursor, v reflect.Value) error {
	millis, err := c.long()
	if err == nil && millis != 0 {
		*v.Addr().Interface().(*time.Time) = time.UnixMilli(millis).UTC()
	}
	return err
}

func enumReader(symbols []string) reader {
	return func(c *cursor, v reflect.Value) error {
		i, err := c.branch(len(symbols))
		if err == nil {
			v.SetString(symbols[i])
		}
		return err
	}
}

func readString(c *cursor, v reflect.Value) error {
	text, err := c.counted()
	if err == nil {
		v.SetString(string(text))
	}
	return err
}

func readBytes(c *cursor, v reflect.Value) error {
	bytes, err := c.counted()
	if len(bytes) > 0 {
		v.SetBytes(append([]byte(nil), bytes...))
	}
	return err
}

func readInt(c *cursor, v reflect.Value) error {
	n, err := c.long()
	switch {
	case err != nil:
		return err
	case v.OverflowInt(n):
		return errOverflow
	}
	v.SetInt(n)
	return nil
}

var floatReaders = map[string]reader{
	"double": func(c *cursor, v reflect.Value) error {
		raw, err := c.take(8)
		if err == nil {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(raw)))
		}
		return err
	},
	"float": func(c *cursor, v reflect.Value) error {
		raw, err := c.take(4)
		if err == nil {
			v.SetFloat(float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
		}
		return err
	},
	"int":  readWhole,
	"long": readWhole,
}

func readWhole(c *cursor, v reflect.Value) error {
	n, err := c.long()
	v.SetFloat(float64(n))
	return err
}

func readBool(c *cursor, v reflect.Value) error {
	raw, err := c.take(1)
	if err == nil {
		v.SetBool(raw[0] != 0)
	}
	return err
}
