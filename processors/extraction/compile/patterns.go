package compile

import (
	"cmp"
	"fmt"
	"slices"

	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
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
		sets = append(sets, patternSet{&p.RowForms[i], f.Rows, of}, patternSet{&p.LineForms[i], f.Table.Lines, of}, patternSet{&p.OverForms[i], f.Table.Over, of}, patternSet{&p.UnderForms[i], f.Table.Under, of})
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

// saidForm is how a text tells the value of a field: with names within, where it begins as one.
type saidForm struct{ Plain, Named *pattern.Pattern }

// saidForms are the forms in which a text tells the values of the fields that texts tell of.
func (p *Type) saidForms(fields []catalogue.Field) ([]saidForm, error) {
	out := make([]saidForm, len(fields))
	for i, f := range fields {
		if len(f.Means) == 0 || f.Kind == catalogue.List || !slices.ContainsFunc(p.ProseForms, func(o *pattern.Pattern) bool { return slices.Contains(o.Slots(), f.Name) }) {
			continue
		}
		form, named := string(f.Kind), ""
		switch {
		case f.Like == "name":
			form = "proper"
		case f.Like == "company" || f.Like == "city" || f.Like == "address" || f.Like == "numbered" || f.Like == "word" || f.Like == "number":
			form = f.Like
		case f.Kind == catalogue.Text:
			form = "sentence"
		case !recognise.Typed(f.Kind):
			form, named = "clause", "proper"
		}
		for _, p := range []struct {
			to   **pattern.Pattern
			form string
		}{{&out[i].Plain, form}, {&out[i].Named, cmp.Or(named, form)}} {
			var err error
			if *p.to, err = pattern.Compile("{"+f.Name+":"+p.form+"}", func(string) catalogue.Kind { return f.Kind }); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// sharedForm is a form in which a box holds several fields.
type sharedForm struct {
	Box  int
	Form *pattern.Pattern
}

// sharedForms lists by field the forms of boxes that hold it with others.
func (p *Type) sharedForms(fields []catalogue.Field) [][]sharedForm {
	out := make([][]sharedForm, len(fields))
	for box, forms := range p.BoxForms {
		for _, form := range forms {
			names := form.Slots()
			if len(names) < 2 || p.alike(names) {
				continue
			}
			for _, name := range names {
				out[p.Index[name]] = append(out[p.Index[name]], sharedForm{box, form})
			}
		}
	}
	return out
}

// alike reports whether values of two fields look the same, so that their form does not tell which
// is which.
func (p *Type) alike(names []string) bool {
	seen := map[string]bool{}
	for _, name := range names {
		f := p.Type.Fields[p.Index[name]]
		look := string(f.Kind) + f.Like
		if seen[look] {
			return true
		}
		seen[look] = true
	}
	return false
}
