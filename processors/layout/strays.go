package layout

import (
	"regexp"
	"slices"
	"strings"
)

// joinMarks puts dashes and slashes that stand as lines of their own into the line
// in whose gap they are printed: in some fonts they are set lower than the letters.
func joinMarks(lines [][]placed) [][]placed {
	var marks []placed
	rest := make([][]placed, 0, len(lines))
	for _, line := range lines {
		if len(line) == 1 && strings.Trim(line[0].Text, "-–—/") == "" && hasGap(lines, line[0]) {
			marks = append(marks, line[0])
		} else {
			rest = append(rest, line)
		}
	}
	for _, mark := range marks {
		for i, line := range rest {
			if at := gapFor(line, mark); at > 0 {
				rest[i] = slices.Insert(line, at, mark)
				break
			}
		}
	}
	return rest
}

func hasGap(lines [][]placed, mark placed) bool {
	return slices.ContainsFunc(lines, func(line []placed) bool { return gapFor(line, mark) > 0 })
}

// gapFor is the position in a line at which a mark stands between two words, or 0.
func gapFor(line []placed, mark placed) int {
	middle := mark.Box.MidY()
	for k := 1; k < len(line); k++ {
		a, c := line[k-1].Box, line[k].Box
		if a.Right() <= mark.Box.Left && mark.Box.Right() <= c.Left && middle > min(a.Top, c.Top) && middle < max(a.Bottom(), c.Bottom()) {
			return k
		}
	}
	return 0
}

// slashBeforeState puts back the slash between a place and its state that OCR took
// for a letter, as in CUIABÁIMT, where no word ends so.
func slashBeforeState(text string) string {
	at := len(text) - 3
	if at < 3 || strings.IndexByte("Il1|!", text[at]) < 0 || strings.ToUpper(text[:at]) != text[:at] || strings.ContainsAny(text[:at], "0123456789/") {
		return text
	}
	switch text[at+1:] {
	case "DF", "MG", "MS", "MT", "PB", "PR", "RJ", "RN", "RR", "RS", "SC", "SP":
		return text[:at] + "/" + text[at+1:]
	}
	return text
}

// power is the power of a vehicle and the size of its engine, "77CV/999", as OCR reads it:
// the slash as a letter, and digits as the letters that look like them.
var power = regexp.MustCompile(`^([0-9TIlOSZB]{1,3})CV[/Il1|!]([0-9]{2,5})$`)

var powerDigits = strings.NewReplacer("T", "7", "I", "1", "l", "1", "O", "0", "S", "5", "Z", "2", "B", "8")

// numberedMark is a short word and its number behind a slash that OCR took for a letter:
// "IFLS.001" of a registry.
var numberedMark = regexp.MustCompile(`^[Il|](F|FL|FLS|L|LV|N|T)(\.[0-9]{2,})$`)

// slashInNumbers puts back the slashes that OCR took for letters between numbers.
func slashInNumbers(text string) string {
	if m := power.FindStringSubmatch(text); m != nil {
		return powerDigits.Replace(m[1]) + "CV/" + m[2]
	}
	if m := numberedMark.FindStringSubmatch(text); m != nil {
		return "/" + m[1] + m[2]
	}
	return text
}
