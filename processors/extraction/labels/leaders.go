package labels

import (
	"strings"
)

const fewestDots = 4 // of the leaders from a label to its value

// ledOn reports whether dots lead from a word to its value: "Nome.......... Fulano".
func (x *Labels) ledOn(i int) bool {
	t := &x.Sheet.Tokens[i]
	if t.Fold != "" && dotted(t.Text) {
		return true
	}
	next := i + 1
	return next < len(x.Sheet.Tokens) && x.Sheet.Tokens[next].Cell == t.Cell && x.Sheet.Tokens[next].Fold == "" && dotted(x.Sheet.Tokens[next].Text)
}

// dotted reports whether a word ends with a row of dots.
func dotted(text string) bool {
	text = strings.TrimRight(text, ":")
	return len(text)-len(strings.TrimRight(text, ".")) >= fewestDots || strings.HasSuffix(text, "……")
}
