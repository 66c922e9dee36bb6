package classification

import (
	"iter"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/layout"
	"lavra.dev/processors/phrase"
	"lavra.dev/processors/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

const (
	// What a document of no type gathers by chance: a type must speak louder. Set
	// where documents of none of the types stay below one half with room to spare.
	noneWeight = 3.5
	// Weights of the entries are rough, so differences count a little less than
	// their face value.
	temperature = 1.15
	// Below this nothing was detected at all.
	leastWeight = 1.5
	titleShare  = 0.33 // of the first page: the part that a title stands in
)

// model is all features of all types, ready to be found in one pass.
type model struct {
	names   []string
	phrases *phrase.Set
	owners  []owner
	kinds   []owner // features by a value
	absent  []owner // features that count where their phrases do not stand
	labels  *phrase.Set
	terms   []term // what the labels of fields say
}

type owner struct {
	typ     int
	feature int
	kind    catalogue.Kind
	begins  []string
	weight  float64
	title   bool
	absent  bool
}

var theModel = sync.OnceValue(func() *model {
	m := &model{names: catalogue.Names()}
	var b phrase.Builder
	for i, name := range m.names {
		t, _ := catalogue.Lookup(name)
		for k, f := range t.Features {
			o := owner{i, k, f.Kind, f.Begins, f.Weight, f.Title, f.Absent}
			if f.Kind != "" {
				m.kinds = append(m.kinds, o)
			}
			if f.Absent {
				m.absent = append(m.absent, o)
			}
			for _, text := range f.Phrases {
				b.Add(text, len(m.owners))
				m.owners = append(m.owners, o)
			}
		}
	}
	m.phrases = b.Set()
	m.labels, m.terms = vocabulary(m.names)
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
	m := theModel()
	weights := m.weigh(sheet, doc)
	top := 0
	for i := range weights {
		if weights[i] > weights[top] {
			top = i
		}
	}
	if weights[top] < leastWeight {
		return "", 0, 0
	}
	sum := math.Exp((noneWeight - weights[top]) / temperature)
	for i := range weights {
		if !twins(m.names[i], m.names[top]) || i == top {
			sum += math.Exp((weights[i] - weights[top]) / temperature)
		}
	}
	return byYear(m.names[top], sheet, receivedAt), weights[top], math.Round(1000/sum) / 1000
}

// doubt is what each letter that OCR has got otherwise takes from what a phrase says.
const doubt = 0.2

// weigh adds up each type's features; each counts once, by its clearest phrase.
func (m *model) weigh(sheet *layout.Sheet, doc document.Document) []float64 {
	weights := make([]float64, len(m.names))
	seen := map[[2]int]float64{}
	count := func(o owner, share float64) {
		key := [2]int{o.typ, o.feature}
		if before := seen[key]; share > before {
			seen[key] = share
			if !o.absent {
				weights[o.typ] += o.weight * (share - before)
			}
		}
	}
	for _, h := range m.phrases.Find(sheet) {
		o := m.owners[h.ID]
		if o.title && !inTitle(sheet, h) || cutShort(sheet, h) {
			continue
		}
		count(o, 1-doubt*float64(h.Errors))
	}
	for _, o := range m.absent {
		if seen[[2]int{o.typ, o.feature}] == 0 {
			weights[o.typ] += o.weight
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
	m.weighLabels(weights, sheet)
	return weights
}

// cutShort tells whether less than half of a phrase is printed: "Tel.:" says nothing of
// telephony.
func cutShort(sheet *layout.Sheet, h phrase.Hit) bool {
	letters := 0
	for i := h.First; i <= h.Last; i++ {
		letters += len(sheet.Tokens[i].Fold)
	}
	return 2*letters < h.Length
}

// fits tells whether a value begins as the feature wants it.
func (o owner) fits(value string) bool {
	return len(o.begins) == 0 || slices.ContainsFunc(o.begins, func(digits string) bool { return strings.HasPrefix(value, digits) })
}

// inTitle tells whether a phrase stands at the head of the first page, or begins
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
		for r := range sheet.Rows {
			run := rowRun(sheet, r)
			for i := range run.Index {
				if v, ok := recognise.At(kind, run, i); ok && v.Checked && !yield(v.Text) {
					return
				}
			}
		}
	}
}

func rowRun(sheet *layout.Sheet, row int) recognise.Run {
	var index []int32
	for _, c := range sheet.Rows[row].Cells {
		for i := sheet.Cells[c].First; i < sheet.Cells[c].Past; i++ {
			index = append(index, int32(i))
		}
	}
	return recognise.Run{Sheet: sheet, Index: index}
}

// The two names of an income tax declaration: one type in all but its year.
const (
	taxThisYear = "IRPF"
	taxBefore   = "DECLARACAO_IR_ANTERIOR"
)

func twins(a, b string) bool {
	return a != b && (a == taxThisYear || a == taxBefore) && (b == taxThisYear || b == taxBefore)
}

// byYear settles which of the two a tax paper is: a receipt of delivery is of the
// first type in any year, a full declaration only in the year it is for.
func byYear(name string, sheet *layout.Sheet, receivedAt time.Time) string {
	if name != taxThisYear && name != taxBefore {
		return name
	}
	if isReceipt(sheet) {
		return taxThisYear
	}
	if year := exercise(sheet); year > 0 && year < receivedAt.Year() {
		return taxBefore
	}
	return taxThisYear
}

func isReceipt(sheet *layout.Sheet) bool {
	var b phrase.Builder
	for _, text := range []string{"recibo de entrega", "recibo da declaração", "recibo de transmissão", "recibo de envio",
		"comprovante de transmissão", "comprovante de entrega", "comprovante de envio", "protocolo de entrega"} {
		b.Add(text, 0)
	}
	for _, h := range b.Set().Find(sheet) {
		if !labels(sheet, h) && inTitle(sheet, h) && sheet.Tokens[h.First].Rect.Top < titleShare*sheet.Pages[0].Height {
			return true
		}
	}
	return false
}

// labels tells whether a phrase is the label of the number behind it.
func labels(sheet *layout.Sheet, h phrase.Hit) bool {
	last := &sheet.Tokens[h.Last]
	if strings.HasSuffix(last.Text, ":") {
		return true
	}
	return h.Last+1 < sheet.Cells[last.Cell].Past && strings.ContainsAny(sheet.Tokens[h.Last+1].Text, "0123456789:")
}

// exercise is the year that follows the word, or one more than the calendar year.
func exercise(sheet *layout.Sheet) int {
	var b phrase.Builder
	for _, text := range []string{"exercício", "IRPF", "DIRPF", "imposto de renda pessoa física"} {
		b.Add(text, 0)
	}
	for _, text := range []string{"ano-calendário", "ano-base", "ano calendário de", "ano base de"} {
		b.Add(text, 1)
	}
	for _, h := range b.Set().Find(sheet) {
		for i := h.Last + 1; i < min(h.Last+4, len(sheet.Tokens)); i++ {
			text := strings.Trim(recognise.Bare(sheet.Tokens[i].Text), "-/ ")
			if len(text) == 4 && strings.HasPrefix(text, "20") {
				year := 0
				for _, c := range text {
					year = year*10 + int(c-'0')
				}
				if year > 2000 && year < 2100 {
					return year + h.ID
				}
			}
		}
	}
	return 0
}
