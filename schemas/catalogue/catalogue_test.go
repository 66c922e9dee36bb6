package catalogue

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestTheEntriesAreSound(t *testing.T) {
	e, err := read(files)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.names) != 25 {
		t.Errorf("%d types, want 25", len(e.names))
	}
	fields := 0
	for _, typ := range e.byName {
		fields += len(typ.Fields)
	}
	if fields != 470 {
		t.Errorf("%d fields, want 470", fields)
	}
}

func TestTypingMistakesAreErrors(t *testing.T) {
	for _, c := range []struct {
		name, entry string
		ok          bool
	}{
		{"none", "type: A\nfields:\n  - {field: nome, kind: string!, like: name}\n", true},
		{"key", "type: A\nfields:\n  - {field: nome, kind: string, lables: [Nome]}\n", false},
		{"kind", "type: A\nfields:\n  - {field: nome, kind: sting}\n", false},
		{"like", "type: A\nfields:\n  - {field: nome, kind: string, like: nmae}\n", false},
		{"place", "type: A\nfields:\n  - {field: nome, kind: string, place: [under]}\n", false},
		{"check", "type: A\nfields:\n  - {field: numero, kind: digits, check: cnhh}\n", false},
		{"section", "type: A\nfields:\n  - {field: nome, kind: string, in: [dados]}\n", false},
		{"other field", "type: A\nfields:\n  - {field: cpf, kind: cpf, with: nmoe}\n", false},
		{"an owner", "type: A\nowners: {cliente: customer}\nfields:\n  - {field: nome, kind: string, is: name, of: cliente}\n", true},
		{"no owner", "type: A\nowners: {cliente: customer}\nfields:\n  - {field: nome, kind: string, is: name, of: titular}\n", false},
		{"table", "type: A\nfields:\n  - {field: itens, kind: list, columns: [{field: nome, kind: string}, {field: valor, kind: money}], table: {need: [nome]}}\n", true},
		{"column", "type: A\nfields:\n  - {field: itens, kind: list, columns: [{field: nome, kind: string}], table: {need: [nmoe]}}\n", false},
		{"too few columns", "type: A\nfields:\n  - {field: itens, kind: list, columns: [{field: nome, kind: string}], table: {products: [[nome]]}}\n", false},
		{"word list", "type: A\nwords:\n  cores: [AZUL]\nfields:\n  - {field: cor, kind: string, vocabulary: [\"@corse\"]}\n", false},
		{"field twice", "type: A\nfields:\n  - {field: cpf, kind: cpf}\n  - {field: cpf, kind: cpf}\n", false},
	} {
		_, err := read(fstest.MapFS{"types/a.yaml": {Data: []byte(c.entry)}})
		if (err == nil) != c.ok {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

func TestATypeIsLentAllThatFindsItsFields(t *testing.T) {
	e, err := read(fstest.MapFS{
		"types/a.yaml": {Data: []byte("type: A\nsections: {dados: [Dados]}\nnoise: [Via]\nboxes:\n  - {labels: [Nome e CPF], read: [\"{nome}\"]}\n" +
			"prose: [\"eu {nome}\"]\nfallback: [\"^ {nome}\"]\nfields:\n  - {field: nome, kind: string}\n")},
		"types/b.yaml": {Data: []byte("type: B\nfields_of: A\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := e.byName["B"]
	if len(b.Fields) != 1 || len(b.Sections) != 1 || len(b.Boxes) != 1 || !slices.Equal(b.Noise, []string{"Via"}) ||
		!slices.Equal(b.Prose, []string{"eu {nome}"}) || !slices.Equal(b.Fallback, []string{"^ {nome}"}) {
		t.Errorf("lent %+v", b)
	}
}

func TestKindsAreTakenApart(t *testing.T) {
	for _, c := range []struct {
		written  Kind
		kind     Kind
		required bool
		values   int
		ok       bool
	}{
		{"cpf!", CPF, true, 0, true},
		{"string", String, false, 0, true},
		{"enum(a|b)!", Enum, true, 2, true},
		{"enum", "", false, 0, false},
		{"colour", "", false, 0, false},
	} {
		kind, required, values, ok := parseKind(c.written)
		if ok != c.ok || ok && (kind != c.kind || required != c.required || len(values) != c.values) {
			t.Errorf("%q is %q, required %v, %d values, ok %v", c.written, kind, required, len(values), ok)
		}
	}
}
