package propose

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"

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

// beforeClosing ends a text before the line of the place and date with which a document closes, where a sentence ends there.
func (x *Reader) beforeClosing(f catalogue.Field, r recognise.Run) recognise.Run {
	if f.Kind != catalogue.Text {
		return r
	}
	return r.Before(1, func(i int) bool {
		at := int(r.Index[i])
		return x.Sheet.LineStart(at) && x.Flow().SentenceEnd(int(r.Index[i-1]), len(x.Sheet.Tokens)) && x.closesAt(at)
	})
}

// closesAt reports whether a line begins at a token that says where, with or without words that lead to it, and when.
func (x *Reader) closesAt(at int) bool {
	here := x.Sheet.Tokens[at].Cell
	return slices.ContainsFunc(x.Persons().Datelines(), func(d entity.Dateline) bool { return d.Closes && x.Sheet.Tokens[d.City.First].Cell == here })
}

const longestFoot = 4 // lines under the place and date, where who signs stands

// Foot is the lines under that of the place and date with which a document closes: who signs it
// stands there.
func (x *Reader) Foot() []int32 {
	last := int32(-1)
	for _, d := range x.Persons().Datelines() {
		if d.Closes {
			last = max(last, x.Sheet.Tokens[d.Date.Last].Cell)
		}
	}
	if last < 0 {
		return nil
	}
	line := &x.Sheet.Cells[last]
	var out []int32
	for _, c := range x.ByTop[line.Page] {
		if x.Sheet.Cells[c].Top > line.Bottom && len(out) < longestFoot {
			out = append(out, c)
		}
	}
	return out
}

// NamesSomebody reports whether words are the name of a person, by the given name, or of a company, by
// its form.
func NamesSomebody(r recognise.Run) bool {
	return r.Len() > 1 && layout.HasCapital(r.Token(0).Text) && (lexicon.GivenName(r.Token(0).Fold) || pattern.EndsCompany(r.Token(r.Len()-1).Fold))
}

// SignedBy reports whether a name that begins at a token stands again at the foot of the document.
func (x *Reader) SignedBy(first int, foot []int32) bool {
	return slices.ContainsFunc(foot, func(c int32) bool {
		cell := &x.Sheet.Cells[c]
		for i := cell.First; i+1 < cell.Past; i++ {
			if first+1 < len(x.Sheet.Tokens) && x.Sheet.Tokens[i].Fold == x.Sheet.Tokens[first].Fold && x.Sheet.Tokens[i+1].Fold == x.Sheet.Tokens[first+1].Fold {
				return true
			}
		}
		return false
	})
}
