package nearby

import (
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/meaning"
)

// Reader tells of the values of one document what stands around them, each word and each place once.
type Reader struct {
	model  *Model
	labels *labels.Labels
	fields []Field
	words  map[string]known
	told   map[[2]int32][]float32
	heads  *headings
}

// known is the sum of the vectors of a word's pieces.
type known struct {
	sum Vector
	n   int
}

// Of is a reader of a document; nil where the model does not know its type.
func (m *Model) Of(x *labels.Labels) *Reader {
	if m == nil || len(m.Fields[x.Type.Name]) == 0 {
		return nil
	}
	return &Reader{m, x, m.Fields[x.Type.Name], map[string]known{}, map[[2]int32][]float32{}, headingsOf(x)}
}

// Said is what stands around words: the log probability that they are of a class, that of the likeliest other one or of none,
// and that of none.
type Said struct{ Own, Other, None float32 }

// Says tells of words whether they are of a class. A nil reader says nothing, nor does any of no words.
func (r *Reader) Says(tokens []int32, class int) (out Said) {
	if r == nil || len(tokens) == 0 {
		return out
	}
	p := r.at(Span(tokens))
	none := len(p) - 1
	out = Said{p[class], p[none], p[none]}
	for k, v := range p[:none] {
		if k != class {
			out.Other = max(out.Other, v)
		}
	}
	return out
}

// Span is the first and the last of the words of a value; one that goes on in the column before is all in its first.
func Span(tokens []int32) (first, last int32) {
	return tokens[0], max(tokens[0], tokens[len(tokens)-1])
}

// at gives the log probability that the tokens first to last are of each class, and last that of none.
func (r *Reader) at(first, last int32) []float32 {
	place := [2]int32{first, last}
	out, ok := r.told[place]
	if !ok {
		s := summing{reader: r}
		gather(r.labels, r.heads, int(first), int(last), &s)
		s.Mean()
		out = LogProbabilities(r.fields, &s.Sums)
		r.told[place] = out
	}
	return out
}

// summing adds up the vectors of what stands around a value.
type summing struct {
	Sums
	reader *Reader
}

func (s *summing) word(zone int, fold string) {
	s.add(zone, fold, func() []int32 { return piecesOf(nil, fold) })
}

func (s *summing) mark(zone int, text string) {
	s.add(zone, " "+text, func() []int32 { return []int32{number(" " + text)} })
}

func (s *summing) concept(zone int, c meaning.Concept) {
	s.Of[means+zone].Add(&s.reader.model.Pieces[concepts()[c]])
	s.N[means+zone]++
}

func (s *summing) add(zone int, key string, pieces func() []int32) {
	k, ok := s.reader.words[key]
	if !ok {
		for _, p := range pieces() {
			k.sum.Add(&s.reader.model.Pieces[p])
			k.n++
		}
		s.reader.words[key] = k
	}
	s.Of[zone].Add(&k.sum)
	s.N[zone] += k.n
}
