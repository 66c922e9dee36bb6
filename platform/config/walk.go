package config

import (
	"encoding"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// setting is one tagged field of a configuration struct.
type setting struct {
	field string // Go name
	name  string // with Prefix
	value reflect.Value
}

// Print writes every setting as NAME=value, one a line, in the order of the
// struct. A Secret prints masked.
func Print(w io.Writer, cfg any) error {
	var err error
	walk(cfg, func(s setting) {
		if err == nil {
			_, err = fmt.Fprintf(w, "%s=%s\n", s.name, text(s.value))
		}
	})
	return err
}

func text(v reflect.Value) string {
	if v.Kind() == reflect.Slice {
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = text(v.Index(i))
		}
		return strings.Join(parts, ",")
	}
	if m, ok := v.Interface().(encoding.TextMarshaler); ok {
		if b, err := m.MarshalText(); err == nil {
			return string(b)
		}
	}
	return fmt.Sprint(v.Interface())
}

// walk calls visit for every field that has an env tag, sections included.
func walk(cfg any, visit func(setting)) { walkStruct(reflect.ValueOf(cfg), Prefix, visit) }

func walkStruct(v reflect.Value, prefix string, visit func(setting)) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() {
			continue
		}
		if tag, _, _ := strings.Cut(field.Tag.Get("env"), ","); tag != "" {
			visit(setting{field.Name, prefix + tag, v.Field(i)})
			continue
		}
		walkStruct(v.Field(i), prefix+field.Tag.Get("envPrefix"), visit)
	}
}

// validate runs Validate of every section, inner sections first. Where a struct
// only inherits the Validate of a section it embeds, that one runs twice, and
// says the same twice: a fault is reported once.
func validate(cfg any) []error {
	var faults []error
	said := map[string]bool{}
	for _, fault := range validateAll(cfg) {
		if !said[fault.Error()] {
			faults = append(faults, fault)
		}
		said[fault.Error()] = true
	}
	return faults
}

func validateAll(cfg any) []error {
	v := reflect.ValueOf(cfg)
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct || !v.CanAddr() {
		return nil
	}
	var faults []error
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() && field.Tag.Get("env") == "" {
			faults = append(faults, validateAll(v.Field(i).Addr().Interface())...)
		}
	}
	if own, ok := v.Addr().Interface().(Validator); ok {
		if err := own.Validate(); err != nil {
			faults = append(faults, err)
		}
	}
	return faults
}
