package meaning

import (
	"fmt"
	"slices"
	"strings"
)

// Meaning is what a field, a column or a heading means: the concepts that its label must
// name, those that it may name, and whose it is.
type Meaning struct {
	terms []term
	owner []Concept // the words for the one whose attribute it is; none: nobody's
	aside []Concept // whom the document is about: that may be said with any of its attributes
	doc   []Concept // what the document, or a row of the list, is called: that may be said behind what is meant
	Year  int       // -1: of the earlier of two years, +1: of the later

	lexicon *Lexicon
}

// term is one of several concepts that a label names, or may.
type term struct {
	any      []Concept
	optional bool
}

// years are the terms for the earlier and the later year: a label names the year, or says which.
var years = map[string]struct {
	year  int
	words string
}{"prev": {-1, "year-end|year|previous"}, "curr": {1, "year-end|year|current"}}

// Compile reads a meaning: terms parted by spaces, each the name of a concept or several
// parted by bars, with "?" behind one that may be missing; behind "of" the owner, by the
// words that name it: "tax-id number? of payer|customer". The terms prev and curr are the
// years of a label that names one of two.
func (l *Lexicon) Compile(text string) (Meaning, error) {
	m := Meaning{lexicon: l}
	what, whose, owned := strings.Cut(" "+text, " of ")
	for word := range strings.FieldsSeq(what) {
		name, optional := strings.CutSuffix(word, "?")
		if y, ok := years[name]; ok {
			m.Year, name = y.year, y.words
		}
		any, err := l.alternatives(name)
		if err != nil {
			return m, fmt.Errorf("meaning %q: %w", text, err)
		}
		m.terms = append(m.terms, term{any, optional})
	}
	if len(m.terms) == 0 && !owned {
		return m, fmt.Errorf("meaning %q says nothing", text)
	}
	if owned {
		var err error
		if m.owner, err = l.alternatives(strings.TrimSpace(whose)); err != nil {
			return m, fmt.Errorf("meaning %q: %w", text, err)
		}
	}
	return m, nil
}

func (l *Lexicon) alternatives(names string) ([]Concept, error) {
	var out []Concept
	for name := range strings.SplitSeq(names, "|") {
		c, ok := l.numbers[name]
		if !ok {
			return nil, fmt.Errorf("no concept %q", name)
		}
		out = append(out, c)
	}
	return out, nil
}

// Allow lets a label name somebody, too, by one of several concepts parted by bars: with a
// document about a driver, "Mãe do condutor" is what "Mãe" is.
func (m *Meaning) Allow(names string) error {
	concepts, err := m.lexicon.alternatives(names)
	m.aside = append(m.aside, concepts...)
	return err
}

// AllowItself lets a label name the document or the row that it stands on, by one of several
// concepts parted by bars: on a slip "Vencimento do título" is what "Vencimento" is, and so are
// "Título vencível em" and "Título - vencimento"; "Título" alone opens none.
func (m *Meaning) AllowItself(names string) error {
	concepts, err := m.lexicon.alternatives(names)
	m.doc = append(m.doc, concepts...)
	return err
}

// Concepts are those of which a label names at least one.
func (m *Meaning) Concepts() []Concept {
	out := slices.Clone(m.owner)
	for _, t := range m.terms {
		out = append(out, t.any...)
	}
	return out
}

// Owned reports whether the meaning is an attribute of somebody.
func (m *Meaning) Owned() bool { return len(m.owner) > 0 }

// Fit is how a run of words fits a meaning. Named and Extra have a bit for each part of the
// run: those that say what is meant, and those that say something else.
type Fit struct {
	Terms    int  // terms that the words name
	Owner    bool // they name the owner, too
	Unknown  int  // words that the lexicon does not have
	Absorbed int  // words that say nothing more beside others

	Named, Extra uint16
}

// Fit reports how the parts of a run say what is meant; not at all where a term is missing.
// Words that say something else as well are its Extra.
func (m *Meaning) Fit(parts []Part) (Fit, bool) {
	var fit Fit
	objects := m.lexicon.objects(parts)
	for _, t := range m.terms {
		found := false
		for k, p := range parts {
			if objects&(1<<k) == 0 && overlap(p.Concepts, t.any) {
				fit.Named |= 1 << k
				found = true
			}
		}
		if found {
			fit.Terms++
		} else if !t.optional {
			return fit, false
		}
	}
	terms, object := fit.Named, false
	for k, p := range parts {
		switch {
		case overlap(p.Concepts, m.owner):
			fit.Owner, object = true, object || p.Clause
			fit.Named |= 1 << k
		case fit.Named&(1<<k) != 0:
			object = object || p.Clause
		case len(p.Concepts) == 0:
			fit.Unknown++
		case slices.Contains(p.Concepts, m.lexicon.idle) || fit.Terms > 0 && overlap(p.Concepts, m.aside):
		case fit.Terms > 0 && overlap(p.Concepts, m.doc) && (terms&(1<<k-1) != 0 || p.Apart && !m.lexicon.tells(p) || k+1 < len(parts) && m.lexicon.acts(parts[k+1])):
		case object || m.absorbed(p, parts, terms):
			fit.Absorbed++
		default:
			fit.Extra |= 1 << k
		}
	}
	return fit, fit.Terms > 0 || fit.Owner
}

// objects are the parts of which a clause before them tells what somebody does with them: the gains in "Quem pagou os
// ganhos", which names who did. An attribute behind a clause is his.
func (l *Lexicon) objects(parts []Part) (objects uint16) {
	clause := false
	for k, p := range parts {
		if clause && !p.Clause && !l.tells(p) {
			objects |= 1 << k
		}
		clause = clause || p.Clause
	}
	return objects
}

// tells reports whether a part may be an attribute, such as a name or a date.
func (l *Lexicon) tells(p Part) bool {
	return slices.ContainsFunc(p.Concepts, func(c Concept) bool { return l.attr[c] })
}

// acts reports whether a part may be what is done, or was.
func (l *Lexicon) acts(p Part) bool {
	return slices.ContainsFunc(p.Concepts, func(c Concept) bool { return l.act[c] })
}

// absorbed reports whether a part says nothing more beside one that names a term.
func (m *Meaning) absorbed(p Part, parts []Part, named uint16) bool {
	for k, o := range parts {
		if named&(1<<k) == 0 {
			continue
		}
		for _, c := range o.Concepts {
			if slices.ContainsFunc(p.Concepts, func(d Concept) bool { return m.lexicon.absorbs[c][d] }) {
				return true
			}
		}
	}
	return false
}

func overlap(a, b []Concept) bool {
	for _, c := range a {
		if slices.Contains(b, c) {
			return true
		}
	}
	return false
}
