package api_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/fields.md anew")

const fieldsPage = "../docs/fields.md"

type typeOnPage struct {
	DocumentType string        `json:"document_type"`
	Title        string        `json:"title"`
	Fields       []fieldOnPage `json:"fields"`
}

type fieldOnPage struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Kind     string        `json:"kind"`
	Required bool          `json:"required"`
	Values   []string      `json:"values"`
	Columns  []fieldOnPage `json:"columns"`
}

// TestIntegratorsFindEveryField makes docs/fields.md of what GET /types says.
func TestIntegratorsFindEveryField(t *testing.T) {
	w := newWorld(t, options{})
	var types struct{ Items []typeOnPage }
	if err := json.Unmarshal([]byte(w.get("acme", "/types").body), &types); err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	page.WriteString(`# Fields

Written by ` + "`go test -run TestIntegratorsFindEveryField -update .`" + ` in api, from [the catalogue](../schemas/catalogue/README.md): change that. A running service says the same at ` + "`/types`" + `.

Fields that were not found are left out. How values of a kind look is told [there](../schemas/catalogue/README.md#kinds). A required field that is missing makes a result ` + "`partial_success`" + `.
Columns stand under their list as ` + "`list[].column`" + `; one value of a row is asked for as ` + "`fields.list[0].column`" + `.

`)
	for _, typ := range types.Items {
		fmt.Fprintf(&page, "[%s](#%s) ", typ.DocumentType, strings.ToLower(typ.DocumentType))
	}
	page.WriteString("\n")
	for _, typ := range types.Items {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n\n| Field | Called | Kind | Required |\n|---|---|---|---|\n", typ.DocumentType, typ.Title)
		fieldLines(&page, "", typ.Fields)
	}
	if *update {
		if err := os.WriteFile(fieldsPage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if there, _ := os.ReadFile(fieldsPage); string(there) != page.String() {
		t.Errorf("docs/fields.md does not say what the catalogue says: run this test with -update")
	}
}

func fieldLines(page *strings.Builder, list string, fields []fieldOnPage) {
	for _, f := range fields {
		kind, required := f.Kind, ""
		if len(f.Values) > 0 {
			kind += ": " + strings.Join(f.Values, ", ")
		}
		if f.Required {
			required = "yes"
		}
		fmt.Fprintf(page, "| `%s%s` | %s | %s | %s |\n", list, f.Name, f.Title, kind, required)
		fieldLines(page, f.Name+"[].", f.Columns)
	}
}
