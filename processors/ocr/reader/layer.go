package reader

import (
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/pdfium"
)

// layer is the text layer of a PDF page: its words by direction of writing, and
// what tells whether it can be trusted.
type layer struct {
	words      [4][]document.Word // by quarter turns clockwise that the writing is turned
	slanted    []document.Word    // neither level nor upright: stamps across the page
	width      float64            // of the page as displayed, points
	height     float64
	glyphs     int // characters that print
	strange    int // of them: without a meaning
	invisible  int // of them: drawn without ink
	objects    int
	imageShare float64
}

func readLayer(p *pdfium.Page) *layer {
	l := &layer{width: p.Width, height: p.Height, imageShare: p.ImageShare(), objects: p.Objects()}
	text := p.Text()
	defer text.Close()
	s := speller{layer: l, text: text}
	for i := range text.Chars {
		s.add(i)
	}
	s.end()
	for turn := range l.words {
		l.words[turn] = withoutOverprint(l.words[turn])
	}
	return l
}

// speller makes words of characters.
type speller struct {
	layer *layer
	text  *pdfium.Text
	run   []rune
	box   document.Box
	turn  int
	ghost bool // the word is drawn without ink
	last  *pdfium.Char
}

func (s *speller) add(i int) {
	c := &s.text.Chars[i]
	r := c.Rune
	if r == softHyphen || r == lineHyphen { // where a word is divided at the end of a line
		if len(s.run) > 0 {
			s.run = append(s.run, '-')
		}
		s.end()
		return
	}
	if r <= ' ' || isSpace(r) {
		s.end()
		return
	}
	s.layer.glyphs++
	if isStrange(r) {
		s.layer.strange++
		return
	}
	if len(s.run) > 0 && s.apart(c) {
		s.end()
	}
	if len(s.run) == 0 {
		s.begin(i)
	}
	s.run = append(s.run, r)
	s.box = s.box.Union(charBox(c))
	s.last = c
}

func (s *speller) begin(i int) {
	s.box = document.Box{}
	s.turn = quarters(s.text.Angle(i))
	s.ghost = s.text.Invisible(i)
}

// apart says whether a character stands off the word so far: pdfium puts a space
// where it sees one, but not between cells that are written in one go.
func (s *speller) apart(c *pdfium.Char) bool {
	if s.turn == slanted {
		return false
	}
	w, h := s.layer.width, s.layer.height
	a, b := turned(charBox(s.last), s.turn), turned(charBox(c), s.turn)
	if s.turn&1 == 1 {
		w, h = h, w
	}
	size := min(a.Height, b.Height) * h
	gap, drop := (b.Left-a.Right())*w, math.Abs(b.MidY()-a.MidY())*h
	return gap > 0.35*size || gap < -1.5*size || drop > 0.6*max(a.Height, b.Height)*h
}

func (s *speller) end() {
	if len(s.run) == 0 {
		return
	}
	word := document.Word{Text: spell(s.run), Box: s.box, Confidence: 1}
	n := len(s.run)
	s.run = s.run[:0]
	switch x, y := word.Box.MidX(), word.Box.MidY(); {
	case s.ghost: // nobody who looks at the page sees it
		s.layer.invisible += n
	case x < 0 || x > 1 || y < 0 || y > 1: // off the page
	case s.turn == slanted:
		s.layer.slanted = append(s.layer.slanted, word)
	default:
		s.layer.words[s.turn] = append(s.layer.words[s.turn], word)
	}
}

const (
	softHyphen = '\u00ad'
	lineHyphen = '\ufffe' // how pdfium marks a hyphen at the end of a line
	slanted    = -1
)

// spell writes ligatures out and composes accents.
func spell(run []rune) string {
	plain := true
	for _, r := range run {
		if r >= 0x300 {
			plain = false
			break
		}
	}
	if plain {
		return string(run)
	}
	var b strings.Builder
	for _, r := range run {
		if 0xfb00 <= r && r <= 0xfb06 {
			b.WriteString([...]string{"ff", "fi", "fl", "ffi", "ffl", "ft", "st"}[r-0xfb00])
			continue
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

func isSpace(r rune) bool {
	return r == 0xa0 || r == 0xfeff || r == 0x200b || r > 0x7f && unicode.IsSpace(r)
}

// isStrange tells characters that fonts without a proper map give.
func isStrange(r rune) bool {
	return r == unicode.ReplacementChar || 0x7f <= r && r < 0xa0 || 0xe000 <= r && r <= 0xf8ff ||
		r >= 0xf0000 || r == 0xffff
}

func charBox(c *pdfium.Char) document.Box {
	return document.Box{Left: c.X0, Top: c.Y0, Width: c.X1 - c.X0, Height: c.Y1 - c.Y0}
}

// quarters is the direction of writing in quarter turns clockwise, or slanted.
func quarters(angle float64) int {
	turns := math.Round(angle / 90)
	if math.Abs(angle-90*turns) > 8 {
		return slanted
	}
	return int(turns) & 3
}

// turned gives a box of a page as displayed on the page turned so that writing
// at that many quarter turns clockwise is level.
func turned(b document.Box, turn int) document.Box {
	switch turn {
	case 1:
		return document.Box{Left: b.Top, Top: 1 - b.Right(), Width: b.Height, Height: b.Width}
	case 2:
		return document.Box{Left: 1 - b.Right(), Top: 1 - b.Bottom(), Width: b.Width, Height: b.Height}
	case 3:
		return document.Box{Left: 1 - b.Bottom(), Top: b.Left, Width: b.Height, Height: b.Width}
	}
	return b
}
