package extraction

import (
	"regexp"
	"strconv"

	"lavra.dev/processors/text/layout"
)

// formNumber is the number of a box on a form whose boxes are numbered: "11-", "12.", "3)".
var formNumber = regexp.MustCompile(`^(\d{1,2})([-.)]|\.-)$`)

// formLabels is how many known labels must have numbers for a document to be such a form.
const formLabels = 4

// findFormNumbers notes the numbers of the known labels of a form whose boxes are numbered.
func (x *extractor) findFormNumbers() {
	x.formNumbers = map[string]bool{}
	for i := range x.spots {
		s := &x.spots[i]
		first := &x.sheet.Tokens[x.sheet.Cells[s.cell].First]
		if s.starts && s.first == x.sheet.Cells[s.cell].First+1 && formNumber.MatchString(first.Text) {
			x.formNumbers[first.Text] = true
		}
	}
	if len(x.formNumbers) < formLabels {
		x.formNumbers = nil
	}
}

// numbersBox tells whether a cell that begins with token i is a label of such a form that
// the entry does not know: its number is the next one to that of a known label.
func (x *extractor) numbersBox(i int) bool {
	t := &x.sheet.Tokens[i]
	m := formNumber.FindStringSubmatch(t.Text)
	if m == nil || x.formNumbers == nil || x.formNumbers[t.Text] || !wordBehind(x.sheet, i) {
		return false
	}
	for _, step := range []int{-2, -1, 1, 2} {
		if x.formNumbers[strconv.Itoa(atoi(m[1])+step)+m[2]] {
			return true
		}
	}
	return false
}

// wordBehind tells whether a word with a capital follows a token in its cell.
func wordBehind(sheet *layout.Sheet, i int) bool {
	return i+1 < sheet.Cells[sheet.Tokens[i].Cell].Past && len(sheet.Tokens[i+1].Fold) > 2 && layout.HasCapital(sheet.Tokens[i+1].Text)
}
