package source

import (
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
)

// FirstCell keeps the part of a run that stands in its first cell.
func (x *Document) FirstCell(r recognise.Run) recognise.Run {
	cell := x.Sheet.Tokens[r.Index[0]].Cell
	for i, t := range r.Index {
		if x.Sheet.Tokens[t].Cell != cell {
			return x.Run(r.Index[:i])
		}
	}
	return r
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
	index := make([]int32, 0, last-first+1)
	for i := first; i <= last; i++ {
		index = append(index, int32(i))
	}
	return x.Run(index)
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

func (x *Document) RowRun(r int) recognise.Run { return x.Run(x.RowTokens(&x.Sheet.Rows[r])) }

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
