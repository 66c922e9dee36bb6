package extraction

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/schemas/catalogue"
)

// plan is a catalogue entry made ready: labels in one phrase set, patterns
// compiled. It is made once a type and shared.
type plan struct {
	typ      catalogue.Type
	labels   *phrase.Set
	refs     []ref // what the phrases of labels mean, by their number
	wanted   understood
	owners   map[string]meaning.Meaning // the words for each, by name
	stops    [][]string
	boxes    [][]*pattern.Pattern
	shared   [][]sharedForm // by field: the forms of boxes that hold it with others
	prose    []*pattern.Pattern
	fallback []*pattern.Pattern
	said     []saidForm           // by field: how a sentence tells its value
	rows     [][]*pattern.Pattern // of the list fields
	pairs    [][]*pattern.Pattern // of the list fields, over single lines
	lines    [][]*pattern.Pattern // of the list fields, over single lines
	columns  []map[string]int     // of the list fields, by label
	under    [][]*pattern.Pattern // of the list fields, over single lines under a date
	passages []*passage           // of the list fields, nil for those without
	values   *phrase.Set
	meanings []valuePhrase
	known    *phrase.Set
	knownOf  []int // the field of each known phrase

	vocabularies []vocabulary // by field
	index        map[string]int
	parties      []party
	places       bool // a party has an address
	events       []occasion
}

// ref says what a phrase labels.
type ref struct {
	role    role
	field   int // of field, column, tableEnd, tableSkip
	column  int
	box     int // or which label of what nobody wants
	section string
	minus   bool   // the column holds debits
	year    int    // -1: the earlier year of two, +1: the later
	owner   string // of a meaning: whose part of the document the label must stand in
	lesser  bool   // of a field: no label where one of its better labels stands
}

type role int

const (
	fieldLabel role = iota
	columnLabel
	boxLabel
	sectionLabel
	noiseLabel
	tableEnd
	tableSkip
)

// valuePhrase is what a phrase says of an enum or bool field.
type valuePhrase struct {
	field int
	value string
}

var plans sync.Map // by type name: *plan

// planOf makes the plan of a type, or finds it made.
func planOf(t catalogue.Type) *plan {
	if p, ok := plans.Load(t.Name); ok && sameType(p.(*plan).typ, t) {
		return p.(*plan)
	}
	p, err := compile(t)
	if err != nil {
		panic(err) // the entries are part of the program, and a test compiles them all
	}
	plans.Store(t.Name, p)
	return p
}

func sameType(a, b catalogue.Type) bool {
	return len(a.Fields) > 0 && len(b.Fields) > 0 && &a.Fields[0] == &b.Fields[0]
}

func compile(t catalogue.Type) (*plan, error) {
	p := &plan{typ: t, index: map[string]int{}, stops: make([][]string, len(t.Fields)), rows: make([][]*pattern.Pattern, len(t.Fields)), pairs: make([][]*pattern.Pattern, len(t.Fields)), lines: make([][]*pattern.Pattern, len(t.Fields)), under: make([][]*pattern.Pattern, len(t.Fields)), passages: make([]*passage, len(t.Fields))}
	p.parties = partiesOf(t)
	for _, o := range p.parties {
		_, ok := o.fields["address"]
		p.places = p.places || ok
	}
	var labels, values, known phrase.Builder
	add := func(text string, r ref) { p.addLabel(&labels, text, r) }
	for i, f := range t.Fields {
		p.index[f.Name] = i
		p.columns = append(p.columns, columnsByName(f))
		p.addField(i, f, add)
		for _, text := range f.Known {
			known.Add(text, len(p.knownOf))
			p.knownOf = append(p.knownOf, i)
		}
		for value, phrases := range f.Values {
			for _, text := range phrases {
				values.Add(text, len(p.meanings))
				p.meanings = append(p.meanings, valuePhrase{i, value})
			}
		}
	}
	for name, list := range t.Sections {
		for _, text := range list {
			add(text, ref{role: sectionLabel, section: name})
		}
	}
	for k, text := range t.Noise {
		add(text, ref{role: noiseLabel, box: k})
	}
	for i, b := range t.Boxes {
		for _, text := range boxLabels(t, b) {
			add(text, ref{role: boxLabel, box: i})
		}
	}
	if _, ok := p.index[t.Implied.By]; !ok && len(t.Implied.Sections) > 0 {
		return nil, fmt.Errorf("compiling %s: implied by no field %q", t.Name, t.Implied.By)
	}
	p.labels, p.values, p.known, p.vocabularies = labels.Set(), values.Set(), known.Set(), vocabularies(t)
	if err := p.addMeanings(t); err != nil {
		return nil, fmt.Errorf("compiling %s: %w", t.Name, err)
	}
	if err := p.addEvents(t); err != nil {
		return nil, fmt.Errorf("compiling %s: %w", t.Name, err)
	}
	return p, p.patterns(t)
}

// addLabel adds a label in each of its wordings.
func (p *plan) addLabel(labels *phrase.Builder, text string, r ref) {
	if strings.Contains(text, "{prev}") {
		r.year = -1
	} else if strings.Contains(text, "{curr}") {
		r.year = 1
	}
	text = strings.NewReplacer("{prev}", "####", "{curr}", "####", "{year}", "####").Replace(text)
	for _, wording := range yearEnds(text) {
		labels.Add(wording, len(p.refs))
	}
	if her := ofWomen(text); her != text {
		labels.Add(her, len(p.refs))
	}
	for _, wording := range slashesLost(text) {
		labels.Add(wording, len(p.refs))
	}
	p.refs = append(p.refs, r)
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

func (p *plan) addField(i int, f catalogue.Field, add func(string, ref)) {
	for _, text := range f.Labels {
		add(text, ref{role: fieldLabel, field: i})
	}
	for _, text := range f.Otherwise {
		add(text, ref{role: fieldLabel, field: i, lesser: true})
	}
	for k, c := range f.Columns {
		for _, text := range c.Labels {
			add(text, ref{role: columnLabel, field: i, column: k})
		}
		for _, text := range c.Negative {
			add(text, ref{role: columnLabel, field: i, column: k, minus: true})
		}
	}
	if f.Table != nil {
		for _, text := range f.Table.End {
			add(text, ref{role: tableEnd, field: i})
		}
		for _, text := range f.Table.Skip {
			add(text, ref{role: tableSkip, field: i})
		}
	}
	for _, text := range f.Stop {
		if folded := layout.Fold(text); folded != "" {
			p.stops[i] = append(p.stops[i], folded)
		}
	}
}

func (p *plan) patterns(t catalogue.Type) error {
	kindOf := func(name string) catalogue.Kind {
		f, _ := t.Field(name)
		return f.Kind
	}
	for _, source := range t.Prose {
		c, err := p.pattern(source, kindOf)
		if err != nil {
			return err
		}
		p.prose = append(p.prose, c)
	}
	for _, source := range t.Fallback {
		c, err := p.pattern(source, kindOf)
		if err != nil {
			return err
		}
		p.fallback = append(p.fallback, c)
	}
	for _, b := range t.Boxes {
		var compiled []*pattern.Pattern
		for _, source := range b.Read {
			c, err := p.pattern(source, kindOf)
			if err != nil {
				return err
			}
			compiled = append(compiled, c)
		}
		p.boxes = append(p.boxes, compiled)
	}
	p.shared = p.sharedForms(t.Fields)
	var err error
	if p.said, err = p.saidForms(t.Fields); err != nil {
		return fmt.Errorf("compiling %s: %w", t.Name, err)
	}
	for i, f := range t.Fields {
		if p.rows[i], err = columnPatterns(f, f.Rows); err != nil {
			return fmt.Errorf("compiling rows of %s.%s: %w", t.Name, f.Name, err)
		}
		if f.Table != nil {
			if p.pairs[i], err = columnPatterns(f, f.Table.Pair); err != nil {
				return fmt.Errorf("compiling pairs of %s.%s: %w", t.Name, f.Name, err)
			}
			if p.lines[i], err = columnPatterns(f, f.Table.Lines); err != nil {
				return fmt.Errorf("compiling lines of %s.%s: %w", t.Name, f.Name, err)
			}
			if p.under[i], err = columnPatterns(f, f.Table.Under); err != nil {
				return fmt.Errorf("compiling lines under dates of %s.%s: %w", t.Name, f.Name, err)
			}
		}
		if p.passages[i], err = compilePassage(f); err != nil {
			return fmt.Errorf("compiling passages of %s.%s: %w", t.Name, f.Name, err)
		}
	}
	return nil
}

// columnPatterns compiles patterns whose slots must be columns of the list.
func columnPatterns(f catalogue.Field, sources []string) ([]*pattern.Pattern, error) {
	var out []*pattern.Pattern
	for _, source := range sources {
		c, err := pattern.Compile(source, func(name string) catalogue.Kind { return columnOf(f, name).Kind })
		if err != nil {
			return nil, err
		}
		for _, name := range c.Slots() {
			if columnOf(f, name).Name == "" {
				return nil, fmt.Errorf("pattern %q: no column %q", source, name)
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// pattern compiles a pattern whose slots must be fields of the type.
func (p *plan) pattern(source string, kindOf func(string) catalogue.Kind) (*pattern.Pattern, error) {
	c, err := pattern.Compile(source, kindOf)
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", p.typ.Name, err)
	}
	for _, s := range c.Slots() {
		if _, ok := p.index[s]; !ok {
			return nil, fmt.Errorf("compiling %s: pattern %q: no field %q", p.typ.Name, source, s)
		}
	}
	return c, nil
}

func columnOf(f catalogue.Field, name string) catalogue.Field {
	for _, c := range f.Columns {
		if c.Name == name {
			return c
		}
	}
	return catalogue.Field{}
}
