// Package correct is the one room where what text recognition got wrong is set right:
// letters taken for others, signs lost between digits, words that fell apart.
//
// In come the words of a page with their confidence; out go words in ways that
// documents are written. Words are changed only where the form of what they are leaves
// one meaning; a digit only where check digits prove it and recognition itself was
// unsure of the one it read. Nothing here knows a field or reads a picture.
package correct

import (
	"slices"

	"lavra.dev/processors/document"
)

// Lines corrects the lines of a page that was read by text recognition. Height is that
// of a page as wide as one.
func Lines(lines []document.Line, height float64) []document.Line {
	withBookNumbers(lines, height)
	for i := range lines {
		l := &lines[i]
		l.Words = withSlashes(misreadWords(l.Words), height)
		l.Words = withDots(withRegistered(l.Words, height), height)
		l.Box = document.Box{}
		for k := range l.Words {
			l.Box = l.Box.Union(l.Words[k].Box)
		}
	}
	withMarks(lines)
	withTickers(lines, height)
	withUnits(lines, height)
	return slices.DeleteFunc(lines, func(l document.Line) bool { return len(l.Words) == 0 })
}
