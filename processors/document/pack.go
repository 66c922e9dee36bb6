package document

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"lavra.dev/schemas/event"
)

const packedWord = 4*2 + 1 // four uint16 and the confidence

// Pack turns a document into its event form.
func Pack(d Document) event.Reading {
	r := event.Reading{Engine: d.Engine, Warnings: d.Warnings, Pages: make([]event.Page, len(d.Pages))}
	for i, p := range d.Pages {
		out := event.Page{Number: int32(p.Number), Width: p.Width, Height: p.Height, Source: string(p.Source), Rulings: packRulings(p.Rulings)}
		if p.ToSent != (Homography{}) {
			out.ToSent = p.ToSent[:]
		}
		out.Lines = make([]event.Line, len(p.Lines))
		for j, l := range p.Lines {
			out.Lines[j] = packLine(l)
		}
		for _, b := range p.Barcodes {
			out.Barcodes = append(out.Barcodes, event.Barcode{Symbology: b.Symbology, Text: b.Text,
				Box: []float64{b.Box.Left, b.Box.Top, b.Box.Width, b.Box.Height}})
		}
		r.Pages[i] = out
	}
	return r
}

// Unpack is the inverse of Pack. An event whose text and boxes disagree is an
// error: it was not written by Pack.
func Unpack(r event.Reading) (Document, error) {
	d := Document{Engine: r.Engine, Warnings: r.Warnings, Pages: make([]Page, len(r.Pages))}
	for i, p := range r.Pages {
		out := Page{Number: int(p.Number), Width: p.Width, Height: p.Height, Source: Source(p.Source)}
		if len(p.ToSent) == 9 {
			out.ToSent = Homography(p.ToSent)
		}
		out.Lines = make([]Line, len(p.Lines))
		for j, l := range p.Lines {
			line, err := unpackLine(l)
			if err != nil {
				return Document{}, fmt.Errorf("unpacking page %d line %d: %w", p.Number, j, err)
			}
			out.Lines[j] = line
		}
		for _, b := range p.Barcodes {
			if len(b.Box) != 4 {
				return Document{}, fmt.Errorf("unpacking page %d: barcode box of %d numbers, want 4", p.Number, len(b.Box))
			}
			out.Barcodes = append(out.Barcodes, Barcode{b.Symbology, b.Text, Box{b.Box[0], b.Box[1], b.Box[2], b.Box[3]}})
		}
		rulings, err := unpackRulings(p.Rulings)
		if err != nil {
			return Document{}, fmt.Errorf("unpacking page %d: %w", p.Number, err)
		}
		out.Rulings = rulings
		d.Pages[i] = out
	}
	return d, nil
}

func packLine(l Line) event.Line {
	boxes := make([]byte, 0, len(l.Words)*packedWord)
	var mended []int32
	for i, w := range l.Words {
		if w.Mended {
			mended = append(mended, int32(i))
		}
		for _, v := range [4]float64{w.Box.Left, w.Box.Top, w.Box.Width, w.Box.Height} {
			boxes = binary.BigEndian.AppendUint16(boxes, uint16(math.Round(clamp(v)*math.MaxUint16)))
		}
		boxes = append(boxes, byte(math.Round(clamp(w.Confidence)*math.MaxUint8)))
	}
	return event.Line{Text: l.String(), Boxes: boxes, Mended: mended}
}

func unpackLine(l event.Line) (Line, error) {
	if l.Text == "" && len(l.Boxes) == 0 {
		return Line{}, nil // no words
	}
	n := len(l.Boxes) / packedWord
	if n*packedWord != len(l.Boxes) || n == 0 || strings.Count(l.Text, " ")+1 != n {
		return Line{}, fmt.Errorf("%d spaces in the text do not go with %d bytes of boxes", strings.Count(l.Text, " "), len(l.Boxes))
	}
	out := Line{Words: make([]Word, n)}
	rest := l.Text
	for i := range n {
		text, after, _ := strings.Cut(rest, " ")
		rest = after
		b := l.Boxes[i*packedWord:]
		at := func(k int) float64 { return float64(binary.BigEndian.Uint16(b[2*k:])) / math.MaxUint16 }
		w := Word{Text: text, Box: Box{at(0), at(1), at(2), at(3)}, Confidence: float64(b[8]) / math.MaxUint8}
		out.Words[i] = w
		out.Box = out.Box.Union(w.Box)
	}
	for _, i := range l.Mended {
		if i < 0 || int(i) >= n {
			return Line{}, fmt.Errorf("word %d of %d is mended", i, n)
		}
		out.Words[i].Mended = true
	}
	return out, nil
}

func clamp(v float64) float64 { return min(max(v, 0), 1) }
