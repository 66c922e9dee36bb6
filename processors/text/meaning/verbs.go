package meaning

import (
	"cmp"
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/phrase"
)

// verbs are how labels say by a verb who is meant, and what: "quem paga", "expedido por".
type verbs struct {
	persons    []ending // by the end of the infinitive: the forms that tell what somebody does, is doing or did
	participle []ending // the forms that tell what was done
	openers    map[string]bool
	nouns      map[string]bool // words that open with "que": "pessoa que"
	auxiliary  map[string]bool // words that may stand before the verb
	by         map[string]bool // words between a participle and who did it
	asking     map[string]bool // words that ask which of some nouns does it: "que médico atendeu"
	toward     map[string]bool // words before an opener that may make it the other one: "a quem se paga"
	impersonal map[string]bool // words behind it that do so
	subjects   map[string]bool // words behind an opener that make it the other one, whatever stands before: "quem você pagou"
	does       map[Concept]Concept
	doneBy     map[Concept]Concept
	doneTo     map[Concept]Concept
}

// Names of the parts of the lexicon, and of the lines of the part for clauses.
const (
	conjugation = "conjugation"
	participles = "participles"
	clauses     = "clauses"
	verbForms   = "verbs"  // concepts by the verbs that name them
	agents      = "agents" // roles by the verbs that tell what they do
	others      = "others" // roles by the verbs that tell what others do to them, or with them
)

// forms are the forms of a verb that an ending table has, the longest ending that fits.
func verbFormsOf(verb string, table []ending) []string {
	var best ending
	for _, e := range table {
		if strings.HasSuffix(verb, e.of) && len(e.of) > len(best.of) {
			best = e
		}
	}
	out := make([]string, 0, len(best.forms))
	for _, f := range best.forms {
		out = append(out, strings.TrimSuffix(verb, best.of)+f)
	}
	return out
}

func (v *verbs) enter(e entry) {
	words := map[string]bool{}
	for _, w := range e.items {
		words[fold.Text(w)] = true
	}
	switch e.name {
	case "openers":
		v.openers = words
	case "nouns":
		v.nouns = words
	case "auxiliary":
		v.auxiliary = words
	case "asking":
		v.asking = words
	case "by":
		v.by = words
	case "toward":
		v.toward = words
	case "impersonal":
		v.impersonal = words
	case "subjects":
		v.subjects = words
	}
}

// tells reports whether a concept is but what somebody does, or what was done.
func (v *verbs) tells(c Concept) bool {
	_, does := v.does[c]
	_, done := v.doneBy[c]
	_, to := v.doneTo[c]
	return does || done || to
}

// compose adds what a verb says with the words around it: who does it, "quem vai pagar", to whom it is done,
// "a quem se paga", and by whom it was done, "pago por".
func (r *Reading) compose(h phrase.Hit) {
	v, c, misread := &r.lexicon.verbs, Concept(h.ID), h.Errors > 0
	role, agent := v.does[c]
	to, other := v.doneTo[c]
	if other {
		role = to
	}
	if agent || other {
		if first, ok := r.opener(h.First); ok && r.turned(first) == other {
			r.put(first, hit{last: h.Last, concepts: []Concept{role}, misread: misread, clause: true})
		}
	}
	if role, ok := v.doneBy[c]; ok && h.Last+1 < len(r.sheet.Tokens) && v.by[r.sheet.Tokens[h.Last+1].Fold] {
		r.put(h.First, hit{last: h.Last + 1, concepts: []Concept{role}, misread: misread})
	}
}

// opener is the token with which a clause begins whose verb stands at a token: "quem", or a noun before "que", "firma
// ou pessoa que compra".
func (r *Reading) opener(verb int) (int, bool) {
	v := &r.lexicon.verbs
	for k := verb - 1; k >= 0; k-- {
		word := r.sheet.Tokens[k].Fold
		switch {
		case v.openers[word]:
			return k, true
		case word == "que" && k > 0 && v.nouns[r.sheet.Tokens[k-1].Fold]:
			for k--; k > 1 && r.lexicon.joints[r.sheet.Tokens[k-1].Fold] && v.nouns[r.sheet.Tokens[k-2].Fold]; {
				k -= 2
			}
			return k, true
		case v.auxiliary[word]:
		case k > 0 && v.nouns[word] && v.asking[r.sheet.Tokens[k-1].Fold] && (k == 1 || !r.lexicon.fillers[r.sheet.Tokens[k-2].Fold]):
			return k - 1, true
		default:
			return 0, false
		}
	}
	return 0, false
}

// turned reports whether a clause tells of the one to whom something is done: "a quem se paga", "quem você pagou".
func (r *Reading) turned(opener int) bool {
	v := &r.lexicon.verbs
	if opener+1 == len(r.sheet.Tokens) {
		return false
	}
	next := r.sheet.Tokens[opener+1].Fold
	return v.subjects[next] || opener > 0 && v.toward[r.sheet.Tokens[opener-1].Fold] && v.impersonal[next]
}

// clause reports whether the words of a wording are a clause, what follows which may be its object.
func (r *Reading) clause(first, last int) bool {
	v := &r.lexicon.verbs
	return last > first && (v.openers[r.sheet.Tokens[first].Fold] || last > first+1 && v.nouns[r.sheet.Tokens[first].Fold] && r.sheet.Tokens[first+1].Fold == "que")
}

// put enters a hit, or its concepts into the one of the same words.
func (r *Reading) put(first int, h hit) {
	for k := first; k <= h.last; k++ {
		r.covered[k] = true
		r.idle[k] = r.idle[k] || slices.Contains(h.concepts, r.lexicon.idle)
	}
	at := r.hits[first]
	for k := range at {
		if at[k].last != h.last {
			continue
		}
		if at[k].clause = at[k].clause || h.clause; at[k].misread != h.misread {
			return
		}
		for _, c := range h.concepts {
			if !slices.Contains(at[k].concepts, c) {
				at[k].concepts = append(at[k].concepts, c)
			}
		}
		return
	}
	r.hits[first] = append(at, h)
	slices.SortStableFunc(r.hits[first], func(a, b hit) int { return cmp.Compare(b.last, a.last) })
}
