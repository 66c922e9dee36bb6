package entity

import (
	dictionary "lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
)

// readParents takes the names behind "filho de": the given names tell father and mother,
// else their order does.
func (w *walk) readParents(c concept) {
	var names []Value
	listed := w.at > 0 && w.page.Label(w.at-1) // "Genitores", over "José Luz; Rita Luz"
	for len(names) < 2 {
		if len(names) > 0 {
			w.skipRelated()
		}
		k := w.skipTo()
		if k >= w.past {
			break
		}
		last, company, ok := w.name(k)
		if !ok || company {
			break
		}
		names = append(names, Value{First: k, Last: last})
		w.at = last + 1
		if c != parents || w.ends(last, ".") || w.ends(last, ";") && !listed || !w.joined(last) {
			break
		}
	}
	switch {
	case len(names) == 0:
		return
	case c == father:
		w.give(Father, names[0].First, names[0].Last)
	case c == mother:
		w.give(Mother, names[0].First, names[0].Last)
	case len(names) == 1:
		w.give(w.parent(names[0], Father), names[0].First, names[0].Last)
	default:
		first := w.parent(names[0], Father)
		if other := w.parent(names[1], Mother); other == first {
			first = Father
		}
		w.give(first, names[0].First, names[0].Last)
		w.give(Father+Mother-first, names[1].First, names[1].Last)
	}
}

// Parents are the father and the mother whose names tokens first to before past are.
func (t *Text) Parents(first, past int) []Value {
	w := t.walk(first, past)
	w.found, w.cur = []Entity{{First: first, Past: first}}, 0
	w.readParents(parents)
	return w.found[0].Values
}

// IntroducesParents reports whether tokens are words of the lexicon that introduce both parents.
func (t *Text) IntroducesParents(first, last int) bool {
	return t.cues[first] == cue{parents, last}
}

// joined reports whether a second name follows the one that ends at a token.
func (w *walk) joined(last int) bool {
	if last+1 >= w.past {
		return false
	}
	t := &w.sheet.Tokens[last+1]
	return dictionary.And(t.Fold) || dictionary.With(t.Fold) || t.Text == "/" || w.lineStart(last+1) || w.ends(last, ",;") && (dictionary.And(t.Fold) || w.proper(last+1))
}

// parent tells father or mother by the given name.
func (w *walk) parent(name Value, unknown Attribute) Attribute {
	woman, ok := recognise.Woman(w.sheet.Tokens[name.First].Fold)
	switch {
	case !ok:
		return unknown
	case woman:
		return Mother
	}
	return Father
}

const laterReach = 24 // tokens from the heading over the names taken at a marriage to the last of them

// NameAt is the name of a person that begins at a token.
func (t *Text) NameAt(i int) (Value, bool) {
	w := t.walk(i, len(t.sheet.Tokens))
	last, company, ok := w.name(i)
	return Value{Attribute: Name, First: i, Last: last}, ok && !company
}

// LaterNames lists the names that the document says were taken later, as at a marriage: the one
// behind such words, or under a heading with them those of both.
func (t *Text) LaterNames() []Value {
	var out []Value
	for i, c := range t.cues {
		if c.concept != later {
			continue
		}
		w := t.walk(c.last+1, c.last+laterReach)
		heads := t.page.Label(i)
		for k := w.at; k < w.past; k++ {
			last, _, ok := w.name(k)
			if !ok {
				continue
			}
			out = append(out, Value{Attribute: LaterName, First: k, Last: last})
			if k = last; !heads {
				break
			}
		}
	}
	return out
}

// skipRelated goes past the words that tell what the second parent is to the first, "e de sua mulher".
func (w *walk) skipRelated() {
	for k := w.at; k < min(w.at+cueReach, w.past) && !w.startsName(k); k++ {
		if w.says(k) == related {
			w.at = w.cues[k].last + 1
			return
		}
	}
}
