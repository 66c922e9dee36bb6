package catalogue

import "testing"

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
