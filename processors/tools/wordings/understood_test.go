package main

import (
	"testing"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/tools/pools"
	"lavra.dev/schemas/catalogue"
)

func TestUnderstood(t *testing.T) {
	typ, ok := catalogue.Lookup("BOLETO")
	if !ok {
		t.Fatal("no BOLETO in the catalogue")
	}
	for text, want := range map[string]cause{
		"Data de vencimento": alone,
		"Nosso número":       another,
		"Xafute":             unknownWord,
	} {
		if r := understood(compile.Of(typ), pools.Label{Type: typ.Name, Key: "data_vencimento", Text: text}); r.cause != want {
			t.Errorf("%q is %q, want %q: names %v", text, causes[r.cause], causes[want], r.named)
		}
	}
}
