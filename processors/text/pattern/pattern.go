// Package pattern is the small language in which catalogue entries say how a
// value stands in running text:
//
//	recebi (emos)? de {pagador_nome:name} , ... (a quantia|a importância) de {valor:money}
//
// In come patterns and laid-out documents, out go matches: for each slot the
// tokens it stands on. Words match whatever their case, accents and punctuation,
// and on OCR pages with a letter wrong. What a slot's name means is the caller's.
// The language is described in schemas/catalogue/README.md.
package pattern

import (
	"fmt"
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Pattern is a compiled pattern.
type Pattern struct {
	nodes  []node
	first  *node
	starts []string   // the words it can begin with; nil: it begins with a slot
	needs  [][]string // words of which one at least stands in each match
	proper bool       // it begins with a name, which may stand anywhere in a line
	number bool       // it begins with a value that words on its line tell, which may stand anywhere in a line, too
	source string
}

type nodeKind int

const (
	literal   nodeKind = iota // a word
	mark                      // a punctuation mark
	gap                       // up to n words
	slot                      // a value
	choice                    // alternatives
	newLine                   // the next token begins a line
	lineStart                 // here begins a line
	lineEnd                   // here ends a line
)

type node struct {
	kind   nodeKind
	text   string   // folded word, mark, or the slot's name
	n      int      // words of a gap
	form   string   // of a slot: a kind of the catalogue or a shape
	typed  bool     // of a slot: its form is a kind that tells its values
	words  []string // of a slot: what it is, or how it opens
	starts []string // the first words of these
	alts   [][]node
	line   bool // of a slot: it stands on one line
	alone  bool // of a company that begins a line: not over one that was ended on purpose
	street bool // its words are those of streets
	sex    byte // of a name: F or M, what its given name must be

	next   *node   // what follows; nil: the pattern ends
	firsts []*node // of a choice: what each alternative begins with
	last   bool    // nothing follows in its sequence
}

// The gaps: within a phrase, and within a sentence or two.
const (
	shortGap = 4
	longGap  = 40
)

// Compile parses a pattern. kinds gives the kind of slots that do not say theirs.
func Compile(source string, kinds func(slot string) catalogue.Kind) (*Pattern, error) {
	p := parser{items: scan(source), kinds: kinds}
	nodes, err := p.sequence(false)
	if err != nil {
		return nil, fmt.Errorf("compiling pattern %q: %w", source, err)
	}
	if len(nodes) == 0 {
		return nil, fmt.Errorf("compiling pattern %q: it is empty", source)
	}
	keepToLines(nodes)
	starts, open := firstWords(nodes)
	if open {
		starts = nil
	}
	return &Pattern{nodes: nodes, first: link(nodes, nil), starts: starts, needs: neededWords(nodes), proper: nodes[0].kind == slot && nodes[0].form == "proper", number: toldBehind(nodes), source: source}, nil
}

// toldBehind reports whether a pattern begins with a value of a kind and goes on with words on its line: "5.000 quotas".
func toldBehind(nodes []node) bool {
	if len(nodes) < 2 || !nodes[0].typed {
		return false
	}
	words, open := firstWords(nodes[1:])
	return len(words) > 0 && !open
}

// link ties each node to what follows it, and gives the first.
func link(nodes []node, next *node) *node {
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		n.next, n.last = next, i == len(nodes)-1
		for _, alt := range n.alts {
			n.firsts = append(n.firsts, link(alt, next))
		}
		next = n
	}
	return next
}

// keepToLines holds the slots that a line break ends, and the cities that one
// begins, to their line: a pattern that says where lines end means it.
func keepToLines(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		for _, alt := range n.alts {
			keepToLines(alt)
		}
		if n.kind != slot {
			continue
		}
		ended := i+1 < len(nodes) && (nodes[i+1].kind == newLine || nodes[i+1].kind == lineEnd)
		begun := i > 0 && (nodes[i-1].kind == newLine || nodes[i-1].kind == lineStart)
		n.line = ended || begun && n.form == "city"
		n.alone = begun && n.form == "company"
	}
}

// Slots are the names that the pattern may fill, without the nameless _.
func (p *Pattern) Slots() []string { return slotNames(p.nodes) }

func slotNames(nodes []node) []string {
	var out []string
	for _, n := range nodes {
		if n.kind == slot && n.text != "_" {
			out = append(out, n.text)
		}
		for _, alt := range n.alts {
			out = append(out, slotNames(alt)...)
		}
	}
	return out
}

// scan cuts a pattern into words, marks, brackets and slots.
func scan(source string) []string {
	var items []string
	for rest := strings.TrimSpace(source); rest != ""; rest = strings.TrimSpace(rest) {
		switch c := rest[0]; {
		case c == '{':
			end := strings.IndexByte(rest, '}')
			if end < 0 {
				end = len(rest) - 1
			}
			items = append(items, rest[:end+1])
			rest = rest[end+1:]
		case c == '\\' && len(rest) > 1:
			items = append(items, rest[:2])
			rest = rest[2:]
		case c == '}' || c == '(' || c == ')' || c == '|' || c == '?' || c == '^':
			items = append(items, rest[:1])
			rest = rest[1:]
		default:
			end := strings.IndexAny(rest, " (){|}?\t\n")
			if end < 0 {
				end = len(rest)
			}
			items = append(items, rest[:end])
			rest = rest[end:]
		}
	}
	return items
}

type parser struct {
	items []string
	kinds func(string) catalogue.Kind
}

func (p *parser) sequence(inside bool) ([]node, error) {
	var nodes []node
	for len(p.items) > 0 {
		item := p.items[0]
		if inside && (item == "|" || item == ")") {
			return nodes, nil
		}
		p.items = p.items[1:]
		switch {
		case item == "(":
			n, err := p.group()
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, n)
		case item == ")" || item == "|" || item == "?":
			return nil, fmt.Errorf("%q stands where a word should", item)
		default:
			n, err := p.single(item)
			if err != nil {
				return nil, err
			}
			nodes = append(nodes, p.optional(n))
		}
	}
	if inside {
		return nil, fmt.Errorf("a bracket is not closed")
	}
	return nodes, nil
}

func (p *parser) group() (node, error) {
	n := node{kind: choice}
	for {
		alt, err := p.sequence(true)
		if err != nil {
			return n, err
		}
		n.alts = append(n.alts, alt)
		closing := p.items[0] == ")"
		p.items = p.items[1:]
		if closing {
			break
		}
	}
	if len(p.items) > 0 && p.items[0] == "?" {
		p.items = p.items[1:]
		n.alts = append(n.alts, nil)
	}
	return n, nil
}

func (p *parser) single(item string) (node, error) {
	switch item {
	case "..":
		return node{kind: gap, n: shortGap}, nil
	case "...":
		return node{kind: gap, n: longGap}, nil
	case "//":
		return node{kind: newLine}, nil
	case "^":
		return node{kind: lineStart}, nil
	case "$":
		return node{kind: lineEnd}, nil
	case "\\(", "\\)":
		return node{kind: mark, text: item[1:]}, nil
	case ",", ".", ";", ":", "-", "/", "–":
		return node{kind: mark, text: item}, nil
	}
	if strings.HasPrefix(item, "{") {
		return p.slot(strings.Trim(item, "{}"))
	}
	if f := fold.Text(item); f != "" {
		return node{kind: literal, text: f}, nil
	}
	return node{}, fmt.Errorf("%q is no word", item)
}

// optional wraps a node that a ? follows.
func (p *parser) optional(n node) node {
	if len(p.items) == 0 || p.items[0] != "?" {
		return n
	}
	p.items = p.items[1:]
	return node{kind: choice, alts: [][]node{{n}, nil}}
}

// shapes are what a slot may be besides a kind of the catalogue.
var shapes = map[string]bool{"name": true, "company": true, "address": true, "city": true, "word": true, "words": true, "line": true, "clause": true, "sentence": true, "block": true, "phrase": true, "proper": true, "heading": true, "quote": true, "numbered": true, "place": true, "one": true, "amount": true, "number": true}

func (p *parser) slot(body string) (node, error) {
	name, form, found := strings.Cut(body, ":")
	n := node{kind: slot, text: name, form: form}
	if shape, inner, ok := strings.Cut(form, " "); ok { // A/B/C: the words that it is, or begins with
		n.form = shape
		if shape == "mask" {
			n.words = strings.Split(inner, "/")
			return n, nil
		}
		for _, w := range strings.Split(inner, "/") {
			first := strings.Fields(w)
			if len(first) == 0 {
				return n, fmt.Errorf("slot %q: a word of nothing", name)
			}
			n.words = append(n.words, foldOpening(w))
			n.starts = append(n.starts, foldOpening(first[0]))
		}
		if shape == "one" { // of "LOCADOR" and "LOCADOR(A)" the longer one
			slices.SortStableFunc(n.words, func(a, b string) int { return len(b) - len(a) })
			return n, nil
		}
	}
	if !found {
		n.form = string(p.kinds(name))
	}
	switch n.form {
	case "street":
		n.form, n.words, n.street = "address", streetWords, true
	case "woman":
		n.form, n.sex = "name", 'F'
	case "man":
		n.form, n.sex = "name", 'M'
	}
	if n.form == "" || n.form == "one" || !shapes[n.form] && !kindKnown(n.form) {
		return n, fmt.Errorf("slot %q: unknown kind %q", name, n.form)
	}
	n.typed = recognise.Typed(catalogue.Kind(n.form))
	return n, nil
}

// foldOpening folds words but for #, which stands for a number.
func foldOpening(s string) string {
	parts := strings.Split(s, "#")
	for i := range parts {
		parts[i] = fold.Text(parts[i])
	}
	return strings.Join(parts, "#")
}

// neededWords are words of which one at least stands in each match of nodes, for each node that has any.
func neededWords(nodes []node) (all [][]string) {
	for _, n := range nodes {
		var words []string
		switch n.kind {
		case literal:
			words = []string{n.text}
		case choice:
			for _, alt := range n.alts {
				needed := neededWords(alt)
				if len(needed) == 0 {
					words = nil // it may be without
					break
				}
				words = append(words, needed[0]...)
			}
		}
		if words != nil {
			all = append(all, words)
		}
	}
	return all
}

// firstWords are the words that nodes can begin with; open when a slot or a gap can
// come first.
func firstWords(nodes []node) (words []string, open bool) {
	for _, n := range nodes {
		switch n.kind {
		case literal:
			return append(words, n.text), false
		case choice:
			optional := false
			for _, alt := range n.alts {
				w, o := firstWords(alt)
				if o && len(alt) > 0 {
					return nil, true
				}
				words = append(words, w...)
				optional = optional || o
			}
			if !optional {
				return words, false
			}
		case slot:
			if len(n.starts) == 0 || slices.ContainsFunc(n.starts, func(w string) bool { return strings.Contains(w, "#") }) {
				return nil, true
			}
			return append(words, n.starts...), false
		case newLine, lineStart, lineEnd, mark:
		default:
			return nil, true
		}
	}
	return words, true
}
