package screen

import (
	"bytes"
	"strconv"
)

const (
	maxNesting   = 250 // of arrays and dictionaries in one object
	maxTokensPDF = 20_000_000
)

// facts are what counts of one object.
type facts struct {
	kind, subtype string // of the names that matter here
	kids          []int  // references in Kids, in an object that has it
	kidsAt        int    // where Kids is an object of its own
	pagesAt       int    // the page tree, in the catalog
	items         []int  // references in an object that is an array
	filters       []string
	predictor     int
	columns       int
	first, count  int // of an object stream
	width, height int
	stream        int // where its data begins, -1: none
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
}

// parse reads the value at a place. Faults in it are stepped over: so do readers.
func (p *pdf) parse(at place, m mode) (*facts, error) {
	o := &object{pdf: p, data: at.data, at: at.at, facts: &facts{stream: -1, first: -1}}
	top, err := o.value(0, m)
	if err != nil {
		return nil, err
	}
	if top.kind == dictionary {
		o.findStream()
	}
	return o.facts, nil
}

// value reads one value; the references in an array come back as its items.
func (o *object) value(depth int, m mode) (token, error) {
	if depth > maxNesting {
		return token{}, refusal("nesting")
	}
	t, err := o.next()
	if err != nil {
		return t, err
	}
	switch t.kind {
	case dictionary:
		return t, o.dictionary(depth, m)
	case array:
		t.items, err = o.array(depth, m)
		if depth == 0 {
			o.facts.items = t.items
		}
		return t, err
	case number:
		if o.reference() {
			t.kind = reference
			if m != plain {
				o.pdf.follow = append(o.pdf.follow, trigger{t.number, m})
			}
		}
	}
	return t, nil
}

func (o *object) array(depth int, m mode) (items []int, err error) {
	for {
		t, err := o.value(depth+1, m)
		switch {
		case err != nil:
			return nil, err
		case t.kind == arrayEnd, t.kind == end, t.kind == keyword && endsObject(t.text):
			return items, nil
		case t.kind == reference:
			items = append(items, t.number)
		case t.kind == name && depth <= 1:
			o.filter(t.text)
		}
	}
}

func (o *object) dictionary(depth int, m mode) error {
	for {
		key, err := o.next()
		switch {
		case err != nil:
			return err
		case key.kind == dictionaryEnd, key.kind == end:
			return nil
		case key.kind == keyword && endsObject(key.text):
			o.at -= len(key.text)
			return nil
		case key.kind != name:
			continue
		}
		if reason := forbiddenKeys[string(key.text)]; reason != "" {
			return refusal(reason)
		}
		// The filters of the array that a Filter key may hold are those seen from here on.
		value, err := o.value(depth+1, o.modeOf(key.text, m))
		if err != nil {
			return err
		}
		if value.kind == dictionaryEnd { // a key without a value
			return nil
		}
		if err := o.entry(depth, string(key.text), value, m); err != nil {
			return err
		}
	}
}

// forbiddenKeys block a file wherever they stand.
var forbiddenKeys = map[string]string{
	"JS": "javascript", "JavaScript": "javascript", "XFA": "xfa", "EmbeddedFiles": "embedded_file", "EF": "embedded_file",
	"RichMediaContent": "rich_media", "RichMediaSettings": "rich_media",
}

// forbiddenActions block a file wherever they stand; the second group only
// where nobody clicks: a link to a page on the web is an ordinary thing.
var (
	forbiddenActions = map[string]string{
		"JavaScript": "javascript", "Launch": "launch", "SubmitForm": "submit", "ImportData": "submit", "RichMediaExecute": "rich_media", "GoToE": "embedded_file",
	}
	forbiddenUnasked  = map[string]string{"URI": "open_action", "GoToR": "open_action", "Rendition": "open_action", "Movie": "open_action", "Sound": "open_action"}
	forbiddenKinds    = map[string]string{"EmbeddedFile": "embedded_file"}
	forbiddenSubtypes = map[string]string{"RichMedia": "rich_media", "FileAttachment": "embedded_file"}
)

func (o *object) modeOf(key []byte, m mode) mode {
	switch {
	case string(key) == "OpenAction":
		return action
	case string(key) == "AA":
		return actions
	case m == actions, m == action && string(key) == "Next":
		return action
	}
	return plain
}

// entry looks at one entry of a dictionary, at any depth; those of the outermost
// one are the object's own.
func (o *object) entry(depth int, key string, value token, m mode) error {
	text := string(value.text)
	var reason string
	switch key {
	case "S":
		if reason = forbiddenActions[text]; reason == "" && m == action {
			reason = forbiddenUnasked[text]
		}
	case "Type":
		reason = forbiddenKinds[text]
	case "Subtype":
		reason = forbiddenSubtypes[text]
	case "Encrypt":
		o.pdf.secured = o.pdf.secured || value.kind == reference || value.kind == dictionary
	}
	if reason != "" && value.kind == name {
		return refusal(reason)
	}
	f := o.facts
	switch key {
	case "Predictor":
		f.predictor = value.number
	case "Columns":
		f.columns = value.number
	}
	if depth > 0 {
		return nil
	}
	switch key {
	case "Type":
		f.kind = text
	case "Subtype":
		f.subtype = text
	case "Kids":
		if f.kids = value.items; value.kind == reference {
			f.kidsAt = value.number
		}
	case "Pages":
		if value.kind == reference {
			f.pagesAt = value.number
		}
	case "Filter":
		if value.kind == name {
			f.filters = append(f.filters, text)
		}
	case "First":
		f.first = value.number
	case "N":
		f.count = value.number
	case "Width":
		f.width = value.number
	case "Height":
		f.height = value.number
	}
	return nil
}

// filter keeps a name of an array near the top of an object. Only those of
// Filter matter, but a name of another array does no harm: it is no filter.
func (o *object) filter(text []byte) {
	if isFilter(string(text)) {
		o.facts.filters = append(o.facts.filters, string(text))
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

func (o *object) findStream() {
	at := o.skip(o.at)
	if !bytes.HasPrefix(o.data[at:], []byte("stream")) {
		return
	}
	at += len("stream")
	if at < len(o.data) && o.data[at] == '\r' {
		at++
	}
	if at < len(o.data) && o.data[at] == '\n' {
		at++
	}
	o.facts.stream = at
}

func endsObject(word []byte) bool {
	switch string(word) {
	case "endobj", "obj", "stream", "endstream", "xref", "trailer", "startxref":
		return true
	}
	return false
}

func integer(text []byte) int {
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || n < -1e15 || n > 1e15 {
		return 0
	}
	return int(n)
}
