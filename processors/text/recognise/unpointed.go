package recognise

import (
	"math"
	"strconv"
	"strings"
)

// Unpointed reads a sum whose comma OCR lost: 51302 for 513,02, "702 54" for 702,54.
// Only where a sum must stand, as in a column of sums: any number looks like one.
func Unpointed(r Run) (Value, bool) {
	digits, negative, ended := "", false, false
	first, last := -1, -1
	for i := range r.Len() {
		t := r.Token(i)
		if !t.OCR || t.Conf >= surelyWhole {
			return Value{}, false
		}
		text, debit, marked := withoutMark(strings.Trim(t.Text, " .,;:|[]{}\"'“”‘’*"))
		if text = strings.Trim(text, "R$ .,()"); text == "" {
			if marked && first >= 0 && last == i-1 {
				negative, last, ended = negative || debit, i, true
			}
			continue
		}
		if ended || strings.Trim(text, "0123456789.,") != "" || last >= 0 && i > last+1 {
			return Value{}, false
		}
		if first < 0 {
			first = i
		}
		last, negative = i, negative || debit
		digits += onlyDigits(text)
	}
	if len(digits) < 3 || len(digits) > 9 {
		return Value{}, false
	}
	return Value{First: first, Last: last, Text: signed(normalNumber(digits[:len(digits)-2]+"."+digits[len(digits)-2:]), negative), Score: 0.5, Repaired: true}, true
}

// withoutMark takes the mark of a credit or debit off the end of a sum, and a minus off either end: "21224 (D)", "617,75-".
func withoutMark(text string) (sum string, debit, marked bool) {
	sum = plainSign.Replace(text)
	if rest, found := strings.CutPrefix(sum, "-"); found && rest != "" {
		return rest, true, true
	}
	if rest, debit, found := cutMark(strings.Trim(sum, "()")); found {
		return rest, debit, true
	}
	return sum, false, false
}

// surelyWhole is the confidence of a word from which no sign of it was lost.
const surelyWhole = 0.965

// Amount reads a sum at position i, on a scan also one whose comma was lost.
func Amount(r Run, i int) (Value, bool) {
	if v, ok := At("money", r, i); ok || i >= r.Len() {
		return v, ok
	}
	v, ok := Unpointed(Run{Sheet: r.Sheet, Index: r.Index[i : i+1]})
	v.First, v.Last = i, i
	return v, ok
}

// halfCent is by less than what sums differ that are printed the same.
const halfCent = 0.005

// Same reports whether two sums are printed the same.
func Same(a, b float64) bool { return math.Abs(a-b) < halfCent }

// Cents is the normal form of a sum.
func Cents(v float64) string {
	return normalSigned(strconv.FormatFloat(math.Round(v*100)/100, 'f', 2, 64))
}

func normalSigned(s string) string {
	rest, negative := strings.CutPrefix(s, "-")
	return signed(normalNumber(rest), negative)
}
