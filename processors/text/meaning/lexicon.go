// Package meaning understands labels by their parts: which concepts the words of a label
// name ("Dt. de vcto." is a date and what is due), and whether they say what a field means.
//
// In come laid-out documents and meanings written with the names of concepts, such as
// "due date?"; out go the concepts that words name, and how a run of words fits a meaning.
// All words stand in the lexicon, which is data. It knows no document type and does not
// decide what is a label: any words may be asked about.
package meaning

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/phrase"
)

//go:embed lexicon/*.txt
var files embed.FS

// Concept is a number that the lexicon gives to what several wordings name alike.
type Concept int32

// Lexicon is the concepts with their wordings. It is immutable.
type Lexicon struct {
	names   []string
	numbers map[string]Concept
	attr    []bool           // of each concept: an attribute, such as a name or a date
	act     map[Concept]bool // what is done, such as to issue
	role    map[Concept]bool // who does something, or has it
	absorbs map[Concept]map[Concept]bool
	fillers map[string]bool // words that say nothing of what is meant, folded
	joints  map[string]bool // those of them that stand between two things
	verbs   verbs
	pairs   map[[2]Concept][]Concept // what two concepts name together, in either order
	idle    Concept                  // what several words say that mean nothing here: "informe abaixo"
	phrases *phrase.Set              // of the wordings, numbered by concept
}

var shared = sync.OnceValue(func() *Lexicon {
	l, err := load(files)
	if err != nil {
		panic(err) // the lexicon is part of the program, and a test reads it
	}
	return l
})

// Shared is the lexicon of the program.
func Shared() *Lexicon { return shared() }

// Concept finds a concept by its name.
func (l *Lexicon) Concept(name string) (Concept, bool) {
	c, ok := l.numbers[name]
	return c, ok
}

// Name is the name of a concept.
func (l *Lexicon) Name(c Concept) string { return l.names[c] }

// Len is how many concepts there are, numbered from 0 on.
func (l *Lexicon) Len() int { return len(l.names) }

// idleName is the concept of wordings that mean nothing in a label.
const idleName = "idle"

// acts is the part of the lexicon with what happens, and with the times, numbers and places of it.
const acts = "acts"

// roles is the part of the lexicon with who does something, or has it.
const roles = "roles"

// jointName is the line of the fillers that stand between two things.
const jointName = "joint"

// load reads the files of a lexicon. A line "concept: wording, wording" goes on with
// the indented lines under it; a line in brackets opens one of the parts fillers, absorbs,
// plural, feminine, shortened, attributes, questions and english, and any other name is one of concepts.
func load(fsys fs.FS) (*Lexicon, error) {
	l := &Lexicon{numbers: map[string]Concept{}, act: map[Concept]bool{}, role: map[Concept]bool{}, absorbs: map[Concept]map[Concept]bool{}, fillers: map[string]bool{}, joints: map[string]bool{}}
	l.pairs = map[[2]Concept][]Concept{}
	l.verbs.does, l.verbs.doneBy, l.verbs.doneTo = map[Concept]Concept{}, map[Concept]Concept{}, map[Concept]Concept{}
	entries, err := readEntries(fsys)
	if err != nil {
		return nil, err
	}
	l.idle = l.number(idleName)
	endings := inflections{shortened: map[string][]string{}, listed: map[string]bool{}}
	for _, e := range entries {
		l.declare(e, &endings)
	}
	b := phrase.Builder{Cut: true}
	var faults []error
	for _, e := range entries {
		faults = append(faults, l.enter(&b, e, &endings))
	}
	l.phrases = b.Set()
	return l, errors.Join(faults...)
}

// declare numbers what an entry names, so that entries may speak of each other, and keeps how words are inflected.
func (l *Lexicon) declare(e entry, endings *inflections) {
	switch e.part {
	case "fillers":
		for _, w := range e.items {
			l.fillers[fold.Text(w)] = true
			l.joints[fold.Text(w)] = e.name == jointName
		}
	case "plural":
		endings.plural = append(endings.plural, ending{e.name, e.items})
	case "feminine":
		endings.feminine = append(endings.feminine, ending{e.name, e.items})
	case "shortened":
		endings.shortened[e.name] = e.items
	case "attributes":
		l.attr[l.number(e.name)] = true
	case conjugation:
		l.verbs.persons = append(l.verbs.persons, ending{e.name, e.items})
	case participles:
		l.verbs.participle = append(l.verbs.participle, ending{e.name, e.items})
	case clauses:
		l.verbs.enter(e)
	case acts, verbForms:
		l.act[l.number(e.name)] = true
	case "absorbs", compounds:
	case roles:
		l.role[l.number(e.name)] = true
	default:
		l.number(e.name)
	}
	for _, item := range e.items {
		endings.listed[fold.Text(item)] = true
	}
}

// enter adds the wordings of an entry to the phrases.
func (l *Lexicon) enter(b *phrase.Builder, e entry, endings *inflections) error {
	switch e.part {
	case "fillers", "plural", "feminine", "shortened", conjugation, participles, clauses:
	case verbForms:
		l.addVerbs(b, e, l.numbers[e.name], l.numbers[e.name])
		l.addImpersonal(b, e)
	case agents:
		role := l.numbers[e.name]
		does, done := l.number("does "+e.name), l.number("done by "+e.name)
		l.verbs.does[does], l.verbs.doneBy[done] = role, role
		l.addVerbs(b, e, does, done)
	case others:
		to := l.number("done to " + e.name)
		l.verbs.doneTo[to] = l.numbers[e.name]
		for _, verb := range e.items {
			for _, form := range verbFormsOf(verb, l.verbs.persons) {
				b.Add(form, int(to))
			}
		}
	case "absorbs":
		return l.absorb(e)
	case compounds:
		return l.compound(e)
	case questions, english:
		for _, item := range e.items {
			b.Add(item, int(l.numbers[e.name]))
		}
	default:
		endings.add(b, e.items, int(l.numbers[e.name]))
	}
	return nil
}

// addVerbs enters the forms of verbs: those that tell what somebody does, and those that tell what was done.
func (l *Lexicon) addVerbs(b *phrase.Builder, e entry, does, done Concept) {
	for _, verb := range e.items {
		verb, object, _ := strings.Cut(verb, " ")
		for _, form := range verbFormsOf(verb, l.verbs.persons) {
			b.Add(strings.TrimSpace(form+" "+object), int(does))
		}
		for _, form := range verbFormsOf(verb, l.verbs.participle) {
			b.Add(strings.TrimSpace(form+" "+object), int(done))
		}
	}
}

// addImpersonal enters the forms of verbs with the pronoun behind them that leaves open who does it: "paga-se".
func (l *Lexicon) addImpersonal(b *phrase.Builder, e entry) {
	for _, verb := range e.items {
		for _, form := range verbFormsOf(verb, l.verbs.persons) {
			for pronoun := range l.verbs.impersonal {
				b.Add(form+"-"+pronoun, int(l.numbers[e.name]))
			}
		}
	}
}

func (l *Lexicon) number(name string) Concept {
	c, ok := l.numbers[name]
	if !ok {
		c = Concept(len(l.names))
		l.numbers[name] = c
		l.names, l.attr = append(l.names, name), append(l.attr, false)
	}
	return c
}

// absorb notes the concepts that say nothing more beside another one: the number in "CPF number".
func (l *Lexicon) absorb(e entry) error {
	c, ok := l.numbers[e.name]
	if !ok {
		return fmt.Errorf("lexicon: %q absorbs, but is no concept", e.name)
	}
	if l.absorbs[c] == nil {
		l.absorbs[c] = map[Concept]bool{}
	}
	for _, name := range e.items {
		o, ok := l.numbers[name]
		if !ok {
			return fmt.Errorf("lexicon: %q absorbs %q, which is no concept", e.name, name)
		}
		l.absorbs[c][o] = true
	}
	return nil
}

// entry is one line of a lexicon file with those that go on under it.
type entry struct {
	part, name string
	items      []string
}

func readEntries(fsys fs.FS) ([]entry, error) {
	paths, err := fs.Glob(fsys, "lexicon/*.txt")
	if err != nil {
		return nil, fmt.Errorf("listing the lexicon: %w", err)
	}
	var out []entry
	for _, path := range paths {
		data, err := fs.ReadFile(fsys, path)
		if err != nil {
			return nil, fmt.Errorf("reading the lexicon: %w", err)
		}
		part := ""
		for n, line := range strings.Split(string(data), "\n") {
			bare := strings.TrimSpace(line)
			switch {
			case bare == "" || bare[0] == '#':
			case bare[0] == '[':
				part = strings.Trim(bare, "[]")
			case line[0] == ' ':
				if len(out) == 0 {
					return nil, fmt.Errorf("reading the lexicon: %s, line %d goes on with nothing", path, n+1)
				}
				out[len(out)-1].add(bare)
			default:
				name, rest, ok := strings.Cut(bare, ":")
				if !ok {
					return nil, fmt.Errorf("reading the lexicon: %s, line %d has no colon", path, n+1)
				}
				out = append(out, entry{part: part, name: strings.TrimSpace(name)})
				out[len(out)-1].add(rest)
			}
		}
	}
	return out, nil
}

func (e *entry) add(list string) {
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		if e.part == questions || e.part == english {
			e.items = append(e.items, choices(item)...)
		} else {
			e.items = append(e.items, item)
		}
	}
}

// questions and english are the parts of the lexicon whose wordings have choices, and no other forms.
const (
	questions = "questions"
	english   = "english"
)

// choices are the wordings that one with choices stands for: "(paga|pagou) o frete".
func choices(item string) []string {
	before, rest, ok := strings.Cut(item, "(")
	inside, behind, closed := strings.Cut(rest, ")")
	if !ok || !closed {
		return []string{item}
	}
	var out []string
	for _, tail := range choices(behind) {
		for one := range strings.SplitSeq(inside, "|") {
			out = append(out, before+one+tail)
		}
	}
	return out
}
