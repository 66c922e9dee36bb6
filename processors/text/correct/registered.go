package correct

import (
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/checkdigit"
)

const (
	cpfDigits, cnpjDigits, registryDigits = 11, 14, 32
	// registeredParts is how many words such a number falls apart into at most: the entry of a register is
	// printed in nine.
	registeredParts = 9
)

// withRegistered puts together numbers of persons and companies that fell apart
// where a dot was too faint, and makes digits of letters in them, where both check
// digits prove it. They keep the confidence of what was read. Height is that of a
// page as wide as one.
func withRegistered(words []document.Word, height float64) []document.Word {
	out := words[:0]
	for i := 0; i < len(words); i++ {
		w := words[i]
		for past := min(len(words), i+registeredParts); past > i; past-- {
			if !adjacent(words[i:past], height) {
				continue
			}
			text, letters, ok := registered(words[i:past])
			if !ok {
				continue
			}
			for _, next := range words[i+1 : past] {
				w.Box = w.Box.Union(next.Box)
				w.Confidence, w.Mended = min(w.Confidence, next.Confidence), w.Mended || next.Mended
			}
			w.Text, w.Mended, i = text, w.Mended || letters, past-1
			break
		}
		out = append(out, w)
	}
	return out
}

// adjacent reports whether no gap between words is wider than a dot.
func adjacent(words []document.Word, height float64) bool {
	for i := 1; i < len(words); i++ {
		a, b := words[i-1].Box, words[i].Box
		if b.Left-a.Right() > dotGap*max(a.Height, b.Height)*height {
			return false
		}
	}
	return true
}

// registered gives the number that words make, as it is printed, and whether letters
// were read in it; ok is false if they make none, or stand as it is printed already.
func registered(words []document.Word) (text string, letters, ok bool) {
	const most = 48 // bytes, with every sign in twice
	var read, digits strings.Builder
	figures := 0
	for _, w := range words {
		read.WriteString(w.Text)
		if read.Len() > most {
			return "", false, false
		}
	}
	tail := strings.TrimLeft(read.String(), "(")
	body := strings.TrimRight(tail, ",;:.)")
	tail = tail[len(body):]
	for _, r := range body {
		switch {
		case '0' <= r && r <= '9':
			figures++
			digits.WriteRune(r)
		case r < 128 && Digit(byte(r)) != 0:
			digits.WriteByte(Digit(byte(r)))
		case strings.ContainsRune(".,-/:;", r):
		default:
			return "", false, false
		}
	}
	n := digits.String()
	if len(n) == registryDigits && figures < len(n) && 2*figures >= len(n) && right("registry", n) {
		return n + tail, true, true // two check digits and a year: in such a row every second sign may be a letter
	}
	switch {
	case 4*figures < 3*len(n) || figures == len(n) && len(words) == 1 && !strings.ContainsAny(body, ",:;"):
		return "", false, false
	case len(n) == cpfDigits && checkdigit.CPF(n):
		text = n[:3] + "." + n[3:6] + "." + n[6:9] + "-" + n[9:]
	case len(n) == cnpjDigits && checkdigit.CNPJ(n):
		text = n[:2] + "." + n[2:5] + "." + n[5:8] + "/" + n[8:12] + "-" + n[12:]
	default:
		return "", false, false
	}
	return text + tail, figures < len(n), true
}

// right reports whether the check digits of a number of a kind are right.
func right(kind, digits string) bool {
	ok, _ := checkdigit.Verify(kind, digits)
	return ok
}
