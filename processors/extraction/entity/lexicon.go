package entity

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	dictionary "lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/phrase"
)

// concept is what words of the lexicon say.
type concept uint8

const (
	none        concept = iota
	nation              // are a nationality
	civil               // are a civil state
	nations             // are the nationality of several persons
	civils              // are their civil state
	nationIs            // introduce it
	civilIs             //
	work                // introduce a profession
	tax                 // introduce a CPF or CNPJ
	card                // the number of an identity card
	council             // an entry at a professional council
	home                // an address
	homes               // the address of several persons
	born                // a date or place of birth
	died                // a death
	bore                // say who had a child
	siteOf              // begin what a place is called, where people are born and die
	native              // a place of birth
	parents             // both parents
	father              //
	mother              //
	later               // the name after a marriage
	spouse              // a wife or husband, who is another person
	regime              // are what a marriage says of property, and no name
	related             // whose child or spouse the entity is to another, not who its parents are: "seu filho"
	speaks              // who speaks for the entity
	other               // the next entity
	called              // what the entity is called from here on
	role                // are a role
	as                  // introduce a role
	title               // stand before a name
	being               // say that somebody is somebody
	filler              // stand between an introduction and its value
	end                 // end what is said of the entity
	companyKind         // are the form of a company
	particle            // stand within names
	nameIs              // introduce a name
	officer             // are who acts by profession, and no party
	asks                // say who asked for what a document is about
	known               // say that somebody was named before
	he                  // stand for the man of two named before
	she                 // and for the woman
	one                 // stand for the first of two named before
	another             // and for the second
	firstOf             // are the first of those named before, and so on
	secondOf
	thirdOf
)

//go:embed lexicon.tsv
var lexiconFile string

var conceptNames = map[string]concept{"nation": nation, "civil": civil, "civils": civils, "nations": nations, "nation:": nationIs, "civil:": civilIs, "work:": work, "tax:": tax, "card:": card, "council:": council, "home:": home, "homes:": homes, "born:": born, "died:": died, "bore": bore, "site": siteOf,
	"native:": native, "parents:": parents, "father:": father, "mother:": mother, "later:": later, "spouse:": spouse, "regime": regime, "related": related, "speaks:": speaks, "other:": other, "called:": called, "role": role, "as:": as,
	"title": title, "being": being, "filler": filler, "end": end, "form": companyKind, "particle": particle, "name:": nameIs, "officer": officer, "asks:": asks, "known": known, "he": he, "she": she, "one": one, "another": another, "first": firstOf, "second": secondOf, "third": thirdOf}

// lexicon is the file made ready: phrases by concept, and the single words of the concepts that
// names are cut by. It is read when it is first asked for: each child process of the program would
// else pay for it at its start, some 6 ms of a core, and use nothing of it.
var lexicon = sync.OnceValue(func() words { return mustRead(lexiconFile) })

type words struct {
	phrases  *phrase.Set
	concepts []concept // by the number of the phrase
	single   map[string]concept
}

func mustRead(text string) words {
	w, err := read(text)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return w
}

// read takes lines of a concept, a tab and its phrases parted by commas.
func read(text string) (words, error) {
	w := words{single: map[string]concept{}}
	var b phrase.Builder
	for n, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, list, _ := strings.Cut(line, "\t")
		c, ok := conceptNames[name]
		if !ok {
			return w, fmt.Errorf("reading the lexicon: line %d: no concept %q", n+1, name)
		}
		for _, p := range strings.Split(list, ",") {
			p = strings.TrimSpace(p)
			if c == title || c == being || c == filler || c == companyKind || c == particle || c == officer || c == siteOf {
				w.single[fold.Text(p)] = c
				continue
			}
			b.Add(p, len(w.concepts))
			w.concepts = append(w.concepts, c)
		}
	}
	w.phrases = b.Set()
	return w, nil
}

// joins reports whether a word is "e", and not "é".
func joins(t *layout.Token) bool { return dictionary.And(strings.ToLower(t.Text)) }

func is(word string, c concept) bool { return lexicon().single[word] == c }
