package compile

import (
	"fmt"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/schemas/catalogue"
)

// Meanings is what the labels of a type may mean, each under the number of the ref of a
// label that names the owner; the next ref is that of a label which leaves the owner to the
// part of the document that it stands in.
type Meanings struct {
	Set      label.Set
	Unwanted int // the ref of labels that nobody wants
}

// addMeanings compiles the meanings of an entry.
func (p *Type) addMeanings(t catalogue.Type) error {
	add := func(text string, r Ref, itself ...string) error {
		return p.addMeaning(t, text, r, append(itself, t.Itself))
	}
	for i, f := range t.Fields {
		for _, text := range f.Means {
			if err := add(text, Ref{Role: FieldLabel, Field: i}); err != nil {
				return fmt.Errorf("field %s: %w", f.Name, err)
			}
		}
		if f.Is == "number" && t.Owners[f.Of] != "" && (f.Kind == catalogue.CPF || f.Kind == catalogue.CNPJ || f.Kind == catalogue.CPFCNPJ) {
			if err := add(enrolled+f.Of+MustBeNamed, Ref{Role: FieldLabel, Field: i}); err != nil {
				return fmt.Errorf("number of %s: %w", f.Of, err)
			}
		}
		if err := p.addIdentification(Ref{Role: FieldLabel, Field: i}, f, t); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		for k, c := range f.Columns {
			for _, text := range c.Means {
				if err := add(text, Ref{Role: ColumnLabel, Field: i, Column: k}, f.Itself); err != nil {
					return fmt.Errorf("column %s of %s: %w", c.Name, f.Name, err)
				}
			}
			for _, text := range c.Debits {
				if err := add(text, Ref{Role: ColumnLabel, Field: i, Column: k, Minus: true}, f.Itself); err != nil {
					return fmt.Errorf("debits of %s: %w", f.Name, err)
				}
			}
			if err := p.addIdentification(Ref{Role: ColumnLabel, Field: i, Column: k}, c, t); err != nil {
				return fmt.Errorf("column %s of %s: %w", c.Name, f.Name, err)
			}
		}
	}
	for i, b := range t.Boxes {
		for _, text := range b.Means {
			if err := add(text, Ref{Role: BoxLabel, Box: i}); err != nil {
				return fmt.Errorf("box of %v: %w", b.Labels, err)
			}
		}
	}
	for _, name := range sortedKeys(t.Parts) {
		for _, text := range t.Parts[name] {
			if err := add(text, Ref{Role: SectionLabel, Section: name}); err != nil {
				return fmt.Errorf("section %s: %w", name, err)
			}
		}
	}
	p.OwnerMeanings = map[string]meaning.Meaning{}
	for _, name := range sortedKeys(t.Owners) {
		owner, err := meaning.Shared().Compile("of " + t.Owners[name])
		if err != nil {
			return fmt.Errorf("owner %s: %w", name, err)
		}
		p.OwnerMeanings[name] = owner
		if err := add("of "+name, Ref{Role: SectionLabel, Section: name, Owner: name}); err != nil {
			return fmt.Errorf("owner %s: %w", name, err)
		}
	}
	p.Meant.Unwanted = len(p.Refs)
	p.Refs = append(p.Refs, Ref{Role: NoiseLabel, Box: len(t.Noise)})
	return nil
}

// addMeaning adds what a label means, once for any part of the document and once for that of
// its owner; words of itself may stand beside it.
func (p *Type) addMeaning(t catalogue.Type, text string, r Ref, itself []string) error {
	text, owner := t.Owned(text)
	m, err := meaning.Shared().Compile(text)
	if err != nil {
		return err
	}
	if words := t.Owners[t.Subject]; words != "" && !m.Owned() {
		if err := m.Allow(words); err != nil {
			return err
		}
	}
	for _, words := range itself {
		if words == "" {
			continue
		}
		if err := m.AllowItself(words); err != nil {
			return err
		}
	}
	r.Year = m.Year
	p.Meant.Set.Add(m, len(p.Refs))
	p.Refs = append(p.Refs, r)
	r.Owner = owner
	p.Refs = append(p.Refs, r)
	return nil
}

// enrolled is what the number of a person or a company is called where the label says whose it is:
// "Inscrição do destinatário", "Documento de quem pagou".
const enrolled = "document|enrolment of "

// addIdentification lets the label "identificação" stand for the name of whose part of the
// document it stands in.
func (p *Type) addIdentification(r Ref, f catalogue.Field, t catalogue.Type) error {
	if f.Like != "name" && f.Like != "company" {
		return nil
	}
	m, err := meaning.Shared().Compile("identification")
	if err != nil {
		return err
	}
	for _, text := range f.Means {
		what, owner := t.Owned(text)
		if owner != "" && owner != MustBeNamed && strings.HasPrefix(what, "name") {
			r.Owner = owner
			p.Meant.Set.Add(m, len(p.Refs))
			p.Refs = append(p.Refs, r, r)
			return nil
		}
	}
	if r.Role == ColumnLabel && f.Is == "name" {
		p.Meant.Set.Add(m, len(p.Refs))
		p.Refs = append(p.Refs, r, r)
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// LeavesOwner reports whether a label leaves it to the part of the document whose attribute it
// names: then a listed phrase knows no better.
func (p *Type) LeavesOwner(m label.Match) bool {
	return m.ID != label.Unwanted && !m.Fit.Owner && p.Refs[m.ID+1].Role == FieldLabel && nameLike(p.Type.Fields[p.Refs[m.ID+1].Field]) && p.Refs[m.ID+1].Owner != "" && p.Refs[m.ID+1].Owner != MustBeNamed
}

// MustBeNamed is the owner of a meaning that a label has only where it names the owner.
const MustBeNamed = "!"

func nameLike(f catalogue.Field) bool { return f.Like == "name" || f.Like == "company" }
