package form

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

var (
	errSyntax    = errors.New("malformed JSON")
	errNotObject = errors.New("not a JSON object")
)

// maxDepth of nested values, as in encoding/json, which reads metadata again.
// It bounds the stack: a level takes less than a kilobyte of it.
const maxDepth = 10_000

// scanner walks JSON (RFC 8259) as it comes in. encoding/json gives a string
// only whole, and a file may be one.
type scanner struct {
	r     *bufio.Reader
	depth int
}

func newScanner(r io.Reader) *scanner { return &scanner{r: bufio.NewReaderSize(r, 32<<10)} }

// capture collects the bytes of a value, up to its limit.
type capture struct {
	bytes []byte
	limit int
	over  bool
}

func (c *capture) add(b ...byte) {
	if c == nil || c.over {
		return
	}
	if len(c.bytes)+len(b) > c.limit {
		c.over = true
		return
	}
	c.bytes = append(c.bytes, b...)
}

// cut turns the end of the body inside a value into an error that says so.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return errSyntax
	}
	return err
}

func space(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// next skips white space and shows the byte behind it.
func (s *scanner) next() (byte, error) { return s.nextInto(nil) }

func (s *scanner) nextInto(c *capture) (byte, error) {
	for {
		b, err := s.r.ReadByte()
		if err != nil {
			return 0, cut(err)
		}
		if !space(b) {
			return b, s.r.UnreadByte()
		}
		c.add(b)
	}
}

// end reports whether nothing but white space is left.
func (s *scanner) end() error {
	for {
		b, err := s.r.ReadByte()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case !space(b):
			return errSyntax
		}
	}
}

// object reads an object and calls member at each value with its name.
func (s *scanner) object(member func(name string) error) error {
	first, err := s.next()
	if err != nil {
		return err
	}
	if first != '{' {
		if err := s.value(nil); err != nil {
			return err
		}
		return errNotObject
	}
	return s.list('}', nil, func() error {
		name := &capture{limit: maxText}
		if err := s.name(name); err != nil {
			return err
		}
		text, err := unquote(name.bytes)
		if name.over || err != nil {
			text = "" // longer than any name of ours
		}
		return member(text)
	})
}

// name reads a member's name and the colon behind it.
func (s *scanner) name(c *capture) error {
	first, err := s.nextInto(c)
	if err != nil {
		return err
	}
	if first != '"' {
		return errSyntax
	}
	if err := s.string(c); err != nil {
		return err
	}
	if _, err := s.next(); err != nil {
		return err
	}
	if b, err := s.r.ReadByte(); err != nil || b != ':' {
		return errSyntax
	}
	return nil
}

// list reads from an opening bracket to its closing one; item reads one item.
func (s *scanner) list(closing byte, c *capture, item func() error) error {
	if s.depth++; s.depth > maxDepth {
		return errSyntax
	}
	defer func() { s.depth-- }()
	opening, err := s.r.ReadByte()
	if err != nil {
		return cut(err)
	}
	c.add(opening)
	for n := 0; ; n++ {
		b, err := s.nextInto(c)
		if err != nil {
			return err
		}
		switch {
		case b == closing && n == 0:
		case n == 0:
			if err := item(); err != nil {
				return err
			}
			continue
		case b == ',':
			if err := s.take(c); err != nil {
				return err
			}
			if err := item(); err != nil {
				return err
			}
			continue
		case b != closing:
			return errSyntax
		}
		return s.take(c)
	}
}

func (s *scanner) take(c *capture) error {
	b, err := s.r.ReadByte()
	c.add(b)
	return cut(err)
}

// value reads any value, into c where it is not nil.
func (s *scanner) value(c *capture) error {
	first, err := s.next()
	if err != nil {
		return err
	}
	switch {
	case first == '{':
		return s.list('}', c, func() error {
			if err := s.name(c); err != nil {
				return err
			}
			c.add(':')
			return s.value(c)
		})
	case first == '[':
		return s.list(']', c, func() error { return s.value(c) })
	case first == '"':
		return s.string(c)
	}
	return s.plain(c)
}

// plain reads a number, true, false or null.
func (s *scanner) plain(c *capture) error {
	var word []byte
	for {
		b, err := s.r.ReadByte()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if space(b) || b == ',' || b == '}' || b == ']' {
			if err := s.r.UnreadByte(); err != nil {
				return err
			}
			break
		}
		if word = append(word, b); len(word) > 1<<10 {
			return errSyntax
		}
	}
	c.add(word...)
	switch string(word) {
	case "true", "false", "null":
		return nil
	}
	if !number(word) {
		return errSyntax
	}
	return nil
}

// number checks the grammar of RFC 8259, 6.
func number(w []byte) bool {
	digits := func() bool {
		n := 0
		for n < len(w) && '0' <= w[n] && w[n] <= '9' {
			n++
		}
		w = w[n:]
		return n > 0
	}
	w = bytes.TrimPrefix(w, []byte("-"))
	if len(w) > 1 && w[0] == '0' && '0' <= w[1] && w[1] <= '9' || !digits() {
		return false
	}
	if len(w) > 0 && w[0] == '.' {
		if w = w[1:]; !digits() {
			return false
		}
	}
	if len(w) > 0 && (w[0] == 'e' || w[0] == 'E') {
		if w = w[1:]; len(w) > 0 && (w[0] == '+' || w[0] == '-') {
			w = w[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(w) == 0
}

// string reads a string with its quotes.
func (s *scanner) string(c *capture) error {
	if err := s.take(c); err != nil {
		return err
	}
	for {
		b, err := s.r.ReadByte()
		if err != nil {
			return cut(err)
		}
		c.add(b)
		switch {
		case b == '"':
			return nil
		case b < ' ':
			return errSyntax
		case b == '\\':
			if err := s.escape(c); err != nil {
				return err
			}
		}
	}
}

func (s *scanner) escape(c *capture) error {
	b, err := s.r.ReadByte()
	if err != nil {
		return cut(err)
	}
	c.add(b)
	switch b {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return nil
	case 'u':
		_, err := s.hex(c)
		return err
	}
	return errSyntax
}

func (s *scanner) hex(c *capture) (uint64, error) {
	var digits [4]byte
	if _, err := io.ReadFull(s.r, digits[:]); err != nil {
		if err == io.ErrUnexpectedEOF {
			err = io.EOF
		}
		return 0, cut(err)
	}
	c.add(digits[:]...)
	n, err := strconv.ParseUint(string(digits[:]), 16, 16)
	if err != nil || digits[0] == '+' {
		return 0, errSyntax
	}
	return n, nil
}

// text starts reading a string's content as a stream.
func (s *scanner) text() (*textReader, error) {
	if err := s.take(nil); err != nil {
		return nil, err
	}
	return &textReader{s: s}, nil
}

// textReader gives the content of a string, unescaped, without holding it.
type textReader struct {
	s    *scanner
	done bool
}

func (t *textReader) Read(p []byte) (int, error) {
	if t.done {
		return 0, io.EOF
	}
	b, err := t.s.r.ReadByte()
	if err != nil {
		return 0, cut(err)
	}
	switch {
	case len(p) == 0:
		return 0, t.s.r.UnreadByte()
	case b == '"':
		t.done = true
		return 0, io.EOF
	case b < ' ':
		return 0, errSyntax
	case b == '\\':
		if p[0], err = t.unescape(); err != nil {
			return 0, err
		}
		return 1, nil
	}
	// The usual case, in bulk: what is buffered, up to the next special byte.
	p[0] = b
	run, _ := t.s.r.Peek(min(len(p)-1, t.s.r.Buffered()))
	if i := bytes.IndexFunc(run, special); i >= 0 {
		run = run[:i]
	}
	n := 1 + copy(p[1:], run)
	_, err = t.s.r.Discard(len(run))
	return n, err
}

// special bytes end the run of those that stand for themselves. Every byte of a
// character beyond ASCII is one that stands for itself, or a broken character.
func special(c rune) bool { return c == '"' || c == '\\' || c < ' ' }

// unescape gives the one byte that an escape stands for. Those beyond ASCII
// become 0: no encoding of bytes as text has a use for them.
func (t *textReader) unescape() (byte, error) {
	b, err := t.s.r.ReadByte()
	if err != nil {
		return 0, cut(err)
	}
	switch b {
	case '"', '\\', '/':
		return b, nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		n, err := t.s.hex(nil)
		if n > 0x7f {
			n = 0
		}
		return byte(n), err
	}
	return 0, errSyntax
}

// close reads what its reader left of the string.
func (t *textReader) close() error {
	_, err := io.Copy(io.Discard, t)
	return err
}
