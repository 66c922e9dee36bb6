package classification

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/classification/subject"
	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/schemas/catalogue"
)

// kinship is the titles of all relatives, ready to be found in one pass.
type kinship struct {
	relatives []catalogue.Relative
	titles    *phrase.Set // by the number of the relative
	own       *phrase.Set // titles of the types, by number of the type
	names     []string
}

var theKinship = sync.OnceValue(func() *kinship {
	k := &kinship{relatives: catalogue.Relatives(), names: catalogue.Names()}
	var titles, own phrase.Builder
	for i, r := range k.relatives {
		for _, text := range r.Titles {
			titles.Add(text, i)
		}
	}
	for i, name := range k.names {
		t, _ := catalogue.Lookup(name)
		for _, f := range t.Features {
			if f.Title && f.Weight > 0 || f.Weight >= namingWeight {
				for _, text := range f.Phrases {
					own.Add(text, i)
				}
			}
		}
	}
	k.titles, k.own = titles.Set(), own.Set()
	return k
})

// provenRelatives reports of each class whether a document is proved to be a relative of
// it that is none of the types: its first title is that of the relative, or its
// number is. A title of the type itself before it speaks for the type.
func provenRelatives(sheet *layout.Sheet, doc document.Document, classes []string) []bool {
	k := theKinship()
	out := make([]bool, len(classes))
	prove := func(r catalogue.Relative, before map[string]bool) {
		for c, name := range classes {
			if name != None && (len(r.Of) == 0 || slices.Contains(r.Of, name)) && !before[name] {
				out[c] = true
			}
		}
	}
	var own []phrase.Hit // of the types, once a relative's title stands there
	head := subject.Headings(sheet)
	for _, h := range k.titles.Find(sheet) {
		if h.Errors > 0 && (h.Length < surelyMisread*h.Errors || undoubted(sheet, h)) {
			continue
		}
		if !heads(sheet, h) || !head(&sheet.Cells[sheet.Tokens[h.First].Cell]) {
			continue
		}
		if own == nil {
			own = k.own.Find(sheet)
		}
		names := map[string]bool{}
		for _, o := range own {
			if names[Family(k.names[o.ID])] = names[Family(k.names[o.ID])] || namesBefore(sheet, o, h); o.First > h.Last+titleTail {
				break
			}
		}
		prove(k.relatives[h.ID], names)
	}
	for _, r := range k.relatives {
		if r.Kind != "" && firstValueBegins(sheet, doc, r) {
			prove(r, nil)
		}
	}
	return out
}

// undoubted reports whether recognition doubted no word of a phrase: what differs is no
// misreading then. "Documento auxiliar da NF-e" is one letter from that of an NFC-e.
func undoubted(sheet *layout.Sheet, h phrase.Hit) bool {
	return !slices.ContainsFunc(sheet.Tokens[h.First:h.Last+1], func(t layout.Token) bool { return t.Conf < surelyRead })
}

// heads reports whether a phrase stands as a title does: at the head of the first page,
// beginning a cell of few more words, and without a value.
func heads(sheet *layout.Sheet, h phrase.Hit) bool {
	cell := &sheet.Cells[sheet.Tokens[h.First].Cell]
	return cell.First == h.First && inHead(sheet, h) && cell.Past-h.Last-1 <= titleTail &&
		!remark(sheet, cell) && !beforeColon(sheet, cell, h) && !cutShort(sheet, h) && !initials(sheet, cell, h) && !goesOn(sheet, h) && !calls(sheet, cell, h)
}

// remark reports whether a cell is a sentence in small letters that ends with a full stop, as a note names a law beside
// the head of a form; the law itself has its title in capitals.
func remark(sheet *layout.Sheet, cell *layout.Cell) bool {
	return strings.HasSuffix(sheet.Tokens[cell.Past-1].Text, ".") && !layout.InCapitals(sheet.Tokens[cell.First:cell.Past])
}

// calls reports whether a phrase begins the name of a company: "Passo a Passo Ensino Infantil Ltda".
func calls(sheet *layout.Sheet, cell *layout.Cell, h phrase.Hit) bool {
	last := &sheet.Tokens[cell.Past-1]
	return h.Last < cell.Past-1 && companyWords[last.Fold] && !slices.ContainsFunc(sheet.Tokens[h.Last:cell.Past-1], func(t layout.Token) bool {
		return t.Fold == "" || strings.ContainsAny(t.Text[len(t.Text)-1:], ":,;-–")
	})
}

var companyWords = lexicon.Words("words of companies")

// goesOn reports whether a phrase is the rest of the line above, which ends with a word that leads on: "Secretaria de
// Finanças e | Orçamento" is no quote.
func goesOn(sheet *layout.Sheet, h phrase.Hit) bool {
	if h.First == 0 || !leadingOn[sheet.Tokens[h.First-1].Fold] {
		return false
	}
	above, here := &sheet.Cells[sheet.Tokens[h.First-1].Cell], &sheet.Cells[sheet.Tokens[h.First].Cell]
	return above.Overlap(here.Rect) > 0 && above.Top < here.Top
}

var leadingOn = lexicon.Words("leading on")

// initials reports whether a phrase of a few letters begins other words, as a code of the post does over an
// address: "CTE SÃO PAULO" is no freight bill, "CT-e nº 12" is one.
func initials(sheet *layout.Sheet, cell *layout.Cell, h phrase.Hit) bool {
	if h.Length > shortTitle || h.Last+1 == cell.Past {
		return false
	}
	next, _ := utf8.DecodeRuneInString(sheet.Tokens[h.Last+1].Text)
	return unicode.IsUpper(next) && sheet.Tokens[h.Last+1].Space
}

// beforeColon reports whether a phrase is the label of a value: a colon ends it, or the small words with which it goes
// on but for a sign of its number, as in "Proposta comercial vinculada: PC-12".
func beforeColon(sheet *layout.Sheet, cell *layout.Cell, h phrase.Hit) bool {
	for i := h.Last; i < cell.Past && (i == h.Last || sheet.Tokens[i].Small() && !signs[sheet.Tokens[i].Fold]); i++ {
		if strings.HasSuffix(sheet.Tokens[i].Text, ":") {
			return true
		}
	}
	return h.Last+1 < len(sheet.Tokens) && strings.HasPrefix(sheet.Tokens[h.Last+1].Text, ":")
}

var signs = lexicon.Words("signs of numbers")

// inHead reports whether a phrase stands at the head of the first page, within one cell.
func inHead(sheet *layout.Sheet, h phrase.Hit) bool {
	t := &sheet.Tokens[h.First]
	return t.Page == 0 && t.Rect.Top <= headShare*sheet.Pages[0].Height && h.Last < sheet.Cells[t.Cell].Past
}

// namesBefore reports whether the title of a type names the document in spite of that of a
// relative: as a title before it, in the same line, or by a longer name that begins with it.
func namesBefore(sheet *layout.Sheet, own, relative phrase.Hit) bool {
	switch {
	case own.First == relative.First:
		return (own.Length > relative.Length || own.Errors < relative.Errors) && inHead(sheet, own)
	case own.First < relative.First || leftOf(sheet, own, relative):
		return heads(sheet, own)
	}
	return own.First > relative.Last && sheet.Tokens[own.First].Cell == sheet.Tokens[relative.First].Cell
}

// leftOf reports whether a phrase heads what stands left of another one, as the licence of a vehicle does beside the
// ticket of its insurance.
func leftOf(sheet *layout.Sheet, a, b phrase.Hit) bool {
	return sheet.Cells[sheet.Tokens[a.First].Cell].Right < sheet.Tokens[b.First].Left
}

const (
	// Letters of a title for each that was misread, at least: with fewer it may be another
	// name, as DANFE is of DANFSE and "documento auxiliar da nota" of "documento auxiliar da NFS-e".
	surelyMisread = 12

	shortTitle = 4 // letters of an abbreviation that other words may begin with too

	namingWeight = 3 // of a phrase that says by itself what a document is: where it heads the page, it is its title

	headShare = 0.25 // of the first page: what a document is stands there
	titleTail = 12   // words that a title goes on with, as in "… Nº 12 DE 2025"
)

// firstValueBegins reports whether the first value of the relative's kind has its digits.
func firstValueBegins(sheet *layout.Sheet, doc document.Document, r catalogue.Relative) bool {
	for v := range checkedValues(sheet, doc, r.Kind) {
		return len(v) > r.At && slices.ContainsFunc(r.Begins, func(digits string) bool { return strings.HasPrefix(v[r.At:], digits) })
	}
	return false
}
