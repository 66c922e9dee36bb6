package table

// drawnCost is what it costs to give a word to another column than the one that is drawn around it: more than
// to give it to a column however far away.
const drawnCost = 15

// otherColumn says what it costs to give a word to each strip by the boxes around it and around their
// headings: lines down a table part its columns, wherever in them its values stand.
func (r *reader) otherColumn(strips []strip, word int32) func(k int) float64 {
	at, under := r.boxOf(word), false
	same := make([]bool, len(strips))
	for k := range strips {
		same[k] = r.Sheet.SameColumn(at, r.boxOf(strips[k].words...))
		under = under || same[k]
	}
	return func(k int) float64 {
		if under && !same[k] {
			return drawnCost
		}
		return 0
	}
}
