// Package compile makes a catalogue entry ready to read documents with.
//
// In comes a type of the catalogue; out go its labels in one phrase set, its patterns and meanings
// compiled, and its parties, once a type and shared. It sees no document.
package compile

import (
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/schemas/catalogue"
)

// Type is a catalogue entry made ready: labels in one phrase set, patterns
// compiled. It is made once a type and shared.
type Type struct {
	catalogue.Type
	Labels        *phrase.Set
	Refs          []Ref // what the phrases of labels mean, by their number
	Meant         meanings
	OwnerMeanings map[string]meaning.Meaning // the words for each, by name
	Stops         [][]string
	BoxForms      [][]*pattern.Pattern
	Shared        [][]sharedForm // by field: the forms of boxes that hold it with others
	ProseForms    []*pattern.Pattern
	FallbackForms []*pattern.Pattern
	Said          []saidForm // by field: how a sentence tells its value
	Lists         []List     // by field
	ValuePhrases  *phrase.Set
	ValueMeanings []valuePhrase
	KnownPhrases  *phrase.Set
	KnownOf       []int // the field of each known phrase

	Vocabularies []Vocabulary // by field
	Index        map[string]int
	Parties      []Party
	Numbered     []bool // by field: a tax number goes with this name
	Places       bool   // addresses tell of a party: its own, or who issues the document
	Issuer       *Party // who issues the document, nil where none of the named parties does
	Occasions    []occasion
}

// Ref says what a phrase labels.
type Ref struct {
	Role    Role
	Field   int // of field, column, tableEnd, tableSkip
	Column  int
	Box     int // or which label of what nobody wants
	Section string
	Minus   bool   // the column holds debits
	Year    int    // -1: the earlier year of two, +1: the later
	Owner   string // of a meaning: whose part of the document the label must stand in
	Lesser  bool   // of a field or box: no label where one of its better labels stands
}

type Role int

const (
	FieldLabel Role = iota
	ColumnLabel
	BoxLabel
	SectionLabel
	NoiseLabel
	TableEnd
	TableSkip
)

// valuePhrase is what a phrase says of an enum or bool field.
type valuePhrase struct {
	Field int
	Value string
}

var compiled sync.Map // by type name: *Type

// Catalogue compiles all types of the catalogue, so that no document waits for it.
func Catalogue() error {
	var types errgroup.Group
	types.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range catalogue.Names() {
		types.Go(func() error {
			t, _ := catalogue.Lookup(name)
			p, err := compile(t)
			if err != nil {
				return err
			}
			compiled.Store(name, p)
			return nil
		})
	}
	return types.Wait()
}

// Of compiles a type, or finds it compiled. It panics where an entry does not compile: Catalogue
// tells of all of them before.
func Of(t catalogue.Type) *Type {
	if p, ok := compiled.Load(t.Name); ok && sameType(p.(*Type).Type, t) {
		return p.(*Type)
	}
	p, err := compile(t)
	if err != nil {
		panic(err)
	}
	compiled.Store(t.Name, p)
	return p
}

func sameType(a, b catalogue.Type) bool {
	return len(a.Fields) > 0 && len(b.Fields) > 0 && &a.Fields[0] == &b.Fields[0]
}

func compile(t catalogue.Type) (*Type, error) {
	p := &Type{Type: t, Index: map[string]int{}, Stops: make([][]string, len(t.Fields))}
	p.Parties = partiesOf(t)
	for i := range p.Parties {
		o := &p.Parties[i]
		_, located := o.Fields["address"]
		_, named := o.Fields["name"]
		issues := named && slices.Contains(strings.Split(t.Owners[o.Name], "|"), "issuer")
		if p.Places = p.Places || located || issues; issues {
			p.Issuer = o
		}
	}
	var labels, values, known phrase.Builder
	add := func(text string, r Ref) { p.addLabel(&labels, text, r) }
	for i, f := range t.Fields {
		p.Index[f.Name] = i
		p.addField(i, f, add)
		for _, text := range f.Known {
			known.Add(text, len(p.KnownOf))
			p.KnownOf = append(p.KnownOf, i)
		}
		for _, value := range slices.Sorted(maps.Keys(f.Values)) {
			for _, text := range f.Values[value] {
				values.Add(text, len(p.ValueMeanings))
				p.ValueMeanings = append(p.ValueMeanings, valuePhrase{i, value})
			}
		}
	}
	p.Numbered = numbered(t, p.Index)
	addParts(t, add)
	p.Labels, p.ValuePhrases, p.KnownPhrases, p.Vocabularies = labels.Set(), values.Set(), known.Set(), vocabularies(t)
	if err := p.addMeanings(t); err != nil {
		return nil, fmt.Errorf("compiling %s: %w", t.Name, err)
	}
	if err := p.addEvents(t); err != nil {
		return nil, fmt.Errorf("compiling %s: %w", t.Name, err)
	}
	return p, p.patterns(t)
}

// numbered tells by field whether it is a name that a number goes with.
func numbered(t catalogue.Type, index map[string]int) []bool {
	out := make([]bool, len(t.Fields))
	for _, f := range t.Fields {
		if name, ok := index[f.With]; ok {
			out[name] = true
		}
	}
	return out
}

// addParts adds the labels of no single field: of parts of the document, of what nobody wants, and of boxes.
func addParts(t catalogue.Type, add func(text string, r Ref)) {
	for _, name := range slices.Sorted(maps.Keys(t.Sections)) {
		for _, text := range t.Sections[name] {
			add(text, Ref{Role: SectionLabel, Section: name})
		}
	}
	for k, text := range t.Noise {
		add(text, Ref{Role: NoiseLabel, Box: k})
	}
	for i, b := range t.Boxes {
		for _, text := range boxLabels(t, b) {
			add(text, Ref{Role: BoxLabel, Box: i})
		}
		for _, text := range b.Otherwise {
			add(text, Ref{Role: BoxLabel, Box: i, Lesser: true})
		}
	}
}

// addLabel adds a label in each of its wordings.
func (p *Type) addLabel(labels *phrase.Builder, text string, r Ref) {
	if strings.Contains(text, "{prev}") {
		r.Year = -1
	} else if strings.Contains(text, "{curr}") {
		r.Year = 1
	}
	text = strings.NewReplacer("{prev}", "####", "{curr}", "####", "{year}", "####").Replace(text)
	for _, wording := range yearEnds(text) {
		labels.Add(wording, len(p.Refs))
	}
	if her := ofWomen(text); her != text {
		labels.Add(her, len(p.Refs))
	}
	for _, wording := range slashesLost(text) {
		labels.Add(wording, len(p.Refs))
	}
	p.Refs = append(p.Refs, r)
}

// boxLabels are the labels of a box. Where it may hold a state they are also printed
// with the word for it: "Naturalidade / UF".
func boxLabels(t catalogue.Type, b catalogue.Box) []string {
	out := slices.Clone(b.Labels)
	state := slices.ContainsFunc(t.Fields, func(f catalogue.Field) bool {
		return f.Kind == catalogue.UF && slices.ContainsFunc(b.Read, func(p string) bool { return strings.Contains(p, "{"+f.Name+"}") })
	})
	if !state {
		return out
	}
	for _, text := range b.Labels {
		if !strings.HasSuffix(text, "UF") {
			out = append(out, text+" UF", text+" e UF")
		}
	}
	return out
}

// slashesLost are the readings of a label by OCR, which takes some of its slashes for a letter.
func slashesLost(text string) []string {
	parts := strings.Split(text, "/")
	var out []string
	for lost := 1; lost < 1<<(len(parts)-1) && len(parts) <= 4; lost++ {
		reading := parts[0]
		for i, part := range parts[1:] {
			if lost&(1<<i) != 0 {
				reading += "I" + strings.TrimLeft(part, " ")
			} else {
				reading += "/" + part
			}
		}
		out = append(out, reading)
	}
	return out
}

// participle is the end of a word that says what was done to a person or a thing.
var participle = regexp.MustCompile(`(?i)(\pL{2}[ai]d)(o)( |$|/)`)

// ofWomen is a label as it is printed for a woman: "Habilitada desde".
func ofWomen(text string) string {
	return participle.ReplaceAllStringFunc(text, func(word string) string {
		return strings.NewReplacer("do", "da", "DO", "DA").Replace(word)
	})
}

// yearEnds are the ways to write a label that names the last day of a year.
func yearEnds(text string) []string {
	out := []string{text}
	for _, day := range []string{"31 de dezembro de ####", "31 dez ####"} {
		if other := strings.Replace(text, "31/12/####", day, 1); other != text {
			out = append(out, other)
		}
	}
	return out
}

func (p *Type) addField(i int, f catalogue.Field, add func(string, Ref)) {
	for _, text := range f.Labels {
		add(text, Ref{Role: FieldLabel, Field: i})
	}
	for _, text := range f.Otherwise {
		add(text, Ref{Role: FieldLabel, Field: i, Lesser: true})
	}
	for k, c := range f.Columns {
		for _, text := range c.Labels {
			add(text, Ref{Role: ColumnLabel, Field: i, Column: k})
		}
		for _, text := range c.Negative {
			add(text, Ref{Role: ColumnLabel, Field: i, Column: k, Minus: true})
		}
	}
	for _, text := range append(totals(f), f.Table.End...) {
		add(text, Ref{Role: TableEnd, Field: i})
	}
	for _, text := range f.Table.Skip {
		add(text, Ref{Role: TableSkip, Field: i})
	}
	for _, text := range f.Stop {
		if folded := fold.Text(text); folded != "" {
			p.Stops[i] = append(p.Stops[i], folded)
		}
	}
}

// totals are the words with which a line ends the tables of a list that has sums.
func totals(f catalogue.Field) []string {
	if len(f.Table.Row) == 0 || !slices.ContainsFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Money }) {
		return nil
	}
	return lexicon.Listed("totals")
}
