package screen

import (
	"bytes"
	"slices"
)

const (
	maxPageTreeDepth = 200
	maxPagesCounted  = 100_000
	// maxObjects of a file: 200 dense pages with a tag on each word have 300,000.
	maxObjects = 1_000_000
)

// pdf is what the examination has found in one file.
//
// The file is not read the way a viewer reads it, by its cross-reference table:
// readers repair and guess, each in its own way, and a file can be made to look
// different to each. Whatever any of them could take for an object is looked
// at: everything behind the word obj, wherever it stands, and everything inside
// object streams. Where readers differ in what something means, all its meanings
// are looked at, or the file is refused.
type pdf struct {
	file    []byte
	budget  int // work still allowed
	objects map[int]*facts
	places  map[int][]place
	follow  []link
	later   []packed
	pages   int // reference to the page tree, from the catalog
	secured bool
	defined int // objects, and definitions of the same
	ends    endFinder
	inflate inflater
	groups  []int // objects that are object streams

	painted  []definition // what has contents: pages
	pictures []*facts
	patterns []tiling
	boxes    []token // of pages
	letters  bool    // there are some made of operators
}

// definition is one of an object.
type definition struct {
	facts *facts
	place place
}

// place is where a definition of an object stands.
type place struct {
	data   []byte
	at     int
	inside bool // an object stream, whose objects cannot be streams
}

// link is a reference that matters by where it stands: its object is an action
// that starts without a click (or a dictionary of them), or the value of a key
// that makes an action, or a kind of object.
type link struct {
	object int
	mode   mode
	key    string // empty: an action
}

// packed is a stream whose filters are objects of their own.
type packed struct {
	facts *facts
	data  []byte
}

func examinePDF(file []byte, v *Verdict) error {
	if err := around(file); err != nil {
		return err
	}
	p := &pdf{file: file, budget: maxWork, objects: map[int]*facts{}, places: map[int][]place{}, ends: endFinder{file: file}}
	err := p.scan()
	v.Encrypted = p.secured
	if err != nil {
		return err
	}
	if err := p.followLinks(); err != nil {
		return err
	}
	if err := p.unpackLater(); err != nil {
		return err
	}
	if p.secured {
		v.Pages, err = p.openSecured()
	} else {
		v.Pages, err = p.countPages()
	}
	if err != nil {
		return err
	}
	return p.checkWork()
}

// checkWork refuses what takes more than a page's time to paint.
func (p *pdf) checkWork() error {
	if err := p.checkPictures(); err != nil {
		return err
	}
	if err := p.checkPatterns(); err != nil {
		return err
	}
	return p.checkPaintings()
}

// around looks before the header, behind the end, and for a second PDF in a row.
func around(file []byte) error {
	start := bytes.Index(file, []byte("%PDF-"))
	if inFront(file[:start]) || start > 0 && looksLikeXML(file) || containsMark(file[start+1:min(len(file), headerWindow)]) {
		return refusal("polyglot")
	}
	end := []byte("%%EOF")
	rest := file[start:]
	for {
		at := bytes.Index(rest, end)
		if at < 0 {
			return nil
		}
		rest = rest[at+len(end):]
		behind := bytes.TrimLeft(rest, "\x00\t\n\f\r ")
		if bytes.HasPrefix(behind, []byte("%PDF-")) || !bytes.Contains(rest, end) && foreign(rest) {
			return refusal("polyglot")
		}
	}
}

// scan looks at everything that could be an object or a trailer.
func (p *pdf) scan() error {
	for at := 0; ; {
		next := bytes.Index(p.file[at:], []byte("obj"))
		if next < 0 {
			break
		}
		at += next + len("obj")
		if bytes.HasSuffix(p.file[:at], []byte("endobj")) {
			continue
		}
		if err := p.define(numberBefore(p.file, at-len("obj")), place{data: p.file, at: at}); err != nil {
			return err
		}
	}
	for at := 0; ; {
		next := bytes.Index(p.file[at:], []byte("trailer"))
		if next < 0 {
			return nil
		}
		at += next + len("trailer")
		if _, err := p.parse(place{data: p.file, at: at}, plain); err != nil {
			return err
		}
	}
}

// define looks at one definition of an object, and into it where it is a stream.
func (p *pdf) define(number int, at place) error {
	if p.defined++; p.defined > maxObjects {
		return refusal("bomb")
	}
	f, err := p.parse(at, plain)
	if err != nil {
		return err
	}
	p.note(f, at)
	p.objects[number] = f // the last one counts for the page tree; all are looked at
	p.places[number] = append(p.places[number], at)
	if f.kind == "Catalog" {
		p.pages = f.pagesAt
	}
	if at.inside {
		return nil
	}
	for _, from := range f.data {
		if err := p.stream(number, f, from); err != nil {
			return err
		}
	}
	return nil
}

// note keeps what says how much there is to paint, until all objects are known.
func (p *pdf) note(f *facts, at place) {
	if len(f.paints.contents) > 0 {
		p.painted = append(p.painted, definition{f, at})
	}
	if f.tiling.pattern {
		p.patterns = append(p.patterns, f.tiling)
	}
	if f.paints.box.kind != end {
		p.boxes = append(p.boxes, f.paints.box)
	}
	if f.subtype == "Image" {
		p.pictures = append(p.pictures, f)
	}
}

// stream looks into the data that begins at a place of the file.
func (p *pdf) stream(number int, f *facts, from int) error {
	if f.external {
		return refusal("external") // its data stands in another file, or stands in for one
	}
	if f.kind == "ObjStm" || f.packing.first >= 0 && f.packing.count > 0 {
		p.groups = append(p.groups, number)
		return p.objectStream(f, p.file[from:])
	}
	data := p.file[from:p.ends.after(from)]
	if len(f.packing.elsewhere) > 0 {
		p.later = append(p.later, packed{f, data})
		return nil
	}
	return p.check(f, f.packing.filters, data)
}

// followLinks looks at the objects behind references that matter.
func (p *pdf) followLinks() error {
	seen := map[link]bool{}
	for len(p.follow) > 0 {
		next := p.follow[len(p.follow)-1]
		p.follow = p.follow[:len(p.follow)-1]
		if seen[next] {
			continue
		}
		seen[next] = true
		// Under 0 are the objects whose number could not be made out.
		for _, places := range [][]place{p.places[next.object], p.places[0]} {
			for _, at := range places {
				if err := p.followTo(next, at); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (p *pdf) followTo(l link, at place) error {
	if l.key == "" {
		_, err := p.parse(at, l.mode)
		return err
	}
	f, err := p.parse(at, plain)
	if err != nil {
		return err
	}
	switch f.bare.kind {
	case name, stringToken:
		if reason := forbidden(l.key, f.bare, l.mode); reason != "" {
			return refusal(reason)
		}
	case reference:
		p.follow = append(p.follow, link{f.bare.number, l.mode, l.key})
	}
	return nil
}

// unpackLater checks the streams whose filters stand elsewhere, by each
// definition of those.
func (p *pdf) unpackLater() error {
	for _, s := range p.later {
		for _, number := range s.facts.packing.elsewhere {
			for _, at := range p.places[number] {
				f, err := p.parse(at, plain)
				if err != nil {
					return err
				}
				filters := append(slices.Clone(s.facts.packing.filters), f.bare.filters()...)
				if err := p.check(s.facts, filters, s.data); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// countPages walks the page tree. Where there is none to walk, every object
// that says it is a page counts.
func (p *pdf) countPages() (int, error) {
	type node struct{ object, depth int }
	pages, seen := 0, map[int]bool{}
	for queue := []node{{p.pages, 0}}; len(queue) > 0 && pages < maxPagesCounted; {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		f := p.objects[n.object]
		if f == nil || n.object == 0 {
			continue
		}
		if seen[n.object] || n.depth > maxPageTreeDepth {
			return 0, refusal("page_tree")
		}
		seen[n.object] = true
		kids := f.kids
		if list := p.objects[f.kidsAt]; f.kidsAt != 0 && list != nil {
			kids = list.bare.items
		}
		if len(kids) == 0 && f.kind != "Pages" {
			pages++
		}
		for _, kid := range kids {
			queue = append(queue, node{kid, n.depth + 1})
		}
	}
	if pages > 0 {
		return pages, nil
	}
	for _, f := range p.objects {
		if f.kind == "Page" {
			pages++
		}
	}
	return pages, nil
}

// numberBefore is the object's number in "12 0 obj", 0 where there is none.
func numberBefore(file []byte, at int) int {
	head := bytes.TrimRight(file[max(0, at-32):at], " \t\r\n\f\x00")
	head = bytes.TrimRight(head, "0123456789") // the generation
	head = bytes.TrimRight(head, " \t\r\n\f\x00")
	number, power := 0, 1
	for i := len(head) - 1; i >= 0 && head[i] >= '0' && head[i] <= '9' && power < 1e9; i-- {
		number += int(head[i]-'0') * power
		power *= 10
	}
	return number
}
