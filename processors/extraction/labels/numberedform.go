package labels

import (
	"regexp"
	"strconv"

	"lavra.dev/processors/extraction/source"
)

// formNumber is the number of a box on a form whose boxes are numbered: "11-", "12.", "3)", "09 -".
var formNumber = regexp.MustCompile(`^(\d{1,2})([-.)]|\.-| -)$`)

// boxNumber is the number that begins at token i, with its mark, and the token behind it.
func (x *Labels) boxNumber(i int) (number string, behind int) {
	number, behind = x.Sheet.Tokens[i].Text, i+1
	if past := x.Sheet.Cells[x.Sheet.Tokens[i].Cell].Past; behind < past && x.Sheet.Tokens[behind].Dash() {
		number, behind = number+" -", behind+1
	}
	if !formNumber.MatchString(number) {
		return "", i
	}
	return number, behind
}

// formLabels is how many known labels must have numbers for a document to be such a form.
const formLabels = 4

// findFormNumbers notes the numbers of the known labels of a form whose boxes are numbered.
func (x *Labels) findFormNumbers() {
	x.formNumbers = map[string]bool{}
	for i := range x.Placed {
		s := &x.Placed[i]
		if number, behind := x.boxNumber(x.Sheet.Cells[s.Cell].First); s.Starts && s.First == behind && number != "" {
			x.formNumbers[number] = true
		}
	}
	if len(x.formNumbers) < formLabels {
		x.formNumbers = nil
	}
}

// numbersBox reports whether a cell that begins with token i is a label of such a form that
// the entry does not know: its number is the next one to that of a known label.
func (x *Labels) numbersBox(i int) bool {
	number, _ := x.boxNumber(i)
	if number == "" || x.formNumbers == nil || x.formNumbers[number] {
		return false
	}
	m := formNumber.FindStringSubmatch(number)
	for _, step := range []int{-2, -1, 1, 2} {
		if x.formNumbers[strconv.Itoa(source.Atoi(m[1])+step)+m[2]] {
			return true
		}
	}
	return false
}
