package compile

import (
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// Passage is the compiled form of catalogue.Passage.
type Passage struct {
	Begin, End, Rows []*pattern.Pattern
	Find             [][]*pattern.Pattern // by column
	Sentence         bool
}

func compilePassage(f catalogue.Field) (*Passage, error) {
	if f.Passages == nil {
		return nil, nil
	}
	p := &Passage{Sentence: f.Passages.Sentence, Find: make([][]*pattern.Pattern, len(f.Columns))}
	var err error
	for _, part := range []struct {
		into    *[]*pattern.Pattern
		sources []string
	}{{&p.Begin, f.Passages.Begin}, {&p.End, f.Passages.End}, {&p.Rows, f.Passages.Rows}} {
		if *part.into, err = columnPatterns(f, part.sources); err != nil {
			return nil, err
		}
	}
	for k, c := range f.Columns {
		if p.Find[k], err = columnPatterns(f, c.Find); err != nil {
			return nil, err
		}
	}
	return p, nil
}
