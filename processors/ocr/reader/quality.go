package reader

import (
	"strings"
	"unicode"

	"lavra.dev/processors/document"
)

// What a text layer must show to be taken for what a reader sees on the page.
const (
	fewGlyphs     = 16   // fewer are a stamp or a page number on a scan
	strangeShare  = 0.1  // of characters without a meaning, at most
	scanShare     = 0.5  // of the page that one image covers: then text may be an overlay
	scanGlyphs    = 400  // a full page image with less text than that is read as an image
	spokenShare   = 0.55 // of the words in letters that could be spoken, at least
	spokenMinimum = 12   // words needed to judge by
)

// trusted reports whether the text layer is read instead of the page's image.
func (l *layer) trusted() bool {
	if l.glyphs < fewGlyphs {
		if l.unmappedGlyphs > 0 {
			return false
		}
		return l.glyphs > 0 && l.strange == 0 && l.imageShare < 0.05 && l.drawn.Objects <= 4*l.glyphs
	}
	if float64(l.strange) > strangeShare*float64(l.glyphs) {
		return false
	}
	if l.unmappedGlyphs > l.glyphs {
		return false
	}
	if 2*l.invisible > l.glyphs || l.imageShare > scanShare && l.glyphs < scanGlyphs {
		return false
	}
	return l.spoken()
}

// blank says that there is nothing on the page at all.
func (l *layer) blank() bool { return l.glyphs == 0 && l.unmappedGlyphs == 0 && l.drawn.Objects == 0 }

// spoken tells writing from what a font with a false character map gives:
// shifted alphabets have words without vowels.
func (l *layer) spoken() bool {
	words, good := 0, 0
	for turn := range l.words {
		for _, w := range l.words[turn] {
			letters, vowel := 0, false
			for _, r := range w.Text {
				if unicode.IsLetter(r) {
					letters++
					vowel = vowel || strings.ContainsRune("aeiouyAEIOUYáàâãéêíóôõúüÁÀÂÃÉÊÍÓÔÕÚÜ", r)
				}
			}
			if letters < 3 || 2*letters < len(w.Text) {
				continue
			}
			words++
			if vowel {
				good++
			}
		}
	}
	return words < spokenMinimum || float64(good) >= spokenShare*float64(words)
}

// compose turns the layer into the lines of an upright page.
func (l *layer) compose(out *document.Page) {
	up := l.upright()
	out.Source = document.Text
	out.ToSent = document.QuarterTurns(up)
	if up&1 == 1 {
		out.Width, out.Height = l.height, l.width
	}
	for k := range 4 {
		// Level writing first, then what runs up or down the side of the page.
		turn := (up + k) & 3
		out.Lines = append(out.Lines, l.lines(turn, up)...)
	}
	for _, w := range l.slanted {
		w.Box = turned(w.Box, up)
		out.Lines = append(out.Lines, document.Line{Words: []document.Word{w}, Box: w.Box})
	}
}

// upright is the direction that most of the page is written in.
func (l *layer) upright() int {
	best, most := 0, 0
	for turn := range l.words {
		n := 0
		for _, w := range l.words[turn] {
			n += len(w.Text)
		}
		if n > most {
			best, most = turn, n
		}
	}
	return best
}

// lines groups the words written in one direction and places them on the page
// that is upright at another.
func (l *layer) lines(turn, up int) []document.Line {
	words := l.words[turn]
	if len(words) == 0 {
		return nil
	}
	for i := range words {
		words[i].Box = turned(words[i].Box, turn)
	}
	w, h := l.width, l.height
	if turn&1 == 1 {
		w, h = h, w
	}
	lines := document.Lines(words, w, h)
	if back := (up - turn) & 3; back != 0 {
		for i := range lines {
			lines[i].Box = turned(lines[i].Box, back)
			for j := range lines[i].Words {
				lines[i].Words[j].Box = turned(lines[i].Words[j].Box, back)
			}
		}
	}
	return lines
}
