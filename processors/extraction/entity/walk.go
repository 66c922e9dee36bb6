package entity

import (
	"lavra.dev/processors/text/layout"
)

// walk goes through a text once, word by word, and gives each attribute to the entity
// that the text speaks of there.
type walk struct {
	*Text
	at, past int
	found    []Entity
	cur      int // index of the entity spoken of, -1 for none
	side     int // index of the one that it speaks for, -1 for none
	role     Value
	roleEnd  int      // last token of the role that waits for its entity
	opposed  int      // last token of the words that turn to the other side
	left     int      // index of the one whose words just ended, -1 for none
	leftAt   int      // the token behind the words that ended them
	named    int      // last token of the last name
	two      [2]Value // the names of the last two that one sentence joins
}

const (
	reach    = 70 // tokens from the last thing said of an entity to the next
	cueReach = 8  // tokens from an introduction to its value
)

// walk is one from a token on up to another, on which nobody is spoken of yet.
func (t *Text) walk(first, past int) walk {
	return walk{Text: t, at: first, past: min(past, len(t.sheet.Tokens)), cur: -1, side: -1, roleEnd: -1, opposed: -1, left: -1}
}

func (w *walk) run() {
	for w.at < w.past {
		before := w.at
		switch {
		case w.readRoleLabel(), w.readCue(), w.readNumber(), w.readAddress(), w.readTown(), w.readWork(), w.readName():
		}
		if w.at == before {
			w.at++
		}
		if w.cur >= 0 && w.boundary(w.at) {
			w.leaveSide()
		}
		if w.apart(w.at) {
			w.cur, w.side = -1, -1
		}
	}
}

// boundary reports whether a paragraph ended before a token.
func (w *walk) boundary(i int) bool {
	return i < w.past && i > 0 && (w.ends(i-1, ";") || w.sheet.BlockStart(i))
}

// apart reports whether a block begins at a token that does not go on right under the words
// before it: it speaks of something else.
func (w *walk) apart(i int) bool {
	if i <= 0 || i >= w.past || !w.sheet.BlockStart(i) {
		return false
	}
	above, here := &w.sheet.Cells[w.sheet.Tokens[i-1].Cell], &w.sheet.Cells[w.sheet.Tokens[i].Cell]
	if above.Page != here.Page {
		return !w.sheet.Tokens[i].Small() // a sentence goes on over the page
	}
	return here.Overlap(above.Rect) <= 0 || here.Top < above.MidY() || here.Top-above.Bottom > layout.Reach*above.Size
}

// leaveSide goes back from who speaks for an entity to the entity.
func (w *walk) leaveSide() {
	if w.side >= 0 {
		w.cur, w.side = w.side, -1
	}
}

// entity is the one spoken of; nil where none is, or it was left long ago.
func (w *walk) entity() *Entity {
	if w.cur < 0 || w.at-w.found[w.cur].Past > reach {
		return nil
	}
	return &w.found[w.cur]
}

func (w *walk) give(a Attribute, first, last int) {
	w.keep(Value{Attribute: a, First: first, Last: last})
}

// keep keeps what is said of the one spoken of.
func (w *walk) keep(v Value) {
	if e := w.entity(); e != nil {
		e.add(v)
		e.Past = max(e.Past, v.Last+1)
	}
}

// take is give, and goes on behind the words.
func (w *walk) take(a Attribute, first, last int) {
	w.give(a, first, last)
	w.at = last + 1
}

// share gives what is said of several persons to those named before the last of them, up to one
// of whom something else is said: "Ana Lima, casada, e Pedro Luz, casado, residentes na Rua Um, 2".
func (w *walk) share(a Attribute) {
	if w.cur < 0 {
		return
	}
	v, ok := w.found[w.cur].Value(a)
	for k := w.cur - 1; ok && k >= 0; k-- {
		e := &w.found[k]
		if _, other := e.Value(a); other || e.Company && !w.found[k+1].With || e.For {
			return
		}
		e.add(v)
	}
}
