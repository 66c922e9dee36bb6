package boosting

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/odds"
)

// Write writes a model whose features have these names, as package odds reads it.
func (m *Model) Write(w io.Writer, names []string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, strings.Join(names, " "))
	fmt.Fprintln(b, number(m.base))
	for _, t := range m.trees {
		fmt.Fprintln(b, strings.Join(preorder(t), " "))
	}
	return b.Flush()
}

func preorder(t *odds.Tree) []string {
	if t.Below == nil {
		return []string{"=" + number(t.Split)}
	}
	words := append([]string{fmt.Sprintf("%d<%s", t.Feature, number(t.Split))}, preorder(t.Below)...)
	return append(words, preorder(t.Above)...)
}

func number(v float32) string { return strconv.FormatFloat(float64(v), 'g', 5, 32) }
