package screen

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"
)

const (
	maxDepth      = 100 // an NF-e is some 12 deep
	maxAttributes = 100 // of one element
	maxTokens     = 4_000_000
)

// looksLikeXML reports whether the file begins as XML does, and not as HTML does.
func looksLikeXML(file []byte) bool {
	head, _ := toUTF8(file[:min(len(file), headerWindow)&^1])
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) < 2 || head[0] != '<' {
		return false
	}
	for _, html := range []string{"<html", "<!doctype html", "<script", "<head", "<body"} {
		if len(head) >= len(html) && strings.EqualFold(string(head[:len(html)]), html) {
			return false
		}
	}
	c := head[1]
	return c == '?' || c == '!' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// toUTF8 undoes UTF-16, the way around a filter that looks at bytes. Other
// encodings share the ASCII part with UTF-8 and are left to the parser.
func toUTF8(file []byte) (text []byte, was16 bool) {
	var high int // which byte of a pair is the high one
	switch {
	case bytes.HasPrefix(file, []byte("\xef\xbb\xbf")):
		return file[3:], false
	case bytes.HasPrefix(file, []byte("\xff\xfe")), bytes.HasPrefix(file, []byte("<\x00")):
		high = 1
	case bytes.HasPrefix(file, []byte("\xfe\xff")), bytes.HasPrefix(file, []byte("\x00<")):
		high = 0
	default:
		return file, false
	}
	units := make([]uint16, len(file)/2)
	for i := range units {
		units[i] = uint16(file[2*i+high])<<8 | uint16(file[2*i+1-high])
	}
	if len(units) > 0 && units[0] == 0xfeff {
		units = units[1:]
	}
	return []byte(string(utf16.Decode(units))), true
}

// examineXML reads the whole file as tokens. A file that is not well-formed is
// let through: nothing after the fault is ever read.
func examineXML(file []byte, v *Verdict) error {
	v.Pages = 1
	text, was16 := toUTF8(file)
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		return charsetReader(charset, in, was16)
	}
	var walk xmlWalk
	for range maxTokens {
		token, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errCharset):
			return errNoFormat
		case err != nil:
			// A DTD that the parser cannot make out is still one.
			if bytes.Contains(text, []byte("<!DOCTYPE")) || bytes.Contains(text, []byte("<!ENTITY")) {
				return refusal("dtd")
			}
			return nil
		}
		if err := walk.look(token); err != nil {
			return err
		}
	}
	return refusal("xml_bounds")
}

// xmlWalk is where in a document the examination is.
type xmlWalk struct {
	depth  int
	closed bool // the outermost element is behind
}

func (w *xmlWalk) look(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		return refusal("dtd")
	case xml.ProcInst:
		if strings.EqualFold(token.Target, "php") {
			return refusal("polyglot")
		}
	case xml.StartElement:
		if w.closed || isActive(token.Name.Local) {
			return refusal("polyglot") // a second document behind the first, or a page of the web
		}
		if w.depth++; w.depth > maxDepth || len(token.Attr) > maxAttributes {
			return refusal("xml_bounds")
		}
	case xml.EndElement:
		w.depth--
		w.closed = w.depth <= 0
	case xml.CharData:
		if w.closed && foreign(token) {
			return refusal("polyglot")
		}
	}
	return nil
}

// isActive names the elements by which a browser runs what is in a document,
// whatever that calls itself.
func isActive(element string) bool {
	switch strings.ToLower(element) {
	case "html", "script", "svg", "iframe", "stylesheet":
		return true
	}
	return false
}

var errCharset = errors.New("character set not known")

func charsetReader(charset string, in io.Reader, was16 bool) (io.Reader, error) {
	switch strings.ToLower(charset) {
	case "us-ascii", "ascii":
		return in, nil
	case "utf-16", "utf-16le", "utf-16be":
		if was16 {
			return in, nil
		}
	case "iso-8859-1", "latin1", "iso-8859-15":
		return charmap.ISO8859_1.NewDecoder().Reader(in), nil
	case "windows-1252", "cp1252":
		return charmap.Windows1252.NewDecoder().Reader(in), nil
	}
	return nil, fmt.Errorf("%w: %.20q", errCharset, charset)
}
