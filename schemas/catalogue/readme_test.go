package catalogue

import (
	"os"
	"reflect"
	"regexp"
	"testing"
)

func TestEveryKeyIsDescribed(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var walk func(reflect.Type)
	seen := map[reflect.Type]bool{}
	walk = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			field := typ.Field(i)
			if key := field.Tag.Get("yaml"); key != "-" {
				// As code, `key`, or in an example, key: value.
				if !regexp.MustCompile("`" + key + "`|[ {`]" + key + ":").Match(page) {
					t.Errorf("the key %q of a %s is not described", key, typ.Name())
				}
				walk(field.Type)
			}
		}
	}
	walk(reflect.TypeFor[Type]())
	for _, kind := range kinds {
		if !regexp.MustCompile("`" + string(kind) + "[`(]").Match(page) {
			t.Errorf("the kind %q is not described", kind)
		}
	}
	for _, like := range likes {
		if !regexp.MustCompile("`" + like + "`").Match(page) {
			t.Errorf("the look %q is not described", like)
		}
	}
}
