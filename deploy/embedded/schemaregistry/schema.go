package schemaregistry

import (
	"bytes"
	"encoding/json"

	"github.com/twmb/avro"
)

// submission is a schema as clients send it.
type submission struct {
	Schema     string            `json:"schema"`
	SchemaType string            `json:"schemaType"`
	References []json.RawMessage `json:"references"`
	ID         int               `json:"id"`
	Version    int               `json:"version"`
}

// parse checks that the submission is an Avro schema that stands alone.
func (s submission) parse() (*avro.Schema, error) {
	if s.SchemaType != "" && s.SchemaType != "AVRO" {
		return nil, invalidSchema("only schemas of type AVRO are kept here")
	}
	if len(s.References) > 0 {
		return nil, invalidSchema("references between schemas are not supported")
	}
	if s.Schema == "" {
		return nil, invalidSchema("the schema is empty")
	}
	parsed, err := avro.Parse(s.Schema)
	if err != nil {
		return nil, invalidSchema(err.Error())
	}
	return parsed, nil
}

// sameSchema compares two texts as JSON: neither white space nor the order of
// attributes makes another schema, but documentation, defaults and aliases do.
func sameSchema(a, b string) bool {
	return a == b || bytes.Equal(normalised(a), normalised(b))
}

func normalised(text string) []byte {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber() // a default of 2^53+1 must not become 2^53
	var value any
	if decoder.Decode(&value) != nil {
		return []byte(text)
	}
	out, err := json.Marshal(value) // maps come out in key order
	if err != nil {
		return []byte(text)
	}
	return out
}
