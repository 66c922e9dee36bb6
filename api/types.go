package api

import (
	"net/http"
	"strings"
	"sync"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/catalogue"
)

type typesRecord struct {
	SchemaVersion string       `json:"schema_version"`
	Items         []typeRecord `json:"items"`
}

// typeRecord is a document type as clients see it.
type typeRecord struct {
	DocumentType string        `json:"document_type"`
	Title        string        `json:"title"`
	Fields       []fieldRecord `json:"fields"`
}

type fieldRecord struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Kind     string        `json:"kind"`
	Required bool          `json:"required"`
	Values   []string      `json:"values,omitempty"`  // of an enum
	Columns  []fieldRecord `json:"columns,omitempty"` // of a list
}

const textUnknownType = "Document type not found"

// typeRecords are the records of all types; nothing in them ever changes.
var typeRecords = sync.OnceValue(func() typesRecord {
	all := typesRecord{SchemaVersion: catalogue.Version}
	for _, name := range catalogue.Names() {
		t, _ := catalogue.Lookup(name)
		all.Items = append(all.Items, typeRecord{name, catalogue.Title(catalogue.Words().Types[name]), fieldRecords(name, t.Fields)})
	}
	return all
})

func fieldRecords(documentType string, fields []catalogue.Field) []fieldRecord {
	out := make([]fieldRecord, 0, len(fields))
	for _, f := range fields {
		record := fieldRecord{Name: f.Name, Title: titleOf(documentType, f.Name), Kind: string(f.Kind), Required: f.Required, Values: f.Enum}
		if f.Kind == catalogue.List {
			record.Columns = fieldRecords(documentType, f.Columns)
		}
		out = append(out, record)
	}
	return out
}

// titleOf is what people call a field; a column that nobody has named is called
// by its name.
func titleOf(documentType, name string) string {
	if label, ok := catalogue.Words().Field(documentType, name); ok {
		return catalogue.Title(label)
	}
	return strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "_", " ")
}

// getTypes answers GET /types.
func (s *Service) getTypes(w http.ResponseWriter, r *http.Request) {
	web.AnswerJSON(w, r, typeRecords())
}

// getType answers GET /types/{documentType}.
func (s *Service) getType(w http.ResponseWriter, r *http.Request) {
	for _, t := range typeRecords().Items {
		if t.DocumentType == mux.Vars(r)["documentType"] {
			web.AnswerJSON(w, r, t)
			return
		}
	}
	web.Message(w, http.StatusNotFound, textUnknownType)
}
