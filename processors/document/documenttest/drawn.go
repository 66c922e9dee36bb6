package documenttest

import (
	"strings"

	"lavra.dev/processors/document"
)

// Drawn is a text document with lines drawn between the words: - is a level line, | an
// upright one, + where they meet. A dash within words is a dash.
func Drawn(pages ...string) document.Document {
	plain := make([]string, len(pages))
	for i, page := range pages {
		plain[i] = blankLines(page)
	}
	doc := Typewritten(plain...)
	for i, page := range pages {
		p := &doc.Pages[i]
		p.Rulings = document.JoinRulings(rulings(page, p.Width, p.Height), p.Width, p.Height)
	}
	return doc
}

const lineSigns = "+-|"

// ruled reports whether the sign at a place of a line of text is part of a drawn line.
func ruled(line string, at int) bool {
	if at < 0 || at >= len(line) || strings.IndexByte(lineSigns, line[at]) < 0 {
		return false
	}
	if line[at] == '|' {
		return true
	}
	beside := func(k int) bool { return k >= 0 && k < len(line) && (line[k] == '-' || line[k] == '+') }
	return beside(at-1) || beside(at+1)
}

func blankLines(page string) string {
	lines := strings.Split(strings.Trim(page, "\n"), "\n")
	for k, line := range lines {
		text := []byte(line)
		for i := range text {
			if ruled(line, i) {
				text[i] = ' '
			}
		}
		lines[k] = string(text)
	}
	return strings.Join(lines, "\n") + "\n"
}

// rulings are the strokes of a drawing: a sign is as wide as a letter, and a line of text
// as high as the lead.
func rulings(page string, width, height float64) []document.Ruling {
	var out []document.Ruling
	lines := strings.Split(strings.Trim(page, "\n"), "\n")
	for k, line := range lines {
		top, column := margin+lead*float64(k)-(lead-8)/2, 0
		for i, r := range line {
			x := margin + letter*(float64(column)+0.5)
			column++
			if !ruled(line, i) {
				continue
			}
			if r != '|' {
				out = append(out, document.Ruling{At: (top + lead/2) / height, From: (x - letter/2) / width, To: (x + letter/2) / width})
			}
			if r != '-' {
				out = append(out, document.Ruling{Upright: true, At: x / width, From: top / height, To: (top + lead) / height})
			}
		}
	}
	return out
}
