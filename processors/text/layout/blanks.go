package layout

import (
	"math"
	"slices"
)

const (
	fewestCaptions = 2 // lines of captions that a form has, at least: one alone may be small print
	fewLabels      = 4 // captions for each that begins where a word under it does, at least
)

// joinBlanks makes one text of the lines of a form that has what belongs into its blanks in small letters under them,
// "eu, Ana Lima, brasileira" over "(nome) (nacionalidade)": the words of each line follow one another, and the captions
// stand by themselves behind the text.
func (b *pageBuilder) joinBlanks() {
	for r := 0; r+1 < len(b.rows); r++ {
		past := r
		for past+1 < len(b.rows) && b.captions(past, past+1) {
			past += 2
		}
		if (past-r)/2 >= fewestCaptions && b.underBlanks(r, past) {
			b.chainLines(r, past)
			r = past - 1
		}
	}
}

// underBlanks reports whether the small lines from first on are captions of what stands over them: they are nearer to
// it than to what stands under them, some have several, and hardly any begins where a word under it does, as labels do.
func (b *pageBuilder) underBlanks(first, past int) bool {
	var over, under float64
	several, captions, labels := false, 0, 0
	for r := first + 1; r < past; r += 2 {
		over += b.space(r-1, r)
		several, captions = several || len(b.rows[r]) > 1, captions+len(b.rows[r])
		if r+1 == len(b.rows) {
			break
		}
		under += min(b.space(r, r+1), Reach*b.cells[b.rows[r][0]].size)
		for _, i := range b.rows[r] {
			if slices.ContainsFunc(b.rows[r+1], func(j int) bool { return math.Abs(b.cells[i].Left-b.cells[j].Left) < b.cells[i].char }) {
				labels++
			}
		}
	}
	return several && over < under && fewLabels*labels < captions
}

// captions reports whether a line is close under another one in smaller letters, without figures and with no more cells.
func (b *pageBuilder) captions(text, line int) bool {
	least := math.Inf(1)
	for _, i := range b.rows[text] {
		least = min(least, b.cells[i].size)
	}
	return len(b.rows[line]) <= len(b.rows[text]) && b.space(text, line) < Solid*least && !slices.ContainsFunc(b.rows[line], func(i int) bool {
		c := &b.cells[i]
		return c.size > (1-OtherSize)*least || slices.ContainsFunc(c.tokens, func(t Token) bool { return HasFigure(t.Text) })
	})
}

// space is what two lines have between them.
func (b *pageBuilder) space(upper, lower int) float64 {
	bottom, top := 0.0, math.Inf(1)
	for _, i := range b.rows[upper] {
		bottom = max(bottom, b.cells[i].Bottom)
	}
	for _, i := range b.rows[lower] {
		top = min(top, b.cells[i].Top)
	}
	return top - bottom
}

// chainLines links the cells of every second line from first on, one after the other, and parts those between.
func (b *pageBuilder) chainLines(first, past int) {
	last := -1
	for r := first; r < past; r++ {
		for _, i := range b.rows[r] {
			b.part(i)
			if (r-first)%2 == 0 {
				if last >= 0 {
					b.cells[last].down, b.cells[i].up = i, last
				}
				last = i
			}
		}
	}
}

// part unties a cell from those over and under it.
func (b *pageBuilder) part(i int) {
	c := &b.cells[i]
	if c.up >= 0 {
		b.cells[c.up].down = -1
	}
	if c.down >= 0 {
		b.cells[c.down].up = -1
	}
	c.up, c.down = -1, -1
}
