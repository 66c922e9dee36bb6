package correct

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/lexicon"
)

// withSlashes puts together what a slash joins and recognition set apart, as in
// ALCOOL/GASOLINA: a gap below that of a word space before it. Height is that of a
// page as wide as one.
func withSlashes(words []document.Word, height float64) []document.Word {
	const tight = 0.22 // of the height of the print; a word space is 0.3 and more
	out := words[:0]
	for _, w := range words {
		if n := len(out); n > 0 && len(w.Text) > 1 && w.Text[0] == '/' {
			a := &out[n-1]
			last, _ := utf8.DecodeLastRuneInString(a.Text)
			if w.Box.Left-a.Box.Right() < tight*max(a.Box.Height, w.Box.Height)*height && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
				a.Text, a.Box, a.Confidence, a.Mended = a.Text+w.Text, a.Box.Union(w.Box), min(a.Confidence, w.Confidence), a.Mended || w.Mended
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

var issuersOfCards = lexicon.Words("issuers of cards")

// slashBetweenPaired puts back the slash between two words that forms name together, or
// between an issuer and its state, which OCR took for a letter: "CidadelEstado", "SSPIBA".
func slashBetweenPaired(text string) string {
	bare := strings.TrimRight(text, ":.")
	for i := 2; i+2 <= len(bare); i++ {
		if strings.IndexByte("Il1|!", bare[i]) < 0 {
			continue
		}
		before, behind := strings.Trim(strings.ToLower(bare[:i]), ".("), bare[i+1:]
		paired := slices.Contains(portuguese["paired"], before) && slices.Contains(portuguese["paired"], strings.Trim(strings.ToLower(behind), ".)"))
		if paired || lexicon.State(behind) && issuersOfCards[before] {
			return text[:i] + "/" + text[i+1:]
		}
	}
	return text
}

// slashBeforeState puts back the slash between a place and its state that OCR took
// for a letter, as in CUIABÁIMT, where no word ends in such consonants, and the letter of a state behind
// a slash that it took for a figure: "CRM 12196/G0".
func slashBeforeState(text string) string {
	if m := figureInState.FindStringSubmatch(text); m != nil {
		state := []byte(m[2])
		for i, c := range state {
			if letter := Letter(c); letter != 0 {
				state[i] = letter
			}
		}
		if lexicon.State(string(state)) {
			return m[1] + string(state) + m[3]
		}
	}
	at := len(text) - 3
	if at < 3 || strings.IndexByte("Il1|!", text[at]) < 0 || strings.ToUpper(text[:at]) != text[:at] || strings.ContainsAny(text[:at], "0123456789/") {
		return text
	}
	if state := text[at+1:]; lexicon.State(state) && !strings.ContainsAny(state, "AEIO") {
		return text[:at] + "/" + state
	}
	return text
}

// figureInState is what ends with a slash and two signs, one of them a figure that looks like a letter of a state.
var figureInState = regexp.MustCompile(`^(.*[\pL0-9]/)([058][A-Z]|[A-Z][058])([.,;)]?)$`)

// slashInShort puts back the slash of "S/A" and, before "LTDA", of "S/S" behind the name of a company, "SEGUROS
// SIA" lies in no district of Brasília, whose line begins with it, and of "S/N" where the number of a house would stand.
func slashInShort(words []document.Word) {
	for i := 1; i < len(words); i++ {
		m := misreadShort.FindStringSubmatch(words[i].Text)
		if m == nil {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(words[i-1].Text)
		name := unicode.IsLetter(before) && len(words[i-1].Text) > 2
		limited := i+1 < len(words) && bareWord(words[i+1].Text) == "ltda"
		if name && (m[1] == "A" || m[1] == "S" && limited) || m[1] == "N" && strings.ContainsRune(",º°", before) {
			words[i].Text, words[i].Mended = "S/"+m[1]+m[2], true
		}
	}
}

var misreadShort = regexp.MustCompile(`^S[Il1|]([ANS])([.,;)]*)$`)

// power is the power of a vehicle and the size of its engine, "77CV/999", as OCR reads it:
// the slash as a letter, and digits as the letters that look like them.
var power = regexp.MustCompile(`^([0-9TIlOSZB]{1,3})CV[/Il1|!]([0-9]{2,5})$`)

// numberedMark is a short word and its number behind a slash that OCR took for a letter:
// "IFLS.001" of a registry.
var numberedMark = regexp.MustCompile(`^[Il|](F|FL|FLS|L|LV|N|T)(\.[0-9]{2,})$`)

// slashInNumbers puts back the slashes that OCR took for letters between numbers.
func slashInNumbers(text string) string {
	if m := power.FindStringSubmatch(text); m != nil {
		return Digits(m[1]) + "CV/" + m[2]
	}
	if m := numberedMark.FindStringSubmatch(text); m != nil {
		return "/" + m[1] + m[2]
	}
	return text
}
