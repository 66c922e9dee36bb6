package catalogue

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"
)

//go:embed relatives.yaml
var relativesFile []byte

// Relative is a kind of document that is none of the types but shares the form, the
// words or the numbers of some, and what proves a document to be one.
type Relative struct {
	Name   string   `yaml:"relative"`
	Of     []string `yaml:"of"`     // the types that it would be taken for; none: any
	Titles []string `yaml:"titles"` // one of them heads the document
	Kind   Kind     `yaml:"kind"`   // or: the first value of this kind, with right check digits,
	At     int      `yaml:"at"`     // has from this place on
	Begins []string `yaml:"begins"` // one of these digits
}

// Relatives lists the kinds of documents that are none of the types.
func Relatives() []Relative { return slices.Clone(load().relatives) }

// readRelatives decodes the relatives as strictly as the types.
func readRelatives(data []byte, types map[string]Type) ([]Relative, error) {
	var all []Relative
	if err := yaml.UnmarshalWithOptions(data, &all, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("reading the relatives: %w", err)
	}
	var faults []error
	for _, r := range all {
		if r.Name == "" || len(r.Titles) == 0 && r.Kind == "" || (r.Kind == "") != (len(r.Begins) == 0) {
			faults = append(faults, fmt.Errorf("relative %q has no name or nothing that proves it", r.Name))
		}
		for _, name := range r.Of {
			if _, ok := types[name]; !ok {
				faults = append(faults, fmt.Errorf("relative %q is of no type %q", r.Name, name))
			}
		}
	}
	return all, errors.Join(faults...)
}
