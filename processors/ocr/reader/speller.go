package reader

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"lavra.dev/processors/document"
	"lavra.dev/processors/ocr/reader/pdfium"
)

// Gaps between characters, in heights of the print. The boxes are as wide as the
// type is set, so that inside a word of normal setting the gap is nil.
const (
	tightGap  = 0.03 // below this the letters are set without spacing
	hintedGap = 0.04 // a word space where the library sees one too
	wordGap   = 0.09 // a word space, kerning taken off, where letters are not spaced
	minGap    = 0.02 // letters that only touch are of one word, whatever is usual
	spacedGap = 0.15 // what a word space adds to the spacing of spaced letters
	overGap   = 0.15 // how far into the letter before it another word begins, at least
	runGap    = 2.0  // no word goes over this, the widest spaced title included
	resized   = 1.25 // between the heights of two letters: a small caption and the value that is set after it
	lineDrop  = 0.6  // change of height that is another line
)

// speller makes words of characters. The library's own spaces and line ends are
// hints only: it sees none between kerned capitals, one after each letter of a
// spaced title, and a line end after each letter of turned text. What decides is
// the gap, measured against the usual gap of the run.
type speller struct {
	layer *layer
	text  *pdfium.Text
	run   []glyph
	gaps  []float64
	turn  int
	ghost bool // the run is drawn without ink
	space bool // a space of the file stands before the next character
	edge  bool // the library saw a space or line end there
	lost  bool // the file does not tell which characters these are
}

// glyph is one character of a run.
type glyph struct {
	r     rune
	box   document.Box // on the page as displayed
	gap   float64      // to the one before, in heights
	space bool         // a space of the file stands before it
	edge  bool         // the library sees a space or line end before it
}

func (s *speller) add(i int) {
	c := &s.text.Chars[i]
	switch r := c.Rune; {
	case r == softHyphen || r == lineHyphen: // where a word is divided at the end of a line
		if len(s.run) > 0 {
			s.run = append(s.run, glyph{r: '-', box: s.run[len(s.run)-1].box})
		}
		s.endRun()
	case r == 0:
		s.lose(i)
	case r <= ' ' || isSpace(r):
		s.space = s.space || r != '\r' && r != '\n' && !s.text.Generated(i)
		s.edge = true
	case isStrange(r):
		s.layer.glyphs++
		s.layer.strange++
	case s.unmapped(i):
		s.lose(i)
	default:
		s.layer.glyphs++
		s.append(i, glyph{r: r, box: charBox(c)})
		s.space, s.edge = false, false
	}
}

// unmapped reports whether the file does not tell which character this is. A font has
// all its characters or none, so it is asked where one may begin.
func (s *speller) unmapped(i int) bool {
	if s.edge || len(s.run) == 0 && !s.lost {
		_, s.lost = s.text.Unmapped(i)
	}
	return s.lost
}

// lose leaves out a character that the file does not tell, and notes where it stands.
func (s *speller) lose(i int) {
	s.endRun()
	object, unmapped := s.text.Unmapped(i)
	if s.lost, s.edge = unmapped, false; !unmapped {
		return
	}
	if s.layer.unmapped == nil {
		s.layer.unmapped = make(map[uintptr]bool)
	}
	c := &s.text.Chars[i]
	s.layer.unmapped[object] = true
	s.layer.unmappedGlyphs++
	s.layer.unmappedArea = around(s.layer.unmappedArea, pdfium.Area{X0: c.X0, Y0: c.Y0, X1: c.X1, Y1: c.Y1})
}

func (s *speller) append(i int, g glyph) {
	if len(s.run) > 0 {
		if s.edge { // the only places where the direction of writing changes
			if turn := quarters(s.text.Angle(i)); turn != s.turn {
				s.endRun()
			}
		}
		if len(s.run) > 0 && !s.follows(&g) {
			s.endRun()
		}
	}
	if len(s.run) == 0 {
		s.turn = quarters(s.text.Angle(i))
		s.ghost = s.text.Invisible(i)
		g.gap, g.space, g.edge = 0, false, false
	}
	s.run = append(s.run, g)
}

// follows measures a character against the one before; false if it stands
// elsewhere.
func (s *speller) follows(g *glyph) bool {
	g.space, g.edge = s.space, s.edge
	if s.turn == slanted {
		return !s.edge
	}
	w, h := s.layer.width, s.layer.height
	a, b := turned(s.run[len(s.run)-1].box, s.turn), turned(g.box, s.turn)
	if s.turn&1 == 1 {
		w, h = h, w
	}
	if a == b { // a ligature: the file names its letters, and all have its box
		return true
	}
	size := min(a.Height, b.Height) * h
	if size <= 0 {
		return !s.edge
	}
	// Of a ligature that the library takes apart the boxes hold no more than its ink.
	g.gap = (b.Left - a.Right()) * w / (max(a.Height, b.Height) * h)
	before := s.run[len(s.run)-1].r
	if !written(g.r) || !written(before) { // a mark is as low as its ink where the font does not tell how high its line is
		size = max(a.Height, b.Height) * h
	}
	if (unicode.IsUpper(g.r) || unicode.IsDigit(g.r)) && written(before) && max(a.Height, b.Height) > resized*min(a.Height, b.Height) {
		g.edge = true // a space between two sizes is measured by the larger one, and may have been one of the smaller
	}
	drop := math.Abs(b.MidY()-a.MidY()) * h / size
	// Words set over the end of others: both were too wide for their columns. A letter that is wider than
	// its line is high has a tail under the next ones, as the Q of book faces.
	if written(g.r) && written(before) && g.r != before && b.Left < a.MidX() && -g.gap > overGap && a.Width*w < a.Height*h {
		return false
	}
	return g.gap < runGap && g.gap > -runGap && drop < lineDrop
}

// endRun cuts the run into words.
func (s *speller) endRun() {
	run := s.run
	s.run = s.run[:0]
	if len(run) == 0 {
		return
	}
	limit, hinted := s.gapLimits(run)
	from := 0
	for i := 1; i <= len(run); i++ {
		if i == len(run) || run[i].space || run[i].gap > limit || run[i].edge && run[i].gap > hinted {
			s.word(run[from:i])
			from = i
		}
	}
}

// gapLimits are the widest gaps inside a word of the run: without a hint of the
// library, and with one.
func (s *speller) gapLimits(run []glyph) (limit, hinted float64) {
	if s.turn == slanted {
		return math.Inf(1), math.Inf(1)
	}
	s.gaps = s.gaps[:0]
	for _, g := range run[1:] {
		if !g.space {
			s.gaps = append(s.gaps, g.gap)
		}
	}
	// Two gaps are too few to tell spaced letters from words.
	if len(s.gaps) < 3 {
		return wordGap, hintedGap
	}
	slices.Sort(s.gaps)
	usual := s.gaps[len(s.gaps)/2]
	if usual < tightGap {
		// Oblique print overlaps: its usual gap is below nil. So do the letters of a script in
		// which a form was filled in, but not those of its label on the same line.
		return max(min(usual, 0)+wordGap, minGap), max(min(usual, 0)+hintedGap, minGap)
	}
	return usual + spacedGap, usual + spacedGap
}

func (s *speller) word(run []glyph) {
	w := document.Word{Text: spell(run), Confidence: 1}
	for i := range run {
		w.Box = w.Box.Union(run[i].box)
	}
	switch x, y := w.Box.MidX(), w.Box.MidY(); {
	case s.ghost: // nobody who looks at the page sees it
		s.layer.invisible += len(run)
	case x < 0 || x > 1 || y < 0 || y > 1: // off the page
	case s.turn == slanted:
		s.layer.slanted = append(s.layer.slanted, w)
	default:
		s.layer.words[s.turn] = append(s.layer.words[s.turn], w)
	}
}

const (
	softHyphen = '\u00ad'
	lineHyphen = '\ufffe' // how pdfium marks a hyphen at the end of a line
	slanted    = -1
)

// spell writes ligatures out and composes accents.
func spell(run []glyph) string {
	var b strings.Builder
	b.Grow(len(run) + 4)
	plain := true
	for _, g := range run {
		plain = plain && g.r < 0x300
		if 0xfb00 <= g.r && g.r <= 0xfb06 {
			b.WriteString([...]string{"ff", "fi", "fl", "ffi", "ffl", "ft", "st"}[g.r-0xfb00])
			continue
		}
		b.WriteRune(inOrder(g.r))
	}
	if plain {
		return b.String()
	}
	return norm.NFC.String(b.String())
}

// inOrder puts right a letter whose two bytes stand in the wrong order in the map of its font, as in those of
// Calibri's "ti" and "tt" that many printers to PDF write: "degenera琀椀va".
func inOrder(r rune) rune {
	if latin := r >> 8; r&0xff == 0 && latin <= 'z' && unicode.IsLetter(latin) {
		return latin
	}
	return r
}

// written tells letters and digits from marks, which may be set over what stands before them.
func written(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

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
