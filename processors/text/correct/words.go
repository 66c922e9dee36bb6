package correct

import (
	_ "embed" // the word lists
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/document"
)

// misreadWords sets right what recognition gets wrong in ways that no document means:
// remains of rules read as strokes and quotes, the ordinal sign before a feminine
// noun, which it cannot tell from the masculine one, and letters that look like
// another sign in words of a known form.
func misreadWords(words []document.Word) []document.Word {
	closing := slices.ContainsFunc(words, func(w document.Word) bool {
		return strings.ContainsAny(w.Text, "”\"") && !strings.HasPrefix(w.Text, "\"")
	})
	out := words[:0]
	for i, w := range words {
		if len(w.Text) == 2 && strings.Trim(w.Text, "|,.;)") == "" && w.Text[0] == '|' && w.Text[1] != '|' {
			w.Text = "I" + w.Text[1:] // a stroke in a sentence
		}
		if !partsWords(words, i) {
			w.Text = strings.Trim(w.Text, "|")
		}
		if !closing {
			w.Text = strings.TrimLeft(w.Text, "“‘\"")
		}
		if w.Text != "" {
			if text := reformed(w.Text); text != w.Text {
				w.Text, w.Mended = text, true
			}
			out = append(out, w)
		}
	}
	for i := 0; i+1 < len(out); i++ {
		if number, ok := ordinal(out[i].Text, out[i+1].Text); ok {
			out[i].Text = number + "ª"
		}
		if number, ok := ordinalNought(out[i].Text, out[i+1].Text); ok {
			out[i].Text, out[i].Mended = number+"º", true
		}
	}
	commaAfterStreet(out)
	stateAsCurrency(out)
	noughtBeforeDash(out)
	slashInShort(out)
	dayBeforeMonth(out)
	capitalOfName(out)
	noughtOnce(out)
	return apartFromMonth(out)
}

// partsWords reports whether a word is a bar that parts those beside it, "Pix | Cartão": what is left of a rule between two
// cells has no spaces as wide as those between words on both its sides.
func partsWords(words []document.Word, i int) bool {
	const narrow, wide = 0.2, 1.5 // letters
	if words[i].Text != "|" || i == 0 || i+1 == len(words) {
		return false
	}
	before, behind := words[i-1], words[i+1]
	for _, w := range []document.Word{before, behind} {
		if strings.ContainsFunc(w.Text, unicode.IsDigit) || !strings.ContainsFunc(w.Text, unicode.IsLetter) {
			return false
		}
	}
	letter := (before.Box.Width + behind.Box.Width) / float64(utf8.RuneCountInString(before.Text)+utf8.RuneCountInString(behind.Text))
	left, right := (words[i].Box.Left-before.Box.Right())/letter, (behind.Box.Left-words[i].Box.Right())/letter
	return min(left, right) > narrow && max(left, right) < wide
}

// ordinal is the number of a word that is the ordinal of the feminine noun behind it, whose
// sign was read as another one: "1º VARA" or, before what is always numbered, "12 VARA".
func ordinal(word, noun string) (number string, ok bool) {
	signs := "ºa"
	if slices.Contains(portuguese["numbered"], bareWord(noun)) {
		signs = "º°a*?\"'2"
	}
	last, size := utf8.DecodeLastRuneInString(word)
	number = word[:len(word)-size]
	if digits := strings.TrimPrefix(number, "("); !strings.ContainsRune(signs, last) || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	return number, feminine(noun)
}

// ordinalNought is the number of a word that is the ordinal of the masculine noun behind it,
// whose sign was read as a nought: "20 Ofício".
func ordinalNought(word, noun string) (number string, ok bool) {
	number, ok = strings.CutSuffix(word, "0")
	return number, ok && number != "" && len(number) <= 2 && strings.Trim(number, "0123456789") == "" &&
		slices.Contains(portuguese["numbered-masculine"], bareWord(noun))
}

var codeO = regexp.MustCompile(`^O[-–]\p{Lu}\pL\pL`)

// noughtBeforeDash sets right the code before what it means, "0 - Remetente" and "0-EMITENTE",
// that was read as a letter: before a dash no article stands.
func noughtBeforeDash(words []document.Word) {
	for i := range words {
		text := words[i].Text
		if text == "O" && i+2 < len(words) {
			text += words[i+1].Text + words[i+2].Text
		}
		if codeO.MatchString(text) {
			words[i].Text, words[i].Mended = "0"+words[i].Text[1:], true
		}
	}
}

var noughtTwice = regexp.MustCompile(`^(R\$)?0[0689],00$`)

// noughtOnce sets right an amount of nothing whose nought, with a dot or stroke in it, was read as two figures: "R$ 09,00".
func noughtOnce(words []document.Word) {
	for i := range words {
		if m := noughtTwice.FindStringSubmatch(words[i].Text); m != nil && (m[1] != "" || i > 0 && words[i-1].Text == "R$") {
			words[i].Text, words[i].Mended = m[1]+"0,00", true
		}
	}
}

// stateAsCurrency puts right the code of a state that was read as the sign of the currency:
// behind a town, with no amount to follow, as in "Santa Maria, R$".
func stateAsCurrency(words []document.Word) {
	for i := range words {
		place, ok := strings.CutSuffix(words[i].Text, "R$")
		if place == "" && i > 0 {
			place = words[i-1].Text
		}
		amount := i+1 < len(words) && strings.ContainsAny(words[i+1].Text, "0123456789")
		if ok && !amount && strings.TrimRight(place, ",/-–") != place && strings.ContainsFunc(words[0].Text, unicode.IsLetter) {
			words[i].Text, words[i].Mended = strings.TrimSuffix(words[i].Text, "$")+"S", true
		}
	}
}

var (
	streetEnd   = regexp.MustCompile(`^\pL{3,}\.$`)
	houseNumber = regexp.MustCompile(`^[0-9]{1,5}[.,]?$`)
)

// commaAfterStreet sets the comma between a street and its number where a dot was
// read: streets are few words long and end no sentence before a number.
func commaAfterStreet(words []document.Word) {
	const longest = 7 // words of a street's name
	street := -longest - 1
	for i, w := range words {
		switch {
		case slices.Contains(portuguese["street"], strings.ToLower(w.Text)):
			street = i
		case i-street <= longest && i-street > 1 && i+1 < len(words) && streetEnd.MatchString(w.Text) && houseNumber.MatchString(words[i+1].Text):
			words[i].Text = strings.TrimSuffix(w.Text, ".") + ","
			if number, ok := strings.CutSuffix(words[i+1].Text, "."); ok && i+2 < len(words) {
				words[i+1].Text = number + ","
			}
			street = -longest - 1
		case len(w.Text) > len("Des.") && strings.ContainsAny(w.Text[len(w.Text)-1:], ".,;:"): // no title, so the name ends here
			street = -longest - 1
		}
	}
}

var (
	romanNumeral = regexp.MustCompile(`^[Il]{2,3}[.,;:]?$`)
	plate        = regexp.MustCompile(`^[A-Z]{3}[0-9]\)[0-9]{2}$`)
	initials     = regexp.MustCompile(`^L[A-Z]\.(?:[A-Z]\.)+[A-Z]?[:;,]?$`) // "LR.R.F." of "I.R.R.F."
	imported     = regexp.MustCompile(`^1/[A-Z]{3}`)                        // of a vehicle: "I/FORD"
)

// reformed sets right letters of words whose form is known: an I that looks like an
// l in a Roman numeral, a J that looks like a bracket in a number plate and in CNPJ, an I and
// its dot that look like an L among initials, slashes, zeros of a date.
func reformed(word string) string {
	switch {
	case romanNumeral.MatchString(word):
		return strings.ReplaceAll(word, "l", "I")
	case plate.MatchString(word), strings.HasPrefix(word, "CNP)"):
		return strings.Replace(word, ")", "J", 1)
	case initials.MatchString(word):
		return "I." + word[1:]
	case imported.MatchString(word):
		return "I" + word[1:]
	}
	word = notEuros(word)
	if name := umlaut(word); name != word {
		return name
	}
	return possibleDate(figures(slashInNumbers(slashBeforeState(slashBetweenPaired(word)))))
}

var euro = regexp.MustCompile(`(^|[^0-9])€([./\pL])`)

// notEuros sets right a C that was taken for the sign of the euro, before no number and behind none: "B.€. ICMS", "€/100".
func notEuros(word string) string { return euro.ReplaceAllString(word, "${1}C${2}") }

// feminine reports whether a noun is feminine as far as its ending tells.
func feminine(noun string) bool {
	noun = bareWord(noun)
	if slices.Contains(portuguese["masculine"], noun) {
		return false
	}
	return len(noun) > 2 && slices.ContainsFunc(portuguese["feminine"], func(ending string) bool { return strings.HasSuffix(noun, ending) })
}

// bareWord is a word in small letters without the punctuation around it.
func bareWord(word string) string { return strings.Trim(strings.ToLower(word), ".,;:()") }

//go:embed portuguese.txt
var portugueseFile string

// portuguese are the word lists of the data file by their names.
var portuguese = func() map[string][]string {
	lists := map[string][]string{}
	for line := range strings.Lines(portugueseFile) {
		if name, words, ok := strings.Cut(line, ":"); ok && line[0] != '#' {
			lists[name] = strings.Fields(words)
		}
	}
	return lists
}()
