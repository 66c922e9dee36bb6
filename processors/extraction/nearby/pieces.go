package nearby

import (
	"hash/fnv"
	"strings"
	"sync"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/meaning"
)

// Buckets is how many numbers there are for pieces of words; pieces of one number share a vector.
const Buckets = 1 << 14

// Letters of a piece of a word. Shorter ones are in all words, longer ones in one.
const (
	fewestLetters = 3
	mostLetters   = 5
)

// Context is what stands around a value, as numbers of pieces of words by zone: what a model is fitted to.
type Context [Zones][]int32

// Contexts gathers what stands around values of one document, each place once.
type Contexts struct {
	labels *labels.Labels
	heads  *headings
	known  map[[2]int32]*Context
}

// ContextsOf is made for a document.
func ContextsOf(x *labels.Labels) *Contexts {
	return &Contexts{x, headingsOf(x), map[[2]int32]*Context{}}
}

// At is the context of the tokens first to last.
func (c *Contexts) At(first, last int32) *Context {
	place := [2]int32{first, last}
	if c.known[place] == nil {
		out := &Context{}
		gather(c.labels, c.heads, int(first), int(last), out)
		c.known[place] = out
	}
	return c.known[place]
}

func (c *Context) word(zone int, fold string) { c[zone] = piecesOf(c[zone], fold) }
func (c *Context) mark(zone int, text string) { c[zone] = append(c[zone], number(" "+text)) }

func (c *Context) concept(zone int, k meaning.Concept) {
	c[means+zone] = append(c[means+zone], concepts()[k])
}

// concepts are the pieces that stand for what words mean, by concept.
var concepts = sync.OnceValue(func() []int32 {
	lexicon := meaning.Shared()
	out := make([]int32, lexicon.Len())
	for c := range out {
		out[c] = number("means " + lexicon.Name(meaning.Concept(c)))
	}
	return out
})

// piecesOf adds a word and all runs of some letters in it, so that "vencto" is near "vencimento". A number is one piece.
func piecesOf(out []int32, fold string) []int32 {
	word := withoutDigits(fold)
	out = append(out, number(" "+word))
	if strings.HasPrefix(word, "0") {
		return out
	}
	word = "<" + word + ">"
	for n := fewestLetters; n <= mostLetters; n++ {
		for k := 0; k+n <= len(word); k++ {
			out = append(out, number(word[k:k+n]))
		}
	}
	return out
}

func number(piece string) int32 {
	h := fnv.New32a()
	h.Write([]byte(piece))
	return int32(h.Sum32() % Buckets)
}
