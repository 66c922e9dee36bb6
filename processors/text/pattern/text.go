package pattern

import (
	"slices"
	"strings"
	"unicode"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Text is a sheet made ready for many patterns: what several of them ask of a token is
// found once. It serves one goroutine.
type Text struct {
	sheet  *layout.Sheet
	index  map[string]int32 // the first token of a word
	next   []int32          // the next token of the same word; 0: none
	short  []int            // the tokens that are words cut short
	nearly map[string][]int // where a word stands on pages read by OCR, nearly at least
	stands map[string]bool  // whether a word stands anywhere on other pages
	begin  map[byte][]int   // the tokens by the letter with which they begin
	gaps   map[int32]float64
	marks  []string // punctuation at the end of each token
	flow   []int32  // the tokens but the dots to be written on between words
	flowAt []int32  // where in flow a token stands, or what follows it
	values map[catalogue.Kind][]int32
	read   []recognise.Value
	street []int32 // behind the words of a street that begin at a token: 1 + the last; -1: none, 0: not known
	lines  []int
	proper []int
	known  bool // proper is
	found  []int
	ocr    bool
}

// Over makes a sheet ready.
func Over(sheet *layout.Sheet) *Text {
	n := len(sheet.Tokens)
	t := &Text{sheet: sheet, index: make(map[string]int32, n), nearly: map[string][]int{}, stands: map[string]bool{}, begin: map[byte][]int{}, gaps: map[int32]float64{},
		values: map[catalogue.Kind][]int32{}, next: make([]int32, n), marks: make([]string, n), flow: make([]int32, 0, n), flowAt: make([]int32, n)}
	for i := n - 1; i >= 0; i-- {
		tok := &sheet.Tokens[i]
		t.ocr = t.ocr || tok.OCR
		t.marks[i] = trailing(tok.Text)
		if tok.Fold != "" {
			t.next[i] = t.index[tok.Fold]
			t.index[tok.Fold] = int32(i)
			t.begin[tok.Fold[0]] = append(t.begin[tok.Fold[0]], i)
		}
	}
	for i := range sheet.Tokens {
		if t.isShort(i) {
			t.short = append(t.short, i)
		}
		if t.flowAt[i] = int32(len(t.flow)); !leader(&sheet.Tokens[i]) {
			t.flow = append(t.flow, int32(i))
		}
	}
	return t
}

// longestValue is how many words a value has at most, a page of digits for one.
const longestValue = 24

// run is what follows from token i on up to token to, without the dots to be written on.
func (t *Text) run(i, to int) recognise.Run {
	if i >= to {
		return recognise.Run{Sheet: t.sheet}
	}
	first, past := int(t.flowAt[i]), len(t.flow)
	if to < len(t.flowAt) {
		past = int(t.flowAt[to])
	}
	past = min(past, first+longestValue)
	return recognise.Run{Sheet: t.sheet, Index: t.flow[first:past:past]}
}

// value is the value of a kind that begins at token i and ends before token to.
func (t *Text) value(kind catalogue.Kind, i, to int) (recognise.Value, bool) {
	r := t.run(i, to)
	if r.Len() < longestValue && to < len(t.sheet.Tokens) {
		return recognise.At(kind, r, 0)
	}
	of, known := t.values[kind]
	if !known {
		of = make([]int32, len(t.sheet.Tokens))
		t.values[kind] = of
	}
	if of[i] == 0 {
		of[i] = -1
		if v, ok := recognise.At(kind, r, 0); ok {
			t.read = append(t.read, v)
			of[i] = int32(len(t.read))
		}
	}
	if of[i] < 0 {
		return recognise.Value{}, false
	}
	return t.read[of[i]-1], true
}

// lineStarts are the tokens that begin a line.
func (t *Text) lineStarts() []int {
	if t.lines == nil {
		for c := range t.sheet.Cells {
			t.lines = append(t.lines, t.sheet.Cells[c].First)
		}
		slices.Sort(t.lines)
	}
	return t.lines
}

// properStarts are the tokens at which a name can begin.
func (t *Text) properStarts() []int {
	if !t.known {
		for i := range t.sheet.Tokens {
			if t.properStart(i) {
				t.proper = append(t.proper, i)
			}
		}
		t.known = true
	}
	return t.proper
}

// ends reports whether one of some marks ends token i.
func (t *Text) ends(i int, marks string) bool {
	return t.marks[i] != "" && strings.ContainsAny(t.marks[i], marks)
}

func trailing(s string) string {
	end := strings.TrimRightFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return s[len(end):]
}

func leader(t *layout.Token) bool {
	return t.Fold == "" && len(t.Text) > 2 && strings.Trim(t.Text, "._…") == ""
}
