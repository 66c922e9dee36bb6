package screen

import "bytes"

// script is what the operators of a page, a form or a pattern's cell paint. It takes what is
// unpacked and counts every word that could be an operator, in strings and pictures too: to
// leave these out takes reading them as each reader does.
type script struct {
	operators int
	uses      map[use]int
	sections  []section // the first is what no graphics state was set for
	strings   quoting

	word  []byte // under way
	name  []byte // the last one, for the operator behind it
	now   int    // the section under way
	saved []int  // sections to go back to
	known map[section]int
}

// use is a name of the resources that an operator paints with, in a section.
type use struct {
	kind, name string
	section    int
}

// section is what is painted while a graphics state of the resources is the last that was set.
// Where that says nothing of masks, those of the section above are in force.
type section struct {
	state  string
	above  int
	every  bool // whichever of the states: there are too many sections
	paints int
}

func newScript() *script {
	return &script{uses: map[use]int{}, sections: make([]section, 1), known: map[section]int{}}
}

// maxName is how much of a name counts: readers allow 127 bytes, or cut it. maxWord has room for
// so many in escapes, which are three bytes for one.
const (
	maxName = 100
	maxWord = 4 * maxName
)

func short[T string | []byte](name T) T { return name[:min(len(name), maxName)] }

// maxUses bounds the names that a script paints by, and how often it saves its state; a page of
// thousands of pictures has as many. maxSections is what is told apart of them.
const (
	maxUses     = 100_000
	maxSections = 10_000
)

// Write takes a part of the operators; it never fails.
func (s *script) Write(part []byte) (int, error) {
	for i := 0; i < len(part); {
		from := i
		for i < len(part) && regular(part[i]) {
			i++
		}
		s.word = append(s.word, part[from:min(i, from+maxWord-len(s.word))]...)
		s.strings.run(part[from:i])
		if i == len(part) {
			break
		}
		if len(s.word) > 0 {
			s.ended()
		}
		s.strings.delimiter(part[i])
		if part[i] == '/' {
			s.word = append(s.word[:0], '/')
		}
		i++
	}
	return len(part), nil
}

// ended takes a word whose end was seen.
func (s *script) ended() {
	word := s.word
	s.word = s.word[:0]
	switch c := word[0]; {
	case c == '/':
		s.name = append(s.name[:0], short(unescaped(word[1:]))...)
		return
	case c >= '0' && c <= '9', c == '+', c == '-', c == '.':
		return
	}
	s.operators++
	switch string(word) {
	case "Do":
		s.use("XObject")
		s.sections[s.now].paints++
	case "scn", "SCN":
		s.use("Pattern")
	case "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh", "Tj", "TJ", "'", "\"", "EI":
		s.sections[s.now].paints++
	case "gs":
		s.set()
	case "q":
		s.save()
	case "Q":
		s.restore()
	case "ID":
		s.strings.lost = true
	}
	s.name = s.name[:0]
}

// use notes that something was painted by the last name. More names than a page can have are
// more than it can paint.
func (s *script) use(kind string) {
	if len(s.uses) == maxUses {
		s.operators = maxOperators + 1
		return
	}
	s.uses[use{kind, string(s.name), s.now}]++
}

// set begins the section of the last name.
func (s *script) set() {
	next := section{state: string(s.name), above: s.now}
	if next.state == s.sections[s.now].state {
		return
	}
	if _, ok := s.known[next]; !ok && len(s.sections) >= maxSections {
		next = section{every: true}
	}
	at, ok := s.known[next]
	if !ok {
		at = len(s.sections)
		s.known[next] = at
		s.sections = append(s.sections, next)
	}
	s.now = at
}

// save keeps the section to go back to. Too many are never gone back to.
func (s *script) save() {
	if len(s.saved) == maxUses {
		s.strings.lost = true
		return
	}
	s.saved = append(s.saved, s.now)
}

// restore ends what was set since the last save. A word that may stand in a string ends nothing.
func (s *script) restore() {
	if at := len(s.saved) - 1; at >= 0 && s.strings.outside() {
		s.now, s.saved = s.saved[at], s.saved[:at]
	}
}

// quoting follows the strings of a script, so far as that is certain.
type quoting struct {
	depth   int  // of brackets
	hex     bool // in a string of digits
	opened  bool // whose bracket was the last byte
	comment bool
	escaped bool // the next byte
	lost    bool // behind the data of a picture, or in a stream that readers differ in
	shown   int  // bytes in strings
}

func (q *quoting) outside() bool { return q.depth == 0 && !q.hex && !q.comment && !q.lost }

// run takes bytes that delimit nothing.
func (q *quoting) run(part []byte) {
	if len(part) == 0 {
		return
	}
	q.opened = false
	if q.depth == 0 && !q.hex {
		return
	}
	q.shown += len(part)
	slashes := len(part) - len(bytes.TrimRight(part, "\\"))
	q.escaped = (slashes%2 == 1) != (q.escaped && slashes == len(part))
}

// delimiter takes a byte that ends words.
func (q *quoting) delimiter(c byte) {
	opened, escaped := q.opened, q.escaped
	q.opened, q.escaped = false, false
	switch {
	case q.comment:
		q.comment = c != '\r' && c != '\n'
	case q.hex:
		q.shown++
		q.hex = c != '>' && !(c == '<' && opened) // the second of a dictionary's
	case q.depth > 0:
		q.shown++
		switch {
		case escaped:
		case c == '(':
			q.depth++
		case c == ')':
			q.depth--
		}
	case c == '(':
		q.depth = 1
	case c == '<':
		q.hex, q.opened = true, true
	case c == '%':
		q.comment = !q.lost
	}
}
