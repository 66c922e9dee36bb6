package document

import (
	"strings"
)

// Markdown renders a document for people and for language models.
func Markdown(d Document) string {
	var b strings.Builder
	for i, p := range d.Pages {
		if i > 0 {
			b.WriteString("\n---\n\n")
		}
		for _, l := range p.Lines {
			b.WriteString(l.String())
			b.WriteByte('\n')
		}
	}
	return b.String()
}
