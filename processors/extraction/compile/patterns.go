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

// List is what a list is read by beside its table.
type List struct {
	Rows    []*pattern.Pattern // over the running text
	Lines   []*pattern.Pattern // over single lines
	Over    []*pattern.Pattern // over single lines that give what rows under them share
	Under   []*pattern.Pattern // over single lines under a date or one of these
	Columns map[string]int     // by their labels, without small words
	Passage *Passage           // nil for none
}

// patterns compiles the patterns of an entry.
func (p *Type) patterns(t catalogue.Type) error {
	var c compiler
	p.ProseForms, p.FallbackForms = c.all(t.Prose, t.Fields), c.all(t.Fallback, t.Fields)
	for _, b := range t.Boxes {
		p.BoxForms = append(p.BoxForms, c.all(b.Read, t.Fields))
	}
	for _, f := range t.Fields {
		p.Lists = append(p.Lists, List{
			Rows: c.all(f.Rows, f.Columns), Lines: c.all(f.Table.Lines, f.Columns), Over: c.all(f.Table.Over, f.Columns), Under: c.all(f.Table.Under, f.Columns),
			Columns: columnsByName(f), Passage: c.passage(f),
		})
	}
	if c.err == nil {
		p.Shared, p.Said = p.sharedForms(t.Fields), p.saidForms(t.Fields, &c)
	}
	if c.err != nil {
		return fmt.Errorf("compiling %s: %w", t.Name, c.err)
	}
	return nil
}

// compiler compiles patterns and keeps the first fault.
type compiler struct{ err error }

func (c *compiler) all(sources []string, fields []catalogue.Field) (out []*pattern.Pattern) {
	for _, source := range sources {
		out = append(out, c.compile(source, fields))
	}
	return out
}

// compile compiles one pattern, whose slots have the kinds of some fields: those of a type, or the columns of a list.
func (c *compiler) compile(source string, fields []catalogue.Field) *pattern.Pattern {
	kindOf := func(name string) catalogue.Kind {
		if k := slices.IndexFunc(fields, func(f catalogue.Field) bool { return f.Name == name }); k >= 0 {
			return fields[k].Kind
		}
		return ""
	}
	p, err := pattern.Compile(source, kindOf)
	if err == nil {
		for _, name := range p.Slots() {
			if kindOf(name) == "" {
				err = fmt.Errorf("pattern %q: no field or column %q", source, name)
			}
		}
	}
	c.err = cmp.Or(c.err, err)
	return p
}

func (c *compiler) passage(f catalogue.Field) *Passage {
	if f.Passages == nil {
		return nil
	}
	own := &Passage{Sentence: f.Passages.Sentence, Begin: c.all(f.Passages.Begin, f.Columns), End: c.all(f.Passages.End, f.Columns), Rows: c.all(f.Passages.Rows, f.Columns)}
	for _, column := range f.Columns {
		own.Find = append(own.Find, c.all(column.Find, f.Columns))
	}
	return own
}

// saidForm is how a text tells the value of a field: with names within, where it begins as one.
type saidForm struct{ Plain, Named *pattern.Pattern }

// saidForms are the forms in which a text tells the values of the fields that texts tell of.
func (p *Type) saidForms(fields []catalogue.Field, c *compiler) []saidForm {
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
		of := []catalogue.Field{f}
		out[i].Plain, out[i].Named = c.compile("{"+f.Name+":"+form+"}", of), c.compile("{"+f.Name+":"+cmp.Or(named, form)+"}", of)
	}
	return out
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
