package odds

import (
	"fmt"
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
	var trees []*Tree
	p := treeParser{features: len(names)}
	for i, line := range lines[2:] {
		p.words = strings.Fields(line)
		tree, err := p.tree(0)
		if err == nil && len(p.words) > 0 {
			err = fmt.Errorf("%q follows its end", p.words[0])
		}
		if err != nil {
			return nil, fmt.Errorf("parsing tree %d of a model: %w", i, err)
		}
		trees = append(trees, tree)
	}
	return New(float32(base), trees), nil
}

// treeParser reads one tree, word by word.
type treeParser struct {
	words    []string
	features int
	nodes    int // of all trees
}

func (p *treeParser) tree(depth int) (*Tree, error) {
	if p.nodes++; len(p.words) == 0 || depth > maxDepth || p.nodes > maxNodes {
		return nil, fmt.Errorf("it does not end")
	}
	word := p.words[0]
	p.words = p.words[1:]
	if leaf, ok := strings.CutPrefix(word, "="); ok {
		value, err := strconv.ParseFloat(leaf, 32)
		return &Tree{Split: float32(value)}, err
	}
	feature, split, _ := strings.Cut(word, "<")
	k, err := strconv.Atoi(feature)
	if err != nil || k < 0 || k >= p.features {
		return nil, fmt.Errorf("no feature %q", feature)
	}
	value, err := strconv.ParseFloat(split, 32)
	if err != nil {
		return nil, fmt.Errorf("splitting: %w", err)
	}
	t := &Tree{Feature: k, Split: float32(value)}
	if t.Below, err = p.tree(depth + 1); err != nil {
		return nil, err
	}
	t.Above, err = p.tree(depth + 1)
	return t, err
}
