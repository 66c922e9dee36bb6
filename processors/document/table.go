package document

import (
	"slices"
	"strings"
)

// tableRow is a line cut into cells at its wide gaps; lengths are points.
type tableRow struct {
	cells          []tableCell
	top, bottom    float64
	height         float64
	continuesAbove bool // carries on cells of the row above
}

type tableCell struct {
	text        string
	left, right float64
}

// cellGap is the gap between two cells, in heights of the line: wider than any
// word space, justified text included.
const cellGap = 1.2

func newTableRow(l Line, width, height float64) tableRow {
	r := tableRow{top: l.Box.Top * height, bottom: l.Box.Bottom() * height, height: usualHeight(l) * height}
	limit := gapLimit(l, width, r.height)
	var words []string
	var left, right float64
	end := func() {
		if len(words) > 0 {
			r.cells = append(r.cells, tableCell{strings.Join(words, " "), left, right})
			words = words[:0]
		}
	}
	for _, w := range l.Words {
		text := escaped(w.Text)
		if text == "" {
			continue
		}
		if len(words) > 0 && w.Box.Left*width-right > limit {
			end()
		}
		if len(words) == 0 {
			left = w.Box.Left * width
		}
		right = w.Box.Right() * width
		words = append(words, text)
	}
	end()
	return r
}

// gapLimit is the widest gap inside a cell of a line. Text that is justified or
// set wide has word spaces as wide as the gaps of a narrow table, but then most
// gaps of the line are so.
func gapLimit(l Line, width, height float64) float64 {
	limit := cellGap * height
	if len(l.Words) < 6 {
		return limit
	}
	gaps := make([]float64, 0, len(l.Words)-1)
	for i := 1; i < len(l.Words); i++ {
		gaps = append(gaps, (l.Words[i].Box.Left-l.Words[i-1].Box.Right())*width)
	}
	slices.Sort(gaps)
	if usual := gaps[len(gaps)/2]; usual < 1.2*height && gaps[len(gaps)-1] < 2.5*usual {
		return max(limit, 2.5*usual)
	}
	return limit
}

// usualHeight is the median height of a line's words.
func usualHeight(l Line) float64 {
	heights := make([]float64, len(l.Words))
	for i, w := range l.Words {
		heights[i] = w.Box.Height
	}
	if len(heights) == 0 {
		return 0
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// escaped keeps the signs of markdown from being taken for such. Lines to write
// on become short.
func escaped(word string) string {
	if strings.Trim(word, "_.-=*") == "" && len(word) > 4 {
		return "____"
	}
	if !strings.ContainsAny(word, "|*`#\\") {
		return word
	}
	var b strings.Builder
	for _, c := range word {
		if strings.ContainsRune("|*`#\\", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

func (r tableRow) text() string {
	if len(r.cells) == 1 {
		return r.cells[0].text
	}
	all := make([]string, len(r.cells))
	for i, c := range r.cells {
		all[i] = c.text
	}
	return strings.Join(all, "  ")
}

// table is rows of cells under common columns.
type table struct {
	columns [][2]float64 // left and right
	rows    []tableRow
}

// takeTable takes a table off the rows: at least two rows of two cells or more
// that stand under one another. n is how many rows it took.
func takeTable(rows []tableRow) (t table, n int) {
	full := 0 // rows of two cells and more
	for i, r := range rows {
		if i > 0 {
			prev := rows[i-1]
			if gap := r.top - prev.bottom; gap > 2.5*max(r.height, prev.height) || r.top < prev.top-prev.height {
				break
			}
		}
		if len(r.cells) < 2 && (i == 0 || !t.continues(r, rows[i-1])) {
			break
		}
		columns, ok := t.fits(r)
		if !ok {
			break
		}
		r.continuesAbove = i > 1 && t.continues(r, rows[i-1])
		t.columns, t.rows = columns, append(t.rows, r)
		if len(r.cells) >= 2 {
			full++
		}
	}
	if full < 2 {
		return table{}, 0
	}
	return t, len(t.rows)
}

// continues reports whether a row only carries on cells of the row above, as the
// second line of a long name does: close below it, in words, under cells that
// are as long, and without an entry of its own in the first column beside others.
func (t *table) continues(r, above tableRow) bool {
	if r.top-above.bottom > 0.6*r.height || len(r.cells) >= len(above.cells) {
		return false
	}
	if len(r.cells) > 1 && len(t.columns) > 0 && r.cells[0].left < t.columns[0][1] {
		return false
	}
	for _, c := range r.cells {
		under := hasLetters(c.text) && slices.ContainsFunc(above.cells, func(a tableCell) bool {
			return c.left < a.right && a.left < c.right && c.left > a.left-2*r.height &&
				hasLetters(a.text) && c.right-c.left <= 1.15*(a.right-a.left)
		})
		if !under {
			return false
		}
	}
	return true
}

// fits gives the columns widened by the cells of a row, or with new ones between
// them; false if the row does not go with the columns so far.
func (t *table) fits(r tableRow) ([][2]float64, bool) {
	columns := slices.Clone(t.columns)
	next := 0 // columns before this one are taken or passed
	for _, c := range r.cells {
		at := next
		for at < len(columns) && columns[at][1] <= c.left {
			at++
		}
		switch {
		case at == len(columns) || columns[at][0] >= c.right:
			columns = slices.Insert(columns, at, [2]float64{c.left, c.right})
		case at+1 < len(columns) && columns[at+1][0] < c.right:
			return nil, false // spans two columns
		default:
			columns[at] = [2]float64{min(columns[at][0], c.left), max(columns[at][1], c.right)}
		}
		if at > 0 && columns[at-1][1] > columns[at][0] {
			return nil, false // two cells in one column
		}
		next = at + 1
	}
	return columns, true
}

// column is the column that a cell stands in.
func (t *table) column(c tableCell) int {
	best, most := 0, 0.0
	for k, column := range t.columns {
		if common := min(c.right, column[1]) - max(c.left, column[0]); common > most {
			best, most = k, common
		}
	}
	return best
}

func (t table) write(b *strings.Builder) {
	var lines [][]string
	for _, r := range t.rows {
		if !r.continuesAbove || len(lines) == 0 {
			lines = append(lines, make([]string, len(t.columns)))
		}
		line := lines[len(lines)-1]
		for _, c := range r.cells {
			k := t.column(c)
			if line[k] == "" {
				line[k] = c.text
			} else {
				line[k] = joined(line[k], c.text)
			}
		}
	}
	for i, line := range lines {
		b.WriteString("| ")
		b.WriteString(strings.Join(line, " | "))
		b.WriteString(" |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(line)))
			b.WriteString("|\n")
		}
	}
}
