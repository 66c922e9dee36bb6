package label

import (
	"lavra.dev/processors/text/meaning"
)

const mostUnknown = 3 // words of a label that nobody understands

// Near tells how near the words first to last are to each meaning that has something of them.
func (s *Set) Near(reading *meaning.Reading, first, last int, each func(id int, n meaning.Nearness)) {
	f := finder{set: s, reading: reading}
	for _, parts := range reading.Parses(first, last, mostUnknown) {
		for _, k := range f.wanted(parts) {
			each(s.ids[k], s.meanings[k].Near(parts))
		}
	}
}

// nearly adds the meanings that a run of words has but for some of its words: "Total devido" is the
// total where nothing is meant by what is due. What one who is not meant has, or does, is not that.
// Else it is a label of something that nobody wants.
func (f *finder) nearly(first, last int, form Form) bool {
	parses := f.reading.Parses(first, last, 0)
	if f.best(parses, Match{First: first, Last: last, Form: form, Nearly: true}) {
		return true
	}
	if form != BeforeColon || !f.attribute(parses) {
		return false
	}
	f.found = append(f.found, Match{First: first, Last: last, ID: Unwanted, Form: form})
	return true
}

// besides reports whether the words of a run that a meaning has not only stand beside it: they name nobody.
func (f *finder) besides(fit meaning.Fit, parts []meaning.Part) bool {
	for k, p := range parts {
		if fit.Extra&(1<<k) != 0 && !f.reading.Beside(p, parts, fit.Named) {
			return false
		}
	}
	return true
}
