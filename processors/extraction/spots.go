package extraction

import (
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"

	"lavra.dev/processors/extraction/valuebox"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// spot is a place where a label stands.
type spot struct {
	first, last int
	refs        []ref
	box         layout.Rect
	cell        int32
	page        int32
	quality     float64 // how much it looks like a label and not like a word of the text
	colon       bool
	starts      bool // it begins its cell
	ends        bool // it ends its cell
	sections    []string
	year        int // digits that the wildcard of the label took, 0 for none
	in          valuebox.Set
	paired      bool  // it stands in a row of labels over a row of values
	value       int32 // its cell in that row, or -1
}

// findSpots lists the labels of a document: of overlapping ones the longest.
func (x *extractor) findSpots() {
	hits := slices.DeleteFunc(x.withUnit(x.withoutCurrency(x.plan.labels.Find(x.sheet))), func(h phrase.Hit) bool {
		return x.halfLine(h) || x.preposition(h) || x.overRow(h) || x.bareYear(h) || x.notYear(h)
	})
	x.reading = meaning.Shared().Read(x.sheet)
	hits = x.understood(x.wholeCells(hits))
	x.findEnds(hits)
	hits = x.joinHits(hits)
	all := slices.Clone(hits)
	hits = slices.DeleteFunc(hits, func(h phrase.Hit) bool { return x.twoLabels(h, all) })
	taken := make([]int, len(x.sheet.Tokens)) // 1 + index of the spot on a token
	order := make([]int, len(hits))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool {
		p, q := hits[order[a]], hits[order[b]]
		if a, b := x.printedLength(p), x.printedLength(q); a != b {
			return a > b
		}
		return p.First < q.First
	})
	for _, k := range order {
		h := hits[k]
		if at := taken[h.First]; at > 0 && x.spots[at-1].first == h.First && x.spots[at-1].last == h.Last {
			s := &x.spots[at-1]
			s.refs = append(s.refs, x.plan.refs[h.ID])
			continue
		}
		if overlaps(taken, h) {
			continue
		}
		x.spots = append(x.spots, x.newSpot(h))
		for i := h.First; i <= h.Last; i++ {
			taken[i] = len(x.spots)
		}
	}
	x.takeRemarks(taken)
	sort.SliceStable(x.spots, func(a, b int) bool { return x.spots[a].first < x.spots[b].first })
	x.joinParties()
	x.spotAt = make([]int32, len(x.sheet.Tokens))
	for i := range x.spots {
		for j := x.spots[i].first; j <= x.spots[i].last; j++ {
			x.spotAt[j] = int32(i + 1)
		}
	}
	x.settleSpots()
}

// wholeCells lets headings have all words of their cell where those before them say nothing:
// "Identificação do destinatário".
func (x *extractor) wholeCells(hits []phrase.Hit) []phrase.Hit {
	for i := range hits {
		h := &hits[i]
		cell := x.sheet.Tokens[h.First].Cell
		head := x.headOf(cell, h.First)
		says := x.plan.refs[h.ID].role != sectionLabel || head == h.First || x.sheet.Cells[cell].Past != h.Last+1 || x.reading.Filler(head)
		for k := head; k < h.First; k++ {
			says = says || !x.reading.Idle(k)
		}
		if !says {
			h.First = head
		}
	}
	return hits
}

// halfLine tells whether a phrase that goes on over the end of a line takes but a
// part of a line: then its last words are those of a value.
func (x *extractor) halfLine(h phrase.Hit) bool {
	last := &x.sheet.Tokens[h.Last]
	if x.sheet.Tokens[h.First].Cell == last.Cell {
		return false
	}
	if first := x.sheet.Tokens[h.First].Cell; !last.OCR && h.First != x.headOf(first, h.First) {
		return true // nor does a label begin with the last words of a heading over a value
	}
	return x.sheet.Cells[last.Cell].Past != h.Last+1 && !strings.HasSuffix(last.Text, ":")
}

// preposition tells whether the sign of a number is the word "no" of a text: it has
// no mark, and no digits follow.
func (x *extractor) preposition(h phrase.Hit) bool {
	t := &x.sheet.Tokens[h.First]
	if h.First != h.Last || t.Fold != "no" || t.OCR || strings.ContainsAny(t.Text, "º°.:") {
		return false
	}
	return h.Last+1 == len(x.sheet.Tokens) || !layout.HasFigure(x.sheet.Tokens[h.Last+1].Text)
}

// sumBeside tells whether a heading stands beside a sum: it is no label of a field, or
// that of a sum which may stand in any part of the document.
func (x *extractor) sumBeside(s *spot) bool {
	if !s.ends && !x.wordsOnly(s) || slices.ContainsFunc(s.refs, func(r ref) bool {
		return r.role == fieldLabel && (x.plan.typ.Fields[r.field].Kind != catalogue.Money || len(x.plan.typ.Fields[r.field].In) > 0 || len(x.plan.typ.Fields[r.field].NotIn) > 0)
	}) {
		return false
	}
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	at := slices.Index(row, s.cell)
	if at < 0 || at+1 >= len(row) {
		return false
	}
	next := x.sheet.Cells[row[at+1]]
	v, ok := recognise.At(catalogue.Money, x.between(next.First, next.Past-1), 0)
	return ok && v.Last == next.Past-1-next.First
}

func (x *extractor) newSpot(h phrase.Hit) spot {
	first, last := &x.sheet.Tokens[h.First], &x.sheet.Tokens[h.Last]
	s := spot{first: h.First, last: h.Last, refs: []ref{x.plan.refs[h.ID]}, box: x.sheet.Box(h.First, h.Last), cell: last.Cell, page: first.Page}
	s.starts = h.First == x.headOf(first.Cell, h.First)
	s.ends = x.sheet.Cells[last.Cell].Past == h.Last+1
	s.colon = strings.HasSuffix(last.Text, ":") || !s.ends && strings.HasPrefix(x.sheet.Tokens[h.Last+1].Text, ":") || x.ledOn(h.Last)
	for i := h.First; i <= h.Last; i++ {
		if v, ok := recognise.At("year", recognise.Run{Sheet: x.sheet, Index: []int32{int32(i)}}, 0); ok {
			s.year = atoi(v.Text)
		} else if d := digitsTail(x.sheet.Tokens[i].Text); d > 0 {
			s.year = d
		}
	}
	return s
}

// headOf is the token at which the words of a cell begin, at most token at: the
// first, or the one after its number or sign, as of "3. Nome", "Quadro 3 - Nome",
// "A - Nome" and "(-) Descontos".
func (x *extractor) headOf(cell int32, at int) int {
	first := x.sheet.Cells[cell].First
	if first+1 < at && partWords[x.sheet.Tokens[first].Fold] && (x.sheet.Tokens[first+1].Fold == "" || numbers(&x.sheet.Tokens[first+1], &x.sheet.Tokens[first+2])) {
		first++
	}
	i := first
	for i < at && i < first+2 && (x.sheet.Tokens[i].Fold == "" || i == first && numbers(&x.sheet.Tokens[i], &x.sheet.Tokens[i+1])) {
		i++
	}
	if form := x.sheet.Tokens[i].Fold; i < at && (form == "ficha" || form == "quadro") && (x.spotAt == nil || x.spotAt[i] == 0) {
		i++ // "2 Ficha Bens e Direitos"
	}
	return i
}

// partWords are what the parts of a form are called before their number.
var partWords = map[string]bool{"quadro": true, "ficha": true, "secao": true, "bloco": true, "campo": true, "parte": true, "item": true, "anexo": true}

// numbers tells whether a word numbers what follows: it looks so, or is a letter
// before a dash.
func numbers(word, next *layout.Token) bool {
	return numbering.MatchString(word.Text) || len(word.Text) == 1 && word.Fold != "" && next.Fold == "" && next.Dash()
}

// numbering is what numbers the lines of a form: "1", "01.", "3.2", "IV -", "b)".
var numbering = regexp.MustCompile(`^(\d{1,2}(\.\d{1,2})*[.):-]*|[IVX]{2,4}[.):-]*|[IVXa-zA-Z][.):-]+)$`)

// digitsTail is the year at the end of a date such as 31/12/2024.
func digitsTail(text string) int {
	text = recognise.Bare(text)
	if shortYear.MatchString(text) {
		return 2000 + atoi(text[len(text)-2:])
	}
	if len(text) >= 4 {
		if y := atoi(text[len(text)-4:]); y >= 1950 && y <= 2100 {
			return y
		}
	}
	return 0
}

// shortYear is the last day of a year whose century is left out.
var shortYear = regexp.MustCompile(`^31[/.-]12[/.-]\d\d$`)

// settleSpots judges each spot once all are known.
func (x *extractor) settleSpots() {
	for i := range x.spots {
		s := &x.spots[i]
		switch {
		case s.starts && !s.ends && !s.colon && (x.withinProse(s) || x.opensText(s) || x.saysMore(s) || x.namesTown(s)):
			s.quality = 0.3
		case s.starts && (s.ends || s.colon):
			s.quality = 1
		case s.colon && x.midSentence(s):
			s.quality = 0.3
		case s.colon, s.ends && x.numbered(s):
			s.quality = 0.95
		case s.starts:
			s.quality = 0.85
		case x.fills(s):
			s.quality = 0.8
		case x.afterBreak(s.first) && !x.goesOn(s) && !x.answers(s), x.opensSentence(s):
			s.quality = 0.75
		default:
			s.quality = 0.3
		}
	}
	for i := range x.spots {
		s := &x.spots[i]
		if x.guessed[s.first] {
			s.quality = min(s.quality, halfUnderstood)
		}
		if s.quality == 0.3 && s.first > 0 {
			// A label straight after another one: "UF CEP" set close together.
			if at := x.spotAt[s.first-1]; at > 0 && x.spots[at-1].quality >= 0.75 && !x.spots[at-1].colon && x.spots[at-1].cell == s.cell {
				s.quality = 0.75
			}
			// A label after the digits of another label's value: "Nº 335372 Série 1".
			if at := x.spotAt[x.sheet.Cells[s.cell].First]; at > 0 && x.spots[at-1].first < s.first && layout.HasFigure(x.sheet.Tokens[s.first-1].Text) && !ordinal(x.sheet.Tokens[s.first-1].Text) && (layout.HasCapital(x.sheet.Tokens[s.first].Text) || len(x.sheet.Tokens[s.first].Fold) > 3) {
				s.quality = 0.75
			}
			// A label that ends its cell after the value of the cell before.
			if before := s.first - x.sheet.Cells[s.cell].First; s.ends && before <= 2 && layout.HasFigure(x.sheet.Tokens[s.first-1].Text) && !ordinal(x.sheet.Tokens[s.first-1].Text) && layout.HasCapital(x.sheet.Tokens[s.first].Text) {
				s.quality = 0.75
			}
		}
	}
	x.dropAnswers()
	x.dropAnsweringNoise()
	x.doubtRepeats()
	x.findValueBoxes()
	x.pairRows()
	x.placeSections(nil)
	x.giveToOwners()
}

const halfUnderstood = 0.7 // the quality of a label with an unknown word

// numbered tells whether all that stands before a label in its cell is the number
// of a field on a form: "4a Data emissão", "2 e 1 Nome".
func (x *extractor) numbered(s *spot) bool {
	first := x.sheet.Cells[s.cell].First
	if s.first <= first || s.first-first > 3 {
		return false
	}
	for i := first; i < s.first; i++ {
		if len(x.sheet.Tokens[i].Fold) > 2 {
			return false
		}
	}
	return true
}

// fills tells whether a long label with its number is nearly all that stands in its
// cell: OCR got the rest wrong.
func (x *extractor) fills(s *spot) bool {
	cell := x.sheet.Cells[s.cell]
	label := len(foldedText(x.sheet, s.first, s.last))
	return x.sheet.Tokens[s.first].OCR && x.numbered(s) && label >= 8 && 4*label >= 3*len(foldedText(x.sheet, cell.First, cell.Past-1))
}

// dropAnswers drops the labels that are values of a column under its heading:
// "Titular" under "Parentesco".
func (x *extractor) dropAnswers() {
	for i := range x.spots {
		s := &x.spots[i]
		if x.answersItself(s) || x.numberedAnswer(s) || x.repeatsLabel(s) {
			s.quality = 0.2
		}
		for _, field := range x.plan.typ.Fields {
			for k, c := range field.Columns {
				if len(c.Known) > 0 && slices.ContainsFunc(c.Known, func(v string) bool { return layout.Fold(v) == foldedText(x.sheet, s.first, s.last) }) && x.underHeading(s, field.Name, k) {
					s.quality = 0.2
				}
			}
		}
	}
}

// underHeading tells whether a spot stands below the heading of a column.
func (x *extractor) underHeading(s *spot, list string, column int) bool {
	return slices.ContainsFunc(x.spots, func(h spot) bool {
		return h.page == s.page && h.box.Bottom <= s.box.Top+1 && h.box.Overlap(s.box) > 0 && slices.ContainsFunc(h.refs, func(r ref) bool {
			return r.role == columnLabel && r.field == x.plan.index[list] && r.column == column
		})
	})
}

// doubtRepeats doubts a label that only begins a line where the same label stands
// elsewhere by itself or with its colon: "Cidade Nova" is a district then.
func (x *extractor) doubtRepeats() {
	plain := map[ref]bool{}
	for i := range x.spots {
		if s := &x.spots[i]; s.quality == 1 {
			for _, r := range s.refs {
				plain[r] = true
			}
		}
	}
	for i := range x.spots {
		s := &x.spots[i]
		if s.quality != 0.85 || layout.HasFigure(x.sheet.Tokens[s.last+1].Text) || x.lostColon(s) {
			continue
		}
		if !slices.ContainsFunc(s.refs, func(r ref) bool { return !plain[r] }) {
			s.quality = 0.6
		}
	}
}

// lostColon tells whether OCR lost the colon of a label: the line over it in its block
// begins flush with it, with a label that has one.
func (x *extractor) lostColon(s *spot) bool {
	cell := &x.sheet.Cells[s.cell]
	if s.cell == 0 || !x.sheet.Tokens[s.first].OCR || x.sheet.Cells[s.cell-1].Block != cell.Block {
		return false
	}
	above := &x.sheet.Cells[s.cell-1]
	at := x.spotAt[above.First]
	return at > 0 && x.spots[at-1].colon && x.spots[at-1].first == above.First && math.Abs(above.Left-cell.Left) < cell.Char
}

// ordinal tells whether a word numbers the one behind it: "7º Tabelião".
func ordinal(text string) bool {
	return strings.HasSuffix(text, "º") || strings.HasSuffix(text, "ª") || strings.HasSuffix(text, "°")
}

// answers tells whether a label behind a dash is a word of the value of a label with a
// colon: it has none, and no digits before or behind it, as in "Natureza: vencimentos - servidor ativo".
func (x *extractor) answers(s *spot) bool {
	if s.colon || s.ends || s.first == 0 || !x.sheet.Tokens[s.first-1].Dash() || layout.HasFigure(x.sheet.Tokens[s.last+1].Text) {
		return false
	}
	for i := s.first - 1; i >= x.sheet.Cells[s.cell].First && !layout.HasFigure(x.sheet.Tokens[i].Text); i-- {
		if strings.HasSuffix(x.sheet.Tokens[i].Text, ":") {
			return true
		}
	}
	return false
}

// boundary tells whether a label begins at token i, or the number before one: text
// of a value ends there.
func (x *extractor) boundary(i int) bool {
	if x.spotAt[i] == 0 && x.sheet.LineStart(i) {
		cell := x.sheet.Tokens[i].Cell
		if x.numbersPart(cell) || x.numbersBox(i) {
			return true
		}
		i = x.headOf(cell, x.sheet.Cells[cell].Past-1)
	}
	at := x.spotAt[i]
	return at > 0 && x.spots[at-1].first == i && x.spots[at-1].quality >= 0.75 && x.spots[at-1].bounds()
}

// bounds tells whether the spot ends the value before it. The words that end a
// table do not: they are words of text elsewhere.
func (s *spot) bounds() bool {
	for _, r := range s.refs {
		if r.role == sectionLabel && !s.starts && !s.colon {
			continue // a word of a value: headings begin their line
		}
		if r.role != tableEnd && r.role != tableSkip && (r.role != columnLabel || s.quality >= 0.95) {
			return true
		}
	}
	return false
}
