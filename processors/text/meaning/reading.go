package meaning

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
)

// Reading is what the words of one document may mean.
type Reading struct {
	lexicon *Lexicon
	sheet   *layout.Sheet
	hits    [][]hit // by the token at which a wording begins, the longest first
	covered []bool  // of each token: a wording has it
	idle    []bool  // of each token: one that says nothing has it
}

// hit is a wording found: all concepts that it names, up to a token.
type hit struct {
	last     int
	concepts []Concept
	misread  bool
	clause   bool // a verb is its last word, whose object may follow
}

// Read finds the wordings of the lexicon on a sheet.
func (l *Lexicon) Read(sheet *layout.Sheet) *Reading {
	r := &Reading{lexicon: l, sheet: sheet, hits: make([][]hit, len(sheet.Tokens)), covered: make([]bool, len(sheet.Tokens)), idle: make([]bool, len(sheet.Tokens))}
	var verbs []phrase.Hit
	for _, h := range l.phrases.Find(sheet) {
		if c := Concept(h.ID); l.verbs.tells(c) {
			verbs = append(verbs, h)
			continue
		}
		if h.Last > h.First+1 && l.verbs.openers[sheet.Tokens[h.First].Fold] && r.turned(h.First) {
			continue // "(de) quem se recebe" is not who receives
		}
		r.put(h.First, hit{last: h.Last, concepts: []Concept{Concept(h.ID)}, misread: h.Errors > 0, clause: r.clause(h.First, h.Last)})
	}
	for _, h := range verbs {
		r.compose(h)
	}
	r.joinPairs()
	return r
}

// Part is a piece of a run of words: the concepts that it may stand for, none for a word
// that the lexicon does not have.
type Part struct {
	First, Last int
	Concepts    []Concept
	Misread     bool
	Clause      bool // its object may follow: "quem pagou os rendimentos"
	Apart       bool // a dash stands behind it: "Processo - classe"
}

const (
	mostParses = 24 // ways to part a run that are looked at, the one with the longest wordings first
	mostParts  = 8  // parts of a run; a label has fewer
)

// Parses are the ways in which the words first to last may be parted, with so many
// unknown words at most; the longest wordings come first.
func (r *Reading) Parses(first, last, unknown int) [][]Part {
	p := parser{reading: r, last: last}
	p.from(first, unknown, nil)
	return p.found
}

type parser struct {
	reading *Reading
	last    int
	found   [][]Part
}

func (p *parser) from(at, unknown int, parts []Part) {
	if len(p.found) >= mostParses || len(parts) > mostParts {
		return
	}
	if at > p.last {
		if len(parts) > 0 {
			p.found = append(p.found, slices.Clone(parts))
		}
		return
	}
	known := false
	for _, h := range p.reading.hits[at] {
		if h.last > p.last {
			continue
		}
		known = true
		if h.concepts[0] == p.reading.lexicon.idle && len(h.concepts) == 1 {
			p.from(h.last+1, unknown, parts)
			continue
		}
		p.from(h.last+1, unknown, append(parts, Part{First: at, Last: h.last, Concepts: h.concepts, Misread: h.misread, Clause: h.clause}))
	}
	t := &p.reading.sheet.Tokens[at]
	if p.reading.filler(t) || p.reading.helps(at) {
		if n := len(parts); n > 0 && (t.Text == "-" || t.Text == "–") {
			parts = slices.Clone(parts)
			parts[n-1].Apart = true
		}
		p.from(at+1, unknown, parts)
	} else if !known && unknown > 0 && !layout.HasDigit(t.Text) {
		p.from(at+1, unknown-1, append(parts, Part{First: at, Last: at}))
	}
}

// filler reports whether a token says nothing: punctuation, or a small word.
func (r *Reading) filler(t *layout.Token) bool {
	return t.Fold == "" && t.Text != "|" || r.lexicon.fillers[t.Fold]
}

// helps reports whether a token is but the auxiliary of the verb behind it: "deve pagar".
func (r *Reading) helps(at int) bool {
	aux := r.lexicon.verbs.auxiliary
	if !aux[r.sheet.Tokens[at].Fold] || at+1 >= len(r.sheet.Tokens) {
		return false
	}
	return aux[r.sheet.Tokens[at+1].Fold] || slices.ContainsFunc(r.hits[at+1], func(h hit) bool {
		return slices.ContainsFunc(h.concepts, func(c Concept) bool { return r.lexicon.act[c] })
	})
}

// Names calls each with what the wordings that begin at a token name.
func (r *Reading) Names(token int, each func(Concept)) {
	for _, h := range r.hits[token] {
		for _, c := range h.concepts {
			each(c)
		}
	}
}

// Filler reports whether a token says nothing of what is meant.
func (r *Reading) Filler(token int) bool { return r.filler(&r.sheet.Tokens[token]) }

// Asks reports whether a token asks which of some things is meant: "qual".
func (r *Reading) Asks(token int) bool { return r.lexicon.verbs.asking[r.sheet.Tokens[token].Fold] }

// Joint reports whether a token stands between two things that are told together: "cidade e UF".
func (r *Reading) Joint(token int) bool {
	t := &r.sheet.Tokens[token]
	return r.lexicon.joints[t.Fold] || strings.ContainsAny(t.Text, "/,()")
}

// Idle reports whether a token says nothing of what is meant, as a wording, as part of one or as a small word.
func (r *Reading) Idle(token int) bool { return r.Filler(token) || r.idle[token] }

// Known reports whether a wording of the lexicon begins at a token.
func (r *Reading) Known(token int) bool { return len(r.hits[token]) > 0 }

// GoesOn reports whether a wording of the lexicon begins at a token and goes on with the next word.
func (r *Reading) GoesOn(token int) bool {
	return slices.ContainsFunc(r.hits[token], func(h hit) bool { return h.last > token })
}

// Covered reports whether a token is part of a wording of the lexicon.
func (r *Reading) Covered(token int) bool { return r.covered[token] }

// Attribute reports whether one of the concepts of a part is an attribute, such as a name or a date.
func (r *Reading) Attribute(p Part) bool {
	return r.lexicon.tells(p)
}

// Beside reports whether a part of a run only tells more of those that are named: it may be nobody, and
// no act where they name none.
func (r *Reading) Beside(p Part, parts []Part, named uint16) bool {
	if slices.ContainsFunc(p.Concepts, func(c Concept) bool { return r.lexicon.role[c] }) {
		return false
	}
	if !r.lexicon.acts(p) {
		return true
	}
	for k, o := range parts {
		if named&(1<<k) != 0 && r.lexicon.acts(o) {
			return true
		}
	}
	return false
}
