package meaning

import (
	"fmt"
	"slices"
	"strings"
)

// compounds is the part of the lexicon with concepts that two others name together:
// "withheld-tax: income-tax + discount|deductions" is the "IR que foi descontado".
const compounds = "compounds"

func (l *Lexicon) compound(e entry) error {
	c, ok := l.numbers[e.name]
	if !ok {
		return fmt.Errorf("lexicon: %q is a compound, but no concept", e.name)
	}
	for _, item := range e.items {
		left, right, ok := strings.Cut(item, "+")
		if !ok {
			return fmt.Errorf("lexicon: the compound %q of %q has one part", item, e.name)
		}
		as, err := l.alternatives(strings.TrimSpace(left))
		if err != nil {
			return fmt.Errorf("lexicon: compound %q: %w", e.name, err)
		}
		bs, err := l.alternatives(strings.TrimSpace(right))
		if err != nil {
			return fmt.Errorf("lexicon: compound %q: %w", e.name, err)
		}
		for _, a := range as {
			for _, b := range bs {
				for _, pair := range [][2]Concept{{a, b}, {b, a}} {
					if !slices.Contains(l.pairs[pair], c) {
						l.pairs[pair] = append(l.pairs[pair], c)
					}
				}
			}
		}
	}
	return nil
}

// joinPairs adds what two wordings that follow one another, over small words, name together.
func (r *Reading) joinPairs() {
	type found struct {
		first int
		hit   hit
	}
	var all []found
	for first, hits := range r.hits {
		for _, a := range hits {
			next := a.last + 1
			for next < len(r.hits) && !r.ends(next-1) && r.passes(next) && r.sheet.Tokens[next].Cell == r.sheet.Tokens[first].Cell {
				next++
			}
			if next >= len(r.hits) || r.sheet.Tokens[next].Cell != r.sheet.Tokens[first].Cell || r.ends(next-1) {
				continue
			}
			for _, b := range r.hits[next] {
				if names := r.lexicon.together(a.concepts, b.concepts); len(names) > 0 && !a.misread && !b.misread {
					all = append(all, found{first, hit{last: b.last, concepts: names}})
				}
			}
		}
	}
	for _, f := range all {
		r.put(f.first, f.hit)
	}
}

// passes reports whether a token may stand between two wordings that name one thing together: a small
// word, or one that means nothing else, as in "pagar impreterivelmente até".
func (r *Reading) passes(token int) bool {
	if hits := r.hits[token]; len(hits) > 0 {
		return !slices.ContainsFunc(hits, func(h hit) bool { return h.last != token || h.concepts[0] != r.lexicon.idle })
	}
	return r.filler(&r.sheet.Tokens[token])
}

// ends reports whether a mark behind a word parts it from what follows.
func (r *Reading) ends(token int) bool {
	text := r.sheet.Tokens[token].Text
	return text != "" && strings.ContainsAny(text[len(text)-1:], ",;:")
}

// together are the concepts that one of each of two lists name.
func (l *Lexicon) together(as, bs []Concept) []Concept {
	var out []Concept
	for _, a := range as {
		for _, b := range bs {
			for _, c := range l.pairs[[2]Concept{a, b}] {
				if !slices.Contains(out, c) {
					out = append(out, c)
				}
			}
		}
	}
	return out
}
