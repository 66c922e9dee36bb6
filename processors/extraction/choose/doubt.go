package choose

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/event"
)

// Doubt is what speaks against how the words of a value were read. Nothing does of those of a text layer.
type Doubt struct {
	Worst   float64 // how much less sure the reader was of the worst of them than of the document's words in the mean
	Figures float64 // the same of its figures, where no check digit proves them
	Bare    float64 // a word is written with accents, and none was read: how many of the document's others of its case have theirs
	Other   float64 // a word is written with other accents than were read
	Sign    float64 // a sign that looks like another: a dash alone may be longer or shorter, a quote a star
}

// Doubts are what speaks against the words of one document.
type Doubts struct {
	doc  document.Document
	mean float64
	with map[bool]accents // of its words in capitals, and of all others
}

// accents counts words that are written with some, and those of them that were read so.
type accents struct{ read, written float64 }

// DoubtsOf looks at how sure the reader was of a document.
func DoubtsOf(doc document.Document) *Doubts {
	d := &Doubts{doc: doc, with: map[bool]accents{}}
	var n float64
	for _, p := range doc.Pages {
		for _, l := range p.Lines {
			for _, w := range l.Words {
				if d.mean, n = d.mean+1-w.Confidence, n+1; w.Confidence < 1 {
					d.count(w.Text)
				}
			}
		}
	}
	d.mean /= max(n, 1)
	return d
}

func (d *Doubts) count(text string) {
	for word, correct := range written(text) {
		of := d.with[inCapitals(word)]
		of.written++
		if correct == strings.ToLower(word) {
			of.read++
		}
		d.with[inCapitals(word)] = of
	}
}

// bare is how many of the other words of a bare one's case have accents: one half where there are none, since the word is
// itself among those counted.
func (d *Doubts) bare(word string) float64 {
	of := d.with[inCapitals(word)]
	return (of.read + 1) / (of.written + 1)
}

func inCapitals(word string) bool { return word == strings.ToUpper(word) }

// provenByDigit is the witness that check digits come out.
const provenByDigit = "check_digit"

// Of is what speaks against the words of a value.
func (d *Doubts) Of(leaf *event.Leaf) (of Doubt) {
	proven := slices.Contains(leaf.Witnesses, provenByDigit)
	for _, s := range leaf.Spans {
		for _, w := range d.words(s) {
			if w.Confidence == 1 {
				continue // of a text layer
			}
			if of.Worst = max(of.Worst, 1-w.Confidence-d.mean); !proven && layout.HasFigure(w.Text) {
				of.Figures = max(of.Figures, 1-w.Confidence-d.mean)
			}
			if slices.Contains(dashes, w.Text) || strings.ContainsAny(w.Text, alike) {
				of.Sign = 1
			}
			d.accents(w.Text, &of)
		}
	}
	return of
}

// accents adds what those of a word's letters say.
func (d *Doubts) accents(text string, of *Doubt) {
	for word, correct := range written(text) {
		switch strings.ToLower(word) {
		case correct:
		case fold.Text(word):
			of.Bare = max(of.Bare, d.bare(word))
		default:
			of.Other = 1
		}
	}
}

// dashes are words, alike are signs within them.
var dashes = []string{"-", "–", "—"}

const alike = "\"'*^~|"

// words are those of a span, whose pages count from the first of the document's.
func (d *Doubts) words(s event.Span) []document.Word {
	return d.doc.Pages[s.Page-1].Lines[s.Line].Words[s.First : s.Last+1]
}

// written are the words of a text that are written with accents, each with how. Marks over letters, small as they are and
// close over capitals, are what recognition loses and mistakes while it is as sure of the letters as ever. Some print none on
// capitals, and then nothing is lost.
func written(text string) iter.Seq2[string, string] {
	return func(yield func(word, correct string) bool) {
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if correct := lexicon.Accented(fold.Text(word)); correct != "" && !yield(word, correct) {
				return
			}
		}
	}
}
