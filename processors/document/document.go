// Package document is the page model that every processor works on: pages in
// reading position with lines, words, boxes, ruling lines and barcodes.
//
// In comes what the reader saw, or the packed form of an event; out goes the
// packed form again. Nothing here reads a file, and nothing knows a field.
package document

// Source says where the words of a page come from.
type Source string

const (
	Text Source = "text" // embedded in the file
	OCR  Source = "ocr"
	None Source = "none" // blank or unreadable
)

// Document is the read pages of one file, in order.
type Document struct {
	Pages    []Page
	Engine   string
	Warnings []string // in Portuguese, for the client
}

// Page is one page in reading position: turned upright and level.
type Page struct {
	Number        int     // from 1
	Width, Height float64 // of the upright page, points of 1/72 inch
	Source        Source
	ToSent        Homography // upright fractions to fractions of the page as sent
	Lines         []Line     // in reading order
	Barcodes      []Barcode
	Rulings       []Ruling // what is drawn between the words, joined and bounded
}

// Line is one printed line: words left to right on one baseline within one
// column of the page. The cells of a table row are one line, whatever the gaps;
// two columns of prose are not.
type Line struct {
	Words []Word
	Box   Box
}

// Word is what white space separates.
type Word struct {
	Text       string
	Box        Box
	Confidence float64 // 0 to 1; 1 for embedded text
	Mended     bool    // letters that recognition took for others were set right
}

// Barcode is a code read from the page.
type Barcode struct {
	Symbology string // ITF, CODE_128, QR_CODE, …
	Text      string
	Box       Box
}

// Box is a rectangle in fractions of the upright page, origin top left.
type Box struct{ Left, Top, Width, Height float64 }

// Right and Bottom are the far edges.
func (b Box) Right() float64  { return b.Left + b.Width }
func (b Box) Bottom() float64 { return b.Top + b.Height }

// MidX and MidY are the centre.
func (b Box) MidX() float64 { return b.Left + b.Width/2 }
func (b Box) MidY() float64 { return b.Top + b.Height/2 }

// Union is the smallest box around both; the empty box is neutral.
func (b Box) Union(o Box) Box {
	if b == (Box{}) {
		return o
	}
	if o == (Box{}) {
		return b
	}
	left, top := min(b.Left, o.Left), min(b.Top, o.Top)
	return Box{left, top, max(b.Right(), o.Right()) - left, max(b.Bottom(), o.Bottom()) - top}
}

// String is the line's text, words apart by one space.
func (l Line) String() string {
	n := 0
	for _, w := range l.Words {
		n += len(w.Text) + 1
	}
	b := make([]byte, 0, n)
	for i, w := range l.Words {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, w.Text...)
	}
	return string(b)
}
