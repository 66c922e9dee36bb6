package compile

import (
	"fmt"

	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// Passage is the compiled form of catalogue.Passage.
type Passage struct {
	Begin, End, Rows []*pattern.Pattern
	Find             [][]*pattern.Pattern // by column
	Sentence         bool
}

// patternSet is patterns of one use. Their slots have kinds: they are fields of the type, or columns of a list.
type patternSet struct {
	into    *[]*pattern.Pattern
	sources []string
	kindOf  func(name string) catalogue.Kind
}

// patterns compiles the patterns of an entry.
func (p *Type) patterns(t catalogue.Type) (err error) {
	ofField := kindIn(t.Fields)
	sets := []patternSet{{&p.ProseForms, t.Prose, ofField}, {&p.FallbackForms, t.Fallback, ofField}}
	for i, b := range t.Boxes {
		sets = append(sets, patternSet{&p.BoxForms[i], b.Read, ofField})
	}
	for i, f := range t.Fields {
		of := kindIn(f.Columns)
		sets = append(sets, patternSet{&p.RowForms[i], f.Rows, of}, patternSet{&p.PairForms[i], f.Table.Pair, of},
			patternSet{&p.LineForms[i], f.Table.Lines, of}, patternSet{&p.UnderForms[i], f.Table.Under, of})
		if f.Passages == nil {
			continue
		}
		own := &Passage{Sentence: f.Passages.Sentence, Find: make([][]*pattern.Pattern, len(f.Columns))}
		sets = append(sets, patternSet{&own.Begin, f.Passages.Begin, of}, patternSet{&own.End, f.Passages.End, of}, patternSet{&own.Rows, f.Passages.Rows, of})
		for k, c := range f.Columns {
			sets = append(sets, patternSet{&own.Find[k], c.Find, of})
		}
		p.Passages[i] = own
	}
	for _, s := range sets {
		if err := s.compile(); err != nil {
			return fmt.Errorf("compiling %s: %w", t.Name, err)
		}
	}
	p.Shared = p.sharedForms(t.Fields)
	if p.Said, err = p.saidForms(t.Fields); err != nil {
		return fmt.Errorf("compiling %s: %w", t.Name, err)
	}
	return nil
}

func (s patternSet) compile() error {
	for _, source := range s.sources {
		c, err := pattern.Compile(source, s.kindOf)
		if err != nil {
			return err
		}
		for _, name := range c.Slots() {
			if s.kindOf(name) == "" {
				return fmt.Errorf("pattern %q: no field or column %q", source, name)
			}
		}
		*s.into = append(*s.into, c)
	}
	return nil
}

// kindIn gives the kinds of fields by their names; "" for none.
func kindIn(fields []catalogue.Field) func(name string) catalogue.Kind {
	return func(name string) catalogue.Kind {
		for _, f := range fields {
			if f.Name == name {
				return f.Kind
			}
		}
		return ""
	}
}
