package label

import "lavra.dev/processors/text/meaning"

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
