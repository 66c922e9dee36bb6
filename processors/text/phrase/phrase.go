// Package phrase finds many fixed phrases in a laid-out document at once,
// whatever their case, accents, spacing and punctuation, and on pages read by
// OCR with some letters wrong.
//
// In come phrases under numbers of the caller's, then sheets; out go the places
// where they stand. It does not know what a phrase means.
package phrase

import (
	"maps"
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
)

// Set is an immutable set of phrases, safe for use by many goroutines. Its nodes form a
// trie: the children of each stand one after the other.
type Set struct {
	nodes []node
	chars []byte              // of each node: a letter or digit, or '#' for any digit
	roots [256]int32          // by letter, the node that it leads to from the first one
	words []string            // of the phrases, in order
	usual map[string][]string // what a word may be the usual spelling of, or the consonants of
	cut   bool
}

type node struct {
	first, past int32 // its children
	ids         []int32
	length      int32 // of the phrase that ends here
	budget      uint8 // the most errors that a phrase of this subtree allows
	word        bool  // a word of a phrase ends here
}

// Builder collects the phrases of a set.
type Builder struct {
	nodes      []growing
	Cut        bool // a word cut short may be a phrase by itself, and mean several
	words      map[string]bool
	consonants map[string][]string
}

// growing is a node whose children are chained.
type growing struct {
	node
	char        byte
	child, next int32
}

// Add enters a phrase. A # in it stands for any one digit. A phrase that folds
// to nothing is left out.
func (b *Builder) Add(text string, id int) {
	words := wordsOf(text)
	b.enter(words, id)
	if plain := withoutOrdinals(words); len(plain) > 1 {
		b.Add(strings.Join(plain, " "), id)
	}
	if short := withoutParticles(words); len(short) >= 2 && len(short) < len(words) {
		b.enter(short, id)
	}
}

func (b *Builder) enter(words []string, id int) {
	if len(b.nodes) == 0 {
		b.nodes = []growing{{child: -1, next: -1}}
	}
	length := len(strings.Join(words, ""))
	if length == 0 {
		return
	}
	at := int32(0)
	budget := uint8(allowed(length))
	for _, w := range words {
		for i := range len(w) {
			at = b.step(at, w[i])
			b.nodes[at].budget = max(b.nodes[at].budget, budget)
		}
		b.nodes[at].word = true
		b.note(w)
	}
	n := &b.nodes[at]
	n.length = int32(length)
	if !slices.Contains(n.ids, int32(id)) {
		n.ids = append(n.ids, int32(id))
	}
}

// note keeps a word of a phrase for those who print it short.
func (b *Builder) note(word string) {
	if b.words[word] {
		return
	}
	if b.words == nil {
		b.words, b.consonants = map[string]bool{}, map[string][]string{}
	}
	b.words[word] = true
	if bare := consonantsOf(word); bare != "" {
		b.consonants[bare] = append(b.consonants[bare], word)
	}
}

func (b *Builder) step(at int32, c byte) int32 {
	for k := b.nodes[at].child; k >= 0; k = b.nodes[k].next {
		if b.nodes[k].char == c {
			return k
		}
	}
	k := int32(len(b.nodes))
	b.nodes = append(b.nodes, growing{char: c, child: -1, next: b.nodes[at].child})
	b.nodes[at].child = k
	return k
}

// Set is what was added so far.
func (b *Builder) Set() *Set {
	s := &Set{nodes: make([]node, 0, len(b.nodes)), chars: make([]byte, 0, len(b.nodes)), words: slices.Sorted(maps.Keys(b.words)), usual: maps.Clone(spellings), cut: b.Cut}
	if len(b.nodes) == 0 {
		return s
	}
	for bare, words := range b.consonants {
		s.usual[bare] = slices.Concat(s.usual[bare], words)
	}
	from := make([]int32, 0, len(b.nodes)) // where each node was
	enter := func(k int32) {
		s.nodes, s.chars, from = append(s.nodes, b.nodes[k].node), append(s.chars, b.nodes[k].char), append(from, k)
	}
	enter(0)
	for at := 0; at < len(s.nodes); at++ {
		s.nodes[at].first = int32(len(s.nodes))
		for k := b.nodes[from[at]].child; k >= 0; k = b.nodes[k].next {
			enter(k)
		}
		s.nodes[at].past = int32(len(s.nodes))
	}
	for c := range s.roots {
		s.roots[c] = s.find(0, byte(c))
	}
	return s
}

// child is the node that a letter leads to from another one, or -1.
func (s *Set) child(at int32, c byte) int32 {
	if at == 0 {
		return s.roots[c]
	}
	return s.find(at, c)
}

func (s *Set) find(at int32, c byte) int32 {
	n := &s.nodes[at]
	wild := int32(-1)
	for k, char := range s.chars[n.first:n.past] {
		if char == c {
			return n.first + int32(k)
		}
		if char == '#' && c >= '0' && c <= '9' {
			wild = n.first + int32(k)
		}
	}
	return wild
}

// foldKeepingWild folds text around the digit wildcard.
func foldKeepingWild(text string) string {
	parts := strings.Split(text, "#")
	for i, part := range parts {
		parts[i] = fold.Text(part)
	}
	return strings.Join(parts, "#")
}

// allowed is how many letters of a phrase OCR may get wrong: none in short ones,
// where another word is as near as the right one.
func allowed(length int) int {
	switch {
	case length < 6:
		return 0
	case length < 11:
		return 1
	case length < 18:
		return 2
	}
	return 3
}

// Hit is a phrase found: tokens First to Last, in flow order.
type Hit struct {
	ID          int
	First, Last int
	Length      int // letters of the phrase
	Errors      int
}

// Find lists the phrases on a sheet by where they begin, longest first.
func (s *Set) Find(sheet *layout.Sheet) []Hit {
	if len(s.nodes) == 0 {
		return nil
	}
	f := finder{set: s, sheet: sheet}
	for i := range sheet.Tokens {
		if sheet.Tokens[i].Fold == "" {
			continue
		}
		from := len(f.hits)
		f.start, f.from = i, from
		f.exact(0, i)
		if sheet.Tokens[i].OCR && sheet.Tokens[i].Conf < 1 {
			f.near(from)
			f.small(from)
		}
		longestFirst(f.hits[from:])
	}
	return f.cleaner()
}

// cleaner drops the hits that take a stray word in: of those of a phrase that end
// together the one with the fewest errors is meant.
func (f *finder) cleaner() []Hit {
	type end struct{ id, last int }
	least := map[end]int{}
	for _, h := range f.hits {
		if h.Errors > 0 {
			least[end{h.ID, h.Last}] = h.Errors
		}
	}
	if len(least) == 0 {
		return f.hits
	}
	for _, h := range f.hits {
		if e, ok := least[end{h.ID, h.Last}]; ok && h.Errors < e {
			least[end{h.ID, h.Last}] = h.Errors
		}
	}
	return slices.DeleteFunc(f.hits, func(h Hit) bool { return h.Errors > 0 && h.Errors > least[end{h.ID, h.Last}] })
}

func longestFirst(hits []Hit) {
	slices.SortStableFunc(hits, func(a, b Hit) int {
		if a.Last != b.Last {
			return b.Last - a.Last
		}
		if a.Errors != b.Errors {
			return a.Errors - b.Errors
		}
		return a.ID - b.ID
	})
}

type finder struct {
	set   *Set
	sheet *layout.Sheet
	start int
	from  int // of the hits that begin there
	hits  []Hit
	best  map[int32]near // fuzzy hits of this start by node
	doubt []bool         // of each letter from the start on, whether recognition was unsure of its word
}

type near struct{ last, errors int }

const blank = "__" // what a blank to fill in begins with

// exact walks the trie along the letters from token i on.
func (f *finder) exact(at int32, i int) {
	t := &f.sheet.Tokens[i]
	if t.Fold == "" && (f.sheet.LineStart(i) || strings.HasPrefix(t.Text, blank)) {
		return // a rule under the words, or a blank to fill in between them
	}
	f.respelled(at, i)
	known, says := false, false // as a word of some phrase, and as a phrase
	if whole := f.along(at, t.Fold); whole >= 0 {
		f.pass(whole, i)
		says = len(f.set.nodes[whole].ids) > 0
		if known = f.set.nodes[whole].word; known && !marked(t) {
			return
		}
	}
	cell := &f.sheet.Cells[t.Cell]
	alone := i == f.start && !strings.HasSuffix(t.Text, ":") && cell.Past-cell.First > 1 // a word of a line
	for _, end := range f.abbreviated(at, t) {
		if n := &f.set.nodes[end]; !known && (f.set.cut && marked(t) || !alone || len(n.ids) == 0 || plain(t, n)) {
			f.pass(end, i)
		} else {
			f.next(end, i)
		}
	}
	for _, end := range f.longer(at, t) {
		if i > f.start || f.set.cut && !says && len(t.Fold) > fewest {
			f.pass(end, i)
		} else {
			f.next(end, i)
		}
	}
}

// along is the node that letters lead to, or -1.
func (f *finder) along(at int32, letters string) int32 {
	for k := range len(letters) {
		if at = f.set.child(at, letters[k]); at < 0 {
			return -1
		}
	}
	return at
}

// pass adds the phrases that end with token i and goes on with those that do not.
func (f *finder) pass(at int32, i int) {
	if n := &f.set.nodes[at]; len(n.ids) > 0 {
		f.add(n, i, 0)
	}
	f.next(at, i)
}

// next goes on behind token i, and behind a small word there that the phrase may lack.
func (f *finder) next(at int32, i int) {
	if !f.joins(i) {
		return
	}
	f.exact(at, i+1)
	if f.set.nodes[at].word && particles[f.sheet.Tokens[i+1].Fold] && f.joins(i+1) && f.sheet.Tokens[i+2].Fold != "" {
		f.exact(at, i+2)
	}
}

// joins reports whether a phrase may go on from token i to the next: within the
// cell, or over the end of a line within the block, and not over a colon, behind which a value
// begins: "Natureza: Rendimentos do trabalho".
func (f *finder) joins(i int) bool {
	return i+1 < len(f.sheet.Tokens) && !strings.HasSuffix(f.sheet.Tokens[i].Text, ":") && (!f.sheet.LineStart(i+1) || !f.sheet.BlockStart(i+1))
}

func (f *finder) add(n *node, last, errors int) {
	for _, id := range n.ids {
		h := Hit{ID: int(id), First: f.start, Last: last, Length: int(n.length), Errors: errors}
		if !slices.ContainsFunc(f.hits[f.from:], func(o Hit) bool { return o.ID == h.ID && o.Last == last }) {
			f.hits = append(f.hits, h)
		}
	}
}

// near adds the phrases that are almost there and were not found exactly.
func (f *finder) near(from int) {
	letters, ends := f.letters()
	if len(letters) < 5 {
		return
	}
	f.best = make(map[int32]near)
	f.walk(0, letters, ends, 0, 0, false)
	nodes := make([]int32, 0, len(f.best))
	for k := range f.best {
		nodes = append(nodes, k)
	}
	slices.Sort(nodes)
	exact := len(f.hits)
	for _, k := range nodes {
		b := f.best[k]
		if f.covered(from, exact, b) {
			continue
		}
		f.add(&f.set.nodes[k], b.last, b.errors)
	}
}

func (f *finder) covered(from, to int, b near) bool {
	for _, h := range f.hits[from:to] {
		if h.Last >= b.last {
			return true
		}
	}
	return false
}

const reach = 48 // letters that a fuzzy phrase may span

// letters are the folded letters from the start token on, and for each position
// just after a letter the token that ends there, or -1.
func (f *finder) letters() (string, []int) {
	var text []byte
	ends := []int{-1}
	f.doubt = f.doubt[:0]
	for i := f.start; len(text) < reach; i++ {
		if t := &f.sheet.Tokens[i]; t.Fold == "" && strings.Contains("-–—", t.Text) {
			break // a dash parts words that are hard enough to tell without it
		}
		for range f.sheet.Tokens[i].Fold {
			ends = append(ends, -1)
			f.doubt = append(f.doubt, f.sheet.Tokens[i].Conf < undoubted)
		}
		text = append(text, f.sheet.Tokens[i].Fold...)
		ends[len(text)] = i
		if !f.joins(i) || strings.HasSuffix(f.sheet.Tokens[i].Text, ":") {
			break
		}
	}
	return string(text), ends
}

// undoubted is the confidence of a word from which no letter of it was misread: what differs
// is another word.
const undoubted = 0.95

// doubted reports whether the letter at a position, if any, is one of a word that may be misread.
func (f *finder) doubted(pos int) bool { return pos >= 0 && pos < len(f.doubt) && f.doubt[pos] }

// walk goes down the trie with a bounded number of wrong, missing and added letters.
// A digit counts as one only where it looks like a letter: "R$ 312,44" is not "R$ 31/12/24".
// A letter more at the end is no error but another word, nor is the s of a plural less:
// "agências" is not "agência", "débito automático" not "débitos automáticos".
func (f *finder) walk(at int32, text string, ends []int, pos, errors int, added bool) {
	n := &f.set.nodes[at]
	if len(n.ids) > 0 && errors > 0 && errors <= allowed(int(n.length)) && ends[pos] >= 0 && !added {
		if b, ok := f.best[at]; !ok || errors < b.errors {
			f.best[at] = near{ends[pos], errors}
		}
	}
	for k := n.first; k < n.past; k++ {
		if pos < len(text) && same(f.set.chars[k], text[pos]) {
			f.walk(k, text, ends, pos+1, errors, false)
			continue
		}
		if errors >= int(f.set.nodes[k].budget) || pos == 0 && errors > 0 {
			continue
		}
		c := f.set.chars[k]
		if f.doubted(pos) && (!digit(c) && !digit(text[pos]) || lookAlike(c, text[pos])) {
			f.walk(k, text, ends, pos+1, errors+1, false) // another letter
		}
		if (f.doubted(pos) || f.doubted(pos-1)) && !digit(c) && (c != 's' || ends[pos] < 0) {
			f.walk(k, text, ends, pos, errors+1, false) // a letter lost
		}
	}
	if pos > 0 && f.doubted(pos) && !digit(text[pos]) && errors < int(n.budget) {
		f.walk(at, text, ends, pos+1, errors+1, true) // a letter too many
	}
}

const smallest = 8 // letters; longer labels are found by near

// small adds the short labels that a colon ends and whose letters are but alike, "cer:" for
// "CEP:", and those with one such letter that recognition was unsure of and that are all of
// a cell: "crop" for "CFOP". Others would be words like any other.
func (f *finder) small(from int) {
	var text []byte
	last, cell := f.start, f.sheet.Cells[f.sheet.Tokens[f.start].Cell]
	for ; ; last++ {
		text = append(text, f.sheet.Tokens[last].Fold...)
		if len(text) > smallest {
			return
		}
		if strings.HasSuffix(f.sheet.Tokens[last].Text, ":") || last+1 == cell.Past && f.start == cell.First {
			break
		}
		if !f.joins(last) {
			return
		}
	}
	if len(text) < 2 || f.covered(from, len(f.hits), near{last: last}) {
		return
	}
	most := (len(text) + 2) / 3
	if !strings.HasSuffix(f.sheet.Tokens[last].Text, ":") {
		most = 1
		if !slices.ContainsFunc(f.sheet.Tokens[f.start:last+1], func(t layout.Token) bool { return t.Conf < undoubted }) {
			return
		}
	}
	f.walkAlike(0, text, last, 0, most)
}

func (f *finder) walkAlike(at int32, text []byte, last, wrong, most int) {
	if len(text) == 0 {
		if n := &f.set.nodes[at]; len(n.ids) > 0 {
			f.add(n, last, wrong)
		}
		return
	}
	for k := f.set.nodes[at].first; k < f.set.nodes[at].past; k++ {
		switch c := f.set.chars[k]; {
		case same(c, text[0]):
			f.walkAlike(k, text[1:], last, wrong, most)
		case wrong < most && lookAlike(c, text[0]):
			f.walkAlike(k, text[1:], last, wrong+1, most)
		}
	}
}

func same(c, d byte) bool { return c == d || c == '#' && digit(d) }

func digit(c byte) bool { return '0' <= c && c <= '9' || c == '#' }

// alike are the letters and digits that OCR takes for each other in small type.
var alike = map[[2]byte]bool{{'i', 'l'}: true, {'i', '1'}: true, {'l', '1'}: true, {'i', 'j'}: true, {'o', '0'}: true, {'s', '5'}: true, {'b', '8'}: true,
	{'z', '2'}: true, {'j', 'y'}: true, {'f', 'r'}: true, {'p', 'r'}: true, {'u', 'v'}: true, {'g', '9'}: true, {'c', 'e'}: true, {'q', 'g'}: true}

func lookAlike(c, d byte) bool { return alike[[2]byte{c, d}] || alike[[2]byte{d, c}] }
