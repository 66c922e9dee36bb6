package source

import (
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// FirstCell keeps the part of a run that stands in its first cell.
func (x *Document) FirstCell(r recognise.Run) recognise.Run {
	return r.Before(1, func(i int) bool { return r.Token(i).Cell != r.Token(0).Cell })
}

// Flow is the running text, made ready when the first pattern asks for it.
func (x *Document) Flow() *pattern.Text {
	if x.text == nil {
		x.text = pattern.Over(x.Sheet)
	}
	return x.text
}

// Between is the run of tokens first to last of the flow.
func (x *Document) Between(first, last int) recognise.Run {
	return recognise.Between(x.Sheet, first, last)
}

func (x *Document) Run(index []int32) recognise.Run {
	return recognise.Run{Sheet: x.Sheet, Index: index}
}

func (x *Document) RowTokens(row *layout.Row) []int32 {
	var index []int32
	for _, c := range row.Cells {
		index = append(index, x.Sheet.Cells[c].Words()...)
	}
	return index
}

func (x *Document) RowRun(r int) recognise.Run { return recognise.Line(x.Sheet, r) }

// Printed is a value that stands on a printed line.
type Printed struct {
	recognise.Value
	Words []int32
	Row   int
}

// Printed are the values of a kind on the printed lines, looked for when the first reader asks for them.
func (x *Document) Printed(kind catalogue.Kind) []Printed {
	if all, ok := x.printed[kind]; ok {
		return all
	}
	all := []Printed{}
	for row := range x.Sheet.Rows {
		run := x.RowRun(row)
		for _, v := range recognise.All(kind, run) {
			all = append(all, Printed{v, run.Words(v), row})
		}
	}
	x.printed[kind] = all
	return all
}

// CellRun is the run of the words of a cell.
func (x *Document) CellRun(c int32) recognise.Run { return x.Run(x.Sheet.Cells[c].Words()) }

// Lines are the printed lines of a document as a sheet of their own, each one cell and one block.
type Lines struct {
	*layout.Sheet
	Text   *pattern.Text
	Origin []int32 // the token of the document that each of theirs is
}

// Lines are the printed lines, laid out when the first pattern asks for them.
func (x *Document) Lines() *Lines {
	if x.lines != nil {
		return x.lines
	}
	lines := &Lines{Sheet: &layout.Sheet{Pages: x.Sheet.Pages}}
	for r := range x.Sheet.Rows {
		row := &x.Sheet.Rows[r]
		n := int32(len(lines.Cells))
		first := x.Sheet.Cells[row.Cells[0]]
		cell := layout.Cell{First: len(lines.Tokens), Rect: first.Rect, Page: first.Page, Row: int32(r), Block: n}
		for _, i := range x.RowTokens(row) {
			t := x.Sheet.Tokens[i]
			t.Cell = n
			lines.Tokens = append(lines.Tokens, t)
			lines.Origin = append(lines.Origin, i)
		}
		cell.Past = len(lines.Tokens)
		lines.Cells = append(lines.Cells, cell)
	}
	lines.Text = pattern.Over(lines.Sheet)
	x.lines = lines
	return lines
}
