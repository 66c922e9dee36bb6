package persons

import (
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// ReadCaptioned makes the rows of a list of names and numbers of blocks that have the same two captions, whatever these say: a name,
// over one or more lines, and a number. So those sign who only saw others sign, "Pessoa cadastrada: Ana
// Lima" over "Paz" and "CPF no cadastro: 529.982.247-25".
func (x *Reader) ReadCaptioned(f catalogue.Field) []candidate.Row {
	name, number := f.ColumnIs("name"), f.ColumnIs("number")
	if name < 0 || number < 0 || len(f.Columns) != 2 || len(f.In) == 0 {
		return nil
	}
	var rows []candidate.Row
	caption := ""
	for _, b := range x.blocks() {
		row, as, ok := x.captionedRow(f, b, name, number)
		if !ok || caption != "" && as != caption {
			continue
		}
		caption = as
		rows = append(rows, row)
	}
	if len(rows) < 2 {
		return nil // one alone may be anybody
	}
	return rows
}

// blocks are the tokens of what stands together, one after the other.
func (x *Reader) blocks() []stretch {
	var out []stretch
	for i := range x.Sheet.Tokens {
		if len(out) == 0 || x.Sheet.BlockStart(i) {
			out = append(out, stretch{i, i})
		}
		out[len(out)-1].past = i + 1
	}
	return out
}

// captionedRow is the row of a block of a caption, a name, another caption and a number, and the first caption.
func (x *Reader) captionedRow(f catalogue.Field, b stretch, name, number int) (row candidate.Row, caption string, ok bool) {
	first := x.behindColon(b.first, b.past)
	run := x.Between(b.first, b.past-1)
	found, typed := recognise.First(f.Columns[number].Kind, run)
	if first < 0 || !typed || !found.Checked {
		return row, "", false
	}
	past := first
	for past < b.past && !x.beginsCaption(past, first, b.past) {
		past++
	}
	called := x.Between(first, past-1)
	if past == first || past == b.past || !propose.NamesSomebody(called) {
		return row, "", false
	}
	person, named := x.CellOf(name, f.Columns[name], called, candidate.Placed)
	if !named || len(person.Tokens) != called.Len() {
		return row, "", false
	}
	digits, _ := x.CellOf(number, f.Columns[number], run, candidate.Placed)
	row.How = candidate.FromProse
	row.Add(person, digits)
	return row, x.Between(b.first, first-1).Text(0, first-1-b.first), true
}

// behindColon is the token behind the first colon of a block, which ends a caption; -1 where none stands within a few words.
func (x *Reader) behindColon(first, past int) int {
	for i := first; i < min(first+longestCaption, past-1); i++ {
		if strings.HasSuffix(x.Sheet.Tokens[i].Text, ":") {
			return i + 1
		}
	}
	return -1
}

const longestCaption = 8 // words

// beginsCaption reports whether a line behind a name begins at a token that is a caption up to its colon, or has the number.
func (x *Reader) beginsCaption(i, first, past int) bool {
	if layout.HasDigit(x.Sheet.Tokens[i].Text) {
		return true
	}
	if i == first || !x.Sheet.LineStart(i) {
		return false
	}
	end := i + 1
	for end < past && !x.Sheet.LineStart(end) {
		end++
	}
	return x.behindColon(i, end+1) > 0
}
