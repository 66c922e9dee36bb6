// Package extraction finds the fields of a document of a known type.
//
// In come the read pages and the type's catalogue entry; out go the fields in
// catalogue order, each with its value, its sources on the page, what speaks
// for it, and a confidence. It is general: what is peculiar to a type stands in
// the catalogue. It reads no file, asks no service, keeps nothing between
// documents, and the same document gives the same fields.
package extraction

import (
	"sort"
	"strconv"
	"time"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Version is the engine's, kept with every result: the same version and the same
// document give the same fields.
const Version = "1.0.0"

// Options are what the document itself does not say.
type Options struct {
	ReceivedAt time.Time // resolves dates that a document gives in part
}

// Extract reads the fields of doc, which is of type typ.
func Extract(doc document.Document, typ catalogue.Type, opts Options) []event.Field {
	x := read(doc, typ, opts, fitted())
	if x == nil {
		return nil
	}
	return x.fields()
}

// read finds the values of a document; nil where there is nothing to read.
func read(doc document.Document, typ catalogue.Type, opts Options, models *Models) *extractor {
	x := &extractor{plan: planOf(typ), doc: doc, sheet: layout.Of(doc), opts: opts, models: models}
	if len(x.sheet.Tokens) == 0 && !hasBarcodes(doc) {
		return nil
	}
	mendOrdinals(x.sheet)
	x.sortCells()
	x.findTicks()
	x.findSpots()
	x.dropLesserLabels()
	x.findFormNumbers()
	x.findYears()
	x.votePlaces()
	x.balances = x.balanceHeadings()
	x.readJoint()
	x.readLabels()
	x.readMatrix()
	x.readBoxes()
	x.readProse()
	x.readSentences()
	x.readEvents()
	x.readSpokenOf()
	x.readValues()
	x.readKnown()
	x.readVocabularies()
	x.readAnywhere()
	x.readLetterheads()
	x.weighLetterheads()
	x.readAddresses()
	x.readNumbers()
	x.readDatelines()
	x.readBarcodes()
	x.readLists()
	x.readLone()
	x.discountTables()
	x.discountIntroductions()
	x.attach()
	x.assign()
	x.derive()
	x.dropUnfit()
	return x
}

// extractor is the work on one document.
type extractor struct {
	plan     *plan
	doc      document.Document
	sheet    *layout.Sheet
	text     *pattern.Text
	reading  *meaning.Reading
	entities *entity.Text
	opts     Options

	byTop       [][]int32 // cells of each page by their top
	spots       []spot
	ticks       []int8               // of each token: what the box of the option says that it belongs to
	guessed     map[int]bool         // first tokens of labels that have an unknown word
	spotAt      []int32              // 1 + index of the spot on each token
	ends        map[[2]int]tableMark // by the token and the list
	sections    []section
	formNumbers map[string]bool // of the labels of a form whose boxes are numbered
	early       int             // the earlier and the later year that labels with years name
	late        int             //
	rightVote   float64         // share of labels whose value stands to the right
	captions    bool            // labels stand under their values
	balances    map[*spot]bool  // those that head a column of a table of sums with their balance
	joint       map[*spot]bool  // read with the labels that share its box
	candidates  []candidate
	chosen      []*candidate  // by field
	rivals      []*candidate  // likeliest other value, by field
	vectors     []odds.Vector // by candidate
	models      *Models
	repeats     []int        // times that the chosen value was found, by field
	lists       [][]rowValue // by field
	inTable     []float64    // of each token: what the row of a list weighs that holds it
}

func hasBarcodes(doc document.Document) bool {
	for _, p := range doc.Pages {
		if len(p.Barcodes) > 0 {
			return true
		}
	}
	return false
}

func (x *extractor) sortCells() {
	x.byTop = make([][]int32, len(x.sheet.Pages))
	for p, page := range x.sheet.Pages {
		cells := make([]int32, 0, page.AfterCell-page.FirstCell)
		for c := page.FirstCell; c < page.AfterCell; c++ {
			if !x.sheet.Cells[c].Turned {
				cells = append(cells, int32(c))
			}
		}
		sort.SliceStable(cells, func(i, j int) bool { return x.sheet.Cells[cells[i]].Top < x.sheet.Cells[cells[j]].Top })
		x.byTop[p] = cells
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
