package api

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestFieldPaths(t *testing.T) {
	value := json.RawMessage(`{"a":[{"b":[1,[2]],"c":null},{"":3}],"n":-1.50,"s":"x [0].y"}`)
	for path, want := range map[string]string{
		"fields.f": "container", "fields.f.a": "container", "fields.f.a[0]": "container", "fields.f.a[0].b": "container",
		"fields.f.a[0].b[0]": "1", "fields.f.a[0].b[1][0]": "2", "fields.f.a[0].c": "null", "fields.f.n": "-1.50", "fields.f.s": `"x [0].y"`,
		"fields.f.a[2]": "missing", "fields.f.a[0].d": "missing", "fields.f.n[0]": "missing", "fields.f.s.x": "missing", "fields.f.a.b": "missing",
		"fields": "error", "fields.": "error", "fields.f.": "error", "fields.f[]": "error", "fields.f[a]": "error", "fields.f[1": "error", "fields.f]": "error",
		"fields.f[1]x": "error", "fields.f[1][": "error", "fields.f[+1]": "error", "fields.f[00]": "error", "fields.f[1234567]": "error", "fields.1": "error",
		"fields." + strings.Repeat("x", 600): "error", "Fields.f": "error", "fields.f\x00": "error",
	} {
		parsed, err := parseFieldPath(path)
		got := "error"
		if err == nil {
			raw, kind := parsed.at(value)
			got = [...]string{"missing", string(raw), "container"}[kind]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// grammar is the form that the OpenAPI document gives.
var grammar = regexp.MustCompile(`^fields(\.[A-Za-z_][A-Za-z0-9_]*(\[(0|[1-9][0-9]{0,5})\])*)+$`)

func FuzzFieldPath(f *testing.F) {
	for _, seed := range []string{"fields.a", "fields.itens[0].ncm", "fields.a[0][1].b", "fields.", "fields.a[", "fields.a[01]", "x", "fields.a]b["} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path, err := parseFieldPath(text)
		if wellFormed := grammar.MatchString(text) && len(text) <= maxFieldPath; wellFormed != (err == nil) {
			t.Fatalf("%q: well formed %v, error %v", text, wellFormed, err)
		}
		if err != nil {
			return
		}
		if back := path.String(); back != text {
			t.Fatalf("%q reads as %q", text, back)
		}
		path.at(json.RawMessage(`[[{"a":[1]}],{"a":{"b":[[2]]}}]`)) // must not panic
	})
}

func (p fieldPath) String() string {
	var b strings.Builder
	b.WriteString("fields." + p.field)
	for _, step := range p.steps {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&b, "[%d]", step)
		case string:
			b.WriteString("." + step)
		}
	}
	return b.String()
}

func FuzzCursor(f *testing.F) {
	f.Add("AAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if c, ok := parseCursor(text); ok && c.String() != text {
			t.Fatalf("%q reads as %q", text, c)
		}
	})
}
