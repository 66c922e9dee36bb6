package compile

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/schemas/catalogue"
)

// meanings is what the labels of a type may mean, each under the number of the ref of a
// label that names the owner; the next ref is that of a label which leaves the owner to the
// part of the document that it stands in.
type meanings struct {
	Set      label.Set
	Unwanted int // the ref of labels that nobody wants
}

// addMeanings compiles the meanings of an entry.
func (p *Type) addMeanings(t catalogue.Type) error {
	for i, f := range t.Fields {
		if err := p.addFieldMeanings(t, i); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
	}
	for i, b := range t.Boxes {
		if err := p.addAll(t, b.Means, Ref{Role: BoxLabel, Box: i}); err != nil {
			return fmt.Errorf("box of %v: %w", b.Labels, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.Parts)) {
		if err := p.addAll(t, t.Parts[name], Ref{Role: SectionLabel, Section: name}); err != nil {
			return fmt.Errorf("section %s: %w", name, err)
		}
	}
	p.OwnerMeanings = map[string]meaning.Meaning{}
	for _, name := range slices.Sorted(maps.Keys(t.Owners)) {
		owner, err := meaning.Shared().Compile("of " + t.Owners[name])
		if err != nil {
			return fmt.Errorf("owner %s: %w", name, err)
		}
		p.OwnerMeanings[name] = owner
		if err := p.addAll(t, []string{"of " + name}, Ref{Role: SectionLabel, Section: name, Owner: name}); err != nil {
			return fmt.Errorf("owner %s: %w", name, err)
		}
	}
	p.Meant.Unwanted = len(p.Refs)
	p.Refs = append(p.Refs, Ref{Role: NoiseLabel, Box: len(t.Noise)})
	return nil
}

// addFieldMeanings adds what the labels of a field mean, and those of its columns.
func (p *Type) addFieldMeanings(t catalogue.Type, i int) error {
	f, ref := t.Fields[i], Ref{Role: FieldLabel, Field: i}
	means := f.Means
	if f.Is == "number" && t.Owners[f.Of] != "" && (f.Kind == catalogue.CPF || f.Kind == catalogue.CNPJ || f.Kind == catalogue.CPFCNPJ) {
		means = append(slices.Clone(means), enrolled+f.Of+MustBeNamed)
	}
	if err := errors.Join(p.addAll(t, means, ref), p.addIdentification(ref, f, t)); err != nil {
		return err
	}
	for k, c := range f.Columns {
		sum := Ref{Role: ColumnLabel, Field: i, Column: k}
		debit := sum
		debit.Minus = true
		if err := errors.Join(p.addAll(t, c.Means, sum, f.Itself), p.addAll(t, c.Debits, debit, f.Itself), p.addIdentification(sum, c, t)); err != nil {
			return fmt.Errorf("column %s: %w", c.Name, err)
		}
	}
	return nil
}

// addAll adds meanings of one label; words of the document itself, or of those given, may stand beside them.
func (p *Type) addAll(t catalogue.Type, means []string, r Ref, itself ...string) error {
	for _, text := range means {
		if err := p.addMeaning(t, text, r, append(itself, t.Itself)); err != nil {
			return err
		}
	}
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
	if !f.NamesSomebody() {
		return nil
	}
	m, err := meaning.Shared().Compile("identification")
	if err != nil {
		return err
	}
	named := r.Role == ColumnLabel && f.Is == "name"
	for _, text := range f.Means {
		if what, owner := t.Owned(text); r.Owner == "" && owner != "" && owner != MustBeNamed && strings.HasPrefix(what, "name") {
			r.Owner, named = owner, true
		}
	}
	if named {
		p.Meant.Set.Add(m, len(p.Refs))
		p.Refs = append(p.Refs, r, r)
	}
	return nil
}

// LeavesOwner reports whether a label leaves it to the part of the document whose attribute it
// names: then a listed phrase knows no better.
func (p *Type) LeavesOwner(m label.Match) bool {
	return m.ID != label.Unwanted && !m.Fit.Owner && p.Refs[m.ID+1].Role == FieldLabel && p.Fields[p.Refs[m.ID+1].Field].NamesSomebody() && p.Refs[m.ID+1].Owner != "" && p.Refs[m.ID+1].Owner != MustBeNamed
}

// MustBeNamed is the owner of a meaning that a label has only where it names the owner.
const MustBeNamed = "!"
