package screen

import (
	"bytes"
	"strconv"
)

const maxNesting = 250 // of arrays and dictionaries in one object

// facts are what counts of one object.
type facts struct {
	kind, subtype string // of the names that matter here
	bare          token  // the object itself, where it is a name, a string, a reference or an array
	kids          []int  // references in Kids, in an object that has it
	kidsAt        int    // where Kids is an object of its own
	pagesAt       int    // the page tree, in the catalog
	width, height token
	tiling        tiling
	paints        paints
	external      bool // as a stream it would be, or stand in for, something outside the file
	packing       packing
	data          []int // where a stream's data may begin; none: no stream
}

// mode says what a value is for: nothing special, an action that is started
// without a click, or a dictionary of such actions.
type mode int

const (
	plain mode = iota
	action
	actions
)

// object reads one object and what it holds.
type object struct {
	pdf   *pdf
	data  []byte
	at    int
	facts *facts
	odd   int // where a word that is no dictionary's says that a stream begins; 0: nowhere
}

// parse reads the value at a place. Faults in it are stepped over: so do readers.
func (p *pdf) parse(at place, m mode) (*facts, error) {
	o := &object{pdf: p, data: at.data, at: at.at, facts: &facts{packing: packing{first: -1}}}
	top, err := o.value(0, m)
	if err != nil {
		return nil, err
	}
	switch top.kind {
	case dictionary:
		o.findStream()
	case name, stringToken, reference, array, number:
		o.facts.bare = top
	}
	return o.facts, nil
}

// value reads one value; what counts of an array comes back with it.
func (o *object) value(depth int, m mode) (token, error) {
	if depth > maxNesting {
		return token{}, refusal("nesting")
	}
	from := o.at
	t, err := o.next()
	if err != nil {
		return t, err
	}
	t.from = from
	switch t.kind {
	case dictionary:
		return t, o.dictionary(depth, m)
	case array:
		t, err = o.array(depth, m)
		t.from = from
		return t, err
	case number:
		if o.reference() {
			t.kind = reference
			if m != plain {
				o.pdf.follow = append(o.pdf.follow, link{object: t.number, mode: m})
			}
		}
	}
	return t, nil
}

// array gathers the references in an array, and the names in one that is near
// the top of its object: it may be a list of filters.
func (o *object) array(depth int, m mode) (list token, err error) {
	list.kind = array
	from := o.at
	defer func() { list.text = o.data[from:o.at] }()
	for {
		t, err := o.value(depth+1, m)
		switch {
		case err != nil:
			return list, err
		case t.kind == arrayEnd, t.kind == end, t.kind == keyword && string(t.text) == "endobj":
			return list, nil
		case t.kind == reference:
			list.items = append(list.items, t.number)
		case t.kind == name && depth <= 1:
			list.names = append(list.names, string(t.text))
		}
	}
}

// dictionary reads to the end of a dictionary. Words that do not belong there
// are stepped over, as pdfium does; only endobj ends one that is not closed.
func (o *object) dictionary(depth int, m mode) error {
	for {
		key, err := o.next()
		switch {
		case err != nil:
			return err
		case key.kind == dictionaryEnd, key.kind == end:
			return nil
		case key.kind == keyword && string(key.text) == "endobj":
			o.at -= len(key.text)
			return nil
		case key.kind == keyword && string(key.text) == "stream" && depth == 0 && o.odd == 0:
			o.odd = o.at // readers that see a dictionary cut short here take what follows for data
			continue
		case key.kind != name:
			continue
		}
		if reason := forbiddenKeys[string(key.text)]; reason != "" {
			return refusal(reason)
		}
		before := o.at
		value, err := o.value(depth+1, o.modeOf(key.text, m))
		if err != nil {
			return err
		}
		switch {
		case value.kind == dictionaryEnd: // a key without a value
			return nil
		case value.kind == keyword && (string(value.text) == "endobj" || string(value.text) == "stream"):
			o.at = before // no value either: looked at as what stands in a key's place
			continue
		}
		if err := o.entry(depth, string(key.text), value, m); err != nil {
			return err
		}
	}
}

// reference looks ahead for "0 R" behind a number.
func (o *object) reference() bool {
	at := o.skip(o.at)
	digits := at
	for at < len(o.data) && o.data[at] >= '0' && o.data[at] <= '9' {
		at++
	}
	if at == digits {
		return false
	}
	if at = o.skip(at); at >= len(o.data) || o.data[at] != 'R' || at+1 < len(o.data) && regular(o.data[at+1]) {
		return false
	}
	o.at = at + 1
	return true
}

// findStream looks for data behind the dictionary.
func (o *object) findStream() {
	word := []byte("stream")
	if at := o.skip(o.at); bytes.HasPrefix(o.data[at:], word) {
		o.dataFrom(at + len(word))
	}
	if o.odd > 0 {
		o.dataFrom(o.odd)
	}
}

// dataFrom notes where readers see data begin behind the word stream: after the
// end of line that follows at once, or after whatever else is on the line.
func (o *object) dataFrom(at int) {
	begin := at
	if begin < len(o.data) && o.data[begin] == '\r' {
		begin++
	}
	if begin < len(o.data) && o.data[begin] == '\n' {
		begin++
	}
	o.facts.data = append(o.facts.data, begin)
	if begin > at {
		return
	}
	if line := bytes.IndexAny(o.data[at:min(len(o.data), at+maxLine)], "\r\n"); line >= 0 {
		o.dataFrom(at + line)
	}
}

// maxLine is how far the end of a line is looked for behind the word stream.
const maxLine = 256

func integer(text []byte) int {
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || n < -1e15 || n > 1e15 {
		return 0
	}
	return int(n)
}
