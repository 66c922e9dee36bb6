package nfexml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
)

// Bounds of a file. The schema is 14 elements deep; a note of 990 items has some
// 150,000 elements, and a batch holds up to 50 notes of at most 500 KiB each.
const (
	maxBytes      = 32 << 20
	maxDepth      = 64
	maxElements   = 4_000_000
	maxAttributes = 32
)

// file is what one XML file holds.
type file struct {
	invoice  invoice
	protocol *protocol // of the first invoice; nil where the file has none
	invoices int
}

// decode finds the first invoice and its protocol. The whole file must be
// well-formed, also behind them.
func decode(data []byte) (file, error) {
	if len(data) > maxBytes {
		return file{}, fmt.Errorf("%d bytes: %w", len(data), ErrForbidden)
	}
	tokens := newGuard(toUTF8(data))
	decoder := xml.NewTokenDecoder(tokens)
	var f file
	var parents []string
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return file{}, classify(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			taken, err := f.take(decoder, token, parents)
			if err != nil {
				return file{}, classify(err)
			}
			if !taken {
				parents = append(parents, token.Name.Local)
			}
		case xml.EndElement:
			parents = parents[:len(parents)-1]
		}
	}
	if f.invoices == 0 {
		return file{}, ErrNoInvoice
	}
	if f.protocol != nil {
		f.invoice.protocolNumber = f.protocol.Number
	}
	return f, nil
}

// take consumes an element that it knows, to its end. The parent counts: a CT-e
// names the invoices it carries in elements infNFe of its own.
func (f *file) take(decoder *xml.Decoder, start xml.StartElement, parents []string) (bool, error) {
	parent := ""
	if len(parents) > 0 {
		parent = parents[len(parents)-1]
	}
	switch {
	case parent == "NFe" && start.Name.Local == "infNFe":
		f.invoices++
		if f.invoices > 1 {
			return true, decoder.Skip()
		}
		return true, decoder.DecodeElement(&f.invoice, &start)
	case parent == "protNFe" && start.Name.Local == "infProt" && f.protocol == nil:
		f.protocol = &protocol{}
		return true, decoder.DecodeElement(f.protocol, &start)
	}
	return false, nil
}

// classify keeps the faults of the guard and calls the rest malformed.
func classify(err error) error {
	if errors.Is(err, ErrForbidden) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrMalformed, err)
}

// guard passes tokens on while the file stays within bounds and free of a DTD.
type guard struct {
	decoder  *xml.Decoder
	depth    int
	elements int
}

func newGuard(utf8 []byte) *guard {
	decoder := xml.NewDecoder(bytes.NewReader(utf8))
	// The bytes are UTF-8 by now, whatever the declaration says.
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	return &guard{decoder: decoder}
}

// Token implements xml.TokenReader.
func (g *guard) Token() (xml.Token, error) {
	token, err := g.decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case xml.Directive:
		return nil, fmt.Errorf("directive: %w", ErrForbidden)
	case xml.StartElement:
		g.depth++
		g.elements++
		if g.depth > maxDepth || g.elements > maxElements || len(token.Attr) > maxAttributes {
			return nil, fmt.Errorf("depth %d, element %d, %d attributes: %w", g.depth, g.elements, len(token.Attr), ErrForbidden)
		}
	case xml.EndElement:
		g.depth--
	}
	return token, nil
}
