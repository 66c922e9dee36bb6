package quality

import (
	"strings"
	"testing"

	"lavra.dev/schemas/catalogue"
)

func TestEveryFieldHasALabelAndEveryTypeASummary(t *testing.T) {
	v := catalogue.Words()
	for _, name := range catalogue.Names() {
		typ, _ := catalogue.Lookup(name)
		if v.Types[name] == "" || summaries()[name] == nil {
			t.Errorf("%s has no label or no summary", name)
		}
		a := newAssessment(typ, nil, Options{})
		for _, f := range typ.Fields {
			if strings.Contains(string(a.label(f.Name)), "campo") {
				t.Errorf("%s.%s has no label", name, f.Name)
			}
		}
	}
	for section, labels := range map[string]map[string]string{"types": v.Types, "fields": v.Fields, "kinds": v.Kinds} {
		for name, l := range labels {
			article, noun, ok := strings.Cut(l, " ")
			if !ok || noun == "" || article != "o" && article != "a" && article != "os" && article != "as" {
				t.Errorf("%s.%s: %q has no article", section, name, l)
			}
		}
	}
}

// A value outside of brackets would lose the whole summary where it is missing.
func TestSummariesNameKnownFieldsInBracketsOnly(t *testing.T) {
	for name, text := range summaries() {
		typ, ok := catalogue.Lookup(name)
		if !ok {
			t.Errorf("%s is no type", name)
		}
		for _, p := range text {
			if p.value.field != "" {
				t.Errorf("%s: {%s} stands outside of brackets", name, p.value.field)
			}
		}
		eachValue(text, func(v value) {
			f, known := typ.Field(v.field)
			if !known {
				t.Errorf("%s has no field %s", name, v.field)
			}
			if v.column != "" && !hasColumn(f, v.column) {
				t.Errorf("%s.%s has no column %s", name, v.field, v.column)
			}
		})
	}
}

func eachValue(t template, do func(value)) {
	for _, p := range t {
		if p.value.field != "" {
			do(p.value)
		}
		for _, alternative := range p.alternatives {
			eachValue(alternative, do)
		}
	}
}

func hasColumn(f catalogue.Field, name string) bool {
	for _, column := range f.Columns {
		if column.Name == name {
			return true
		}
	}
	return false
}

func TestTemplates(t *testing.T) {
	known := map[string]string{"a": "1", "b": "2"}
	get := func(v value) (string, bool) {
		text, ok := known[v.field]
		return text, ok
	}
	for _, c := range []struct{ text, want string }{
		{"x", "x"}, {"[{a}]", "1"}, {"[{c}]", ""}, {"x[ {a}[ {c}]].", "x 1."}, {"[{c} y|{b} z|w]", "2 z"}, {"[{c}|w]", "w"}, {"[{a: n, ns}]", "1"}, {"[{a.b}]", "1"},
	} {
		parsed, err := parseTemplate(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got, ok := parsed.render(get); !ok || got != c.want {
			t.Errorf("%q gives %q, want %q", c.text, got, c.want)
		}
	}
	for _, text := range []string{"[", "]", "{", "{}", "{A}", "[{a}", "a|b", "{a:}"} {
		if _, err := parseTemplate(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestLabelsBendAsPortugueseDoes(t *testing.T) {
	for _, c := range []struct {
		l                       label
		of, to, adjective, verb string
	}{
		{"a data", "da data", "à data", "inválida", "difere"},
		{"o valor", "do valor", "ao valor", "inválido", "difere"},
		{"os itens", "dos itens", "aos itens", "inválidos", "diferem"},
		{"as partes", "das partes", "às partes", "inválidas", "diferem"},
	} {
		if c.l.of() != c.of || c.l.to() != c.to || c.l.adjective("inválido") != c.adjective || c.l.verb("difere", "diferem") != c.verb {
			t.Errorf("%s: %s, %s, %s, %s", c.l, c.l.of(), c.l.to(), c.l.adjective("inválido"), c.l.verb("difere", "diferem"))
		}
	}
}

// Every rule that a type's file names is there.
func TestEveryCheckHasItsRule(t *testing.T) {
	for _, name := range catalogue.Names() {
		typ, _ := catalogue.Lookup(name)
		for _, c := range typ.Checks {
			if c.Rule != "" && named[c.Rule] == nil {
				t.Errorf("%s: %+v has no rule", name, c)
			}
		}
	}
}
