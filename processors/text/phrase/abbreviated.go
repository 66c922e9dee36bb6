package phrase

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// Words of a phrase may be printed short: cut off, "Contrib. prev. oficial", drawn
// together, "Venctos." and "Rendto", and set without spaces then, "SAL.CONTR.INSS".
// They are found as the words they stand for.

const (
	fewest  = 3 // letters that a word cut short must keep
	outside = 2 // letters that a word drawn together keeps at each of its ends
	either  = 4 // letters at most of a word of some phrase that is another one cut short too: "Unid."
	surely  = 5 // letters of one that may be a phrase by itself
)

// plain reports whether a token may be a whole phrase: several words, or one that keeps
// enough of its letters.
func plain(t *layout.Token, n *node) bool {
	pieces, _ := piecesOf(t)
	return len(pieces) > 1 || spellings[t.Fold] == nil && len(t.Fold) >= surely && 2*len(t.Fold) >= int(n.length) && len(t.Fold) < int(n.length)
}

// abbreviated are the nodes below one at which words end that a token stands for.
func (f *finder) abbreviated(at int32, t *layout.Token) []int32 {
	if t.Fold == "" || !mayStop(t) && (!drawnEnd(t.Fold) || f.set.child(at, t.Fold[0]) < 0) {
		return nil // as nearly all words
	}
	pieces, stopped := piecesOf(t)
	if len(pieces) == 0 {
		return nil
	}
	ends := []int32{at}
	for k, piece := range pieces {
		var next []int32
		for _, from := range ends {
			next = f.ends(next, from, piece, stopped || k+1 < len(pieces))
			if len(pieces) > 1 { // a word by itself is respelled elsewhere
				next = f.spelled(next, from, piece)
			}
		}
		slices.Sort(next)
		ends = slices.Compact(next)
	}
	return ends
}

// mayStop reports whether a token may be a word cut short, or several.
func mayStop(t *layout.Token) bool { return t.OCR || strings.Contains(t.Text, ".") }

// piecesOf are the folded words of a token that stops part, and whether one ends it.
func piecesOf(t *layout.Token) (pieces []string, stopped bool) {
	bare := strings.TrimRight(t.Text, ":/,)")
	if t.Fold == "" || layout.HasDigit(t.Fold) {
		return nil, false
	}
	stopped = strings.HasSuffix(bare, ".") || t.OCR && brokenOff(t)
	if !strings.Contains(strings.TrimRight(bare, "."), ".") {
		return []string{t.Fold}, stopped
	}
	for piece := range strings.SplitSeq(bare, ".") {
		if piece = foldKeepingWild(piece); piece != "" {
			pieces = append(pieces, piece)
		}
	}
	if slices.ContainsFunc(pieces, func(p string) bool { return len(p) < 2 }) && len(pieces) < 3 || len(pieces[0]) < 2 {
		return nil, false // initials: "S.A."
	}
	return pieces, stopped
}

// brokenOff reports whether OCR may have lost the last letters of a word in capitals, as it
// does of the Ç and the Ã: "DESCRI" of "DESCRIÇÃO".
func brokenOff(t *layout.Token) bool {
	return len(t.Fold) >= surely && strings.ToUpper(t.Text) == t.Text
}

// ends adds the nodes below one at which words end that a piece stands for.
func (f *finder) ends(out []int32, at int32, piece string, stopped bool) []int32 {
	if whole := f.along(at, piece); whole >= 0 {
		if f.set.nodes[whole].word {
			out = append(out, whole)
		}
		if stopped && len(piece) >= fewest && (!f.set.nodes[whole].word || len(piece) <= either) {
			out = f.completions(whole, out)
		}
	}
	for cut := 1; cut+outside <= len(piece); cut++ {
		if at = f.set.child(at, piece[cut-1]); at < 0 {
			break
		}
		if cut >= outside && (stopped || drawn(piece[cut-1:])) {
			out = f.closings(at, piece[cut:], out)
		}
	}
	return out
}

// initial reports whether a piece may be the first letter of a word, and not the letter that numbers
// what stands behind it: "R. Social" has no phrase without it, "A. Pagador" has.
func (f *finder) initial(piece string) bool {
	next := f.start + 1
	if len(piece) > 1 || !f.joins(f.start) {
		return false
	}
	alone := finder{set: f.set, sheet: f.sheet, start: next}
	alone.exact(0, next)
	return len(alone.hits) == 0
}

// spelled adds the nodes at which the words end that a piece is the usual spelling of.
func (f *finder) spelled(out []int32, at int32, piece string) []int32 {
	for _, word := range f.set.usual[piece] {
		if end := f.along(at, word); end >= 0 && f.set.nodes[end].word {
			out = append(out, end)
		}
	}
	return out
}

// consonantsOf are the consonants of a word that may be printed with them alone, "FRT" for
// "frete"; none where they are too few or the word begins with a vowel.
func consonantsOf(word string) string {
	if len(word) <= fewest || isVowel(word[0]) {
		return ""
	}
	var out []byte
	for k := range len(word) {
		if !isVowel(word[k]) {
			out = append(out, word[k])
		}
	}
	if len(out) < fewest || len(out) == len(word) {
		return ""
	}
	return string(out)
}

func isVowel(c byte) bool { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' }

// drawn reports whether a word without a stop looks drawn together where it does so: "pagto", "cedte".
func drawn(tail string) bool {
	return !strings.ContainsRune("aeiourns", rune(tail[0])) && drawnTails[tail[1:]]
}

// drawnEnd reports whether a word ends as one drawn together does.
func drawnEnd(word string) bool {
	n := len(word)
	return n > 2 && drawnTails[word[n-2:]] || n > 3 && drawnTails[word[n-3:]]
}

var drawnTails = lexicon.Words("ends of words drawn together")

// completions are the nodes below one at which the word that begins there ends, the first of several
// that are set close: "ANO-EXERC."
func (f *finder) completions(at int32, found []int32) []int32 {
	for k := f.set.nodes[at].first; k < f.set.nodes[at].past; k++ {
		if f.set.nodes[k].word {
			found = append(found, k)
		} else {
			found = f.completions(k, found)
		}
	}
	return found
}

// longer are the nodes below one at which a word ends that a token cuts short where another word ends
// before it, or of which it has but the first letter: "Aut. de uso" where there is "auto", "R. Social".
func (f *finder) longer(at int32, t *layout.Token) []int32 {
	if !mayStop(t) {
		return nil
	}
	pieces, stopped := piecesOf(t)
	if len(pieces) != 1 || !stopped || len(t.Fold) < fewest && !f.initial(t.Fold) {
		return nil
	}
	var out []int32
	from, _ := slices.BinarySearch(f.set.words, t.Fold)
	for _, word := range f.set.words[from:] {
		if !strings.HasPrefix(word, t.Fold) {
			break
		}
		if end := f.along(at, word); end >= 0 && f.set.nodes[end].word && len(word) > len(t.Fold) {
			out = append(out, end)
		}
	}
	return out
}

// closings are those of them whose words close with the letters of a tail, behind others.
func (f *finder) closings(at int32, tail string, found []int32) []int32 {
	return f.closing(at, tail, make([]byte, 0, reach), found)
}

func (f *finder) closing(at int32, tail string, before []byte, found []int32) []int32 {
	for k := f.set.nodes[at].first; k < f.set.nodes[at].past; k++ {
		here := append(before, f.set.chars[k])
		if !f.set.nodes[k].word {
			found = f.closing(k, tail, here, found)
		} else if len(here) > len(tail) && string(here[len(here)-len(tail):]) == tail {
			found = append(found, k)
		}
	}
	return found
}
