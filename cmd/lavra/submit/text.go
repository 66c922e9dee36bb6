package submit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"lavra.dev/schemas/catalogue"
)

// encodeText shows a result to a person: type, status and the fields that the
// type requires.
func encodeText(r Row) ([]byte, error) {
	var out bytes.Buffer
	if r.Status == outcomeRefused {
		fmt.Fprintf(&out, "%-44s refused: %s\n", baseName(Document{File: r.File}), r.Error)
		return out.Bytes(), nil
	}
	name := "-"
	if r.DocumentType != nil {
		name = *r.DocumentType
	}
	fmt.Fprintf(&out, "%-44s %-36s %s\n", baseName(Document{File: r.File}), name, r.Status)
	p, err := r.payload()
	if err != nil {
		return nil, err
	}
	typ, _ := catalogue.Lookup(name)
	for _, field := range typ.Fields {
		value, ok := p.Fields[field.Name]
		if !ok || !field.Required {
			continue
		}
		fmt.Fprintf(&out, "    %-28s %s\n", field.Name, brief(value.Value))
	}
	if r.Status == "failed" && len(p.Service.Inconsistencies) > 0 {
		fmt.Fprintf(&out, "    %s\n", p.Service.Inconsistencies[0])
	}
	return out.Bytes(), nil
}

// brief is a value on one short line; a list is told by its length.
func brief(v any) string {
	switch v := v.(type) {
	case []any:
		return fmt.Sprintf("%d linhas", len(v))
	case float64:
		return strings.TrimSuffix(fmt.Sprintf("%.2f", v), ".00")
	}
	text := []rune(fmt.Sprint(v))
	const width = 72
	if len(text) > width {
		return string(slices.Concat(text[:width-1], []rune("…")))
	}
	return string(text)
}
