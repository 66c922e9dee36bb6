package shape

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
)

// forms are the forms of address before a name, and the (a) that belongs to them.
var forms = lexicon.Words("forms of address")

// numbersOfPersons are what stands behind a name, before a number.
var numbersOfPersons = lexicon.Words("numbers of persons")

// inBrackets are those that are the end of another one: "Dr. (a)".
var inBrackets = lexicon.Words("forms of address in brackets")

// states are what the name of a state follows: "Estado do Paraná".
var states = lexicon.Words("before states")

// headings are the words that begin headings of contracts: what begins so is no name.
var headings = lexicon.Words("headings of clauses")

// addressed are the words by which letters call whom they are written to, and no name.
var addressed = lexicon.Words("addressed by letters")

// itemNumber counts the persons of a list.
var itemNumber = regexp.MustCompile(`^[0-9][ºª°)]$`)

func person(r recognise.Run, first, last int) (int, int, float64) {
	if headings[r.Token(first).Fold] || discipline(r.Token(first).Fold) || addressed[r.Token(first).Fold] && r.Token(first).Small() {
		return 0, 0, 0
	}
	if streets[r.Token(first).Fold] || first < last && states[r.Token(first).Fold] && particles[r.Token(first+1).Fold] {
		return first, last, hardly
	}
	if first < last && itemNumber.MatchString(r.Token(first).Text) {
		first++ // "2º Ana Luz": the second of them
	}
	if first+2 <= last && r.Token(first+1).Dash() && layout.OnlyDigits(r.Token(first).Fold) {
		first += 2 // "10234 - Ana Luz": her number
	}
	for first < last && forms[r.Token(first).Fold] && (!inBrackets[r.Token(first).Fold] || strings.HasPrefix(r.Token(first).Text, "(")) {
		first++ // "Dr. Fulano", "Dr(a). Fulana"
	}
	end, sentence := personEnd(r, first, last)
	first, end = r.Trim(first, end)
	for end > first && len(r.Token(end).Fold) <= 1 && r.Token(end).OCR { // a rule read as a letter
		end--
	}
	words := 0
	for i := first; i <= end; i++ {
		if len(r.Token(i).Fold) > 1 {
			words++
		}
	}
	switch {
	case words == 0:
		return 0, 0, 0
	case words == 1 && (sentence || roman.MatchString(r.Token(first).Text)): // the number of a clause
		return 0, 0, 0
	case words == 1:
		return first, end, half
	case words > 9:
		return first, end, half
	}
	if c, _ := utf8.DecodeRuneInString(r.Token(first).Text); unicode.IsLower(c) {
		if !r.Token(first).OCR && !particles[r.Token(first).Fold] && layout.HasCapital(r.Token(end).Text) {
			return 0, 0, 0 // "a sócia Ana": the words before a name
		}
		return first, end, half
	}
	return first, end, Whole
}

// personEnd is the last word of a run that may be of the name which begins with first, and
// whether a sentence goes on behind it.
func personEnd(r recognise.Run, first, last int) (end int, sentence bool) {
	end = first - 1
	for i := first; i <= last; i++ {
		t := r.Token(i)
		if i > first && (numbersOfPersons[t.Fold] || leadsOn(t)) {
			return end, false // "FULANO DE TAL CPF 529.982.247-25"
		}
		if strings.ContainsAny(t.Text, "0123456789@_%$") || t.Dash() || strings.HasPrefix(t.Text, "(") || t.Text == ":" {
			return end, false
		}
		if i > first && leavesName(r, first, i) {
			return end, true
		}
		end = i
		if strings.ContainsAny(layout.LastRune(t.Text), ",;:/)") || strings.HasSuffix(t.Text, ".") && len(t.Fold) > 3 {
			return end, false
		}
	}
	return end, false
}

// leadsOn reports whether a word parts a name from the next label or begins it: "Ana Luz Nº do CPF".
func leadsOn(t *layout.Token) bool {
	return t.Text == "•" || strings.EqualFold(t.Text, "nº") || strings.EqualFold(t.Text, "n°")
}

// roman is the number of a clause or a chapter.
var roman = regexp.MustCompile(`^[IVXLC]{1,6}[.)]?$`)

// leavesName reports whether a name that began with a capital ends before position i: a
// word in small letters stands there that names do not have.
func leavesName(r recognise.Run, first, i int) bool {
	t := r.Token(i)
	head, _ := utf8.DecodeRuneInString(r.Token(first).Text)
	word, _ := utf8.DecodeRuneInString(t.Text)
	return unicode.IsUpper(head) && unicode.IsLower(word) && !particles[t.Fold]
}

// particles are the words in small letters that stand between names.
var particles = lexicon.Words("particles of names")

// disciplines are the ends of words that say what somebody practises, as it stands under
// the name: "Cardiologia", "Pediatra". No family is called so.
var disciplines = lexicon.Listed("ends of disciplines")

// discipline reports whether a word is one.
func discipline(word string) bool {
	return slices.ContainsFunc(disciplines, func(end string) bool { return strings.HasSuffix(word, end) })
}

var occupations = lexicon.Words("occupations")

// Practises reports whether a folded word says what somebody works as, as it stands under the name: "SOLDADOR".
func Practises(word string) bool { return occupations[word] || discipline(word) }

// BetweenNames reports whether a folded word is one in small letters that stands between names.
func BetweenNames(word string) bool { return particles[word] }

// endsName reports whether words begin as a heading does, or the end of a name: "DA ADMINISTRAÇÃO", "dos Santos".
func endsName(r recognise.Run, first int) bool {
	return first+1 < r.Len() && articles[r.Token(first).Fold]
}

// articles are the particles of names that hold an article.
var articles = lexicon.Words("articles of names")

// FormOfAddress reports whether a folded word is one by which somebody is addressed before the name.
func FormOfAddress(word string) bool { return forms[word] }
