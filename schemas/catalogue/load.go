package catalogue

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"

	"lavra.dev/schemas/checkdigit"
)

//go:embed types/*.yaml
var files embed.FS

type entries struct {
	names  []string
	byName map[string]Type

	relatives []Relative
}

// read decodes every entry strictly: an unknown key or kind, or a name that
// stands for nothing, is an error and not a silent loss of a rule.
func read(fsys fs.FS) (*entries, error) {
	paths, err := fs.Glob(fsys, "types/*.yaml")
	if err != nil {
		return nil, fmt.Errorf("listing catalogue entries: %w", err)
	}
	types, faults := make([]Type, len(paths)), make([]error, len(paths))
	var wg sync.WaitGroup
	for i, p := range paths { // all at once: decoding them is what a start waits for
		wg.Go(func() {
			if types[i], faults[i] = readType(fsys, p); faults[i] != nil {
				faults[i] = fmt.Errorf("reading catalogue entry %s: %w", path.Base(p), faults[i])
			}
		})
	}
	wg.Wait()
	e := &entries{byName: make(map[string]Type, len(paths))}
	for i, t := range types {
		if faults[i] == nil {
			e.names = append(e.names, t.Name)
			e.byName[t.Name] = t
		}
	}
	slices.Sort(e.names)
	return e, errors.Join(append(faults, e.lend())...)
}

// lend gives the types that have the fields of another one what that one has.
func (e *entries) lend() error {
	var faults []error
	for _, name := range e.names {
		t := e.byName[name]
		if t.FieldsOf == "" {
			continue
		}
		of, ok := e.byName[t.FieldsOf]
		if !ok || of.FieldsOf != "" {
			faults = append(faults, fmt.Errorf("type %q: no type %q to take the fields of", name, t.FieldsOf))
			continue
		}
		t.lend(of)
		e.byName[name] = t
	}
	return errors.Join(faults...)
}

// lend gives a type the fields of another one, and all that finds them.
func (t *Type) lend(of Type) {
	t.Sections, t.Noise, t.Boxes, t.Prose, t.Fallback, t.Fields = of.Sections, of.Noise, of.Boxes, of.Prose, of.Fallback, of.Fields
	t.Owners, t.Subject, t.Itself, t.Parts, t.Checks = of.Owners, of.Subject, of.Itself, of.Parts, of.Checks
}

func readType(fsys fs.FS, name string) (Type, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return Type{}, err
	}
	if data, err = expand(data); err != nil {
		return Type{}, err
	}
	var t Type
	if err := yaml.UnmarshalWithOptions(data, &t, yaml.Strict()); err != nil {
		return Type{}, err
	}
	if t.Name == "" || (len(t.Fields) == 0) == (t.FieldsOf == "") {
		return Type{}, errors.New("a type needs a name, and fields or another type to take them of")
	}
	return t, t.settle()
}

// settle fills what is written in short form and checks that names agree.
func (t *Type) settle() error {
	var faults []error
	seen := map[string]bool{}
	for i := range t.Fields {
		f := &t.Fields[i]
		if seen[f.Name] {
			faults = append(faults, fmt.Errorf("field %q stands twice", f.Name))
		}
		seen[f.Name] = true
		faults = append(faults, f.settle(t))
	}
	faults = append(faults, t.settleChecks())
	for _, b := range t.Boxes {
		faults = append(faults, t.known(b.In), t.known(b.NotIn))
	}
	return errors.Join(faults...)
}

// likes are what a string looks like, and line what a code in several groups does.
var likes = []string{"name", "company", "address", "address_full", "city", "word", "number", "numbered", "duration", "amount", "line"}

func (f *Field) settle(t *Type) error {
	kind, required, enum, ok := parseKind(f.Kind)
	if !ok || f.Name == "" {
		return fmt.Errorf("field %q: unknown kind %q", f.Name, f.Kind)
	}
	f.Kind, f.Required, f.Enum = kind, required, enum
	var faults []error
	if f.Like != "" && !slices.Contains(likes, f.Like) {
		faults = append(faults, fmt.Errorf("field %q: looks like no %q", f.Name, f.Like))
	}
	if f.Check != "" && !checkdigit.HasDigit(f.Check) {
		faults = append(faults, fmt.Errorf("field %q: no check digits %q", f.Name, f.Check))
	}
	if (kind == List) != (len(f.Columns) > 0) {
		faults = append(faults, fmt.Errorf("field %q: columns and kind list go together", f.Name))
	}
	for _, p := range f.Place {
		if p != Right && p != Below && p != Above {
			faults = append(faults, fmt.Errorf("field %q: unknown place %q", f.Name, p))
		}
	}
	if _, ok := t.Owners[f.Of]; !ok && f.Of != "" && f.Of != "deed" && f.Of != "closing" && f.Of != "issue" { // these: where and when a document was made
		faults = append(faults, fmt.Errorf("field %q: %q is no owner of the type", f.Name, f.Of))
	}
	for i := range f.Columns {
		faults = append(faults, f.Columns[i].settle(t))
	}
	faults = append(faults, t.known(f.In), t.known(f.NotIn), t.has(f.With), f.namesColumns(t))
	f.Table = cmp.Or(f.Table, &Table{})
	return errors.Join(append(faults, t.known(f.Table.In), t.has(f.Table.Until...))...)
}

// has checks that the type has such fields; no name is none.
func (t *Type) has(fields ...string) error {
	for _, name := range fields {
		if _, ok := t.Field(name); !ok && name != "" {
			return fmt.Errorf("unknown field %q", name)
		}
	}
	return nil
}

func (t *Type) known(sections []string) error {
	for _, s := range sections {
		if _, ok := t.Sections[s]; !ok {
			return fmt.Errorf("unknown section %q", s)
		}
	}
	return nil
}
