package classification

import (
	"fmt"
	"maps"
	"strconv"
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

const (
	// How sure both sides must be before a file is taken apart: to lose the second
	// half of one document is worse than to read two as one.
	splitProbability = 0.9
	// The same where both are of one type and what is read from them is compared.
	alikeProbability = 0.6
	// A phrase with less weight is found in the heading of other types too.
	headingWeight = 1.5
	// Of what speaks for the first document, the share that a second one of the
	// same type must show: a page of signatures under a running title shows less.
	alikeShare = 0.9
	// What a document is, and whose, stands on its first pages; all of them would cost
	// the square of their number.
	judgedPages = 8
)

// First is how many pages the first document of a file has that may hold several. A page
// begins another document where it is of a type by itself, opens as one, has what a
// document of the type must have, and is of another type or another person, bill or key
// than the pages before it. Pages that go on with a document never do.
func First(doc document.Document, receivedAt time.Time, extract Extract) int {
	whole := part{doc: doc, receivedAt: receivedAt, extract: extract}
	var before, page *part
	for i := 1; i < len(doc.Pages); i++ {
		last := page
		page = whole.pages(i, i+1)
		if page.probability < alikeProbability || page.goesOn() {
			continue
		}
		if judged := min(i, judgedPages); before == nil || len(before.doc.Pages) != judged {
			before = whole.pages(0, judged)
		}
		before.last = last
		sure := min(page.probability, before.probability) >= splitProbability
		if (sure && page.startsAfter(before) || page.isAnother(before)) && !whole.goesBack(i, page, before) {
			return i
		}
	}
	return len(doc.Pages)
}

// goesBack reports whether a file is of the first type again behind a page of another one:
// the page is a part of the document, such as the accounts in a declaration of all that
// somebody has.
func (p *part) goesBack(i int, page, before *part) bool {
	if Family(page.name) == Family(before.name) {
		return false
	}
	for k := i + 1; k < min(len(p.doc.Pages), i+1+pagesBetween); k++ {
		if q := p.pages(k, k+1); Family(q.name) == Family(before.name) && q.probability >= alikeProbability {
			return true
		}
	}
	return false
}

// pagesBetween is how far behind a page of another type the first type may come back.
const pagesBetween = 2

// FirstNote says in Portuguese that only the first pages of a file were read.
func FirstNote(pages int) string {
	if pages == 1 {
		return "O arquivo contém mais de um documento; foi lido o primeiro (página 1)."
	}
	return fmt.Sprintf("O arquivo contém mais de um documento; foi lido o primeiro (páginas 1 a %d).", pages)
}

// part is some pages of a file, judged by themselves.
type part struct {
	doc         document.Document
	receivedAt  time.Time
	extract     Extract
	onward      []document.Page // from where the part begins; those before the other part for the first
	last        *part           // the page right before the one that is compared, where it may not be among these
	sheet       *layout.Sheet
	name        string
	weight      float64 // of what speaks for the type
	probability float64
	fields      map[string]event.Field // of the first pages, once read
	readAs      string                 // the type that they were read as
}

// pages is the part of a file from one page up to another.
func (p *part) pages(from, to int) *part {
	q := &part{doc: p.doc, receivedAt: p.receivedAt, extract: p.extract, onward: p.doc.Pages[from:]}
	if from == 0 {
		q.onward = p.doc.Pages[:to]
	}
	q.doc.Pages = p.doc.Pages[from:to:to]
	q.sheet = layout.Of(q.doc)
	q.name, q.weight, q.probability = judge(q.sheet, q.doc, q.receivedAt)
	return q
}

// startsAfter reports whether a page is the first of a document other than the one before it.
func (p *part) startsAfter(before *part) bool {
	typ, ok := catalogue.Lookup(p.name)
	if !ok {
		return false
	}
	shared, own := compareKeys(p, before)
	if shared {
		return false
	}
	if p.name != before.name && !twins(p.name, before.name) {
		return (own || p.hasHeadingBeside(before)) && p.hasRequired(typ)
	}
	if own {
		return p.hasRequired(typ)
	}
	return len(p.headings(p.name)) > 0 && p.weight >= alikeShare*before.weight && otherPeople(typ, p, before) && p.isOther(before, typ, 0)
}

// isAnother reports whether a page of the same type begins another document by what is
// read from both.
func (p *part) isAnother(before *part) bool {
	typ, ok := catalogue.Lookup(p.name)
	if !ok || p.name != before.name || before.probability < alikeProbability {
		return false
	}
	if shared, _ := compareKeys(p, before); shared {
		return false
	}
	wanted := otherValues
	switch {
	case len(p.headings(p.name)) == 0:
		wanted = otherValuesBare
	case scanned(p.doc) || scanned(before.doc):
		wanted = otherValuesScanned
	}
	return p.isOther(before, typ, wanted)
}

// compareKeys looks at numbers of which a document has one: whether the page shares
// one with the pages before, and whether it has one that they do not have.
func compareKeys(p, before *part) (shared, own bool) {
	typ, _ := catalogue.Lookup(p.name)
	same := p.name == before.name
	for _, kind := range []catalogue.Kind{catalogue.NFeKey, catalogue.PaymentLine, catalogue.Registry, catalogue.RENAVAM} {
		a, b := p.values(kind), before.values(kind)
		if len(a) == 0 {
			continue
		}
		if meet(a, b) {
			return true, false
		}
		if hasKind(typ, kind) && (len(b) > 0 || !same) {
			own = true
		}
	}
	return false, own
}

func hasKind(typ catalogue.Type, kind catalogue.Kind) bool {
	for _, f := range typ.Fields {
		if f.Kind == kind && f.Required {
			return true
		}
	}
	return false
}

// otherPeople reports whether two parts of one type name nobody in common. Where a
// document names several, all of them must be others.
func otherPeople(typ catalogue.Type, p, before *part) bool {
	people, others := p.values(catalogue.CPF), before.values(catalogue.CPF)
	if len(people) == 0 || len(others) == 0 || meet(people, others) {
		return false
	}
	return namesOne(typ) || !meet(p.values(catalogue.CNPJ), before.values(catalogue.CNPJ))
}

// namesOne reports whether a document of the type is about one person.
func namesOne(typ catalogue.Type) bool {
	n := 0
	count := func(f catalogue.Field) {
		if f.Kind == catalogue.CPF || f.Kind == catalogue.CPFCNPJ {
			n++
		}
	}
	for _, f := range typ.Fields {
		count(f)
		for _, c := range f.Columns {
			count(c)
		}
	}
	return n == 1
}

func meet(a, b map[string]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}

// values are those of a kind that stand there with right check digits.
func (p *part) values(kind catalogue.Kind) map[string]bool {
	out := map[string]bool{}
	for v := range checkedValues(p.sheet, p.doc, kind) {
		out[v] = true
	}
	if p.last != nil {
		maps.Copy(out, p.last.values(kind))
	}
	return out
}

// hasHeadingBeside reports whether a heading of the page's type stands on it that is
// not on the pages before: what stands on all pages is the title of the whole.
func (p *part) hasHeadingBeside(before *part) bool {
	headings := p.headings(p.name)
	for _, page := range before.doc.Pages {
		one := before.doc
		one.Pages = []document.Page{page}
		other := part{sheet: layout.Of(one)}
		for h := range other.headings(p.name) {
			delete(headings, h)
		}
	}
	return len(headings) > 0
}

// headings are the features of a type that stand as a title in the upper part of the
// first page.
func (p *part) headings(name string) map[[2]int]bool {
	m, out := theModel(), map[[2]int]bool{}
	for _, h := range m.phrases.Find(p.sheet) {
		o := m.owners[h.ID]
		high := p.sheet.Tokens[h.First].Rect.Top < titleShare*p.sheet.Pages[0].Height
		ofType := m.names[o.typ] == name || twins(m.names[o.typ], name)
		if ofType && o.weight >= headingWeight && high && inTitle(p.sheet, h) {
			out[[2]int{o.typ, o.feature}] = true
		}
	}
	return out
}

// goesOn reports whether a page says that it is not the first of its document, as in
// "Página 2 de 3" or "Folha 2/3".
func (p *part) goesOn() bool {
	tokens := p.sheet.Tokens
	for i := range tokens {
		if !pageWords[tokens[i].Fold] {
			continue
		}
		page, next := numberAfter(tokens, i+1, signs)
		if of, _ := numberAfter(tokens, next, ofHowMany); page > 1 && page <= of {
			return true
		}
	}
	return false
}

// numberAfter is the number that stands at token i, behind marks and one of some words at
// most, and the token behind it; 0 where none does.
func numberAfter(tokens []layout.Token, i int, words map[string]bool) (number, next int) {
	for ; i < len(tokens) && (tokens[i].Fold == "" || words[tokens[i].Fold]); i++ {
	}
	if i == len(tokens) {
		return 0, i
	}
	n, err := strconv.Atoi(recognise.Bare(tokens[i].Fold))
	if err != nil {
		return 0, i
	}
	return n, i + 1
}

var (
	pageWords = lexicon.Words("pages")
	ofHowMany = lexicon.Words("of how many pages")
)
