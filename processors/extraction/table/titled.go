package table

import "math"

// titledRows is the way to read a heading whose rows each stand under a line of their own with what names them, the
// column that no heading names: the description of each good over its codes and sums, whatever "Rubrica" is.
func (r *reader) titledRows(strips []strip, h *head) (stack [][]strip, ok bool) {
	title := TitleColumn(r.List)
	if above := r.columns([]string{r.List.Table.Above}); above != nil {
		title = above[0]
	}
	if title < 0 || heads(strips, title) || !r.alternate(h) {
		return nil, false
	}
	name := Name{Column: title}
	over := strip{words: strips[0].words, names: []Name{name}, name: name, second: nobody, box: h.Rect}
	over.box.Left, over.box.Right, over.right = 0, math.Inf(1), math.Inf(1)
	return [][]strip{{over}, strips}, true
}

const (
	titledTurns = 2 // rows that show that lines of words and lines of cells take turns, at least
	titledCells = 3 // cells of a row under its title, at least
)

// alternate reports whether under a heading lines of words alone and lines of several cells take turns.
func (r *reader) alternate(h *head) bool {
	turns := 0
	for row := h.last + 1; row+1 < len(r.Sheet.Rows) && turns < titledTurns; row += 2 {
		one, more := r.Sheet.Rows[row].Cells, r.Sheet.Rows[row+1]
		if len(one) > 1 || len(more.Cells) < titledCells || more.Page != h.page || r.holdsValue(r.Sheet.Cells[one[0]].Words()[:1]) {
			return false
		}
		turns++
	}
	return turns == titledTurns
}
