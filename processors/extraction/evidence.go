package extraction

import (
	"math"

	"lavra.dev/processors/document"
	"lavra.dev/processors/recognise"
	"lavra.dev/schemas/catalogue"
)

// Evidence is what speaks for and against a single value, in numbers.
type Evidence [evidences]float64

const evidences = 18

// EvidenceNames names the numbers of an Evidence.
var EvidenceNames = [evidences]string{"one", "score", "repeated", "rival", "repaired", "invalid", "worst_word", "mean_word", "typed", "formed",
	"name", "company", "text", "total", "below", "required", "found", "letters"}

// weights are the log odds of each evidence, by logistic regression on 7,879 values of
// 572 documents: 272 in layouts that tuning had hardly begun on, and 300 of the generator's,
// which count half. Cross-validated by layout, of the values given with 0.95 or more
// 98.2 % are right in unknown layouts as text, 97.8 % as scans and photos, and 99.8 %
// in known ones. A test fits them again to testdata/evidence.csv.gz, which the
// scorecard writes (-evidence).
var weights = Evidence{
	-3.381, // one
	3.542,  // score: of label, place and form
	0.516,  // repeated: printed twice, or found by a label and a pattern
	-2.164, // rival: how near another value comes
	-0.830, // repaired: a letter was put right
	-0.779, // invalid: its check digits are wrong
	-2.089, // worst_word: doubt of the reader in the word it is least sure of
	-1.078, // mean_word: the same of all its words
	2.355,  // typed: its kind has a form of its own
	-0.653, // formed: dates, sums and tax numbers, of which a document has several
	0.530,  // name: looks like a person's name
	-0.741, // company: or a company's, which has no form
	-0.668, // text
	-1.632, // total: the sum under a table
	0.757,  // below: stands under its label
	1.384,  // required: share of the type's required fields that were found
	1.471,  // found: share of all its fields
	0.225,  // letters: their number, as a logarithm
}

// barcode is the weight of bars that say the same, read by other means than the words.
// Too few documents have them to fit it.
const barcode = 3

// confidence is the share of such values that are right.
func (x *extractor) confidence(field int, f catalogue.Field, c *candidate, invalid bool) float64 {
	odds := 0.0
	for i, e := range x.evidence(field, f, c, invalid) {
		odds += weights[i] * e
	}
	if x.barcodeAgrees(field, c) {
		odds += barcode
	}
	return round(1 / (1 + math.Exp(-odds)))
}

func (x *extractor) evidence(field int, f catalogue.Field, c *candidate, invalid bool) Evidence {
	worst, mean := x.wordDoubt(c.tokens)
	required, found := x.shareFound()
	letters := 0
	for _, t := range c.tokens {
		letters += len(x.sheet.Tokens[t].Fold)
	}
	rival := 0.0
	if x.rivals[field] > 0 {
		rival = max(0, 1-4*(c.score-x.rivals[field])) // none from a quarter's distance on
	}
	typed := recognise.Typed(f.Kind) || f.Kind == catalogue.Enum || f.Kind == catalogue.Bool
	return Evidence{1, c.score, is(x.repeats[field] > 0), rival, is(c.repaired), is(invalid), worst, mean,
		is(typed), is(strong(f.Kind)), is(f.Like == "name"), is(f.Like == "company"), is(f.Kind == catalogue.Text),
		is(c.how == "total"), is(c.how == "label" && c.place == catalogue.Below), required, found, math.Log1p(float64(letters))}
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// wordDoubt is how unsure the reader was of the words of a value: of the worst, and
// of all in the mean.
func (x *extractor) wordDoubt(tokens []int32) (worst, mean float64) {
	for _, t := range tokens {
		doubt := 1 - x.sheet.Tokens[t].Conf
		worst, mean = max(worst, doubt), mean+doubt
	}
	return worst, mean / float64(max(len(tokens), 1))
}

// shareFound is the share of the type's fields that have a value: of those required,
// and of all single ones. In a layout that is not understood it is low.
func (x *extractor) shareFound() (required, found float64) {
	wanted, have := 0, 0
	for i, f := range x.plan.typ.Fields {
		if x.chosen[i] != nil {
			found++
		}
		if f.Required {
			wanted++
			if x.chosen[i] != nil || len(x.lists[i]) > 0 {
				have++
			}
		}
	}
	return float64(have) / float64(max(wanted, 1)), found / float64(len(x.plan.typ.Fields))
}

// Judged is a value of a document with what speaks for it.
type Judged struct {
	Field    string
	Evidence Evidence
}

// Explain gives the evidence of each single value that Extract gives.
func Explain(doc document.Document, typ catalogue.Type, opts Options) []Judged {
	x := read(doc, typ, opts)
	if x == nil {
		return nil
	}
	var out []Judged
	for i, f := range typ.Fields {
		if c := x.chosen[i]; c != nil && f.Kind != catalogue.List {
			out = append(out, Judged{f.Name, x.evidence(i, f, c, fault(f.Kind, c.value) != nil)})
		}
	}
	return out
}
