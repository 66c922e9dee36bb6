package screen

import (
	"fmt"
	"io"
)

const (
	// maxOperators of a page, with those of the forms it paints, each time it does: pdfium takes
	// two microseconds for the cheapest that paints, so these are a third of a page's 30 s.
	maxOperators = 5_000_000

	// maxPainted is how many pixels of pictures a page may paint, each time it does. One of the
	// largest that is let in has a tenth; pdfium takes up to 10 s for these.
	maxPainted = 10 * maxPixels

	maxFormDepth = 40 // readers go no deeper

	// perSegment is how many operators of a letter count as one that paints: readers take a letter
	// apart once and paint it each time, and most of its operators are parts of a path.
	perSegment = 8
)

// paints is what an object says of what is painted by it.
type paints struct {
	contents  []int // a page's streams, in their order
	resources token
	parent    int
	box       token
	masks     []int // a picture's, which are pictures
}

func (s *paints) entry(key string, value token) {
	switch key {
	case "Contents":
		if s.contents = value.items; value.kind == reference {
			s.contents = []int{value.number}
		}
	case "Resources":
		s.resources = value
	case "MediaBox":
		s.box = value
	case "Parent":
		if value.kind == reference {
			s.parent = value.number
		}
	case "Mask", "SMask":
		if value.kind == reference {
			s.masks = append(s.masks, value.number)
		}
	}
}

// painting is the work that it is to paint something once.
type painting struct {
	operators, pixels int
	paints            int  // of the operators, those that a soft mask is made for
	apart             bool // a mask is made for all of it together
}

func (w *painting) add(other painting, times int) {
	times = min(times, maxOperators+1)
	w.operators += min(other.operators, maxOperators+1) * times // some million each
	w.pixels += min(other.pixels, maxPainted+1) * times
	w.paints += min(other.paints, maxOperators+1) * times
}

func (w painting) tooMuch() bool { return w.operators > maxOperators || w.pixels > maxPainted }

// painter adds up what pages paint: a form that paints ten forms, that paint ten each, is small
// to store and without end to paint. So are letters made of operators, and soft masks, which are
// made anew for each operator that paints by them.
type painter struct {
	*pdf
	scripts   map[string]*script
	resources map[resourceKey]map[string][]entry
	forms     map[formKey]painting // of those under way: nothing, as readers stop there
	dearest   map[*byte]painting   // letter of the fonts that resources name
}

type (
	resourceKey struct {
		at   *byte // where the dictionary stands
		kind string
	}
	formKey struct {
		object    int
		inherited *byte // the resources of who paints it
	}
	entry struct {
		object int // 0: it stands in the resources
		place  place
	}
)

// checkPaintings refuses what paints more on a page than its time is enough for.
func (p *pdf) checkPaintings() error {
	w := &painter{p, map[string]*script{}, map[resourceKey]map[string][]entry{}, map[formKey]painting{}, map[*byte]painting{}}
	for _, page := range p.painted {
		from := p.inherit(page)
		done, err := w.script(page.facts.paints.contents)
		if err != nil {
			return err
		}
		if err := w.paint(done, from, 0, &painting{}); err != nil {
			return err
		}
	}
	return nil
}

// inherit gives the place of a page's resources, be they its own or those of a part of the tree.
func (p *pdf) inherit(page definition) place {
	for range maxPageTreeDepth {
		if page.facts.paints.resources.kind != end {
			return place{data: page.place.data, at: page.facts.paints.resources.from}
		}
		places := p.places[page.facts.paints.parent]
		if page.facts.paints.parent == 0 || len(places) == 0 {
			break
		}
		above := places[len(places)-1]
		page = definition{p.objects[page.facts.paints.parent], above}
	}
	return place{}
}

// paint adds what a script paints, by the resources at a place.
func (w *painter) paint(s *script, resources place, depth int, sum *painting) error {
	sum.add(painting{operators: s.operators}, 1)
	masks, err := w.masks(s, resources, depth)
	if err != nil {
		return err
	}
	for i, section := range s.sections {
		sum.paints += section.paints
		sum.add(masks[i], section.paints)
	}
	if w.pdf.letters && s.strings.shown > 0 {
		letter, err := w.letter(resources, depth)
		if err != nil {
			return err
		}
		sum.add(painting{operators: letter.paints + letter.operators/perSegment, pixels: letter.pixels}, s.strings.shown)
	}
	for use, times := range s.uses {
		named, err := w.named(resources, use.kind)
		if err != nil {
			return err
		}
		for _, e := range named[use.name] {
			once, err := w.object(e.object, resources, depth+1)
			if err != nil {
				return err
			}
			sum.add(once, times)
			if !once.apart && use.kind == "XObject" { // what it paints is masked one by one
				sum.add(masks[use.section], min(once.paints, maxOperators+1)*times)
			}
			if sum.tooMuch() {
				return refusal("bomb")
			}
		}
	}
	if sum.tooMuch() {
		return refusal("bomb")
	}
	return nil
}

// object is the work of a form, a pattern's cell, a picture or a letter, in whatever way its
// number is defined.
func (w *painter) object(number int, inherited place, depth int) (painting, error) {
	if depth > maxFormDepth {
		return painting{}, refusal("nesting")
	}
	key := formKey{number, inherited.address()}
	if known, ok := w.forms[key]; ok {
		return known, nil
	}
	w.forms[key] = painting{}
	sum := painting{apart: true}
	for _, at := range w.places[number] {
		f, err := w.parse(at, plain)
		switch {
		case err != nil:
			return sum, err
		case f.subtype == "Image":
			pixels, err := w.pixelsOf(f)
			if err != nil {
				return sum, err
			}
			sum.add(painting{pixels: pixels}, 1)
			continue
		case len(f.data) == 0:
			continue
		}
		apart, err := w.isGroup(at)
		if err != nil {
			return sum, err
		}
		sum.apart = sum.apart && apart
		from := inherited
		if f.paints.resources.kind != end {
			from = place{data: at.data, at: f.paints.resources.from}
		}
		done, err := w.script([]int{number})
		if err != nil {
			return sum, err
		}
		if err := w.paint(done, from, depth, &sum); err != nil {
			return sum, err
		}
	}
	w.forms[key] = sum
	return sum, nil
}

func (p place) address() *byte {
	if p.at >= len(p.data) {
		return nil
	}
	return &p.data[p.at]
}

// named is what resources name of a kind.
func (w *painter) named(resources place, kind string) (named map[string][]entry, err error) {
	key := resourceKey{resources.address(), kind}
	if key.at == nil {
		return nil, nil
	}
	if known, ok := w.resources[key]; ok {
		return known, nil
	}
	named = map[string][]entry{}
	err = w.dictionaryAt(resources, 2, func(name string, value token, at place) error {
		if name != kind {
			return nil
		}
		return w.dictionaryAt(place{data: at.data, at: value.from}, 2, func(name string, value token, at place) error {
			e := entry{place: place{data: at.data, at: value.from}}
			if value.kind == reference {
				e.object = value.number
			}
			named[short(name)] = append(named[short(name)], e)
			return nil
		})
	})
	w.resources[key] = named
	return named, err
}

// dictionaryAt gives the entries of the dictionary at a place, or behind a reference there.
func (p *pdf) dictionaryAt(at place, references int, take func(string, token, place) error) error {
	o := &object{pdf: p, data: at.data, at: at.at, facts: &facts{}}
	first, err := o.next()
	if err != nil {
		return err
	}
	if first.kind == number && references > 0 && o.reference() {
		for _, place := range p.places[first.number] {
			if err := p.dictionaryAt(place, references-1, take); err != nil {
				return err
			}
		}
	}
	for first.kind == dictionary {
		key, err := o.next()
		if err != nil || key.kind == dictionaryEnd || key.kind == end || key.kind == keyword && string(key.text) == "endobj" {
			return err
		}
		if key.kind != name {
			continue
		}
		value, err := o.value(1, plain)
		if err == nil {
			err = take(string(key.text), value, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// script reads streams that readers take for one.
func (w *painter) script(streams []int) (*script, error) {
	key := fmt.Sprint(streams)
	if known, ok := w.scripts[key]; ok {
		return known, nil
	}
	s := newScript()
	w.scripts[key] = s
	for _, number := range streams {
		for _, at := range w.places[number] {
			if at.inside {
				continue
			}
			f, err := w.parse(at, plain)
			if err != nil {
				return nil, err
			}
			s.strings.lost = s.strings.lost || len(w.places[number]) > 1 || len(f.data) > 1 || len(f.packing.elsewhere) > 0
			for _, from := range f.data {
				if err := w.read(s, f, w.file[from:w.ends.after(from)]); err != nil {
					return nil, err
				}
			}
		}
	}
	return s, nil
}

// read unpacks one stream of a script, by each meaning of its filters.
func (w *painter) read(s *script, f *facts, data []byte) error {
	if err := w.work(len(data) / workBytes); err != nil {
		return err
	}
	all := [][]string{f.packing.filters}
	for _, number := range f.packing.elsewhere {
		meanings, err := w.resolve(token{kind: reference, number: number})
		if err != nil {
			return err
		}
		for _, v := range meanings {
			all = append(all, append(f.packing.filters[:len(f.packing.filters):len(f.packing.filters)], v.filters()...))
		}
	}
	for _, filters := range all {
		if err := w.measure(s, data, filters, maxInflated); err != nil {
			return err
		}
		io.WriteString(s, "\n") // it never fails
	}
	return nil
}

// checkPictures refuses those that are too large to be read.
func (p *pdf) checkPictures() error {
	for _, f := range p.pictures {
		pixels, err := p.pixels(f)
		if err != nil {
			return err
		}
		if pixels > 2*maxPixels {
			return refusal("bomb")
		}
	}
	return nil
}

// pixelsOf a picture and of the masks that belong to it.
func (w *painter) pixelsOf(f *facts) (int, error) {
	sum, err := w.pixels(f)
	for _, number := range f.paints.masks {
		for _, at := range w.places[number] {
			if err != nil {
				return 0, err
			}
			var mask *facts
			if mask, err = w.parse(at, plain); err == nil {
				var pixels int
				pixels, err = w.pixels(mask)
				sum = min(sum, maxPainted+1) + pixels
			}
		}
	}
	return sum, err
}

// pixels of a picture, by the largest meanings of its width and height.
func (p *pdf) pixels(f *facts) (int, error) {
	width, err := p.longest(f.width)
	if err != nil {
		return 0, err
	}
	height, err := p.longest(f.height)
	return width * height, err
}

func (p *pdf) longest(side token) (most int, err error) {
	meanings, err := p.resolve(side)
	for _, v := range meanings {
		most = max(most, min(v.number, 10*maxPixels))
	}
	return most, err
}

// resolve gives the meanings of a value: itself, or those of the object it refers to.
func (p *pdf) resolve(value token) (meanings []token, err error) {
	if value.kind != reference {
		return []token{value}, nil
	}
	for _, at := range p.places[value.number] {
		f, err := p.parse(at, plain)
		if err != nil {
			return nil, err
		}
		meanings = append(meanings, f.bare)
	}
	return meanings, nil
}
