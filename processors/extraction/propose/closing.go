package propose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// BeforeLabel is the last of the tokens first to last before a line that begins with a
// label and its colon: the words of a pattern ran on over it.
func (x *Reader) BeforeLabel(first, last int) int {
	for i := first + 1; i <= last; i++ {
		if x.Sheet.LineStart(i) && x.Boundary(i) && x.LabelOn(i) != nil && x.LabelOn(i).Colon {
			return i - 1
		}
	}
	return last
}

// withinQuotes ends a text where a quotation is closed that began with it, or before it, or whose beginning OCR lost:
// `"Deram provimento ao recurso."` of a court's decision, before who took part in it.
func (x *Reader) withinQuotes(f catalogue.Field, r recognise.Run) recognise.Run {
	if f.Kind != catalogue.Text {
		return r
	}
	open := 0 // quotations within the text
	for i := range r.Len() {
		text := strings.TrimRight(r.Token(i).Text, ".,;")
		if i > 0 && strings.IndexAny(text, `"“`) == 0 {
			open++
		}
		if len(text) < 2 || !strings.HasSuffix(text, `"`) && !strings.HasSuffix(text, "”") {
			continue
		}
		if open == 0 {
			return x.Run(r.Index[:i+1])
		}
		open--
	}
	return r
}

// beforeClosing ends a text before the line of the place, or of the place and date, with which a document closes, where a
// sentence ends there.
func (x *Reader) beforeClosing(f catalogue.Field, r recognise.Run) recognise.Run {
	if f.Kind != catalogue.Text {
		return r
	}
	return r.Before(1, func(i int) bool {
		at := int(r.Index[i])
		return x.Sheet.LineStart(at) && x.Flow().SentenceEnd(int(r.Index[i-1]), len(x.Sheet.Tokens)) && x.closesAt(at)
	})
}

// closesAt reports whether a line begins at a token that says where, with or without words that lead to it, and when, or
// where and nothing else.
func (x *Reader) closesAt(at int) bool {
	here := x.Sheet.Tokens[at].Cell
	return x.Persons().Placeline(at) || slices.ContainsFunc(x.Persons().Datelines(), func(d entity.Dateline) bool { return d.Closes && x.Sheet.Tokens[d.City.First].Cell == here })
}
