package odds

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A model's file is text: a line with the names of the features, one with the base, and
// one for each tree in preorder: "3<0.5" splits by feature 3, "=-0.12" is a leaf.

// Bounds of a file: a model beyond them was not made by tools/fit.
const (
	maxNodes = 1 << 16
	maxDepth = 12
)

// Write writes a model whose features have these names.
func (m *Model) Write(w io.Writer, names []string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, strings.Join(names, " "))
	fmt.Fprintln(b, number(m.base))
	for _, root := range m.roots {
		var words []string
		m.preorder(root, &words)
		fmt.Fprintln(b, strings.Join(words, " "))
	}
	return b.Flush()
}

func (m *Model) preorder(at int32, words *[]string) {
	n := m.nodes[at]
	if n.next[0] == at {
		*words = append(*words, "="+number(n.split))
		return
	}
	*words = append(*words, fmt.Sprintf("%d<%s", n.feature, number(n.split)))
	m.preorder(n.next[1], words)
	m.preorder(n.next[0], words)
}

func number(v float32) string { return strconv.FormatFloat(float64(v), 'g', 5, 32) }

// Parse reads a model and refuses one that was fitted to other features than names.
func Parse(text string, names []string) (*Model, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 2 || strings.TrimSpace(lines[0]) != strings.Join(names, " ") {
		return nil, fmt.Errorf("parsing a model: it was fitted to other features, fit it again")
	}
	base, err := strconv.ParseFloat(strings.TrimSpace(lines[1]), 32)
	if err != nil {
		return nil, fmt.Errorf("parsing the base of a model: %w", err)
	}
	m := &Model{base: float32(base)}
	for i, line := range lines[2:] {
		p := treeParser{model: m, words: strings.Fields(line), features: len(names)}
		root, err := p.node(0)
		if err == nil && len(p.words) > 0 {
			err = fmt.Errorf("%q follows its end", p.words[0])
		}
		if err != nil {
			return nil, fmt.Errorf("parsing tree %d of a model: %w", i, err)
		}
		m.roots = append(m.roots, root)
	}
	return m, nil
}

// treeParser reads one tree, word by word.
type treeParser struct {
	model    *Model
	words    []string
	features int
}

func (p *treeParser) node(depth int) (int32, error) {
	if len(p.words) == 0 || depth > maxDepth || len(p.model.nodes) >= maxNodes {
		return 0, fmt.Errorf("it does not end")
	}
	word := p.words[0]
	p.words = p.words[1:]
	at := int32(len(p.model.nodes))
	p.model.depth = max(p.model.depth, depth)
	if leaf, ok := strings.CutPrefix(word, "="); ok {
		value, err := strconv.ParseFloat(leaf, 32)
		p.model.nodes = append(p.model.nodes, node{split: float32(value), next: [2]int32{at, at}})
		return at, err
	}
	feature, split, _ := strings.Cut(word, "<")
	k, err := strconv.Atoi(feature)
	if err != nil || k < 0 || k >= p.features {
		return 0, fmt.Errorf("no feature %q", feature)
	}
	value, err := strconv.ParseFloat(split, 32)
	if err != nil {
		return 0, fmt.Errorf("splitting: %w", err)
	}
	p.model.nodes = append(p.model.nodes, node{feature: int32(k), split: float32(value)})
	left, err := p.node(depth + 1)
	if err != nil {
		return 0, err
	}
	right, err := p.node(depth + 1)
	p.model.nodes[at].next = [2]int32{right, left}
	return at, err
}
