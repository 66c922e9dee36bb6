package labels

import (
	"regexp"
	"slices"
	"sort"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// find lists the labels of a document: of overlapping ones the longest.
func (x *Labels) find() {
	hits := slices.DeleteFunc(x.withUnit(x.withoutCurrency(x.Type.Labels.Find(x.Sheet))), func(h phrase.Hit) bool {
		return x.halfLine(h) || x.preposition(h) || x.bareYear(h) || x.notYear(h)
	})
	hits = x.withTails(x.understood(x.wholeCells(hits)))
	for _, t := range x.told {
		hits = append(hits, phrase.Hit{ID: t.Meaning, First: t.First, Last: t.Last, Length: len(x.Sheet.FoldedText(t.First, t.Last))})
	}
	x.findEnds(hits)
	hits = x.joinHits(hits)
	all := slices.Clone(hits)
	hits = slices.DeleteFunc(hits, func(h phrase.Hit) bool { return x.twoLabels(h, all) })
	taken := make([]int, len(x.Sheet.Tokens)) // 1 + number of the label on a token
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
		if at := taken[h.First]; at > 0 && x.Placed[at-1].First == h.First && x.Placed[at-1].Last == h.Last {
			s := &x.Placed[at-1]
			s.Refs = append(s.Refs, x.Type.Refs[h.ID])
			continue
		}
		if overlaps(taken, h) {
			continue
		}
		x.Placed = append(x.Placed, x.newLabel(h))
		for i := h.First; i <= h.Last; i++ {
			taken[i] = len(x.Placed)
		}
	}
	x.takeRemarks()
	sort.SliceStable(x.Placed, func(a, b int) bool { return x.Placed[a].First < x.Placed[b].First })
	x.labelOn = make([]int32, len(x.Sheet.Tokens))
	for i := range x.Placed {
		for j := x.Placed[i].First; j <= x.Placed[i].Last; j++ {
			x.labelOn[j] = int32(i + 1)
		}
	}
	x.judge()
}

// wholeCells lets headings have all words of their cell where those before them say nothing:
// "Identificação do destinatário".
func (x *Labels) wholeCells(hits []phrase.Hit) []phrase.Hit {
	for i := range hits {
		h := &hits[i]
		cell := x.Sheet.Tokens[h.First].Cell
		head := x.HeadOf(cell, h.First)
		says := head == h.First || x.Sheet.Cells[cell].Past != h.Last+1
		switch x.Type.Refs[h.ID].Role {
		case compile.SectionLabel:
			says = says || x.Reading.Filler(head) && !x.leads(headingsOf, head, h.Last)
		case compile.FieldLabel, compile.ColumnLabel:
			says = says || !x.leads(labelsOf, head, h.Last)
		default:
			says = true
		}
		for k := head; k < h.First; k++ {
			says = says || !x.Reading.Idle(k)
		}
		if !says {
			h.First = head
		}
	}
	return hits
}

// leads reports whether a heading or a label begins with one of some small words: "Do comprador", "Com aceite".
func (x *Labels) leads(words map[string]bool, head, last int) bool {
	t := &x.Sheet.Tokens[head]
	return words[t.Fold] && !t.Small() && !strings.ContainsAny(x.Sheet.Tokens[last].Text, ":)")
}

var (
	headingsOf = lexicon.Words("opening headings")
	labelsOf   = lexicon.Words("opening labels")

	ordinalSigns = lexicon.Words("ordinal signs of numbers")
)

// halfLine reports whether a phrase that goes on over the end of a line takes but a
// part of a line: then its last words are those of a value.
func (x *Labels) halfLine(h phrase.Hit) bool {
	last := &x.Sheet.Tokens[h.Last]
	if x.Sheet.Tokens[h.First].Cell == last.Cell {
		return false
	}
	if first := x.Sheet.Tokens[h.First].Cell; !last.OCR && h.First != x.HeadOf(first, h.First) {
		return true // nor does a label begin with the last words of a heading over a value
	}
	return x.Sheet.Cells[last.Cell].Past != h.Last+1 && !strings.HasSuffix(last.Text, ":")
}

// preposition reports whether the sign of a number is the word "no" of a text: it has
// no mark, and no digits follow.
func (x *Labels) preposition(h phrase.Hit) bool {
	t := &x.Sheet.Tokens[h.First]
	if h.First != h.Last || !ordinalSigns[t.Fold] || t.OCR || strings.ContainsAny(t.Text, "º°.:") {
		return false
	}
	return h.Last+1 == len(x.Sheet.Tokens) || !layout.HasFigure(x.Sheet.Tokens[h.Last+1].Text)
}

// sumBeside reports whether a heading stands beside a sum: it is no label of a field, or
// that of a sum which may stand in any part of the document.
func (x *Labels) sumBeside(s *Label) bool {
	if !s.Ends || x.asksFor(s, func(f *catalogue.Field) bool { return f.Kind != catalogue.Money || len(f.In) > 0 || len(f.NotIn) > 0 }) {
		return false
	}
	beside := x.CellBeside(s.Cell)
	if beside < 0 {
		return false
	}
	_, ok := recognise.Whole(catalogue.Money, x.CellRun(beside))
	return ok
}

func (x *Labels) newLabel(h phrase.Hit) Label {
	first, last := &x.Sheet.Tokens[h.First], &x.Sheet.Tokens[h.Last]
	s := Label{First: h.First, Last: h.Last, Refs: []compile.Ref{x.Type.Refs[h.ID]}, Box: x.Sheet.Box(h.First, h.Last), Cell: last.Cell, Page: first.Page}
	s.Starts = h.First == x.HeadOf(first.Cell, h.First)
	s.Ends = x.Sheet.Cells[last.Cell].Past == h.Last+1
	s.Colon = strings.HasSuffix(last.Text, ":") || !s.Ends && strings.HasPrefix(x.Sheet.Tokens[h.Last+1].Text, ":")
	for i := h.First; i <= h.Last; i++ {
		if v, ok := recognise.At("year", recognise.Run{Sheet: x.Sheet, Index: []int32{int32(i)}}, 0); ok {
			s.year = source.Atoi(v.Text)
		} else if d := DigitsTail(x.Sheet.Tokens[i].Text); d > 0 {
			s.year = d
		}
	}
	return s
}

// HeadOf is the token at which the words of a cell begin, at most token at: the
// first, or the one after its number or sign, as of "3. Nome", "Quadro 3 - Nome",
// "A - Nome" and "(-) Descontos".
func (x *Labels) HeadOf(cell int32, at int) int {
	first := x.Sheet.Cells[cell].First
	i := first
	for i < at && i < first+2 && (x.Sheet.Tokens[i].Fold == "" || i == first && numbers(&x.Sheet.Tokens[i], &x.Sheet.Tokens[i+1])) {
		i++
	}
	if i < at && partWords[x.Sheet.Tokens[i].Fold] && (x.labelOn == nil || x.LabelOn(i) == nil) {
		i++ // "2 Ficha Bens e Direitos"
		if i < at && shape.BetweenNames(x.Sheet.Tokens[i].Fold) {
			i++ // "Quadro de dependentes"
		}
	}
	return i
}

// partWords are what the parts of a form are called before their number.
var partWords = lexicon.Words("parts of forms")

// numbers reports whether a word numbers what follows: it looks so, or is a letter
// before a dash.
func numbers(word, next *layout.Token) bool {
	return label.Numbering(word.Text) || len(word.Text) == 1 && word.Fold != "" && next.Fold == "" && next.Dash()
}

// DigitsTail is the year at the end of a date such as 31/12/2024.
func DigitsTail(text string) int {
	text = recognise.Bare(text)
	if shortYear.MatchString(text) {
		return 2000 + source.Atoi(text[len(text)-2:])
	}
	if len(text) >= 4 {
		if y := source.Atoi(text[len(text)-4:]); y >= 1950 && y <= 2100 {
			return y
		}
	}
	return 0
}

// shortYear is the last day of a year whose century is left out.
var shortYear = regexp.MustCompile(`^31[/.-]12[/.-]\d\d$`)

// judge judges each label once all are known.
func (x *Labels) judge() {
	for i := range x.Placed {
		s := &x.Placed[i]
		switch {
		case s.Starts && !s.Ends && !s.Colon && (x.withinProse(s) || x.opensText(s) || x.saysMore(s) || x.namesBody(s) || x.opensAnswer(s)):
			s.Strength = Word
		case s.Starts && !s.Colon && x.endsProse(s):
			s.Strength = Word
		case s.Starts && (s.Ends || s.Colon):
			s.Strength = Plain
		case s.Colon && x.midSentence(s):
			s.Strength = Word
		case s.Colon, s.Ends && x.numbered(s):
			s.Strength = Marked
		case s.Starts:
			s.Strength = Leading
		case x.afterBreak(s.First) && !x.goesOn(s) && !x.answers(s), x.opensSentence(s):
			s.Strength = Likely
		default:
			s.Strength = Word
		}
	}
	for i := range x.Placed {
		s := &x.Placed[i]
		if x.guessed[s.First] {
			s.Strength = min(s.Strength, Repeated)
		}
		if s.Strength == Word && s.First > 0 && (x.behindLabel(s) || x.behindValue(s) && !x.goesOn(s)) {
			s.Strength = Likely
		}
	}
	x.dropRests()
	x.dropAnswers()
	x.doubtRepeats()
	x.findValueBoxes()
	x.pairRows()
	x.placeSections()
	x.giveToOwners()
}

// behindLabel reports whether a label stands straight after another one: "UF CEP" set close together.
func (x *Labels) behindLabel(s *Label) bool {
	before := x.LabelOn(s.First - 1)
	return before != nil && before.Strength >= Likely && !before.Colon && before.Cell == s.Cell
}

// behindValue reports whether a label stands after the digits of another label's value, "Nº 335372 Série 1", or
// ends its cell after those of the value of the cell before.
func (x *Labels) behindValue(s *Label) bool {
	before, word, cell := x.Sheet.Tokens[s.First-1].Text, &x.Sheet.Tokens[s.First], &x.Sheet.Cells[s.Cell]
	if !layout.HasFigure(before) || strings.TrimRight(before, "ºª°") != before { // "7º Tabelião" is a number of the word behind it
		return false
	}
	capital := layout.HasCapital(word.Text)
	opens := x.LabelOn(cell.First)
	return opens != nil && opens.First < s.First && (capital || len(word.Fold) > 3) || s.Ends && s.First-cell.First <= 2 && capital
}

// numbered reports whether all that stands before a label in its cell is the number
// of a field on a form: "4a Data emissão", "2 e 1 Nome".
func (x *Labels) numbered(s *Label) bool {
	first := x.Sheet.Cells[s.Cell].First
	if s.First <= first || s.First-first > 3 {
		return false
	}
	for i := first; i < s.First; i++ {
		if len(x.Sheet.Tokens[i].Fold) > 2 {
			return false
		}
	}
	return true
}

// fills reports whether a long label with its number is nearly all that stands in its
// cell: OCR got the rest wrong.
func (x *Labels) fills(s *Label) bool {
	cell := x.Sheet.Cells[s.Cell]
	label := len(x.Sheet.FoldedText(s.First, s.Last))
	return x.Sheet.Tokens[s.First].OCR && x.numbered(s) && label >= 8 && 4*label >= 3*len(x.Sheet.FoldedText(cell.First, cell.Past-1))
}

// dropAnswers drops the labels that are values of a column under its heading:
// "Titular" under "Parentesco", or beside it.
func (x *Labels) dropAnswers() {
	for i := range x.Placed {
		s := &x.Placed[i]
		if x.numberedAnswer(s) {
			s.Strength = Word
		}
		for _, field := range x.Type.Fields {
			for k, c := range field.Columns {
				if len(c.Known) > 0 && slices.ContainsFunc(c.Known, func(v string) bool { return fold.Text(v) == x.Sheet.FoldedText(s.First, s.Last) }) && x.underHeading(s, field.Name, k) {
					s.Strength = Word
				}
			}
		}
	}
}

// underHeading reports whether a label stands below the heading of a column, or right behind its label.
func (x *Labels) underHeading(s *Label, list string, column int) bool {
	before := x.endBefore(s)
	return slices.ContainsFunc(x.Placed, func(h Label) bool {
		below := h.Page == s.Page && h.Box.Bottom <= s.Box.Top+1 && h.Box.Overlap(s.Box) > 0
		return (below || before != nil && before.First == h.First) && slices.ContainsFunc(h.Refs, func(r compile.Ref) bool {
			return r.Role == compile.ColumnLabel && r.Field == x.Type.Index[list] && r.Column == column
		})
	})
}

// doubtRepeats doubts a label that only begins a line where the same label stands
// elsewhere by itself or with its colon: "Cidade Nova" is a district then.
func (x *Labels) doubtRepeats() {
	plain := map[compile.Ref]bool{}
	for i := range x.Placed {
		if s := &x.Placed[i]; s.Strength == Plain {
			for _, r := range s.Refs {
				plain[r] = true
			}
		}
	}
	for i := range x.Placed {
		s := &x.Placed[i]
		if s.Strength != Leading || layout.HasFigure(x.Sheet.Tokens[s.Last+1].Text) {
			continue
		}
		if !slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return !plain[r] }) {
			s.Strength = Repeated
		}
	}
}

// answers reports whether a label behind a dash is a word of the value of a label with a colon, or of the
// one over its line: it has none, and no digits before or behind it, as in "Natureza: vencimentos - servidor ativo",
// "Vale S.A. - Instituição de pagamento" under "Fonte pagadora".
func (x *Labels) answers(s *Label) bool {
	if s.Colon || s.First == 0 || !x.Sheet.Tokens[s.First-1].Dash() || !s.Ends && layout.HasFigure(x.Sheet.Tokens[s.Last+1].Text) {
		return false
	}
	for i := s.First - 1; i >= x.Sheet.Cells[s.Cell].First && !layout.HasFigure(x.Sheet.Tokens[i].Text); i-- {
		if strings.HasSuffix(x.Sheet.Tokens[i].Text, ":") {
			return true
		}
	}
	over := x.OverCell(s.Cell)
	return over >= 0 && x.LabelCell(over)
}

// Boundary reports whether a label begins at token i, or the number before one: text
// of a value ends there.
func (x *Labels) Boundary(i int) bool {
	if x.LabelOn(i) == nil && x.Sheet.LineStart(i) {
		cell := x.Sheet.Tokens[i].Cell
		if x.beforeColon(cell) || x.headings[cell] {
			return true
		}
		i = x.HeadOf(cell, x.Sheet.Cells[cell].Past-1)
	}
	on := x.LabelOn(i)
	return on != nil && on.First == i && on.Strength >= Likely && on.Bounds()
}

// beforeColon reports whether a cell is a label, whatever its words say: it ends with a colon and no label that is
// known, or the next on its line begins with one, as where all colons stand under each other.
func (x *Labels) beforeColon(cell int32) bool {
	beside, last := x.CellBeside(cell), x.Sheet.Cells[cell].Past-1
	return beside >= 0 && (endsInColon(x.Sheet.Tokens[last].Text) && x.LabelOn(last) == nil || strings.HasPrefix(x.Sheet.Tokens[x.Sheet.Cells[beside].First].Text, ":"))
}
