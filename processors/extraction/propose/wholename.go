package propose

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// halfName is what a name gets that ends with a word that another one must follow: "Ana da".
const halfName = 0.7

// wholeName goes on with a name over the end of its line: behind a word such as "da"
// another one must follow, "LTDA" and the like end the name of a company, and in a
// narrow box a single word that stands alone under
// a name of several is its last.
func (x *Reader) wholeName(r recognise.Run, boxed bool) recognise.Run {
	if tail := x.companyTail(r); len(tail) > 0 {
		return x.Run(append(slices.Clone(r.Index), tail...))
	}
	if rest := x.SurnameUnder(r); len(rest) > 0 {
		return x.Run(append(slices.Clone(r.Index), rest...))
	}
	last := int(r.Index[r.Len()-1])
	next := last + 1
	if next >= len(x.Sheet.Tokens) || !x.Sheet.LineStart(next) || x.Sheet.BlockStart(next) || x.Boundary(next) {
		return r
	}
	line, above := x.Sheet.Cells[x.Sheet.Tokens[next].Cell], x.Sheet.Cells[x.Sheet.Tokens[last].Cell]
	rest := x.Between(line.First, line.Past-1)
	if past := x.nameTail(r, line, above); past > next {
		return x.Run(append(slices.Clone(r.Index), x.Between(next, past-1).Index...))
	}
	if !lettersOnly(rest) || x.besideLabel(line) {
		return r
	}
	word := x.Sheet.Tokens[last].Fold
	if !source.Flush(line, above) {
		return r
	}
	leads := shape.BetweenNames(word) && len(word) > 1 || EndsCompany(rest.Token(rest.Len()-1)) && !pattern.EndsCompany(word)
	alone := boxed && rest.Len() == 1 && r.Len() > 1 && int(r.Index[0]) == above.First && sameCase(rest.Token(0), r.Token(0)) && !shape.Discipline(rest.Token(0).Fold)
	leads = leads || boxed && shape.BetweenNames(rest.Token(0).Fold) && len(rest.Token(0).Fold) > 1 && rest.Len() > 1
	if !leads && !alone || leads && rest.Len() > 3 {
		return r
	}
	return x.Run(append(slices.Clone(r.Index), rest.Index...))
}

// SurnameUnder is the end of a person's name for which its column had no room: a surname or two alone in
// the cell right under it, set like it and at its left edge.
func (x *Reader) SurnameUnder(r recognise.Run) []int32 {
	if r.Len() < 2 || !lexicon.GivenName(r.Token(0).Fold) {
		return nil
	}
	last := r.Token(r.Len() - 1)
	above, under := &x.Sheet.Cells[last.Cell], x.CellUnder(last.Cell)
	if int(r.Index[r.Len()-1])+1 != above.Past || under < 0 || strings.ContainsAny(layout.LastRune(last.Text), ",;.:)") {
		return nil
	}
	line := &x.Sheet.Cells[under]
	rest := x.Between(line.First, min(line.Past, line.First+mostWords+1)-1)
	small := 0 // words such as "da"
	for i := range rest.Len() {
		if t := rest.Token(i); shape.BetweenNames(t.Fold) {
			small++
		} else if !sameCase(t, r.Token(0)) || x.LabelAt[rest.Index[i]] != 0 {
			return nil
		}
	}
	switch {
	case rest.Len() > mostWords || rest.Len()-small == 0 || rest.Len()-small > 2 || !lettersOnly(rest) || x.Boundary(line.First) || x.ofLabelBeside(line),
		rest.Len() > 1 && lexicon.GivenName(rest.Token(0).Fold) && !shape.BetweenNames(last.Fold), // the next person
		math.Abs(above.Size-line.Size) > sameSize*above.Size || line.Top-above.Bottom > source.LineStep*above.Size,
		math.Abs(line.Left-r.Token(0).Left) > line.Char,
		shape.Discipline(rest.Token(0).Fold), x.saysSomething(rest):
		return nil
	}
	asked := int(r.Index[0]) != above.First || x.ofLabelBeside(above)
	if !shape.BetweenNames(last.Fold) && small == 0 && !x.noRoom(*above, rest.Token(0)) && (!x.widest(above) || !asked && lexicon.TownAnywhere(layout.Fold(rest.Text(0, rest.Len()-1)))) {
		return nil
	}
	return rest.Index
}

// ofLabelBeside reports whether a cell is what the label beside it asks for.
func (x *Reader) ofLabelBeside(line *layout.Cell) bool {
	beside := int32(-1)
	for _, c := range x.Sheet.Rows[line.Row].Cells {
		if cell := &x.Sheet.Cells[c]; cell.Right <= line.Left && (beside < 0 || cell.Right > x.Sheet.Cells[beside].Right) {
			beside = c
		}
	}
	if beside < 0 {
		return false
	}
	cell := &x.Sheet.Cells[beside]
	return x.Boundary(cell.First) && x.LabelAt[cell.First] == x.LabelAt[cell.Past-1]
}

// saysSomething reports whether words are of those that documents are labelled with.
func (x *Reader) saysSomething(r recognise.Run) bool {
	return len(x.Reading.Parses(int(r.Index[0]), int(r.Index[r.Len()-1]), 0)) > 0
}

// WholeCompany goes on with the name of a company or an office over the end of its line, where a word
// such as "da" ends it or begins the next, or where there was no room for its next word: then both
// lines are set alike, and no line of the block is wider.
func (x *Reader) WholeCompany(r recognise.Run) recognise.Run {
	last := int(r.Index[r.Len()-1])
	above := &x.Sheet.Cells[x.Sheet.Tokens[last].Cell]
	under := x.CellUnder(x.Sheet.Tokens[last].Cell)
	if last+1 != above.Past || r.Len() < 3 || under < 0 || EndsCompany(&x.Sheet.Tokens[last]) {
		return r
	}
	line := &x.Sheet.Cells[under]
	rest := x.Between(line.First, line.Past-1)
	leads := shape.BetweenNames(x.Sheet.Tokens[last].Fold) || shape.BetweenNames(rest.Token(0).Fold) && len(rest.Token(0).Fold) > 1
	if x.Boundary(line.First) || x.UnderLabel(under) || !source.Flush(*line, *above) || line.Top-above.Bottom > source.LineStep*above.Size || !leads && (!sameCase(r.Token(0), rest.Token(0)) || !x.brokenForRoom(r, rest)) {
		return r
	}
	return x.Run(append(slices.Clone(r.Index), rest.Index...))
}

// brokenForRoom reports whether few words are the rest of the line over them.
func (x *Reader) brokenForRoom(r, rest recognise.Run) bool {
	above, line := &x.Sheet.Cells[r.Token(0).Cell], &x.Sheet.Cells[rest.Token(0).Cell]
	if rest.Len() > 3 || !lettersOnly(rest) || int(r.Index[0]) != above.First || math.Abs(above.Size-line.Size) > sameSize*above.Size {
		return false
	}
	return x.noRoom(*above, rest.Token(0)) || x.widest(above)
}

// sameSize is by how much the letters of lines that are set alike differ, of their size.
const sameSize = 0.05

// widest reports whether no line of its block reaches farther right than a cell.
func (x *Reader) widest(cell *layout.Cell) bool {
	return !slices.ContainsFunc(x.Sheet.Cells, func(o layout.Cell) bool { return o.Block == cell.Block && o.Right > cell.Right+o.Char })
}

// besideLabel reports whether a label stands on the line of a cell: then it is a line of its own,
// such as that of the job and the day of admission under name and number.
func (x *Reader) besideLabel(line layout.Cell) bool {
	return slices.ContainsFunc(x.Sheet.Rows[line.Row].Cells, func(c int32) bool { return x.Boundary(x.Sheet.Cells[c].First) })
}

// companyTail is the line under that of a company's name on which it ends: "LTDA" and the
// like alone, or words before it behind "de" or for whose first there was no room. It may
// stand in the box below, beside the label of that, where the box is too low for two lines.
func (x *Reader) companyTail(r recognise.Run) []int32 {
	last := r.Token(r.Len() - 1)
	above := x.Sheet.Cells[last.Cell]
	if int(r.Index[r.Len()-1])+1 != above.Past {
		return nil
	}
	if EndsCompany(last) {
		return x.sizeOfCompany(last)
	}
	for _, c := range x.ByTop[above.Page] {
		line := x.Sheet.Cells[c]
		centred := x.centredUnder(&line, &above, r)
		if line.Top < above.MidY() || line.Top-above.Bottom > source.LineStep*above.Size || !centred && (math.Abs(line.Left-above.Left) > above.Char || x.Boundary(line.First)) {
			continue
		}
		tail := x.Between(line.First, line.Past-1)
		if !EndsCompany(tail.Token(tail.Len()-1)) || tail.Len() > longestTail || layout.HasDigit(tail.Text(0, tail.Len()-1)) {
			continue
		}
		if shape.BetweenNames(last.Fold) || EndsCompany(tail.Token(0)) || centred || x.noRoom(above, tail.Token(0)) {
			return tail.Index
		}
	}
	return nil
}

// centredUnder reports whether a line stands centred under that of a company's name, of one block with
// it and set like it, as whoever signs has several lines.
func (x *Reader) centredUnder(line, above *layout.Cell, r recognise.Run) bool {
	if at := x.LabelAt[line.First]; at > 0 && (x.Placed[at-1].Colon || x.Placed[at-1].Ends) {
		return false
	}
	return line.Block == above.Block && math.Abs(line.MidX()-above.MidX()) < above.Char && math.Abs(above.Size-line.Size) <= sameSize*above.Size &&
		sameCase(r.Token(0), &x.Sheet.Tokens[line.First]) && !lexicon.GivenName(r.Token(0).Fold)
}

// sizeOfCompany is the size alone on the line behind the form of a company: "EPP" under "... LTDA".
func (x *Reader) sizeOfCompany(form *layout.Token) []int32 {
	above := &x.Sheet.Cells[form.Cell]
	next := above.Past
	if next >= len(x.Sheet.Tokens) || x.Sheet.BlockStart(next) || x.Boundary(next) {
		return nil
	}
	line := &x.Sheet.Cells[x.Sheet.Tokens[next].Cell]
	if line.Past != next+1 || !EndsCompany(&x.Sheet.Tokens[next]) || line.Top-above.Bottom > source.LineStep*above.Size {
		return nil
	}
	return []int32{int32(next)}
}

const longestTail = 7 // words of a company's name on its last line

// noRoom reports whether a word would not have fitted behind a line before what stands
// beside it.
func (x *Reader) noRoom(line layout.Cell, word *layout.Token) bool {
	return slices.ContainsFunc(x.Sheet.Rows[line.Row].Cells, func(c int32) bool {
		left := x.Sheet.Cells[c].Left
		return left > line.Right && left-line.Right < word.Right-word.Left+2*line.Char
	})
}

// partOfLabelled reports whether a name that the text gives is but the last lines of the one
// under a label of its field, of a company's the first, or the same cut by the end of a line.
func (x *Reader) partOfLabelled(c candidate.Value) bool {
	f := x.Type.Fields[c.Field]
	if f.Lines <= 1 || f.Like != "name" && f.Like != "company" || len(c.Tokens) == 0 {
		return false
	}
	first, last := c.Tokens[0], c.Tokens[len(c.Tokens)-1]
	return slices.ContainsFunc(x.Found, func(o candidate.Value) bool {
		if o.Field != c.Field || o.How != candidate.FromLabel || o.Place != catalogue.Below || len(o.Tokens) <= len(c.Tokens) {
			return false
		}
		end := o.Tokens[len(o.Tokens)-1]
		if last == end {
			return x.Sheet.LineStart(int(first)) && slices.Contains(o.Tokens, first)
		}
		if int(last)+1 < len(x.Sheet.Tokens) && !x.Sheet.LineStart(int(last)+1) {
			return false
		}
		company := f.Like == "company" && first == o.Tokens[0] && EndsCompany(&x.Sheet.Tokens[end])
		return company || f.Like == "name" && len(c.Tokens) > 1 && strings.HasPrefix(layout.Fold(o.Text), layout.Fold(c.Text))
	})
}

// nameTail is where the rest of a name ends that wraps in running text: behind the words in
// capitals that begin the next line, up to a mark. 0 where there is none.
func (x *Reader) nameTail(r recognise.Run, line, above layout.Cell) int {
	if above.Past-above.First < labels.FullLine-2 || int(r.Index[0]) == above.First || math.Abs(line.Left-above.Left) > above.Char || !x.Flow().Wraps(line.First) {
		return 0
	}
	if last := r.Token(r.Len() - 1).Text; strings.ContainsAny(last[len(last)-1:], ",;.:)") {
		return 0
	}
	for i := line.First; i < min(line.Past, line.First+4); i++ {
		t := &x.Sheet.Tokens[i]
		if !layout.HasCapital(t.Text) && !shape.BetweenNames(t.Fold) || layout.HasDigit(t.Text) {
			return 0
		}
		if strings.ContainsAny(layout.LastRune(t.Text), ",;.") && sameCase(t, r.Token(0)) {
			if i+1 < line.Past && source.Holds(catalogue.Date, x.Between(i+1, line.Past-1)) {
				return 0 // a place and its date
			}
			return i + 1
		}
	}
	return 0
}

// EndsCompany reports whether a word ends the name of a company: not that of a person
// such as "Sá".
func EndsCompany(t *layout.Token) bool {
	return pattern.EndsCompany(t.Fold) && !strings.ContainsAny(t.Text, "áÁ")
}

func lettersOnly(r recognise.Run) bool {
	for i := range r.Len() {
		if strings.IndexFunc(r.Token(i).Text, func(c rune) bool { return !unicode.IsLetter(c) && c != '\'' && c != '.' }) >= 0 {
			return false
		}
	}
	return true
}

// sameCase reports whether two words are both set in capitals, or both with a capital only.
func sameCase(a, b *layout.Token) bool {
	upper := func(t *layout.Token) bool { return t.Text == strings.ToUpper(t.Text) }
	return layout.HasCapital(a.Text) && layout.HasCapital(b.Text) && upper(a) == upper(b)
}

// WholeNumber goes on with a date or an hour in words over the end of its line: "dois
// mil e" over "dezenove".
func (x *Reader) WholeNumber(r recognise.Run) recognise.Run {
	last := int(r.Index[r.Len()-1])
	next := last + 1
	if next >= len(x.Sheet.Tokens) || !x.Sheet.LineStart(next) || x.Sheet.BlockStart(next) || x.Boundary(next) {
		return r
	}
	inNumber := func(i int) bool {
		word := x.Sheet.Tokens[i].Fold
		return recognise.NumberWord(word) || word == "mil" || word == "e" || word == "de" || word == "do"
	}
	if !inNumber(last) || !inNumber(next) {
		return r
	}
	return x.Onward(r, 2)
}

// mostWords is how many words of a heading are looked at together. The ways to part words that say
// nothing grow with each of them, and a hostile line may have hundreds.
const mostWords = 8

// allKnown reports whether words are all of those that documents are headed and labelled with, and
// none is a given name: "Fins de trabalho" is nobody.
func (x *Reader) allKnown(r recognise.Run) bool {
	first, last := int(r.Index[0]), int(r.Index[r.Len()-1])
	if last-first != r.Len()-1 || r.Len() > mostWords || lexicon.GivenName(r.Token(0).Fold) {
		return false
	}
	return len(x.Reading.Parses(first, last, 0)) > 0
}
