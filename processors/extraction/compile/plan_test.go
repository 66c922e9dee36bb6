package compile

import (
	"testing"

	"lavra.dev/schemas/catalogue"
)

func TestEveryEntryCompiles(t *testing.T) {
	for _, name := range catalogue.Names() {
		typ, _ := catalogue.Lookup(name)
		if _, err := compile(typ); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
