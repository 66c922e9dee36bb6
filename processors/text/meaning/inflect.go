package meaning

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/phrase"
)

// inflections are the endings that make other forms of a word, the longest that fits first.
type inflections struct {
	plural, feminine []ending
	shortened        map[string][]string // small words, and what stands for them: "p/" for "para"
	listed           map[string]bool     // wordings that the lexicon has itself, folded
}

type ending struct {
	of    string
	forms []string
}

const leastInflected = 4 // letters of a word that has other forms: shorter ones are abbreviations

// add enters wordings with their other forms: "nota fiscal" also as "notas fiscais", "filho"
// as "filha" and "filho(a)", "pago pelo titular" as "pago p/ titular". A form that the lexicon lists itself means what it says there:
// "genitores" are the parents, not more than one "genitor".
func (e *inflections) add(b *phrase.Builder, wordings []string, id int) {
	for _, wording := range wordings {
		for k, form := range e.forms(wording) {
			if k == 0 || !e.listed[fold.Text(form)] {
				b.Add(form, id)
			}
		}
	}
}

// forms are a wording and its other forms, each once.
func (e *inflections) forms(wording string) []string {
	words := strings.Fields(wording)
	out := []string{wording}
	add := func(words []string) {
		if text := strings.Join(words, " "); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for k := range most(e.plural) {
		add(inflected(words, e.plural, k, len(words)))
		add(inflected(words, e.plural, k, 1))
	}
	for k := range most(e.feminine) {
		hers := inflected(words, e.feminine, k, len(words))
		add(hers)
		add(inflected(words, e.feminine, k, 1))
		add(inflected(hers, e.plural, 0, len(words)))
	}
	for _, form := range out {
		words := strings.Fields(form)
		for i := 1; i+1 < len(words); i++ {
			for _, short := range e.shortened[words[i]] {
				add(slices.Replace(slices.Clone(words), i, i+1, short))
			}
		}
	}
	return out
}

// most is how many forms an ending has at most.
func most(endings []ending) int {
	n := 0
	for _, e := range endings {
		n = max(n, len(e.forms))
	}
	return n
}

// inflected are words with the first ones of them, up to a number, in their k-th form.
func inflected(words []string, endings []ending, k, first int) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		if i >= first {
			continue
		}
		folded := fold.Text(w)
		if len(folded) < leastInflected {
			continue
		}
		longest := -1
		for n, e := range endings {
			if strings.HasSuffix(folded, e.of) && (longest < 0 || len(e.of) > len(endings[longest].of)) {
				longest = n
			}
		}
		if longest >= 0 && k < len(endings[longest].forms) {
			out[i] = strings.TrimSuffix(folded, endings[longest].of) + endings[longest].forms[k]
		}
	}
	return out
}
