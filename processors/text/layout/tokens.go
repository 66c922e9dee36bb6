package layout

import (
	"math"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/grid"
	"lavra.dev/processors/text/lexicon"
)

const (
	defaultWidth, defaultHeight = 595, 842 // A4, for pages of unknown size

	// A space is a quarter to six tenths of the font size and a character about
	// half of it; justified lines stretch a space to some 0.8. So a gap of twice
	// the mean character parts cells and not words.
	cellGap = 1.9
	barGap  = 0.8 // the same beside a bar: within a value, "1577 | 3701 | 0005", a blank is some half of a letter, of a line printer a whole one
)

func (s *Sheet) addPage(index int, p document.Page, lines [][]placed) {
	w, h := p.Width, p.Height
	if w <= 0 || h <= 0 {
		w, h = defaultWidth, defaultHeight
	}
	b := pageBuilder{page: int32(index), w: w, h: h, ocr: p.Source == document.OCR, grid: grid.Of(p.Rulings, w, h)}
	for _, line := range lines {
		b.addLine(line)
	}
	b.splitUnderHeads()
	b.splitGutters()
	b.splitHeadings()
	b.takeOverflow()
	s.arrange(&b)
}

type pageBuilder struct {
	page  int32
	w, h  float64
	ocr   bool
	grid  *grid.Grid
	cells []protoCell
	rows  [][]int // indexes into cells
	pitch float64 // font sizes between the lines of a block, at most
}

type protoCell struct {
	tokens []Token
	Rect
	size, char float64
	row        int
	box        int // on the page
	up, down   int // neighbours in the block, -1 for none
	stamp      bool
}

func (b *pageBuilder) addLine(line []placed) {
	tokens := make([]Token, 0, len(line)+len(line)/4) // some words are several
	for _, word := range line {
		tokens = b.appendWord(tokens, word.line, word.index, word.Word)
	}
	if b.ocr {
		tokens = withoutRules(tokens)
	}
	if len(tokens) == 0 {
		return
	}
	var row []int
	start, even := 0, evenlySpaced(tokens)
	wide := cellGap
	if b.ocr {
		wide = inkGap(tokens)
	}
	apart := false // the token before is a colon that stands in a column of its own: it belongs to the label
	for i := 1; i <= len(tokens); i++ {
		ends := i == len(tokens) || apart || !even && parts(&tokens[i-1], &tokens[i], wide) || b.grid.Parted(grid.Rect(tokens[i-1].Rect), grid.Rect(tokens[i].Rect)) || b.centred(tokens, i)
		apart = ends && i < len(tokens) && !apart && tokens[i].Text == ":"
		if !ends || apart {
			continue
		}
		row = append(row, len(b.cells))
		b.cells = append(b.cells, b.newCell(tokens[start:i], len(b.rows)))
		start = i
	}
	b.rows = append(b.rows, row)
}

// parts reports whether the gap between two neighbours on a line ends a cell.
func parts(a, c *Token, wide float64) bool {
	if !c.Space || !c.OCR && c.Text == "," { // no cell begins with a comma: what a blank before it holds is short
		return false
	}
	if a.Line == c.Line && a.Word == c.Word || !c.OCR && c.Left > a.MidX() && c.Left < a.Right-0.2*charWidth(a) {
		return true // over each other
	}
	char := min(charWidth(a), charWidth(c))
	words := !HasDigit(a.Text) && !HasDigit(c.Text)
	if a.Fold == "" || c.Fold == "" || words && (min(len(a.Fold), len(c.Fold)) <= 2 || strings.HasPrefix(c.Text, "(")) { // a dash, a bracket or two letters are no measure of the type
		char = max(charWidth(a), charWidth(c))
	}
	if a.Text == "|" || c.Text == "|" {
		wide = barGap
	}
	return c.Left-a.Right > wide*char
}

// inkGap is cellGap for a line read by OCR. Its boxes are those of the ink, so that
// type looks smaller and spaces look wider; the middle gap of the line tells how wide.
func inkGap(tokens []Token) float64 {
	var gaps []float64
	for i := 1; i < len(tokens); i++ {
		if !tokens[i].Space {
			continue
		}
		if gap := (tokens[i].Left - tokens[i-1].Right) / max(charWidth(&tokens[i-1]), charWidth(&tokens[i]), 1); gap < 1.5*cellGap {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) < 2 {
		return cellGap
	}
	sort.Float64s(gaps)
	return min(max(1.7*gaps[len(gaps)/2], cellGap), 1.4*cellGap)
}

// withoutRules drops what OCR made of the upright rules between boxes: a letter or
// two, more than twice as tall as the words of the line.
func withoutRules(tokens []Token) []Token {
	tall := 0.0
	for i := range tokens {
		if utf8.RuneCountInString(tokens[i].Text) > 2 {
			tall = max(tall, tokens[i].Height())
		}
	}
	if tall == 0 {
		return tokens
	}
	return slices.DeleteFunc(tokens, func(t Token) bool { return utf8.RuneCountInString(t.Text) <= 2 && t.Height() > 2*tall })
}

// evenlySpaced reports whether a line is one of justified text: a few words drawn
// out to the width of the paragraph, every gap alike.
func evenlySpaced(tokens []Token) bool {
	least, most, words := math.Inf(1), 0.0, 1
	for i := 1; i < len(tokens); i++ {
		if !tokens[i].Space || tokens[i].Text == "," { // a comma set apart stays close
			continue
		}
		gap := tokens[i].Left - tokens[i-1].Right
		least, most, words = min(least, gap), max(most, gap), words+1
	}
	return words >= 5 && most <= 1.3*least && most < 5*charWidth(&tokens[0])
}

// charWidth is a token's mean character; a short token says little, so its
// height bounds it.
func charWidth(t *Token) float64 {
	n := utf8.RuneCountInString(t.Text)
	w := t.Width() / float64(max(n, 1))
	h, most := t.Height(), 0.7
	if n >= 5 {
		most = 1 // letters set wide apart
	}
	return max(min(w, most*h), 0.38*h)
}

func (b *pageBuilder) newCell(tokens []Token, row int) protoCell {
	c := protoCell{tokens: tokens, Rect: tokens[0].Rect, row: row, up: -1, down: -1}
	var width float64
	n := 0
	for _, t := range tokens {
		c.Rect = c.Rect.Union(t.Rect)
		width += t.Width()
		n += utf8.RuneCountInString(t.Text)
	}
	c.char = width / float64(max(n, 1))
	c.size = max(c.Height(), 1.6*c.char)
	c.box = b.grid.At(c.MidX(), c.MidY())
	return c
}

// turned reports whether a line runs up or down the page, several words, much higher
// than wide, or across it.
func (c *protoCell) turned() bool {
	return c.stamp || len(c.tokens) > 1 && c.Height() > 2*c.Width()
}

// appendWord splits a word where letters meet a separator. Numbers stay whole:
// dates, sums and identifiers carry their separators.
func (b *pageBuilder) appendWord(tokens []Token, line, index int32, w document.Word) []Token {
	box := Rect{w.Box.Left * b.w, w.Box.Top * b.h, w.Box.Right() * b.w, w.Box.Bottom() * b.h}
	runes := utf8.RuneCountInString(w.Text)
	if runes == 0 {
		return tokens
	}
	step := box.Width() / float64(runes)
	rest, at := w.Text, 0
	for rest != "" {
		n := pieceEnd(rest)
		piece := rest[:n]
		count := utf8.RuneCountInString(piece)
		tokens = append(tokens, Token{
			Text: piece, Fold: b.fold(piece), Space: at == 0,
			Rect: Rect{box.Left + step*float64(at), box.Top, box.Left + step*float64(at+count), box.Bottom},
			Page: b.page, Line: line, Word: index, OCR: b.ocr || w.Confidence < 1, Conf: w.Confidence, Mended: w.Mended,
		})
		rest, at = rest[n:], at+count
	}
	return tokens
}

// fold folds a word; on OCR pages the names of numbers are set right.
func (b *pageBuilder) fold(piece string) string {
	if piece == "#" || piece == "#:" {
		return "no" // it stands for a number: "Nota #"
	}
	folded := fold.Text(piece)
	if right, ok := misread[folded]; ok && b.ocr {
		return right
	}
	return folded
}

// misread are the names of numbers as scans read them.
var misread = func() map[string]string {
	all := map[string]string{}
	for _, name := range []string{"cnpj", "cpf"} {
		for _, reading := range lexicon.Listed(name + " misread") {
			all[reading] = name
		}
	}
	return all
}()

// pieceEnd is where the first token of a word ends.
func pieceEnd(s string) int {
	if len(s) > 8 && s[4] == '/' && twoYears.MatchString(s) && s[5:9] >= s[:4] {
		return len("2012/")
	}
	if account := branchAndAccount.FindStringSubmatchIndex(s); account != nil {
		return account[3]
	}
	var before rune
	for i, r := range s {
		if i > 0 {
			after := nextRune(s, i+utf8.RuneLen(r))
			switch {
			case r == '(' || before == '|' || r == '|' || before == ')' && letterOrDigit(r):
				return i
			case (r == '/' || r == ':' || r == ';' || r == '–' || r == '—' || r == '=' || r == ',') && after != 0 && splits(r, before, after):
				return i + utf8.RuneLen(r)
			case before == '$' && unicode.IsDigit(r):
				return i
			case (r == '-' && unicode.IsLetter(before) || (r == '-' || r == '/') && unicode.IsDigit(before)) && stateCode(s[i+1:]):
				return i
			case r == '-' && unicode.IsLetter(before) && (nameAndNumber.MatchString(s) || unicode.IsDigit(after) && council(s[:i])):
				return i
			case stateCode(s[i:]) && council(s[:i]):
				return i
			case (before == 'º' || before == '°') && unicode.IsDigit(r) && i <= 4:
				return i
			case (before == '.' || before == '-') && unicode.IsUpper(r) && numbers(s[:i-1]) && wordFollows(s[i:]):
				return i
			case before == '.' && stopParts(s[:i-1], s[i:]):
				return i
			}
		}
		before = r
	}
	return len(s)
}

// nameAndNumber is a short name and a number under it: "CREFITO-80814". Number plates have fewer digits.
var nameAndNumber = regexp.MustCompile(`^\p{L}{3,7}-\d{5,6}[.,;)]?$`)

var councils = lexicon.Words("councils")

// council reports whether s is the short name of a professional council, in capitals.
func council(s string) bool { return councils[strings.ToLower(s)] && s == strings.ToUpper(s) }

// twoYears are the year in which a thing was made and that of its model.
var twoYears = regexp.MustCompile(`^(19|20)\d\d/(19|20)\d\d[.,;)]?$`)

// branchAndAccount are the branch of a bank and the account there: "0019/20117743-0".
var branchAndAccount = regexp.MustCompile(`^(\d{4}(?:-[\dxX])?/)\d{5,12}-[\dxX][.,;)]?$`)

// numbers reports whether s is what numbers a part of a document: "3", "IV".
func numbers(s string) bool {
	return s != "" && (len(s) <= 2 && OnlyDigits(s) || len(s) <= 4 && strings.Trim(s, "IVX") == "")
}

// wordFollows reports whether s begins with a word of three letters at least.
func wordFollows(s string) bool {
	letters := 0
	for _, r := range s {
		if !unicode.IsLetter(r) {
			break
		}
		letters++
	}
	return letters >= 3
}

// stopParts reports whether the stop between two runs of characters cuts a word short that another
// one follows without a space: "VLR.TOTAL", "DT.1A.HABIL.". Initials, numbers and addresses of the
// Internet stay whole.
func stopParts(before, after string) bool {
	letters, small := 0, false
	for _, r := range before {
		switch {
		case unicode.IsLetter(r):
			letters++
			small = small || letters > 1 && unicode.IsLower(r)
		case !unicode.IsDigit(r):
			return false
		}
	}
	first := nextRune(after, 0)
	if letters == 0 || utf8.RuneCountInString(before) < 2 || !unicode.IsUpper(first) && !unicode.IsDigit(first) || strings.ContainsAny(after, "@") {
		return false
	}
	next, _, _ := strings.Cut(strings.TrimRight(after, ".,:;)"), ".")
	return utf8.RuneCountInString(next) > 1 && (!small || unicode.IsUpper(nextRune(before, 0))) && !domain.MatchString(strings.ToLower(after))
}

// domain is the end of an address of the Internet.
var domain = regexp.MustCompile(`(^|\.)(br|com|org|net|gov|edu|jus|leg|app|pdf|xml|jpg|html?)(\W|$)`)

func splits(sep, before, after rune) bool {
	letters := unicode.IsLetter(before) || unicode.IsLetter(after)
	switch sep {
	case ':':
		return letters || before == ')' || before == 'º'
	case ',':
		return unicode.IsLetter(before) && unicode.IsLetter(after)
	case '/':
		return letters && (unicode.IsLetter(before) || before == ')' || unicode.IsLetter(after) && !unicode.IsDigit(before))
	}
	return true
}

func nextRune(s string, i int) rune {
	if i >= len(s) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// stateCode reports whether s is the code of a state, perhaps with punctuation.
func stateCode(s string) bool { return lexicon.State(strings.TrimRight(s, ".,;:)")) }
