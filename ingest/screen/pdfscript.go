package screen

// script is what the operators of a page, a form or a pattern's cell paint. It takes what is
// unpacked and counts every word that could be an operator, in strings and pictures too: to
// leave these out takes reading them as each reader does.
type script struct {
	operators int
	uses      map[use]int
	word      []byte // under way
	name      []byte // the last one, for the operator behind it
}

// use is a name of the resources that an operator paints with.
type use struct{ kind, name string }

// maxName is how much of a name counts: readers allow 127 bytes, or cut it. maxWord has room for
// so many in escapes, which are three bytes for one.
const (
	maxName = 100
	maxWord = 4 * maxName
)

func short[T string | []byte](name T) T { return name[:min(len(name), maxName)] }

// maxUses bounds the names that a script paints by; a page of thousands of pictures has as many.
const maxUses = 100_000

// Write takes a part of the operators; it never fails.
func (s *script) Write(part []byte) (int, error) {
	for i := 0; i < len(part); {
		from := i
		for i < len(part) && regular(part[i]) {
			i++
		}
		s.word = append(s.word, part[from:min(i, from+maxWord-len(s.word))]...)
		if i == len(part) {
			break
		}
		if len(s.word) > 0 {
			s.ended()
		}
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
	case "scn", "SCN":
		s.use("Pattern")
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
	s.uses[use{kind, string(s.name)}]++
}
