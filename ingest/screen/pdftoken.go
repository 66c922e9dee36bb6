package screen

import "bytes"

type tokenKind uint8

const (
	end tokenKind = iota
	number
	reference
	name        // text is without the slash, escapes undone
	stringToken // text is as it stands, with its brackets
	dictionary
	dictionaryEnd
	array
	arrayEnd
	keyword
)

type token struct {
	kind   tokenKind
	text   []byte // of an array: what stands in it
	number int
	from   int      // where it begins, of a value
	items  []int    // of an array: the references in it
	names  []string // of an array near the top of its object: the names in it
}

const (
	// maxWork bounds the looking at one file: a token is one piece of work, and so
	// is a stretch of this many bytes stepped over, in a string or a comment. To
	// unpack a stream takes many, however short it is.
	maxWork    = 10_000_000
	workBytes  = 8
	unpackWork = 200
)

// next reads one token. Strings are stepped over: of what is in them, only the
// beginning of an address counts.
func (o *object) next() (token, error) {
	from := o.at
	t := o.token()
	return t, o.pdf.work(1 + (o.at-from)/workBytes)
}

// work takes from what may still be spent on the file.
func (p *pdf) work(pieces int) error {
	if p.budget -= pieces; p.budget < 0 {
		return refusal("bomb")
	}
	return nil
}

func (o *object) token() token {
	o.at = o.skip(o.at)
	if o.at >= len(o.data) {
		return token{}
	}
	c := o.data[o.at]
	switch c {
	case '/':
		return token{kind: name, text: o.name()}
	case '(':
		return o.stringToken(o.literal)
	case '<':
		if o.peek(1) == '<' {
			o.at += 2
			return token{kind: dictionary}
		}
		return o.stringToken(o.hexadecimal)
	case '>':
		if o.peek(1) == '>' {
			o.at += 2
			return token{kind: dictionaryEnd}
		}
		o.at++
		return token{kind: keyword}
	case '[':
		o.at++
		return token{kind: array}
	case ']':
		o.at++
		return token{kind: arrayEnd}
	case ')', '{', '}':
		o.at++
		return token{kind: keyword}
	}
	start := o.at
	for o.at < len(o.data) && regular(o.data[o.at]) {
		o.at++
	}
	text := o.data[start:o.at]
	if c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.' {
		return token{kind: number, text: text, number: integer(text)}
	}
	return token{kind: keyword, text: text}
}

// stringToken is a string with its brackets; step steps over it.
func (o *object) stringToken(step func()) token {
	from := o.at
	step()
	return token{kind: stringToken, text: o.data[from:o.at]}
}

func (o *object) peek(ahead int) byte {
	if o.at+ahead < len(o.data) {
		return o.data[o.at+ahead]
	}
	return 0
}

// skip steps over white space and comments.
func (o *object) skip(at int) int {
	for at < len(o.data) {
		switch o.data[at] {
		case 0, '\t', '\n', '\f', '\r', ' ':
			at++
		case '%':
			stop := bytes.IndexAny(o.data[at:], "\r\n")
			if stop < 0 {
				return len(o.data)
			}
			at += stop
		default:
			return at
		}
	}
	return at
}

// name reads a name and undoes its escapes: /J#61vaScript is /JavaScript.
func (o *object) name() []byte {
	o.at++
	start := o.at
	for o.at < len(o.data) && regular(o.data[o.at]) {
		o.at++
	}
	return unescaped(o.data[start:o.at])
}

// unescaped undoes the escapes of a name.
func unescaped(text []byte) []byte {
	if bytes.IndexByte(text, '#') < 0 {
		return text
	}
	plain := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '#' && i+2 < len(text) && hexDigit(text[i+1]) >= 0 && hexDigit(text[i+2]) >= 0 {
			plain = append(plain, byte(hexDigit(text[i+1])<<4|hexDigit(text[i+2])))
			i += 2
		} else {
			plain = append(plain, text[i])
		}
	}
	return plain
}

// hexadecimal steps over a string in angle brackets.
func (o *object) hexadecimal() {
	if stop := bytes.IndexByte(o.data[o.at:], '>'); stop >= 0 {
		o.at += stop + 1
	} else {
		o.at = len(o.data)
	}
}

// literal steps over a string in parentheses, which nest.
func (o *object) literal() {
	for depth := 0; ; {
		next := bytes.IndexAny(o.data[o.at:], "()\\")
		if next < 0 {
			o.at = len(o.data)
			return
		}
		o.at += next + 1
		switch o.data[o.at-1] {
		case '\\':
			o.at = min(o.at+1, len(o.data))
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// irregular bytes end a word: delimiters and white space.
var irregular = func() (t [256]bool) {
	for _, c := range []byte("\x00\t\n\f\r ()<>[]{}/%") {
		t[c] = true
	}
	return t
}()

func regular(c byte) bool { return !irregular[c] }

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
