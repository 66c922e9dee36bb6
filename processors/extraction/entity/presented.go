package entity

import (
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readName begins an entity where a name stands of which the text says something.
func (w *walk) readName() bool {
	if past := w.statePast(w.at); past > w.at {
		w.at = past
		return true
	}
	last, company, ok := w.name(w.at)
	if !ok {
		return false
	}
	first := w.at
	w.at = last + 1
	w.named = last
	introduced := w.roleEnd >= 0 && w.follows(w.roleEnd, first)
	opposed := w.opposed >= 0 && first-w.opposed <= 3
	if !introduced {
		w.mention(first, last) // a role names witnesses, and nobody for whom a pronoun stands
	}
	if !introduced && !opposed && !w.qualified(last+1) {
		return true
	}
	e := Entity{First: first, Past: last + 1, Company: company, Opposed: opposed}
	e.add(Value{Attribute: Name, First: first, Last: last})
	if w.side >= 0 && (company || w.ends(first-1, ";")) {
		w.leaveSide()
	}
	e.Told = opposed || w.says(last+1) == known
	if e.For = w.side >= 0; introduced && !e.For {
		e.add(w.role)
		w.roleEnd = -1
	} else if !opposed {
		w.join(&e)
	}
	w.found = append(w.found, e)
	w.cur, w.left = len(w.found)-1, -1
	return true
}

// join gives an entity the role of the one before, to which "e" joins it: "VENDEDORES: Ana Lima, casada, e
// Pedro Luz, casado". A role behind a name is that one's alone: "Ana Lima, casada (MUTUANTE), e Pedro Luz, casado (MUTUÁRIO)".
func (w *walk) join(e *Entity) {
	and := w.beforeTitles(e.First)
	if and > 1 && w.cues[and-1] == (cue{related, and}) {
		and -= 2 // "e sua esposa"
	}
	if e.For || w.cur < 0 || and < 0 {
		return
	}
	e.With = joins(&w.sheet.Tokens[and])
	if role, ok := w.found[w.cur].Value(Role); ok && !w.found[w.cur].roleBehind() && (e.With || w.heads(role.Last, e.First)) {
		e.add(role)
	}
}

// heads reports whether a role and its colon stand over a list one of whose items begins with a name: "FIADORES:".
func (w *walk) heads(role, name int) bool {
	if name > 0 && w.sheet.Tokens[name-1].Fold == "" {
		name-- // its bullet
	}
	return w.ends(role, ":") && w.lineStart(role+1) && w.lineStart(name)
}

// follows reports whether nothing but small words, marks and forms of address stands between
// a role and a name: "o sítio da PROPRIETÁRIA, no Córrego do Ouro," names nobody.
func (w *walk) follows(role, name int) bool {
	if w.ends(role, ",") && placeLeads[w.sheet.Tokens[role+1].Fold] {
		return false
	}
	for k := role + 1; k < name; k++ {
		t := &w.sheet.Tokens[k]
		if w.ends(k, ".;") && !is(t.Fold, title) || t.Fold != "" && !is(t.Fold, filler) && !is(t.Fold, title) && !is(t.Fold, particle) && !standing[t.Fold] {
			return false
		}
	}
	return name-role <= roleReach
}

const roleReach = 7 // tokens from a role to the name

// qualified reports whether the text says something of the name that ends before a token:
// an attribute follows soon.
func (w *walk) qualified(i int) bool {
	if w.ends(i-1, ".") && i < w.past && w.proper(i) && !is(w.sheet.Tokens[i-1].Fold, companyKind) {
		return false
	}
	if w.saidToBe(i) {
		return true
	}
	reach := i + cueReach
	for k := i; k < min(reach, w.past); k++ {
		if w.apart(k) || k > i && w.boundary(k) && w.ends(k-1, ".;") {
			return false
		}
		if w.ends(k, ",") && reach == i+cueReach && w.formAt(i-1) {
			reach = k + 1 + cueReach // what kind of company it is: "empresa constituída na forma da lei, cujo CNPJ"
		}
		if c := w.says(k); c != none {
			switch c {
			case he, she, one, another:
				return false
			case role:
				if k == i && strings.HasPrefix(w.sheet.Tokens[k].Text, "(") && w.closing(k) > 0 {
					return true // as front sheets of courts list parties: "Ana Lima (AUTORA)"
				}
			case end, other, as, regime, asks, bore:
			default:
				return true
			}
		}
		if k > i && w.sheet.Tokens[k-1].Small() && w.beginsAddress(k) { // "com loja na Rua Um, 2", not a letterhead
			return true
		}
		if w.beginsNumber(k) {
			if councilCode.MatchString(recognise.Bare(w.sheet.Tokens[k].Text)) {
				return true
			}
			if v, ok := recognise.At(catalogue.CPFCNPJ, w.flow(k), 0); ok && v.Checked {
				return true
			}
		}
		if k > i+1 && w.proper(k) && w.says(k) == none && !w.ends(k-1, ",-–(:") {
			if _, _, name := w.name(k); name {
				return false
			}
		}
	}
	return false
}

// saidToBe reports whether the text goes on at a token with what somebody is: "Ana Lima, como AUTORA, e", "Ana Lima é AUTORA".
func (w *walk) saidToBe(i int) bool {
	k := i + 1
	switch {
	case i >= w.past:
		return false
	case w.says(i) == as:
		k = w.cues[i].last + 1
	case !w.behindIs(k):
		return false
	}
	first, _, ok := w.roleBefore(k)
	return ok && !w.parted(i+1, first)
}
