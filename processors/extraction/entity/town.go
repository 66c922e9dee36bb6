package entity

import (
	"strings"

	dictionary "lavra.dev/processors/text/lexicon"
)

// Towns lists the towns of the list that the text names anywhere, with the state where that stands behind them: then only those of
// that state, for a district is called like a town of another.
func (t *Text) Towns() []Dateline {
	var out []Dateline
	for i := 0; i < len(t.sheet.Tokens); i++ {
		if !t.proper(i) {
			continue
		}
		if d, next, ok := t.town(i, len(t.sheet.Tokens)); ok && t.listed(d) {
			out = append(out, d)
			i = next - 1
		}
	}
	return out
}

func (t *Text) listed(d Dateline) bool {
	var name strings.Builder
	for k := d.City.First; k <= d.City.Last; k++ {
		name.WriteString(t.sheet.Tokens[k].Fold)
	}
	if d.State.Last < 0 {
		return dictionary.TownAnywhere(name.String())
	}
	return dictionary.Town(name.String(), strings.ToUpper(t.sheet.Tokens[d.State.First].Fold))
}
