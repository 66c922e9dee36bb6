package compile

import (
	"reflect"
	"testing"

	"lavra.dev/schemas/catalogue"
)

func TestEveryEntryCompiles(t *testing.T) {
	if err := Catalogue(); err != nil {
		t.Fatal(err)
	}
	for _, name := range catalogue.Names() {
		typ, _ := catalogue.Lookup(name)
		if before, _ := compiled.Load(name); Of(typ) != before {
			t.Errorf("%s is compiled again for a document", name)
		}
	}
}

// The phrases of a type have the same numbers in every process: where two labels are as long, the
// number decides.
func TestCompilesTheSameEachTime(t *testing.T) {
	for _, name := range catalogue.Names() {
		typ, _ := catalogue.Lookup(name)
		first, err := compile(typ)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for range 2 {
			again, err := compile(typ)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !reflect.DeepEqual(first.Refs, again.Refs) || !reflect.DeepEqual(first.ValueMeanings, again.ValueMeanings) {
				t.Fatalf("%s is compiled in two ways", name)
			}
		}
	}
}
