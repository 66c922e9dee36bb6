// Package layout turns read pages into tokens, cells and blocks: the pieces in
// which a person takes in a form or a letter.
//
// In comes a document, out goes a Sheet: tokens in flow order (block by block,
// and within a block line by line), cells (what stands together on a line), blocks (cells
// that go on below each other) and the boxes that are drawn around them. All measures are in points of the
// upright page, so that across and down compare. It knows no field, no type and
// no language but how Portuguese letters fold.
package layout

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/document"
)

// Sheet is a document laid out. Indexes into its slices are the references that
// everything downstream passes around.
type Sheet struct {
	Tokens []Token
	Cells  []Cell
	Rows   []Row
	Pages  []Page
	Boxes  []Box
	tables int // that the boxes make
}

// Page is the size and place of one page.
type Page struct {
	Number                int32
	Width, Height         float64
	OCR                   bool
	FirstCell, AfterCell  int // cells of the page, in flow order
	FirstToken, PastToken int
	FirstRow, PastRow     int
}

// Row is one printed line: its cells from left to right.
type Row struct {
	Cells []int32
	Page  int32 // index into Pages
}

// Cell is a run of words on one line with no wide gap between them.
type Cell struct {
	First, Past int // tokens
	Rect
	Size   float64 // about the font size
	Char   float64 // mean width of a character
	Page   int32   // index into Pages
	Row    int32
	Block  int32
	Box    int32 // index into Boxes, or NoBox
	Turned bool  // set along the edge of the page, from bottom to top or top to bottom, or across it
}

// Words are the tokens of a cell.
func (c *Cell) Words() []int32 {
	words := make([]int32, 0, c.Past-c.First)
	for t := c.First; t < c.Past; t++ {
		words = append(words, int32(t))
	}
	return words
}

// Token is a word, or a part of one where letters meet a separator: "Natal/RN"
// is two tokens.
type Token struct {
	Text  string // as printed, with its punctuation
	Fold  string // letters and digits only, folded
	Space bool   // white space before it
	Rect
	Cell int32
	Page int32 // index into Pages
	Line int32 // in the document's page
	Word int32 // in the line
	OCR  bool
	Conf float64

	Mended bool // letters that OCR took for others were set right
}

// Rect is a box in points.
type Rect struct{ Left, Top, Right, Bottom float64 }

// MidX and MidY are the centre.
func (r Rect) MidX() float64   { return (r.Left + r.Right) / 2 }
func (r Rect) MidY() float64   { return (r.Top + r.Bottom) / 2 }
func (r Rect) Height() float64 { return r.Bottom - r.Top }
func (r Rect) Width() float64  { return r.Right - r.Left }

// Union is the smallest box around both.
func (r Rect) Union(o Rect) Rect {
	return Rect{min(r.Left, o.Left), min(r.Top, o.Top), max(r.Right, o.Right), max(r.Bottom, o.Bottom)}
}

// Align is how far two boxes are from sharing an edge or the middle.
func (r Rect) Align(o Rect) float64 {
	return min(math.Abs(r.Left-o.Left), math.Abs(r.Right-o.Right), math.Abs(r.MidX()-o.MidX()))
}

// Overlap is how far two boxes share the horizontal axis; negative is a gap.
func (r Rect) Overlap(o Rect) float64 { return min(r.Right, o.Right) - max(r.Left, o.Left) }

// Of lays a document out.
func Of(doc document.Document) *Sheet {
	s := &Sheet{}
	lines := make([][][]placed, len(doc.Pages))
	for i, p := range doc.Pages {
		lines[i] = partNumbers(readLines(p))
	}
	dropRunning(lines)
	for i, p := range doc.Pages {
		s.addPage(i, p, lines[i])
	}
	return s
}

// InCapitals reports whether words are set in capitals throughout.
func InCapitals(words []Token) bool {
	return !slices.ContainsFunc(words, func(t Token) bool { return t.Text != strings.ToUpper(t.Text) })
}

// Folded are words without blanks, marks and accents between them.
func (s *Sheet) Folded(words []int32) string {
	var b strings.Builder
	for _, t := range words {
		b.WriteString(s.Tokens[t].Fold)
	}
	return b.String()
}

// FoldedText is the same of the words first to last.
func (s *Sheet) FoldedText(first, last int) string {
	var b strings.Builder
	for i := first; i <= last; i++ {
		b.WriteString(s.Tokens[i].Fold)
	}
	return b.String()
}

// RowOf is the printed line of a word.
func (s *Sheet) RowOf(word int32) int { return int(s.Cells[s.Tokens[word].Cell].Row) }

// LineOf are the cells of the printed line of a cell, itself among them.
func (s *Sheet) LineOf(cell int32) []int32 { return s.Rows[s.Cells[cell].Row].Cells }

// Behind are the cells of the printed line of a cell right of it.
func (s *Sheet) Behind(cell int32) []int32 {
	line := s.LineOf(cell)
	return line[slices.Index(line, cell)+1:]
}

// LineStart reports whether token i begins a cell.
func (s *Sheet) LineStart(i int) bool { return s.Cells[s.Tokens[i].Cell].First == i }

// BlockStart reports whether token i begins a block.
func (s *Sheet) BlockStart(i int) bool {
	c := s.Tokens[i].Cell
	return s.Cells[c].First == i && (c == 0 || s.Cells[c-1].Block != s.Cells[c].Block)
}

// Box is the union of tokens first to last.
func (s *Sheet) Box(first, last int) Rect {
	r := s.Tokens[first].Rect
	for i := first + 1; i <= last; i++ {
		r = r.Union(s.Tokens[i].Rect)
	}
	return r
}
