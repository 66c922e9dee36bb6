package screen

import "bytes"

const (
	maxPageTreeDepth = 200
	maxPagesCounted  = 100_000
)

// pdf is what the examination has found in one file.
//
// The file is not read the way a viewer reads it, by its cross-reference table:
// readers repair and guess, each in its own way, and a file can be made to look
// different to each. Whatever any of them could take for an object is looked
// at: everything behind the word obj, wherever it stands, and everything inside
// object streams.
type pdf struct {
	file    []byte
	budget  int // tokens still allowed
	objects map[int]*facts
	places  map[int][]place
	follow  []trigger
	pages   int // reference to the page tree, from the catalog
	secured bool
	inflate inflater
}

// place is where a definition of an object stands.
type place struct {
	data   []byte
	at     int
	inside bool // an object stream, whose objects cannot be streams
}

// trigger is an object that is an action started without a click.
type trigger struct {
	object int
	mode   mode
}

func examinePDF(file []byte, v *Verdict) error {
	if err := around(file); err != nil {
		return err
	}
	p := &pdf{file: file, budget: maxTokensPDF, objects: map[int]*facts{}, places: map[int][]place{}}
	err := p.scan()
	v.Encrypted = p.secured
	if err != nil {
		return err
	}
	if err := p.followTriggers(); err != nil {
		return err
	}
	if p.secured {
		v.Pages, err = p.openSecured()
		return err
	}
	v.Pages, err = p.countPages()
	return err
}

// around looks before the header, behind the end, and for a second PDF in a row.
func around(file []byte) error {
	start := bytes.Index(file, []byte("%PDF-"))
	if foreign(file[:start]) || containsMark(file[start+1:min(len(file), headerWindow)]) {
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

// define looks at one definition of an object, and into it where it is a stream
// that holds further objects.
func (p *pdf) define(number int, at place) error {
	f, err := p.parse(at, plain)
	if err != nil {
		return err
	}
	p.objects[number] = f // the last one counts for the page tree; all are looked at
	p.places[number] = append(p.places[number], at)
	if f.kind == "Catalog" {
		p.pages = f.pagesAt
	}
	if f.stream < 0 || at.inside {
		return nil
	}
	raw := at.data[f.stream:]
	if f.kind == "ObjStm" || f.first > 0 && f.count > 0 {
		return p.objectStream(f, raw)
	}
	return p.inflate.check(f, raw)
}

// followTriggers looks at the objects that actions without a click refer to.
func (p *pdf) followTriggers() error {
	seen := map[trigger]bool{}
	for len(p.follow) > 0 {
		next := p.follow[len(p.follow)-1]
		p.follow = p.follow[:len(p.follow)-1]
		if seen[next] {
			continue
		}
		seen[next] = true
		for _, at := range p.places[next.object] {
			if _, err := p.parse(at, next.mode); err != nil {
				return err
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
			kids = list.items
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
