package schemaregistry

import (
	"fmt"

	"github.com/twmb/avro"
)

// Level says which schemas may follow which in a subject.
type Level string

// Backward: the new schema reads what the old one wrote. Forward: the old one
// reads what the new one writes. The plain levels look at the latest version
// only, the transitive ones at all.
const (
	None               Level = "NONE"
	Backward           Level = "BACKWARD"
	BackwardTransitive Level = "BACKWARD_TRANSITIVE"
	Forward            Level = "FORWARD"
	ForwardTransitive  Level = "FORWARD_TRANSITIVE"
	Full               Level = "FULL"
	FullTransitive     Level = "FULL_TRANSITIVE"
)

// rule is what a level asks for.
type rule struct{ backward, forward, transitive bool }

var rules = map[Level]rule{
	None:               {},
	Backward:           {backward: true},
	BackwardTransitive: {backward: true, transitive: true},
	Forward:            {forward: true},
	ForwardTransitive:  {forward: true, transitive: true},
	Full:               {backward: true, forward: true},
	FullTransitive:     {backward: true, forward: true, transitive: true},
}

func (l Level) valid() bool {
	_, known := rules[l]
	return known
}

// conflicts compares a new schema with the versions that the level looks at
// and says why it may not follow them. No reason means that it may.
func (s *state) conflicts(level Level, versions []version, next *avro.Schema) ([]string, error) {
	r := rules[level]
	if !r.transitive && len(versions) > 1 {
		versions = versions[len(versions)-1:]
	}
	var reasons []string
	for _, v := range versions {
		old, err := avro.Parse(s.Schemas[v.ID])
		if err != nil {
			return nil, fmt.Errorf("parsing stored schema %d: %w", v.ID, err)
		}
		if r.backward {
			if err := avro.CheckCompatibility(old, next); err != nil {
				reasons = append(reasons, fmt.Sprintf("the new schema cannot read data of version %d: %v", v.Number, err))
			}
		}
		if r.forward {
			if err := avro.CheckCompatibility(next, old); err != nil {
				reasons = append(reasons, fmt.Sprintf("version %d cannot read data of the new schema: %v", v.Number, err))
			}
		}
	}
	return reasons, nil
}
