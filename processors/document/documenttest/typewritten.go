// Package documenttest makes read pages from plain text, for tests of what comes
// after the reading.
//
// In comes text as a typewriter sets it, out goes a document: the column of a
// letter is its place across the page and the number of its line its place down.
// A single space parts words, two or more part cells. It reads no file.
package documenttest

import (
	"strings"
	"unicode/utf8"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/correct"
)

// The measures of the typewriter in points: ten-point type on an A4 page that is
// wider where a line needs it.
const (
	letter = 5.0
	height = 8.0
	lead   = 12.0
	margin = 30.0
	width  = 595.0
	depth  = 842.0
)

// Typewritten is a text document; each argument is a page.
func Typewritten(pages ...string) document.Document {
	return typed(document.Text, 1, pages)
}

// Scanned is the same as read by OCR that is sure of its words as given, and corrected
// as the reader does.
func Scanned(confidence float64, pages ...string) document.Document {
	doc := typed(document.OCR, confidence, pages)
	for i := range doc.Pages {
		p := &doc.Pages[i]
		p.Lines = correct.Lines(p.Lines, p.Height/p.Width)
	}
	return doc
}

func typed(source document.Source, confidence float64, pages []string) document.Document {
	var doc document.Document
	for n, text := range pages {
		lines := strings.Split(strings.Trim(text, "\n"), "\n")
		page := document.Page{Number: n + 1, Width: width, Height: max(depth, 2*margin+lead*float64(len(lines))), Source: source, ToSent: document.QuarterTurns(0)}
		for _, l := range lines {
			page.Width = max(page.Width, 2*margin+letter*float64(utf8.RuneCountInString(l)))
		}
		for i, l := range lines {
			if line, ok := typedLine(l, margin+lead*float64(i), page, confidence); ok {
				page.Lines = append(page.Lines, line)
			}
		}
		doc.Pages = append(doc.Pages, page)
	}
	return doc
}

func typedLine(text string, top float64, page document.Page, confidence float64) (document.Line, bool) {
	var line document.Line
	column := 0
	for rest := text; rest != ""; {
		word := rest
		if at := strings.IndexByte(rest, ' '); at >= 0 {
			word = rest[:at]
		}
		n := utf8.RuneCountInString(word)
		if n > 0 {
			line.Words = append(line.Words, document.Word{Text: word, Confidence: confidence, Box: document.Box{
				Left: (margin + letter*float64(column)) / page.Width, Top: top / page.Height,
				Width: letter * float64(n) / page.Width, Height: height / page.Height}})
		}
		rest = strings.TrimPrefix(rest[len(word):], " ")
		column += n + 1
	}
	if len(line.Words) == 0 {
		return line, false
	}
	line.Box = line.Words[0].Box
	for _, w := range line.Words[1:] {
		line.Box = line.Box.Union(w.Box)
	}
	return line, true
}
