package event

import (
	"fmt"
	"reflect"
)

// scalarPlan ties Avro's primitive types to Go's. A wider reader takes what a
// narrower writer wrote: int to long to double, string and bytes either way.
func scalarPlan(name string, t reflect.Type) (plan, error) {
	var want bool
	switch name {
	case "string":
		want = t.Kind() == reflect.String
	case "int":
		want = t.Kind() == reflect.Int32
	case "long":
		want = t.Kind() == reflect.Int64
	case "double":
		want = t.Kind() == reflect.Float64
	case "boolean":
		want = t.Kind() == reflect.Bool
	case "bytes":
		want = t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
	}
	if !want {
		return nil, fmt.Errorf("%s does not go with %s", name, t)
	}
	return scalar{name}, nil
}

type scalar struct{ name string }

func (s scalar) native(v reflect.Value) any {
	switch s.name {
	case "string":
		return v.String()
	case "int":
		return int32(v.Int())
	case "long":
		return v.Int()
	case "double":
		return v.Float()
	case "boolean":
		return v.Bool()
	}
	if v.IsNil() {
		return []byte{}
	}
	return v.Bytes()
}

func (s scalar) project(native any, v reflect.Value) error {
	native = unwrap(native)
	switch s.name {
	case "string":
		switch n := native.(type) {
		case string:
			v.SetString(n)
			return nil
		case []byte:
			v.SetString(string(n))
			return nil
		}
	case "bytes":
		switch n := native.(type) {
		case []byte:
			if len(n) > 0 {
				v.SetBytes(n)
			}
			return nil
		case string:
			v.SetBytes([]byte(n))
			return nil
		}
	case "int", "long":
		if n, ok := whole(native); ok && !v.OverflowInt(n) {
			v.SetInt(n)
			return nil
		}
	case "double":
		if n, ok := number(native); ok {
			v.SetFloat(n)
			return nil
		}
	case "boolean":
		if n, ok := native.(bool); ok {
			v.SetBool(n)
			return nil
		}
	}
	return fmt.Errorf("%T where %s is due", native, s.name)
}

func whole(native any) (int64, bool) {
	switch n := native.(type) {
	case int32:
		return int64(n), true
	case int64:
		return n, true
	case float64: // a default in JSON
		return int64(n), n == float64(int64(n))
	}
	return 0, false
}

func number(native any) (float64, bool) {
	switch n := native.(type) {
	case float64:
		return n, true
	case float32:
		return float64(n), true
	case int32:
		return float64(n), true
	case int64:
		return float64(n), true
	}
	return 0, false
}
