package table

import (
	"regexp"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Items lists the rows that are printed as lines of one shape: the items of a list
// in words, "a) Mensalidade de julho: 100,00, paga em 05/07", whose words between the
// values are the same from item to item. What a value is its kind says, the words
// before and behind it, and last its place among those of the kind.
func (t *Tables) Items() []candidate.Cells {
	r := t.found
	var best []candidate.Cells
	lines := make([]item, len(r.Sheet.Rows))
	for row := range lines {
		lines[row] = r.itemAt(row)
	}
	for at := 0; at < len(lines); {
		items, past := r.itemsFrom(lines, at)
		headed := lines[at].mark == "" && r.underHeading(at)
		at = max(past, at+1)
		if len(items) < 2 || headed {
			continue
		}
		if rows := r.itemRows(items); r.worthOf(rows) > r.worthOf(best) {
			best = rows
		}
	}
	return best
}

// item is one line of a list, with the lines that it goes on over.
type item struct {
	mark   string  // what numbers or marks it: "1)" for any number before such a bracket
	words  []int32 // without that
	values []value
}

// value is what has the form of a value in an item.
type value struct {
	first, past int // words of the item
	form        form
	key         string // the word before it, which is the same in all items
}

// form is what the digits of a value look like, whatever column it is of.
type form int

const (
	noForm form = iota
	codeForm
	personForm
	dateForm
	monthForm
	sumForm
	numberForm
)

const (
	mostItems = 2000

	itemLines = 4  // printed lines of an item, at most
	linesOver = 60 // lines of a page between its headings and a line, at most
)

// itemsFrom collects the items from a printed line on: all numbered or marked alike at
// their beginning, or else lines whose values have the same forms.
func (r *reader) itemsFrom(all []item, at int) (items []item, past int) {
	first := all[at]
	if len(first.values) < 2 && (first.mark == "" || len(first.values) == 0) || r.Mark(at) != Plain {
		return nil, at + 1
	}
	bottom, lines := r.lineBox(at).Bottom, 1
	items = append(items, first)
	for past = at + 1; past < len(all) && len(items) < mostItems; past++ {
		box := r.lineBox(past)
		turned := r.Sheet.Rows[past].Page != r.Sheet.Rows[past-1].Page
		if !turned && (box.Top-bottom > layout.NextLine*box.Height() || box.Top < bottom-box.Height()) {
			break
		}
		switch next := all[past]; {
		case first.mark != "" && next.mark == first.mark || first.mark == "" && sameForms(first, next):
			items, lines = append(items, next), 1
		case first.mark != "" && next.mark == "" && !turned && lines < itemLines && r.goesOnItem(past, at):
			last := &items[len(items)-1]
			last.words = slices.Concat(last.words, next.words)
			last.values = r.valuesIn(last.words)
			lines++
		default:
			return severalValues(items), past
		}
		bottom = box.Bottom
	}
	return severalValues(items), past
}

// goesOnItem reports whether a line may go on with the item that begins on another: it begins at the left half of that,
// and is cut in no more pieces; the box of a total, or labels side by side, are none.
func (r *reader) goesOnItem(row, first int) bool {
	box, over := r.lineBox(row), r.lineBox(first)
	return r.Mark(row) == Plain && box.Left > over.Left-box.Height() && box.Left < over.MidX() && len(r.Sheet.Rows[row].Cells) <= len(r.Sheet.Rows[first].Cells)
}

// severalValues are items whose first has two values at least, on whatever lines, or none.
func severalValues(items []item) []item {
	if len(items[0].values) < 2 {
		return nil
	}
	return items
}

// underHeading reports whether a line of headings stands over a line, with but lines of as many cells between: then
// this and those like it are a table, or the rest of one behind a row that was misread.
func (r *reader) underHeading(row int) bool {
	here := &r.Sheet.Rows[row]
	for k := row - 1; k >= max(row-linesOver, 0) && r.Sheet.Rows[k].Page == here.Page; k-- {
		if pieces, ok := r.headingLine(k); ok && count(pieces, func(p piece) bool { return p.other || len(p.names) > 0 }) > 1 {
			return true
		}
		if len(here.Cells) < 2 || len(r.Sheet.Rows[k].Cells) != len(here.Cells) {
			break
		}
	}
	return false
}

func sameForms(a, b item) bool {
	return slices.EqualFunc(a.values, b.values, func(p, q value) bool { return p.form == q.form })
}

func (r *reader) lineWords(row int) []int32 {
	var words []int32
	for _, c := range r.Sheet.Rows[row].Cells {
		if cell := &r.Sheet.Cells[c]; !cell.Turned {
			words = append(words, cell.Words()...)
		}
	}
	return words
}

// itemAt is the item on a printed line.
func (r *reader) itemAt(row int) item {
	it := item{words: r.lineWords(row)}
	if n := r.marker(it.words); n > 0 {
		it.mark, it.words = r.markOfItem(it.words[:n]), it.words[n:]
	}
	it.values = r.valuesIn(it.words)
	return it
}

// numbering is what numbers an item: "1.", "a)", "IV -".
var numbering = regexp.MustCompile(`^(\d{1,3}|[IVXL]{1,5}|[a-z])[.)\-:]$`)

// marker is how many words at the beginning number or mark an item.
func (r *reader) marker(words []int32) int {
	if len(words) < 3 {
		return 0
	}
	first, second := &r.Sheet.Tokens[words[0]], &r.Sheet.Tokens[words[1]]
	switch {
	case first.Fold == "" && len([]rune(first.Text)) == 1, numbering.MatchString(first.Text):
		return 1
	case numbering.MatchString(first.Text+")") && second.Fold == "" && second.Text != "/":
		return 2
	}
	return 0
}

// markOfItem is what numbers or marks an item, the same for all that are numbered alike: "1)" for "12)", "a)" for "c)".
func (r *reader) markOfItem(words []int32) string {
	var mark strings.Builder
	for _, t := range words {
		mark.WriteString(r.Sheet.Tokens[t].Text)
	}
	return counts.ReplaceAllStringFunc(mark.String(), func(count string) string {
		switch c := count[0]; {
		case c <= '9':
			return "1"
		case c <= 'Z':
			return "I"
		}
		return "a"
	})
}

var counts = regexp.MustCompile(`^([0-9]+|[IVXL]+|[a-z])`)

// valuesIn lists what has the form of values in words, from left to right.
func (r *reader) valuesIn(words []int32) []value {
	var out []value
	run := r.run(words)
	for i := 0; i < len(words); {
		f, last := r.formAt(run, i)
		if f == noForm {
			i++
			continue
		}
		v := value{first: i, past: last + 1, form: f}
		for k := i - 1; k >= 0 && v.key == ""; k-- {
			if word := r.Sheet.Tokens[words[k]].Fold; !lexicon.Currency(word) {
				v.key = word
			}
		}
		if len(out) > 0 && out[len(out)-1].past == i || layout.HasDigit(v.key) {
			v.key = ""
		}
		out, i = append(out, v), last+1
	}
	return out
}

// formAt is the form of the value that begins at a word, and its last word.
func (r *reader) formAt(run recognise.Run, i int) (f form, last int) {
	if run.Token(i).Fold == "" {
		return noForm, i // a dash between two things is no minus
	}
	for _, c := range r.List.Columns {
		if word := recognise.Bare(run.Token(i).Text); len(c.Mask) > 0 && (shape.FitsMask(c.Mask, word) || run.Token(i).OCR && shape.FitsMask(c.Mask, pattern.ToMask(c.Mask, word))) {
			return codeForm, i
		}
	}
	for _, k := range []struct {
		form form
		kind catalogue.Kind
	}{{personForm, catalogue.CPFCNPJ}, {dateForm, catalogue.Date}, {monthForm, catalogue.Month}, {sumForm, catalogue.Money}, {numberForm, catalogue.Decimal}} {
		if k.form == monthForm && !slices.ContainsFunc(r.List.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Month }) {
			continue
		}
		if v, ok := recognise.At(k.kind, run, i); ok {
			return k.form, v.Last
		}
	}
	return noForm, i
}
