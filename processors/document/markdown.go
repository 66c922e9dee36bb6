package document

import (
	"strings"
	"unicode/utf8"
)

// Markdown renders a document for people and for language models: headings,
// paragraphs in reading order, tables as tables, labels in bold, a rule between
// pages. All text of the pages is in it, once, and what codes say besides.
func Markdown(d Document) string {
	var b strings.Builder
	for i, p := range d.Pages {
		if i > 0 {
			b.WriteString("\n---\n\n")
		}
		for j, block := range blocks(p) {
			if j > 0 {
				b.WriteByte('\n')
			}
			block.write(&b)
		}
	}
	return b.String()
}

// block is a piece of a page between blank lines.
type block interface{ write(b *strings.Builder) }

type heading struct{ text string }

func (h heading) write(b *strings.Builder) {
	b.WriteString("## ")
	b.WriteString(h.text)
	b.WriteByte('\n')
}

// paragraph is running text, its lines joined.
type paragraph struct{ text string }

func (p paragraph) write(b *strings.Builder) {
	b.WriteString(labelled(p.text))
	b.WriteByte('\n')
}

// labelled sets the label of a short "label: value" line in bold.
func labelled(text string) string {
	const longestLabel, longestLine = 40, 160
	label, value, ok := strings.Cut(text, ": ")
	if !ok || value == "" || len(text) > longestLine || utf8.RuneCountInString(label) > longestLabel || strings.HasPrefix(label, `\`) {
		return text
	}
	return "**" + label + ":** " + value
}

// blocks cuts a page into what markdown can say.
func blocks(p Page) []block {
	rows := make([]tableRow, 0, len(p.Lines))
	for _, l := range p.Lines {
		if r := newTableRow(l, p.Width, p.Height); len(r.cells) > 0 {
			rows = append(rows, r)
		}
	}
	body := bodyHeight(rows)
	var out []block
	for i := 0; i < len(rows); {
		if t, n := takeTable(rows[i:]); n > 0 {
			out = append(out, t)
			i += n
			continue
		}
		if isHeading(rows[i], body) {
			out = append(out, heading{rows[i].text()})
			i++
			continue
		}
		text, n := takeParagraph(rows[i:], body)
		out = append(out, paragraph{text})
		i += n
	}
	for _, c := range newCodes(p) {
		out = append(out, c)
	}
	return out
}

// bodyHeight is the height of a line that half of the letters stay below.
func bodyHeight(rows []tableRow) float64 {
	total := 0
	weights := make(map[int]int)
	for _, r := range rows {
		n := len(r.text())
		weights[int(r.height*4)] += n // quarters of a point
		total += n
	}
	seen := 0
	for h := 0; seen*2 < total; h++ {
		seen += weights[h]
		if seen*2 >= total {
			return float64(h) / 4
		}
	}
	return 0
}

// isHeading reports whether a line is set clearly larger than the body.
func isHeading(r tableRow, body float64) bool {
	const larger, longest = 1.3, 90
	return len(r.cells) == 1 && r.height >= larger*body && body > 0 && len(r.text()) <= longest && hasLetters(r.text())
}

func hasLetters(s string) bool {
	n := 0
	for _, c := range s {
		if isLetter(c) {
			n++
		}
	}
	return n >= 3
}

// takeParagraph joins the lines that run on: set below one another from the
// same left edge, each but the last reaching well to the right.
func takeParagraph(rows []tableRow, body float64) (text string, n int) {
	first := rows[0]
	text = first.text()
	if len(first.cells) > 1 {
		return text, 1
	}
	right := first.cells[0].right
	for _, r := range rows {
		if len(r.cells) == 1 {
			right = max(right, r.cells[0].right)
		}
	}
	for n = 1; n < len(rows); n++ {
		prev, next := rows[n-1], rows[n]
		if len(next.cells) != 1 || isHeading(next, body) {
			break
		}
		a, b := prev.cells[0], next.cells[0]
		leading := next.top - prev.top
		if a.right < 0.82*right || a.right-a.left < 12*prev.height || leading < 0 || leading > 2.2*prev.height ||
			b.left-a.left > 3*prev.height || a.left-b.left > 6*prev.height || next.height > 1.25*prev.height || prev.height > 1.25*next.height {
			break
		}
		text = joined(text, next.text())
	}
	return text, n
}

// joined puts two lines together, and the halves of a divided word.
func joined(a, b string) string {
	if head, ok := strings.CutSuffix(a, "-"); ok && head != "" && b != "" {
		last, _ := utf8.DecodeLastRuneInString(head)
		next, _ := utf8.DecodeRuneInString(b)
		if isLower(last) && isLower(next) {
			return head + b
		}
	}
	return a + " " + b
}
