package classification

import (
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"lavra.dev/processors/classification/linear"
	"lavra.dev/processors/document"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

const (
	// Below this nothing was detected at all.
	leastProbability = 0.1
	// No type that was detected is certain: a threshold of 1 accepts none.
	surest = 0.999
	// What a relative's own title or number takes from the types that it resembles, as log
	// odds: more than all else can say, since that speaks for the relative as well.
	relativeProof = 20
	titleShare    = 0.33 // of the first page: the part that a title stands in
)

// model is all features of all types, ready to be found in one pass.
type model struct {
	names   []string
	class   []int // of each name, in classes
	phrases *phrase.Set
	owners  []owner
	kinds   []owner // features by a value
	absent  []owner // features that count where their phrases do not stand
	joint   []owner // features that count where words of another group stand too
}

type owner struct {
	typ     int
	feature int
	kind    catalogue.Kind
	begins  []string
	weight  float64
	title   bool
	absent  bool
	joint   bool // counts with words of another group
	other   bool // stands for those words
	paper   bool // its phrase is also the title of a document
}

var theModel = sync.OnceValue(func() *model {
	m := &model{names: catalogue.Names()}
	var b phrase.Builder
	titles := titlesOfAll()
	for i, name := range m.names {
		m.class = append(m.class, slices.Index(classes(), Family(name)))
		t, _ := catalogue.Lookup(name)
		for k, f := range t.Features {
			o := owner{i, k, f.Kind, f.Begins, f.Weight, f.Title, f.Absent, len(f.With) > 0, false, false}
			if f.Kind != "" {
				m.kinds = append(m.kinds, o)
			}
			if f.Absent {
				m.absent = append(m.absent, o)
			}
			for _, text := range f.Phrases {
				b.Add(text, len(m.owners))
				o.paper = titles[fold.Text(text)]
				m.owners = append(m.owners, o)
			}
			if o.joint {
				m.joint = append(m.joint, o)
				o.title, o.other = false, true
			}
			for _, text := range f.With {
				b.Add(text, len(m.owners))
				m.owners = append(m.owners, o)
			}
		}
	}
	m.phrases = b.Set()
	return m
})

// best is the likeliest type and its probability.
func best(doc document.Document, receivedAt time.Time) (string, float64) {
	name, _, probability := judge(layout.Of(doc), doc, receivedAt)
	return name, probability
}

// judge also says what weight speaks for the type.
func judge(sheet *layout.Sheet, doc document.Document, receivedAt time.Time) (name string, weight, probability float64) {
	if len(sheet.Tokens) == 0 {
		return "", 0, 0
	}
	m := fitted()
	in := observe(sheet, doc)
	scores := m.Scores(in)
	for c, proven := range provenRelatives(sheet, doc, m.Classes) {
		if proven {
			scores[c] -= relativeProof
		}
	}
	p := linear.Probabilities(scores)
	top := 0
	for c := range p {
		if p[c] > p[top] && m.Classes[c] != None {
			top = c
		}
	}
	if p[top] < leastProbability {
		return "", 0, 0
	}
	probability = min(math.Round(1000*p[top])/1000, surest)
	return byYear(m.Classes[top], sheet, receivedAt), in.Evidence[0][top] + in.Evidence[1][top], probability
}

// doubt is what each letter that OCR has got otherwise takes from what a phrase says.
const doubt = 0.2

// weigh adds up what each type's features say for and against it; each counts once, by its
// clearest phrase.
func (m *model) weigh(sheet *layout.Sheet, doc document.Document) (pro, contra []float64) {
	pro, contra = make([]float64, len(m.names)), make([]float64, len(m.names))
	add := func(o owner, share float64) {
		if o.weight < 0 {
			contra[o.typ] += o.weight * share
		} else {
			pro[o.typ] += o.weight * share
		}
	}
	seen, others := map[[2]int]float64{}, map[[2]int]float64{}
	count := func(o owner, share float64) {
		key := [2]int{o.typ, o.feature}
		if before := seen[key]; share > before {
			seen[key] = share
			if !o.absent && !o.joint {
				add(o, share-before)
			}
		}
	}
	for _, h := range m.phrases.Find(sheet) {
		o := m.owners[h.ID]
		if o.title && !inTitle(sheet, h) || cutShort(sheet, h) || o.paper && somebodys(sheet, h) {
			continue
		}
		if share := 1 - doubt*float64(h.Errors); o.other {
			others[[2]int{o.typ, o.feature}] = max(others[[2]int{o.typ, o.feature}], share)
		} else {
			count(o, share)
		}
	}
	for _, o := range m.joint {
		add(o, min(seen[[2]int{o.typ, o.feature}], others[[2]int{o.typ, o.feature}]))
	}
	for _, o := range m.absent {
		if seen[[2]int{o.typ, o.feature}] == 0 {
			add(o, 1)
		}
	}
	values := map[catalogue.Kind][]string{}
	for _, o := range m.kinds {
		if _, known := values[o.kind]; !known {
			values[o.kind] = slices.Collect(checkedValues(sheet, doc, o.kind))
		}
		if slices.ContainsFunc(values[o.kind], o.fits) {
			count(o, 1)
		}
	}
	return pro, contra
}

// titlesOfAll are the phrases by which titles of documents are known.
func titlesOfAll() map[string]bool {
	titles := map[string]bool{}
	for _, name := range catalogue.Names() {
		t, _ := catalogue.Lookup(name)
		for _, f := range t.Features {
			for _, text := range f.Phrases {
				if f.Title {
					titles[fold.Text(text)] = true
				}
			}
		}
	}
	return titles
}

// possessives stand before a paper that somebody has.
var possessives = lexicon.Words("possessives")

// somebodys reports whether a phrase names a paper that somebody has and that this one speaks of: "na forma de
// seu contrato social".
func somebodys(sheet *layout.Sheet, h phrase.Hit) bool {
	return h.First > 0 && possessives[sheet.Tokens[h.First-1].Fold]
}

// cutShort reports whether less than half of a phrase is printed: "Tel.:" says nothing of
// telephony.
func cutShort(sheet *layout.Sheet, h phrase.Hit) bool {
	letters := 0
	for i := h.First; i <= h.Last; i++ {
		letters += len(sheet.Tokens[i].Fold)
	}
	return 2*letters < h.Length
}

// fits reports whether a value begins as the feature wants it.
func (o owner) fits(value string) bool {
	return len(o.begins) == 0 || slices.ContainsFunc(o.begins, func(digits string) bool { return strings.HasPrefix(value, digits) })
}

// inTitle reports whether a phrase stands at the head of the first page, or begins
// a line that is not a sentence.
func inTitle(sheet *layout.Sheet, h phrase.Hit) bool {
	t := &sheet.Tokens[h.First]
	cell := &sheet.Cells[t.Cell]
	if t.Page == 0 && t.Rect.Top < titleShare*sheet.Pages[0].Height && cell.Past-cell.First <= h.Last-h.First+9 {
		return true
	}
	return cell.First == h.First && cell.Past-cell.First <= h.Last-h.First+4 && t.Page == 0
}

// checkedValues gives the values of a kind that stand on a document, in bars or words,
// with right check digits.
func checkedValues(sheet *layout.Sheet, doc document.Document, kind catalogue.Kind) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text := range barcodes(doc, kind) {
			if !yield(text) {
				return
			}
		}
		for _, run := range rowRuns(sheet) {
			for i := range run.Index {
				if t := run.Token(i); !t.OCR && !layout.HasDigit(t.Text) {
					continue
				}
				if v, ok := recognise.At(kind, run, i); ok && v.Checked && !yield(v.Text) {
					return
				}
			}
		}
	}
}

// barcodes gives the values of a kind that stand in bars.
func barcodes(doc document.Document, kind catalogue.Kind) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, p := range doc.Pages {
			for _, b := range p.Barcodes {
				text := b.Text
				if kind == catalogue.PaymentLine {
					text, _ = checkdigit.BarcodeToLine(text)
				}
				if ok, applies := checkdigit.Verify(string(kind), text); ok && applies && checkdigit.HasDigit(string(kind)) && !yield(text) {
					return
				}
			}
		}
	}
}

// rowRuns are the words of each line.
func rowRuns(sheet *layout.Sheet) []recognise.Run {
	runs := make([]recognise.Run, len(sheet.Rows))
	all := make([]int32, 0, len(sheet.Tokens))
	for r, row := range sheet.Rows {
		from := len(all)
		for _, c := range row.Cells {
			for i := sheet.Cells[c].First; i < sheet.Cells[c].Past; i++ {
				all = append(all, int32(i))
			}
		}
		runs[r] = recognise.Run{Sheet: sheet, Index: all[from:len(all):len(all)]}
	}
	return runs
}
