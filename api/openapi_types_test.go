package api_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"lavra.dev/schemas/catalogue"
)

const (
	document       = "openapi.yaml"
	generatedFirst = "    # Below: written by `go test -run TestTheDocumentTypesEveryField -update .` in api, from the catalogue.\n"
	generatedLast  = "    # From here on written by hand again.\n"
)

// TestTheDocumentTypesEveryField makes the schemas of results, one per type, in
// the OpenAPI document.
func TestTheDocumentTypesEveryField(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, first := strings.Cut(string(text), generatedFirst)
	_, after, last := strings.Cut(rest, generatedLast)
	if !first || !last {
		t.Fatal("the document lacks the lines around what is generated")
	}
	want := before + generatedFirst + typedResults() + generatedLast + after
	if *update {
		if err := os.WriteFile(document, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("openapi.yaml does not say what the catalogue says: run this test with -update")
	}
}

func typedResults() string {
	names := catalogue.Names()
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("    TypedResult:\n      oneOf:\n")
	for _, name := range names {
		fmt.Fprintf(&b, "        - $ref: '#/components/schemas/%sResult'\n", schemaName(name))
	}
	b.WriteString("      discriminator:\n        propertyName: document_type\n        mapping:\n")
	for _, name := range names {
		fmt.Fprintf(&b, "          %s: '#/components/schemas/%sResult'\n", name, schemaName(name))
	}
	for _, kind := range []string{"string", "date", "number", "integer", "boolean"} {
		fmt.Fprintf(&b, "    %s:\n%s", fieldSchema(kind), fieldOf("      ", valueSchemas[kind], ""))
	}
	for _, name := range names {
		typ, _ := catalogue.Lookup(name)
		typedResult(&b, name, typ.Fields)
	}
	return b.String()
}

func typedResult(b *strings.Builder, name string, fields []catalogue.Field) {
	own := schemaName(name)
	fmt.Fprintf(b, `    %[1]sResult:
      type: object
      required: [request_id, document_type, status, reference_id, metadata, fields, service, processed_at]
      properties:
        request_id: {type: string, format: uuid}
        document_type: {type: string, enum: [%[2]s]}
        status: {$ref: '#/components/schemas/Outcome'}
        reference_id: {type: string, nullable: true}
        metadata: {$ref: '#/components/schemas/Metadata'}
        fields: {$ref: '#/components/schemas/%[1]sFields'}
        service: {$ref: '#/components/schemas/Quality'}
        processed_at: {$ref: '#/components/schemas/Time'}
        markdown: {type: string}
    %[1]sFields:
      type: object
      description: Fields that were not found are left out.
      properties:
`, own, name)
	for _, f := range fields {
		switch {
		case f.Kind == catalogue.List:
			rows := fmt.Sprintf("{type: array, items: {$ref: '#/components/schemas/%s%sRow'}}", own, schemaName(f.Name))
			fmt.Fprintf(b, "        %s:\n%s", f.Name, fieldOf("          ", rows, titleIn(name, f.Name)))
		case len(f.Enum) > 0:
			fmt.Fprintf(b, "        %s:\n%s", f.Name, fieldOf("          ", "{type: string, enum: ["+strings.Join(f.Enum, ", ")+"]}", titleIn(name, f.Name)))
		default:
			fmt.Fprintf(b, "        %s: {$ref: '#/components/schemas/%s'}\n", f.Name, fieldSchema(valueKind(f.Kind)))
		}
	}
	for _, f := range fields {
		if f.Kind != catalogue.List {
			continue
		}
		fmt.Fprintf(b, "    %s%sRow:\n      type: object\n      description: Cells that were not found are left out.\n      properties:\n", own, schemaName(f.Name))
		for _, c := range f.Columns {
			schema := valueSchemas[valueKind(c.Kind)]
			if len(c.Enum) > 0 {
				schema = "{type: string, enum: [" + strings.Join(c.Enum, ", ") + "]}"
			}
			fmt.Fprintf(b, "        %s: %s\n", c.Name, schema)
		}
	}
}

// fieldOf is the schema of a field whose value has the schema given.
func fieldOf(indent, value, description string) string {
	if description != "" {
		description = indent + "description: " + description + "\n"
	}
	return indent + "type: object\n" + description + indent + "required: [value, confidence_score, error]\n" + indent + "properties:\n" +
		indent + "  value: " + value + "\n" +
		indent + "  confidence_score: {type: number, minimum: 0, maximum: 1}\n" +
		indent + "  error: {type: string, nullable: true, description: 'Validation error, in Portuguese.'}\n"
}

var valueSchemas = map[string]string{
	"string": "{type: string}", "date": "{type: string, format: date}", "number": "{type: number}", "integer": "{type: integer}", "boolean": "{type: boolean}",
}

// valueKind is what values of a kind are in JSON, as the catalogue's README says.
func valueKind(kind catalogue.Kind) string {
	switch kind {
	case catalogue.Date:
		return "date"
	case catalogue.Money, catalogue.Decimal, catalogue.Percent:
		return "number"
	case catalogue.Integer, catalogue.Year:
		return "integer"
	case catalogue.Bool:
		return "boolean"
	}
	return "string"
}

func fieldSchema(kind string) string { return schemaName(kind) + "Field" }

// schemaName makes ContratoSocial of CONTRATO_SOCIAL.
func schemaName(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.ToLower(name), "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// titleIn is what people call a field.
func titleIn(documentType, name string) string {
	label, _ := catalogue.Words().Field(documentType, name)
	return label
}
