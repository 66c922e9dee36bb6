package classification

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/classification/linear"
	"lavra.dev/processors/classification/subject"
	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// counted are the kinds of values that are counted: of those whose check digits must be
// right others stand on every page by chance. Some say more by how they begin.
var counted = []countedKind{
	{kind: catalogue.CPF, checked: true}, {kind: catalogue.CNPJ, checked: true}, {kind: catalogue.PIS, checked: true},
	{kind: catalogue.Registry, checked: true}, {kind: catalogue.Lawsuit, checked: true},
	// The second digit of a collection is its segment: water, energy and telephone, or towns,
	// government and fines. Slips of banks begin otherwise.
	{kind: catalogue.PaymentLine, checked: true, begins: []string{"82", "83", "84"}},
	{kind: catalogue.PaymentLine, checked: true, begins: []string{"81", "85", "86", "87", "88", "89"}},
	{kind: catalogue.PaymentLine, checked: true, begins: []string{"0", "1", "2", "3", "4", "5", "6", "7", "9"}},
	{kind: catalogue.NFeKey, checked: true}, {kind: catalogue.VIN, checked: true}, {kind: catalogue.RENAVAM, checked: true},
	{kind: catalogue.Plate}, {kind: catalogue.CEP}, {kind: catalogue.Money}, {kind: catalogue.Date}, {kind: catalogue.Percent}, {kind: catalogue.Month},
}

type countedKind struct {
	kind    catalogue.Kind
	checked bool
	begins  []string // how the values begin; none: anyhow
}

func (c countedKind) wants(value string) bool {
	return len(c.begins) == 0 || slices.ContainsFunc(c.begins, func(digits string) bool { return strings.HasPrefix(value, digits) })
}

// name is that of the feature that so many of them stand on a document.
func (c countedKind) name(n int) string {
	name := string(c.kind)
	if len(c.begins) > 0 {
		name += " of " + strings.Join(c.begins, ",")
	}
	return fmt.Sprintf("%s %d", name, n)
}

// steps are the numbers of values that make a difference: one, a few, a table of them.
var steps = []int{1, 2, 4, 8, 16, 32}

// shapes are what the pages look like without their words.
var shapes = []string{"pages", "scanned", "card", "sentences", "amounts in rows", "dates in rows", "words"}

// featureNames names all features in their order: those of the subjects, of the values
// and of the pages.
func featureNames() []string {
	var names []string
	for _, s := range subject.Names() {
		names = append(names, s, s+" label", s+" heading")
	}
	for _, c := range counted {
		for _, n := range steps {
			names = append(names, c.name(n))
		}
	}
	return append(names, shapes...)
}

// featuresOf observes a document.
func featuresOf(sheet *layout.Sheet, doc document.Document) []linear.Feature {
	var out []linear.Feature
	add := func(index int, value float64) {
		if value != 0 {
			out = append(out, linear.Feature{Index: index, Value: value})
		}
	}
	mentions := subject.Of(sheet)
	for i, m := range mentions {
		add(3*i, math.Min(math.Log2(1+float64(m.Words)), mostMentions)/mostMentions)
		add(3*i+1, truth(m.Label))
		add(3*i+2, truth(m.Heading))
	}
	at := 3 * len(mentions)
	for _, n := range countValues(sheet, doc) {
		for _, step := range steps {
			add(at, truth(n >= step))
			at++
		}
	}
	for _, v := range shapesOf(sheet, doc) {
		add(at, v)
		at++
	}
	return out
}

// mostMentions is the logarithm to base 2 from which more mentions say no more: seven.
const mostMentions = 3

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// countValues counts the different values of each counted kind.
func countValues(sheet *layout.Sheet, doc document.Document) []int {
	seen := make([]map[string]bool, len(counted))
	for i := range seen {
		seen[i] = map[string]bool{}
	}
	for _, run := range rowRuns(sheet) {
		for i := range run.Index {
			if !strings.ContainsAny(run.Token(i).Text, "0123456789") {
				continue
			}
			for k, c := range counted {
				if len(seen[k]) >= steps[len(steps)-1] {
					continue
				}
				if v, ok := recognise.At(c.kind, run, i); ok && (v.Checked || !c.checked) && c.wants(v.Text) {
					seen[k][v.Text] = true
				}
			}
		}
	}
	for k, c := range counted {
		if c.kind == catalogue.PaymentLine || c.kind == catalogue.NFeKey {
			for v := range barcodes(doc, c.kind) {
				if c.wants(v) {
					seen[k][v] = true
				}
			}
		}
	}
	out := make([]int, len(counted))
	for i := range out {
		out[i] = len(seen[i])
	}
	return out
}

// shapesOf gives the values of shapes.
func shapesOf(sheet *layout.Sheet, doc document.Document) []float64 {
	words, inSentences, amounts, dates := 0, 0, 0, 0
	for i := range sheet.Cells {
		c := &sheet.Cells[i]
		n := c.Past - c.First
		words += n
		if n >= sentenceWords {
			inSentences += n
		}
	}
	for r, run := range rowRuns(sheet) {
		if _, ok := recognise.First(catalogue.Date, run); ok && len(sheet.Rows[r].Cells) > 1 {
			dates++
		}
		if n := len(run.Index); n > 1 && len(sheet.Rows[r].Cells) > 1 && strings.Contains(run.Token(n-1).Text, ",") {
			amounts++
		}
	}
	card := len(doc.Pages) > 0 && doc.Pages[0].Width > doc.Pages[0].Height
	return []float64{truth(len(doc.Pages) > 1), truth(slices.ContainsFunc(doc.Pages, isScanned)), truth(card),
		float64(inSentences) / float64(max(words, 1)), bounded(amounts), bounded(dates), math.Min(math.Log2(1+float64(words))/10, 1)}
}

// sentenceWords is how many words a line has in running text; fewer stand in forms.
const sentenceWords = 9

// bounded is the share of a number of rows in the size of a table that is surely one.
func bounded(rows int) float64 { return math.Min(float64(rows), tableRows) / tableRows }

const tableRows = 10.0

func isScanned(p document.Page) bool { return p.Source == document.OCR }
